//! A run: every selected vector, in parallel, told in the order of the corpus.

use crate::candidate::{self, Candidate, Execution, Host, Limits};
use crate::corpus::Corpus;
use crate::diagnosis::Diagnosis;
use crate::event::Event;
use crate::judge::{Verdict, judge};
use crate::quote;
use crate::readings;
use crate::result::{
    CandidateRecord, Case, ErrorRecord, Excerpt, ExitRecord, Measured, OptionsRecord, RuleRecord,
    RunResult, SCHEMA, Setting, Status, SuiteRecord, Tool,
};
use crate::select::{SelectError, Selection, exactly};
use crate::summary;
use crate::surface::CaseForm;
use mcp_evidence_contract::Material;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
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
    /// How the candidate's processes are held.
    pub host: Host,
    /// The command that repeats this run, up to the selection, as
    /// `mcp-evidence run --suite ID`: what `--only ID -- CANDIDATE` is put
    /// behind.
    pub repeat: Vec<OsString>,
}

/// A run that could not start.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The selection cannot run.
    #[error(transparent)]
    Select(#[from] SelectError),
    /// There is no private folder for the cases.
    #[error("cannot make a private folder for the cases: {0}")]
    Folder(#[source] io::Error),
}

/// Runs `candidate` over the selected vectors of `corpus` and tells `sink` each
/// step. Failures of the candidate, and ours around one case, are in the result.
///
/// # Errors
/// Nothing could be started.
pub fn run(
    corpus: &Corpus,
    candidate: &Candidate,
    options: &Options,
    sink: &mut dyn FnMut(Event<'_>),
) -> Result<RunResult, RunError> {
    let picked = options.selection.pick(corpus)?;
    let folder = PrivateFolder::new().map_err(RunError::Folder)?;
    let setting = setting(corpus, candidate, options, picked.vectors.len(), picked.unmatched);
    let bench = Bench { corpus, candidate, options, folder: folder.path() };
    sink(Event::Started(&setting));
    let jobs = options.jobs.or_else(|| thread::available_parallelism().ok());
    let jobs = jobs.map_or(1, NonZeroUsize::get).min(picked.vectors.len());
    let started = Instant::now();
    let mut cases = Vec::with_capacity(picked.vectors.len());
    let mut cases_ms = BTreeMap::new();
    bench.each(&picked.vectors, jobs, &mut |case, elapsed| {
        sink(Event::Case { case: &case, elapsed });
        cases_ms.insert(case.id.clone(), milliseconds(elapsed));
        cases.push(case);
    });
    let measured = Measured { jobs, total_ms: milliseconds(started.elapsed()), cases_ms };
    let result = RunResult {
        schema: SCHEMA.to_owned(),
        tool: Tool::default(),
        summary: summary::of(&cases, corpus.surface(), corpus.is_scored()),
        diagnosis: Diagnosis::of(&cases, corpus.surface()),
        readings: if corpus.is_scored() { Vec::new() } else { readings::of(&cases) },
        setting,
        cases,
        measured,
    };
    sink(Event::Finished(&result));
    Ok(result)
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
            unmatched,
            selected,
            named: options.named,
            timeout_ms: options.limits.time.as_millis().try_into().unwrap_or(u64::MAX),
            stdout_limit: options.limits.stdout,
            stderr_limit: options.limits.stderr,
            supervised: cfg!(target_os = "linux") && options.host.supervisor.is_some(),
        },
    }
}

/// A folder that only the caller may enter, gone with this value.
pub(crate) struct PrivateFolder {
    path: PathBuf,
    _folder: tempfile::TempDir,
}

impl PrivateFolder {
    pub(crate) fn new() -> io::Result<PrivateFolder> {
        let folder = tempfile::Builder::new().prefix("mcp-evidence-").tempdir()?;
        Ok(PrivateFolder { path: folder.path().canonicalize()?, _folder: folder })
    }

    /// Absolute, whatever the environment says.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// Lays out one vector as a case: in a folder of its own, so that what a
/// candidate leaves beside it reaches no other.
pub(crate) fn lay_out(
    folder: &Path,
    corpus: &Corpus,
    index: usize,
    named: bool,
) -> io::Result<PathBuf> {
    let case = corpus.case_name(index);
    let own = folder.join(&case);
    fs::create_dir(&own)?;
    let named = Path::new(&corpus.vectors()[index].file).file_name().filter(|_| named);
    match corpus.material(index) {
        Material::File(bytes) => {
            let opaque = match corpus.surface().form() {
                CaseForm::File(extension) => format!("{case}{extension}"),
                CaseForm::Folder => case,
            };
            let path = own.join(named.unwrap_or(OsStr::new(&opaque)));
            fs::write(&path, bytes)?;
            Ok(path)
        }
        Material::Folder(files) => {
            let path = own.join(named.unwrap_or(OsStr::new(&case)));
            fs::create_dir(&path)?;
            for (name, bytes) in files {
                fs::write(path.join(name), bytes)?;
            }
            Ok(path)
        }
    }
}

struct Bench<'a> {
    corpus: &'a Corpus,
    candidate: &'a Candidate,
    options: &'a Options,
    folder: &'a Path,
}

impl Bench<'_> {
    /// Runs the vectors on `jobs` threads and hands over the cases in order.
    fn each(&self, vectors: &[usize], jobs: usize, done: &mut dyn FnMut(Case, Duration)) {
        let next = AtomicUsize::new(0);
        let next = &next;
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..jobs {
                let sender = sender.clone();
                scope.spawn(move || {
                    loop {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(index) = vectors.get(place) else { break };
                        if sender.send((place, self.case(*index))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut due = 0;
            for (place, ended) in receiver {
                waiting.insert(place, ended);
                while let Some((case, elapsed)) = waiting.remove(&due) {
                    done(case, elapsed);
                    due += 1;
                }
            }
        });
    }

    fn case(&self, index: usize) -> (Case, Duration) {
        let execution = self.execute(index);
        let elapsed = execution.as_ref().map_or(Duration::ZERO, |execution| execution.elapsed);
        (self.judge(index, execution), elapsed)
    }

    fn execute(&self, index: usize) -> Result<Execution, String> {
        let path = lay_out(self.folder, self.corpus, index, self.options.named)
            .map_err(|error| format!("cannot lay out the case: {error}"))?;
        let limits = &self.options.limits;
        let execution = candidate::execute(self.candidate, &path, limits, &self.options.host);
        if let Some(own) = path.parent() {
            // What cannot be removed now goes with the whole folder.
            let _ = fs::remove_dir_all(own);
        }
        execution.map_err(|error| error.to_string())
    }

    fn judge(&self, index: usize, execution: Result<Execution, String>) -> Case {
        let vector = &self.corpus.vectors()[index];
        let known = self.corpus.rule(index).map(RuleRecord::from);
        let mut case = Case {
            id: vector.id.clone(),
            description: vector.description.clone(),
            case: self.corpus.case_name(index),
            rule: known.or_else(|| vector.rule.as_deref().map(RuleRecord::unknown)),
            point: vector.point.clone(),
            status: Status::NotRun,
            expected: vector.expected.clone(),
            observed: None,
            error: None,
            reasons: Vec::new(),
            warnings: Vec::new(),
            exit: None,
            stderr: None,
            stdout: None,
            report: None,
            repeat: self.repeat(&vector.id),
        };
        let execution = match execution {
            Ok(execution) => execution,
            Err(message) => {
                case.error = Some(ErrorRecord::harness(message));
                return case;
            }
        };
        let surface = self.corpus.surface();
        let judgement = judge(surface, &vector.expected, &execution, &self.options.limits);
        case.status = match &judgement.verdict {
            Verdict::Match => Status::Match,
            Verdict::Mismatch => Status::Mismatch,
            Verdict::Error(error) => {
                case.error = Some(error.into());
                Status::CandidateError
            }
        };
        [case.stdout, case.stderr] = Excerpt::streams(&execution, judgement.report.is_some());
        case.exit = ExitRecord::of(&execution.end);
        case.observed = judgement.observed;
        case.reasons = judgement.reasons;
        case.warnings = judgement.warnings;
        case.report = judgement.report.map(serde_json::Value::Object);
        case
    }

    fn repeat(&self, id: &str) -> String {
        let mut words = self.options.repeat.clone();
        let pattern = exactly(id);
        if pattern.starts_with('-') {
            words.push(format!("--only={pattern}").into());
        } else {
            words.extend(["--only".into(), pattern.into()]);
        }
        if !self.candidate.is_built_in() {
            words.push("--".into());
            words.extend(self.candidate.argv().iter().cloned());
        }
        quote::command_line(words)
    }
}
