//! Markers, their binding, and observations that are none (§5 Stage 3).

use crate::corpus::Case;
use crate::expect::{INCOMPLETE, INVALID};
use crate::payload::{TARGET_DIGEST, TOOL, ZERO_DIGEST};
use crate::twin::{
    ALLOW_MARKER, DENY_INERT, DENY_MARKER, DENY_MARKER_ACCENTED, DENY_OTHER_ORIGIN, FIRST, SECOND,
    Twin,
};
use mcp_evidence_contract::catalogue::binding as rules;
use serde_json::{Value, json};

pub(super) const CALL: (usize, &str) = (SECOND, "data.call");
const TOOL_NAME: (usize, &str) = (SECOND, "data.call.tool_name");
pub(super) const DIGEST: (usize, &str) = (SECOND, "data.call.target_digest");
pub(super) const CODE: (usize, &str) = (SECOND, "data.caller_visible_error.code");
const ORIGIN: (usize, &str) = (SECOND, "data.caller_visible_error.origin");

pub(super) fn vectors() -> Vec<Case> {
    let mut vectors = legs(&DENY_MARKER, &ALLOW_MARKER);
    vectors.extend(near_legs());
    vectors.extend(unbindable(&DENY_MARKER));
    vectors.extend(inert_codes());
    vectors.extend(origins(&DENY_MARKER, &ALLOW_MARKER, &DENY_OTHER_ORIGIN));
    vectors.push(
        DENY_OTHER_ORIGIN
            .value("inert-origin-digest-null", &rules::INERT_ORIGIN, DIGEST, Value::Null)
            .expect(INCOMPLETE),
    );
    vectors
}

/// The two legs of the binding, beside a deny and beside an allow.
pub(super) fn legs(twin: &'static Twin, beside_allow: &'static Twin) -> Vec<Case> {
    let digits = TARGET_DIGEST.trim_start_matches("sha256:");
    let upper = format!("sha256:{}", digits.to_uppercase());
    let tool_of_decision = (FIRST, "data.tool.name");
    let digest_of_decision = (FIRST, "data.action.target_digest");
    vec![
        twin.value("binding-tool-other", &rules::TOOL_LEG, TOOL_NAME, json!("github.add_key"))
            .expect(INVALID),
        twin.value(
            "binding-tool-capital",
            &rules::TOOL_LEG,
            TOOL_NAME,
            json!("GitHub.add_deploy_key"),
        )
        .expect(INVALID),
        twin.value("binding-tool-blank", &rules::TOOL_LEG, TOOL_NAME, json!(format!("{TOOL} ")))
            .expect(INVALID),
        twin.value(
            "binding-decision-tool-other",
            &rules::TOOL_LEG,
            tool_of_decision,
            json!("github.remove_deploy_key"),
        )
        .expect(INVALID),
        beside_allow
            .value("binding-allow-tool-other", &rules::TOOL_LEG, TOOL_NAME, json!("github.add_key"))
            .expect(INVALID),
        twin.value("binding-digest-other", &rules::DIGEST_LEG, DIGEST, json!(ZERO_DIGEST))
            .expect(INVALID),
        twin.value("binding-digest-uppercase", &rules::DIGEST_LEG, DIGEST, json!(upper))
            .because("Digests are compared byte for byte, without folding.")
            .expect(INVALID),
        twin.value("binding-digest-bare", &rules::DIGEST_LEG, DIGEST, json!(digits))
            .expect(INVALID),
        twin.value(
            "binding-digest-63-digits",
            &rules::DIGEST_LEG,
            DIGEST,
            json!(format!("sha256:{}", &digits[..63])),
        )
        .expect(INVALID),
        twin.value(
            "binding-decision-digest-other",
            &rules::DIGEST_LEG,
            digest_of_decision,
            json!(ZERO_DIGEST),
        )
        .expect(INVALID),
        beside_allow
            .value("binding-allow-digest-other", &rules::DIGEST_LEG, DIGEST, json!(ZERO_DIGEST))
            .expect(INVALID),
    ]
}

/// What is equal only once it is trimmed, folded, normalized or cut.
fn near_legs() -> Vec<Case> {
    const DECOMPOSED: &str = "github.an\u{303}adir_clave";
    let twin = &DENY_MARKER;
    let tool_of_decision = (FIRST, "data.tool.name");
    let digest_of_decision = (FIRST, "data.action.target_digest");
    let digits = TARGET_DIGEST.trim_start_matches("sha256:");
    let other_last = format!("sha256:{}d", digits.strip_suffix('c').expect("the digits end in c"));
    let other_first =
        format!("sha256:d{}", digits.strip_prefix('c').expect("the digits start with c"));
    vec![
        twin.value(
            "binding-tool-leading-blank",
            &rules::TOOL_LEG,
            TOOL_NAME,
            json!(format!(" {TOOL}")),
        )
        .expect(INVALID),
        twin.value(
            "binding-decision-tool-blank",
            &rules::TOOL_LEG,
            tool_of_decision,
            json!(format!("{TOOL} ")),
        )
        .expect(INVALID),
        twin.value(
            "binding-decision-tool-capital",
            &rules::TOOL_LEG,
            tool_of_decision,
            json!("GitHub.add_deploy_key"),
        )
        .expect(INVALID),
        twin.value(
            "binding-tool-kelvin-sign",
            &rules::TOOL_LEG,
            TOOL_NAME,
            json!("github.add_deploy_\u{212a}ey"),
        )
        .because("In lowercase that sign, U+212A, is the letter k.")
        .expect(INVALID),
        DENY_MARKER_ACCENTED
            .value("binding-tool-decomposed", &rules::TOOL_LEG, TOOL_NAME, json!(DECOMPOSED))
            .because("The letter is two characters here; names are not normalized.")
            .expect(INVALID),
        DENY_MARKER_ACCENTED
            .value(
                "binding-decision-tool-decomposed",
                &rules::TOOL_LEG,
                tool_of_decision,
                json!(DECOMPOSED),
            )
            .because("The letter is two characters here; names are not normalized.")
            .expect(INVALID),
        twin.value("binding-digest-last-digit", &rules::DIGEST_LEG, DIGEST, json!(other_last))
            .expect(INVALID),
        twin.value("binding-digest-first-digit", &rules::DIGEST_LEG, DIGEST, json!(other_first))
            .expect(INVALID),
        twin.value(
            "binding-decision-digest-last-digit",
            &rules::DIGEST_LEG,
            digest_of_decision,
            json!(other_last),
        )
        .expect(INVALID),
        twin.value(
            "binding-digest-trailing-blank",
            &rules::DIGEST_LEG,
            DIGEST,
            json!(format!("{TARGET_DIGEST} ")),
        )
        .expect(INVALID),
    ]
}

/// Two rules are broken at once, and no bundle can part them.
pub(super) fn unbindable(twin: &'static Twin) -> Vec<Case> {
    vec![
        twin.value("binding-marker-digest-null", &rules::UNBINDABLE, DIGEST, Value::Null)
            .expect(INVALID),
        twin.value("binding-marker-digest-empty", &rules::UNBINDABLE, DIGEST, json!(""))
            .expect(INVALID),
        twin.without("binding-marker-digest-absent", &rules::UNBINDABLE, DIGEST).expect(INVALID),
        twin.vary(
            "binding-marker-without-decision",
            &rules::BACKED,
            "the decision is left out",
            |draft| draft.payloads(|payloads| drop(payloads.remove(FIRST))),
        )
        .expect(INVALID),
    ]
}

/// Observations that are no marker by their code.
fn inert_codes() -> Vec<Case> {
    let code = &rules::INERT_CODE;
    vec![
        DENY_MARKER.value("inert-code-neighbour", code, CODE, json!(-32041)).expect(INCOMPLETE),
        DENY_MARKER.value("inert-code-positive", code, CODE, json!(32042)).expect(INCOMPLETE),
        DENY_MARKER.value("inert-code-of-v1", code, CODE, json!(-31999)).expect(INCOMPLETE),
        DENY_MARKER.value("inert-code-fraction", code, CODE, json!(-32042.5)).expect(INCOMPLETE),
        DENY_MARKER
            .value("inert-code-string", code, CODE, json!("-32042"))
            .because("The text names this string: present, and never a marker.")
            .expect(INCOMPLETE),
        DENY_MARKER.value("inert-code-word", code, CODE, json!("denied")).expect(INCOMPLETE),
        ALLOW_MARKER
            .value("inert-code-allow", code, CODE, json!(-32041))
            .because("What is no marker refutes nothing.")
            .expect(INCOMPLETE),
        DENY_INERT
            .value("inert-code-unbound", code, CALL, elsewhere())
            .because("It needs no decision to be bound to.")
            .expect(INCOMPLETE),
        DENY_INERT.value("inert-code-digest-null", code, DIGEST, Value::Null).expect(INCOMPLETE),
        DENY_INERT.value("inert-code-digest-empty", code, DIGEST, json!("")).expect(INCOMPLETE),
        DENY_INERT.without("inert-code-digest-absent", code, DIGEST).expect(INCOMPLETE),
    ]
}

/// Observations that are no marker by their origin, beside a deny and beside an
/// allow; `unlike` has such an origin already.
pub(super) fn origins(
    twin: &'static Twin,
    beside_allow: &'static Twin,
    unlike: &'static Twin,
) -> Vec<Case> {
    let origin = &rules::INERT_ORIGIN;
    vec![
        twin.value("inert-origin-capital", origin, ORIGIN, json!("Assay-Proxy")).expect(INCOMPLETE),
        twin.value("inert-origin-blank", origin, ORIGIN, json!("assay-proxy ")).expect(INCOMPLETE),
        beside_allow
            .value("inert-origin-allow", origin, ORIGIN, json!("upstream"))
            .because("What is no marker refutes nothing.")
            .expect(INCOMPLETE),
        unlike
            .value("inert-origin-unbound", origin, CALL, elsewhere())
            .because("It needs no decision to be bound to.")
            .expect(INCOMPLETE),
    ]
}

/// A call that is not the decision's.
pub(super) fn elsewhere() -> Value {
    json!({"tool_name": "github.add_key", "target_digest": ZERO_DIGEST})
}
