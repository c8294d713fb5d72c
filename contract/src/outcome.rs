//! What a verifier concludes about one bundle (§3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// `bundle_integrity`: the outcome of stage 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BundleIntegrity {
    /// Every check of §4 held.
    Pass,
    /// Some check of §4 failed; nothing below stage 1 may be consumed.
    Fail,
}

/// `verdict`: the outcome of stages 2 to 4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The records are well formed and bound; claims follow.
    Valid,
    /// Some rule of stage 2 or 3 is broken; there are no claims.
    Invalid,
}

/// `status` of one claim cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClaimStatus {
    /// The producer's record carries the claim, within its own ceiling.
    Confirmed,
    /// No record of the bundle can carry the claim.
    Incomplete,
    /// The producer's records contradict the claim.
    Refuted,
}

/// `source_class` of a confirmed or refuted claim: the closed gateway
/// vocabulary of §3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the specification names these without defining them")]
pub enum SourceClass {
    ProducerReported,
    IssuerAttested,
    ReceiverReceipt,
    BoundaryObserved,
    ThirdPartyObserved,
    Unknown,
}

/// One cell of the claim matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The cell's status.
    pub status: ClaimStatus,
    /// Whose record the status rests on; absent exactly at `incomplete`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_class: Option<SourceClass>,
}

impl Claim {
    /// Confirmed by the producer's own record.
    pub const CONFIRMED: Claim =
        Claim { status: ClaimStatus::Confirmed, source_class: Some(SourceClass::ProducerReported) };
    /// Carried by no record.
    pub const INCOMPLETE: Claim = Claim { status: ClaimStatus::Incomplete, source_class: None };
    /// Contradicted by the producer's own records.
    pub const REFUTED: Claim =
        Claim { status: ClaimStatus::Refuted, source_class: Some(SourceClass::ProducerReported) };
}

/// The four cells of §3 and §5 Stage 4, in the order of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimMatrix {
    /// A policy decision was recorded before any forward.
    pub policy_decision_recorded: Claim,
    /// The caller was shown a denial.
    pub caller_visible_denial: Claim,
    /// The call reached the upstream: no v0 record can say.
    pub upstream_delivery: Claim,
    /// Something happened outside: no v0 record can say.
    pub external_side_effect: Claim,
}

/// The normative comparison surface, in which no combination that §3 forbids
/// can be expressed. Serializes as the triple `bundle_integrity`, `verdict`,
/// `claims`, absent members left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Triple", into = "Triple")]
pub enum Outcome {
    /// `bundle_integrity: fail`, and nothing else.
    IntegrityFail,
    /// `bundle_integrity: pass`, `verdict: invalid`.
    Invalid,
    /// `bundle_integrity: pass`, `verdict: valid`, and the matrix.
    Valid(ClaimMatrix),
}

impl Outcome {
    /// The first member of the triple.
    pub fn bundle_integrity(&self) -> BundleIntegrity {
        match self {
            Outcome::IntegrityFail => BundleIntegrity::Fail,
            Outcome::Invalid | Outcome::Valid(_) => BundleIntegrity::Pass,
        }
    }

    /// The second member, absent after an integrity failure.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Outcome::IntegrityFail => None,
            Outcome::Invalid => Some(Verdict::Invalid),
            Outcome::Valid(_) => Some(Verdict::Valid),
        }
    }

    /// The third member, present only beside `valid`.
    pub fn claims(&self) -> Option<&ClaimMatrix> {
        match self {
            Outcome::IntegrityFail | Outcome::Invalid => None,
            Outcome::Valid(claims) => Some(claims),
        }
    }

    /// Whether the bundle is accepted: pass and valid.
    pub fn is_accept(&self) -> bool {
        matches!(self, Outcome::Valid(_))
    }
}

impl fmt::Display for Outcome {
    /// `fail`, `pass / invalid` or `pass / valid`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::IntegrityFail => "fail",
            Outcome::Invalid => "pass / invalid",
            Outcome::Valid(_) => "pass / valid",
        })
    }
}

/// How the three members contradict each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutcomeShape {
    /// Integrity failed, yet a verdict or claims follow.
    MoreAfterFail,
    /// Integrity passed and there is no verdict.
    VerdictMissing,
    /// `valid` without claims.
    ClaimsMissing,
    /// Claims beside `invalid`.
    ClaimsBesideInvalid,
    /// A cell whose status and source class do not go together: the class
    /// stands exactly at `confirmed` and `refuted`.
    SourceClass,
}

impl fmt::Display for OutcomeShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OutcomeShape::MoreAfterFail => {
                "bundle_integrity is fail, so verdict and claims must be absent"
            }
            OutcomeShape::VerdictMissing => "bundle_integrity is pass, so verdict must be present",
            OutcomeShape::ClaimsMissing => "verdict is valid, so claims must be present",
            OutcomeShape::ClaimsBesideInvalid => "verdict is invalid, so claims must be absent",
            OutcomeShape::SourceClass => {
                "source_class must stand beside confirmed and refuted, and only there"
            }
        })
    }
}

impl std::error::Error for OutcomeShape {}

/// The triple as it is spelled in JSON.
#[derive(Serialize, Deserialize)]
struct Triple {
    bundle_integrity: BundleIntegrity,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    claims: Option<ClaimMatrix>,
}

impl From<Outcome> for Triple {
    fn from(outcome: Outcome) -> Triple {
        Triple {
            bundle_integrity: outcome.bundle_integrity(),
            verdict: outcome.verdict(),
            claims: outcome.claims().copied(),
        }
    }
}

impl TryFrom<Triple> for Outcome {
    type Error = OutcomeShape;

    fn try_from(triple: Triple) -> Result<Outcome, OutcomeShape> {
        match (triple.bundle_integrity, triple.verdict, triple.claims) {
            (BundleIntegrity::Fail, None, None) => Ok(Outcome::IntegrityFail),
            (BundleIntegrity::Fail, _, _) => Err(OutcomeShape::MoreAfterFail),
            (BundleIntegrity::Pass, None, _) => Err(OutcomeShape::VerdictMissing),
            (BundleIntegrity::Pass, Some(Verdict::Invalid), None) => Ok(Outcome::Invalid),
            (BundleIntegrity::Pass, Some(Verdict::Invalid), Some(_)) => {
                Err(OutcomeShape::ClaimsBesideInvalid)
            }
            (BundleIntegrity::Pass, Some(Verdict::Valid), None) => Err(OutcomeShape::ClaimsMissing),
            (BundleIntegrity::Pass, Some(Verdict::Valid), Some(claims)) => {
                let cells = [
                    claims.policy_decision_recorded,
                    claims.caller_visible_denial,
                    claims.upstream_delivery,
                    claims.external_side_effect,
                ];
                let consistent = cells.iter().all(|cell| {
                    (cell.status == ClaimStatus::Incomplete) == cell.source_class.is_none()
                });
                if consistent { Ok(Outcome::Valid(claims)) } else { Err(OutcomeShape::SourceClass) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DENY_BOUND: Outcome = Outcome::Valid(ClaimMatrix {
        policy_decision_recorded: Claim::CONFIRMED,
        caller_visible_denial: Claim::CONFIRMED,
        upstream_delivery: Claim::INCOMPLETE,
        external_side_effect: Claim::INCOMPLETE,
    });

    #[test]
    fn serializes_in_the_order_of_section_3() {
        assert_eq!(
            serde_json::to_string(&DENY_BOUND).expect("serializes"),
            r#"{"bundle_integrity":"pass","verdict":"valid","claims":{"policy_decision_recorded":{"status":"confirmed","source_class":"producer_reported"},"caller_visible_denial":{"status":"confirmed","source_class":"producer_reported"},"upstream_delivery":{"status":"incomplete"},"external_side_effect":{"status":"incomplete"}}}"#
        );
        assert_eq!(
            serde_json::to_string(&Outcome::IntegrityFail).expect("serializes"),
            r#"{"bundle_integrity":"fail"}"#
        );
    }

    #[test]
    fn every_forbidden_combination_is_refused() {
        for (text, part) in [
            (r#"{"bundle_integrity":"fail","verdict":"invalid"}"#, "must be absent"),
            (r#"{"bundle_integrity":"pass"}"#, "verdict must be present"),
            (r#"{"bundle_integrity":"pass","verdict":"valid"}"#, "claims must be present"),
            (r#"{"bundle_integrity":"maybe"}"#, "unknown variant"),
        ] {
            let error = serde_json::from_str::<Outcome>(text).expect_err(text).to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        let lone = serde_json::to_string(&DENY_BOUND).expect("serializes").replacen(
            r#","source_class":"producer_reported""#,
            "",
            1,
        );
        assert!(serde_json::from_str::<Outcome>(&lone).is_err(), "confirmed without a class");
        let beside = serde_json::to_string(&DENY_BOUND)
            .expect("serializes")
            .replace(r#""verdict":"valid""#, r#""verdict":"invalid""#);
        assert!(serde_json::from_str::<Outcome>(&beside).is_err(), "claims beside invalid");
    }

    #[test]
    fn survives_a_round_trip() {
        for outcome in [DENY_BOUND, Outcome::Invalid, Outcome::IntegrityFail] {
            let text = serde_json::to_string(&outcome).expect("serializes");
            assert_eq!(serde_json::from_str::<Outcome>(&text).expect("parses"), outcome);
        }
    }
}
