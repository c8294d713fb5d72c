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
  not told some probe of the point has no answer; a candidate error is one here too

Settings that the command line does not give come from mcp-evidence.toml: command, suites, timeout,
jobs, cwd, baseline, and [suite.ID] command; docs/ci.md describes it.

What selects: a vector runs when its id matches some --only, its rule some --rule and its rule's
stage some --stage, wherever there are any of that kind, and no --skip matches its id. A vector
without a rule passes neither --rule nor --stage.

--rerun RESULT repeats what did not match in a stored result (mismatches, candidate errors, cases
that did not run), with the stored candidate, working folder, time limit and --named where nothing
else is given; a stored command is seen from where it was run. --suite takes only these suites of it,
and what selects narrows further. A corpus that has changed since is refused (2), as is a result that
does not hold what it says; where everything matched there is nothing to repeat (0).

--baseline FILE: a mismatch that FILE lists exactly so is a known divergence and does not count. A
listed case that matches (unexpected success) or that differs in another way fails (1), and so does
an entry for no case of the corpus or for another corpus digest; entries of cases that are not
selected are let be. Candidate errors are never listed.

Exit codes:
  0    every selected vector matched, or differs exactly as the baseline lists it; over probes,
       each was answered
  1    at least one mismatch, or an entry of the baseline that does not hold
  2    a candidate or harness error, a broken corpus or file, wrong usage, unwritable output, or
       nothing selected; outranks 1
  130  stopped by SIGINT (Ctrl-C), 143 by SIGTERM: every process is ended, the result is partial, and
       cases that did not run are not_run; a second signal ends at once
  141  the reader of standard output went away"#;
