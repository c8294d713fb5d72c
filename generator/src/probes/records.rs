//! I21, I35, I37 to I44: records, their members, binding.

use super::Probe;
use crate::corpus::Case;
use crate::expect::{CONFIRMED, INCOMPLETE, INVALID};
use crate::payload::{TARGET_DIGEST, ZERO_DIGEST, allow, establish, inert};
use crate::twin::{ALLOW, ALLOW_ESTABLISH, DENY, DENY_INERT, DENY_MARKER, FIRST, SECOND, Twin};
use crate::version::V0;
use mcp_evidence_contract::vocabulary::{
    DECISION_NON_CLAIMS, DECISION_SCHEMA, ESTABLISH_SCHEMA, OBSERVATION_NON_CLAIMS,
};
use serde_json::{Map, Value, json};

pub(super) fn vectors() -> Vec<Case> {
    let mut vectors = selection();
    vectors.extend(observations());
    vectors.extend(booleans());
    vectors.extend(non_claims());
    vectors.extend(counts());
    vectors.extend(decisions());
    vectors
}

/// A twin with another value of one payload member.
fn value(id: &'static str, twin: &Twin, place: usize, pointer: &str, value: Value) -> Probe {
    let member = pointer.replace('/', ".");
    twin.probe(id, &format!("`data{member}` is `{value}`"), |draft| {
        draft.set(place, pointer, value)
    })
}

fn selection() -> Vec<Case> {
    vec![
        DENY.probe(
            "i35-type-is-decision",
            "the record has the members of an establish record too, and its schema, under the \
             type of a decision",
            |draft| {
                let Value::Object(journey) = establish("immediate_deny", "not_performed", false)
                else {
                    unreachable!("records are objects")
                };
                draft
                    .payloads(|payloads| {
                        for (name, value) in journey {
                            payloads[FIRST][name] = value;
                        }
                    })
                    .envelope(FIRST, |event| event["type"] = json!(DECISION_SCHEMA))
            },
        )
        .expect(INVALID),
        DENY.probe(
            "i35-schema-is-decision",
            "the type over the decision is that of an establish record",
            |draft| draft.envelope(FIRST, |event| event["type"] = json!(ESTABLISH_SCHEMA)),
        )
        .expect(INVALID),
    ]
}

fn observations() -> Vec<Case> {
    const TOOL_NAME: &str = "/call/tool_name";
    const CODE: &str = "/caller_visible_error/code";
    const ORIGIN: &str = "/caller_visible_error/origin";
    const REASON: &str = "/caller_visible_error/reason";
    let upper = TARGET_DIGEST.trim_start_matches("sha256:").to_uppercase();
    vec![
        value(
            "i21-response-digest-uppercase",
            &DENY_MARKER,
            SECOND,
            "/caller_visible_response_digest",
            json!(format!("sha256:{upper}")),
        )
        .expect(CONFIRMED),
        value("i37-tool-name-number", &DENY_INERT, SECOND, TOOL_NAME, json!(7)).expect(INVALID),
        value("i37-tool-name-blanks", &DENY_INERT, SECOND, TOOL_NAME, json!("  "))
            .expect(INCOMPLETE),
        value("i37-decision-tool-blanks", &DENY, FIRST, "/tool/name", json!("  "))
            .expect(INCOMPLETE),
        value("i38-code-false", &DENY_MARKER, SECOND, CODE, json!(false)).expect(INCOMPLETE),
        value("i38-code-empty", &DENY_MARKER, SECOND, CODE, json!("")).expect(INCOMPLETE),
        value("i38-code-object", &DENY_MARKER, SECOND, CODE, json!({})).expect(INCOMPLETE),
        value("i38-origin-false", &DENY_MARKER, SECOND, ORIGIN, json!(false)).expect(INCOMPLETE),
        value("i38-origin-empty", &DENY_MARKER, SECOND, ORIGIN, json!("")).expect(INCOMPLETE),
        value("i38-reason-false", &DENY_MARKER, SECOND, REASON, json!(false)).expect(CONFIRMED),
        value("i38-reason-empty", &DENY_MARKER, SECOND, REASON, json!("")).expect(CONFIRMED),
    ]
}

fn booleans() -> Vec<Case> {
    const FAIL_CLOSED: &str = "/fail_closed";
    const ATTEMPTED: &str = "/establish_attempted";
    vec![
        value("i39-fail-closed-1", &DENY, FIRST, FAIL_CLOSED, json!(1)).expect(INVALID),
        value("i39-fail-closed-string", &DENY, FIRST, FAIL_CLOSED, json!("true")).expect(INVALID),
        value("i39-attempted-1", &ALLOW_ESTABLISH, SECOND, ATTEMPTED, json!(1)).expect(INVALID),
        value("i39-attempted-string", &ALLOW_ESTABLISH, SECOND, ATTEMPTED, json!("true"))
            .expect(INVALID),
    ]
}

fn non_claims() -> Vec<Case> {
    vec![
        DENY.probe("i40-object", "its non-claims are the names of an object", |draft| {
            let names = DECISION_NON_CLAIMS.map(|text| (text.to_owned(), json!(true)));
            draft.set(FIRST, "/non_claims", Value::Object(Map::from_iter(names)))
        })
        .expect(INVALID),
        DENY.probe("i40-one-string", "its non-claims are one long string", |draft| {
            draft.set(FIRST, "/non_claims", json!(DECISION_NON_CLAIMS.join("; ")))
        })
        .expect(INVALID),
        DENY_INERT
            .probe(
                "i40-observation-string",
                "the observation's non-claims are one long string",
                |draft| draft.set(SECOND, "/non_claims", json!(OBSERVATION_NON_CLAIMS.join("; "))),
            )
            .expect(INVALID),
        further("i40-further-number", "a number follows its non-claims", json!(7))
            .expect(INCOMPLETE),
        further(
            "i40-repeated-string",
            "the first of its non-claims follows once more",
            json!(DECISION_NON_CLAIMS[0]),
        )
        .expect(INCOMPLETE),
    ]
}

fn further(id: &'static str, words: &str, value: Value) -> Probe {
    DENY.probe(id, words, |draft| {
        draft.payloads(|payloads| {
            let array = payloads[FIRST]["non_claims"].as_array_mut();
            array.expect("non-claims are an array").push(value);
        })
    })
}

fn counts() -> Vec<Case> {
    vec![
        DENY_MARKER
            .probe("i41-marker-and-inert", "an observation follows that is no marker", |draft| {
                draft.and(inert(&V0))
            })
            .expect(INVALID),
        DENY_INERT
            .probe("i41-two-inert", "a second observation follows that is no marker", |draft| {
                draft.and(inert(&V0))
            })
            .expect(INVALID),
        DENY_MARKER
            .probe(
                "i42-two-decisions-unbound-marker",
                "a second decision follows, and the marker is about another target",
                |draft| draft.and(allow()).set(SECOND, "/call/target_digest", json!(ZERO_DIGEST)),
            )
            .expect(INVALID),
        DENY_MARKER
            .probe(
                "i42-invalid-decision-invalid-observation",
                "the decision's reason is unknown and the response digest is empty",
                |draft| {
                    draft.set(FIRST, "/reason", json!("policy_denied")).set(
                        SECOND,
                        "/caller_visible_response_digest",
                        json!(""),
                    )
                },
            )
            .expect(INVALID),
    ]
}

fn decisions() -> Vec<Case> {
    const VIEW: &str = "/approval_retained_view";
    vec![
        value(
            "i43-digest-of-another-target",
            &DENY,
            FIRST,
            "/action/target_digest",
            json!(ZERO_DIGEST),
        )
        .expect(INCOMPLETE),
        value("i43-deny-for-allow", &DENY, FIRST, "/reason", json!("allow")).expect(INCOMPLETE),
        value(
            "i43-allow-with-deny-reason",
            &ALLOW,
            FIRST,
            "/reason",
            json!("manifest_drifted_since_approval"),
        )
        .expect(INCOMPLETE),
        value("i44-readable-view", &DENY, FIRST, VIEW, json!("structured_meta_jcs"))
            .expect(INCOMPLETE),
        value("i44-unknown-view", &DENY, FIRST, VIEW, json!("opaque")).expect(INCOMPLETE),
        value("i44-number", &DENY, FIRST, VIEW, json!(7)).expect(INCOMPLETE),
    ]
}
