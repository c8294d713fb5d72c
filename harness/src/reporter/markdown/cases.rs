//! The cases that are no match.

use super::super::comparison::{Comparison, Section};
use super::super::{diff, told};
use super::text::{code, fenced, folded, html_code};
use super::{OPEN, Page, scope};
use crate::result::{Case, Status};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Of one stage, the cases that are told in full, and those that are named.
const FULL: usize = 3;
const NAMED: usize = 60;

pub(super) fn mark(case: Option<&Case>) -> String {
    let Some(case) = case else { return "not in this run".to_owned() };
    let symbol = match case.status {
        Status::Match if case.fails() => "✗",
        Status::Match => "✓",
        Status::Mismatch if told::is_probe(case) => "≠",
        Status::Mismatch if !case.fails() => "≈",
        Status::Mismatch => "✗",
        Status::CandidateError => "!",
        Status::NotRun => "–",
    };
    format!("{symbol} {}", told::word(case))
}

/// The cases of one suite that are no match, by the stages of their rules; those
/// without an answer first.
pub(super) fn cases(page: &mut Page, comparison: &Comparison<'_>, section: &Section<'_>) {
    let mut groups: BTreeMap<Group, Vec<(String, &Case)>> = BTreeMap::new();
    for row in section.rows.iter().filter(|row| row.tells()) {
        for (column, case) in comparison.candidates.iter().zip(&row.cases) {
            let Some(case) = case else { continue };
            if (case.status != Status::Match || case.fails()) && !told::is_probe(case) {
                let who = scope(comparison, column);
                groups.entry(Group::of(case)).or_default().push((who, case));
            }
        }
    }
    let open = groups.values().map(Vec::len).sum::<usize>() <= OPEN;
    let suite = html_code(&told::text(&section.suite.id));
    for (group, list) in groups {
        let full = if open { OPEN } else { FULL };
        let mut inside: String = list.iter().take(full).map(|(who, case)| one(case, who)).collect();
        let rest = &list[list.len().min(full)..];
        if !rest.is_empty() {
            let named: Vec<String> = rest
                .iter()
                .take(NAMED)
                .map(|(who, case)| format!("{who}{}", code(&told::text(&case.id))))
                .collect();
            let more = match rest.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(", and {more} more: the JSON result has them"),
            };
            let _ = write!(inside, "\nAnd {} more: {}{more}\n", rest.len(), named.join(", "));
        }
        let summary = format!("{suite}, {}: {}", group.title(), list.len());
        page.block(&folded(&summary, open, &inside));
    }
}

/// Where a case stands among those that are no match.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    NoAnswer,
    Stage(u8),
    Operation(String),
    Other,
}

impl Group {
    fn of(case: &Case) -> Group {
        if case.error.is_some() {
            return Group::NoAnswer;
        }
        match case.rule.as_ref().map(|rule| (rule.stage, &rule.operation)) {
            Some((Some(stage), _)) => Group::Stage(stage),
            Some((None, Some(operation))) => Group::Operation(operation.clone()),
            Some((None, None)) | None => Group::Other,
        }
    }

    /// In HTML.
    fn title(&self) -> String {
        match self {
            Group::NoAnswer => "without an answer".to_owned(),
            Group::Stage(stage) => format!("stage {stage}"),
            Group::Operation(operation) => html_code(&told::text(operation)),
            Group::Other => "no single rule".to_owned(),
        }
    }
}

/// One case that is no match.
fn one(case: &Case, who: &str) -> String {
    let mut text = format!("\n#### {who}{}: {}\n\n", mark(Some(case)), code(&told::text(&case.id)));
    let _ = writeln!(text, "{}\n", code(&told::text(&case.description)));
    if let Some(rule) = &case.rule {
        let label = if rule.permission { "Allowed" } else { "Rule" };
        let _ = writeln!(text, "{label}: {}\n", code(&told::rule(rule)));
    }
    for leak in told::leaks(case) {
        let _ = writeln!(text, "{}\n", code(&leak));
    }
    if let Some(note) = &case.baseline {
        let _ = writeln!(text, "The baseline lists it: {}\n", code(&told::text(&note.reason)));
    }
    if let (Status::Mismatch, Some(observed)) = (case.status, &case.observed) {
        let mut lines = vec!["- expected".to_owned(), "+ this candidate".to_owned()];
        let difference = diff::folded(&case.expected, observed);
        lines
            .extend(difference.into_iter().map(|diff::Line { tag, text }| format!("{tag} {text}")));
        text.push_str(&fenced("diff", &lines));
        let reasons = told::reasons(case);
        if reasons.is_empty() {
            let _ = writeln!(text, "\nThe candidate says {}.", told::SILENT);
        } else {
            text.push_str("\nThe candidate says:\n\n");
            text.push_str(&fenced("text", &reasons));
        }
    }
    if let Some(error) = &case.error {
        let mut lines = vec![told::text(&error.message)];
        lines.extend(case.stdout.iter().map(|out| format!("stdout: {}", told::stream(out))));
        lines.extend(case.stderr.iter().map(|err| format!("stderr: {}", told::stream(err))));
        text.push_str(&fenced("text", &lines));
    }
    text.push_str("\nRepeat it:\n\n");
    text.push_str(&fenced("sh", &[told::repeat(case)]));
    text
}
