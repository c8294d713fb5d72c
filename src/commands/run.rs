//! `mcp-evidence run`: any verifier over any corpus.

use crate::cli::{ResultFormat, RunArguments};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{place, suites};
use mcp_evidence_harness::candidate::Limits;
use mcp_evidence_harness::reporter::{Pretty, Style, json};
use mcp_evidence_harness::{Candidate, Corpus, Options, RunResult, Selection};
use std::ffi::OsString;
use std::io::Write;

/// Runs the candidate over the corpora asked for.
pub(crate) fn run(arguments: &RunArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let candidate = candidate(arguments)?;
    let style = Style { colour: place::colour(), reasons: arguments.reasons };
    let corpus = match &arguments.manifest {
        Some(manifest) => Corpus::load(manifest)?,
        None => {
            let id = arguments.suite.first().map_or(suites::DEFAULT, String::as_str);
            place::load(&suites::find(id)?.corpus())?
        }
    };
    let options = options(arguments)?;
    let result = match arguments.format {
        ResultFormat::Pretty => drive(&corpus, &candidate, &options, style, out)?,
        ResultFormat::Json => {
            let result = mcp_evidence_harness::run(&corpus, &candidate, &options, &mut |_| {})?;
            json::write(&result, out)?;
            result
        }
    };
    if let Some(path) = &arguments.output {
        json::write_file(&result, path)?;
    }
    Ok(Exit::of_run(&result.summary))
}

/// Runs one corpus and tells people about it as it goes.
pub(crate) fn drive(
    corpus: &Corpus,
    candidate: &Candidate,
    options: &Options,
    style: Style,
    out: &mut impl Write,
) -> Result<RunResult, Failure> {
    let mut pretty = Pretty::new(out, style);
    let mut written = Ok(());
    let result = mcp_evidence_harness::run(corpus, candidate, options, &mut |event| {
        if written.is_ok() {
            written = pretty.event(&event);
        }
    })?;
    written?;
    Ok(result)
}

fn candidate(arguments: &RunArguments) -> Result<Candidate, Failure> {
    let candidate = if arguments.candidate.is_empty() {
        place::built_in()?
    } else {
        Candidate::new(arguments.candidate.clone())?
    };
    Ok(match &arguments.cwd {
        Some(folder) => candidate.in_folder(folder)?,
        None => candidate,
    })
}

fn options(arguments: &RunArguments) -> Result<Options, Failure> {
    Ok(Options {
        selection: Selection::new(&arguments.only, &arguments.skip)?,
        jobs: arguments.jobs,
        named: arguments.named,
        limits: Limits { time: arguments.timeout, ..Limits::default() },
        host: place::host()?,
        repeat: repeat(arguments),
    })
}

/// The command that repeats this run, but for `--only` and the candidate.
fn repeat(arguments: &RunArguments) -> Vec<OsString> {
    let mut command: Vec<OsString> = vec!["mcp-evidence".into(), "run".into()];
    let mut option = |name: &str, value: OsString| command.extend([name.into(), value]);
    if let Some(manifest) = &arguments.manifest {
        option("--manifest", manifest.into());
    }
    for suite in &arguments.suite {
        option("--suite", suite.into());
    }
    if arguments.timeout != Limits::default().time {
        option("--timeout", arguments.timeout.as_secs_f64().to_string().into());
    }
    if let Some(folder) = &arguments.cwd {
        option("--cwd", folder.into());
    }
    if arguments.named {
        command.push("--named".into());
    }
    command
}
