#!/usr/bin/env node
/**
 * An independent verifier of `privileged-mcp-action` bundles, v0 and v1.
 *
 *     node verify.mjs [--profile v0|v1] BUNDLE
 *
 * Node 20 or newer, standard library only, one file. Prints one report of Section 3 on standard
 * output. Exit status: 0 when the bundle is pass and valid, 1 when it is not, 2 on wrong usage. The
 * profile is v0 unless the command line says otherwise; no bundle is asked.
 *
 * How it was made: from the text of the profile and the list of pinned interpretations, with the
 * published corpus, the rule corpus and their expectations at hand, and run over them until nothing
 * differed (`from_spec_then_conformance`). No other verifier's source was read; the kit's own was run
 * beside this one over some thousand random bundles, which decided one point (what follows `ustar`
 * and its NUL is no part of the magic). Its agreement is therefore no reproduction from the text.
 *
 * Memory: the archive is decoded as a whole, so that one at the limit needs about 2 GiB.
 *
 * How to read it: each check is one statement, `need(...)` in stage 1, where the first failure ends
 * the reading, and `found.unless(...)` in stages 2 to 4, where every violation is reported. The
 * section of v0 stands in the comment beside it; (Inn) names a point where the text leaves room. Rule ids
 * are those of the kit's catalogue where a check has one there.
 */

import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';

const MIB = 1024 * 1024;
const LIMITS = {  // §10 asks for limits and names none (I22)
  bundle: 100 * MIB,
  decoded: 1024 * MIB,
  manifest: MIB,
  events: 500 * MIB,
  eventCount: 100_000,
  line: MIB,                                          // without its line feed
  depth: 64,                                          // the outermost value is level 1
};
const MAX_FINDINGS = 200;  // a report stays far below a megabyte
const MAX_QUOTE = 120;

const REPORT_SCHEMA = 'assay.privileged_mcp_action.verify.report.v0';

const DECISION = 'assay.enforcement_decision.v0';  // §2
const ESTABLISH = 'assay.manifest_establish.v0';
const kinds = (observation) => [  // §5 stage 2: three dotted prefixes, exact (I36)
  { name: 'decision', schema: DECISION, prefix: 'assay.enforcement_decision.' },
  { name: 'observation', schema: observation, prefix: 'assay.denied_call_observation.' },
  { name: 'establish', schema: ESTABLISH, prefix: 'assay.manifest_establish.' },
];

/** What differs between the versions: the observation's schema, and the code that makes it a marker. */
const PROFILES = new Map([
  ['v0', { id: 'privileged-mcp-action/v0', kinds: kinds('assay.denied_call_observation.v0'), markerCode: -32042 }],
  ['v1', { id: 'privileged-mcp-action/v1', kinds: kinds('assay.denied_call_observation.v1'), markerCode: -31999 }],
]);

const DECISIONS = ['allow', 'deny'];
const REASONS = [
  'unclassified_tool_call', 'classification_incomplete', 'no_declared_allowance',
  'credential_scope_unknown', 'credential_scope_insufficient', 'manifest_baseline_missing',
  'manifest_observation_ambiguous', 'manifest_current_observation_incomplete',
  'manifest_drifted_since_approval', 'allow',
];
const DRIFT_STATES = [
  'satisfied', 'baseline_missing', 'current_observation_incomplete', 'observation_ambiguous',
  'drifted', 'not_evaluated',
];
const ESTABLISH_PATHS = [
  'no_establish_needed', 'established_then_allowed', 'established_then_denied', 'immediate_deny',
];
const TARGET_DIGEST = /^sha256:[0-9a-f]{64}$/;
const RESPONSE_DIGEST = /^sha256:[0-9a-fA-F]{64}$/;   // "64-hex" names no case (I21)
const MARKER_ORIGIN = 'assay-proxy';

const DECISION_NON_CLAIMS = [
  'policy decision only; does not assert or verify the upstream side effect (stays asserted, E9 ladder)',
  'an allow is the decision to forward; it does not assert the call reached or was performed by the upstream (a transport failure surfaces as proxy_failed, not here)',
  'credential referenced by alias only, never the token or declared scopes',
  'deny is fail-closed caution and allow is a policy decision \u2014 neither is a maliciousness verdict',
  'not the observation artifact (assay.mcp_manifest_observed.v0) and not the mechanism artifact (assay.enforcement_health.v0)',
];
const OBSERVATION_NON_CLAIMS = [
  'caller-visible proxy denial observation only; policy decision lives in assay.enforcement_decision.v0',
  'does not assert or verify the upstream side effect',
  'does not assert maliciousness, safety, approval, or whole-action trust',
  'must not be read as a replacement for the bound enforcement decision record',
];
const REPORT_NON_CLAIMS = [  // §3 and §6, in every report
  'allow does not prove upstream delivery',
  'deny does not establish maliciousness',
  'caller-visible denial does not prove external side-effect absence',
  'bundle integrity does not upgrade source class',
];

// ---- Findings ---------------------------------------------------------------------------------------

/** Stage 1 ends with the first failure, which this carries. */
class IntegrityFailure extends Error {
  constructor(rule, message) {
    super(message);
    this.rule = rule;
  }
}

function fail(rule, message) {
  throw new IntegrityFailure(rule, message);
}

function need(holds, rule, message) {
  if (!holds) fail(rule, message);
}

/** A finding; the stage is the one that its rule id names. */
function finding(rule, message) {
  return { stage: Number(/^stage([1-4])/.exec(rule)?.[1] ?? 1), rule, message };
}

/** The findings of stages 2 to 4: all violations, bounded in number. */
class Findings {
  list = [];
  invalid = false;

  note(rule, message) {
    if (this.list.length < MAX_FINDINGS) this.list.push(finding(rule, message));
  }

  unless(holds, rule, message) {
    if (holds) return;
    this.invalid = true;
    this.note(rule, message);
  }
}

/** A value as a finding may quote it: short, on one line, with nothing a terminal would act on. */
function quote(value) {
  if (value === undefined) return 'nothing';
  if (value instanceof Map) return 'an object';
  if (Array.isArray(value)) return 'an array';
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, MAX_QUOTE) : value);
  return typeof value === 'string' && value.length > MAX_QUOTE ? `${text}...` : text;
}

// ---- Strict JSON (RFC 8259 within the bounds of I-JSON) and its canonical form (RFC 8785) -----------

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const WORDS = [['true', true], ['false', false], ['null', null]];

/** Parses one JSON text. Objects become Maps, so that no member name (`__proto__`) is special. */
class StrictJson {
  constructor(text, rule, where) {
    this.text = text;
    this.at = 0;
    this.rule = rule;
    this.where = where;
  }

  static parse(bytes, rule, where) {
    const parser = new StrictJson(decodeUtf8(bytes, rule, where), rule, where);
    parser.need(parser.text.charCodeAt(0) !== 0xfeff, 'byte-order-mark', 'starts with a byte order mark'); // §4 (I06)
    const value = parser.value(1);
    parser.space();
    parser.need(parser.at === parser.text.length, 'trailing', 'goes on after its JSON value');          // §4
    return value;
  }

  need(holds, rule, message) {
    if (!holds) fail(`${this.rule}.${rule}`, `${this.where} ${message} (character ${this.at})`);
  }

  space() {
    while (' \t\n\r'.includes(this.text.charAt(this.at) || '-')) this.at += 1;
  }

  /** Takes a character if it comes next. */
  take(character) {
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  expect(character) {
    this.need(this.take(character), 'syntax', `lacks a ${quote(character)}`);                           // §4
  }

  /** Takes what a sticky pattern matches here, or null. */
  match(pattern) {
    pattern.lastIndex = this.at;
    const hit = pattern.exec(this.text);
    if (hit) this.at = pattern.lastIndex;
    return hit && hit[0];
  }

  value(depth) {
    this.space();
    const next = this.text[this.at];
    if (next === '{') return this.object(depth);
    if (next === '[') return this.array(depth);
    if (next === '"') return this.string();
    if (next === '-' || (next >= '0' && next <= '9')) return this.number();
    return this.word();
  }

  open(character, depth) {
    this.need(depth <= LIMITS.depth, 'depth', `is nested deeper than ${LIMITS.depth} levels`);          // §10 (I22)
    this.expect(character);
    this.space();
  }

  object(depth) {
    const members = new Map();
    this.open('{', depth);
    if (this.take('}')) return members;
    do {
      this.space();
      const name = this.string();
      this.need(!members.has(name), 'duplicate-name', `names ${quote(name)} twice`);                    // §4 (I01)
      this.space();
      this.expect(':');
      members.set(name, this.value(depth + 1));
      this.space();
    } while (this.take(','));
    this.expect('}');
    return members;
  }

  array(depth) {
    const items = [];
    this.open('[', depth);
    if (this.take(']')) return items;
    do {
      items.push(this.value(depth + 1));
      this.space();
    } while (this.take(','));
    this.expect(']');
    return items;
  }

  /** Finds the token's end here; a single string is what the library may decode. */
  string() {
    const start = this.at;
    this.expect('"');
    this.match(PLAIN);
    while (this.take('\\')) {
      this.at += 1;
      this.match(PLAIN);
    }
    this.expect('"');
    const value = this.decode(this.text.slice(start, this.at));
    this.need(value.isWellFormed(), 'surrogate', 'holds an escaped half of a surrogate pair');          // §4 (I28)
    return value;
  }

  decode(token) {
    try {
      return JSON.parse(token);
    } catch {
      return this.need(false, 'syntax', 'holds an unknown escape');                                     // §4
    }
  }

  number() {
    const text = this.match(NUMBER);
    this.need(text !== null, 'syntax', 'holds a malformed number');                                     // §4
    const value = Number(text);                                                // rounds as RFC 8785 does (I19)
    this.need(Number.isFinite(value), 'number-range', 'holds a number beyond the range of a double');   // §4 (I29)
    return value;
  }

  word() {
    const hit = WORDS.find(([word]) => this.text.startsWith(word, this.at));
    this.need(hit !== undefined, 'syntax', 'is not JSON');                                              // §4
    this.at += hit[0].length;
    return hit[1];
  }
}

function decodeUtf8(bytes, rule, where) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return fail(`${rule}.utf8`, `${where} is not UTF-8`);                                               // §4
  }
}

/** RFC 8785. ECMAScript's own serialization of strings and numbers is the one it prescribes. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value instanceof Map) {
    const names = [...value.keys()].sort();                                    // by UTF-16 code units
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value.get(name))}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

function contentId(bytes) {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

// ---- Stage 1, the container: gzip (RFC 1952) and tar ------------------------------------------------

/** Reads a file, and never more of it than one byte above the limit. */
function readBounded(path) {
  const file = openSync(path, 'r');
  try {
    const parts = [];
    let total = 0;
    while (total <= LIMITS.bundle) {
      const part = Buffer.allocUnsafe(MIB);
      const length = readSync(file, part);
      if (length === 0) break;
      parts.push(part.subarray(0, length));
      total += length;
    }
    return Buffer.concat(parts);
  } finally {
    closeSync(file);
  }
}

function readBundle(path) {
  let bytes;
  try {
    bytes = readBounded(path);
  } catch (error) {
    fail('stage1.unreadable', `the bundle cannot be read: ${error.code ?? error.message}`);             // facts: unreadable input
  }
  need(bytes.length <= LIMITS.bundle, 'stage1.limit.bundle', `the bundle is larger than ${LIMITS.bundle} bytes`); // §10 (I22)
  return bytes;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(bytes) {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i += 1) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ bytes[i]) & 0xff];
  return (crc ^ 0xffffffff) >>> 0;
}

const FHCRC = 0x02, FEXTRA = 0x04, FNAME = 0x08, FCOMMENT = 0x10, RESERVED = 0xe0;

/** The length of the gzip header. */
function gzipHeader(bytes) {
  need(bytes[0] === 0x1f && bytes[1] === 0x8b, 'stage1.gzip.magic', 'the bundle is not a gzip file');   // §4
  need(bytes.length >= 10, 'stage1.gzip.truncated', 'the gzip header is cut short');                    // §4
  need(bytes[2] === 8, 'stage1.gzip.method', 'the gzip member is not compressed with deflate');         // §4
  const flags = bytes[3];
  need((flags & RESERVED) === 0, 'stage1.gzip.reserved-flags', 'a reserved gzip flag is set');          // §4 (I27)
  let end = 10;
  if (flags & FEXTRA) end = inside(bytes, end + 2) + bytes.readUInt16LE(end);
  if (flags & FNAME) end = afterNul(bytes, end);
  if (flags & FCOMMENT) end = afterNul(bytes, end);
  if (flags & FHCRC) {
    const claimed = bytes.readUInt16LE(inside(bytes, end + 2) - 2);
    const right = (crc32(bytes.subarray(0, end)) & 0xffff) === claimed;
    need(right, 'stage1.gzip.header-crc', 'the gzip header checksum is wrong');                         // §4 (I27)
    end += 2;
  }
  return inside(bytes, end);
}

function inside(bytes, end) {
  need(end <= bytes.length, 'stage1.gzip.truncated', 'the gzip header is cut short');                   // §4
  return end;
}

function afterNul(bytes, start) {
  const nul = bytes.indexOf(0, inside(bytes, start));
  need(nul !== -1, 'stage1.gzip.truncated', 'a text of the gzip header is cut short');                  // §4
  return nul + 1;
}

/** Inflates one deflate stream; says how many bytes of input it took. */
function inflate(bytes) {
  try {
    const options = { maxOutputLength: LIMITS.decoded, chunkSize: 256 * 1024, info: true };
    const { buffer, engine } = inflateRawSync(bytes, options);
    return { decoded: buffer, consumed: engine.bytesWritten };
  } catch (error) {
    need(error.code !== 'ERR_BUFFER_TOO_LARGE', 'stage1.limit.decoded', `the archive is larger than ${LIMITS.decoded} bytes`); // §10 (I22)
    need(error.code !== 'Z_BUF_ERROR', 'stage1.gzip.truncated', 'the compressed data is cut short');    // §4
    return fail('stage1.gzip.deflate', `the compressed data cannot be decoded: ${error.code}`);         // §4
  }
}

function gunzip(bytes) {
  const start = gzipHeader(bytes);
  const { decoded, consumed } = inflate(bytes.subarray(start));
  const trailer = start + consumed;
  need(trailer + 8 <= bytes.length, 'stage1.gzip.truncated', 'the gzip trailer is cut short');          // §4
  need(bytes.readUInt32LE(trailer) === crc32(decoded), 'stage1.gzip.crc', 'the gzip checksum is wrong'); // §4
  need(bytes.readUInt32LE(trailer + 4) === decoded.length % 2 ** 32, 'stage1.gzip.length', 'the gzip length is wrong'); // §4
  need(trailer + 8 === bytes.length, 'stage1.gzip.trailing', 'bytes follow the gzip member');           // §4 (I07)
  return decoded;
}

const BLOCK = 512;
const ZEROS = Buffer.alloc(64 * 1024);

function isZero(bytes) {
  for (let at = 0; at < bytes.length; at += ZEROS.length) {
    const part = bytes.subarray(at, at + ZEROS.length);
    if (!part.equals(ZEROS.subarray(0, part.length))) return false;
  }
  return true;
}

/** A field of a tar header that holds text up to a NUL, and zeros behind it. */
function tarText(header, start, length, what) {
  const field = header.subarray(start, start + length);
  const nul = field.indexOf(0);
  const end = nul === -1 ? length : nul;
  need(isZero(field.subarray(end)), 'stage1.tar.field-padding', `bytes stand behind the NUL of the ${what}`); // §4 (I25)
  return field.toString('latin1', 0, end);
}

function tarChecksum(header) {
  const field = header.toString('latin1', 148, 156);
  const form = /^(?:[0-7]{6}[\0 ]{2}|[0-7]{7}[\0 ])$/.test(field);
  need(form, 'stage1.tar.checksum-form', 'a tar checksum is not six or seven octal digits');            // §4 (I11)
  let sum = 8 * 0x20;
  for (let i = 0; i < BLOCK; i += 1) if (i < 148 || i >= 156) sum += header[i];
  need(parseInt(field, 8) === sum, 'stage1.tar.checksum', 'the checksum of a tar header is wrong');     // §4
}

function tarSize(header) {
  const field = header.toString('latin1', 124, 136);
  need(/^[0-7]+[\0 ]*$/.test(field), 'stage1.tar.number', 'the size of an entry is not in octal digits'); // §4 (I11)
  return parseInt(field, 8);
}

/** The entry at an offset; null where a zero block, or nothing at all, stands instead. */
function tarEntry(archive, at) {
  if (at >= archive.length) return null;
  const header = archive.subarray(at, at + BLOCK);
  if (isZero(header)) return null;
  need(header.length === BLOCK, 'stage1.tar.header', 'a tar header is cut short');                      // §4
  const magic = header.toString('latin1', 257, 265);
  need(magic.startsWith('ustar\0') || magic === 'ustar  \0', 'stage1.tar.magic', 'a header has neither the ustar nor the GNU magic'); // §4 (I26)
  tarChecksum(header);
  const type = header[156];
  need(type === 0x30 || type === 0, 'stage1.tar.entry-type', 'an entry is not a regular file');         // §4 (I10)
  need(isZero(header.subarray(345, 500)), 'stage1.tar.prefix', 'a header uses the prefix field');       // §4 (I09)
  tarText(header, 157, 100, 'link field');
  const name = tarText(header, 0, 100, 'name field');
  const size = tarSize(header);
  return { name, size, start: at + BLOCK };
}

function pathSafe(name) {
  return !name.startsWith('/') && !name.includes('\\') && !name.split('/').includes('..');
}

/** The data of an entry, within its limit, and the offset behind its filling. */
function tarData(archive, entry, limit, rule) {
  need(pathSafe(entry.name), 'stage1.path.entry-name', `the name ${quote(entry.name)} leaves its folder`); // §4 path safety
  need(entry.size <= limit, rule, `${entry.name} is larger than ${limit} bytes`);                       // §10 (I22)
  const end = entry.start + entry.size;
  const next = entry.start + Math.ceil(entry.size / BLOCK) * BLOCK;
  need(next <= archive.length, 'stage1.tar.truncated', `the data of ${entry.name} is cut short`);       // §4
  need(isZero(archive.subarray(end, next)), 'stage1.tar.data-padding', `the last block of ${entry.name} is not filled with zeros`); // §4 (I25)
  return { data: archive.subarray(entry.start, end), next };
}

/** Exactly two entries, in order, then the end of the archive. */
function untar(archive) {
  const first = tarEntry(archive, 0);
  need(first !== null, 'stage1.allowlist.no-entry', 'the archive has no entry');                        // §4
  need(first.name === 'manifest.json', 'stage1.allowlist.manifest-first', `the first entry is ${quote(first.name)}, not manifest.json`); // §4 (I09)
  const manifest = tarData(archive, first, LIMITS.manifest, 'stage1.limit.manifest');
  const second = tarEntry(archive, manifest.next);
  need(second !== null, 'stage1.allowlist.one-entry', 'no second entry follows the manifest');          // §4
  need(second.name === 'events.ndjson', 'stage1.allowlist.events-second', `the second entry is ${quote(second.name)}, not events.ndjson`); // §4 (I09)
  const events = tarData(archive, second, LIMITS.events, 'stage1.limit.events-file');
  const rest = archive.subarray(events.next);
  need(isZero(rest.subarray(0, BLOCK)), 'stage1.allowlist.exactly-two', 'something follows the two entries'); // §4
  const ended = rest.length >= 2 * BLOCK && isZero(rest.subarray(BLOCK, 2 * BLOCK));
  need(ended, 'stage1.tar.end-blocks', 'no two zero blocks end the archive');                           // §4 (I08)
  need(isZero(rest), 'stage1.tar.trailing', 'bytes follow the end of the archive');                     // §4 (I07)
  return { manifest: manifest.data, events: events.data };
}

// ---- Stage 1, the contents: manifest, events, chain -------------------------------------------------

const TYPES = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value),        // of any spelling, and nothing but a number (I24)
  object: (value) => value instanceof Map,
  array: (value) => Array.isArray(value),
  present: () => true,                                // any value that is not null (I38)
};

/** What is wrong with a member that must be there: `absent`, `null`, `type`, or nothing. */
function memberFault(owner, name, type) {
  if (!owner.has(name)) return 'absent';
  if (owner.get(name) === null) return 'null';
  return TYPES[type](owner.get(name)) ? null : 'type';
}

function memberMessage(fault, name, type) {
  return fault === 'type' ? `${name} is not of type ${type}` : `${name} is ${fault}`;
}

/** A member that stage 1 cannot do without. */
function needMember(owner, name, type, rule, where) {
  const fault = memberFault(owner, name, type);
  need(fault === null, `${rule}.${fault}`, memberMessage(fault, `${where}${name}`, type));
  return owner.get(name);
}

function readManifest(bytes) {
  const manifest = StrictJson.parse(bytes, 'stage1.manifest.json', 'the manifest');
  need(manifest instanceof Map, 'stage1.manifest.object', 'the manifest is not a JSON object');         // §4
  const member = (name, type, rule) => needMember(manifest, name, type, `stage1.manifest.${rule}`, 'manifest: ');
  const version = member('schema_version', 'integer', 'schema-version');                                // §4 (I24)
  need(version === 1, 'stage1.manifest.schema-version.value', `schema_version is ${version}, not 1`);   // §4
  checkAlgorithms(member('algorithms', 'object', 'algorithms'));                                        // §4 (I13)
  return {
    all: manifest,
    count: member('event_count', 'integer', 'event-count'),                                             // §4 (I24)
    root: member('run_root', 'string', 'run-root'),                                                     // §4
    bundleId: member('bundle_id', 'string', 'bundle-id'),                                               // §4
    file: readFilesMap(member('files', 'object', 'files')),                                             // §4
  };
}

function checkAlgorithms(algorithms) {
  const expected = { canon: 'jcs-rfc8785', hash: 'sha256', root: 'sha256(concat(content_hash + "\\n"))' };
  for (const [name, value] of Object.entries(expected)) {                      // a backslash and an n, no line feed
    need(algorithms.get(name) === value, `stage1.manifest.algorithms.${name}`, `algorithms.${name} is not ${value}`); // §4 (I13)
  }
}

function readFilesMap(files) {
  const rule = 'stage1.manifest.files.events';
  const entry = needMember(files, 'events.ndjson', 'object', rule, 'files.');                           // §4
  need(files.size === 1, 'stage1.manifest.files.further', 'files lists more than events.ndjson');       // §4 (I30)
  const path = entry.has('path') ? entry.get('path') : 'events.ndjson';
  need(path === 'events.ndjson', `${rule}.path`, `the path of events.ndjson is ${quote(path)}`);        // §4 (I30)
  return {
    sha256: needMember(entry, 'sha256', 'string', `${rule}.sha256`, 'events.ndjson: '),                 // §4
    bytes: needMember(entry, 'bytes', 'integer', `${rule}.bytes`, 'events.ndjson: '),                   // §4 (I24)
  };
}

function checkFile({ file }, events) {
  const digest = contentId(events);
  need(file.sha256 === digest, 'stage1.files.sha256.value', differs('the digest of events.ndjson', digest, file.sha256)); // §4 (I15)
  need(file.bytes === events.length, 'stage1.files.bytes.value', differs('the length of events.ndjson', events.length, file.bytes)); // §4
}

function differs(what, recomputed, claimed) {
  return `${what} is ${recomputed}, not ${quote(claimed)}`;
}

/** The lines of the events file. A line ends at LF alone (I03), the last one also without (I05). */
function* linesOf(bytes) {
  let number = 0;
  for (let at = 0; at < bytes.length; number += 1) {
    const feed = bytes.indexOf(0x0a, at);
    const end = feed === -1 ? bytes.length : feed;
    need(number < LIMITS.eventCount, 'stage1.limit.event-count', `there are more than ${LIMITS.eventCount} events`); // §10 (I22)
    need(end - at <= LIMITS.line, 'stage1.limit.line', `line ${number + 1} is longer than ${LIMITS.line} bytes`); // §10 (I22)
    yield { number, bytes: bytes.subarray(at, end) };
    at = end + 1;
  }
}

function* eventsOf(bytes) {
  for (const line of linesOf(bytes)) {
    const where = `line ${line.number + 1}`;
    const blank = line.bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
    need(!blank, 'stage1.event.json.blank-line', `${where} holds no event`);                            // §4 (I04)
    const event = StrictJson.parse(line.bytes, 'stage1.event.json', where);
    need(event instanceof Map, 'stage1.event.object', `${where} is not a JSON object`);                 // §4
    yield { event, number: line.number, where };
  }
}

const EVENT_STRINGS = ['specversion', 'type', 'source', 'id', 'time', 'datacontenttype', 'assayrunid', 'assaycontenthash'];

/** The members that each event carries at least (§4); strings may be empty, data any value (I31). */
function checkEnvelope(event, where) {
  for (const name of EVENT_STRINGS) needMember(event, name, 'string', `stage1.event.${name}`, `${where}: `); // §4 (I31)
  needMember(event, 'assayseq', 'integer', 'stage1.event.assayseq', `${where}: `);                      // §4 (I24)
  need(event.has('data'), 'stage1.event.data.absent', `${where}: data is absent`);                      // §4
  need(event.get('specversion') === '1.0', 'stage1.event.specversion.value', `${where}: specversion is not 1.0`); // §4
  need(event.get('datacontenttype') === 'application/json', 'stage1.event.datacontenttype.value', `${where}: datacontenttype is not application/json`); // §4 (I14)
}

function contentHash(event) {
  const hashed = new Map();
  for (const name of ['specversion', 'type', 'datacontenttype', 'subject', 'data']) {
    if (event.has(name)) hashed.set(name, event.get(name));                    // a null subject is there (I20)
  }
  return contentId(canonical(hashed));
}

/** §4 runs each check over all events before the next: the first failure of each is kept until then. */
class FirstFailures {
  seen = new Map();

  unless(holds, rule, message) {
    if (!holds && !this.seen.has(rule)) this.seen.set(rule, message);
  }

  raise(rule) {
    need(!this.seen.has(rule), rule, this.seen.get(rule));
  }
}

/** Recomputes every event; returns what the manifest is to agree with. */
function readEvents(bytes) {
  const first = new FirstFailures();
  const root = createHash('sha256');
  let runId, count = 0;
  for (const { event, number, where } of eventsOf(bytes)) {
    checkEnvelope(event, where);
    const [claimed, id, seq, run] = ['assaycontenthash', 'id', 'assayseq', 'assayrunid'].map((name) => event.get(name));
    const hash = contentHash(event), ownId = `${run}:${number}`;
    runId ??= run;
    first.unless(claimed === hash, 'stage1.content-hash.value', differs(`${where}: the content hash`, hash, claimed)); // §4
    first.unless(id === ownId, 'stage1.id.value', differs(`${where}: the id`, quote(ownId), id));       // §4
    first.unless(seq === number, 'stage1.sequence.contiguous', differs(`${where}: assayseq`, number, seq)); // §4 (I33)
    first.unless(run === runId, 'stage1.run-id.consistent', differs(`${where}: the run id`, quote(runId), run)); // §4
    root.update(`${hash}\n`);
    count += 1;
  }
  return { first, runId, count, root: `sha256:${root.digest('hex')}` };
}

function checkChain({ all, count, root, bundleId }, run) {
  for (const rule of ['content-hash.value', 'id.value', 'sequence.contiguous', 'run-id.consistent']) {
    run.first.raise(`stage1.${rule}`);                                                                  // §4, in its order
  }
  const sameRun = !all.has('run_id') || run.count === 0 || all.get('run_id') === run.runId;
  need(sameRun, 'stage1.run-id.manifest', 'the manifest\'s run_id is not that of the events');          // §4 (I32)
  need(count === run.count, 'stage1.event-count.value', differs('the number of events', run.count, count)); // §4
  need(root === run.root, 'stage1.run-root.value', differs('the run root', run.root, root));            // §4
  need(bundleId === run.root, 'stage1.bundle-id.value', differs('the bundle id', run.root, bundleId));  // §4, last on purpose
}

/** Stage 1 as a whole: the bytes of the events file, verified. */
function stage1(path) {
  const files = untar(gunzip(readBundle(path)));
  const manifest = readManifest(files.manifest);
  checkFile(manifest, files.events);
  checkChain(manifest, readEvents(files.events));
  return files.events;
}

// ---- Stage 2: well-formed records -------------------------------------------------------------------

function kindOf(profile, name) {
  return profile.kinds.find((kind) => name.startsWith(kind.prefix));
}

/** The schema that a payload declares; data without one is outside the namespace (I34). */
function schemaOf(data) {
  const schema = data instanceof Map ? data.get('schema') : undefined;
  return typeof schema === 'string' ? schema : '';
}

/** Selects the profile's records by schema (§2, I35); keeps the first of a kind, counts the others. */
function selectRecords(bytes, profile, found) {
  const records = { decision: [], observation: [], establish: [] };
  for (const { event, where } of eventsOf(bytes)) {
    const type = event.get('type'), schema = schemaOf(event.get('data'));
    const kind = kindOf(profile, schema), typeKind = kindOf(profile, type);
    if (kind && schema === kind.schema) records[kind.name].push(records[kind.name].length === 0 ? event.get('data') : null);
    checkNames(found, where, { type, schema, kind, typeKind });
  }
  return records;
}

function checkNames(found, where, { type, schema, kind, typeKind }) {
  if (kind) {
    found.unless(schema === kind.schema, `stage2.schema.unrecognized.${kind.name}`,
      `${where}: the schema ${quote(schema)} is inside the namespace and unknown`);                     // §5 stage 2
    found.unless(type === schema, `stage2.type.equals-schema.${kind.name}`,
      `${where}: the type ${quote(type)} is not the schema ${quote(schema)}`);                          // §2
  } else {
    found.unless(!typeKind, `stage2.type.without-schema.${typeKind?.name}`,
      `${where}: the type ${quote(type)} stands over a payload of no such schema`);                     // §2
  }
}

function checkCardinality(found, { decision, observation, establish }) {
  const several = (records) => `there are ${records.length} of them`;
  found.unless(decision.length > 0, 'stage2.cardinality.decision.none', 'there is no decision record'); // §5 stage 2
  found.unless(decision.length <= 1, 'stage2.cardinality.decision.many', several(decision));            // §5 stage 2
  found.unless(observation.length <= 1, 'stage2.cardinality.observation.many', several(observation));   // §5 stage 2 (I41)
  found.unless(establish.length <= 1, 'stage2.cardinality.establish.many', several(establish));         // §5 stage 2
}

/** Reads one record. A missing or wrongly typed member is a violation, and reads as undefined. */
class RecordReader {
  constructor(found, kind) {
    this.found = found;
    this.kind = kind;
  }

  unless(holds, rule, message) {
    this.found.unless(holds, `stage2.${this.kind}.${rule}`, `${this.kind}: ${message}`);
  }

  /** A member of this type (nothing is asked of the members of what could not be read itself). */
  member(owner, name, type, rule = name.replaceAll('_', '-')) {
    if (owner === undefined) return undefined;
    const fault = memberFault(owner, name, type);
    this.unless(fault === null, `${rule}.${fault}`, memberMessage(fault, name, type));
    return fault === null ? owner.get(name) : undefined;
  }

  /** A condition on a value that could be read. */
  check(value, holds, rule) {
    if (value !== undefined) this.unless(holds, rule, `${rule.split('.')[0]} is ${quote(value)}`);
  }

  contains(list, strings) {
    const lacks = (text) => list !== undefined && !list.includes(text);
    strings.forEach((text, i) => this.unless(!lacks(text), `non-claims.${i + 1}`, `non_claims lacks ${quote(text)}`));
  }
}

function checkDecision(found, record) {
  const read = new RecordReader(found, 'decision');
  const decision = read.member(record, 'decision', 'string');                                           // §5 stage 2
  read.check(decision, DECISIONS.includes(decision), 'decision.vocabulary');                            // §5 stage 2
  const reason = read.member(record, 'reason', 'string');                                               // §5 stage 2
  read.check(reason, REASONS.includes(reason), 'reason.vocabulary');                                    // §5 stage 2
  const drift = read.member(record, 'drift_state', 'string');                                           // §5 stage 2
  read.check(drift, DRIFT_STATES.includes(drift), 'drift-state.vocabulary');                            // §5 stage 2
  const tool = read.member(record, 'tool', 'object');                                                   // §5 stage 2
  const name = read.member(tool, 'name', 'string', 'tool-name');                                        // §5 stage 2
  read.check(name, name !== '', 'tool-name.empty');                                                     // §5 stage 2
  const action = read.member(record, 'action', 'object');                                               // §5 stage 2
  const digest = read.member(action, 'target_digest', 'string');                                        // §5 stage 2
  read.check(digest, TARGET_DIGEST.test(digest), 'target-digest.form');                                 // §5 stage 2
  const closed = read.member(record, 'fail_closed', 'boolean');                                         // §5 stage 2 (I39)
  read.check(closed, closed === (decision === 'deny'), `fail-closed.${decision === 'deny' ? 'deny' : 'allow'}`); // §5 stage 2
  read.contains(read.member(record, 'non_claims', 'array'), DECISION_NON_CLAIMS);                       // §5 stage 2 (I40)
}

function checkObservation(found, record) {
  const read = new RecordReader(found, 'observation');
  const call = read.member(record, 'call', 'object');                                                   // §5 stage 2
  const name = read.member(call, 'tool_name', 'string');                                                // §5 stage 2 (I37)
  read.check(name, name !== '', 'tool-name.empty');                                                     // §5 stage 2
  const error = read.member(record, 'caller_visible_error', 'object', 'error');                         // §5 stage 2
  read.member(error, 'code', 'present');                                                                // §5 stage 2 (I38)
  read.member(error, 'origin', 'present');                                                              // §5 stage 2 (I38)
  read.member(error, 'reason', 'present');                                                              // §5 stage 2 (I38)
  const digest = read.member(record, 'caller_visible_response_digest', 'string', 'response-digest');    // §5 stage 2
  read.check(digest, RESPONSE_DIGEST.test(digest), 'response-digest.form');                             // §5 stage 2 (I21)
  read.contains(read.member(record, 'non_claims', 'array'), OBSERVATION_NON_CLAIMS);                    // §5 stage 2 (I40)
}

function checkEstablish(found, record) {
  const read = new RecordReader(found, 'establish');
  const path = read.member(record, 'establish_path', 'string', 'path');                                 // §5 stage 2
  read.check(path, ESTABLISH_PATHS.includes(path), 'path.vocabulary');                                  // §5 stage 2
  const outcome = read.member(record, 'run_outcome', 'string');                                         // §5 stage 2
  const attempted = read.member(record, 'establish_attempted', 'boolean', 'attempted');                 // §5 stage 2 (I39)
  const rule = outcome === 'not_performed' ? 'attempted.not-performed' : 'attempted.performed';
  if (outcome !== undefined) read.check(attempted, attempted === (outcome !== 'not_performed'), rule);  // §5 stage 2
}

/** Constraints of a kind run only at its allowed cardinality (§5 stage 2, I41). */
function stage2(bytes, profile, found) {
  const { decision, observation, establish } = selectRecords(bytes, profile, found);
  checkCardinality(found, { decision, observation, establish });
  const single = (records) => (records.length === 1 ? records[0] : undefined);
  const records = { decision: single(decision), observation: single(observation), establish: single(establish), decisions: decision.length };
  if (records.decision) checkDecision(found, records.decision);
  if (records.observation) checkObservation(found, records.observation);
  if (records.establish) checkEstablish(found, records.establish);
  return records;
}

// ---- Stages 3 and 4: binding, claims ----------------------------------------------------------------

/** A value at a path of member names; undefined where the path breaks off. */
function dig(value, ...names) {
  return names.reduce((owner, name) => (owner instanceof Map ? owner.get(name) : undefined), value);
}

/** The marker triple; the schema holds by selection. Values are compared with their types (I02). */
function isMarker(observation, profile) {
  return dig(observation, 'caller_visible_error', 'code') === profile.markerCode
    && dig(observation, 'caller_visible_error', 'origin') === MARKER_ORIGIN;
}

/** Looks at the marker whatever stage 2 found, as far as the members can be read (I42). */
function stage3({ decision, observation, decisions }, profile, found) {
  if (!isMarker(observation, profile)) return false;
  const tool = dig(observation, 'call', 'tool_name');
  const digest = dig(observation, 'call', 'target_digest') ?? '';
  found.unless(decisions > 0, 'stage3.marker.backed', 'no decision record backs the marker');           // §5 stage 3
  found.unless(digest !== '', 'stage3.marker.unbindable', 'the marker has no target_digest');           // §5 stage 3
  if (decision === undefined) return true;
  const sameTool = tool === dig(decision, 'tool', 'name');
  const sameDigest = digest === dig(decision, 'action', 'target_digest');
  found.unless(sameTool, 'stage3.binding.tool', `the marker's tool ${quote(tool)} is not the decision's`); // §5 stage 3
  found.unless(sameDigest, 'stage3.binding.digest', `the marker's digest ${quote(digest)} is not the decision's`); // §5 stage 3
  return true;
}

function contradicts(decision, path) {
  if (decision === 'allow') return path === 'immediate_deny' || path === 'established_then_denied';
  return path === 'established_then_allowed';
}

/** The claim matrix (§5 stage 4). The establish record, and approval_retained_view (§7), move no cell. */
function stage4(records, marked, found) {
  const decision = records.decision.get('decision');
  const path = dig(records.establish, 'establish_path');
  const reported = (status) => ({ status, source_class: 'producer_reported' });
  let denial = { status: 'incomplete' };                                                                // §5 stage 4: no marker
  if (marked && decision === 'deny') denial = reported('confirmed');                                    // §5 stage 4: deny + bound marker
  if (marked && decision === 'allow') denial = reported('refuted');                                     // §5 stage 4: allow + bound marker
  if (marked && decision === 'allow') {
    found.note('stage4.contradiction.marker', 'an allow, and a denial of the same call shown to the caller'); // §5 stage 4
  }
  if (contradicts(decision, path)) {
    found.note('stage4.contradiction.establish', `the journey ${quote(path)} contradicts ${quote(decision)}`); // §5 stage 4
  }
  return {
    policy_decision_recorded: reported('confirmed'),
    caller_visible_denial: denial,
    upstream_delivery: { status: 'incomplete' },
    external_side_effect: { status: 'incomplete' },
  };
}

// ---- The report (§3) --------------------------------------------------------------------------------

function report(profile, outcome, findings) {
  return { schema: REPORT_SCHEMA, profile: profile.id, ...outcome, findings, non_claims: REPORT_NON_CLAIMS };
}

/** Stages 2 to 4, over bytes that stage 1 has verified. */
function judge(events, profile) {
  const found = new Findings();
  const records = stage2(events, profile, found);
  const marked = stage3(records, profile, found);
  if (found.invalid) return report(profile, { bundle_integrity: 'pass', verdict: 'invalid' }, found.list);
  const claims = stage4(records, marked, found);
  return report(profile, { bundle_integrity: 'pass', verdict: 'valid', claims }, found.list);
}

export function verify(path, profile = PROFILES.get('v0')) {
  try {
    return judge(stage1(path), profile);
  } catch (error) {                                                            // whatever it is: fail closed, §10
    const rule = error instanceof IntegrityFailure ? error.rule : 'stage1.verifier-fault';
    return report(profile, { bundle_integrity: 'fail' }, [finding(rule, String(error?.message ?? error))]);
  }
}

function main(words) {
  const [name, paths] = words[0] === '--profile' ? [words[1], words.slice(2)] : ['v0', words];
  if (paths.length !== 1 || !PROFILES.has(name)) {
    process.stderr.write('usage: node verify.mjs [--profile v0|v1] BUNDLE\n');
    return 2;
  }
  const result = verify(paths[0], PROFILES.get(name));
  process.stdout.on('error', () => {});                                        // the reader went away
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  return result.verdict === 'valid' ? 0 : 1;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = main(process.argv.slice(2));
}
