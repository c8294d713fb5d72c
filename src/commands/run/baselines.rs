//! `run --baseline` and `--write-baseline`: the files.

use super::parts::Part;
use crate::cli::RunArguments;
use crate::commands::reproduction::read as read_file;
use crate::failure::Failure;
use crate::notice::notice;
use crate::suites;
use mcp_evidence_harness::baseline::{
    BASELINE_LIMIT, BaselineFault, Gone, Moved, SuiteBaseline, Why, Written,
};
use mcp_evidence_harness::escape::{EXCERPT, TEXT, and_more, escape};
use mcp_evidence_harness::reporter::Output;
use mcp_evidence_harness::{Baseline, Results};
use std::path::Path;

/// Entries that are named of those that went for one reason.
const NAMED: usize = 10;

/// The baselines that a command reads.
pub(super) struct Baselines {
    used: Option<Baseline>,
    /// The file that is written anew, as it was.
    replaced: Option<(Vec<u8>, Baseline)>,
}

impl Baselines {
    /// Reads both, before anything runs.
    ///
    /// # Errors
    /// A file is no baseline, or its entries cannot be about what runs.
    pub(super) fn read(arguments: &RunArguments, parts: &[Part]) -> Result<Baselines, Failure> {
        let used = arguments.baseline.as_deref().map(|path| read(path, parts)).transpose()?;
        let used = used.map(|(_, baseline)| baseline);
        let replaced = match &arguments.write_baseline {
            // What is there and is no baseline is somebody's, and stays.
            Some(path) if path.is_file() => Some(read(path, parts)?),
            Some(_) | None => None,
        };
        let baselines = Baselines { used, replaced };
        baselines.note_unused(arguments.baseline.as_deref(), parts);
        Ok(baselines)
    }

    /// Says so where none of the corpora that run is in the file: a wrong file,
    /// or a suite that has another name now.
    fn note_unused(&self, path: Option<&Path>, parts: &[Part]) {
        if let Some(used) = &self.used
            && !used.suites.is_empty()
            && let Some(path) = path
            && !parts.iter().any(|part| used.suite(part.suite_id()).is_some())
        {
            let suites: Vec<&str> = parts.iter().map(Part::suite_id).collect();
            let suites = escape(&suites.join(", "), TEXT);
            notice(format_args!("{}: says nothing about {suites}", path.display()));
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
        // The file that goes is the one of which nothing must get lost.
        let written = match &self.replaced {
            Some((_, replaced)) => Written::of(runs, Some(replaced), self.used.as_ref()),
            None => Written::of(runs, self.used.as_ref(), None),
        };
        // Somebody may have written a reason meanwhile.
        let before = self.replaced.as_ref().map(|(bytes, _)| bytes);
        if path.is_file() && Some(&read_file(path, BASELINE_LIMIT)?) != before {
            return Err(Failure::BaselineChanged(path.to_owned()));
        }
        let mut bytes = Vec::new();
        written.baseline.write(&mut bytes)?;
        if bytes.len() > BASELINE_LIMIT {
            return Err(Failure::BaselineLong { path: path.to_owned(), bytes: bytes.len() });
        }
        output
            .write(|file| file.write_all(&bytes))
            .map_err(|source| Failure::ResultFile { path: path.to_owned(), source })?;
        let known: Vec<_> = written.baseline.suites.iter().flat_map(|suite| &suite.known).collect();
        let bare = known.iter().filter(|known| known.reason.trim().is_empty()).count();
        let bare = match (known.len(), bare) {
            (0, _) => String::new(),
            (_, 0) => ", each with a reason".to_owned(),
            (_, bare) => format!(", {bare} of them without a reason: say why in `reason`"),
        };
        notice(format_args!("{}: {} known divergences{bare}", path.display(), known.len()));
        for line in written.moved.iter().map(moved).chain(gone(&written.gone)) {
            notice(line);
        }
        let errors: usize = runs.iter().map(|run| run.summary.candidate_errors).sum();
        if errors > 0 {
            notice(format_args!(
                "{errors} cases ended in a candidate error, which no baseline lists"
            ));
        }
        Ok(())
    }
}

fn read(path: &Path, parts: &[Part]) -> Result<(Vec<u8>, Baseline), Failure> {
    let broken = |source| Failure::Baseline { path: path.to_owned(), source };
    let bytes = read_file(path, BASELINE_LIMIT)?;
    let baseline = Baseline::read(&bytes).map_err(broken)?;
    for part in parts {
        if let Some(suite) = baseline.suite(part.suite_id()) {
            suite.suits(part.corpus.surface()).map_err(broken)?;
        }
    }
    let elsewhere =
        |suite: &&SuiteBaseline| parts.iter().all(|part| part.suite_id() != suite.suite);
    check_names(baseline.suites.iter().filter(elsewhere).collect(), path)?;
    Ok((bytes, baseline))
}

/// Suites that do not run: a name that is none of ours may be that of somebody's
/// own corpus, unless the corpus is one of ours by its digest.
fn check_names(mut suites: Vec<&SuiteBaseline>, path: &Path) -> Result<(), Failure> {
    let mut ours = Vec::new();
    // Corpora are made one by one, and only as long as a name is not found.
    for suite in suites::all() {
        if suites.is_empty() {
            return Ok(());
        }
        let manifest = suite.corpus().manifest;
        suites.retain(|suite| suite.suite != manifest.suite);
        ours.push(manifest);
    }
    for suite in suites {
        let name = escape(&suite.suite, TEXT);
        if let Some(ours) = ours.iter().find(|ours| ours.corpus_digest == suite.corpus_digest) {
            let source = BaselineFault::SuiteName { found: name, suite: ours.suite.clone() };
            return Err(Failure::Baseline { path: path.to_owned(), source });
        }
        notice(format_args!(
            "{}: the suite {name} is none of ours, and counts only where its --manifest is run",
            path.display()
        ));
    }
    Ok(())
}

fn moved(moved: &Moved) -> String {
    let Moved { suite, entries, reasons, carried } = moved;
    format!(
        "{}: the corpus is another one than before, when {entries} were listed; {carried} of their \
         {reasons} reasons were carried over",
        escape(suite, TEXT)
    )
}

/// What went, a line for each suite and cause.
fn gone(gone: &[Gone]) -> impl Iterator<Item = String> {
    gone.chunk_by(|one, other| (&one.suite, one.why) == (&other.suite, other.why)).map(|group| {
        let (one, several, why) = match group[0].why {
            Why::Matches => ("entry", "entries", "the case matches now"),
            Why::OtherMembers => {
                ("reason", "reasons", "given for other members than those that differ now")
            }
            Why::NoCase => ("entry", "entries", "the corpus has no such case"),
            Why::NoAnswer => {
                ("entry", "entries", "about the other corpus, and this run has no answer instead")
            }
        };
        let named = group.iter().take(NAMED).map(|Gone { case, reason, .. }| {
            let case = escape(case, EXCERPT);
            match reason.trim() {
                "" => case,
                reason => format!("{case} ({})", escape(reason, EXCERPT)),
            }
        });
        let named = named.collect::<Vec<_>>().join(", ");
        let more = and_more(group.len().saturating_sub(NAMED));
        let what = if group.len() == 1 { one } else { several };
        let suite = escape(&group[0].suite, TEXT);
        format!("{suite}: {} {what} went ({why}): {named}{more}", group.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place;
    use mcp_evidence_harness::baseline::differences;
    use serde_json::Value;

    #[test]
    fn every_expectation_consists_of_members_that_an_entry_may_list() {
        for suite in suites::all() {
            let corpus = place::load(&suite.corpus()).expect("a corpus");
            for vector in corpus.vectors() {
                for differs in differences(&vector.expected, &Value::Object(Default::default())) {
                    let member = &differs.member;
                    let fits = member.is_empty() || corpus.surface().has_member(member);
                    assert!(fits, "{} {}: {member}", suite.id, vector.id);
                }
            }
            assert!(!corpus.surface().has_member("verdct"));
        }
    }

    #[test]
    fn what_went_is_named_up_to_a_bound() {
        let entry = |why, at: usize, reason: &str| Gone {
            suite: "s\u{1b}".to_owned(),
            why,
            case: format!("case-{at}"),
            reason: reason.to_owned(),
        };
        let mut all: Vec<Gone> = (0..12).map(|at| entry(Why::Matches, at, "")).collect();
        all.push(entry(Why::NoCase, 0, "why"));
        let lines: Vec<String> = gone(&all).collect();
        assert_eq!(lines.len(), 2);
        let first = "s\\u{1b}: 12 entries went (the case matches now): case-0, case-1";
        assert!(
            lines[0].starts_with(first) && lines[0].ends_with("case-9 and 2 more"),
            "{lines:?}"
        );
        assert_eq!(lines[1], "s\\u{1b}: 1 entry went (the corpus has no such case): case-0 (why)");
    }
}
