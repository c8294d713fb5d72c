//! What a case of a result says in one word.

use crate::baseline::BaselineState;
use crate::judge::CandidateError;
use crate::result::{Case, ErrorRecord, Status};

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
