//! `mcp-evidence run`: any verifier over any corpus, or over several.

use crate::cli::{ResultFormat, RunArguments};
use crate::config::{self, Config};
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
use std::time::Duration;

/// Runs the candidate over the corpora asked for.
pub(crate) fn run(arguments: &RunArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let config = Config::of(&arguments.config)?;
    let arguments = &filled(arguments, config.as_ref())?;
    let style = Style { colour: place::colour(), reasons: arguments.reasons };
    let mut results = Vec::new();
    let selected = selected(corpora(arguments)?, &selection(arguments)?)?;
    for (number, (suite, corpus)) in selected.into_iter().enumerate() {
        let candidate = candidate(arguments, config.as_ref(), suite, &corpus.manifest().profile)?;
        let options = options(arguments, suite, &candidate)?;
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

/// The arguments with the file's settings where nothing was typed.
fn filled(arguments: &RunArguments, config: Option<&Config>) -> Result<RunArguments, Failure> {
    let mut filled = arguments.clone();
    if filled.suite.iter().any(|suite| suite == config::ALL) {
        let all = config.map(Config::all).unwrap_or_default();
        if all.is_empty() {
            let text = "--suite all is every suite that mcp-evidence.toml has a command for: there \
                is none, so name the suites; mcp-evidence list shows them";
            return Err(Failure::Usage(text.to_owned()));
        }
        filled.suite.retain(|suite| suite != config::ALL);
        filled.suite.extend(all);
    }
    let Some(config) = config else { return Ok(filled) };
    if filled.suite.is_empty() && filled.manifest.is_none() {
        filled.suite = config.suites().to_vec();
    }
    filled.timeout = filled.timeout.or(config.timeout());
    filled.jobs = filled.jobs.or(config.jobs());
    Ok(filled)
}

/// The candidate for one suite: the typed one, the file's, or the reference for
/// its profile.
fn candidate(
    arguments: &RunArguments,
    config: Option<&Config>,
    suite: Option<&str>,
    profile: &str,
) -> Result<Candidate, Failure> {
    let candidate = match config {
        Some(config) if arguments.candidate.is_empty() => {
            return config.candidate(suite, arguments.cwd.as_deref());
        }
        None if arguments.candidate.is_empty() => place::built_in(profile)?,
        Some(_) | None => Candidate::new(arguments.candidate.clone())?,
    };
    Ok(match &arguments.cwd {
        Some(folder) => candidate.in_folder(folder)?,
        None => candidate,
    })
}

fn options(
    arguments: &RunArguments,
    suite: Option<&str>,
    candidate: &Candidate,
) -> Result<Options, Failure> {
    Ok(Options {
        selection: selection(arguments)?,
        jobs: arguments.jobs,
        named: arguments.named,
        limits: Limits { time: timeout(arguments), ..Limits::default() },
        host: place::host()?,
        repeat: repeat(arguments, suite, candidate),
    })
}

fn timeout(arguments: &RunArguments) -> Duration {
    arguments.timeout.unwrap_or(Limits::default().time)
}

/// The command that repeats this run over one corpus, but for `--only` and the
/// candidate.
fn repeat(arguments: &RunArguments, suite: Option<&str>, candidate: &Candidate) -> Vec<OsString> {
    let mut command: Vec<OsString> = vec!["mcp-evidence".into(), "run".into()];
    let mut option = |name: &str, value: OsString| command.extend([name.into(), value]);
    if let Some(manifest) = &arguments.manifest {
        option("--manifest", manifest.into());
    }
    if let Some(suite) = suite {
        option("--suite", suite.into());
    }
    let timeout = timeout(arguments);
    if timeout != Limits::default().time {
        option("--timeout", timeout.as_secs_f64().to_string().into());
    }
    if let Some(folder) = arguments.cwd.as_deref().or(candidate.folder()) {
        option("--cwd", folder.into());
    }
    if arguments.named {
        command.push("--named".into());
    }
    command
}
