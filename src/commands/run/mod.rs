//! `mcp-evidence run`: any verifier over any corpus, or over several.

mod baselines;
mod parts;
mod rerun;
mod settings;

use super::reports::{self, Reports};
use crate::cli::RunArguments;
use crate::config::Config;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{place, signals};
use baselines::Baselines;
use mcp_evidence_harness::reporter::{Output, Pretty, Style, pretty};
use mcp_evidence_harness::{Candidate, Corpus, Event, Options, Results, RunResult};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

/// Runs the candidate over the corpora asked for.
pub(crate) fn run(arguments: &RunArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let config = Config::of(&arguments.config)?;
    let arguments = &settings::filled(arguments, config.as_ref())?;
    let parts = match &arguments.rerun {
        Some(result) => rerun::parts(arguments, result)?,
        None => parts::of(arguments, config.as_ref())?,
    };
    let baselines = Baselines::read(arguments)?;
    baselines.note_unused(parts.iter().map(|part| part.corpus.manifest().suite.as_str()));
    signals::watch().map_err(Failure::Signals)?;
    // Nothing runs for an output that cannot be written.
    let reports = Reports::open(arguments.format, arguments.output.as_deref(), &arguments.report)?;
    let new_baseline = arguments.write_baseline.as_deref().map(open).transpose()?;

    let style =
        Style { colour: place::colour(), reasons: arguments.reasons, verbose: arguments.verbose };
    let document = arguments.format.document();
    let mut results = Vec::new();
    let mut told = Ok(());
    for part in &parts {
        let options = part.options(arguments, baselines.used())?;
        let result = match document {
            None => {
                if !results.is_empty() && told.is_ok() {
                    told = writeln!(out);
                }
                let (result, written) = drive(&part.corpus, &part.candidate, &options, style, out)?;
                told = told.and(written);
                result
            }
            Some(_) => {
                let mut silent = |_: Event<'_>| ControlFlow::Continue(());
                mcp_evidence_harness::run(&part.corpus, &part.candidate, &options, &mut silent)?
            }
        };
        results.push(result);
    }
    // Without parts, which only a rerun can have, everything has matched.
    let exit = results.iter().map(|result| Exit::of_run(&result.summary)).max();
    let results = Results::new(results);
    if told.is_ok() {
        told = match document {
            None => tell_all(&results, arguments, out),
            Some(format) => reports::document(format, &results, out),
        };
    }
    // Whoever does not read standard output may read these.
    reports.write(&results)?;
    if let (Some(output), Some(path)) = (new_baseline, &arguments.write_baseline) {
        baselines.write(&results, output, path)?;
    }
    told?;
    Ok(exit.unwrap_or(Exit::Holds))
}

fn open(path: &Path) -> Result<Output, Failure> {
    Output::open(path).map_err(|source| Failure::ResultFile { path: path.to_owned(), source })
}

/// What the suites say together, where no single one has said it; last, a line
/// for each of several.
fn tell_all(results: &Results, arguments: &RunArguments, out: &mut impl Write) -> io::Result<()> {
    match results {
        Results::Several(several) if several.results.is_empty() => {
            let result = arguments.rerun.as_deref().unwrap_or(Path::new("the result"));
            writeln!(out, "nothing is left to repeat: every case of {} matched", result.display())?;
        }
        Results::Several(several) => {
            if !several.last_says_all() {
                for line in pretty::diagnosis(&several.diagnosis, "over all suites") {
                    writeln!(out, "{line}")?;
                }
            }
            writeln!(out)?;
            for result in &several.results {
                writeln!(out, "{}", pretty::in_a_line(result, place::colour()))?;
            }
        }
        Results::One(_) => {}
    }
    out.flush()
}

/// Runs one corpus and tells people about it as it goes; a run that nobody
/// listens to any more is stopped. Gives the result, and whether all was told.
pub(crate) fn drive(
    corpus: &Corpus,
    candidate: &Candidate,
    options: &Options,
    style: Style,
    out: &mut impl Write,
) -> Result<(RunResult, io::Result<()>), Failure> {
    let mut pretty = Pretty::new(out, style);
    let mut told = Ok(());
    let result = mcp_evidence_harness::run(corpus, candidate, options, &mut |event| {
        told = pretty.event(&event);
        if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok((result, told))
}
