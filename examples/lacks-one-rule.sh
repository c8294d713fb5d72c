#!/bin/sh
# The built-in verifier without its check of `reason`.
report=$(mcp-evidence verify --format json "$1")
case $report in
*stage2.decision.reason.vocabulary*)
    echo '{"bundle_integrity": "pass", "verdict": "valid", "claims": {
        "policy_decision_recorded": {"status": "confirmed", "source_class": "producer_reported"},
        "caller_visible_denial": {"status": "incomplete"},
        "upstream_delivery": {"status": "incomplete"},
        "external_side_effect": {"status": "incomplete"}}}' ;;
*) printf '%s\n' "$report" ;;
esac
