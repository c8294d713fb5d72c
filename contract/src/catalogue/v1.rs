//! What `privileged-mcp-action/v1` changes: the observation's schema and the
//! marker's code. Every other rule is v0's, whose constraints on an observation
//! hold for one of the v1 schema.

use super::{binding, namespace, observation, rules};
use crate::vocabulary::{OBSERVATION_SCHEMA, OBSERVATION_SCHEMA_V1};
use crate::{Alternative, Rule, Stage};

const STAGE_2: &str = "§5 Stage 2 (v1)";
const STAGE_3: &str = "§5 Stage 3 (v1)";

const fn record(id: &'static str, text: &'static str) -> Rule {
    Rule::requirement(Stage::Records, STAGE_2, id, text)
}

const fn marker(id: &'static str, text: &'static str) -> Rule {
    Rule::permission(Stage::Binding, STAGE_3, id, text)
}

rules! {
    OBSERVATION_OF_V0 = record("stage2.namespace.v1.observation-v0",
        "no payload has the v0 schema of an observation, alone or beside a v1 one")
        .lacking("a v0 observation under v1");
    UNKNOWN_OBSERVATION = record("stage2.namespace.v1.observation-unrecognized",
        "no schema starts with assay.denied_call_observation. and is neither its v0 nor its v1 string")
        .lacking("an unknown schema that starts with assay.denied_call_observation.")
        .one_of(&[OBSERVATION_SCHEMA, OBSERVATION_SCHEMA_V1]);

    INERT_CODE = marker("stage3.permit.v1.inert.code",
        "a v1 observation with another code than -31999: no marker, bound to nothing");
    INERT_CODE_OF_V0 = marker("stage3.permit.v1.inert.code-of-v0",
        "a v1 observation with v0's code, -32042: no marker, bound to nothing");
    CODE_SPELLING = marker("stage3.permit.v1.code-spelling",
        "the marker's code -31999 spelled as another form of the same number");
}

/// Whether a rule is v1's own.
pub(crate) fn is_own(rule: &Rule) -> bool {
    RULES.contains(&rule)
}

/// Whether v1 changes what a rule asks: its own, those about the accepted
/// schemas, and those about the observation and its marker.
pub(crate) fn is_about(rule: &Rule) -> bool {
    let of_observation = || {
        observation::RULES.contains(&rule)
            || observation::MEMBERS
                .iter()
                .any(|member| [&member.absent, &member.null, &member.wrong_type].contains(&rule))
    };
    is_own(rule) || SHARED.contains(&rule) || of_observation()
}

/// The rules outside the observation's own file that read its schema, or the
/// marker that it makes.
static SHARED: [&Rule; 16] = [
    &namespace::UNKNOWN_DECISION,
    &namespace::UNKNOWN_ESTABLISH,
    &namespace::TYPE_OF_OBSERVATION,
    &namespace::BARE_OBSERVATION_TYPE,
    &namespace::NO_DECISION,
    &namespace::SECOND_OBSERVATION,
    &namespace::LOOKALIKE,
    &binding::TOOL_LEG,
    &binding::DIGEST_LEG,
    &binding::BACKED,
    &binding::UNBINDABLE,
    &binding::INERT_ORIGIN,
    &binding::ROW_DENY_MARKER,
    &binding::ROW_DENY,
    &binding::ROW_ALLOW,
    &binding::ROW_ALLOW_MARKER,
];

/// A v0 observation is rejected only where it stands alone.
pub static PASSES_OVER_V0: Alternative = Alternative {
    id: "stage2.namespace.v1.observation-v0.reads-mixed",
    rule: &OBSERVATION_OF_V0,
    text: "passes over a v0 observation beside a v1 one",
    interpretation: None,
};

/// The marker's code is not looked at.
pub static IGNORES_CODE: Alternative = Alternative {
    id: "stage3.permit.v1.inert.code.reads-marker",
    rule: &INERT_CODE,
    text: "takes a v1 observation for a marker whatever its code",
    interpretation: None,
};

/// A code spelled as a string counts.
pub static COERCES_CODE: Alternative = Alternative {
    id: "stage3.permit.v1.inert.code.reads-string",
    rule: &INERT_CODE,
    text: "takes the string \"-31999\" for the marker's code",
    interpretation: None,
};

/// v0's code makes a marker too.
pub static TAKES_CODE_OF_V0: Alternative = Alternative {
    id: "stage3.permit.v1.inert.code-of-v0.reads-marker",
    rule: &INERT_CODE_OF_V0,
    text: "takes a v1 observation with v0's code for a marker",
    interpretation: None,
};

/// The code is compared as text.
pub static COMPARES_SPELLING: Alternative = Alternative {
    id: "stage3.permit.v1.code-spelling.reads-inert",
    rule: &CODE_SPELLING,
    text: "takes a marker whose code is spelled otherwise for no marker",
    interpretation: None,
};

pub(super) static ALTERNATIVES: &[&Alternative] =
    &[&PASSES_OVER_V0, &IGNORES_CODE, &COERCES_CODE, &TAKES_CODE_OF_V0, &COMPARES_SPELLING];
