//! Asks a candidate about each case of a pack. Nothing but the path of a case
//! reaches it, and there is no expectation on this side.

use super::{Answer, EXIT_CODES, Observation, State, bounded};
use crate::pack::{Pack, PackedCase};
use mcp_evidence_harness::Warning;
use mcp_evidence_harness::candidate::{self, Candidate, Host, Limits};
use mcp_evidence_harness::escape::{TEXT, escape};
use mcp_evidence_harness::judge::{Judgement, Verdict, judge};
use mcp_evidence_harness::result::ExitRecord;
use mcp_evidence_harness::run::PrivateFolder;
use mcp_evidence_harness::surface::{Surface, of_profile};
use serde_json::Value;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How cases are put to a candidate.
#[derive(Debug, Clone, Default)]
pub struct Observer {
    /// Bounds on each start.
    pub limits: Limits,
    /// How the candidate's processes are held.
    pub host: Host,
    /// Cases at once; none: as many as there are cores.
    pub jobs: Option<NonZeroUsize>,
}

/// Why nothing was put to the candidate.
#[derive(Debug, thiserror::Error)]
pub enum ObserverError {
    /// What counts of a report of this profile is not known.
    #[error("the pack is of the profile {}, and what counts of its reports is not known here", escape(.0, TEXT))]
    Profile(String),
    /// There is no private folder for the cases.
    #[error("cannot make a private folder for the cases: {0}")]
    Folder(#[source] io::Error),
}

/// An observation, and the words that a capture does not keep.
#[derive(Debug, Clone, PartialEq)]
pub struct Said {
    /// What the capture keeps.
    pub observation: Observation,
    /// For each finding of the report the strings in it.
    pub reasons: Vec<Vec<String>>,
}

impl Observer {
    /// What `candidate` says about each case, in their order.
    ///
    /// # Errors
    /// Nothing could be asked at all. What fails around one case is its
    /// observation.
    pub fn observe(&self, pack: &Pack, candidate: &Candidate) -> Result<Vec<Said>, ObserverError> {
        let surface = of_profile(&pack.profile);
        let surface = surface.ok_or_else(|| ObserverError::Profile(pack.profile.clone()))?;
        let folder = PrivateFolder::new().map_err(ObserverError::Folder)?;
        let ask = |case: &PackedCase| self.ask(candidate, &*surface, folder.path(), case);
        Ok(in_parallel(&pack.cases, self.jobs, &ask))
    }

    fn ask(
        &self,
        candidate: &Candidate,
        surface: &dyn Surface,
        folder: &Path,
        case: &PackedCase,
    ) -> Said {
        let judged = self.judge(candidate, surface, folder, case);
        let reasons = judged.as_ref().map(|(j, ..)| j.reasons.clone()).unwrap_or_default();
        let state = match judged {
            Err(error) => State::CaptureError { error: bounded(&error) },
            Ok((judgement, exit_code, stderr_present)) => {
                state(judgement, exit_code, stderr_present)
            }
        };
        Said {
            observation: Observation {
                case_id: case.id.clone(),
                input_sha256: case.sha256.clone(),
                state,
            },
            reasons,
        }
    }

    /// The judgement, the exit status, and whether there was any stderr.
    fn judge(
        &self,
        candidate: &Candidate,
        surface: &dyn Surface,
        folder: &Path,
        case: &PackedCase,
    ) -> Result<(Judgement, i64, bool), String> {
        let own = folder.join(&case.id);
        let path = own.join(format!("{}.bundle.tar.gz", case.id));
        fs::create_dir(&own)
            .and_then(|()| fs::write(&path, &case.bytes))
            .map_err(|error| format!("cannot lay out the case: {error}"))?;
        let executed = candidate::execute(candidate, &path, &self.limits, &self.host);
        // What cannot be removed now goes with the whole folder.
        let _ = fs::remove_dir_all(&own);
        let execution = executed.map_err(|error| error.to_string())?;
        // Nothing is expected here: only whether there is an answer counts.
        let judgement = judge(surface, &Value::Null, &execution, &self.limits);
        let exit_code = match ExitRecord::of(&execution.end) {
            Some(ExitRecord::Code(code)) => i64::from(code),
            Some(ExitRecord::Signal(signal)) => -i64::from(signal),
            None => 0,
        };
        Ok((judgement, exit_code, execution.stderr.total > 0))
    }
}

fn state(judgement: Judgement, exit_code: i64, stderr_present: bool) -> State {
    let observed = match (judgement.verdict, judgement.observed) {
        (Verdict::Match | Verdict::Mismatch, Some(observed)) => observed,
        (Verdict::Error(error), _) => {
            return State::CandidateError { error: bounded(&error.to_string()) };
        }
        (Verdict::Match | Verdict::Mismatch, None) => {
            return State::CaptureError { error: bounded("an answer without a surface") };
        }
    };
    if !EXIT_CODES.contains(&exit_code) {
        let error = format!("the exit status {exit_code} is none that a capture can hold");
        return State::CaptureError { error: bounded(&error) };
    }
    let warned = |warning| judgement.warnings.contains(&warning);
    State::Observed(Answer {
        observed,
        exit_code,
        stderr_present,
        reviewer_reason_present: !judgement.reasons.is_empty(),
        report_schema_matches: !warned(Warning::ReportSchemaMissingOrUnexpected),
        report_profile_matches: !warned(Warning::ReportProfileMissingOrUnexpected),
    })
}

/// Maps `cases` in order, several at once.
fn in_parallel<T: Sync, U: Send>(
    cases: &[T],
    jobs: Option<NonZeroUsize>,
    work: &(impl Fn(&T) -> U + Sync),
) -> Vec<U> {
    let jobs = jobs.or_else(|| thread::available_parallelism().ok());
    let jobs = jobs.map_or(1, NonZeroUsize::get).min(cases.len());
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(cases.len()));
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(case) = cases.get(index) else { break };
                    let ended = work(case);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((index, ended));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, ended)| ended).collect()
}
