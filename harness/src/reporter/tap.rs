//! Results in the Test Anything Protocol, version 14.

use super::baseline::{FAULT, Fault};
use super::told;
use crate::baseline::BaselineState;
use crate::result::{Case, RunResult, Status};
use serde_json::Value;
use std::fmt::Write as _;

/// One stream: a test point for each vector.
///
/// Several suites make one flat plan, each point named by its suite too:
/// readers of older versions skip subtests, and would count a suite of hundreds
/// of vectors as one. A candidate error and a case that did not run are
/// failures, told apart in the diagnostics; there is no directive for them that
/// does not pass. Over probes an answer that is not as pinned is a `TODO`, which
/// never fails, and so is a known divergence of a baseline. A baseline that fails
/// its run is a test point too.
pub fn document(results: &[RunResult]) -> String {
    let of_baselines = results.iter().filter_map(Fault::of).count();
    let points = of_baselines + results.iter().map(|result| result.cases.len()).sum::<usize>();
    let mut text = format!("TAP version 14\n1..{points}\n");
    let several = results.len() > 1;
    let mut number = 0;
    for result in results {
        let suite = told::text(&result.setting.suite.id);
        let who = told::candidate(&result.setting.candidate);
        // A comment runs to the end of its line, and nothing in it counts.
        let _ = writeln!(text, "# {suite}, {who}");
        let _ = writeln!(text, "# corpus {}", told::text(&result.setting.suite.corpus_digest));
        for case in &result.cases {
            number += 1;
            let name = told::text(&case.id);
            let name = if several { format!("{suite}: {name}") } else { name };
            point(&mut text, number, &name, result, case);
        }
        if let Some(fault) = Fault::of(result) {
            number += 1;
            let name = if several { format!("{suite}: {FAULT}") } else { FAULT.to_owned() };
            of_baseline(&mut text, number, &name, &fault);
        }
        let _ = writeln!(text, "# {}", told::counts(result));
    }
    // Behind every point, since the cases that did not run have theirs.
    for stopped in results.iter().filter_map(told::stopped) {
        let _ = writeln!(text, "Bail out! {stopped}");
    }
    text
}

fn point(text: &mut String, number: usize, name: &str, result: &RunResult, case: &Case) {
    let unscored = result.summary.unscored;
    let known = case.baseline_state() == Some(BaselineState::KnownDivergence);
    let (ok, directive) = match case.status {
        Status::Match if case.fails() => ("not ok", ""),
        Status::Mismatch if known => ("not ok", " # TODO known divergence"),
        Status::Match => ("ok", ""),
        Status::Mismatch if unscored => ("not ok", " # TODO not scored: another reading"),
        Status::Mismatch | Status::CandidateError | Status::NotRun => ("not ok", ""),
    };
    let _ = writeln!(text, "{ok} {number} - {}{directive}", description(name));
    if case.status != Status::Match || case.fails() {
        diagnostics(text, result, case);
    }
}

/// What fails beside the cases.
fn of_baseline(text: &mut String, number: usize, name: &str, fault: &Fault) {
    let _ = writeln!(text, "not ok {number} - {}\n  ---", description(name));
    let _ = writeln!(text, "  message: {}", Value::from(&*fault.message));
    let _ = writeln!(text, "  severity: {}\n  about:", Value::from("fail"));
    for line in &fault.details {
        let _ = writeln!(text, "    - {}", Value::from(&**line));
    }
    text.push_str("  ...\n");
}

/// `\` and `#` could begin an escape or a directive.
fn description(name: &str) -> String {
    name.replace('\\', "\\\\").replace('#', "\\#")
}

/// A YAML block. Every value is a JSON string, which YAML reads as the same
/// string.
fn diagnostics(text: &mut String, result: &RunResult, case: &Case) {
    let severity = match case.status {
        Status::Match | Status::Mismatch => "fail",
        Status::CandidateError | Status::NotRun => "error",
    };
    text.push_str("  ---\n");
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "  {name}: {}", Value::from(value));
    };
    line("message", &told::why(result, case));
    line("severity", severity);
    line("status", case.status.name());
    if let Some(note) = &case.baseline {
        line("baseline", told::word(case));
        line("reason", &told::text(&note.reason));
    }
    if let Some(error) = &case.error {
        line("error", &told::text(&error.kind));
    }
    line("about", &told::text(&case.description));
    if let Some(rule) = &case.rule {
        line(if rule.permission { "allowed" } else { "rule" }, &told::rule(rule));
    }
    if let Some(point) = &case.point {
        line("point", &told::text(point));
    }
    if let (Status::Mismatch, Some(observed)) = (case.status, &case.observed) {
        let _ = writeln!(text, "  difference:");
        for super::diff::Line { tag, text: shown } in super::diff::lines(&case.expected, observed) {
            let _ = writeln!(text, "    - {}", Value::from(format!("{tag} {shown}")));
        }
        let reasons = told::reasons(case);
        let _ = writeln!(text, "  says:{}", if reasons.is_empty() { " []" } else { "" });
        for reason in reasons {
            let _ = writeln!(text, "    - {}", Value::from(reason));
        }
    }
    let _ = writeln!(text, "  repeat: {}", Value::from(told::repeat(case)));
    text.push_str("  ...\n");
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;

    #[test]
    fn one_suite_is_a_flat_plan_with_diagnostics() {
        let text = document(&[testing::result("./verifier")]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["TAP version 14", "1..5"]);
        let points: Vec<&&str> =
            lines.iter().filter(|line| line.starts_with("ok") || line.starts_with("not")).collect();
        assert_eq!(
            points,
            [
                &"ok 1 - matching",
                &"not ok 2 - lacking",
                &"not ok 3 - one cell",
                &"not ok 4 - no answer",
                &r"not ok 5 - hostile \\ \# ` | <b>",
            ]
        );
        let blocks = text.matches("\n  ---\n").count();
        assert_eq!((blocks, text.matches("\n  ...\n").count()), (4, 4));
        assert!(text.contains("\n  status: \"candidate_error\"\n  error: \"not_json\"\n"));
        assert!(text.contains("\n  status: \"not_run\"\n"));
    }

    #[test]
    fn nothing_that_a_candidate_says_begins_a_line() {
        let text = document(&[testing::result("./verifier\nBail out!")]);
        for line in text.lines().skip(2) {
            let own =
                ["ok ", "not ok ", "# ", "  ---", "  ..."].iter().any(|own| line.starts_with(own));
            let member = line.strip_prefix("  ").is_some_and(|line| {
                line.split_once(": ").is_some_and(|(_, value)| {
                    value == "[]" || serde_json::from_str::<String>(value).is_ok()
                }) || ["difference:", "says:"].contains(&line)
            });
            let item = line
                .strip_prefix("    - ")
                .is_some_and(|value| serde_json::from_str::<String>(value).is_ok());
            assert!(own || member || item, "{line}");
        }
    }

    #[test]
    fn several_suites_are_named_and_probes_never_fail() {
        let text = document(&[testing::result("./verifier"), testing::probes("./verifier")]);
        assert!(text.starts_with("TAP version 14\n1..7\n"));
        assert!(text.contains("\nok 6 - probes: probe-a\n"), "{text}");
        assert!(text.contains("\nnot ok 7 - probes: probe-b # TODO not scored"), "{text}");
    }
}
