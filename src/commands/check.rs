//! `mcp-evidence check`: whether a record of `assay.tool_decision_surface.v0` may
//! be written.

use super::classify::read;
use crate::cli::CheckArguments;
use crate::exit::Exit;
use crate::failure::Failure;
use mcp_evidence_harness::reporter::json;
use mcp_evidence_reference::tool_decision;
use std::io::Write;

/// Prints the verdict and what speaks against the record.
pub(crate) fn run(arguments: &CheckArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let checked = tool_decision::check(&read(&arguments.surface)?);
    json::write_value(&checked.to_json(), out)?;
    Ok(Exit::holds(checked.is_valid()))
}
