#!/usr/bin/env python3
"""An evaluator for the draft extension trust-annotations, in one file.

    annotations.py <case.json>

prints one JSON object: what a client may conclude from the case's tool results,
and whether the digests of their evidence references can be recomputed. Nothing
is fetched: a locator is a name in the case's `records`.

How it was made: written from the draft's text and the kit's page on the suite,
with no other evaluator read. Where the draft leaves room it follows the readings
that the kit pins ("Ann" beside a line).

How to read it: evaluate() shows the order. Every rule of the draft is one
statement, with the draft's heading beside it. Delete one, run the suite, and see
which vectors notice.

Python 3.9 or later, standard library only.
"""

from __future__ import annotations

import hashlib
import json
import re
import struct
import sys
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

KEY = "io.modelcontextprotocol/trust-annotations"
BOOLEANS = ("sensitive", "untrusted")

TRUE, FALSE, NO_CLAIM, MALFORMED = "true", "false", "no_claim", "malformed"
SENSITIVE_CLASSES = ("confidential", "highly_confidential")
STRENGTH = (NO_CLAIM, FALSE, MALFORMED, TRUE)  # union: the later one holds (A03)

MAX_BYTES = 4 * 1024 * 1024
MAX_DEPTH = 64
MAX_WARNINGS = 100


class Unreadable(Exception):
    """The case itself cannot be evaluated."""


# --- The two canonical forms ------------------------------------------------


def jcs(value: Any) -> bytes:
    """RFC 8785."""
    return jcs_text(value).encode("utf-8")


def jcs_text(value: Any) -> str:
    if isinstance(value, dict):
        # RFC 8785, 3.2.3: names by UTF-16 code unit, at every level.
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(jcs_text(name) + ":" + jcs_text(value[name]) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(jcs_text(item) for item in value) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)  # 3.2.2.2: short escapes, \u00xx, no more
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return ecmascript(float(value))  # 3.2.2.3: a number is a double (A13)


def ecmascript(double: float) -> str:
    """A double as ECMAScript writes it: the shortest digits that give it back."""
    if double == 0:
        return "0"
    sign, body = ("-", repr(-double)) if double < 0 else ("", repr(double))
    mantissa, _, exponent = body.partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    point = len(whole) + int(exponent or 0)
    digits = (whole + fraction).lstrip("0")
    point -= len(whole + fraction) - len(digits)
    digits = digits.rstrip("0")
    if len(digits) <= point <= 21:
        return sign + digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    tail = "." + digits[1:] if len(digits) > 1 else ""
    power = point - 1
    return f"{sign}{digits[0]}{tail}e{'+' if power > 0 else '-'}{abs(power)}"


def cbor(value: Any) -> bytes:
    """RFC 8949, 4.2.1, of what 6.2 makes of JSON."""
    if value is None or isinstance(value, bool):
        return {False: b"\xf4", True: b"\xf5", None: b"\xf6"}[value]
    if isinstance(value, (int, float)):
        return cbor_number(value)
    if isinstance(value, str):
        encoded = value.encode("utf-8")
        return cbor_head(3, len(encoded)) + encoded
    if isinstance(value, list):
        return cbor_head(4, len(value)) + b"".join(cbor(item) for item in value)
    # Keys by the bytes of their encodings.
    members = sorted((cbor(name), cbor(member)) for name, member in value.items())
    return cbor_head(5, len(members)) + b"".join(name + member for name, member in members)


def cbor_head(major: int, argument: int) -> bytes:
    """The shortest head."""
    for additional, form, end in (
        (None, "", 24), (24, ">B", 1 << 8), (25, ">H", 1 << 16), (26, ">I", 1 << 32),
        (27, ">Q", 1 << 64),
    ):
        if argument < end:
            if additional is None:
                return bytes([major << 5 | argument])
            return bytes([major << 5 | additional]) + struct.pack(form, argument)
    raise Unreadable("a length beyond 64 bits")


def cbor_number(value: Any) -> bytes:
    double = float(value)
    # 6.2: a whole number within +-(2^53-1) is an integer, however it is spelled (A11, A12).
    if double.is_integer() and abs(double) <= 2 ** 53 - 1:
        whole = int(double)
        return cbor_head(0, whole) if whole >= 0 else cbor_head(1, -1 - whole)
    for additional, form in ((0xF9, ">e"), (0xFA, ">f"), (0xFB, ">d")):
        try:
            packed = struct.pack(form, double)
        except OverflowError:
            continue
        if struct.unpack(form, packed)[0] == double:
            return bytes([additional]) + packed
    raise Unreadable("a number that is none")


CANONICALIZATIONS = {"jcs/rfc8785": jcs, "cbor/rfc8949": cbor}  # neither is the default


# --- Evidence (The evidenceRef slot) ----------------------------------------


def fault(reference: Any) -> Optional[str]:
    """Why a reference is malformed."""
    if not isinstance(reference, dict):  # null included (A05)
        return "evidenceRef is no object"
    for member in ("type", "digest", "canonicalization"):
        if member not in reference:
            return f"{member} is required"
    if not isinstance(reference["type"], str):  # an open string: any will do (A08)
        return "type is no string"
    digest = reference["digest"]
    # The form of a digest; capitals and other algorithms: A06, A07.
    if not isinstance(digest, str) or not re.fullmatch(r"sha256:[0-9a-f]{64}", digest):
        return "digest is not sha256: and 64 lowercase hex digits"
    return None  # schema and ref are optional, of whatever type (A09)


class Records:
    """The records at hand. Many references may name one locator: each form of a
    record is hashed once."""

    def __init__(self, case: Dict[str, Any]) -> None:
        self.held = case.get("held", {})
        self.records = case.get("records", {})
        self.digests: Dict[Tuple[str, str, str], str] = {}

    def find(self, at: str, reference: Dict[str, Any]) -> Optional[Tuple[str, str, Any]]:
        if at in self.held:
            return ("held", at, self.held[at])
        locator = reference.get("ref")
        if isinstance(locator, str) and locator in self.records:
            return ("records", locator, self.records[locator])
        return None

    def digest(self, found: Tuple[str, str, Any], canonicalization: str) -> str:
        where, key, record = found
        known = (where, key, canonicalization)
        if known not in self.digests:
            encoded = CANONICALIZATIONS[canonicalization](record)
            self.digests[known] = "sha256:" + hashlib.sha256(encoded).hexdigest()
        return self.digests[known]


# --- Evaluation -------------------------------------------------------------


class Evaluator:
    def __init__(self, case: Dict[str, Any]) -> None:
        self.results = case["results"]
        self.records = Records(case)
        # case["tools"] is not read: a tool's definition says nothing about a result, its
        # openWorldHint and its own annotation included (Relationship to existing *Hint
        # annotations; Lifecycle and list_changed).
        self.warnings: List[Dict[str, str]] = []
        self.confidential: Set[str] = set()  # where a record of such a class came out

    def warn(self, at: str, message: str) -> None:
        if len(self.warnings) < MAX_WARNINGS:
            self.warnings.append({"at": at, "message": message})

    def evaluate(self) -> Dict[str, Any]:
        # Propagation: nothing carries over from one result to the next.
        results = [self.result(str(index), result) for index, result in enumerate(self.results)]
        return {"results": results, "warnings": self.warnings}

    def result(self, at: str, result: Any) -> Dict[str, Any]:
        evidence: List[Dict[str, Any]] = []
        whole = self.place(at, result, evidence)
        content = result.get("content") if isinstance(result, dict) else None
        blocks = []
        for index, block in enumerate(content if isinstance(content, list) else []):
            own = self.place(f"{at}/{index}", block, evidence)
            # Attachment point: the result's claim is the default, a block's refines it for that
            # block alone, and once true stays true.
            blocks.append({name: max(whole[name], own[name], key=STRENGTH.index)
                           for name in BOOLEANS})
        self.warn_of_classes(whole, blocks, evidence)
        return {"result": whole, "blocks": blocks, "evidence": evidence}

    def place(self, at: str, host: Any, evidence: List[Dict[str, Any]]) -> Dict[str, str]:
        """What a result or block claims by itself; its reference is evaluated on the way."""
        annotation, there = annotation_of(host)
        if not there:
            return {name: NO_CLAIM for name in BOOLEANS}
        if not isinstance(annotation, dict):
            self.warn(at, "the annotation is no object")
            return {name: MALFORMED for name in BOOLEANS}  # A04
        if "evidenceRef" in annotation:
            evidence.append(self.reference(at, annotation["evidenceRef"]))
        # Annotation shape: the booleans are what they are, whatever else stands beside them and
        # whatever becomes of the reference.
        return {name: self.claim(at, name, annotation) for name in BOOLEANS}

    def claim(self, at: str, name: str, annotation: Dict[str, Any]) -> str:
        if name not in annotation:
            return NO_CLAIM  # never "asserted false"
        value = annotation[name]
        if value is True:
            return TRUE
        if value is False:
            return FALSE  # A01
        self.warn(at, f"{name} is no boolean")
        return MALFORMED  # A02

    def reference(self, at: str, reference: Any) -> Dict[str, Any]:
        entry: Dict[str, Any] = {"at": at}
        if isinstance(reference, dict) and isinstance(reference.get("type"), str):
            entry["type"] = reference["type"]
        wrong = fault(reference)
        if wrong:
            self.warn(at, wrong)
            entry["status"] = "malformed_ref"
            return entry
        canonicalization = reference["canonicalization"]
        if not isinstance(canonicalization, str) or canonicalization not in CANONICALIZATIONS:
            self.warn(at, "the canonicalization is neither jcs/rfc8785 nor cbor/rfc8949")
            entry["status"] = "unsupported_canonicalization"  # A10: before the record
            return entry
        found = self.records.find(at, reference)
        if found is None:
            self.warn(at, "no record is at hand")
            entry["status"] = "record_unavailable"
            return entry
        digest = self.records.digest(found, canonicalization)
        matches = digest == reference["digest"]
        if not matches:
            self.warn(at, "the record at hand has another digest")
        elif isinstance(found[2], dict) and found[2].get("class") in SENSITIVE_CLASSES:
            self.confidential.add(at)
        entry["status"] = "recomputed" if matches else "digest_mismatch"
        entry["recomputed"] = digest
        return entry

    def warn_of_classes(self, whole: Dict[str, str], blocks: List[Dict[str, str]],
                        evidence: List[Dict[str, Any]]) -> None:
        """Coarse vs. rich classification: sensitive is not to be left out because a scheme is
        there, and a client does not put it in."""
        for entry in evidence:
            _, _, block = entry["at"].partition("/")
            claims = blocks[int(block)] if block else whole
            if claims["sensitive"] != TRUE and entry["at"] in self.confidential:
                self.warn(entry["at"],
                          "the record is of a confidential class, and sensitive is not true")


def annotation_of(host: Any) -> Tuple[Any, bool]:
    """Annotation shape: under the extension's key in `_meta`, and nowhere else."""
    meta = host.get("_meta") if isinstance(host, dict) else None
    if isinstance(meta, dict) and KEY in meta:
        return meta[KEY], True
    return None, False


# --- Reading and printing ---------------------------------------------------


def no_repeats(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise Unreadable("an object names a member twice")
    return members


def not_json(word: str) -> Any:
    raise Unreadable(f"{word} is not JSON")


def number(text: str) -> Any:
    value = float(text) if re.search(r"[.eE]", text) else int(text)
    if not abs(value) <= sys.float_info.max:
        raise Unreadable("a number outside the range of a double")
    return value


def depth(text: str) -> int:
    """Levels of arrays and objects, before a parser goes down them."""
    deepest = level = 0
    for token in re.finditer(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', text, re.DOTALL):
        if token.group() in "[{":
            level += 1
            deepest = max(deepest, level)
        elif token.group() in "]}":
            level -= 1
    return deepest


def strings(value: Any) -> Iterator[str]:
    """Every text of a value, names included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)
    elif isinstance(value, dict):
        for name, member in value.items():
            yield name
            yield from strings(member)


def read(path: str) -> Dict[str, Any]:
    with open(path, "rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise Unreadable(f"more than {MAX_BYTES} bytes")
    text = data.decode("utf-8")
    if depth(text) > MAX_DEPTH:
        raise Unreadable(f"more than {MAX_DEPTH} levels")
    case = json.loads(text, object_pairs_hook=no_repeats, parse_constant=not_json,
                      parse_int=number, parse_float=number)
    for string in strings(case):
        string.encode("utf-8")  # half a surrogate pair has no UTF-8
    if not isinstance(case, dict) or not isinstance(case.get("results"), list):
        raise Unreadable("no object with `results`")
    for member, kind in (("tools", list), ("records", dict), ("held", dict)):
        if not isinstance(case.get(member, kind()), kind):
            raise Unreadable(f"`{member}` is of another kind")
    return case


def main(arguments: List[str]) -> int:
    if len(arguments) != 2:
        print("usage: annotations.py <case.json>", file=sys.stderr)
        return 2
    try:
        case = read(arguments[1])
    except (OSError, ValueError, Unreadable) as error:
        print(f"annotations.py: cannot evaluate the case: {error}", file=sys.stderr)
        return 2
    json.dump(Evaluator(case).evaluate(), sys.stdout)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
