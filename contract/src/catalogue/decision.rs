//! The decision record's constraints.

use super::{members, rules};
use crate::vocabulary::{DECISION_NON_CLAIMS, DECISIONS, DRIFT_STATES, REASONS};
use crate::{Published, Rule, Stage};

const SECTION: &str = "§5 Stage 2";
const STAGE: Stage = Stage::Records;

const fn record(id: &'static str, text: &'static str) -> Rule {
    Rule::requirement(STAGE, SECTION, id, text)
}

const fn permit(id: &'static str, text: &'static str) -> Rule {
    Rule::permission(STAGE, SECTION, id, text)
}

const fn digest(id: &'static str, text: &'static str) -> Rule {
    record(id, text).refining(Published::TargetDigest)
}

/// The rule about one of the producer strings, by its place.
const fn non_claim(place: usize, id: &'static str, text: &'static str) -> Rule {
    record(id, text).refining(Published::DecisionNonClaims).exactly(DECISION_NON_CLAIMS[place])
}

members! {
    DECISION = STAGE, SECTION, "stage2.decision.decision", "data.decision", "a string",
        refines DecisionSet;
    REASON = STAGE, SECTION, "stage2.decision.reason", "data.reason", "a string",
        refines ReasonSet;
    DRIFT_STATE = STAGE, SECTION, "stage2.decision.drift-state", "data.drift_state", "a string",
        refines DriftStateSet;
    TOOL = STAGE, SECTION, "stage2.decision.tool", "data.tool", "an object",
        refines DecisionToolName;
    TOOL_NAME = STAGE, SECTION, "stage2.decision.tool-name", "data.tool.name", "a string",
        refines DecisionToolName;
    ACTION = STAGE, SECTION, "stage2.decision.action", "data.action", "an object",
        refines TargetDigest;
    TARGET_DIGEST = STAGE, SECTION, "stage2.decision.target-digest", "data.action.target_digest",
        "a string", refines TargetDigest;
    FAIL_CLOSED = STAGE, SECTION, "stage2.decision.fail-closed", "data.fail_closed", "a boolean",
        refines FailClosed, type reads "I39";
    NON_CLAIMS = STAGE, SECTION, "stage2.decision.non-claims", "data.non_claims", "an array",
        refines DecisionNonClaims, type reads "I40";
}

rules! {
    DECISION_VOCABULARY = record("stage2.decision.decision.vocabulary",
        "decision is allow or deny")
        .lacking("a decision that is neither allow nor deny").one_of(&DECISIONS).refining(Published::DecisionSet);
    REASON_VOCABULARY = record("stage2.decision.reason.vocabulary",
        "reason is one of the ten producer strings")
        .lacking("a decision whose reason is outside the closed set").one_of(&REASONS)
        .refining(Published::ReasonSet);
    DRIFT_STATE_VOCABULARY = record("stage2.decision.drift-state.vocabulary",
        "drift_state is one of its six strings")
        .lacking("a decision whose drift_state is outside the closed set").one_of(&DRIFT_STATES)
        .refining(Published::DriftStateSet);
    TOOL_NAME_EMPTY = record("stage2.decision.tool-name.empty", "tool.name is not empty")
        .lacking("a decision whose tool.name is empty")
        .refining(Published::DecisionToolName);

    DIGEST_EMPTY = digest("stage2.decision.target-digest.empty", "target_digest is not empty")
        .lacking("a decision whose target_digest is empty");
    DIGEST_PREFIX = digest("stage2.decision.target-digest.prefix",
        "target_digest starts with sha256:, in lowercase")
        .lacking("a decision whose target_digest lacks the sha256: prefix");
    DIGEST_LENGTH = digest("stage2.decision.target-digest.length",
        "64 characters follow the prefix of target_digest")
        .lacking("a decision whose target_digest has other than 64 digits");
    DIGEST_ALPHABET = digest("stage2.decision.target-digest.alphabet",
        "only hexadecimal digits follow the prefix of target_digest")
        .lacking("a decision whose target_digest holds more than hexadecimal digits");
    DIGEST_CASE = digest("stage2.decision.target-digest.case",
        "the digits of target_digest are lowercase")
        .lacking("a decision whose target_digest is in uppercase");

    FAIL_CLOSED_DENY = record("stage2.decision.fail-closed.deny",
        "fail_closed is true beside deny")
        .lacking("a deny whose fail_closed is not true").refining(Published::FailClosed);
    FAIL_CLOSED_OTHER = record("stage2.decision.fail-closed.allow",
        "fail_closed is false beside allow")
        .lacking("an allow whose fail_closed is not false").refining(Published::FailClosed);

    NON_CLAIM_1 = non_claim(0, "stage2.decision.non-claims.1", "the first producer string is present")
        .lacking("a decision that lacks the first of the five non-claims");
    NON_CLAIM_2 = non_claim(1, "stage2.decision.non-claims.2", "the second producer string is present")
        .lacking("a decision that lacks the second of the five non-claims");
    NON_CLAIM_3 = non_claim(2, "stage2.decision.non-claims.3", "the third producer string is present")
        .lacking("a decision that lacks the third of the five non-claims");
    NON_CLAIM_4 = non_claim(3, "stage2.decision.non-claims.4", "the fourth producer string is present")
        .lacking("a decision that lacks the fourth of the five non-claims");
    NON_CLAIM_5 = non_claim(4, "stage2.decision.non-claims.5", "the fifth producer string is present")
        .lacking("a decision that lacks the fifth of the five non-claims");

    ALLOWS_UNCLASSIFIED = permit("stage2.permit.reason.unclassified_tool_call",
        "the reason unclassified_tool_call").refining(Published::ReasonSet);
    ALLOWS_CLASSIFICATION = permit("stage2.permit.reason.classification_incomplete",
        "the reason classification_incomplete").refining(Published::ReasonSet);
    ALLOWS_NO_ALLOWANCE = permit("stage2.permit.reason.no_declared_allowance",
        "the reason no_declared_allowance").refining(Published::ReasonSet);
    ALLOWS_SCOPE_UNKNOWN = permit("stage2.permit.reason.credential_scope_unknown",
        "the reason credential_scope_unknown").refining(Published::ReasonSet);
    ALLOWS_SCOPE_INSUFFICIENT = permit("stage2.permit.reason.credential_scope_insufficient",
        "the reason credential_scope_insufficient").refining(Published::ReasonSet);
    ALLOWS_BASELINE = permit("stage2.permit.reason.manifest_baseline_missing",
        "the reason manifest_baseline_missing").refining(Published::ReasonSet);
    ALLOWS_AMBIGUOUS = permit("stage2.permit.reason.manifest_observation_ambiguous",
        "the reason manifest_observation_ambiguous").refining(Published::ReasonSet);
    ALLOWS_CURRENT = permit("stage2.permit.reason.manifest_current_observation_incomplete",
        "the reason manifest_current_observation_incomplete").refining(Published::ReasonSet);
    ALLOWS_DRIFTED = permit("stage2.permit.reason.manifest_drifted_since_approval",
        "the reason manifest_drifted_since_approval").refining(Published::ReasonSet);
    ALLOWS_ALLOW = permit("stage2.permit.reason.allow", "the reason allow")
        .refining(Published::ReasonSet);

    DRIFT_SATISFIED = permit("stage2.permit.drift-state.satisfied", "the drift state satisfied")
        .refining(Published::DriftStateSet);
    DRIFT_BASELINE = permit("stage2.permit.drift-state.baseline_missing",
        "the drift state baseline_missing").refining(Published::DriftStateSet);
    DRIFT_CURRENT = permit("stage2.permit.drift-state.current_observation_incomplete",
        "the drift state current_observation_incomplete").refining(Published::DriftStateSet);
    DRIFT_AMBIGUOUS = permit("stage2.permit.drift-state.observation_ambiguous",
        "the drift state observation_ambiguous").refining(Published::DriftStateSet);
    DRIFT_DRIFTED = permit("stage2.permit.drift-state.drifted", "the drift state drifted")
        .refining(Published::DriftStateSet);
    DRIFT_NOT_EVALUATED = permit("stage2.permit.drift-state.not_evaluated",
        "the drift state not_evaluated").refining(Published::DriftStateSet);

    EXTRA_NON_CLAIM = permit("stage2.permit.decision-non-claims.extra",
        "further non-claims beside the decision's five").refining(Published::DecisionNonClaims);
    REORDERED_NON_CLAIMS = permit("stage2.permit.decision-non-claims.order",
        "the decision's non-claims in any order").refining(Published::DecisionNonClaims);
}

/// The five non-claim rules, in the order of
/// [`DECISION_NON_CLAIMS`].
pub static NON_CLAIM: [&Rule; 5] =
    [&NON_CLAIM_1, &NON_CLAIM_2, &NON_CLAIM_3, &NON_CLAIM_4, &NON_CLAIM_5];

/// The permission of each reason, in the order of
/// [`REASONS`].
pub static ALLOWED_REASON: [&Rule; 10] = [
    &ALLOWS_UNCLASSIFIED,
    &ALLOWS_CLASSIFICATION,
    &ALLOWS_NO_ALLOWANCE,
    &ALLOWS_SCOPE_UNKNOWN,
    &ALLOWS_SCOPE_INSUFFICIENT,
    &ALLOWS_BASELINE,
    &ALLOWS_AMBIGUOUS,
    &ALLOWS_CURRENT,
    &ALLOWS_DRIFTED,
    &ALLOWS_ALLOW,
];

/// The permission of each drift state, in the order of
/// [`DRIFT_STATES`].
pub static ALLOWED_DRIFT_STATE: [&Rule; 6] = [
    &DRIFT_SATISFIED,
    &DRIFT_BASELINE,
    &DRIFT_CURRENT,
    &DRIFT_AMBIGUOUS,
    &DRIFT_DRIFTED,
    &DRIFT_NOT_EVALUATED,
];
