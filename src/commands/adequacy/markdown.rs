//! A measurement as a Markdown page.

use super::pretty::{counted, told};
use super::table::Table;
use std::io::{self, Write};

pub(crate) fn write(table: &Table, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "# What `{}` can tell", table.suite)?;
    writeln!(out)?;
    writeln!(out, "{} vectors, corpus digest `{}`.", table.vectors, table.corpus_digest)?;
    writeln!(out)?;
    writeln!(out, "| what | result |")?;
    writeln!(out, "|---|---|")?;
    writeln!(out, "| rules that the text states | {} |", counted(&table.rules))?;
    writeln!(out, "| other readings of them | {} |", counted(&table.alternatives))?;
    if let Some(published) = &table.published {
        writeln!(out, "| of the published {} | {} told |", published.total, published.told.len())?;
    }
    let control = table.control.noticed_by;
    writeln!(out, "| control: rejects everything | noticed by {control} vectors |")?;
    for constant in &table.constant_answers {
        let (answer, matches) = (&constant.answer, constant.matches);
        writeln!(out, "| answers \"{answer}\" to everything | {matches} of {} |", table.vectors)?;
    }
    writeln!(out)?;
    writeln!(out, "| stage | rule | what it asks or grants | fate | noticed by |")?;
    writeln!(out, "|---|---|---|---|---|")?;
    for row in &table.changes {
        let told = match &row.exclusion {
            Some(exclusion) => {
                format!("{} (`{}`)", exclusion.reason, exclusion.always_fires.join("`, `"))
            }
            None => told(row),
        };
        let (stage, section) = (row.place(), row.section);
        let text = row.text.replace('|', "\\|");
        writeln!(out, "| {stage} | `{}` ({section}) | {text} | {} | {told} |", row.id, row.fate)?;
    }
    let published = table.published.as_ref().filter(|published| !published.not_told.is_empty());
    if let Some(published) = published {
        writeln!(out)?;
        writeln!(out, "Of the published {}, it cannot tell:", published.total)?;
        writeln!(out)?;
        for text in &published.not_told {
            writeln!(out, "- {text}")?;
        }
    }
    Ok(())
}
