//! `mcp-evidence run`: any verifier over any corpus, or over several.

mod baselines;
mod parts;
mod progress;
mod rerun;
mod settings;

use super::files::{self, Files};
use super::reports::{self, Reports};
use crate::cli::RunArguments;
use crate::config::Config;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::notice::notice;
use crate::{place, signals};
use baselines::Baselines;
use mcp_evidence_harness::reporter::{Output, Pretty, Style, pretty};
use mcp_evidence_harness::{Candidate, Corpus, Event, Options, Results, RunResult};
use parts::Part;
use progress::{Beside, Progress};
use std::cell::RefCell;
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
    let mut files = used(arguments, config.as_ref(), &parts);
    files.writes_standard_output()?;
    if let Some(path) = &arguments.write_baseline {
        files.replaces("--write-baseline", path, Some(files::BASELINE))?;
    }
    let baselines = Baselines::read(arguments, &parts)?;
    signals::watch().map_err(Failure::Signals)?;
    // Nothing runs for an output that cannot be written.
    let output = arguments.output.as_deref();
    let reports = Reports::open(arguments.format, output, &arguments.report, &mut files)?;
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
            Some(format) => reports::document(format, &results, out).and_then(|()| out.flush()),
        };
    }
    // Whoever does not read standard output may read these; none that fails
    // keeps another from being tried. Where nothing was left to repeat, what is
    // there stays.
    let mut failures = Vec::new();
    if let (Some(output), Some(path)) = (new_baseline, &arguments.write_baseline) {
        failures.extend(baselines.write(&results, output, path).err());
    }
    if results.runs().is_empty() {
        for path in reports.paths() {
            notice(format_args!("{}: not written, as nothing was repeated", path.display()));
        }
    } else {
        failures.extend(reports.write(&results));
    }
    for glob in unmatched(results.runs()) {
        notice(format_args!("no vector matches {glob}"));
    }
    if !failures.is_empty() {
        let full = told.err().map(Failure::from).filter(|failure| !failure.is_closed_pipe());
        failures.extend(full);
        return Err(Failure::all(failures));
    }
    told?;
    Ok(exit.unwrap_or(Exit::Holds))
}

/// The patterns that match no vector of any suite that ran: each may be a slip.
fn unmatched(results: &[RunResult]) -> Vec<&str> {
    let mut suites = results.iter().map(|result| &result.setting.options.unmatched);
    let Some(first) = suites.next() else { return Vec::new() };
    let everywhere = |glob: &&String| suites.clone().all(|unmatched| unmatched.contains(glob));
    first.iter().filter(everywhere).map(String::as_str).collect()
}

/// What no output may replace.
fn used(arguments: &RunArguments, config: Option<&Config>, parts: &[Part]) -> Files {
    let mut files = Files::default();
    // The file's own is kept whether it is held against this candidate or not.
    let settings_baseline = config.and_then(Config::baseline);
    for (what, path) in [
        ("the settings", config.map(|config| config.path.as_path())),
        (files::BASELINE, arguments.baseline.as_deref()),
        (files::BASELINE, settings_baseline.as_deref()),
        (files::RESULT, arguments.rerun.as_deref()),
    ] {
        if let Some(path) = path {
            files.uses(what, path);
        }
    }
    for part in parts {
        files.uses_corpus(&part.corpus);
        files.uses_candidate(&part.candidate);
    }
    files
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
                let all = arguments.verbose || arguments.reasons;
                for line in pretty::diagnosis(&several.diagnosis, "over all suites", all) {
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
    let progress = RefCell::new(Progress::new());
    let mut pretty = Pretty::new(Beside { out, progress: &progress }, style);
    let mut told = Ok(());
    let result = mcp_evidence_harness::run(corpus, candidate, options, &mut |event| {
        told = pretty.event(&event);
        progress.borrow_mut().event(&event);
        if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok((result, told))
}
