//! `mcp-evidence completions`: what a shell needs to complete this command
//! line.

use crate::cli::{Cli, CompletionsArguments};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::suites;
use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory as _};
use clap_complete::Shell;
use std::io::Write;

/// Prints the shell's script.
pub(crate) fn run(arguments: &CompletionsArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    // The library panics where it cannot write, so it gets memory.
    let mut script = Vec::new();
    let mut command = with_suites(Cli::command());
    clap_complete::generate(arguments.shell, &mut command, "mcp-evidence", &mut script);
    if arguments.shell == Shell::Bash {
        script = relabelled(&String::from_utf8_lossy(&script)).into_bytes();
    }
    out.write_all(&script)?;
    Ok(Exit::Holds)
}

/// The command with the ids of suites as values of every `--suite`, so that they
/// are offered. When arguments are parsed they are looked up instead, for a
/// message that says more.
fn with_suites(command: Command) -> Command {
    command.mut_subcommands(|subcommand| {
        subcommand.mut_args(|argument| {
            if argument.get_long() == Some("suite") {
                let ids = suites::all().map(|suite| suite.id);
                argument.value_parser(PossibleValuesParser::new(ids))
            } else {
                argument
            }
        })
    })
}

/// For a program with a hyphen in its name, `clap_complete` 4.6.12 jumps to labels
/// that it writes otherwise where they stand: nothing after the first word would
/// be completed. Without that fault there is nothing to replace.
fn relabelled(script: &str) -> String {
    script.replace("mcp__subcmd__evidence", "mcp__evidence")
}
