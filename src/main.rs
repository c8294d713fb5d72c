//! The command line of `mcp-evidence`: arguments in, an exit code out. The work
//! is done by the libraries of this workspace.

mod cli;
mod commands;
mod documents;
mod exit;
mod failure;
mod place;
mod suites;

use clap::Parser as _;
use cli::{Cli, Command};
use exit::Exit;
use failure::Failure;
use std::io::{self, Write as _};
use std::process::ExitCode;

fn main() -> ExitCode {
    // A supervisor must be alone in its process: before anything else.
    let mut arguments = std::env::args_os();
    if arguments.nth(1).as_deref() == Some(place::SUPERVISE.as_ref()) {
        return mcp_evidence_harness::supervise(arguments);
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let asked = !error.use_stderr();
            // Where even this cannot be written there is nobody left to tell.
            let _ = error.print();
            return if asked { Exit::Holds } else { Exit::Error }.into();
        }
    };
    let exit = match run(cli) {
        Ok(exit) => exit,
        Err(failure) if failure.is_closed_pipe() => Exit::ClosedPipe,
        Err(failure) => {
            let _ = writeln!(io::stderr(), "mcp-evidence: {failure}");
            Exit::Error
        }
    };
    exit.into()
}

fn run(cli: Cli) -> Result<Exit, Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let exit = match &cli.command {
        None => commands::main_job::run(&mut out),
        Some(Command::Run(arguments)) => commands::run::run(arguments, &mut out),
        Some(Command::Verify(arguments)) => commands::verify::run(arguments, &mut out),
        Some(Command::Generate(arguments)) => commands::generate::run(arguments, &mut out),
        Some(Command::Adequacy(arguments)) => commands::adequacy::run(arguments, &mut out),
        Some(Command::List(arguments)) => commands::list::run(arguments, &mut out),
        Some(Command::Explain(arguments)) => commands::explain::run(arguments, &mut out),
        Some(Command::Inspect(arguments)) => commands::inspect::run(arguments, &mut out),
        Some(Command::Digest(arguments)) => commands::digest::run(arguments, &mut out),
    }?;
    out.flush()?;
    Ok(exit)
}
