//! `mcp-evidence schema`: what is written and read, as JSON Schema.

use crate::cli::{SchemaArguments, SchemaOf};
use crate::exit::Exit;
use crate::failure::Failure;
use mcp_evidence_harness::reporter::json;
use mcp_evidence_harness::schema;
use std::io::Write;

/// Prints one schema.
pub(crate) fn run(arguments: &SchemaArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let schema = match arguments.what {
        SchemaOf::Result => schema::result(),
        SchemaOf::Manifest => schema::manifest(),
        SchemaOf::Baseline => schema::baseline(),
        SchemaOf::Report => schema::report(),
    };
    json::write_value(&schema, out)?;
    Ok(Exit::Holds)
}
