//! `mcp-evidence adequacy`: which vector can tell which rule.

mod markdown;
mod pretty;
mod produced;
mod table;

use crate::cli::{AdequacyArguments, AdequacyFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::suites;
use mcp_evidence_contract::System;
use mcp_evidence_generator::Corpus;
use mcp_evidence_harness::reporter::json;
use mcp_evidence_reference::Limits;
use mcp_evidence_reference::adequacy::{Measurement, Vector, Void, measure, measure_subject};
use produced::Produced;
use std::io::Write;
use table::Table;

/// Measures a suite and prints what it can tell.
pub(crate) fn run(arguments: &AdequacyArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let table = table_of(&suites::find(&arguments.suite)?.corpus())?;
    match arguments.format {
        AdequacyFormat::Pretty => pretty::write(&table, out)?,
        AdequacyFormat::Json => json::write_value(&table, out)?,
        AdequacyFormat::Markdown => markdown::write(&table, out)?,
    }
    Ok(Exit::holds(table.survivors().next().is_none()))
}

/// A measurement of `corpus` as a Markdown page.
pub(crate) fn page(corpus: &Corpus) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    markdown::write(&table_of(corpus)?, &mut page)?;
    Ok(page)
}

fn table_of(corpus: &Corpus) -> Result<Table, Failure> {
    let measurement = match corpus.system() {
        System::PrivilegedMcpAction => measured_bundles(corpus)?,
        System::ToolDecisionSurface
        | System::RequestDecisionReceipts
        | System::TrustAnnotations => measure_subject(&Produced::new(corpus)?)?,
    };
    Ok(Table::new(corpus, &measurement))
}

fn measured_bundles(corpus: &Corpus) -> Result<Measurement, Void> {
    let vectors: Vec<Vector<'_>> = corpus
        .manifest
        .vectors
        .iter()
        .zip(&corpus.bundles)
        .map(|(vector, bundle)| Vector {
            id: &vector.id,
            bundle: bundle.bytes(),
            expected: vector.expected.outcome().expect("suites of bundles expect outcomes"),
        })
        .collect();
    measure(&vectors, &Limits::default())
}
