//! Results as Markdown, for the comment of an issue or the summary of a job.

use super::comparison::{Comparison, Row, Section};
use super::{diff, told};
use crate::diagnosis::{Diagnosed, Diagnosis};
use crate::readings::PointReading;
use crate::result::{Case, RunResult, Status};
use std::fmt::Write as _;

/// Bytes of a document. An issue comment holds 65,536 characters.
pub const LIMIT: usize = 65_000;

/// Bytes that the words about what was left out need.
const TAIL: usize = 500;

/// Vectors that are named beside a rule, and rows of a table.
const VECTORS: usize = 5;
const ROWS: usize = 200;

/// One document of at most [`LIMIT`] bytes: counts for each suite and candidate,
/// what the mismatches say about rules, then each case that is no match, as far
/// as there is room. What was left out is said.
///
/// Foreign text stands in code spans and code blocks alone, where nothing in it
/// is markup, a mention or a reference.
pub fn document(results: &[RunResult]) -> String {
    let comparison = Comparison::new(results);
    let mut page = Page::default();
    page.always(&totals(&comparison));
    for section in &comparison.suites {
        suite(&mut page, &comparison, section);
    }
    page.end()
}

/// A document that stays within its bound: a block that does not fit is left
/// out and counted, and so is all that follows.
#[derive(Default)]
struct Page {
    text: String,
    left_out: usize,
}

impl Page {
    /// Blocks without which the rest means nothing; they are short.
    fn always(&mut self, block: &str) {
        if self.text.len() + block.len() + TAIL <= LIMIT {
            self.text.push_str(block);
        } else {
            self.left_out += 1;
        }
    }

    fn block(&mut self, block: &str) {
        if self.left_out > 0 {
            self.left_out += 1;
        } else {
            self.always(block);
        }
    }

    fn end(mut self) -> String {
        if self.left_out > 0 {
            let _ = writeln!(
                self.text,
                "\n*{} more parts had no room here; the JSON result has everything.*",
                self.left_out
            );
        }
        let _ = writeln!(self.text, "\n<sub>{}</sub>", told::SCOPE);
        self.text
    }
}

/// Text in which nothing is markup, in a cell of a table.
fn cell(text: &str) -> String {
    code(text).replace('|', "\\|")
}

/// Text in which nothing is markup, in a line.
fn code(text: &str) -> String {
    let ticks = "`".repeat(longest_run(text) + 1);
    let edge = text.is_empty() || text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']);
    let blank = if edge { " " } else { "" };
    format!("{ticks}{blank}{text}{blank}{ticks}")
}

/// Lines in which nothing is markup.
fn fenced(language: &str, lines: &[String]) -> String {
    let longest = lines.iter().map(|line| longest_run(line)).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", lines.join("\n"))
}

fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}

fn mark(case: Option<&Case>) -> String {
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

fn totals(comparison: &Comparison<'_>) -> String {
    let several = comparison.candidates.len() > 1;
    let mut text = String::from("## Conformance of ");
    match comparison.candidates.as_slice() {
        [only] => text.push_str(&code(&only.name())),
        many => {
            let _ = write!(text, "{} candidates", many.len());
        }
    }
    text.push_str("\n\n| suite | candidate | result |\n|---|---|---|\n");
    for section in &comparison.suites {
        for (column, result) in comparison.candidates.iter().zip(&section.results) {
            let Some(result) = result else { continue };
            let letter = if several { format!("{} ", column.letter) } else { String::new() };
            let _ = writeln!(
                text,
                "| {} | {letter}{} | {} |",
                cell(&told::text(&section.suite.id)),
                cell(&column.name()),
                told::counts(result)
            );
        }
    }
    text
}

fn suite(page: &mut Page, comparison: &Comparison<'_>, section: &Section<'_>) {
    let telling: Vec<&Row<'_>> = section.rows.iter().filter(|row| row.tells()).collect();
    let mut head = format!("\n### {}\n\n", code(&told::text(&section.suite.id)));
    let _ = writeln!(head, "Corpus {}", code(&told::text(&section.suite.corpus_digest)));
    for (column, result) in comparison.candidates.iter().zip(&section.results) {
        let Some(result) = result else { continue };
        if let Some(stopped) = told::stopped(result) {
            let _ = writeln!(head, "\n**{}: {stopped}**", code(&column.name()));
        }
        if let Some(answer) = &result.summary.constant_answer {
            let who =
                if comparison.candidates.len() > 1 { &column.letter } else { "The candidate" };
            let _ = writeln!(head, "\n{who} gave one answer to every case: {}", code(answer));
        }
    }
    page.always(&head);
    for (column, result) in comparison.candidates.iter().zip(&section.results) {
        let Some(result) = result else { continue };
        let who = if comparison.candidates.len() > 1 { column.letter.as_str() } else { "" };
        page.block(&diagnosis(&result.diagnosis, who));
        page.block(&readings(&result.readings, who));
    }
    if comparison.candidates.len() > 1 && !telling.is_empty() {
        page.block(&matrix(comparison, &telling));
    }
    for row in telling {
        for (column, case) in comparison.candidates.iter().zip(&row.cases) {
            let Some(case) = case else { continue };
            if (case.status != Status::Match || case.fails()) && !told::is_probe(case) {
                let who = if comparison.candidates.len() > 1 { column.letter.as_str() } else { "" };
                page.block(&one(case, who));
            }
        }
    }
}

fn matrix(comparison: &Comparison<'_>, rows: &[&Row<'_>]) -> String {
    let letters: Vec<&str> =
        comparison.candidates.iter().map(|column| column.letter.as_str()).collect();
    let mut text = format!("\n| vector | {} |\n|---|", letters.join(" | "));
    text.push_str(&"---|".repeat(letters.len()));
    text.push('\n');
    for row in rows.iter().take(ROWS) {
        let cells: Vec<String> = row.cases.iter().map(|case| mark(*case)).collect();
        let _ = writeln!(text, "| {} | {} |", cell(&told::text(row.id)), cells.join(" | "));
    }
    if rows.len() > ROWS {
        let _ = writeln!(text, "\n{} more vectors are not all matched.", rows.len() - ROWS);
    }
    text
}

fn diagnosis(diagnosis: &Diagnosis, who: &str) -> String {
    let Diagnosis { lacks, too_strict, otherwise } = diagnosis;
    let mut text = String::new();
    for (title, list) in [
        ("Rules that the candidate seems to lack", lacks),
        ("Rules that it enforces too strictly", too_strict),
        ("Rules that it answers in another way", otherwise),
    ] {
        if list.is_empty() {
            continue;
        }
        let who = if who.is_empty() { String::new() } else { format!("{who}: ") };
        let _ = writeln!(text, "\n**{who}{title}**\n");
        for Diagnosed { rule, vectors, .. } in list.iter() {
            let named: Vec<String> =
                vectors.iter().take(VECTORS).map(|id| code(&told::text(id))).collect();
            let more = vectors.len().saturating_sub(VECTORS);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let stage = if rule.stage.is_some() || rule.operation.is_some() {
                format!("{}: ", rule.label())
            } else {
                String::new()
            };
            let _ = writeln!(
                text,
                "- {stage}{}, seen at {}{more}",
                code(&told::rule(rule)),
                named.join(", ")
            );
        }
    }
    text
}

fn readings(readings: &[PointReading], who: &str) -> String {
    let others: Vec<&PointReading> = readings.iter().filter(|reading| !reading.as_pinned).collect();
    if readings.is_empty() {
        return String::new();
    }
    let who = if who.is_empty() { String::new() } else { format!("{who}: ") };
    let mut text = format!(
        "\n{who}{} of {} points where the text leaves room are read as this kit reads them. This \
         is no score: other readings can be defended.\n\n",
        readings.len() - others.len(),
        readings.len()
    );
    for PointReading { point, section, question, takes, .. } in others {
        let takes: Vec<String> = takes
            .iter()
            .map(|taken| format!("reading {}: {}", taken.letter, code(&told::text(&taken.text))))
            .collect();
        let takes = if takes.is_empty() {
            "a reading that is not listed".to_owned()
        } else {
            takes.join(", or ")
        };
        let place = told::text(&format!("{point} ({section}) {question}"));
        let _ = writeln!(text, "- {}: {takes}", code(&place));
    }
    text
}

/// One case that is no match.
fn one(case: &Case, who: &str) -> String {
    let who = if who.is_empty() { String::new() } else { format!("{who}: ") };
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
        let difference = diff::lines(&case.expected, observed);
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

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;

    #[test]
    fn foreign_text_stands_in_code_alone() {
        let text = document(&[testing::result("./verifier`|x")]);
        let mut fence: Option<&str> = None;
        for line in text.lines() {
            let ticks = &line[..line.len() - line.trim_start_matches('`').len()];
            match fence {
                Some(open) if line == open => fence = None,
                Some(open) => assert!(!line.starts_with(open), "ends early: {line}"),
                None if ticks.len() > 2 => fence = Some(ticks),
                None => {
                    let outside: String = line.split('`').step_by(2).collect();
                    assert!(!outside.contains('@') && !outside.contains("<script"), "{line}");
                }
            }
        }
        assert_eq!(fence, None, "every fence is closed");
        assert!(text.contains("\n````text\n<script>"), "longer than any run of backticks in it");
        assert!(text.contains("| ``'./verifier`\\|x'`` |"), "{text}");
        assert!(!text.contains('\u{202e}'));
    }

    #[test]
    fn a_page_fits_a_comment_and_says_what_it_leaves_out() {
        let mut result = testing::result("./verifier");
        let case = result.cases[1].clone();
        result
            .cases
            .extend((0..500).map(|number| Case { id: format!("more-{number}"), ..case.clone() }));
        for count in [1, 3] {
            let text = document(&vec![result.clone(); count]);
            assert!(text.len() < 65_536, "{}", text.len());
            assert!(text.contains("more parts had no room here"));
            assert!(text.ends_with("</sub>\n"));
        }
        assert!(!document(&[testing::result("./verifier")]).contains("no room"));
    }

    #[test]
    fn code_spans_outlast_their_backticks() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a``b"), "```a``b```");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(code(""), "`  `");
        assert_eq!((code("a|b"), cell("a|b")), ("`a|b`".to_owned(), "`a\\|b`".to_owned()));
    }
}
