//! One case: laid out, put to the candidate, judged.

use super::Options;
use super::folder::lay_out;
use crate::baseline::Held;
use crate::candidate::{self, Candidate, Execution, Host, ProcessError};
use crate::corpus::Corpus;
use crate::interrupt::{Cause, Interrupt};
use crate::judge::{Verdict, judge};
use crate::quote;
use crate::result::{Case, ErrorRecord, Excerpt, ExitRecord, RuleRecord, Status};
use crate::select::exactly;
use crate::{diagnosis, forbidden};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// A case that has ended, and how long its candidate took.
pub(super) struct Ended {
    pub(super) case: Case,
    pub(super) elapsed: Duration,
}

/// What the cases of a run have in common.
pub(super) struct Bench<'a> {
    pub(super) corpus: &'a Corpus,
    pub(super) candidate: &'a Candidate,
    pub(super) options: &'a Options,
    /// The options' host, with this run's own switch in it.
    pub(super) host: &'a Host,
    pub(super) interrupt: &'a Interrupt,
    pub(super) folder: &'a Path,
    pub(super) baseline: Option<&'a Held<'a>>,
}

impl Bench<'_> {
    /// Puts one vector to the candidate.
    pub(super) fn case(&self, index: usize) -> Ended {
        let execution = self.execute(index);
        let elapsed = execution.as_ref().map_or(Duration::ZERO, |execution| execution.elapsed);
        let mut case = self.judge(index, execution);
        case.baseline = self.baseline.and_then(|held| held.note(&case));
        Ended { case, elapsed }
    }

    /// A case that is not run, or not to its end, because the run stops.
    pub(super) fn stopped(&self, index: usize, cause: Cause) -> Ended {
        let error = ErrorRecord::stopped(cause);
        Ended { case: Case { error: Some(error), ..self.blank(index) }, elapsed: Duration::ZERO }
    }

    fn execute(&self, index: usize) -> Result<Execution, ErrorRecord> {
        let path = lay_out(self.folder, self.corpus, index, self.options.named)
            .map_err(|error| ErrorRecord::harness(error.to_string()))?;
        let execution = candidate::execute(self.candidate, &path, &self.options.limits, self.host);
        if let Some(own) = path.parent() {
            // What cannot be removed now goes with the whole folder.
            let _ = fs::remove_dir_all(own);
        }
        execution.map_err(|error| match (error, self.interrupt.cause()) {
            (ProcessError::Interrupted, Some(cause)) => ErrorRecord::stopped(cause),
            (error, _) => ErrorRecord::harness(error.to_string()),
        })
    }

    fn judge(&self, index: usize, execution: Result<Execution, ErrorRecord>) -> Case {
        let mut case = self.blank(index);
        let mut execution = match execution {
            Ok(execution) => execution,
            Err(error) => {
                case.error = Some(error);
                return case;
            }
        };
        // Before anything reads what was printed.
        let vector = &self.corpus.vectors()[index];
        case.leaks = forbidden::guard(&vector.forbidden, &mut execution);
        let judgement =
            judge(self.corpus.surface(), &vector.expected, &execution, &self.options.limits)
                .held_to(vector, &case.leaks);
        case.status = Status::from(&judgement.verdict);
        if let Verdict::Error(error) = &judgement.verdict {
            case.error = Some(error.into());
        }
        [case.stdout, case.stderr] = Excerpt::streams(&execution, judgement.report.is_some());
        case.exit = ExitRecord::of(&execution.end);
        case.observed = judgement.observed;
        case.reasons = judgement.reasons;
        case.warnings = judgement.warnings;
        case.report = judgement.report.map(serde_json::Value::Object);
        case.inspect = diagnosis::fails_good_bundle(&case).then(|| self.inspect(index));
        case
    }

    /// The case before anything has run.
    fn blank(&self, index: usize) -> Case {
        let vector = &self.corpus.vectors()[index];
        let known = self.corpus.rule(index).map(RuleRecord::from);
        Case {
            id: vector.id.clone(),
            description: vector.description.clone(),
            case: self.corpus.case_name(index),
            rule: known.or_else(|| vector.rule.as_deref().map(RuleRecord::unknown)),
            point: vector.point.clone(),
            status: Status::NotRun,
            retries: 0,
            baseline: None,
            expected: vector.expected.clone(),
            observed: None,
            error: None,
            leaks: Vec::new(),
            reasons: Vec::new(),
            warnings: Vec::new(),
            exit: None,
            stderr: None,
            stdout: None,
            report: None,
            repeat: self.repeat(&vector.id),
            inspect: None,
        }
    }

    fn inspect(&self, index: usize) -> String {
        let vector = &self.corpus.vectors()[index];
        let mut words = self.options.inspect.clone();
        if words.is_empty() {
            words.extend(diagnosis::INSPECT.map(Into::into));
        }
        words.push(match self.corpus.path().and_then(Path::parent) {
            Some(folder) => folder.join(&vector.file).into(),
            None => vector.id.clone().into(),
        });
        quote::command_line(words)
    }

    fn repeat(&self, id: &str) -> String {
        let mut words = self.options.repeat.clone();
        let pattern = exactly(id);
        if pattern.starts_with('-') {
            words.push(format!("--only={pattern}").into());
        } else {
            words.extend(["--only".into(), pattern.into()]);
        }
        if self.candidate.is_built_in() {
            words.push("--builtin".into());
        } else {
            words.push("--".into());
            words.extend(self.candidate.argv().iter().cloned());
        }
        quote::command_line(words)
    }
}
