//! `run --baseline` and `--write-baseline`: the files.

use crate::cli::RunArguments;
use crate::commands::reproduction::read as read_file;
use crate::failure::Failure;
use crate::notice::notice;
use mcp_evidence_harness::baseline::BASELINE_LIMIT;
use mcp_evidence_harness::reporter::{Output, json};
use mcp_evidence_harness::{Baseline, Results};
use std::path::Path;

/// The baselines that a command reads.
pub(super) struct Baselines {
    used: Option<Baseline>,
    /// The file that is written anew, as it was.
    replaced: Option<Baseline>,
}

impl Baselines {
    /// Reads both, before anything runs.
    pub(super) fn read(arguments: &RunArguments) -> Result<Baselines, Failure> {
        let used = arguments.baseline.as_deref().map(read).transpose()?;
        let replaced = match &arguments.write_baseline {
            // What is there and is no baseline is somebody's, and stays.
            Some(path) if used.is_none() && path.is_file() => Some(read(path)?),
            Some(_) | None => None,
        };
        Ok(Baselines { used, replaced })
    }

    /// Says so where none of the corpora that run is in the file: a wrong file,
    /// or a suite that has another name now.
    pub(super) fn note_unused<'a>(&self, mut suites: impl Iterator<Item = &'a str>) {
        if let Some(used) = &self.used
            && !used.suites.is_empty()
            && !suites.any(|suite| used.suite(suite).is_some())
        {
            notice("the baseline says nothing about what runs here");
        }
    }

    /// What runs are held against.
    pub(super) fn used(&self) -> Option<&Baseline> {
        self.used.as_ref()
    }

    /// Writes the baseline of these results. One of a run that was stopped
    /// would be of a part of it, and is not written.
    pub(super) fn write(
        &self,
        results: &Results,
        output: Output,
        path: &Path,
    ) -> Result<(), Failure> {
        let runs = results.runs();
        if runs.iter().any(|run| run.partial) {
            notice(format_args!(
                "{}: not written, as the run did not come to its end",
                path.display()
            ));
            return Ok(());
        }
        let previous = self.used.as_ref().or(self.replaced.as_ref());
        let baseline = Baseline::of(runs, previous);
        output
            .write(|file| json::write_value(&baseline, file))
            .map_err(|source| Failure::ResultFile { path: path.to_owned(), source })?;
        let known: Vec<_> = baseline.suites.iter().flat_map(|suite| &suite.known).collect();
        let bare = known.iter().filter(|known| known.reason.trim().is_empty()).count();
        notice(format_args!(
            "{}: {} known divergences, {bare} of them without a reason: say why in `reason`",
            path.display(),
            known.len()
        ));
        let errors: usize = runs.iter().map(|run| run.summary.candidate_errors).sum();
        if errors > 0 {
            notice(format_args!(
                "{errors} cases ended in a candidate error, which no baseline lists"
            ));
        }
        Ok(())
    }
}

fn read(path: &Path) -> Result<Baseline, Failure> {
    Baseline::read(&read_file(path, BASELINE_LIMIT)?)
        .map_err(|source| Failure::Baseline { path: path.to_owned(), source })
}
