//! Binding, the claim matrix, and what the establish record may say beside it.

use super::rules;
use crate::vocabulary::MARKER_ORIGIN;
use crate::{Alternative, Published, Rule, Stage};

const STAGE_3: &str = "§5 Stage 3";
const STAGE_4: &str = "§5 Stage 4";

const fn binding(id: &'static str, text: &'static str) -> Rule {
    Rule::requirement(Stage::Binding, STAGE_3, id, text)
}

const fn inert(id: &'static str, text: &'static str) -> Rule {
    Rule::permission(Stage::Binding, STAGE_3, id, text)
}

const fn claims(id: &'static str, text: &'static str) -> Rule {
    Rule::permission(Stage::Claims, STAGE_4, id, text)
}

rules! {
    TOOL_LEG = binding("stage3.binding.tool", "a marker's tool_name is the decision's tool.name")
        .lacking("a marker of another tool than the decision's")
        .refining(Published::BindingTool);
    DIGEST_LEG = binding("stage3.binding.digest",
        "a marker's target_digest is the decision's, byte for byte")
        .lacking("a marker of another target digest than the decision's")
        .refining(Published::BindingDigest);
    BACKED = binding("stage3.marker.backed", "a marker is backed by a decision record")
        .lacking("a marker without a decision record")
        .refining(Published::MarkerBacked)
        .excluded(&["stage2.cardinality.decision.none"],
            "a bundle without a decision record is invalid by its count already");
    UNBINDABLE = binding("stage3.marker.unbindable",
        "a marker's target_digest is neither null nor empty")
        .lacking("a marker whose target_digest is null, absent or empty")
        .refining(Published::MarkerDigest)
        .excluded(&["stage3.binding.digest", "stage2.decision.target-digest.empty"],
            "a digest that is null, absent or empty equals no valid target_digest, so the digest leg fails too, but beside a decision whose own is empty, which is invalid for that");

    INERT_CODE = inert("stage3.permit.inert.code",
        "an observation with another code than -32042: no marker, bound to nothing")
        .refining(Published::MarkerCode);
    INERT_ORIGIN = inert("stage3.permit.inert.origin",
        "an observation with another origin than the proxy's: no marker, bound to nothing")
        .exactly(MARKER_ORIGIN)
        .refining(Published::MarkerOrigin);
    MARKER_SPELLING = inert("stage3.permit.code-spelling",
        "the marker's code spelled as another form of the same number").reading("I02");

    ROW_DENY_MARKER = claims("stage4.permit.row.deny-marker",
        "deny beside a bound marker: the caller-visible denial is confirmed");
    ROW_DENY = claims("stage4.permit.row.deny",
        "deny without a marker: the caller-visible denial is incomplete");
    ROW_ALLOW = claims("stage4.permit.row.allow",
        "allow without a marker: the caller-visible denial is incomplete");
    ROW_ALLOW_MARKER = claims("stage4.permit.row.allow-marker",
        "allow beside a bound marker: the caller-visible denial is refuted");

    ALLOW_NOT_NEEDED = claims("stage4.permit.establish.allow.no_establish_needed",
        "no_establish_needed beside allow");
    ALLOW_THEN_ALLOWED = claims("stage4.permit.establish.allow.established_then_allowed",
        "established_then_allowed beside allow");
    ALLOW_THEN_DENIED = claims("stage4.permit.establish.allow.established_then_denied",
        "established_then_denied beside allow: a finding, and the matrix as it is");
    ALLOW_IMMEDIATE = claims("stage4.permit.establish.allow.immediate_deny",
        "immediate_deny beside allow: a finding, and the matrix as it is");
    DENY_NOT_NEEDED = claims("stage4.permit.establish.deny.no_establish_needed",
        "no_establish_needed beside deny");
    DENY_THEN_ALLOWED = claims("stage4.permit.establish.deny.established_then_allowed",
        "established_then_allowed beside deny: a finding, and the matrix as it is");
    DENY_THEN_DENIED = claims("stage4.permit.establish.deny.established_then_denied",
        "established_then_denied beside deny");
    DENY_IMMEDIATE = claims("stage4.permit.establish.deny.immediate_deny",
        "immediate_deny beside deny");
}

/// The permission of each establish path beside `allow`, in the order of
/// [`ESTABLISH_PATHS`](crate::vocabulary::ESTABLISH_PATHS).
pub static BESIDE_ALLOW: [&Rule; 4] =
    [&ALLOW_NOT_NEEDED, &ALLOW_THEN_ALLOWED, &ALLOW_THEN_DENIED, &ALLOW_IMMEDIATE];

/// The permission of each establish path beside `deny`, in the same order.
pub static BESIDE_DENY: [&Rule; 4] =
    [&DENY_NOT_NEEDED, &DENY_THEN_ALLOWED, &DENY_THEN_DENIED, &DENY_IMMEDIATE];

/// The marker's code is not looked at.
pub static IGNORES_CODE: Alternative = Alternative {
    id: "stage3.permit.inert.code.reads-marker",
    rule: &INERT_CODE,
    text: "takes an observation for a marker whatever its code",
    interpretation: None,
};

/// The marker's origin is not looked at.
pub static IGNORES_ORIGIN: Alternative = Alternative {
    id: "stage3.permit.inert.origin.reads-marker",
    rule: &INERT_ORIGIN,
    text: "takes an observation for a marker whatever its origin",
    interpretation: None,
};

/// A code spelled as a string counts.
pub static COERCES_CODE: Alternative = Alternative {
    id: "stage3.permit.inert.code.reads-string",
    rule: &INERT_CODE,
    text: "takes the string \"-32042\" for the marker's code",
    interpretation: None,
};

/// A marker that cannot be bound is let through.
pub static SKIPS_NULL_DIGEST: Alternative = Alternative {
    id: "stage3.marker.unbindable.reads-skip",
    rule: &UNBINDABLE,
    text: "skips the binding where a marker's target_digest is null, absent or empty",
    interpretation: None,
};

/// A deny without a marker is taken for a refutation.
pub static REFUTES_SILENCE: Alternative = Alternative {
    id: "stage4.permit.row.deny.reads-refuted",
    rule: &ROW_DENY,
    text: "reads a deny without a marker as refuted",
    interpretation: None,
};

/// An allow without a marker is taken for a refutation.
pub static REFUTES_ALLOW: Alternative = Alternative {
    id: "stage4.permit.row.allow.reads-refuted",
    rule: &ROW_ALLOW,
    text: "reads an allow without a marker as refuted",
    interpretation: None,
};

/// A marker confirms whatever was decided.
pub static CONFIRMS_CONTRADICTION: Alternative = Alternative {
    id: "stage4.permit.row.allow-marker.reads-confirmed",
    rule: &ROW_ALLOW_MARKER,
    text: "reads a marker as confirmed beside allow too",
    interpretation: None,
};

/// A marker beside deny says nothing.
pub static MISSES_DENIAL: Alternative = Alternative {
    id: "stage4.permit.row.deny-marker.reads-incomplete",
    rule: &ROW_DENY_MARKER,
    text: "leaves the caller-visible denial incomplete beside deny and a bound marker",
    interpretation: None,
};

pub(super) static ALTERNATIVES: &[&Alternative] = &[
    &IGNORES_CODE,
    &IGNORES_ORIGIN,
    &COERCES_CODE,
    &SKIPS_NULL_DIGEST,
    &REFUTES_SILENCE,
    &REFUTES_ALLOW,
    &CONFIRMS_CONTRADICTION,
    &MISSES_DENIAL,
];
