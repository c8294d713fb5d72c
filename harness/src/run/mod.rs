//! A run: every selected vector, in parallel, told in the order of the corpus.

mod bench;
mod folder;
mod schedule;

pub(crate) use folder::lay_out;
pub use folder::{LayOutError, PrivateFolder};

use crate::baseline::{BaselineRecord, Held, SuiteBaseline};
use crate::candidate::{Candidate, Host, Limits};
use crate::corpus::Corpus;
use crate::diagnosis::Diagnosis;
use crate::event::Event;
use crate::exit;
use crate::interrupt::{Cause, Interrupt};
use crate::quote;
use crate::readings;
use crate::result::{
    CandidateRecord, Measured, NextStep, OptionsRecord, RunResult, SCHEMA, Setting, SuiteRecord,
    Summary, Tool,
};
use crate::select::{SelectError, Selection};
use crate::summary;
use bench::{Bench, Ended};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

/// How a run is made.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Which vectors run.
    pub selection: Selection,
    /// Cases at once; none: as many as there are cores.
    pub jobs: Option<NonZeroUsize>,
    /// Whether the candidate sees the vectors' own names.
    pub named: bool,
    /// Bounds on each start.
    pub limits: Limits,
    /// How often a case that timed out is started again, with no other beside
    /// it. Only where several ran at once, and no more in this run once one has
    /// timed out alone.
    pub retries: u32,
    /// Whether the first case that fails ends the run. Over probes only one
    /// without an answer does.
    pub fail_fast: bool,
    /// The divergences that are known over this corpus. Over probes there is
    /// nothing to excuse, and it is not looked at.
    pub baseline: Option<SuiteBaseline>,
    /// How the candidate's processes are held, and what may stop the run.
    pub host: Host,
    /// The command that repeats this run, up to the selection, as
    /// `mcp-evidence run --suite ID`: what `--only ID -- CANDIDATE` is put
    /// behind, or `--only ID --builtin`.
    pub repeat: Vec<OsString>,
    /// The command that shows a bundle, as `mcp-evidence inspect --suite ID`: what
    /// a vector's id is put behind, or its file where the manifest is one. Empty:
    /// the id alone is enough.
    pub inspect: Vec<OsString>,
    /// The command that looks at a candidate's first contact with this corpus,
    /// as `mcp-evidence doctor --suite ID`: what `-- CANDIDATE` is put behind.
    pub doctor: Vec<OsString>,
    /// The step after a run whose baseline has entries that hold no more: to
    /// write it anew.
    pub rewrite: Option<NextStep>,
    /// The step after a run over the whole corpus in which everything matched:
    /// the suite that goes further.
    pub onward: Option<NextStep>,
}

/// A run that could not start.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The selection cannot run.
    #[error(transparent)]
    Select(#[from] SelectError),
    /// There is no private folder for the cases.
    #[error("cannot make a private folder for the cases: {0}; TMPDIR may name another place")]
    Folder(#[source] io::Error),
    /// A case cannot be laid out for a candidate that nothing else is asked.
    #[error("{0}; this says nothing about the candidate")]
    LayOut(#[from] LayOutError),
    /// There is no pipe to be stopped through.
    #[error("cannot make a pipe: {0}")]
    Pipe(#[source] io::Error),
}

/// Runs `candidate` over the selected vectors of `corpus` and tells `sink` each
/// step, until it breaks: then nothing more is told or started. Failures of the
/// candidate, and ours around one case, are in the result.
///
/// A run that is stopped, by the sink, by [`Options::fail_fast`] or by
/// [`Host::interrupt`], ends the candidates that it has started, and has a
/// result too, marked as partial, in which the rest of the cases is `not_run`.
///
/// # Errors
/// Nothing could be started.
pub fn run(
    corpus: &Corpus,
    candidate: &Candidate,
    options: &Options,
    sink: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
) -> Result<RunResult, RunError> {
    let mut options = options.clone();
    options.limits.stdout = options.limits.stdout.max(corpus.surface().answer_limit());
    let options = &options;
    let picked = options.selection.pick(corpus)?;
    let folder = PrivateFolder::new().map_err(RunError::Folder)?;
    let interrupt = match &options.host.interrupt {
        Some(interrupt) => interrupt.clone(),
        None => Interrupt::new().map_err(RunError::Pipe)?,
    };
    let host = Host { interrupt: Some(interrupt.clone()), ..options.host.clone() };
    let setting = setting(corpus, candidate, options, picked.vectors.len(), picked.unmatched);
    let selected: BTreeSet<&str> =
        picked.vectors.iter().map(|index| corpus.vectors()[*index].id.as_str()).collect();
    let baseline = options.baseline.as_ref().filter(|_| corpus.is_scored());
    let baseline =
        baseline.map(|it| Held::new(it, &corpus.manifest().corpus_digest, corpus.ids(), &selected));
    let bench = Bench {
        corpus,
        candidate,
        options,
        host: &host,
        interrupt: &interrupt,
        folder: folder.path(),
        baseline: baseline.as_ref(),
    };
    let mut told = sink(Event::Started(&setting));
    if told.is_break() {
        interrupt.stop(Cause::Reader);
    }
    let jobs = options.jobs.or_else(|| thread::available_parallelism().ok());
    let jobs = jobs.map_or(1, NonZeroUsize::get).min(picked.vectors.len());
    let started = Instant::now();
    let mut cases = Vec::with_capacity(picked.vectors.len());
    let mut cases_ms = BTreeMap::new();
    bench.each(&picked.vectors, jobs, &mut |Ended { case, elapsed }| {
        if told.is_continue() {
            told = sink(Event::Case { case: &case, elapsed });
        }
        if !case.is_stopped() {
            cases_ms.insert(case.id.clone(), milliseconds(elapsed));
        }
        let counts = corpus.is_scored() || case.observed.is_none();
        let fails = options.fail_fast && counts && case.fails();
        cases.push(case);
        match told {
            ControlFlow::Break(()) => Some(Cause::Reader),
            ControlFlow::Continue(()) => fails.then_some(Cause::FailFast),
        }
    });
    let here = std::env::current_dir().ok();
    let measured = Measured {
        started_in: here.map(|folder| folder.to_string_lossy().into_owned()),
        jobs,
        total_ms: milliseconds(started.elapsed()),
        cases_ms,
    };
    let mut summary = summary::of(&cases, corpus.surface(), corpus.is_scored());
    let baseline = baseline.map(|held| held.record());
    summary.unusable_entries = baseline.as_ref().map_or(0, BaselineRecord::unusable);
    let stopped_by = interrupt.cause().filter(|_| summary.stopped > 0);
    summary.exit_code = exit::code(&summary, stopped_by);
    let unanswered = summary.candidate_errors == summary.selected;
    let result = RunResult {
        schema: SCHEMA.to_owned(),
        tool: Tool::default(),
        partial: stopped_by.is_some(),
        stopped_by,
        doctor: unanswered.then(|| doctor(candidate, options)).flatten(),
        next: next(&summary, &setting, options),
        baseline,
        summary,
        diagnosis: Diagnosis::of(&cases, corpus.surface()),
        readings: if corpus.is_scored() { Vec::new() } else { readings::of(&cases) },
        setting,
        cases,
        measured,
    };
    if told.is_continue() {
        // Nothing is left that could be stopped.
        let _ = sink(Event::Finished(&result));
    }
    Ok(result)
}

/// The step that the caller has for a run that came out so.
fn next(summary: &Summary, setting: &Setting, options: &Options) -> Option<NextStep> {
    if summary.unexpected_successes > 0 || summary.unusable_entries > 0 {
        return options.rewrite.clone();
    }
    let all_matched = summary.matches == setting.suite.vectors && setting.suite.scored;
    options.onward.clone().filter(|_| all_matched)
}

/// The command that looks at first contact, where the caller has one.
fn doctor(candidate: &Candidate, options: &Options) -> Option<String> {
    let mut words = options.doctor.clone();
    if words.is_empty() {
        return None;
    }
    words.push("--".into());
    words.extend(candidate.argv().iter().cloned());
    Some(quote::command_line(words))
}

fn milliseconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}

fn setting(
    corpus: &Corpus,
    candidate: &Candidate,
    options: &Options,
    selected: usize,
    unmatched: Vec<String>,
) -> Setting {
    let manifest = corpus.manifest();
    Setting {
        suite: SuiteRecord {
            id: manifest.suite.clone(),
            profile: manifest.profile.clone(),
            corpus_digest: manifest.corpus_digest.clone(),
            vectors: manifest.vectors.len(),
            scored: corpus.is_scored(),
            unlisted_files: corpus.unlisted().to_vec(),
        },
        candidate: CandidateRecord {
            argv: candidate.argv().iter().map(|word| word.to_string_lossy().into_owned()).collect(),
            folder: candidate.folder().map(|folder| folder.to_string_lossy().into_owned()),
            built_in: candidate.is_built_in(),
        },
        options: OptionsRecord {
            only: options.selection.only(),
            skip: options.selection.skip(),
            rules: options.selection.rules(),
            stages: options.selection.stages(),
            rerun: options.selection.is_listed(),
            unmatched,
            selected,
            named: options.named,
            timeout_ms: options.limits.time.as_millis().try_into().unwrap_or(u64::MAX),
            stdout_limit: options.limits.stdout,
            stderr_limit: options.limits.stderr,
            retries: options.retries,
            fail_fast: options.fail_fast,
            supervised: cfg!(target_os = "linux") && options.host.supervisor.is_some(),
        },
    }
}
