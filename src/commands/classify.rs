//! `mcp-evidence classify`: the record of observed tool calls, by the reference
//! of `assay.tool_decision_surface.v0`.

use crate::cli::ClassifyArguments;
use crate::exit::Exit;
use crate::failure::Failure;
use mcp_evidence_harness::reporter::json;
use mcp_evidence_reference::tool_decision::{self, MOST_BYTES};
use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::Path;

/// Prints the record.
pub(crate) fn run(arguments: &ClassifyArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let path = &arguments.case;
    let record = tool_decision::classify(&read(path)?)
        .map_err(|fault| Failure::Usage(format!("{}: {fault}", path.display())))?;
    json::write_value(&record, out)?;
    Ok(Exit::Holds)
}

/// The bytes of a regular file, at most one more than are taken.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let fault = |source| Failure::Read { path: path.to_owned(), source };
    // Asked before it is opened: a pipe would keep us waiting.
    if !path.metadata().map_err(fault)?.is_file() {
        return Err(fault(io::Error::other("not a regular file")));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(fault)?;
    file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(fault)?;
    Ok(bytes)
}
