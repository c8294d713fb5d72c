//! `mcp-evidence run`: any verifier over any corpus, or over several.

use crate::cli::{ResultFormat, RunArguments};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{place, suites};
use mcp_evidence_harness::candidate::Limits;
use mcp_evidence_harness::diagnosis::Diagnosis;
use mcp_evidence_harness::reporter::{Pretty, Style, json, pretty};
use mcp_evidence_harness::select::SelectError;
use mcp_evidence_harness::{Candidate, Corpus, Options, RunResult, Selection};
use serde::Serialize;
use std::ffi::OsString;
use std::io::Write;

/// Runs the candidate over the corpora asked for.
pub(crate) fn run(arguments: &RunArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    // Said before anything runs.
    let given = given(arguments)?;
    let style = Style { colour: place::colour(), reasons: arguments.reasons };
    let mut results = Vec::new();
    let selected = selected(corpora(arguments)?, &selection(arguments)?)?;
    for (number, (suite, corpus)) in selected.into_iter().enumerate() {
        let options = options(arguments, suite)?;
        let candidate = match &given {
            Some(given) => given.clone(),
            None => in_folder(arguments, place::built_in(&corpus.manifest().profile)?)?,
        };
        let result = match arguments.format {
            ResultFormat::Pretty => {
                if number > 0 {
                    writeln!(out)?;
                }
                drive(&corpus, &candidate, &options, style, out)?
            }
            ResultFormat::Json => {
                mcp_evidence_harness::run(&corpus, &candidate, &options, &mut |_| {})?
            }
        };
        results.push(result);
    }
    let exit = results.iter().map(|result| Exit::of_run(&result.summary)).max();
    let written = Written::new(results);
    match arguments.format {
        ResultFormat::Pretty => {
            if let Written::Several(several) = &written
                && !several.last_says_all()
            {
                for line in pretty::diagnosis(&several.diagnosis, "over all suites") {
                    writeln!(out, "{line}")?;
                }
            }
        }
        ResultFormat::Json => json::write_value(&written, out)?,
    }
    if let Some(path) = &arguments.output {
        json::replace(path, |file| json::write_value(&written, file))
            .map_err(|source| Failure::ResultFile { path: path.clone(), source })?;
    }
    Ok(exit.unwrap_or(Exit::Error))
}

/// A run over one suite is its result; one over several holds each.
#[derive(Serialize)]
#[serde(untagged)]
enum Written {
    One(Box<RunResult>),
    Several(Several),
}

#[derive(Serialize)]
struct Several {
    schema: &'static str,
    results: Vec<RunResult>,
    /// Over all scored suites.
    diagnosis: Diagnosis,
}

impl Several {
    /// Whether only the last suite has a diagnosis, so that it has been told
    /// just now.
    fn last_says_all(&self) -> bool {
        let others = self.results.iter().rev().skip(1);
        others.map(|result| &result.diagnosis).all(Diagnosis::is_empty)
    }
}

impl Written {
    fn new(mut results: Vec<RunResult>) -> Written {
        if results.len() == 1 {
            return Written::One(Box::new(results.remove(0)));
        }
        let scored = results.iter().filter(|result| !result.summary.unscored);
        let diagnosis = Diagnosis::merge(scored.map(|result| result.diagnosis.clone()));
        Written::Several(Several { schema: "mcp-evidence.results.v1", results, diagnosis })
    }
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

/// The corpora, each with the suite's id where it is one of ours.
fn corpora(arguments: &RunArguments) -> Result<Vec<(Option<&str>, Corpus)>, Failure> {
    if let Some(manifest) = &arguments.manifest {
        return Ok(vec![(None, Corpus::load(manifest)?)]);
    }
    if arguments.suite.is_empty() {
        return Ok(vec![(None, place::load(&suites::find(suites::DEFAULT)?.corpus())?)]);
    }
    let mut corpora: Vec<(Option<&str>, Corpus)> = Vec::new();
    for id in &arguments.suite {
        let suite = suites::find(id)?;
        if corpora.iter().all(|(known, _)| *known != Some(suite.id)) {
            corpora.push((Some(suite.id), place::load(&suite.corpus())?));
        }
    }
    Ok(corpora)
}

/// The corpora of which some vector is selected. Nothing has run yet when there
/// is none.
fn selected<'a>(
    corpora: Vec<(Option<&'a str>, Corpus)>,
    selection: &Selection,
) -> Result<Vec<(Option<&'a str>, Corpus)>, Failure> {
    let (selected, rest): (Vec<_>, Vec<_>) =
        corpora.into_iter().partition(|(_, corpus)| selection.selects_any(corpus));
    if selected.is_empty() {
        return Err(SelectError::Nothing.into());
    }
    for (_, corpus) in rest {
        eprintln!("no vector of {} is selected", corpus.manifest().suite);
    }
    Ok(selected)
}

fn selection(arguments: &RunArguments) -> Result<Selection, Failure> {
    Ok(Selection::new(&arguments.only, &arguments.skip)?)
}

/// The candidate of the command line; without one, each corpus gets the
/// reference for its profile.
fn given(arguments: &RunArguments) -> Result<Option<Candidate>, Failure> {
    if arguments.candidate.is_empty() {
        return Ok(None);
    }
    in_folder(arguments, Candidate::new(arguments.candidate.clone())?).map(Some)
}

fn in_folder(arguments: &RunArguments, candidate: Candidate) -> Result<Candidate, Failure> {
    Ok(match &arguments.cwd {
        Some(folder) => candidate.in_folder(folder)?,
        None => candidate,
    })
}

fn options(arguments: &RunArguments, suite: Option<&str>) -> Result<Options, Failure> {
    Ok(Options {
        selection: selection(arguments)?,
        jobs: arguments.jobs,
        named: arguments.named,
        limits: Limits { time: arguments.timeout, ..Limits::default() },
        host: place::host()?,
        repeat: repeat(arguments, suite),
    })
}

/// The command that repeats this run over one corpus, but for `--only` and the
/// candidate.
fn repeat(arguments: &RunArguments, suite: Option<&str>) -> Vec<OsString> {
    let mut command: Vec<OsString> = vec!["mcp-evidence".into(), "run".into()];
    let mut option = |name: &str, value: OsString| command.extend([name.into(), value]);
    if let Some(manifest) = &arguments.manifest {
        option("--manifest", manifest.into());
    }
    if let Some(suite) = suite {
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
