//! `mcp-evidence init`: files to start from.

use super::reproduction::write;
use crate::cli::{InitArguments, Starter};
use crate::exit::Exit;
use crate::failure::Failure;
use mcp_evidence_reproduction::identity::TEMPLATE;
use std::io::Write;
use std::path::Path;

/// Writes the file; one that is there stays.
pub(crate) fn run(arguments: &InitArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let Starter::Identity = arguments.what;
    let path = arguments.output.as_deref().unwrap_or(Path::new("identity.toml"));
    if path.symlink_metadata().is_ok() {
        let text = format!("{} is there already, and is left as it is", path.display());
        return Err(Failure::Usage(text));
    }
    write(path, TEMPLATE.as_bytes())?;
    writeln!(out, "wrote {}; fill in its first four members", path.display())?;
    Ok(Exit::Holds)
}
