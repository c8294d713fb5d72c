//! What a case of a result says in one word, and how its error is recorded.

use crate::baseline::BaselineState;
use crate::interrupt::Cause;
use crate::judge::{CandidateError, Verdict};
use crate::result::{Case, ErrorRecord, Status};

impl Status {
    /// The word that stands in a result.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Match => "match",
            Status::Mismatch => "mismatch",
            Status::CandidateError => "candidate_error",
            Status::NotRun => "not_run",
        }
    }
}

impl From<&Verdict> for Status {
    fn from(verdict: &Verdict) -> Status {
        match verdict {
            Verdict::Match => Status::Match,
            Verdict::Mismatch => Status::Mismatch,
            Verdict::Error(_) => Status::CandidateError,
        }
    }
}

impl Case {
    /// Whether the run stopped before this case had ended.
    pub fn is_stopped(&self) -> bool {
        self.has_error(ErrorRecord::STOPPED)
    }

    /// Whether the candidate was stopped at the time limit.
    pub fn is_timed_out(&self) -> bool {
        self.has_error(CandidateError::TIMED_OUT)
    }

    /// Whether it ended in another way than it must, or not at all. What a
    /// baseline lists must come out as it is listed.
    pub fn fails(&self) -> bool {
        match (self.baseline_state(), self.status) {
            (Some(BaselineState::KnownDivergence), _) => false,
            (Some(BaselineState::OtherDivergence | BaselineState::UnexpectedSuccess), _) => true,
            (None, Status::Match) => false,
            (None, Status::Mismatch | Status::CandidateError | Status::NotRun) => true,
        }
    }

    /// How it came out beside a baseline, where it is listed there.
    pub fn baseline_state(&self) -> Option<BaselineState> {
        self.baseline.as_ref().map(|note| note.state)
    }

    fn has_error(&self, kind: &str) -> bool {
        self.error.as_ref().is_some_and(|error| error.kind == kind)
    }
}

impl ErrorRecord {
    /// `kind` of a case that was not run to its end because the run was over.
    pub const STOPPED: &str = "stopped";

    /// The run was over before the case was.
    pub fn stopped(cause: Cause) -> ErrorRecord {
        let record = ErrorRecord::harness(format!("the run was stopped by {cause}"));
        ErrorRecord { kind: ErrorRecord::STOPPED.to_owned(), ..record }
    }

    /// A failure on our side.
    pub fn harness(message: String) -> ErrorRecord {
        ErrorRecord {
            kind: "harness".to_owned(),
            message,
            errno: None,
            program: None,
            member: None,
        }
    }
}

impl From<&CandidateError> for ErrorRecord {
    fn from(error: &CandidateError) -> ErrorRecord {
        let mut record = ErrorRecord::harness(error.to_string());
        error.name().clone_into(&mut record.kind);
        match error {
            CandidateError::NotStarted(start) => {
                record.errno = start.errno;
                record.program = Some(start.program.to_string_lossy().into_owned());
            }
            CandidateError::Shape(fault) => record.member = Some(fault.member.clone()),
            CandidateError::TimedOut { .. }
            | CandidateError::StdoutOverLimit { .. }
            | CandidateError::Signal(_)
            | CandidateError::Report(_) => {}
        }
        record
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_words_of_a_result() {
        for status in [Status::Match, Status::Mismatch, Status::CandidateError, Status::NotRun] {
            assert_eq!(serde_json::to_value(status).expect("serializes"), status.name());
        }
    }
}
