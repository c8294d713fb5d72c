//! A run record beside the capture that it is about.

use super::{CaseStatus, Listed, RunRecord};
use crate::capture::{Capture, State};

/// Everything that a record says otherwise than its capture, in words. What
/// only the expectations decide, match or mismatch, is not looked at.
pub fn differences(record: &RunRecord, capture: &Capture) -> Vec<String> {
    let commit = &capture.pack_declared_source_commit;
    let members = [
        ("profile", record.profile == capture.profile),
        ("suite", record.suite == capture.suite),
        ("pack_sha256", record.pack_sha256 == capture.pack_sha256),
        ("pack_declared_source_commit", record.pack_declared_source_commit == *commit),
        ("source_corpus_digest", record.source_corpus_digest == capture.source_corpus_digest),
        ("rendered_set_digest", record.rendered_set_digest == capture.rendered_set_digest),
        ("implementation", record.implementation == Listed::from(capture.implementation.clone())),
        ("number of cases", record.cases.len() == capture.observations.len()),
    ];
    let members = members.into_iter().filter(|(_, same)| !same).map(|(name, _)| name.to_owned());
    let cases = record.cases.iter().zip(&capture.observations);
    let cases = cases.filter_map(|(case, observation)| {
        let same = case.input_sha256 == observation.input_sha256
            && case.case_id == observation.case_id
            && says_the_same(&case.status, &observation.state);
        (!same).then(|| case.case_id.clone())
    });
    members.chain(cases).collect()
}

fn says_the_same(status: &CaseStatus, state: &State) -> bool {
    match (status, state) {
        (CaseStatus::Match(compared) | CaseStatus::Mismatch(compared), State::Observed(answer)) => {
            compared.observed == answer.observed
                && compared.exit_code == answer.exit_code
                && compared.stderr_present == answer.stderr_present
        }
        (CaseStatus::ExecutionError { error }, State::CandidateError { error: kept })
        | (CaseStatus::HarnessError { error }, State::CaptureError { error: kept }) => {
            error == kept
        }
        (
            CaseStatus::Match(_)
            | CaseStatus::Mismatch(_)
            | CaseStatus::ExecutionError { .. }
            | CaseStatus::HarnessError { .. },
            State::Observed(_) | State::CandidateError { .. } | State::CaptureError { .. },
        ) => false,
    }
}
