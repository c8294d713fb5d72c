//! `mcp-evidence completions`: what a shell needs to complete this command
//! line.

use crate::cli::{Cli, CompletionsArguments};
use crate::exit::Exit;
use crate::failure::Failure;
use clap::CommandFactory as _;
use std::io::Write;

/// Prints the shell's script.
pub(crate) fn run(arguments: &CompletionsArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    // The library panics where it cannot write, so it gets memory.
    let mut script = Vec::new();
    let mut command = Cli::command();
    clap_complete::generate(arguments.shell, &mut command, "mcp-evidence", &mut script);
    out.write_all(&script)?;
    Ok(Exit::Holds)
}
