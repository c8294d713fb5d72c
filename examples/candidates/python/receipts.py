#!/usr/bin/env python3
"""Request-decision receipts (assay.request_decision_receipt.v0) in one file.

    receipts.py <case-folder>

reads case.json and does what its `op` asks for: `derive` makes receipts of
frames.bin and decisions.jsonl, `verify` holds requests.jsonl against
decisions.jsonl. It prints one JSON object; of verify the exit status is 0 for
accepted and 1 for rejected, of derive 0 for complete and 1 for incomplete.

How it was made: written from the text and the kit's published list of
interpretations, before it was run over a vector. No other implementation's
code is shared. It is a second reading of the text by the same project, and no
blind reproduction of it.

How to read it: every check is one statement that names its source, a paragraph
of the text ("par. 2") or an interpretation ("R04"). Delete one, run the suite
`request-decision-receipts-v0`, and see which vectors notice.

What an accepted capture supports is that these retained bytes associate each
frame with its decision event. Agreement of digests authenticates nothing.

Python 3.9 or later, standard library only.
"""

from __future__ import annotations

import calendar
import hashlib
import json
import re
import sys
from pathlib import Path
from typing import Any, BinaryIO, Dict, Iterator, List, NamedTuple, Optional, Tuple

# --- Limits (par. 4) --------------------------------------------------------

MIB = 1024 * 1024
MAX_REQUEST = MIB  # bytes of a line, its terminator included (R16)
MAX_DECISION = MIB  # bytes of a decision without its line feed (R16)
MAX_RECORDS = 48
MAX_TOTAL = 4 * MIB
MAX_FRAME = 16 * MIB  # ours: a longer frame of whatever method ends a capture
MAX_FINDINGS = 100  # ours

# --- Vocabulary (par. 2) ----------------------------------------------------

SCHEMA = "assay.request_decision_receipt.v0"
POINTER = "/params/_meta"
BASIS = "caller_asserted"
VERSION = "io.modelcontextprotocol/protocolVersion"
EVENT_TYPE = "assay.tool.decision"
MEMBERS = (
    "schema", "request_line", "request_bytes", "request_sha256", "decision_event_id",
    "decision_sha256", "rpc_id_present", "rpc_id", "scope", "sequence", "metadata_pointer",
    "declared_protocol_version_state", "declared_protocol_version", "assertion_basis",
)
STRINGS = ("request_line", "request_sha256", "decision_event_id", "decision_sha256", "scope")
COUNTS = ("request_bytes", "sequence")


# --- JSON that two readers cannot take apart differently ---------------------


class NotJson(ValueError):
    """Not one strict JSON value."""


class Repeated(NotJson):
    """An object names a member twice (R01, R04)."""


def _members(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise Repeated("an object names a member twice")
    return members


def _constant(name: str) -> None:
    raise NotJson(f"{name} is no JSON")


def parse(data: bytes) -> Any:
    """One JSON value, or NotJson."""
    try:
        text = data.decode("utf-8")
        value = json.loads(text, object_pairs_hook=_members, parse_constant=_constant)
        json.dumps(value, ensure_ascii=False).encode("utf-8")  # no half of a surrogate pair
    except NotJson:
        raise
    except (ValueError, RecursionError) as error:
        raise NotJson(str(error)) from None
    return value


def is_count(value: Any) -> bool:
    """A whole number, spelled as one (R19); true is none."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def kind(value: Any) -> str:
    """The JSON type of a value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    return {str: "string", list: "array", dict: "object"}[type(value)]


def sha256(*parts: bytes) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


# --- Lines --------------------------------------------------------------------


class Line(NamedTuple):
    number: int  # from 1
    data: bytes  # terminator included, as far as it was kept
    length: int  # of the whole line

    @property
    def is_whole(self) -> bool:
        return len(self.data) == self.length

    @property
    def is_terminated(self) -> bool:
        return self.data.endswith(b"\n")

    @property
    def is_blank(self) -> bool:
        return self.is_whole and not self.data.strip(b" \t\r\n")

    @property
    def text(self) -> bytes:
        return self.data[:-1] if self.is_terminated else self.data


def lines(file: BinaryIO, keep: int) -> Iterator[Line]:
    """The lines of a file, each kept up to a length."""
    number = 0
    while True:
        data = file.readline(keep)
        if not data:
            return
        length = len(data)
        if len(data) == keep and not data.endswith(b"\n"):
            more = data
            while more and not more.endswith(b"\n"):
                more = file.readline(MIB)
                length += len(more)
        number += 1
        yield Line(number, data, length)


# --- Requests -------------------------------------------------------------------


def stated_version(params: Any) -> Tuple[str, Optional[str]]:
    """State and version that a request states (par. 2)."""
    if not isinstance(params, dict) or "_meta" not in params:
        return "absent", None
    meta = params["_meta"]
    if not isinstance(meta, dict):  # null included, R17
        return "malformed", None
    if VERSION not in meta:
        return "absent", None
    version = meta[VERSION]
    if isinstance(version, str) and is_date(version):
        return "present", version
    return "malformed", None


def is_date(text: str) -> bool:
    """A day of the calendar, as 2025-06-18."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return False
    year, month, day = int(text[:4]), int(text[5:7]), int(text[8:])
    if not 1 <= month <= 12:
        return False
    days = 29 if month == 2 and calendar.isleap(year) else calendar.mdays[month]
    return 1 <= day <= days


class Call(NamedTuple):
    has_id: bool
    id: Any
    tool: str
    state: str
    version: Optional[str]


def read_call(line: bytes) -> Optional[Call]:
    """A valid tools/call, or None (par. 1, R01, R02)."""
    try:
        message = parse(line)
    except NotJson:
        return None
    if not isinstance(message, dict) or message.get("method") != "tools/call":
        return None
    params = message.get("params")
    identifier = message.get("id")
    if message.get("jsonrpc") != "2.0":
        return None
    if kind(identifier) not in ("null", "number", "string"):
        return None
    if not isinstance(params, dict) or not isinstance(params.get("name"), str):
        return None
    state, version = stated_version(params)
    return Call("id" in message, identifier, params["name"], state, version)


# --- derive ---------------------------------------------------------------------


def derive(folder: Path, scope: str) -> Dict[str, Any]:
    receipts: List[Dict[str, Any]] = []
    total = 0
    with open_file(folder, "frames.bin") as frames, open_file(folder, "decisions.jsonl") as log:
        events = (line for line in lines(log, 2 * MIB) if not line.is_blank)
        for line in lines(frames, MAX_FRAME):
            call = read_call(line.data) if line.is_whole else None
            if call is None and line.is_whole:
                continue  # par. 1: other methods are not recorded
            if line.length > MAX_REQUEST or call is None:
                return {"receipts": receipts, "complete": False}  # par. 4
            if len(receipts) >= MAX_RECORDS:
                return {"receipts": receipts, "complete": False}  # par. 4
            event = next(events, None)
            if event is None or not event.is_whole or len(event.text) > MAX_DECISION:
                return {"receipts": receipts, "complete": False}  # par. 4, R03
            event_id = id_of_event(event)
            if event_id is None:
                return {"receipts": receipts, "complete": False}  # R03
            receipt = {
                "schema": SCHEMA,
                "request_line": line.data.decode("utf-8"),
                "request_bytes": line.length,
                "request_sha256": sha256(line.data),
                "decision_event_id": event_id,
                "decision_sha256": sha256(event.text, b"\n"),
                "rpc_id_present": call.has_id,
                "rpc_id": call.id,
                "scope": scope,
                "sequence": len(receipts),
                "metadata_pointer": POINTER,
                "declared_protocol_version_state": call.state,
                "declared_protocol_version": call.version,
                "assertion_basis": BASIS,
            }
            compact = json.dumps(receipt, ensure_ascii=False, separators=(",", ":"))
            total += len(compact.encode("utf-8")) + 1
            if total > MAX_TOTAL:
                return {"receipts": receipts, "complete": False}  # par. 4
            receipts.append(receipt)
    return {"receipts": receipts, "complete": True}


def id_of_event(line: Line) -> Optional[str]:
    try:
        event = parse(line.text)
    except NotJson:
        return None
    identifier = event.get("id") if isinstance(event, dict) else None
    return identifier if isinstance(identifier, str) else None


# --- verify ---------------------------------------------------------------------


class Findings:
    """What is wrong: all of it counts, the first hundred are told."""

    def __init__(self) -> None:
        self.count = 0
        self.told: List[str] = []

    def require(self, holds: bool, where: str, what: str) -> bool:
        if not holds:
            self.count += 1
            if len(self.told) < MAX_FINDINGS:
                self.told.append(f"{where}: {what}")
        return holds


class Record(NamedTuple):
    where: str
    receipt: Dict[str, Any]
    call: Optional[Call]


def verify(folder: Path, case: Dict[str, Any]) -> Dict[str, Any]:
    found = Findings()
    found.require(case["lifecycle"]["launch"] is True, "case.json", "no evidence of the launch")
    found.require(case["lifecycle"]["stop"] is True, "case.json", "no evidence of the stop")
    found.require(not case["diagnostics"], "case.json", "the run left a diagnostic")  # par. 5, R12
    with open_file(folder, "requests.jsonl") as capture:
        records = read_capture(capture, case["expected_scope"], found)
    with open_file(folder, "decisions.jsonl") as log:
        compare(log, records, found)
    if found.count:
        return {"verdict": "rejected", "findings": found.told}
    associations = [
        {name: record.receipt[name] for name in ("sequence", "decision_event_id", "request_sha256")}
        for record in records
    ]
    return {"verdict": "accepted", "associations": associations, "findings": []}


def read_capture(capture: BinaryIO, scope: str, found: Findings) -> List[Record]:
    records: List[Record] = []
    total = 0
    for line in lines(capture, MAX_TOTAL + 1):
        where = f"requests.jsonl line {line.number}"
        total += line.length
        if not found.require(total <= MAX_TOTAL, where, "the capture is over 4 MiB"):  # R09
            break
        if not found.require(len(records) < MAX_RECORDS, where, "over 48 records"):  # par. 4
            break
        if not found.require(not line.is_blank, where, "the line is blank"):  # R05
            continue
        found.require(line.is_terminated, where, "the line breaks off")  # par. 5, R06
        try:
            receipt = parse(line.text)
        except NotJson as error:  # par. 5, R04
            found.require(False, where, str(error))
            continue
        if not found.require(isinstance(receipt, dict), where, "the line is no object"):
            continue
        call = check_receipt(receipt, where, found)
        place = len(records)
        found.require(receipt.get("sequence") == place, where, f"the sequence is not {place}")
        found.require(receipt.get("scope") == scope, where, "the scope is another")  # par. 5, R11
        records.append(Record(where, receipt, call))
    return records


def check_receipt(receipt: Dict[str, Any], where: str, found: Findings) -> Optional[Call]:
    """What holds of a receipt by itself (par. 2)."""
    whole = True
    for name in MEMBERS:
        whole &= found.require(name in receipt, where, f"no {name}")
    for name in receipt:
        found.require(name in MEMBERS, where, "a further member")  # R07
    if not whole:
        return None
    for name in STRINGS:
        whole &= found.require(isinstance(receipt[name], str), where, f"{name} is no string")
    for name in COUNTS:
        whole &= found.require(is_count(receipt[name]), where, f"{name} is no whole number")
    present = receipt["rpc_id_present"]
    whole &= found.require(isinstance(present, bool), where, "rpc_id_present is no boolean")
    if not whole:
        return None
    found.require(receipt["schema"] == SCHEMA, where, "another schema")
    found.require(receipt["metadata_pointer"] == POINTER, where, "another pointer")
    found.require(receipt["assertion_basis"] == BASIS, where, "another basis")
    line = receipt["request_line"].encode("utf-8")
    found.require(receipt["request_bytes"] == len(line), where, "request_bytes differs")
    found.require(receipt["request_sha256"] == sha256(line), where, "request_sha256 differs")
    found.require(len(line) <= MAX_REQUEST, where, "the request is over 1 MiB")  # R09
    found.require(b"\n" not in line[:-1], where, "a line feed within the line")  # R08
    call = read_call(line)
    if not found.require(call is not None, where, "the line is no valid tools/call"):  # par. 1, R01
        return None
    assert call is not None
    found.require(present == call.has_id, where, "rpc_id_present differs")
    same = kind(receipt["rpc_id"]) == kind(call.id) and receipt["rpc_id"] == call.id
    found.require(same, where, "rpc_id differs")
    state = receipt["declared_protocol_version_state"]
    found.require(state == call.state, where, "the version state differs")
    found.require(receipt["declared_protocol_version"] == call.version, where, "the version differs")
    return call


def compare(log: BinaryIO, records: List[Record], found: Findings) -> None:
    """Holds the records against the log (par. 5)."""
    referring: Dict[str, List[Record]] = {}
    for record in records:
        identifier = record.receipt.get("decision_event_id")
        if isinstance(identifier, str):
            referring.setdefault(identifier, []).append(record)
    seen: Dict[str, int] = dict.fromkeys(referring, 0)
    for line in lines(log, 2 * MIB):
        where = f"decisions.jsonl line {line.number}"
        if not found.require(not line.is_blank, where, "the line is blank"):  # R05
            continue
        if not found.require(len(line.text) <= MAX_DECISION, where, "over 1 MiB"):  # R09
            continue
        found.require(line.is_terminated, where, "the line breaks off")  # par. 5, R06
        try:
            event = parse(line.text)
        except NotJson as error:  # par. 5, R04
            found.require(False, where, str(error))
            continue
        is_event = isinstance(event, dict) and isinstance(event.get("id"), str)
        if not found.require(is_event, where, "no event with an id"):  # R13
            continue
        found.require(event.get("type") == EVENT_TYPE, where, "no decision event")  # R13
        identifier = event["id"]
        if not found.require(identifier in referring, where, "no receipt refers to the event"):
            continue
        seen[identifier] += 1
        if not found.require(seen[identifier] == 1, where, "the event id is used again"):
            continue
        for record in referring[identifier]:
            check_event(record, event, sha256(line.text, b"\n"), found)
    for identifier, referred in referring.items():
        for place, record in enumerate(referred):
            found.require(seen[identifier] > 0, record.where, "the event is not in the log")
            found.require(place == 0, record.where, "another receipt refers to the event")


def check_event(record: Record, event: Dict[str, Any], digest: str, found: Findings) -> None:
    """Holds one record against its event (par. 5, R10)."""
    same = record.receipt.get("decision_sha256") == digest
    found.require(same, record.where, "decision_sha256 differs")
    call = record.call
    if call is None:
        return
    data = event.get("data")
    data = data if isinstance(data, dict) else {}
    found.require(data.get("tool") == call.tool, record.where, "the event decides on another tool")
    wanted = data.get("request_id")
    if wanted is not None:
        same = kind(wanted) == kind(call.id) and wanted == call.id  # R14
        found.require(same, record.where, "the event's request id is another")


# --- The program ------------------------------------------------------------------


def open_file(folder: Path, name: str) -> BinaryIO:
    """Only a regular file of the folder itself is opened."""
    path = folder / name
    if path.is_symlink() or not path.is_file():
        raise OSError(f"{path} is no regular file")
    return open(path, "rb")


def main(arguments: List[str]) -> int:
    if len(arguments) != 2:
        print("usage: receipts.py <case-folder>", file=sys.stderr)
        return 2
    folder = Path(arguments[1])
    with open_file(folder, "case.json") as file:
        case = parse(file.read(MIB))
    if case["op"] == "derive":
        answer = derive(folder, case["expected_scope"])
        accepted = answer["complete"]
    else:
        answer = verify(folder, case)
        accepted = answer["verdict"] == "accepted"
    json.dump(answer, sys.stdout)
    print()
    return 0 if accepted else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv))
