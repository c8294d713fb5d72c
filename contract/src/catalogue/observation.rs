//! The observation record's constraints.

use super::{members, rules};
use crate::vocabulary::OBSERVATION_NON_CLAIMS;
use crate::{Published, Rule, Stage};

const SECTION: &str = "§5 Stage 2";
const STAGE: Stage = Stage::Records;

const fn record(id: &'static str, text: &'static str) -> Rule {
    Rule::requirement(STAGE, SECTION, id, text)
}

const fn digest(id: &'static str, text: &'static str) -> Rule {
    record(id, text).refining(Published::ResponseDigest)
}

/// The rule about one of the producer strings, by its place.
const fn non_claim(place: usize, id: &'static str, text: &'static str) -> Rule {
    record(id, text)
        .refining(Published::ObservationNonClaims)
        .exactly(OBSERVATION_NON_CLAIMS[place])
}

members! {
    CALL = STAGE, SECTION, "stage2.observation.call", "data.call", "an object",
        refines ObservationToolName;
    TOOL_NAME = STAGE, SECTION, "stage2.observation.tool-name", "data.call.tool_name", "a string",
        refines ObservationToolName, type reads "I37";
    ERROR = STAGE, SECTION, "stage2.observation.error", "data.caller_visible_error", "an object";
    RESPONSE_DIGEST = STAGE, SECTION, "stage2.observation.response-digest",
        "data.caller_visible_response_digest", "a string", refines ResponseDigest;
    NON_CLAIMS = STAGE, SECTION, "stage2.observation.non-claims", "data.non_claims", "an array",
        refines ObservationNonClaims, type reads "I40";
}

rules! {
    TOOL_NAME_EMPTY = record("stage2.observation.tool-name.empty", "call.tool_name is not empty")
        .lacking("an observation whose call.tool_name is empty")
        .refining(Published::ObservationToolName);

    CODE_ABSENT = record("stage2.observation.code.absent", "caller_visible_error.code is present")
        .lacking("an observation without caller_visible_error.code")
        .refining(Published::ErrorCode);
    CODE_NULL = record("stage2.observation.code.null", "caller_visible_error.code is not null")
        .lacking("an observation whose caller_visible_error.code is null")
        .refining(Published::ErrorCode);
    ORIGIN_ABSENT = record("stage2.observation.origin.absent",
        "caller_visible_error.origin is present")
        .lacking("an observation without caller_visible_error.origin").refining(Published::ErrorOrigin);
    ORIGIN_NULL = record("stage2.observation.origin.null",
        "caller_visible_error.origin is not null")
        .lacking("an observation whose caller_visible_error.origin is null").refining(Published::ErrorOrigin);
    REASON_ABSENT = record("stage2.observation.reason.absent",
        "caller_visible_error.reason is present")
        .lacking("an observation without caller_visible_error.reason").refining(Published::ErrorReason);
    REASON_NULL = record("stage2.observation.reason.null",
        "caller_visible_error.reason is not null")
        .lacking("an observation whose caller_visible_error.reason is null").refining(Published::ErrorReason);

    DIGEST_EMPTY = digest("stage2.observation.response-digest.empty",
        "the response digest is not empty")
        .lacking("an observation whose response digest is empty");
    DIGEST_PREFIX = digest("stage2.observation.response-digest.prefix",
        "the response digest starts with sha256:, in lowercase")
        .lacking("an observation whose response digest lacks the sha256: prefix");
    DIGEST_LENGTH = digest("stage2.observation.response-digest.length",
        "64 characters follow the prefix of the response digest")
        .lacking("an observation whose response digest has other than 64 digits");
    DIGEST_ALPHABET = digest("stage2.observation.response-digest.alphabet",
        "only hexadecimal digits follow the prefix of the response digest")
        .lacking("an observation whose response digest holds more than hexadecimal digits");

    NON_CLAIM_1 = non_claim(0, "stage2.observation.non-claims.1",
        "the first producer string is present")
        .lacking("an observation that lacks the first of the four non-claims");
    NON_CLAIM_2 = non_claim(1, "stage2.observation.non-claims.2",
        "the second producer string is present")
        .lacking("an observation that lacks the second of the four non-claims");
    NON_CLAIM_3 = non_claim(2, "stage2.observation.non-claims.3",
        "the third producer string is present")
        .lacking("an observation that lacks the third of the four non-claims");
    NON_CLAIM_4 = non_claim(3, "stage2.observation.non-claims.4",
        "the fourth producer string is present")
        .lacking("an observation that lacks the fourth of the four non-claims");

    UPPERCASE_DIGEST = Rule::permission(STAGE, SECTION, "stage2.permit.response-digest.uppercase",
        "uppercase hexadecimal digits in the response digest")
        .refining(Published::ResponseDigest).reading("I21");
    EXTRA_NON_CLAIM = Rule::permission(STAGE, SECTION, "stage2.permit.observation-non-claims.extra",
        "further non-claims beside the observation's four")
        .refining(Published::ObservationNonClaims);
    REORDERED_NON_CLAIMS = Rule::permission(STAGE, SECTION,
        "stage2.permit.observation-non-claims.order", "the observation's non-claims in any order")
        .refining(Published::ObservationNonClaims);
}

/// The four non-claim rules, in the order of
/// [`OBSERVATION_NON_CLAIMS`].
pub static NON_CLAIM: [&Rule; 4] = [&NON_CLAIM_1, &NON_CLAIM_2, &NON_CLAIM_3, &NON_CLAIM_4];
