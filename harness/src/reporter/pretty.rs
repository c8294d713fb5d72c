//! A run for people: a line a vector, and all there is to say about a mismatch.

use super::{diff, readings};
use crate::diagnosis::{Diagnosed, Diagnosis};
use crate::escape::{TEXT, escape};
use crate::event::Event;
use crate::result::{Case, Excerpt, RuleRecord, RunResult, Setting, Status, Summary};
use serde_json::Value;
use std::io::{self, Write};

/// Findings of one case that are shown.
const REASONS: usize = 20;

/// Strings of one finding that are shown.
const STRINGS: usize = 8;

/// Bytes of standard error that are shown beside an error.
const STDERR: usize = 1000;

/// Vectors that are named beside a rule.
const VECTORS: usize = 5;

/// How much is shown, and whether in colour. Who calls decides: the reporter
/// looks at neither terminal nor environment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Style {
    /// Colours by escape sequences.
    pub colour: bool,
    /// The candidate's reasons on matches too.
    pub reasons: bool,
}

#[derive(Clone, Copy)]
enum Paint {
    Good,
    Bad,
    Odd,
    Faint,
}

impl Style {
    fn paint(self, paint: Paint, text: &str) -> String {
        let code = match paint {
            Paint::Good => "32",
            Paint::Bad => "31",
            Paint::Odd => "33",
            Paint::Faint => "2",
        };
        if self.colour { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

/// Tells a run's events to `out`.
pub struct Pretty<W> {
    out: W,
    style: Style,
    last_error: Option<String>,
}

impl<W: Write> Pretty<W> {
    /// A reporter that writes to `out`.
    pub fn new(out: W, style: Style) -> Pretty<W> {
        Pretty { out, style, last_error: None }
    }

    /// Writes what there is to say about one event.
    ///
    /// # Errors
    /// `out` does not take it.
    pub fn event(&mut self, event: &Event<'_>) -> io::Result<()> {
        let lines = match event {
            Event::Started(setting) => started(setting),
            Event::Case { case, .. } => self.case(case),
            Event::Finished(result) => finished(result, self.style),
        };
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        self.out.flush()
    }

    fn case(&mut self, case: &Case) -> Vec<String> {
        let (word, paint) = match case.status {
            Status::Match if case.point.is_some() => ("pinned", Paint::Faint),
            Status::Mismatch if case.point.is_some() => ("other", Paint::Odd),
            Status::Match => ("match", Paint::Good),
            Status::Mismatch => ("MISMATCH", Paint::Bad),
            Status::CandidateError => ("ERROR", Paint::Bad),
            Status::NotRun => ("NOT RUN", Paint::Odd),
        };
        let word = self.style.paint(paint, &format!("{word:<8}"));
        let mut lines = vec![format!("{word}  {}", escape(&case.id, TEXT))];
        match case.status {
            Status::Match if self.style.reasons => {
                let mut details = Vec::new();
                details.extend(case.rule.as_ref().map(rule));
                // Silence tells something only where there was a rule to name.
                if case.rule.is_some() || !case.reasons.is_empty() {
                    details.extend(said(&case.reasons));
                }
                lines.extend(indent(details));
            }
            Status::Match => {}
            // What it means is told by point, at the end.
            Status::Mismatch if case.point.is_some() => {}
            Status::Mismatch => {
                let observed = case.observed.as_ref().unwrap_or(&Value::Null);
                let mut details = mismatch(
                    &case.description,
                    case.rule.as_ref(),
                    &case.expected,
                    observed,
                    &case.reasons,
                    self.style,
                );
                details.push(labelled("repeat", &case.repeat));
                lines.extend(indent(details));
            }
            Status::CandidateError | Status::NotRun => lines.extend(indent(self.error(case))),
        }
        lines
    }

    /// One error that every case has, a missing program, is told once.
    fn error(&mut self, case: &Case) -> Vec<String> {
        let Some(error) = &case.error else { return Vec::new() };
        let message = escape(&error.message, 2 * TEXT);
        if self.last_error.as_ref() == Some(&message) {
            return vec![self.style.paint(Paint::Faint, "the same again")];
        }
        let mut lines = vec![message.clone()];
        lines.extend(case.stderr.as_ref().map(stderr));
        lines.push(labelled("repeat", &case.repeat));
        self.last_error = Some(message);
        lines
    }
}

fn indent(lines: Vec<String>) -> impl Iterator<Item = String> {
    lines.into_iter().map(|line| format!("          {line}"))
}

pub(super) fn labelled(label: &str, text: &str) -> String {
    format!("{label:<8}  {text}")
}

fn started(setting: &Setting) -> Vec<String> {
    let suite = &setting.suite;
    let selected = match setting.options.selected {
        all if all == suite.vectors => format!("{all} vectors"),
        some => format!("{some} of {} vectors", suite.vectors),
    };
    let candidate = if setting.candidate.built_in {
        "the built-in verifier".to_owned()
    } else {
        escape(&crate::quote::command_line(&setting.candidate.argv), 2 * TEXT)
    };
    let mut lines = vec![format!("{}: {selected}, {candidate}", escape(&suite.id, TEXT))];
    let unmatched = setting.options.unmatched.iter();
    lines.extend(unmatched.map(|glob| format!("no vector matches {}", escape(glob, TEXT))));
    let files = suite.unlisted_files.iter();
    lines.extend(files.map(|file| format!("not in the manifest: {}", escape(file, TEXT))));
    lines.push(String::new());
    lines
}

/// Everything about a mismatch but the command that repeats it, a line each.
pub(crate) fn mismatch(
    description: &str,
    broken: Option<&RuleRecord>,
    expected: &Value,
    observed: &Value,
    reasons: &[Vec<String>],
    style: Style,
) -> Vec<String> {
    let mut lines = vec![escape(description, TEXT)];
    lines.extend(broken.map(rule));
    lines.push(format!(
        "{}, {}",
        style.paint(Paint::Good, "- expected"),
        style.paint(Paint::Bad, "+ this candidate")
    ));
    for diff::Line { tag, text } in diff::lines(expected, observed) {
        let line = format!("{tag} {text}");
        lines.push(match tag {
            '-' => style.paint(Paint::Good, &line),
            '+' => style.paint(Paint::Bad, &line),
            _ => line,
        });
    }
    lines.extend(said(reasons));
    lines
}

fn rule(rule: &RuleRecord) -> String {
    let id = escape(&rule.id, TEXT);
    let text = match (&rule.section, &rule.text) {
        (Some(section), Some(text)) => format!("{section}, {id}: {text}"),
        (Some(_) | None, _) => id,
    };
    labelled(if rule.permission { "allowed" } else { "rule" }, &text)
}

/// The strings of one finding, the first of them if there are many.
fn finding(strings: &[String]) -> String {
    let mut shown: Vec<String> =
        strings.iter().take(STRINGS).map(|text| escape(text, TEXT)).collect();
    if strings.len() > STRINGS {
        shown.push(format!("… and {} more", strings.len() - STRINGS));
    }
    shown.join(" | ")
}

/// The candidate's own reasons, word for word.
fn said(reasons: &[Vec<String>]) -> Vec<String> {
    let mut lines: Vec<String> =
        reasons.iter().take(REASONS).map(|strings| labelled("says", &finding(strings))).collect();
    match reasons.len() {
        0 => lines.push(labelled("says", "nothing about it")),
        count if count > REASONS => {
            lines.push(labelled("says", &format!("… and {} more", count - REASONS)));
        }
        _ => {}
    }
    lines
}

fn stderr(excerpt: &Excerpt) -> String {
    let mut text = escape(excerpt.text.trim_end(), STDERR);
    if excerpt.cut {
        text.push_str(" (cut)");
    }
    labelled("stderr", &text)
}

fn finished(result: &RunResult, style: Style) -> Vec<String> {
    let summary = &result.summary;
    if summary.unscored {
        return readings::lines(result);
    }
    let mut lines = vec![String::new(), counts(summary, style)];
    lines.push(format!("corpus {}", escape(&result.setting.suite.corpus_digest, TEXT)));
    lines.push(constants(summary));
    if let Some(answer) = &summary.constant_answer {
        let text = format!("This candidate gave one answer to every case: {answer}");
        lines.push(style.paint(Paint::Bad, &text));
    }
    if !summary.warnings.is_empty() {
        let warnings: Vec<String> =
            summary.warnings.iter().map(|(name, count)| format!("{name} {count}")).collect();
        lines.push(format!("warnings, unscored: {}", warnings.join(", ")));
    }
    lines.extend(first_contact(result));
    let cause = rejects_everything(result);
    if cause.is_empty() {
        lines.extend(diagnosis(&result.diagnosis, ""));
    }
    lines.extend(cause);
    lines
}

/// Where a candidate answers nothing, the contract comes before any rule.
fn first_contact(result: &RunResult) -> Option<String> {
    let none = result.summary.candidate_errors == result.summary.selected;
    none.then(|| {
        let command = crate::quote::command_line(&result.setting.candidate.argv);
        let command = escape(&command, 2 * TEXT);
        format!("No case was answered; to see what to mend: mcp-evidence doctor -- {command}")
    })
}

/// Where no bundle at all passes, the likely cause is one, and comes before any
/// rule: the hash of canonical bytes.
fn rejects_everything(result: &RunResult) -> Vec<String> {
    let accepts = || result.cases.iter().filter(|case| case.expected["verdict"] == "valid");
    let fails = |case: &Case| {
        case.observed.as_ref().is_some_and(|observed| observed["bundle_integrity"] == "fail")
    };
    let Some(first) = accepts().next().filter(|_| accepts().all(fails)) else { return Vec::new() };
    let id = escape(&first.id, TEXT);
    vec![
        String::new(),
        "This candidate fails the integrity of every bundle that must be accepted: probably one cause."
            .to_owned(),
        "If it is a content hash, compare what it hashes with these bytes:".to_owned(),
        format!("  mcp-evidence inspect {id} --canonical 0"),
        "Once some bundle passes, the rules that it lacks are told here.".to_owned(),
    ]
}

/// The rules that a candidate lacks, overdoes or answers otherwise, a line
/// each; nothing where there are none. `scope` stands behind each title.
pub fn diagnosis(diagnosis: &Diagnosis, scope: &str) -> Vec<String> {
    let Diagnosis { lacks, too_strict, otherwise } = diagnosis;
    let blank = if scope.is_empty() { "" } else { " " };
    [
        ("Rules that this candidate seems to lack", lacks),
        ("Rules that it enforces too strictly", too_strict),
        ("Rules that it answers in another way", otherwise),
    ]
    .into_iter()
    .flat_map(|(title, list)| rules(&format!("{title}{blank}{scope}:"), list))
    .collect()
}

fn counts(summary: &Summary, style: Style) -> String {
    let parts = [
        (summary.mismatches, "mismatched", Paint::Bad),
        (summary.candidate_errors, "ended in a candidate error", Paint::Bad),
        (summary.not_run, "did not run", Paint::Odd),
    ];
    let matched = format!("{} of {} matched", summary.matches, summary.selected);
    let all = summary.matches == summary.selected;
    let mut line = style.paint(if all { Paint::Good } else { Paint::Bad }, &matched);
    for (count, what, paint) in parts {
        if count > 0 {
            line.push_str(", ");
            line.push_str(&style.paint(paint, &format!("{count} {what}")));
        }
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
        "answering the same to everything scores: {}; this candidate {}",
        seen.join(", "),
        summary.matches
    )
}

/// Rules and their vectors, stage by stage.
fn rules(title: &str, list: &[Diagnosed]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut stage = None;
    for diagnosed in list {
        if lines.is_empty() {
            lines.push(String::new());
            lines.push(title.to_owned());
        }
        let label = diagnosed.rule.label();
        if stage.as_ref() != Some(&label) {
            lines.push(format!("  {}", escape(&label, TEXT)));
            stage = Some(label);
        }
        let named: Vec<String> =
            diagnosed.vectors.iter().take(VECTORS).map(|id| escape(id, TEXT)).collect();
        let more = diagnosed.vectors.len().saturating_sub(VECTORS);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        lines.push(format!("  - {}", escape(&diagnosed.to_string(), TEXT)));
        lines.push(format!("    seen at {}{more}", named.join(", ")));
    }
    lines
}
