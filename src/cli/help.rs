//! What `run --help` says beyond its options.

pub(super) const RUN: &str = r#"The smallest report of each kind; members beside these are kept and shown:
  {"bundle_integrity": "fail"}
  {"bundle_integrity": "pass", "verdict": "invalid"}
  {"bundle_integrity": "pass", "verdict": "valid", "claims": {
    "policy_decision_recorded": {"status": "confirmed", "source_class": "producer_reported"},
    "caller_visible_denial": {"status": "incomplete"},
    "upstream_delivery": {"status": "incomplete"},
    "external_side_effect": {"status": "incomplete"}}}

Warnings never count. They say that a report
  reject_reason_missing                    is pass and invalid, and no finding says why
  report_schema_missing_or_unexpected      has no `schema`, or not that of the specification
  report_profile_missing_or_unexpected     has no `profile`, or not that of the suite

Words about probes, which ask how a verifier reads a point where the text leaves room:
  pinned   this answer is the one of the reading that this kit follows
  other    this answer is that of another reading; it counts for nothing
  as here  over all its probes, the point is read as this kit reads it
  takes    over all its probes, the point is read in this other way

Settings that the command line does not give come from mcp-evidence.toml: command, suites, timeout,
jobs, cwd, baseline, and [suite.ID] command; docs/ci.md describes it.

Exit codes:
  0  every selected vector matched
  1  a mismatch
  2  a candidate or harness error, wrong usage, a broken corpus, or nothing selected; outranks 1"#;
