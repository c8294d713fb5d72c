#!/usr/bin/env python3
"""A verifier for the open profile privileged-mcp-action, v0 and v1, in one file.

    verify.py [--profile v0|v1] <bundle-path>

prints one JSON report (Section 3) and exits 0 if the bundle is intact and
valid, 1 otherwise. Whatever the bytes are, a report comes out. The profile is
v0 unless the command line says otherwise; no bundle is asked.

How it was made: written from the profile text and the kit's published list of
interpretations, with the fourteen published bundles and their expected
outcomes at hand. No other verifier was read. It is therefore a second reading
of the text by the same project, and no blind reproduction of it.

How to read it: verify() at the end shows the stages in order. Every check is
one statement that names its source: "Section n" is the profile text, "Inn" an
interpretation; the sections are v0's. What v1 changes stands in PROFILES.
Delete a check, run the rule corpus, and see which vectors notice.

Python 3.9 or later, standard library only.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import sys
import zlib
from json.encoder import encode_basestring
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple

# --- Limits (I22) -----------------------------------------------------------

MIB = 1024 * 1024
MAX_BUNDLE_BYTES = 100 * MIB
MAX_DECODED_BYTES = 1024 * MIB
MAX_MANIFEST_BYTES = MIB
MAX_EVENTS_BYTES = 500 * MIB
MAX_EVENTS = 100_000
MAX_LINE_BYTES = MIB
MAX_DEPTH = 64
MAX_FINDINGS = 100  # a stage, in our report: a bundle can break a rule 100,000 times

# --- Vocabulary (Sections 2 to 6; non-claims from the published bundles) ----

REPORT_SCHEMA = "assay.privileged_mcp_action.verify.report.v0"

DECISION = "assay.enforcement_decision.v0"
ESTABLISH = "assay.manifest_establish.v0"
NAMESPACES = (
    "assay.enforcement_decision.", "assay.denied_call_observation.", "assay.manifest_establish.",
)
DECISIONS = ("allow", "deny")
REASONS = (
    "unclassified_tool_call", "classification_incomplete", "no_declared_allowance",
    "credential_scope_unknown", "credential_scope_insufficient", "manifest_baseline_missing",
    "manifest_observation_ambiguous", "manifest_current_observation_incomplete",
    "manifest_drifted_since_approval", "allow",
)
DRIFT_STATES = (
    "satisfied", "baseline_missing", "current_observation_incomplete", "observation_ambiguous",
    "drifted", "not_evaluated",
)
ESTABLISH_PATHS = (
    "no_establish_needed", "established_then_allowed", "established_then_denied", "immediate_deny",
)
CONTRADICTIONS = (
    ("allow", "immediate_deny"), ("allow", "established_then_denied"),
    ("deny", "established_then_allowed"),
)
MARKER_ORIGIN = "assay-proxy"


class Profile(NamedTuple):
    """What differs between the versions."""

    id: str
    observation: str  # the schema of the observation record
    marker_code: int


PROFILES = {
    "v0": Profile("privileged-mcp-action/v0", "assay.denied_call_observation.v0", -32042),
    "v1": Profile("privileged-mcp-action/v1", "assay.denied_call_observation.v1", -31999),
}
ALGORITHMS = (  # the root's \n is a backslash and the letter n
    ("canon", "jcs-rfc8785"), ("hash", "sha256"), ("root", 'sha256(concat(content_hash + "\\n"))'),
)
DECISION_NON_CLAIMS = (
    "policy decision only; does not assert or verify the upstream side effect (stays asserted, "
    "E9 ladder)",
    "an allow is the decision to forward; it does not assert the call reached or was performed "
    "by the upstream (a transport failure surfaces as proxy_failed, not here)",
    "credential referenced by alias only, never the token or declared scopes",
    "deny is fail-closed caution and allow is a policy decision \u2014 neither is a "
    "maliciousness verdict",
    "not the observation artifact (assay.mcp_manifest_observed.v0) and not the mechanism "
    "artifact (assay.enforcement_health.v0)",
)
OBSERVATION_NON_CLAIMS = (
    "caller-visible proxy denial observation only; policy decision lives in "
    "assay.enforcement_decision.v0",
    "does not assert or verify the upstream side effect",
    "does not assert maliciousness, safety, approval, or whole-action trust",
    "must not be read as a replacement for the bound enforcement decision record",
)
REPORT_NON_CLAIMS = (
    "allow does not prove upstream delivery",
    "deny does not establish maliciousness",
    "caller-visible denial does not prove external side-effect absence",
    "bundle integrity does not upgrade source class",
)


# --- Failures and findings --------------------------------------------------

class IntegrityFailure(Exception):
    """The first stage-1 check that did not hold."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule, self.message = rule, message


def require(holds: bool, rule: str, message: str) -> None:
    """A check of stage 1: the first one that does not hold ends the verification."""
    if not holds:
        raise IntegrityFailure(rule, message)


class Findings(list):
    """The findings of one stage. In stages 2 and 3 all are kept, and none ends the stage."""

    def __init__(self, stage: int) -> None:
        super().__init__()
        self.stage = stage

    def add(self, rule: str, message: str) -> None:
        if len(self) == MAX_FINDINGS:
            rule, message = "more findings", "further findings are not listed"
        if len(self) <= MAX_FINDINGS:
            self.append({"stage": self.stage, "rule": rule, "message": message})

    def require(self, holds: bool, rule: str, message: str) -> None:
        if not holds:
            self.add(rule, message)


def show(value: Any) -> str:
    """A bundle's value for a message: short, and ASCII whatever it holds."""
    text = ascii(value)
    return text if len(text) <= 80 else text[:77] + "..."


# --- Strict JSON ------------------------------------------------------------

# An unclosed string runs to the end of the text, so that one pass is enough.
STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)
NO_BRACKET = re.compile(r"[^\[\]{}]+")
SURROGATE = re.compile("[\ud800-\udfff]")


def parse_json(raw: bytes, what: str) -> Any:
    """Parses one I-JSON text. Every number becomes a double, as RFC 8785 hashes it (I19)."""
    try:
        text = raw.decode("utf-8")  # strict: no overlong forms, no encoded surrogates
    except UnicodeDecodeError as error:
        raise IntegrityFailure("utf-8", f"{what} is not UTF-8 at byte {error.start}") from None
    require(depth_of(text) <= MAX_DEPTH, "depth limit", f"{what} is nested too deeply")  # I22
    try:
        value = DECODER.decode(text)  # a BOM is no white space here (I06)
    except json.JSONDecodeError as error:
        raise IntegrityFailure("json", f"{what}: {error.msg} at character {error.pos}") from None
    # Only an escape can bring a surrogate in, and a pair has become one character by now.
    lone = "\\u" in text and SURROGATE.search(canonical(value)) is not None
    require(not lone, "lone surrogate", f"{what} escapes a lone surrogate")  # I28
    return value


def depth_of(text: str) -> int:
    """The deepest nesting, counted before the recursive parser sees the text."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return 0
    depth = deepest = 0
    for bracket in NO_BRACKET.sub("", STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        deepest = depth if depth > deepest else deepest
    return deepest


def object_from(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    members = dict(pairs)  # names are compared after unescaping
    require(len(members) == len(pairs), "duplicate member", "a member name is repeated")  # I01
    return members


def number_from(text: str) -> float:
    """Takes all that Python's decoder takes for a number: NaN, Infinity and -Infinity too."""
    number = float(text)  # never int(): Python limits its digits
    require(math.isfinite(number), "number range", "a number is outside a double's range")  # I29
    return number


DECODER = json.JSONDecoder(
    object_pairs_hook=object_from,
    parse_int=number_from, parse_float=number_from, parse_constant=number_from,
)


# --- Canonical JSON (RFC 8785) and digests ----------------------------------

def canonical(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, float):
        return canonical_number(value)
    if isinstance(value, str):
        return encode_basestring(value)  # short escapes, \u00xx for other controls, nothing else
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
    return "{" + ",".join(encode_basestring(n) + ":" + canonical(value[n]) for n in names) + "}"


def canonical_number(number: float) -> str:
    """ECMAScript's Number::toString. repr() supplies the shortest digits that round-trip."""
    if number == 0:
        return "0"
    sign = "-" if number < 0 else ""
    mantissa, _, exponent = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    # The value is 0.DIGITS times ten to the power of point.
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    if len(digits) <= point <= 21:
        return sign + digits.ljust(point, "0")
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    tail = "." + digits[1:] if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{tail}e{point - 1:+d}"


def sha256_of(data: bytes) -> str:
    return "sha256:" + hashlib.sha256(data).hexdigest()


# --- Stage 1, the container: file, gzip, tar (Section 4) --------------------

def read_bundle(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BUNDLE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise IntegrityFailure("unreadable", f"the bundle cannot be read: {reason}") from None
    require(len(data) <= MAX_BUNDLE_BYTES, "bundle size limit", "the bundle is over 100 MiB")  # I22
    return data


def gunzip(data: bytes) -> bytearray:
    """Decodes the one gzip member that the whole file has to be (RFC 1952)."""
    at = gzip_header_length(data)
    decoded = bytearray()
    engine = zlib.decompressobj(-zlib.MAX_WBITS)
    while not engine.eof:
        piece = engine.unconsumed_tail
        if not piece:
            piece = data[at : at + 65536]
            at += len(piece)
        try:
            output = engine.decompress(piece, MIB)
        except zlib.error:
            raise IntegrityFailure("deflate", "the compressed data is damaged") from None
        if not piece and not output:
            raise IntegrityFailure("deflate", "the compressed data is cut short")
        decoded += output
        require(len(decoded) <= MAX_DECODED_BYTES, "decoded size limit", "over 1 GiB")  # I22
    trailer = data[at - len(engine.unused_data) :]
    crc, length = number_at(trailer, 0, 4), number_at(trailer, 4, 8)
    require(len(trailer) >= 8, "gzip trailer", "the gzip trailer is cut short")
    require(crc == zlib.crc32(decoded), "gzip trailer", "the CRC does not match")
    require(length == len(decoded), "gzip trailer", "the length does not match")
    require(len(trailer) <= 8, "gzip members", "bytes follow the gzip member")  # I07
    return decoded


def gzip_header_length(data: bytes) -> int:
    require(len(data) >= 10, "gzip header", "too short for a gzip header")
    require(data[:2] == b"\x1f\x8b", "gzip header", "no gzip file")
    require(data[2] == 8, "gzip header", "the compression method is not deflate")
    flags = data[3]
    require(flags & 0xE0 == 0, "gzip header", "a reserved flag is set")  # I27
    at = 10  # mtime, extra flags and the OS byte may hold anything (I12)
    if flags & 0x04:  # FEXTRA
        at += 2 + number_at(data, at, at + 2)
    if flags & 0x08:  # FNAME
        at = after_nul(data, at)
    if flags & 0x10:  # FCOMMENT
        at = after_nul(data, at)
    if flags & 0x02:  # FHCRC
        crc, stated = zlib.crc32(data[:at]) & 0xFFFF, number_at(data, at, at + 2)
        require(stated == crc, "gzip header", "the header CRC does not match")  # I27
        at += 2
    return at


def after_nul(data: bytes, at: int) -> int:
    end = data.find(b"\0", at)
    require(end >= 0, "gzip header", "a header text has no end")
    return end + 1


def number_at(data: bytes, start: int, end: int) -> int:
    return int.from_bytes(data[start:end], "little")


BLOCK = 512
TAR_MAGICS = (b"ustar\0", b"ustar  \0")  # POSIX of any version, GNU (I12, I26)
TAR_SIZE = re.compile(rb"([0-7]+)[\0 ]*")
TAR_CHECKSUM = re.compile(rb"([0-7]{6,7})[\0 ]+")


def untar(archive: bytearray) -> Tuple[bytes, bytes]:
    """Takes the two files out of the archive: manifest.json first, then events.ndjson."""
    view = memoryview(archive)
    manifest, at = read_entry(view, 0, b"manifest.json", MAX_MANIFEST_BYTES)
    events, at = read_entry(view, at, b"events.ndjson", MAX_EVENTS_BYTES)
    require(len(view) >= at + 2 * BLOCK, "tar end", "the end-of-archive blocks are missing")  # I08
    end = bytes(view[at : at + 2 * BLOCK])
    require(is_zero(end[:BLOCK]), "two-file allowlist", "the archive has more than two entries")
    require(is_zero(end[BLOCK:]), "tar end", "the second end-of-archive block is missing")  # I08
    for start in range(at + 2 * BLOCK, len(view), MIB):
        padding = bytes(view[start : start + MIB])
        require(is_zero(padding), "tar end", "bytes follow the end of the archive")  # I07
    return manifest, events


def read_entry(view: memoryview, at: int, name: bytes, limit: int) -> Tuple[bytes, int]:
    """The entry's data, and where its last block ends."""
    what = name.decode()
    header = bytes(view[at : at + BLOCK])
    require(len(header) == BLOCK, "tar header", f"the archive ends where {what} should stand")
    require(not is_zero(header), "two-file allowlist", f"the archive ends before {what}")
    magic = header[257:265]
    require(magic.startswith(TAR_MAGICS), "tar header", "no ustar and no GNU header")  # I26
    counted = sum(header[:148] + b" " * 8 + header[156:])
    require(octal(TAR_CHECKSUM, header[148:156]) == counted, "tar header", "wrong checksum")  # I11
    require(header[156:157] in (b"0", b"\0"), "tar header", "an entry is no regular file")  # I10
    require(is_zero(header[345:500]), "tar header", "a name prefix is set")  # I09
    named = header[:100] == name.ljust(100, b"\0")  # I09, I25: no other spelling, nothing behind
    require(named, "two-file allowlist", f"the entry is not named {what}")
    link = header[157:257]
    require(is_zero(link.partition(b"\0")[2]), "tar header", "bytes hide in the link field")  # I25
    length = octal(TAR_SIZE, header[124:136])
    require(length >= 0, "tar header", f"the size of {what} is not octal")  # I11
    require(length <= limit, "file size limit", f"{what} is over {limit} bytes")  # I22
    start, end = at + BLOCK, at + BLOCK + length
    padded = end + -length % BLOCK
    require(padded <= len(view), "tar data", f"{what} is cut short")
    require(is_zero(bytes(view[end:padded])), "tar data", f"{what} has non-zero padding")  # I25
    return bytes(view[start:end]), padded


def octal(form: re.Pattern[bytes], field: bytes) -> int:
    digits = form.fullmatch(field)
    return int(digits.group(1), 8) if digits is not None else -1


def is_zero(block: bytes) -> bool:
    return not block.strip(b"\0")


# --- Stage 1, the manifest and the events (Section 4) -----------------------

class Event(NamedTuple):
    """What the later checks need of one event line."""

    type: str
    id: str
    run_id: str
    seq: float
    stated_hash: str
    computed_hash: str
    schema: Any
    line: bytes  # not its value: a hostile bundle holds many, and stage 2 reads three at most


def member(value: Any, *names: str) -> Any:
    """A nested member, or None where it is absent, null or out of reach."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def is_integer(value: Any) -> bool:
    """An integer in any spelling. Parsed numbers are doubles, and true is no number (I24)."""
    return isinstance(value, float) and value.is_integer()


def check_manifest_structure(manifest: Any) -> None:
    require(isinstance(manifest, dict), "manifest structure", "the manifest is no object")
    version, count = manifest.get("schema_version"), manifest.get("event_count")
    require(is_integer(version) and version == 1, "manifest structure", "schema_version is not 1")
    require(is_integer(count), "manifest structure", "event_count is no integer")  # I24
    algorithms = manifest.get("algorithms")
    require(isinstance(algorithms, dict), "manifest structure", "algorithms is no object")  # I13
    for name, value in ALGORITHMS:
        require(algorithms.get(name) == value, "algorithms", f"algorithms.{name} differs")  # I13
    files = manifest.get("files")
    require(isinstance(files, dict), "manifest structure", "files is no object")
    entry = files.get("events.ndjson")
    require(isinstance(entry, dict), "manifest structure", "files pins no events.ndjson")


def check_files(manifest: Dict[str, Any], events: bytes) -> None:
    files = manifest["files"]
    require(len(files) == 1, "two-file allowlist", "files lists a further file")  # I30
    entry = files["events.ndjson"]
    path = entry.get("path", "events.ndjson")
    require(path == "events.ndjson", "path safety", "files names another path")  # I30
    digest, size = entry.get("sha256"), entry.get("bytes")
    require(digest == sha256_of(events), "file hash", "events.ndjson has another hash")  # I15
    sized = is_integer(size) and size == len(events)  # I24
    require(sized, "file size", "events.ndjson has another size")


def lines_of(events: bytes) -> Iterator[bytes]:
    """Splits on LF alone. The last line may lack it (I03, I05); a blank line stays one (I04)."""
    start = 0
    while start < len(events):
        end = events.find(b"\n", start)
        end = len(events) if end < 0 else end
        yield events[start:end]
        start = end + 1


def read_events(data: bytes) -> List[Event]:
    events = []
    for number, line in enumerate(lines_of(data), start=1):
        require(number <= MAX_EVENTS, "event count limit", f"more than {MAX_EVENTS} events")  # I22
        require(len(line) <= MAX_LINE_BYTES, "line size limit", f"line {number} is too long")  # I22
        events.append(read_event(line, f"line {number}"))
    return events


def read_event(line: bytes, what: str) -> Event:
    event = parse_json(line, what)
    check_event_structure(event, what)
    schema = member(event, "data", "schema")  # data may be any JSON value (I34)
    return Event(
        event.get("type"), event.get("id"), event.get("assayrunid"), event.get("assayseq"),
        event.get("assaycontenthash"), content_hash(event),
        schema, line if in_namespace(schema) else b"",
    )


def check_event_structure(event: Any, what: str) -> None:
    """The id and the content hash are compared with strings later, which settles their type."""
    rule = "event structure"
    require(isinstance(event, dict), rule, f"{what} is no object")  # I04
    require(event.get("specversion") == "1.0", rule, f"{what}: specversion is not 1.0")
    require(isinstance(event.get("type"), str), rule, f"{what}: type is no string")  # I31
    require(isinstance(event.get("source"), str), rule, f"{what}: source is no string")  # I31
    require(isinstance(event.get("time"), str), rule, f"{what}: time is no string")  # I31, I23
    media_type, run_id = event.get("datacontenttype"), event.get("assayrunid")
    require(media_type == "application/json", rule, f"{what}: another datacontenttype")  # I14
    require(isinstance(run_id, str), rule, f"{what}: assayrunid is no string")  # I31
    require(is_integer(event.get("assayseq")), rule, f"{what}: assayseq is no integer")  # I24
    require("data" in event, rule, f"{what}: data is missing")  # any JSON value will do (I31)


def content_hash(event: Dict[str, Any]) -> str:
    names = ("specversion", "type", "datacontenttype", "subject", "data")
    hashed = {name: event[name] for name in names if name in event}  # a null subject is one (I20)
    return sha256_of(canonical(hashed).encode("utf-8"))


def check_events(events: List[Event]) -> None:
    """One pass for each check, so that the first finding is the first of Section 4's order."""
    for index, event in enumerate(events):
        matches = event.stated_hash == event.computed_hash
        require(matches, "content hash", f"event {index}: the content hash does not match")
    for index, event in enumerate(events):
        matches = event.id == f"{event.run_id}:{int(event.seq)}"
        require(matches, "event id", f"event {index}: the id is not run id, colon, sequence")
    for index, event in enumerate(events):  # file order counts (I33)
        require(event.seq == index, "sequence", f"event {index}: assayseq does not follow")
    for index, event in enumerate(events):
        require(event.run_id == events[0].run_id, "run id", f"event {index}: another run id")


def check_totals(manifest: Dict[str, Any], events: List[Event]) -> None:
    run_id = events[0].run_id if events else None
    same_run = run_id is None or manifest.get("run_id", run_id) == run_id  # I32: may be absent
    require(same_run, "run id", "the manifest's run id is not the events'")
    count = manifest["event_count"]
    require(count == len(events), "event count", f"event_count is not {len(events)}")
    root = sha256_of("".join(event.computed_hash + "\n" for event in events).encode("ascii"))
    require(manifest.get("run_root") == root, "run root", "run_root is not the recomputed root")
    require(manifest.get("bundle_id") == root, "bundle id", "bundle_id is not the recomputed root")


def bundle_integrity(path: str) -> List[Event]:
    """Stage 1: the checks of Section 4, in its order."""
    manifest_bytes, event_bytes = untar(gunzip(read_bundle(path)))
    manifest = parse_json(manifest_bytes, "the manifest")
    check_manifest_structure(manifest)
    check_files(manifest, event_bytes)
    events = read_events(event_bytes)
    check_events(events)
    check_totals(manifest, events)
    return events


# --- Stage 2: statement well-formedness (Section 5) -------------------------

DIGEST = re.compile("sha256:[0-9a-f]{64}")
DIGEST_OF_ANY_CASE = re.compile("sha256:[0-9a-fA-F]{64}")


class Records(NamedTuple):
    """The record of each kind, where the bundle has exactly one."""

    decisions: int
    decision: Optional[Dict[str, Any]]
    observation: Optional[Dict[str, Any]]
    establish: Optional[Dict[str, Any]]


def in_namespace(name: Any) -> bool:
    return isinstance(name, str) and name.startswith(NAMESPACES)  # exact bytes (I36), I34


def is_digest(value: Any, form: re.Pattern[str]) -> bool:
    return isinstance(value, str) and form.fullmatch(value) is not None


def contains_all(array: Any, texts: Tuple[str, ...]) -> bool:
    return isinstance(array, list) and all(text in array for text in texts)  # I40


def check_selection(events: List[Event], profile: Profile, found: Findings) -> None:
    schemas = (DECISION, profile.observation, ESTABLISH)
    for index, event in enumerate(events):
        inside, type_inside = in_namespace(event.schema), in_namespace(event.type)
        known = not inside or event.schema in schemas  # Section 5, I36
        found.require(known, "unrecognized schema", f"event {index}: {show(event.schema)}")
        typed = not inside or event.type == event.schema  # Section 2, I35
        found.require(typed, "type differs", f"event {index}: the type is not the schema")
        declared = inside or not type_inside  # Section 2, I34
        found.require(declared, "schema missing", f"event {index}: under {show(event.type)}")


def select_records(events: List[Event], profile: Profile, found: Findings) -> Records:
    """Records are selected and counted by their schema, markers or not (I35, I41)."""
    decisions = [event for event in events if event.schema == DECISION]
    observations = [event for event in events if event.schema == profile.observation]
    establishes = [event for event in events if event.schema == ESTABLISH]
    found.require(len(decisions) >= 1, "decision missing", "there is no decision record")
    found.require(len(decisions) <= 1, "decision count", f"{len(decisions)} decision records")
    found.require(len(observations) <= 1, "observation count", f"{len(observations)} observations")
    found.require(len(establishes) <= 1, "establish count", f"{len(establishes)} establish records")
    return Records(len(decisions), only(decisions), only(observations), only(establishes))


def only(events: List[Event]) -> Optional[Dict[str, Any]]:
    """The payload of the only event of its kind. A doubled kind is not looked into (Section 5)."""
    return parse_json(events[0].line, "the record")["data"] if len(events) == 1 else None


def check_decision(record: Dict[str, Any], found: Findings) -> None:
    decision, reason, drift = map(record.get, ("decision", "reason", "drift_state"))
    name, digest = member(record, "tool", "name"), member(record, "action", "target_digest")
    derived = record.get("fail_closed") is (decision == "deny")  # I39: a boolean
    disclaimed = contains_all(record.get("non_claims"), DECISION_NON_CLAIMS)
    found.require(decision in DECISIONS, "decision", f"decision {show(decision)}")
    found.require(reason in REASONS, "reason", f"reason {show(reason)}")
    found.require(drift in DRIFT_STATES, "drift state", f"drift_state {show(drift)}")
    named = isinstance(name, str) and name != ""
    found.require(named, "tool name", f"tool.name {show(name)}")
    found.require(is_digest(digest, DIGEST), "target digest", f"target_digest {show(digest)}")
    found.require(derived, "fail closed", "fail_closed is not decision == deny")
    found.require(disclaimed, "decision non-claims", "not all five non-claims are there")


def check_observation(record: Dict[str, Any], found: Findings) -> None:
    name, error = member(record, "call", "tool_name"), record.get("caller_visible_error")
    code, origin, reason = (member(error, part) for part in ("code", "origin", "reason"))
    digested = is_digest(record.get("caller_visible_response_digest"), DIGEST_OF_ANY_CASE)  # I21
    disclaimed = contains_all(record.get("non_claims"), OBSERVATION_NON_CLAIMS)
    named = isinstance(name, str) and name != ""  # I37
    found.require(named, "observed tool name", f"call.tool_name {show(name)}")
    found.require(code is not None, "error code", "the error has no code")  # I38
    found.require(origin is not None, "error origin", "the error has no origin")  # I38
    found.require(reason is not None, "error reason", "the error has no reason")  # I38
    found.require(digested, "response digest", "the response digest is no sha256 digest")
    found.require(disclaimed, "observation non-claims", "not all four non-claims are there")


def check_establish(record: Dict[str, Any], found: Findings) -> None:
    path, outcome = record.get("establish_path"), record.get("run_outcome")
    attempted = record.get("establish_attempted")
    typed = isinstance(attempted, bool)  # I39
    checkable = isinstance(outcome, str) and typed
    derived = not checkable or attempted is (outcome != "not_performed")
    found.require(path in ESTABLISH_PATHS, "establish path", f"establish_path {show(path)}")
    found.require(isinstance(outcome, str), "run outcome", "run_outcome is no string")
    found.require(typed, "attempted type", "establish_attempted is no boolean")
    found.require(derived, "attempted", "establish_attempted does not fit run_outcome")


def well_formedness(events: List[Event], profile: Profile) -> Tuple[Records, Findings]:
    """Stage 2."""
    found = Findings(2)
    check_selection(events, profile, found)
    records = select_records(events, profile, found)
    if records.decision is not None:
        check_decision(records.decision, found)
    if records.observation is not None:
        check_observation(records.observation, found)
    if records.establish is not None:
        check_establish(records.establish, found)
    return records, found


# --- Stage 3: binding validity (Section 5) ----------------------------------

def is_marker(observation: Optional[Dict[str, Any]], profile: Profile) -> bool:
    """The marker triple. The first of the three, the schema, has selected the record."""
    error = member(observation, "caller_visible_error")
    code, origin = member(error, "code"), member(error, "origin")
    coded = isinstance(code, float) and code == profile.marker_code  # I02: by value, not by spelling
    return coded and origin == MARKER_ORIGIN


def binding(records: Records, profile: Profile) -> Tuple[bool, Findings]:
    """Stage 3. Tells whether the observation is a marker; it is bound if nothing is found."""
    found = Findings(3)
    if not is_marker(records.observation, profile):
        return False, found  # inert
    call = member(records.observation, "call")
    tool, digest = member(call, "tool_name"), member(call, "target_digest")
    found.require(digest not in (None, ""), "unbindable marker", "no call.target_digest")
    found.require(records.decisions > 0, "unbacked marker", "no decision backs the marker")
    if records.decision is not None:  # I42: a missing or doubled decision leaves nothing to compare
        same_tool = tool == member(records.decision, "tool", "name")
        same_digest = digest == member(records.decision, "action", "target_digest")
        found.require(same_tool, "tool binding", "the marker names another tool")
        found.require(same_digest, "target binding", "the marker names another target")
    return True, found


# --- Stage 4: claim recompute (Section 5) -----------------------------------

CONFIRMED = {"status": "confirmed", "source_class": "producer_reported"}
REFUTED = {"status": "refuted", "source_class": "producer_reported"}
INCOMPLETE = {"status": "incomplete"}


def claims_of(records: Records, marked: bool) -> Tuple[Dict[str, Any], Findings]:
    """Stage 4. Its findings are contradictions, and change no cell of the matrix."""
    found = Findings(4)
    decision = member(records.decision, "decision")
    denial = INCOMPLETE
    if marked and decision == "deny":
        denial = CONFIRMED
    if marked and decision == "allow":
        denial = REFUTED
        found.add("contradicted allow", "allow, and the caller was shown a denial of this call")
    path = member(records.establish, "establish_path")
    if (decision, path) in CONTRADICTIONS:
        found.add("contradicting journey", f"{decision} beside {path}")
    claims = {
        "policy_decision_recorded": CONFIRMED,
        "caller_visible_denial": denial,
        "upstream_delivery": INCOMPLETE,
        "external_side_effect": INCOMPLETE,
    }
    return claims, found


# --- The report (Section 3) and the order of the stages ---------------------

def report(
    profile: Profile, integrity: str, verdict: Optional[str], claims: Optional[Dict[str, Any]],
    findings: List[Any],
) -> Dict[str, Any]:
    members = {
        "schema": REPORT_SCHEMA,
        "profile": profile.id,
        "bundle_integrity": integrity,
        "verdict": verdict,
        "claims": claims,
        "findings": findings,
        "non_claims": REPORT_NON_CLAIMS,
    }
    return {name: value for name, value in members.items() if value is not None}


def integrity_failure(profile: Profile, rule: str, message: str) -> Dict[str, Any]:
    found = Findings(1)
    found.add(rule, message)
    return report(profile, "fail", None, None, found)


def verify(path: str, profile: Profile = PROFILES["v0"]) -> Dict[str, Any]:
    try:
        events = bundle_integrity(path)  # Stage 1
    except IntegrityFailure as failure:
        return integrity_failure(profile, failure.rule, failure.message)
    records, malformed = well_formedness(events, profile)  # Stage 2
    marked, unbound = binding(records, profile)  # Stage 3
    if malformed or unbound:
        return report(profile, "pass", "invalid", None, malformed + unbound)
    claims, contradictions = claims_of(records, marked)  # Stage 4
    return report(profile, "pass", "valid", claims, contradictions)


def main(arguments: List[str]) -> int:
    profile = PROFILES["v0"]
    if arguments[:1] == ["--profile"] and arguments[1:2] and arguments[1] in PROFILES:
        profile, arguments = PROFILES[arguments[1]], arguments[2:]
    try:
        if len(arguments) == 1:
            result = verify(arguments[0], profile)
        else:
            usage = "usage: verify.py [--profile v0|v1] <bundle-path>"
            result = integrity_failure(profile, "usage", usage)
    except Exception as error:  # a fault of this program or its memory, not of the bundle
        result = integrity_failure(profile, "internal error", type(error).__name__)
    print(json.dumps(result, indent=2))
    return 0 if result.get("verdict") == "valid" else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
