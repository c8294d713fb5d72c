//! Which events the profile selects (§2), and how many of each it takes.

use crate::corpus::Case;
use crate::edit;
use crate::expect::{CONFIRMED, INCOMPLETE, INVALID, REFUTED};
use crate::payload::{NOTE_SCHEMA, REASON, allow, deny, establish, marker, note};
use crate::twin::{
    ALLOW_ESTABLISH, ALLOW_MARKER, DENY, DENY_ESTABLISH, DENY_INERT, DENY_MARKER, DENY_NOTE, FIRST,
    SECOND, Twin, Variant,
};
use crate::version::V0;
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::namespace as rules;
use serde_json::{Value, json};

pub(super) fn vectors() -> Vec<Case> {
    let mut vectors = unrecognized();
    vectors.extend(types());
    vectors.extend(counts());
    vectors.extend(outside());
    vectors
}

fn unrecognized() -> Vec<Case> {
    let decision = &rules::UNKNOWN_DECISION;
    let observation = &rules::UNKNOWN_OBSERVATION;
    let establish = &rules::UNKNOWN_ESTABLISH;
    vec![
        beside("namespace-decision-v1", decision, "assay.enforcement_decision.v1").expect(INVALID),
        beside("namespace-decision-blank", decision, "assay.enforcement_decision.v0 ")
            .expect(INVALID),
        beside("namespace-decision-no-version", decision, "assay.enforcement_decision.")
            .expect(INVALID),
        beside("namespace-decision-minor", decision, "assay.enforcement_decision.v0.1")
            .expect(INVALID),
        beside("namespace-decision-capital", decision, "assay.enforcement_decision.V0")
            .expect(INVALID),
        beside("namespace-decision-two-zeros", decision, "assay.enforcement_decision.v00")
            .expect(INVALID),
        beside("namespace-observation-v1", observation, "assay.denied_call_observation.v1")
            .expect(INVALID),
        beside("namespace-observation-blank", observation, "assay.denied_call_observation.v0 ")
            .expect(INVALID),
        beside("namespace-observation-no-version", observation, "assay.denied_call_observation.")
            .expect(INVALID),
        beside("namespace-observation-draft", observation, "assay.denied_call_observation.draft")
            .expect(INVALID),
        beside("namespace-establish-v1", establish, "assay.manifest_establish.v1").expect(INVALID),
        beside("namespace-establish-blank", establish, "assay.manifest_establish.v0 ")
            .expect(INVALID),
        beside("namespace-establish-no-version", establish, "assay.manifest_establish.")
            .expect(INVALID),
        beside("namespace-establish-line-feed", establish, "assay.manifest_establish.v0\n")
            .expect(INVALID),
    ]
}

/// A deny beside an event whose schema and type are `schema`.
fn beside(id: &'static str, rule: &'static Rule, schema: &'static str) -> Variant {
    let words = format!("an event of schema `{}` follows", json!(schema));
    DENY.vary(id, rule, words, |draft| draft.and(json!({"schema": schema, "decision": "deny"})))
}

fn types() -> Vec<Case> {
    vec![
        typed(
            "namespace-decision-type-outside",
            &rules::TYPE_OF_DECISION,
            &DENY,
            FIRST,
            NOTE_SCHEMA,
        )
        .expect(INVALID),
        typed(
            "namespace-decision-type-no-dot",
            &rules::TYPE_OF_DECISION,
            &DENY,
            FIRST,
            "assay.enforcement_decision",
        )
        .expect(INVALID),
        typed(
            "namespace-decision-type-capital",
            &rules::TYPE_OF_DECISION,
            &DENY,
            FIRST,
            "Assay.enforcement_decision.v0",
        )
        .expect(INVALID),
        typed(
            "namespace-observation-type-outside",
            &rules::TYPE_OF_OBSERVATION,
            &DENY_MARKER,
            SECOND,
            NOTE_SCHEMA,
        )
        .expect(INVALID),
        typed(
            "namespace-establish-type-outside",
            &rules::TYPE_OF_ESTABLISH,
            &ALLOW_ESTABLISH,
            SECOND,
            NOTE_SCHEMA,
        )
        .expect(INVALID),
        typed(
            "namespace-note-type-decision",
            &rules::BARE_DECISION_TYPE,
            &DENY_NOTE,
            SECOND,
            "assay.enforcement_decision.v0",
        )
        .expect(INVALID),
        typed(
            "namespace-note-type-decision-v9",
            &rules::BARE_DECISION_TYPE,
            &DENY_NOTE,
            SECOND,
            "assay.enforcement_decision.v9",
        )
        .expect(INVALID),
        typed(
            "namespace-note-type-observation",
            &rules::BARE_OBSERVATION_TYPE,
            &DENY_NOTE,
            SECOND,
            "assay.denied_call_observation.v0",
        )
        .expect(INVALID),
        typed(
            "namespace-note-type-establish",
            &rules::BARE_ESTABLISH_TYPE,
            &DENY_NOTE,
            SECOND,
            "assay.manifest_establish.v0",
        )
        .expect(INVALID),
        schemaless("namespace-no-schema-type-decision", &rules::BARE_DECISION_TYPE, deny(REASON))
            .expect(INVALID),
        schemaless(
            "namespace-no-schema-type-observation",
            &rules::BARE_OBSERVATION_TYPE,
            marker(&V0),
        )
        .expect(INVALID),
        schemaless(
            "namespace-no-schema-type-establish",
            &rules::BARE_ESTABLISH_TYPE,
            establish("immediate_deny", "not_performed", false),
        )
        .expect(INVALID),
    ]
}

/// A twin with another type over one of its payloads.
fn typed(
    id: &'static str,
    rule: &'static Rule,
    twin: &'static Twin,
    place: usize,
    event_type: &'static str,
) -> Variant {
    let schema = if twin.id == DENY_NOTE.id { "the note" } else { "the record" };
    twin.vary(id, rule, format!("the type over {schema} is `\"{event_type}\"`"), |draft| {
        draft.envelope(place, move |event| event["type"] = json!(event_type))
    })
}

/// A deny beside a sound record that does not say what it is, under its type.
fn schemaless(id: &'static str, rule: &'static Rule, payload: Value) -> Variant {
    let words =
        format!("an event of type `{}` follows whose data has no schema", payload["schema"]);
    DENY.vary(id, rule, words, |draft| {
        draft.and(payload).envelope(SECOND, |event| edit::leave_out(event, "/data/schema"))
    })
}

fn counts() -> Vec<Case> {
    vec![
        DENY_NOTE
            .vary(
                "namespace-note-alone",
                &rules::NO_DECISION,
                "the decision is left out",
                |draft| draft.payloads(|payloads| drop(payloads.remove(FIRST))),
            )
            .expect(INVALID),
        DENY_ESTABLISH
            .vary(
                "namespace-establish-alone",
                &rules::NO_DECISION,
                "the decision is left out",
                |draft| draft.payloads(|payloads| drop(payloads.remove(FIRST))),
            )
            .expect(INVALID),
        DENY_INERT
            .vary(
                "namespace-inert-alone",
                &rules::NO_DECISION,
                "the decision is left out",
                |draft| draft.payloads(|payloads| drop(payloads.remove(FIRST))),
            )
            .expect(INVALID),
        second("namespace-second-decision", &rules::SECOND_DECISION, &DENY, allow())
            .expect(INVALID),
        second("namespace-same-decision-twice", &rules::SECOND_DECISION, &DENY, deny(REASON))
            .because("Two calls with equal arguments look just so.")
            .expect(INVALID),
        second("namespace-second-marker", &rules::SECOND_OBSERVATION, &DENY_MARKER, marker(&V0))
            .expect(INVALID),
        second(
            "namespace-allow-second-marker",
            &rules::SECOND_OBSERVATION,
            &ALLOW_MARKER,
            marker(&V0),
        )
        .expect(INVALID),
        second(
            "namespace-second-establish",
            &rules::SECOND_ESTABLISH,
            &ALLOW_ESTABLISH,
            establish("no_establish_needed", "not_performed", false),
        )
        .expect(INVALID),
        second(
            "namespace-same-establish-twice",
            &rules::SECOND_ESTABLISH,
            &DENY_ESTABLISH,
            establish("immediate_deny", "not_performed", false),
        )
        .expect(INVALID),
    ]
}

fn second(id: &'static str, rule: &'static Rule, twin: &'static Twin, payload: Value) -> Variant {
    twin.vary(
        id,
        rule,
        format!("a further record of schema `{}` follows", payload["schema"]),
        |draft| draft.and(payload),
    )
}

fn outside() -> Vec<Case> {
    let foreign = &rules::FOREIGN_EVENT;
    let lookalike = &rules::LOOKALIKE;
    vec![
        alike("namespace-other-assay-schema", foreign, "assay.enforcement_health.v0")
            .expect(INCOMPLETE),
        DENY_MARKER
            .vary(
                "namespace-notes-around",
                foreign,
                "a note stands before, between and behind",
                |draft| {
                    draft.payloads(|payloads| {
                        payloads.insert(1, note());
                        payloads.insert(0, note());
                        payloads.push(note());
                    })
                },
            )
            .expect(CONFIRMED),
        ALLOW_MARKER
            .vary("namespace-many-notes", foreign, "forty notes follow", |draft| {
                draft.payloads(|payloads| payloads.extend(std::iter::repeat_with(note).take(40)))
            })
            .expect(REFUTED),
        DENY_NOTE
            .vary(
                "namespace-note-other-type",
                foreign,
                "the type over the note is `\"example.other.v0\"`",
                |draft| draft.envelope(SECOND, |event| event["type"] = json!("example.other.v0")),
            )
            .because("Outside the namespace, type and schema need not agree.")
            .expect(INCOMPLETE),
        alike("namespace-schema-constructor", foreign, "constructor")
            .because("Whoever looks handlers up in a plain object finds one under this name.")
            .expect(INCOMPLETE),
        alike("namespace-schema-proto", foreign, "__proto__").expect(INCOMPLETE),
        alike("namespace-decision-no-dot", lookalike, "assay.enforcement_decision")
            .expect(INCOMPLETE),
        alike("namespace-decision-plural", lookalike, "assay.enforcement_decisions.v0")
            .expect(INCOMPLETE),
        alike("namespace-decision-capitals", lookalike, "Assay.Enforcement_Decision.v0")
            .expect(INCOMPLETE),
        alike("namespace-decision-leading-blank", lookalike, " assay.enforcement_decision.v0")
            .expect(INCOMPLETE),
        alike("namespace-observation-no-dot", lookalike, "assay.denied_call_observation")
            .expect(INCOMPLETE),
        alike("namespace-observation-capitals", lookalike, "ASSAY.DENIED_CALL_OBSERVATION.V0")
            .expect(INCOMPLETE),
        alike("namespace-establish-no-dot", lookalike, "assay.manifest_establish")
            .expect(INCOMPLETE),
        alike("namespace-establish-leading-tab", lookalike, "\tassay.manifest_establish.v0")
            .expect(INCOMPLETE),
    ]
}

/// A deny beside a whole second decision under a schema outside the namespace.
fn alike(id: &'static str, rule: &'static Rule, schema: &'static str) -> Variant {
    let words = format!("a second decision follows under the schema `{}`", json!(schema));
    DENY.vary(id, rule, words, |draft| draft.and(allow()).set(SECOND, "/schema", json!(schema)))
}
