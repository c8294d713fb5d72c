//! The end of a run, for people: where they look first.

use super::diagnosed::diagnosis;
use super::pretty::{Paint, Style};
use super::{baseline, readings, told};
use crate::baseline::BaselineState;
use crate::diagnosis::{Diagnosed, Diagnosis, bytes_to_hash, fails_integrity, inspecting};
use crate::escape::{COMMAND, TEXT, escape};
use crate::exit;
use crate::result::{Case, NextStep, RunResult, Status, Summary};
use crate::warning::Warning;
use mcp_evidence_contract::Profile;

/// The numbers, what the candidate lacks, and last the one line that everybody
/// looks for.
pub(super) fn lines(result: &RunResult, style: Style) -> Vec<String> {
    let summary = &result.summary;
    let mut lines = Vec::new();
    if summary.unscored {
        lines.extend(readings::lines(result));
        lines.extend(first_contact(result));
        lines.extend(partial(result, style));
        return lines;
    }
    lines.push(String::new());
    lines.push(format!("corpus {}", escape(&result.setting.suite.corpus_digest, TEXT)));
    lines.push(constants(summary));
    if let Some(answer) = &summary.constant_answer {
        let text = format!(
            "This candidate gave one answer to every case: {answer}; its {} matches are those of any \
             program that gives it",
            summary.matches
        );
        lines.push(style.paint(Paint::Bad, &text));
    }
    lines.extend(warnings(summary));
    lines.extend(result.baseline.iter().flat_map(|record| baseline::record(record, result)));
    lines.extend(first_contact(result));
    let other_profile = other_profile(result, style);
    let cause = rejects_everything(result);
    lines.extend(other_profile.iter().cloned());
    if cause.is_empty() {
        let known = |case: &&Case| case.baseline_state() == Some(BaselineState::KnownDivergence);
        let known = result.cases.iter().filter(known).map(|case| case.id.as_str()).collect();
        let left = result.diagnosis.without(&known);
        lines.extend(diagnosis(&left, "", style.tells_all()));
        let steps = if other_profile.is_some() { Vec::new() } else { next(result, &left) };
        let step = then(result, !steps.is_empty());
        lines.extend(steps.into_iter().chain(step));
    }
    if !cause.is_empty() {
        lines.extend(cause);
        lines.extend(then(result, false));
    }
    lines.push(String::new());
    lines.extend(partial(result, style));
    lines.push(counts(result, style));
    lines
}

/// A whole run in one line: the suite and how it came out.
pub fn in_a_line(result: &RunResult, colour: bool) -> String {
    let style = Style { colour, ..Style::default() };
    let suite = escape(&result.setting.suite.id, TEXT);
    if result.summary.unscored {
        let mut line = format!("{suite}: {} probes, never scored", result.summary.selected);
        let errors = result.summary.candidate_errors;
        if errors > 0 {
            let text = format!(", {errors} ended in a candidate error");
            line.push_str(&style.paint(Paint::Bad, &text));
        }
        return line;
    }
    format!("{suite}: {}", counts(result, style))
}

/// That a run did not come to its end.
fn partial(result: &RunResult, style: Style) -> Option<String> {
    let cause = result.stopped_by?;
    let text = format!("This result is partial: the run was stopped by {cause}");
    Some(style.paint(Paint::Bad, &text))
}

/// What a reviewer should know, in plain words.
fn warnings(summary: &Summary) -> Vec<String> {
    let mut lines = Vec::new();
    for warning in Warning::ALL {
        let Some(count) = summary.warnings.get(warning.name()) else { continue };
        if lines.is_empty() {
            lines.push("For a reviewer, unscored:".to_owned());
        }
        let cases = if *count == 1 { "case" } else { "cases" };
        lines.push(format!("  {count} {cases}: {} ({warning})", warning.text()));
    }
    lines
}

/// Where every report names one other version that the kit knows, what the
/// candidate was asked for comes before any rule; not where all that differs is
/// known already.
fn other_profile(result: &RunResult, style: Style) -> Option<String> {
    let is_other = |case: &Case| case.warnings.contains(&Warning::ReportProfileMissingOrUnexpected);
    let answered: Vec<&Case> = result.cases.iter().filter(|case| case.observed.is_some()).collect();
    let named = |case: &Case| Some(case.report.as_ref()?.get("profile")?.as_str()?.to_owned());
    let profile = named(answered.first()?)?;
    let all = answered.iter().all(|case| is_other(case) && named(case).as_ref() == Some(&profile));
    let is_version = Profile::of_id(&profile).is_some();
    let is_news = result.summary.mismatches > result.summary.known_divergences;
    (all && is_version && is_news).then(|| {
        let text = format!(
            "Every report names the profile {}, and this suite is of {}: probably the candidate \
             concludes as another version of the text says, and what it seems to lack follows from \
             that. It is told the version on its own command line: behind --, or in `command` of \
             the suite's table in mcp-evidence.toml.",
            escape(&profile, TEXT),
            escape(&result.setting.suite.profile, TEXT)
        );
        style.paint(Paint::Bad, &text)
    })
}

/// Where a candidate answers nothing, the contract comes before any rule.
fn first_contact(result: &RunResult) -> Option<String> {
    let command = escape(result.doctor.as_ref()?, COMMAND);
    Some(format!("No case was answered; to see what to mend: {command}"))
}

/// One step to take next: the first rule by its stage, a lacking one before
/// others, and a case that tells it; where no rule is known, the first case that
/// fails.
fn next(result: &RunResult, left: &Diagnosis) -> Vec<String> {
    let Diagnosis { lacks, too_strict, otherwise } = left;
    let known = |diagnosed: &&Diagnosed| diagnosed.rule.text.is_some();
    let rule = lacks
        .iter()
        .chain(too_strict)
        .chain(otherwise)
        .filter(known)
        .min_by_key(|diagnosed| diagnosed.rule.stage.unwrap_or(u8::MAX));
    let told = |case: &&Case| match rule.and_then(|diagnosed| diagnosed.vectors.first()) {
        Some(id) => case.id == *id,
        // A case that matches unexpectedly is mended by another baseline.
        None => case.fails() && !case.is_stopped() && case.status != Status::Match,
    };
    let case = result.cases.iter().find(told).filter(|_| result.doctor.is_none());
    let Some(case) = case else { return Vec::new() };
    let mut lines = vec![String::new(), "Next:".to_owned()];
    let explain = |diagnosed: &Diagnosed| {
        let id = crate::quote::command_line([&diagnosed.rule.id]);
        format!("  mcp-evidence explain {}", escape(&id, TEXT))
    };
    lines.extend(rule.map(explain));
    lines.push(format!("  {}", escape(&case.repeat, COMMAND)));
    lines
}

/// The step that no rule tells, behind those that one does.
fn then(result: &RunResult, is_second: bool) -> Vec<String> {
    let Some(NextStep { what, command }) = &result.next else { return Vec::new() };
    let lead = if is_second { "Then" } else { "Next" };
    vec![
        String::new(),
        format!("{lead}, {}:", escape(what, TEXT)),
        format!("  {}", escape(command, COMMAND)),
    ]
}

/// Whether every case of the corpus ran.
fn is_whole(result: &RunResult) -> bool {
    result.setting.options.selected == result.setting.suite.vectors && result.summary.not_run == 0
}

/// Where no bundle at all passes, the likely cause is one, and comes before any
/// rule: a digest or a count that every bundle has.
fn rejects_everything(result: &RunResult) -> Vec<String> {
    // A part of the corpus, what failed before say, tells nothing of every bundle.
    if !is_whole(result) {
        return Vec::new();
    }
    let accepts = || result.cases.iter().filter(|case| case.expected["verdict"] == "valid");
    let first = accepts().next().filter(|_| accepts().all(fails_integrity));
    let Some(first) = first else { return Vec::new() };
    let id = escape(&crate::quote::command_line([&first.id]), TEXT);
    let said = first.reasons.first().and_then(|strings| strings.first());
    let said = said.map(|text| format!("About {id} it says: {}", escape(text, TEXT)));
    let head = "This candidate fails the integrity of every bundle that must be accepted: probably \
                one cause.";
    let tail = [
        "Compare the digests and counts that it computes with those of this bundle:".to_owned(),
        format!("  {}", escape(&inspecting(first), COMMAND)),
        "If a content hash is the first that differs, compare what it hashes for that event with \
         these bytes:"
            .to_owned(),
        format!("  {}", bytes_to_hash(&inspecting(first))),
        "If the run root is, it hashes the content hashes as they are written, sha256: included, \
         each followed by a line feed."
            .to_owned(),
        "Once some bundle passes, the rules that it lacks are told here.".to_owned(),
    ];
    [String::new(), head.to_owned()].into_iter().chain(said).chain(tail).collect()
}

/// Whose numbers these are is said where they are nobody's work but the kit's.
fn counts(result: &RunResult, style: Style) -> String {
    let summary = &result.summary;
    let known = summary.known_divergences;
    let others = summary.mismatches - known;
    let unlisted = if known > 0 { "mismatched otherwise" } else { "mismatched" };
    let parts = [
        (known, if known == 1 { "known divergence" } else { "known divergences" }, Paint::Odd),
        (others, unlisted, Paint::Bad),
        (summary.candidate_errors, "ended in a candidate error", Paint::Bad),
        (summary.not_run, "did not run", Paint::Odd),
    ];
    let matched = format!("{} of {} matched", summary.matches, summary.selected);
    let is_good = summary.exit_code == exit::MATCH;
    let mut line = style.paint(if is_good { Paint::Good } else { Paint::Bad }, &matched);
    if summary.unexpected_successes > 0 {
        let text =
            format!(" ({} unexpectedly: the baseline lists them)", summary.unexpected_successes);
        line.push_str(&style.paint(Paint::Bad, &text));
    }
    for (count, what, paint) in parts {
        if count > 0 {
            line.push_str(", ");
            line.push_str(&style.paint(paint, &format!("{count} {what}")));
        }
    }
    if result.setting.candidate.built_in {
        line.push_str(&format!(" ({})", told::candidate(&result.setting.candidate)));
    }
    line
}

fn constants(summary: &Summary) -> String {
    let mut seen: Vec<String> = Vec::new();
    for constant in &summary.constants {
        let part = format!("{} {}", constant.answer, constant.matches);
        if !seen.contains(&part) {
            seen.push(part);
        }
    }
    format!(
        "one answer to everything scores (the best of each kind): {}; this candidate {}",
        seen.join(", "),
        summary.matches
    )
}
