#!/bin/sh
# The beginning of a verifier for privileged-mcp-action/v0.
#
#     sh verify.sh BUNDLE
#
# prints one report (Section 3) as one JSON object. Done so far: the archive
# holds exactly manifest.json, then events.ndjson. Everything else is marked
# TODO, and until it is written no bundle is called valid. It needs gzip, tar
# and sha256sum. A shell has no JSON: from stage 2 on, call a program that has.
set -u

# The report: integrity, verdict (or nothing), finding.
report() {
    verdict=${2:+"\"verdict\": \"$2\","}
    cat <<END
{
  "schema": "assay.privileged_mcp_action.verify.report.v0",
  "profile": "privileged-mcp-action/v0",
  "bundle_integrity": "$1",
  $verdict
  "findings": ["$3"],
  "non_claims": [
    "allow does not prove upstream delivery",
    "deny does not establish maliciousness",
    "caller-visible denial does not prove external side-effect absence",
    "bundle integrity does not upgrade source class"
  ]
}
END
}

fail() {
    report fail "" "$1"
    exit
}

# One file of the bundle, to standard output.
member() {
    gzip -dc <"$bundle" 2>/dev/null | tar -xOf - "$1" 2>/dev/null
}

bundle=$1

# Section 4: a .tar.gz with exactly two entries, in this order.
gzip -t <"$bundle" 2>/dev/null || fail "the bundle cannot be read, or is no whole gzip"
names=$(gzip -dc <"$bundle" | tar -tf - 2>/dev/null) || fail "the archive cannot be read"
[ "$names" = "manifest.json
events.ndjson" ] || fail "not the two files, in order"

# Stage 1, Section 4: the first check that does not hold ends it.
# Your first fix stands ready: take each "# FIX" away.
# FIX pinned=$(member manifest.json | sed -n 's/.*"sha256":"\(sha256:[0-9a-f]*\)".*/\1/p')
# FIX actual=sha256:$(member events.ndjson | sha256sum | cut -d ' ' -f 1)
# FIX [ "$pinned" = "$actual" ] || fail "events.ndjson is not as pinned"
# TODO: bytes, then of each line: content hash, id, sequence, run id; event
# count and run_root; last of all bundle_id. The rules of it:
# mcp-evidence list rules --suite privileged-mcp-action-v0-rules 'stage1.*'

# TODO: stage 2, stage 3, and the claims of stage 4 (Section 5).
report pass invalid "TODO: stages 2 to 4 are not written yet"
