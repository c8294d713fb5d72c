//! The one way from an outcome to an exit code.

use crate::result::Summary;
use crate::run::RunError;

/// Every selected case matched.
pub const MATCH: u8 = 0;
/// At least one mismatch, and no error.
pub const MISMATCH: u8 = 1;
/// A candidate error, an error of the harness, wrong usage, a broken corpus, or
/// nothing selected. Outranks a mismatch.
pub const ERROR: u8 = 2;

/// The exit code of a run that came to its end. Over probes no answer counts;
/// what does is that there was one at all.
pub fn code(summary: &Summary) -> u8 {
    if summary.unscored {
        let answered = summary.matches + summary.mismatches > 0;
        return if summary.not_run == 0 && answered { MATCH } else { ERROR };
    }
    if summary.candidate_errors > 0 || summary.not_run > 0 || summary.selected == 0 {
        ERROR
    } else if summary.mismatches > 0 {
        MISMATCH
    } else {
        MATCH
    }
}

/// The exit code of a run that did not start.
pub fn code_of_error(error: &RunError) -> u8 {
    match error {
        RunError::Select(_) | RunError::Folder(_) => ERROR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::SelectError;

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
        assert_eq!(code(&summary(3, 0, 0, 0)), MATCH);
        assert_eq!(code(&summary(2, 1, 0, 0)), MISMATCH);
        assert_eq!(code(&summary(2, 1, 1, 0)), ERROR);
        assert_eq!(code(&summary(2, 1, 0, 1)), ERROR);
        assert_eq!(code(&summary(0, 0, 0, 0)), ERROR);
        let probes = |summary| code(&Summary { unscored: true, ..summary });
        assert_eq!(probes(summary(1, 2, 3, 0)), MATCH);
        assert_eq!(probes(summary(0, 0, 3, 0)), ERROR);
        assert_eq!(probes(summary(1, 0, 0, 1)), ERROR);
        assert_eq!(code_of_error(&RunError::Select(SelectError::Nothing)), ERROR);
    }
}
