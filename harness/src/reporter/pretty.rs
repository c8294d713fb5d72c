//! A run for people: a line a vector, and all there is to say about a mismatch.

pub use super::diagnosed::diagnosis;
pub use super::ending::in_a_line;

use super::{baseline, diff, ending};
use crate::baseline::BaselineState;
use crate::diagnosis::{bytes_to_hash, inspecting, likely};
use crate::escape::{TEXT, escape};
use crate::event::Event;
use crate::forbidden::Leak;
use crate::result::{Case, Excerpt, RuleRecord, Setting, Status};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

/// Findings of one case that are shown.
const REASONS: usize = 20;

/// Strings of one finding that are shown.
const STRINGS: usize = 8;

/// Bytes of standard error that are shown beside an error.
const STDERR: usize = 1000;

/// Cases of a run that are all listed; of more, those that are news.
const LISTED: usize = 40;

/// Of so many cases, those of one kind that are told in full, mismatches only
/// where their rules differ, and those of kinds that take a line or two.
const FULL: usize = 10;
const SHORT: usize = 40;

/// How much is shown, and whether in colour. Who calls decides: the reporter
/// looks at neither terminal nor environment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Style {
    /// Colours by escape sequences.
    pub colour: bool,
    /// The candidate's reasons on matches too.
    pub reasons: bool,
    /// Every case in full, known divergences too.
    pub verbose: bool,
}

#[derive(Clone, Copy)]
pub(super) enum Paint {
    Good,
    Bad,
    Odd,
    Faint,
}

impl Style {
    pub(super) fn tells_all(self) -> bool {
        self.reasons || self.verbose
    }

    pub(super) fn paint(self, paint: Paint, text: &str) -> String {
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
    is_long: bool,
    last_error: Option<String>,
    /// How many cases of each word there were.
    told: BTreeMap<&'static str, usize>,
    /// The rules of which a mismatch has been told in full.
    rules: BTreeSet<String>,
    /// What has been said about cases that are left out.
    notices: BTreeSet<(&'static str, &'static str)>,
}

impl<W: Write> Pretty<W> {
    /// A reporter that writes to `out`.
    pub fn new(out: W, style: Style) -> Pretty<W> {
        Pretty {
            out,
            style,
            is_long: false,
            last_error: None,
            told: BTreeMap::new(),
            rules: BTreeSet::new(),
            notices: BTreeSet::new(),
        }
    }

    /// Writes what there is to say about one event.
    ///
    /// # Errors
    /// `out` does not take it.
    pub fn event(&mut self, event: &Event<'_>) -> io::Result<()> {
        let lines = match event {
            Event::Started(setting) => {
                self.is_long = setting.options.selected > LISTED;
                started(setting, self.is_long && !self.style.tells_all())
            }
            Event::Case { case, .. } => self.case(case),
            Event::Finished(result) => ending::lines(result, self.style),
        };
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        self.out.flush()
    }

    fn case(&mut self, case: &Case) -> Vec<String> {
        if case.is_stopped() || self.is_passed_over(case) {
            // Counted at the end.
            return Vec::new();
        }
        let state = case.baseline_state();
        let (word, paint) = match case.status {
            Status::Match if case.point.is_some() => ("pinned", Paint::Faint),
            Status::Mismatch if case.point.is_some() => ("other", Paint::Odd),
            Status::Match if state == Some(BaselineState::UnexpectedSuccess) => {
                ("SUCCESS", Paint::Bad)
            }
            Status::Mismatch if state == Some(BaselineState::KnownDivergence) => {
                ("known", Paint::Odd)
            }
            Status::Match => ("match", Paint::Good),
            Status::Mismatch => ("MISMATCH", Paint::Bad),
            Status::CandidateError => ("ERROR", Paint::Bad),
            Status::NotRun => ("NOT RUN", Paint::Odd),
        };
        let painted = self.style.paint(paint, &format!("{word:<8}"));
        if let Some(left_out) = self.left_out(word, case) {
            return left_out.map(|line| format!("{painted}  {line}")).into_iter().collect();
        }
        let retried = match case.retries {
            0 => String::new(),
            1 => "  (timed out beside others, and was started again alone)".to_owned(),
            more => {
                format!("  (timed out beside others, and was started again alone, {more} times)")
            }
        };
        let reason = case.baseline.as_ref().filter(|_| !self.style.tells_all());
        let reason = reason.map(baseline::in_short).unwrap_or_default();
        let mut lines = vec![format!("{painted}  {}{reason}{retried}", escape(&case.id, TEXT))];
        let listed = case.baseline.as_ref().map(baseline::lines).unwrap_or_default();
        let details = match case.status {
            Status::Match if self.style.reasons => {
                let mut details = listed;
                details.extend(case.rule.as_ref().map(rule));
                // Silence tells something only where there was a rule to name.
                if case.rule.is_some() || !case.reasons.is_empty() {
                    details.extend(said(&case.reasons));
                }
                details
            }
            Status::Match => listed,
            // What it means is told by point, at the end.
            Status::Mismatch if case.point.is_some() => Vec::new(),
            Status::Mismatch
                if state == Some(BaselineState::KnownDivergence) && !self.style.tells_all() =>
            {
                Vec::new()
            }
            Status::Mismatch => {
                let observed = case.observed.as_ref().unwrap_or(&Value::Null);
                let lines = if self.is_brief() { diff::folded } else { diff::lines };
                let mut details = differing(
                    &case.description,
                    case.rule.as_ref(),
                    [&case.expected, observed],
                    lines,
                    &case.reasons,
                    self.style,
                );
                details.extend(case.leaks.iter().map(leak));
                details.extend(listed);
                if let Some(cause) = likely(case) {
                    details.push(labelled("likely", cause));
                    details.push(labelled("to hash", &bytes_to_hash(&inspecting(case))));
                }
                details.push(labelled("repeat", &case.repeat));
                details
            }
            Status::CandidateError | Status::NotRun => self.error(case),
        };
        lines.extend(indent(details));
        lines
    }

    fn is_brief(&self) -> bool {
        self.is_long && !self.style.tells_all()
    }

    /// Where enough of a kind has been told, or of a rule: what is said at the
    /// first case that is left out for that, and nothing at those behind it.
    fn left_out(&mut self, word: &'static str, case: &Case) -> Option<Option<&'static str>> {
        if !self.is_brief() {
            return None;
        }
        let is_known = case.baseline_state() == Some(BaselineState::KnownDivergence);
        let (bound, by_rule) = match case.status {
            Status::Mismatch if case.point.is_none() && !is_known => (FULL, true),
            Status::Match | Status::Mismatch => (SHORT, false),
            Status::CandidateError | Status::NotRun => (FULL, false),
        };
        let told = self.told.entry(word).or_default();
        let rule = case.rule.as_ref().filter(|_| by_rule);
        let text = if *told >= bound {
            "the others are counted at the end (-v lists each)"
        } else if rule.is_some_and(|rule| self.rules.contains(&rule.id)) {
            "further cases of a rule told above are counted at the end (-v lists each)"
        } else {
            *told += 1;
            self.rules.extend(rule.map(|rule| rule.id.clone()));
            return None;
        };
        Some(self.notices.insert((word, text)).then_some(text))
    }

    /// Whether the case is one of so many that come out as they should that it
    /// is no news.
    fn is_passed_over(&self, case: &Case) -> bool {
        let is_news = case.error.is_some()
            || case.baseline.is_some()
            || (case.point.is_none() && case.fails());
        self.is_brief() && !is_news && case.retries == 0
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
        lines.extend(case.leaks.iter().map(leak));
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

fn leak(leak: &Leak) -> String {
    labelled("leaks", &escape(&leak.to_string(), TEXT))
}

fn started(setting: &Setting, only_news: bool) -> Vec<String> {
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
    if only_news {
        lines.push(
            "cases that come out as expected are counted, not listed (-v lists them)".to_owned(),
        );
    }
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
    differing(description, broken, [expected, observed], diff::lines, reasons, style)
}

fn differing(
    description: &str,
    broken: Option<&RuleRecord>,
    [expected, observed]: [&Value; 2],
    difference: fn(&Value, &Value) -> Vec<diff::Line>,
    reasons: &[Vec<String>],
    style: Style,
) -> Vec<String> {
    let mut lines = vec![escape(description, TEXT)];
    lines.extend(broken.map(rule));
    if let Some(line) = one_claim(expected, observed) {
        lines.push(style.paint(Paint::Bad, &line));
        lines.extend(said(reasons));
        return lines;
    }
    lines.push(format!(
        "{}, {}",
        style.paint(Paint::Good, "- expected"),
        style.paint(Paint::Bad, "+ this candidate")
    ));
    for diff::Line { tag, text } in difference(expected, observed) {
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

/// The difference in one line, where one claim alone differs.
fn one_claim(expected: &Value, observed: &Value) -> Option<String> {
    let (mut one, mut other) = (expected.clone(), observed.clone());
    let (old, new) = (one.get_mut("claims")?.take(), other.get_mut("claims")?.take());
    let (old, new) = (old.as_object()?, new.as_object()?);
    if one != other || !old.keys().eq(new.keys()) {
        return None;
    }
    let mut differing = old.iter().filter(|(name, cell)| new.get(*name) != Some(*cell));
    let (Some((name, cell)), None) = (differing.next(), differing.next()) else { return None };
    let text = format!(
        "claims.{name}: expected {}, this candidate says {}",
        shown(cell),
        shown(&new[name])
    );
    Some(escape(&text, 2 * TEXT))
}

/// A claim as reviewers write it: `confirmed (producer_reported)`.
fn shown(cell: &Value) -> String {
    match (cell["status"].as_str(), cell["source_class"].as_str()) {
        (Some(status), Some(class)) => format!("{status} ({class})"),
        (Some(status), None) if cell.get("source_class").is_none() => status.to_owned(),
        (Some(_) | None, _) => cell.to_string(),
    }
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
