// The beginning of a verifier for privileged-mcp-action/v0.
//
//     node verify.mjs BUNDLE
//
// prints one report (Section 3) as one JSON object. Done so far: the archive
// holds exactly manifest.json, then events.ndjson. Everything else is marked
// TODO, and until it is written no bundle is called valid. Node 20 or newer,
// standard library only.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const NAMES = ["manifest.json", "events.ndjson"];
const BLOCK = 512;
// Bytes that are unpacked at most: bundles come from anybody.
const LIMIT = 64 * 1024 * 1024;

/** Stage 1 fails; the message says why. */
class Broken extends Error {}

function check(condition, otherwise) {
  if (!condition) throw new Broken(otherwise);
}

function digest(data) {
  return "sha256:" + createHash("sha256").update(data).digest("hex");
}

/** The text of a header's field, up to the first NUL. */
function field(header, start, end) {
  return header.toString("latin1", start, end).split("\0")[0];
}

/** The entries of a tar archive, up to its first block of zeros. */
function entries(archive) {
  const found = [];
  let at = 0;
  while (at + BLOCK <= archive.length) {
    const header = archive.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const size = field(header, 124, 136).trim();
    check(/^[0-7]+$/.test(size), "an entry's size is no octal number");
    const start = at + BLOCK;
    const end = start + parseInt(size, 8);
    check(end <= archive.length, "an entry is cut off");
    const [name, type] = [field(header, 0, 100), field(header, 156, 157)];
    found.push({ name, type, data: archive.subarray(start, end) });
    at = start + Math.ceil((end - start) / BLOCK) * BLOCK;
  }
  return found;
}

/** Section 4: a .tar.gz with exactly two entries, in this order. */
function readBundle(path) {
  let archive;
  try {
    archive = gunzipSync(readFileSync(path), { maxOutputLength: LIMIT });
  } catch (error) {
    throw new Broken(`cannot read the bundle: ${error.message}`);
  }
  const found = entries(archive);
  const names = found.map((entry) => entry.name).join("\n");
  check(names === NAMES.join("\n"), "not the two files, in order");
  const regular = found.every((entry) => entry.type === "0");
  check(regular, "an entry is no regular file");
  return found.map((entry) => entry.data);
}

/** Stage 1, Section 4: the first check that does not hold ends it. */
function checkIntegrity(manifestBytes, events) {
  let manifest;
  try {
    manifest = JSON.parse(manifestBytes.toString("utf8"));
  } catch (error) {
    throw new Broken(`the manifest is no JSON: ${error.message}`);
  }
  const pinned = manifest?.files?.["events.ndjson"];
  // Your first fix stands ready: take each "// FIX" away.
  // FIX check(pinned?.sha256 === digest(events), "events.ndjson is not as pinned");
  // TODO: bytes, then of each line: content hash, id, sequence, run id; event
  // count and run_root; last of all bundle_id. The rules of it:
  // mcp-evidence list rules --suite privileged-mcp-action-v0-rules 'stage1.*'
}

function verify(path) {
  try {
    const [manifest, events] = readBundle(path);
    checkIntegrity(manifest, events);
  } catch (fault) {
    if (!(fault instanceof Broken)) throw fault;
    return { bundle_integrity: "fail", findings: [fault.message] };
  }
  // TODO: stage 2, stage 3, and the claims of stage 4 (Section 5).
  return {
    bundle_integrity: "pass",
    verdict: "invalid",
    findings: ["TODO: stages 2 to 4 are not written yet"],
  };
}

const report = {
  schema: "assay.privileged_mcp_action.verify.report.v0",
  profile: "privileged-mcp-action/v0",
  ...verify(process.argv[2]),
  non_claims: [
    "allow does not prove upstream delivery",
    "deny does not establish maliciousness",
    "caller-visible denial does not prove external side-effect absence",
    "bundle integrity does not upgrade source class",
  ],
};
console.log(JSON.stringify(report, null, 2));
