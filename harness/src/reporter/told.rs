//! What all reporters over finished results say alike: a case in a line, a
//! candidate's name, how a whole run came out. Everything is bounded and
//! printable here; what a format must escape besides is the format's.

use super::diff;
use crate::baseline::BaselineState;
use crate::diagnosis::{bytes_to_hash, inspecting, likely};
use crate::escape::{COMMAND, TEXT, escape};
use crate::result::{CandidateRecord, Case, Excerpt, RuleRecord, RunResult, Status};
use crate::{quote, surface};
use serde_json::Value;

/// Findings of one case that are shown.
const REASONS: usize = 10;

/// Strings of one finding that are shown.
const STRINGS: usize = 8;

/// Characters of an output that is no report.
const STREAM: usize = 1000;

/// What a candidate says beside the surface where it says nothing.
pub(super) const SILENT: &str = "nothing about it";

/// Foreign text, bounded and printable.
pub(super) fn text(text: &str) -> String {
    escape(text, TEXT)
}

/// A candidate as it was started.
pub(super) fn candidate(record: &CandidateRecord) -> String {
    if record.built_in {
        "the built-in verifier".to_owned()
    } else {
        escape(&quote::command_line(&record.argv), TEXT)
    }
}

/// Where a run is of probes, how its answers are called, which no run scores.
pub(super) fn is_probe(case: &Case) -> bool {
    case.point.is_some()
}

/// How a case ended, in words for people.
pub(super) fn word(case: &Case) -> &'static str {
    match case.baseline_state() {
        Some(BaselineState::KnownDivergence) => return "known divergence",
        Some(BaselineState::OtherDivergence) => return "other divergence",
        Some(BaselineState::UnexpectedSuccess) => return "unexpected success",
        None => {}
    }
    match case.status {
        Status::Match if is_probe(case) => "as pinned",
        Status::Mismatch if is_probe(case) => "other reading",
        Status::Match => "match",
        Status::Mismatch => "mismatch",
        Status::CandidateError => "candidate error",
        Status::NotRun => "not run",
    }
}

/// Why a case is no match, in one line.
pub(super) fn why(result: &RunResult, case: &Case) -> String {
    match case.status {
        Status::Match if case.fails() => {
            "it matches, and the baseline lists it as a divergence".to_owned()
        }
        Status::Match => "the answer is the expected one".to_owned(),
        Status::Mismatch if !case.leaks.is_empty() => leaks(case).join(", "),
        Status::Mismatch => {
            let observed = case.observed.as_ref().unwrap_or(&Value::Null);
            let surface = surface::of_profile(&result.setting.suite.profile);
            let labels =
                surface.map(|surface| [&case.expected, observed].map(|o| surface.label(o)));
            match labels {
                Some([expected, got]) if expected != got => {
                    format!("expected {}, got {}", text(&expected), text(&got))
                }
                Some(_) | None => diff::one_line(&case.expected, observed)
                    .unwrap_or_else(|| differing(&case.expected, observed)),
            }
        }
        Status::CandidateError | Status::NotRun => match &case.error {
            Some(error) => escape(&error.message, 2 * TEXT),
            None => "the candidate was not asked".to_owned(),
        },
    }
}

fn differing(expected: &Value, observed: &Value) -> String {
    format!("the answers differ in {}", diff::members(expected, observed))
}

/// `§5 Stage 2, stage2.x: what it asks`, as far as it is known.
pub(super) fn rule(rule: &RuleRecord) -> String {
    let id = text(&rule.id);
    match (&rule.section, &rule.text) {
        (Some(section), Some(asks)) => format!("{}, {id}: {}", text(section), text(asks)),
        (Some(_) | None, _) => id,
    }
}

/// Each finding of the candidate in a line, its strings word for word.
pub(super) fn reasons(case: &Case) -> Vec<String> {
    let mut lines: Vec<String> = case
        .reasons
        .iter()
        .take(REASONS)
        .map(|strings| {
            let mut shown: Vec<String> = strings.iter().take(STRINGS).map(|s| text(s)).collect();
            if strings.len() > STRINGS {
                shown.push(format!("… and {} more", strings.len() - STRINGS));
            }
            shown.join(" | ")
        })
        .collect();
    if case.reasons.len() > REASONS {
        lines.push(format!("… and {} more", case.reasons.len() - REASONS));
    }
    lines
}

/// The beginning of a stream.
pub(super) fn stream(excerpt: &Excerpt) -> String {
    let mut shown = escape(excerpt.text.trim_end(), STREAM);
    if excerpt.cut {
        shown.push_str(" (cut)");
    }
    shown
}

/// Everything there is to say about a case that is no match, as plain lines.
pub(super) fn details(case: &Case) -> Vec<String> {
    let mut lines = vec![text(&case.description)];
    if let Some(record) = &case.rule {
        let label = if record.permission { "allowed" } else { "rule" };
        lines.push(format!("{label}: {}", rule(record)));
        if let Some(cause) = likely(case) {
            lines.push(format!("likely cause: {cause}"));
            lines.push(format!("the bytes to hash: {}", bytes_to_hash(&inspecting(case))));
        }
    }
    if let (Status::Mismatch, Some(observed)) = (case.status, &case.observed) {
        lines.push("- expected, + this candidate".to_owned());
        lines.extend(
            diff::lines(&case.expected, observed)
                .into_iter()
                .map(|diff::Line { tag, text }| format!("{tag} {text}")),
        );
        lines.extend(said(case));
    }
    lines.extend(leaks(case));
    if let Some(note) = &case.baseline {
        let reason = match note.reason.trim() {
            "" => String::new(),
            reason => format!(", {}", text(reason)),
        };
        lines.push(format!("baseline: {}{reason}", word(case)));
    }
    if case.retries > 0 {
        lines.push(format!("started again: {}", case.retries));
    }
    if let Some(error) = &case.error {
        lines.push(format!("error: {}", escape(&error.message, 2 * TEXT)));
    }
    lines.extend(case.stdout.iter().map(|out| format!("stdout: {}", stream(out))));
    if case.error.is_some() {
        lines.extend(case.stderr.iter().map(|err| format!("stderr: {}", stream(err))));
    }
    lines.push(format!("repeat: {}", repeat(case)));
    lines
}

/// Where something stands that must not be printed.
pub(super) fn leaks(case: &Case) -> Vec<String> {
    case.leaks.iter().map(|leak| format!("leaks: {}", text(&leak.to_string()))).collect()
}

fn said(case: &Case) -> Vec<String> {
    let reasons = reasons(case);
    if reasons.is_empty() {
        return vec![format!("says: {SILENT}")];
    }
    reasons.into_iter().map(|line| format!("says: {line}")).collect()
}

/// The command that repeats a case. It is shown whole, or a shell would do
/// something else with it.
pub(super) fn repeat(case: &Case) -> String {
    escape(&case.repeat, COMMAND)
}

/// Whether a case speaks against its candidate; over probes only one without an
/// answer does.
pub(super) fn fails(result: &RunResult, case: &Case) -> bool {
    match case.status {
        Status::NotRun | Status::CandidateError => true,
        Status::Match | Status::Mismatch => case.fails() && !result.summary.unscored,
    }
}

/// What stopped a run before its end, if something did.
pub(super) fn stopped(result: &RunResult) -> Option<String> {
    let cause = result.stopped_by.map_or_else(|| "something".to_owned(), |cause| cause.to_string());
    result.partial.then(|| format!("this result is partial: the run was stopped by {cause}"))
}

/// A whole run in a line: `517 of 525 matched, 8 mismatched`.
pub(super) fn counts(result: &RunResult) -> String {
    let summary = &result.summary;
    let (good, bad) = if summary.unscored {
        ("answered as pinned", "answered otherwise")
    } else {
        ("matched", "mismatched")
    };
    let mut line = format!("{} of {} {good}", summary.matches, summary.selected);
    let other_corpus = result.baseline.as_ref().is_some_and(|it| it.other_corpus.is_some());
    let unusable = match (other_corpus, summary.unusable_entries) {
        (true, 1) => "entry of the baseline about another corpus",
        (true, _) => "entries of the baseline about another corpus",
        (false, 1) => "entry of the baseline about no case of this corpus",
        (false, _) => "entries of the baseline about no case of this corpus",
    };
    for (count, what) in [
        (summary.mismatches, bad),
        (summary.candidate_errors, "ended in a candidate error"),
        (summary.not_run, "did not run"),
        (summary.known_divergences, "of the mismatches known divergences"),
        (summary.other_divergences, "of the mismatches listed otherwise"),
        (summary.unexpected_successes, "of the matches unexpected successes"),
        (summary.unusable_entries, unusable),
    ] {
        if count > 0 {
            line.push_str(&format!(", {count} {what}"));
        }
    }
    if result.partial {
        line.push_str("; partial");
    }
    line
}

/// What agreement with a corpus is, and what it is not; stands in every report
/// that somebody may pass on.
pub(super) const SCOPE: &str = "Agreement here is agreement of outcomes on a pinned corpus, which \
    its digest names. It does not establish that a candidate is free of faults elsewhere, that it \
    was written independently, that any recorded decision was right, or anything about delivery, \
    side effects or compliance.";

#[cfg(test)]
mod tests {
    use super::super::{github, html, junit, markdown, tap, testing};
    use crate::baseline::{BaselineNote, BaselineState};
    use crate::interrupt::Cause;

    #[test]
    fn a_known_divergence_does_not_fail_and_a_partial_run_says_so() {
        let mut result = testing::result("./verifier");
        let note = |state| {
            Some(BaselineNote { state, reason: "asked <upstream>".to_owned(), listed: Vec::new() })
        };
        result.cases[0].baseline = note(BaselineState::UnexpectedSuccess);
        result.cases[1].baseline = note(BaselineState::KnownDivergence);
        result.partial = true;
        result.stopped_by = Some(Cause::FailFast);
        let results = [result];
        let text = tap::document(&results);
        assert!(text.contains("\nnot ok 1 - matching\n"), "{text}");
        assert!(text.contains("\nnot ok 2 - lacking # TODO known divergence\n"), "{text}");
        assert!(text.lines().last().is_some_and(|line| line.starts_with("Bail out! this result")));
        let text = junit::document(&results);
        assert!(text.contains("known divergence: asked &lt;upstream&gt;"), "{text}");
        assert!(text.contains("type=\"unexpected_success\"") && text.contains("is partial"));
        let text = github::annotations(&results);
        assert!(text.starts_with("::error title=unexpected success%3A matching::"), "{text}");
        assert!(!text.contains("title=known divergence") && text.contains("title=partial::"));
        let text = markdown::document(&results);
        assert!(text.contains("✗ unexpected success") && text.contains("≈ known divergence"));
        assert!(text.contains("is partial"));
        let text = html::document(&results);
        assert!(text.contains("asked &lt;upstream&gt;") && text.contains("is partial"));
    }
}
