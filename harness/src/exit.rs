//! The one way from an outcome to an exit code.

use crate::interrupt::Cause;
use crate::result::Summary;
use crate::run::RunError;

/// Every selected case matched, or differs exactly as a baseline lists it.
pub const MATCH: u8 = 0;
/// At least one mismatch, and no error.
pub const MISMATCH: u8 = 1;
/// A candidate error, an error of the harness, wrong usage, a broken corpus, or
/// nothing selected. Outranks a mismatch.
pub const ERROR: u8 = 2;

/// A signal's number is added to this where it stopped the run, as shells do:
/// 130 for an interrupt from the keyboard, 143 for a request to terminate, 129
/// for a terminal that closes.
pub const SIGNAL: u8 = 128;

/// The exit code of a run; `stopped_by` where it did not come to its end. Over
/// probes no answer counts; what does is that each has one at all.
///
/// A run that was to stop at the first failure is judged by the cases that ran,
/// and is never a success: where none failed, it was stopped by another suite's.
pub fn code(summary: &Summary, stopped_by: Option<Cause>) -> u8 {
    match stopped_by {
        None => complete(summary),
        Some(Cause::Signal(signal)) => {
            u8::try_from(signal).map_or(ERROR, |signal| SIGNAL.saturating_add(signal))
        }
        Some(Cause::FailFast) => {
            let not_run = summary.not_run - summary.stopped;
            let ran = Summary { not_run, unscored: false, ..summary.clone() };
            complete(&ran).max(MISMATCH)
        }
        Some(Cause::Reader) => ERROR,
    }
}

fn complete(summary: &Summary) -> u8 {
    if summary.candidate_errors > 0 || summary.not_run > 0 || summary.selected == 0 {
        ERROR
    } else if summary.unscored {
        MATCH
    } else if summary.mismatches > summary.known_divergences
        || summary.unexpected_successes > 0
        || summary.unusable_entries > 0
    {
        MISMATCH
    } else {
        MATCH
    }
}

/// The exit code of a run that did not start.
pub fn code_of_error(error: &RunError) -> u8 {
    match error {
        RunError::Select(_) | RunError::Folder(_) | RunError::LayOut(_) | RunError::Pipe(_) => {
            ERROR
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::{Hints, SelectError};

    #[test]
    fn each_outcome_has_its_code_and_an_error_outranks_a_mismatch() {
        let summary = |matches, mismatches, candidate_errors, not_run| Summary {
            selected: matches + mismatches + candidate_errors + not_run,
            matches,
            mismatches,
            candidate_errors,
            not_run,
            ..Summary::default()
        };
        assert_eq!(code(&summary(3, 0, 0, 0), None), MATCH);
        assert_eq!(code(&summary(2, 1, 0, 0), None), MISMATCH);
        assert_eq!(code(&summary(2, 1, 1, 0), None), ERROR);
        assert_eq!(code(&summary(2, 1, 0, 1), None), ERROR);
        assert_eq!(code(&summary(0, 0, 0, 0), None), ERROR);
        let probes = |summary| code(&Summary { unscored: true, ..summary }, None);
        assert_eq!(probes(summary(1, 2, 0, 0)), MATCH);
        assert_eq!(probes(summary(1, 2, 3, 0)), ERROR);
        assert_eq!(probes(summary(0, 0, 3, 0)), ERROR);
        assert_eq!(probes(summary(1, 0, 0, 1)), ERROR);
        let listed = |known, success, unusable| {
            let listed = Summary {
                known_divergences: known,
                unexpected_successes: success,
                unusable_entries: unusable,
                ..summary(3, 2, 0, 0)
            };
            code(&listed, None)
        };
        assert_eq!(listed(2, 0, 0), MATCH);
        assert_eq!(listed(1, 0, 0), MISMATCH);
        assert_eq!(listed(2, 1, 0), MISMATCH);
        assert_eq!(listed(2, 0, 1), MISMATCH);
        let stopped = |matches, mismatches, errors, cause| {
            let summary = Summary { stopped: 2, ..summary(matches, mismatches, errors, 2) };
            code(&summary, Some(cause))
        };
        assert_eq!(stopped(3, 1, 0, Cause::FailFast), MISMATCH);
        assert_eq!(stopped(3, 0, 1, Cause::FailFast), ERROR);
        assert_eq!(stopped(0, 0, 0, Cause::FailFast), MISMATCH, "another suite failed");
        assert_eq!(stopped(3, 1, 1, Cause::Signal(2)), 130);
        assert_eq!(stopped(3, 0, 0, Cause::Signal(15)), 143);
        assert_eq!(stopped(3, 0, 0, Cause::Reader), ERROR);
        let nothing = RunError::Select(SelectError::Nothing(Hints::default()));
        assert_eq!(code_of_error(&nothing), ERROR);
    }
}
