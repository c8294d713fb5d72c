//! Stored results side by side as plain text, for a terminal.

use super::change::Change;
use super::comparison::{Comparison, Row, Section};
use super::{pretty, told};
use crate::escape::and_more;
use crate::result::{Case, Status};
use std::fmt::Write as _;

/// Counts for each suite and candidate, the vectors that not all match, and the
/// rules that the mismatches speak of.
pub fn document(comparison: &Comparison<'_>) -> String {
    let mut text = String::new();
    for column in &comparison.candidates {
        let _ = writeln!(text, "{}  {}", column.letter, column.name());
    }
    for section in &comparison.suites {
        suite(&mut text, comparison, section);
    }
    text
}

fn suite(text: &mut String, comparison: &Comparison<'_>, section: &Section<'_>) {
    let _ = writeln!(text, "\n{}", told::text(&section.suite.id));
    let _ = writeln!(text, "  corpus {}", told::text(&section.suite.corpus_digest));
    let ran = || comparison.candidates.iter().zip(&section.results);
    for (column, result) in ran() {
        let counts = match result {
            Some(result) => told::counts(result),
            None => "not run over this suite".to_owned(),
        };
        let _ = writeln!(text, "  {}  {counts}", column.letter);
    }
    if let Some(change) = Change::of(comparison, section) {
        let _ = writeln!(text, "  {}", change.line(section.suite.scored));
        for (word, ids, more) in change.named() {
            let _ = writeln!(text, "    {word:<9}  {}{}", ids.join(", "), and_more(more));
        }
    }
    let telling: Vec<&Row<'_>> = section.rows.iter().filter(|row| row.tells()).collect();
    if !telling.is_empty() {
        let width = telling.iter().map(|row| told::text(row.id).chars().count()).max().unwrap_or(0);
        let letters: Vec<String> =
            comparison.candidates.iter().map(|column| format!("{:<15}", column.letter)).collect();
        let _ = writeln!(text, "\n  {:width$}  {}", "vector", letters.join("  ").trim_end());
        for row in telling {
            let cells: Vec<String> =
                row.cases.iter().map(|case| format!("{:<15}", word(*case))).collect();
            let line = format!("  {:width$}  {}", told::text(row.id), cells.join("  "));
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    for (column, result) in ran() {
        let Some(result) = result else { continue };
        for line in pretty::diagnosis(&result.diagnosis, &format!("({})", column.letter), true) {
            let _ = writeln!(text, "{line}");
        }
    }
}

fn word(case: Option<&Case>) -> &'static str {
    match case {
        None => "not selected",
        Some(case) if told::word(case) == "mismatch" && case.status == Status::Mismatch => {
            "MISMATCH"
        }
        Some(case) => told::word(case),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;

    #[test]
    fn candidates_stand_beside_each_other_and_nothing_reaches_a_terminal_raw() {
        let mut other = testing::result("./b\u{1b}");
        other.cases[1].status = Status::Match;
        let results = [testing::result("./a"), other];
        let text = document(&Comparison::new(&results));
        let line = text.lines().find(|line| line.starts_with("  lacking")).expect("a line");
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words, ["lacking", "MISMATCH", "match"]);
        assert!(text.contains("Rules that this candidate seems to lack (A):"), "{text}");
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text}");
    }
}
