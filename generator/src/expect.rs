//! The outcomes that vectors expect, under short names. Which of them a vector
//! expects is written beside it, by hand.

use mcp_evidence_contract::{Claim, ClaimMatrix, Outcome};

/// Integrity fails.
pub(crate) const FAIL: Outcome = Outcome::IntegrityFail;
/// Integrity passes, the records are invalid.
pub(crate) const INVALID: Outcome = Outcome::Invalid;
/// Valid; the caller-visible denial is confirmed.
pub(crate) const CONFIRMED: Outcome = valid(Claim::CONFIRMED);
/// Valid; the caller-visible denial is incomplete.
pub(crate) const INCOMPLETE: Outcome = valid(Claim::INCOMPLETE);
/// Valid; the caller-visible denial is refuted.
pub(crate) const REFUTED: Outcome = valid(Claim::REFUTED);

/// The four rows of the matrix differ in this one cell.
const fn valid(caller_visible_denial: Claim) -> Outcome {
    Outcome::Valid(ClaimMatrix {
        policy_decision_recorded: Claim::CONFIRMED,
        caller_visible_denial,
        upstream_delivery: Claim::INCOMPLETE,
        external_side_effect: Claim::INCOMPLETE,
    })
}
