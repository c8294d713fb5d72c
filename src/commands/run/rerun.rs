//! `run --rerun RESULT`: what did not match, once more.

use super::parts::{self, Part};
use crate::cli::RunArguments;
use crate::commands::reproduction::read;
use crate::failure::Failure;
use crate::notice::notice;
use crate::{place, suites};
use mcp_evidence_harness::escape::{TEXT, escape};
use mcp_evidence_harness::results::RESULT_LIMIT;
use mcp_evidence_harness::select::{Hints, SelectError};
use mcp_evidence_harness::{Candidate, Corpus, Results, RunResult, Status};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The parts that a stored result leaves open; none where everything matched.
pub(super) fn parts(arguments: &RunArguments, path: &Path) -> Result<Vec<Part>, Failure> {
    let bytes = read(path, RESULT_LIMIT)?;
    let stored = Results::read(&bytes)
        .map_err(|source| Failure::Results { path: path.to_owned(), source })?
        .into_runs();
    let selection = parts::selection(arguments)?;
    let mut parts = Vec::new();
    let mut left = false;
    for Stored { result, suite, corpus } in corpora(arguments, path, stored)? {
        let open = result.cases.iter().filter(|case| case.status != Status::Match);
        let open: BTreeSet<String> = open.map(|case| case.id.clone()).collect();
        if open.is_empty() {
            continue;
        }
        left = true;
        let selection = selection.clone().among(open);
        if !selection.selects_any(&corpus) {
            notice(format_args!("no open case of {} is selected", corpus.manifest().suite));
            continue;
        }
        let options = &result.setting.options;
        parts.push(Part {
            suite,
            corpus,
            candidate: candidate(arguments, path, &result)?,
            selection,
            timeout: arguments.timeout.unwrap_or(Duration::from_millis(options.timeout_ms)),
            named: arguments.named || options.named,
        });
    }
    if left && parts.is_empty() {
        // What is open was told above, suite by suite.
        return Err(SelectError::Nothing(Hints::default()).into());
    }
    Ok(parts)
}

/// A stored result, and what it is about.
struct Stored {
    result: RunResult,
    suite: Option<&'static str>,
    corpus: Corpus,
}

/// The results that are asked for, each with the corpus it is about.
fn corpora(
    arguments: &RunArguments,
    path: &Path,
    stored: Vec<RunResult>,
) -> Result<Vec<Stored>, Failure> {
    let usage = |text: String| Failure::Usage(format!("{}: {text}", path.display()));
    let mut known = Vec::new();
    if let Some(manifest) = &arguments.manifest {
        known.push((None, Corpus::load(manifest)?));
    } else {
        let asked = &arguments.suite;
        let mut missing: BTreeSet<&str> =
            stored.iter().map(|result| result.setting.suite.id.as_str()).collect();
        for suite in suites::all() {
            // Corpora are made one by one, and only as long as a result has none.
            if asked.is_empty() && missing.is_empty() {
                break;
            }
            if asked.is_empty() || asked.iter().any(|id| id == suite.id) {
                let corpus = suite.corpus();
                if missing.remove(corpus.manifest.suite.as_str()) || !asked.is_empty() {
                    known.push((Some(suite.id), place::load(&corpus)?));
                }
            }
        }
    }
    let narrowed = arguments.manifest.is_some() || !arguments.suite.is_empty();
    let mut corpora = Vec::new();
    for result in stored {
        let about = &result.setting.suite;
        let found = known.iter().position(|(_, corpus)| corpus.manifest().suite == about.id);
        let Some(found) = found else {
            if narrowed {
                continue;
            }
            return Err(usage(format!(
                "it is about the suite {}, which is none of ours: give its --manifest",
                escape(&about.id, TEXT)
            )));
        };
        let (suite, corpus) = known.swap_remove(found);
        about_the_same(&result, &corpus).map_err(usage)?;
        corpora.push(Stored { result, suite, corpus });
    }
    if narrowed && (corpora.is_empty() || !arguments.suite.is_empty() && !known.is_empty()) {
        let missing: Vec<&str> =
            known.iter().map(|(_, corpus)| corpus.manifest().suite.as_str()).collect();
        return Err(usage(format!("it holds no result of {}", missing.join(", "))));
    }
    Ok(corpora)
}

/// Whether a result is about this corpus as it is, case by case; else why not.
fn about_the_same(result: &RunResult, corpus: &Corpus) -> Result<(), String> {
    let about = &result.setting.suite;
    let id = escape(&about.id, TEXT);
    let digest = &corpus.manifest().corpus_digest;
    if about.corpus_digest != *digest {
        return Err(format!(
            "the corpus {id} has changed since: the result is over {}, and it is {digest} now; \
             run the suite anew",
            escape(&about.corpus_digest, TEXT),
        ));
    }
    let changed = "it was changed since it was written; run the suite anew";
    let ids: BTreeSet<&str> = corpus.ids().collect();
    if let Some(case) = result.cases.iter().find(|case| !ids.contains(case.id.as_str())) {
        let case = escape(&case.id, TEXT);
        return Err(format!(
            "it holds the case {case}, which the corpus {id} does not have: {changed}"
        ));
    }
    if about.vectors != ids.len() {
        return Err(format!(
            "it says that the corpus {id} has {} vectors, and it has {}: {changed}",
            about.vectors,
            ids.len(),
        ));
    }
    Ok(())
}

/// The candidate of the result, unless another is given. A stored command is
/// seen from where it was run.
fn candidate(
    arguments: &RunArguments,
    path: &Path,
    result: &RunResult,
) -> Result<Candidate, Failure> {
    let stored = &result.setting.candidate;
    let folder = arguments.cwd.clone().or(stored.folder.as_ref().map(PathBuf::from));
    let (candidate, folder) = if arguments.builtin {
        (place::built_in(&result.setting.suite.profile)?, folder)
    } else if !arguments.candidate.is_empty() {
        (Candidate::new(arguments.candidate.clone())?, folder)
    } else if stored.built_in {
        (place::built_in(&result.setting.suite.profile)?, folder)
    } else {
        if stored.argv.iter().any(|word| word.contains(REPLACED)) {
            return Err(not_kept(path, "the command"));
        }
        let made_in = made_in(path, result)?;
        let mut argv: Vec<OsString> = stored.argv.iter().map(Into::into).collect();
        if let (Some(program), Some(made_in)) = (argv.first_mut(), &made_in)
            && stored.argv[0].contains('/')
        {
            *program = made_in.join(&*program).into();
        }
        (Candidate::new(argv)?, folder.or(made_in))
    };
    if arguments.cwd.is_none() && stored.folder.as_ref().is_some_and(|at| at.contains(REPLACED)) {
        return Err(not_kept(path, "the working folder"));
    }
    Ok(match folder {
        Some(folder) => candidate.in_folder(&folder)?,
        None => candidate,
    })
}

/// The folder in which a result was made, where that is another than this one.
/// Results of earlier versions do not tell it.
fn made_in(path: &Path, result: &RunResult) -> Result<Option<PathBuf>, Failure> {
    let Some(folder) = &result.measured.started_in else { return Ok(None) };
    let here = std::env::current_dir().ok();
    if here.is_some_and(|here| here.to_string_lossy() == *folder) {
        return Ok(None);
    }
    if folder.contains(REPLACED) {
        return Err(not_kept(path, "the folder in which it was made"));
    }
    let made_in = PathBuf::from(folder);
    if made_in.is_absolute() && made_in.is_dir() {
        return Ok(Some(made_in));
    }
    // It may have been made on another machine.
    notice(format_args!(
        "{}: it was made in {}, which is not here; its candidate is started from this folder",
        path.display(),
        escape(folder, TEXT)
    ));
    Ok(None)
}

/// What stands in a result for bytes that are not UTF-8.
const REPLACED: char = '\u{fffd}';

fn not_kept(path: &Path, what: &str) -> Failure {
    Failure::Usage(format!(
        "{}: {what} has bytes that are not UTF-8, which a result cannot hold: give --cwd, and the \
         candidate behind --",
        path.display()
    ))
}
