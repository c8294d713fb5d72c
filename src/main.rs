//! The command line of `mcp-evidence`: arguments in, an exit code out. The work
//! is done by the libraries of this workspace.

mod cli;
mod commands;
mod config;
mod documents;
mod exit;
mod failure;
mod notice;
mod place;
mod signals;
mod standard_output;
mod starters;
mod suites;

use clap::Parser as _;
use cli::{Cli, Command};
use exit::Exit;
use failure::Failure;
use notice::notice;
use standard_output::StandardOutput;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> ExitCode {
    // Whoever started us may have left SIGCHLD ignored, which would take the
    // exit statuses of our own children away; a handler brings them back. Where
    // it cannot be set, a run says so case by case.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGCHLD, Arc::default());
    // A write beyond the size that a file may have is an error to be told, no
    // death in the middle of it.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    // A supervisor must be alone in its process: before anything else.
    let mut arguments = std::env::args_os();
    if arguments.nth(1).as_deref() == Some(place::SUPERVISE.as_ref()) {
        return mcp_evidence_harness::supervise(arguments);
    }
    let exit = match Cli::try_parse() {
        Ok(cli) => run(cli),
        Err(error) => explain(&error),
    };
    let exit = exit.unwrap_or_else(|failure| {
        if !failure.is_closed_pipe() {
            notice(format_args!("mcp-evidence: {failure}"));
        }
        failure.exit()
    });
    exit.into()
}

/// Help or a version that was asked for, or what is wrong with the arguments.
fn explain(error: &clap::Error) -> Result<Exit, Failure> {
    let written = error.print().and_then(|()| io::stdout().flush());
    if error.use_stderr() {
        return Ok(Exit::Error);
    }
    written?;
    Ok(Exit::Holds)
}

fn run(cli: Cli) -> Result<Exit, Failure> {
    let mut out = io::BufWriter::new(StandardOutput::new()?);
    let exit = match &cli.command {
        None => commands::main_job::run(&mut out),
        Some(Command::Run(arguments)) => commands::run::run(arguments, &mut out),
        Some(Command::Doctor(arguments)) => commands::doctor::run(arguments, &mut out),
        Some(Command::Compare(arguments)) => commands::compare::run(arguments, &mut out),
        Some(Command::Schema(arguments)) => commands::schema::run(arguments, &mut out),
        Some(Command::Verify(arguments)) => commands::verify::run(arguments, &mut out),
        Some(Command::Classify(arguments)) => commands::classify::run(arguments, &mut out),
        Some(Command::Check(arguments)) => commands::check::run(arguments, &mut out),
        Some(Command::Annotations(arguments)) => commands::annotations::run(arguments, &mut out),
        Some(Command::Generate(arguments)) => commands::generate::run(arguments, &mut out),
        Some(Command::Adequacy(arguments)) => commands::adequacy::run(arguments, &mut out),
        Some(Command::List(arguments)) => commands::list::run(arguments, &mut out),
        Some(Command::Explain(arguments)) => commands::explain::run(arguments, &mut out),
        Some(Command::Inspect(arguments)) => commands::inspect::run(arguments, &mut out),
        Some(Command::Digest(arguments)) => commands::digest::run(arguments, &mut out),
        Some(Command::Receipts(arguments)) => commands::receipts::run(arguments, &mut out),
        Some(Command::Pack(arguments)) => commands::pack::run(arguments, &mut out),
        Some(Command::Capture(arguments)) => commands::capture::run(arguments, &mut out),
        Some(Command::Score(arguments)) => commands::score::run(arguments, &mut out),
        Some(Command::Report(arguments)) => commands::report::run(arguments, &mut out),
        Some(Command::Validate(arguments)) => commands::validate::run(arguments, &mut out),
        Some(Command::Init(arguments)) => commands::init::run(arguments, &mut out),
        Some(Command::Completions(arguments)) => commands::completions::run(arguments, &mut out),
    }?;
    out.flush()?;
    Ok(exit)
}
