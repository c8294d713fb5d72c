//! Results as Markdown, for the comment of an issue or the summary of a job.

mod cases;
mod rules;
mod text;

use super::baseline::Fault;
use super::change::Change;
use super::comparison::{Column, Comparison, Row, Section};
use super::told;
use crate::escape::and_more;
use crate::readings::PointReading;
use crate::result::RunResult;
use cases::{cases, mark};
use rules::diagnosis;
use std::fmt::Write as _;
use text::{cell, code, fenced, folded};

/// Bytes of a document. An issue comment holds 65,536 characters.
pub const LIMIT: usize = 65_000;

/// Bytes that the words about what was left out need.
const TAIL: usize = 500;

/// Rows of a table of vectors by candidates.
const ROWS: usize = 100;

/// Cases of a result that are all told in full, and stand open.
const OPEN: usize = 10;

/// One document of at most [`LIMIT`] bytes: counts for each suite and candidate,
/// then for each suite what the mismatches say about rules, last the cases that
/// are no match, stage by stage and folded where there are many. Lists are
/// bounded, and what was left out is said.
///
/// Foreign text stands in code spans and code blocks alone, where nothing in it
/// is markup, a mention or a reference.
pub fn document(results: &[RunResult]) -> String {
    page(&Comparison::new(results))
}

/// The document of a comparison.
pub fn page(comparison: &Comparison<'_>) -> String {
    let mut page = Page::default();
    page.always(&totals(comparison));
    for section in &comparison.suites {
        suite(&mut page, comparison, section);
    }
    // Behind what is said of every suite, as these are long.
    for section in &comparison.suites {
        cases(&mut page, comparison, section);
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

fn totals(comparison: &Comparison<'_>) -> String {
    let several = comparison.candidates.len() > 1;
    let mut text = String::from("## Conformance of ");
    match comparison.candidates.as_slice() {
        [only] => text.push_str(&code(&only.name())),
        many => {
            let _ = write!(text, "{} {}", many.len(), comparison.noun());
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

/// What stands before something that is about one of several candidates.
fn scope(comparison: &Comparison<'_>, column: &Column<'_>) -> String {
    if comparison.candidates.len() > 1 { format!("{}: ", column.letter) } else { String::new() }
}

fn suite(page: &mut Page, comparison: &Comparison<'_>, section: &Section<'_>) {
    let mut head = format!("\n### {}\n\n", code(&told::text(&section.suite.id)));
    let _ = writeln!(head, "Corpus {}", code(&told::text(&section.suite.corpus_digest)));
    if let Some(change) = Change::of(comparison, section) {
        let _ = writeln!(head, "\n{}\n", change.line(section.suite.scored));
        for (word, ids, more) in change.named() {
            let ids: Vec<String> = ids.iter().map(|id| code(id)).collect();
            let _ = writeln!(head, "- {word}: {}{}", ids.join(", "), and_more(more));
        }
    }
    let ran = || comparison.candidates.iter().zip(&section.results);
    for (column, result) in ran() {
        let Some(result) = result else { continue };
        if let Some(stopped) = told::stopped(result) {
            let _ = writeln!(head, "\n**{}: {stopped}**", code(&column.name()));
        }
        if let Some(fault) = Fault::of(result) {
            let who = scope(comparison, column);
            let _ = write!(head, "\n{who}a baseline that does not hold:\n\n");
            head.push_str(&fenced("text", &fault.lines()));
        }
        if let Some(answer) = &result.summary.constant_answer {
            let who =
                if comparison.candidates.len() > 1 { &column.letter } else { "The candidate" };
            let _ = writeln!(head, "\n{who} gave one answer to every case: {}", code(answer));
        }
    }
    page.always(&head);
    for (column, result) in ran() {
        let Some(result) = result else { continue };
        let who = scope(comparison, column);
        page.block(&diagnosis(&result.diagnosis, &who));
        page.block(&readings(&result.readings, &who));
    }
    let telling: Vec<&Row<'_>> = section.rows.iter().filter(|row| row.tells()).collect();
    if comparison.candidates.len() > 1 && !telling.is_empty() {
        page.block(&matrix(comparison, &telling));
    }
}

fn matrix(comparison: &Comparison<'_>, rows: &[&Row<'_>]) -> String {
    let letters: Vec<&str> =
        comparison.candidates.iter().map(|column| column.letter.as_str()).collect();
    let mut text = format!("| vector | {} |\n|---|", letters.join(" | "));
    text.push_str(&"---|".repeat(letters.len()));
    text.push('\n');
    for row in rows.iter().take(ROWS) {
        let cells: Vec<String> = row.cases.iter().map(|case| mark(*case)).collect();
        let _ = writeln!(text, "| {} | {} |", cell(&told::text(row.id)), cells.join(" | "));
    }
    if rows.len() > ROWS {
        let more = rows.len() - ROWS;
        let _ = writeln!(text, "\nAnd {more} more: the JSON result has them.");
    }
    let summary = format!("vectors that are not all matched: {}", rows.len());
    folded(&summary, rows.len() <= OPEN, &text)
}

fn readings(readings: &[PointReading], who: &str) -> String {
    let others: Vec<&PointReading> = readings.iter().filter(|reading| !reading.as_pinned).collect();
    let pinned = readings.len() - others.len();
    let not_told = match readings.iter().filter(|reading| reading.unanswered > 0).count() {
        0 => String::new(),
        some => format!(", {some} not told"),
    };
    if readings.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "\n{who}{pinned} of {} points where the text leaves room are read as this kit reads them\
         {not_told}. This is no score: other readings can be defended.\n\n",
        readings.len()
    );
    for reading in others {
        let PointReading { point, section, question, takes, .. } = reading;
        let takes: Vec<String> = takes
            .iter()
            .map(|taken| format!("reading {}: {}", taken.letter, code(&told::text(&taken.text))))
            .collect();
        let takes = if let Some(why) = reading.not_told() {
            why
        } else if takes.is_empty() {
            "a reading that is not listed".to_owned()
        } else {
            takes.join(", or ")
        };
        let place = told::text(&format!("{point} ({section}) {question}"));
        let _ = writeln!(text, "- {}: {takes}", code(&place));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;
    use crate::result::Case;

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
            assert!(text.contains(" more: the JSON result has them"));
            assert!(text.contains("<summary><code>suite</code>, without an answer: "), "{text}");
            assert_eq!(text.matches("<details").count(), text.matches("\n</details>\n").count());
            assert!(text.ends_with("</sub>\n"));
        }
        let text = document(&vec![testing::result("./verifier"); 200]);
        assert!(text.len() < 65_536 && text.contains("more parts had no room here"));
        let short = document(&[testing::result("./verifier")]);
        assert!(!short.contains("no room") && !short.contains("JSON result has"));
        assert!(!short.contains("<details><"), "what is short stands open");
    }
}
