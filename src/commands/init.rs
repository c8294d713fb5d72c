//! `mcp-evidence init`: files to start from.

use crate::cli::{InitArguments, Starter};
use crate::exit::Exit;
use crate::failure::Failure;
use mcp_evidence_reproduction::identity::TEMPLATE;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

/// Writes the file; one that is there stays.
pub(crate) fn run(arguments: &InitArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let Starter::Identity = arguments.what;
    let path = arguments.output.as_deref().unwrap_or(Path::new("identity.toml"));
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    file.and_then(|mut file| file.write_all(TEMPLATE.as_bytes())).map_err(|error| {
        Failure::Output(io::Error::new(error.kind(), format!("{}: {error}", path.display())))
    })?;
    writeln!(out, "wrote {}; fill in its first four members", path.display())?;
    Ok(Exit::Holds)
}
