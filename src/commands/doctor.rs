//! `mcp-evidence doctor`: first contact with a candidate.

use crate::cli::DoctorArguments;
use crate::config::Config;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{place, signals, suites};
use mcp_evidence_harness::candidate::Limits;
use mcp_evidence_harness::{Candidate, Corpus, doctor, escape, quote};
use std::ffi::OsString;
use std::io::Write;

/// Characters of the next command that are shown.
const COMMAND: usize = 1000;

/// Starts the candidate twice, shows everything, and says what to do.
pub(crate) fn run(arguments: &DoctorArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let config = Config::of(&arguments.config)?;
    let (suite, corpus) = corpus(arguments, config.as_ref())?;
    let candidate = candidate(arguments, config.as_ref(), suite)?;
    let timeout = arguments.timeout.or_else(|| config.as_ref()?.timeout());
    let limits = Limits { time: timeout.unwrap_or(Limits::default().time), ..Limits::default() };
    let examination = doctor::examine(&corpus, &candidate, &limits, &place::host()?)?;
    if let Some(cause) = signals::stopped() {
        return Err(Failure::Stopped(cause));
    }
    for line in examination.lines() {
        writeln!(out, "{line}")?;
    }
    let kept = examination.is_kept();
    let next = next(arguments, if kept { "run" } else { "doctor" });
    let when = if kept { "Next" } else { "Mend the first broken clause, then" };
    writeln!(out, "\n{when}: {}", escape::escape(&next, COMMAND))?;
    Ok(if kept { Exit::Holds } else { Exit::Error })
}

/// The corpus whose vectors are taken, with the suite's id where it is one of
/// ours.
fn corpus(
    arguments: &DoctorArguments,
    config: Option<&Config>,
) -> Result<(Option<&'static str>, Corpus), Failure> {
    if let Some(manifest) = &arguments.manifest {
        return Ok((None, Corpus::load(manifest)?));
    }
    let id = match (&arguments.suite, config) {
        (Some(suite), _) => suite,
        (None, Some(config)) => config.suites().first().map_or(suites::DEFAULT, String::as_str),
        (None, None) => suites::DEFAULT,
    };
    let suite = suites::find(id)?;
    Ok((Some(suite.id), place::load(&suite.corpus())?))
}

fn candidate(
    arguments: &DoctorArguments,
    config: Option<&Config>,
    suite: Option<&str>,
) -> Result<Candidate, Failure> {
    match config {
        Some(config) if arguments.candidate.is_empty() => {
            config.candidate(suite, arguments.cwd.as_deref())
        }
        None if arguments.candidate.is_empty() => Err(Failure::Usage(
            "doctor looks at a candidate of yours: give it behind --, as in mcp-evidence doctor -- \
             ./verify, or name it in mcp-evidence.toml"
                .to_owned(),
        )),
        Some(_) | None => {
            let candidate = Candidate::new(arguments.candidate.clone())?;
            Ok(match &arguments.cwd {
                Some(folder) => candidate.in_folder(folder)?,
                None => candidate,
            })
        }
    }
}

/// The same candidate and the same settings, as they were typed.
fn next(arguments: &DoctorArguments, command: &str) -> String {
    let mut words: Vec<OsString> = vec!["mcp-evidence".into(), command.into()];
    let mut option = |name: &str, value: OsString| words.extend([name.into(), value]);
    if let Some(manifest) = &arguments.manifest {
        option("--manifest", manifest.into());
    }
    if let Some(suite) = &arguments.suite {
        option("--suite", suite.into());
    }
    if let Some(timeout) = arguments.timeout {
        option("--timeout", timeout.as_secs_f64().to_string().into());
    }
    if let Some(folder) = &arguments.cwd {
        option("--cwd", folder.into());
    }
    if let Some(file) = &arguments.config.config {
        option("--config", file.into());
    }
    if arguments.config.no_config {
        words.push("--no-config".into());
    }
    if !arguments.candidate.is_empty() {
        words.push("--".into());
        words.extend(arguments.candidate.iter().cloned());
    }
    quote::command_line(words)
}
