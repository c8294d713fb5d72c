//! A measurement for people at a terminal.

use super::table::{Counts, EXCLUDED, KILLED, Row, SURVIVED, Table};
use std::io::{self, Write};

/// Vectors named on one line before the rest is counted.
const NAMED: usize = 3;

pub(crate) fn write(table: &Table, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}: {} vectors, {}", table.suite, table.vectors, table.corpus_digest)?;
    writeln!(out)?;
    let mut place = String::new();
    for row in &table.changes {
        if row.place() != place {
            place = row.place();
            let stage = if row.stage.is_some() { "stage " } else { "" };
            writeln!(out, "{stage}{place}")?;
        }
        writeln!(out, "  {:<9} {}  {}", row.fate, row.id, told(row))?;
    }
    if table.interpretations.iter().any(|row| row.fate == KILLED) {
        writeln!(out)?;
        writeln!(out, "pinned readings where the text leaves room (never counted)")?;
        for row in &table.interpretations {
            let word = if row.fate == KILLED { "told" } else { "not told" };
            let point = row.interpretation.unwrap_or_default();
            writeln!(out, "  {word:<9} {point} {}  {}", row.id, told(row))?;
        }
    }
    writeln!(out)?;
    writeln!(out, "rules that the text states: {}", counted(&table.rules))?;
    writeln!(out, "other readings of them: {}", counted(&table.alternatives))?;
    if let Some(published) = &table.published {
        writeln!(out, "of the published {}: {} told", published.total, published.told.len())?;
        for text in &published.told {
            writeln!(out, "  told      {text}")?;
        }
        for text in &published.not_told {
            writeln!(out, "  not told  {text}")?;
        }
    }
    for (row, exclusion) in table.excluded() {
        writeln!(out, "excluded: {}: {}", row.id, exclusion.reason)?;
        writeln!(out, "  always fires: {}", exclusion.always_fires.join(" or "))?;
    }
    let control = table.control.noticed_by;
    writeln!(out, "control: a verifier that rejects everything is noticed by {control} vectors")?;
    if !table.constant_answers.is_empty() {
        writeln!(out, "a program that answers the same to everything matches")?;
    }
    for constant in &table.constant_answers {
        writeln!(out, "  {:>4} of {}  {}", constant.matches, table.vectors, constant.answer)?;
    }
    Ok(())
}

pub(super) fn counted(counts: &Counts) -> String {
    let Counts { killed, survived, excluded, total } = counts;
    format!("{killed} {KILLED}, {survived} {SURVIVED}, {excluded} {EXCLUDED}, of {total}")
}

/// The vectors that notice, the first few by name.
pub(super) fn told(row: &Row) -> String {
    let mut text =
        row.killed_by.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    if row.killed_by.len() > NAMED {
        text.push_str(&format!(" and {} more", row.killed_by.len() - NAMED));
    }
    text
}
