"""The beginning of a verifier for privileged-mcp-action/v0.

    python3 verify.py BUNDLE

prints one report (Section 3) as one JSON object. Done so far: the archive holds
exactly manifest.json, then events.ndjson. Everything else is marked TODO, and until
it is written no bundle is called valid. Standard library only.
"""

import gzip
import hashlib
import io
import json
import sys
import tarfile
import zlib

NAMES = ["manifest.json", "events.ndjson"]
# Bytes that are unpacked at most: bundles come from anybody.
LIMIT = 64 * 1024 * 1024


class Broken(Exception):
    """Stage 1 fails; the text says why."""


def require(condition, otherwise):
    if not condition:
        raise Broken(otherwise)


def digest(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


def read_bundle(path):
    """Section 4: a .tar.gz with exactly two entries, in this order."""
    try:
        with gzip.open(path) as packed:
            archive = packed.read(LIMIT + 1)
        require(len(archive) <= LIMIT, "the archive is too large")
        with tarfile.open(fileobj=io.BytesIO(archive), mode="r:") as tar:
            members = tar.getmembers()
            names = [member.name for member in members]
            require(names == NAMES, "not the two files, in order")
            regular = all(member.isreg() for member in members)
            require(regular, "an entry is no regular file")
            return [tar.extractfile(member).read() for member in members]
    except (OSError, EOFError, zlib.error, tarfile.TarError) as error:
        raise Broken(f"cannot read the bundle: {error}") from error


def check_integrity(manifest_bytes, events):
    """Stage 1, Section 4: the first check that does not hold ends it."""
    try:
        manifest = json.loads(manifest_bytes)
        pinned = manifest["files"]["events.ndjson"]
        # Your first fix stands ready: take each "# FIX" away.
        # FIX require(pinned["sha256"] == digest(events), "events.ndjson is not as pinned")
        # TODO: bytes, then of each line: content hash, id, sequence, run id; event
        # count and run_root; last of all bundle_id. The rules of it:
        # mcp-evidence list rules --suite privileged-mcp-action-v0-rules 'stage1.*'
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise Broken(f"the manifest is not as it must be: {error!r}") from error


def verify(path):
    try:
        manifest, events = read_bundle(path)
        check_integrity(manifest, events)
    except Broken as fault:
        return {"bundle_integrity": "fail", "findings": [str(fault)]}
    # TODO: stage 2, stage 3, and the claims of stage 4 (Section 5).
    return {
        "bundle_integrity": "pass",
        "verdict": "invalid",
        "findings": ["TODO: stages 2 to 4 are not written yet"],
    }


def main():
    report = {
        "schema": "assay.privileged_mcp_action.verify.report.v0",
        "profile": "privileged-mcp-action/v0",
        **verify(sys.argv[1]),
        "non_claims": [
            "allow does not prove upstream delivery",
            "deny does not establish maliciousness",
            "caller-visible denial does not prove external side-effect absence",
            "bundle integrity does not upgrade source class",
        ],
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
