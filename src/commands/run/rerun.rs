//! `run --rerun RESULT`: what did not match, once more.

use super::parts::{self, Part};
use crate::cli::RunArguments;
use crate::commands::reproduction::read;
use crate::failure::Failure;
use crate::notice::notice;
use crate::{place, suites};
use mcp_evidence_harness::escape::{TEXT, escape};
use mcp_evidence_harness::results::RESULT_LIMIT;
use mcp_evidence_harness::select::SelectError;
use mcp_evidence_harness::{Candidate, Corpus, Results, RunResult, Status};
use std::collections::BTreeSet;
use std::path::Path;
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
            candidate: candidate(arguments, &result)?,
            selection,
            timeout: arguments.timeout.unwrap_or(Duration::from_millis(options.timeout_ms)),
            named: arguments.named || options.named,
        });
    }
    if left && parts.is_empty() { Err(SelectError::Nothing.into()) } else { Ok(parts) }
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
        for suite in suites::all() {
            let asked = &arguments.suite;
            if asked.is_empty() || asked.iter().any(|id| id == suite.id) {
                known.push((Some(suite.id), place::load(&suite.corpus())?));
            }
        }
        for id in &arguments.suite {
            suites::find(id)?;
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
        let digest = &corpus.manifest().corpus_digest;
        if about.corpus_digest != *digest {
            return Err(usage(format!(
                "the corpus {} has changed since: the result is over {}, and it is {digest} now; \
                 run the suite anew",
                escape(&about.id, TEXT),
                escape(&about.corpus_digest, TEXT),
            )));
        }
        corpora.push(Stored { result, suite, corpus });
    }
    if narrowed && (corpora.is_empty() || !arguments.suite.is_empty() && !known.is_empty()) {
        let missing: Vec<&str> =
            known.iter().map(|(_, corpus)| corpus.manifest().suite.as_str()).collect();
        return Err(usage(format!("it holds no result of {}", missing.join(", "))));
    }
    Ok(corpora)
}

/// The candidate of the result, unless another is given.
fn candidate(arguments: &RunArguments, result: &RunResult) -> Result<Candidate, Failure> {
    let stored = &result.setting.candidate;
    let candidate = if !arguments.candidate.is_empty() {
        Candidate::new(arguments.candidate.clone())?
    } else if stored.built_in {
        place::built_in(&result.setting.suite.profile)?
    } else {
        Candidate::new(stored.argv.iter().map(Into::into).collect())?
    };
    let folder = arguments.cwd.as_deref().or(stored.folder.as_deref().map(Path::new));
    Ok(match folder {
        Some(folder) => candidate.in_folder(folder)?,
        None => candidate,
    })
}
