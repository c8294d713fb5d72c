//! Which record schemas v1 accepts, and how many observations (§2, §5 Stage 2).

use super::twins::{ALLOW_MARKER, DENY, DENY_INERT, DENY_MARKER, DENY_NOTE};
use crate::corpus::Case;
use crate::edit;
use crate::expect::{INCOMPLETE, INVALID};
use crate::payload::{NOTE_SCHEMA, inert, inert_by_origin, marker, observation};
use crate::twin::{FIRST, SECOND, Twin, Variant};
use crate::version::{V0, V1};
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::{namespace as rules, v1};
use mcp_evidence_contract::vocabulary::{OBSERVATION_SCHEMA, OBSERVATION_SCHEMA_V1};
use serde_json::{Value, json};

pub(super) fn vectors() -> Vec<Case> {
    let mut vectors = of_v0();
    vectors.extend(mixed());
    vectors.extend(unrecognized());
    vectors.extend(types());
    vectors.extend(counts());
    vectors.extend(outside());
    vectors
}

/// An observation of the v0 schema where v1's should stand.
fn of_v0() -> Vec<Case> {
    let rule = &v1::OBSERVATION_OF_V0;
    let schema = "/schema";
    let old = || json!(OBSERVATION_SCHEMA);
    vec![
        further("namespace-v0-marker", rule, &DENY, marker(&V0))
            .because("Under v0 it would confirm the denial.")
            .expect(INVALID),
        further("namespace-v0-inert", rule, &DENY, inert(&V0)).expect(INVALID),
        further("namespace-v0-other-origin", rule, &DENY, inert_by_origin(&V0)).expect(INVALID),
        further("namespace-v0-schema-alone", rule, &DENY, json!({"schema": OBSERVATION_SCHEMA}))
            .because("Nothing more of it is asked: the schema is enough.")
            .expect(INVALID),
        DENY_MARKER
            .vary(
                "namespace-marker-of-v0-schema",
                rule,
                "schema and type of the marker are v0's",
                |draft| draft.set(SECOND, schema, old()),
            )
            .because("It keeps v1's code: a pair that is a marker under neither version.")
            .expect(INVALID),
        DENY_INERT
            .vary(
                "namespace-inert-of-v0-schema",
                rule,
                "schema and type of the observation are v0's",
                |draft| draft.set(SECOND, schema, old()),
            )
            .expect(INVALID),
        ALLOW_MARKER
            .vary(
                "namespace-allow-marker-of-v0-schema",
                rule,
                "schema and type of the marker are v0's",
                |draft| draft.set(SECOND, schema, old()),
            )
            .expect(INVALID),
    ]
}

/// Observations of both schemas: the v0 one is unrecognized, and the v1 one is
/// still the only one of its kind.
fn mixed() -> Vec<Case> {
    let rule = &v1::OBSERVATION_OF_V0;
    vec![
        further("namespace-mixed-markers", rule, &DENY_MARKER, marker(&V0)).expect(INVALID),
        further("namespace-mixed-allow-markers", rule, &ALLOW_MARKER, marker(&V0)).expect(INVALID),
        further("namespace-mixed-v0-inert", rule, &DENY_MARKER, inert(&V0)).expect(INVALID),
        further("namespace-mixed-v1-inert", rule, &DENY_INERT, marker(&V0))
            .because("A verifier that takes whichever is a marker finds one here.")
            .expect(INVALID),
        DENY_MARKER
            .vary("namespace-mixed-v0-first", rule, "a v0 marker stands before all else", |draft| {
                draft.payloads(|payloads| payloads.insert(FIRST, marker(&V0)))
            })
            .expect(INVALID),
    ]
}

fn unrecognized() -> Vec<Case> {
    let observation = &v1::UNKNOWN_OBSERVATION;
    let decision = &rules::UNKNOWN_DECISION;
    let establish = &rules::UNKNOWN_ESTABLISH;
    vec![
        beside("namespace-observation-v2", observation, "assay.denied_call_observation.v2")
            .expect(INVALID),
        beside("namespace-observation-v10", observation, "assay.denied_call_observation.v10")
            .expect(INVALID),
        beside("namespace-observation-minor", observation, "assay.denied_call_observation.v1.0")
            .expect(INVALID),
        beside("namespace-observation-capital", observation, "assay.denied_call_observation.V1")
            .expect(INVALID),
        beside("namespace-observation-blank", observation, "assay.denied_call_observation.v1 ")
            .expect(INVALID),
        beside("namespace-observation-v0-blank", observation, "assay.denied_call_observation.v0 ")
            .expect(INVALID),
        beside("namespace-observation-no-version", observation, "assay.denied_call_observation.")
            .expect(INVALID),
        beside("namespace-observation-draft", observation, "assay.denied_call_observation.draft")
            .expect(INVALID),
        beside("namespace-decision-v1", decision, "assay.enforcement_decision.v1")
            .because("Only the observation has a v1 schema.")
            .expect(INVALID),
        beside("namespace-establish-v1", establish, "assay.manifest_establish.v1")
            .because("Only the observation has a v1 schema.")
            .expect(INVALID),
    ]
}

/// A deny beside a whole observation under another schema and type.
fn beside(id: &'static str, rule: &'static Rule, schema: &'static str) -> Variant {
    further(id, rule, &DENY, observation(schema, V1.code))
}

fn types() -> Vec<Case> {
    let record = &rules::TYPE_OF_OBSERVATION;
    let bare = &rules::BARE_OBSERVATION_TYPE;
    let typed = |id, rule, twin: &'static Twin, event_type: &'static str| {
        let words = format!("the type over its second payload is `{}`", json!(event_type));
        twin.vary(id, rule, words, |draft| {
            draft.envelope(SECOND, move |event| event["type"] = json!(event_type))
        })
    };
    vec![
        typed("namespace-type-outside", record, &DENY_MARKER, NOTE_SCHEMA).expect(INVALID),
        typed("namespace-type-no-dot", record, &DENY_MARKER, "assay.denied_call_observation")
            .expect(INVALID),
        typed("namespace-note-type-v1", bare, &DENY_NOTE, OBSERVATION_SCHEMA_V1).expect(INVALID),
        typed("namespace-note-type-v0", bare, &DENY_NOTE, OBSERVATION_SCHEMA).expect(INVALID),
        DENY.vary(
            "namespace-no-schema-type-v1",
            bare,
            "a v1 marker follows whose data has no schema",
            |draft| {
                draft
                    .and(marker(&V1))
                    .envelope(SECOND, |event| edit::leave_out(event, "/data/schema"))
            },
        )
        .expect(INVALID),
    ]
}

fn counts() -> Vec<Case> {
    let second = &rules::SECOND_OBSERVATION;
    vec![
        further("namespace-second-marker", second, &DENY_MARKER, marker(&V1)).expect(INVALID),
        further("namespace-second-inert", second, &DENY_INERT, inert(&V1)).expect(INVALID),
        further("namespace-marker-beside-inert", second, &ALLOW_MARKER, inert(&V1))
            .because("Markers are not counted apart from other observations.")
            .expect(INVALID),
        DENY_INERT
            .vary(
                "namespace-inert-alone",
                &rules::NO_DECISION,
                "the decision is left out",
                |draft| draft.payloads(|payloads| drop(payloads.remove(FIRST))),
            )
            .expect(INVALID),
    ]
}

fn further(id: &'static str, rule: &'static Rule, twin: &'static Twin, payload: Value) -> Variant {
    let words = format!("a further record of schema `{}` follows", payload["schema"]);
    twin.vary(id, rule, words, |draft| draft.and(payload))
}

/// Schemas that only look like an observation's. What stands under them is a
/// whole marker, of another tool.
fn outside() -> Vec<Case> {
    let rule = &rules::LOOKALIKE;
    let alike = |id, schema: &str| {
        let mut payload = observation(schema, V1.code);
        payload["call"]["tool_name"] = json!("github.add_key");
        further(id, rule, &DENY, payload)
    };
    vec![
        alike("namespace-no-dot", "assay.denied_call_observation").expect(INCOMPLETE),
        alike("namespace-capitals", "Assay.Denied_Call_Observation.v1").expect(INCOMPLETE),
        alike("namespace-leading-blank", " assay.denied_call_observation.v1").expect(INCOMPLETE),
        alike("namespace-plural", "assay.denied_call_observations.v1").expect(INCOMPLETE),
    ]
}
