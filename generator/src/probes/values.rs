//! I20, I23, I31, I34: values of the envelope's members.

use super::Probe;
use crate::corpus::Case;
use crate::edit;
use crate::expect::{FAIL, INCOMPLETE, INVALID};
use crate::twin::{DENY, DENY_NOTE, FIRST, SECOND};
use serde_json::{Value, json};

pub(super) fn vectors() -> Vec<Case> {
    vec![
        DENY.probe("i20-null-hashed", "it has the subject null, hashed as null", |draft| {
            draft.envelope(FIRST, |event| event["subject"] = Value::Null)
        })
        .expect(INCOMPLETE),
        DENY.probe("i20-null-left-out", "it has the subject null, left out of the hash", |draft| {
            draft.event(FIRST, |event| event["subject"] = Value::Null)
        })
        .expect(FAIL),
        note("i23-time-in-words", "time", json!("the day before yesterday")).expect(INCOMPLETE),
        note("i31-time-number", "time", json!(1_784_851_200)).expect(FAIL),
        note("i31-source-null", "source", Value::Null).expect(FAIL),
        note("i31-datacontenttype-null", "datacontenttype", Value::Null).expect(FAIL),
        note("i31-data-null", "data", Value::Null).expect(INCOMPLETE),
        note("i31-source-empty", "source", json!("")).expect(INCOMPLETE),
        note("i31-specversion-null", "specversion", Value::Null).expect(FAIL),
        note("i31-specversion-number", "specversion", json!(1)).expect(FAIL),
        note("i31-type-null", "type", Value::Null).expect(FAIL),
        note("i31-type-number", "type", json!(7)).expect(FAIL),
        note("i31-source-number", "source", json!(7)).expect(FAIL),
        note("i31-id-null", "id", Value::Null).expect(FAIL),
        note("i31-id-number", "id", json!(7)).expect(FAIL),
        note("i31-time-null", "time", Value::Null).expect(FAIL),
        note("i31-datacontenttype-number", "datacontenttype", json!(7)).expect(FAIL),
        note("i31-run-id-null", "assayrunid", Value::Null).expect(FAIL),
        note("i31-run-id-number", "assayrunid", json!(7)).expect(FAIL),
        DENY.probe("i31-sequence-null", "the event's `assayseq` is `null`", |draft| {
            draft.event(FIRST, |event| event["assayseq"] = Value::Null)
        })
        .expect(FAIL),
        carried("i31-content-hash-null", Value::Null).expect(FAIL),
        carried("i31-content-hash-number", json!(7)).expect(FAIL),
        note("i34-data-null", "data", Value::Null).expect(INCOMPLETE),
        note("i34-data-array", "data", json!(["not", "for", "this", "profile"])).expect(INCOMPLETE),
        note("i34-data-string", "data", json!("not for this profile")).expect(INCOMPLETE),
        DENY_NOTE
            .probe("i34-schema-number", "the note's schema is `7`", |draft| {
                draft.envelope(SECOND, |event| event["data"]["schema"] = json!(7))
            })
            .expect(INCOMPLETE),
        DENY_NOTE
            .probe("i34-schema-absent", "the note has no schema", |draft| {
                draft.envelope(SECOND, |event| edit::leave_out(event, "/data/schema"))
            })
            .expect(INCOMPLETE),
        DENY_NOTE
            .probe(
                "i34-type-inside-over-array",
                "the note's data is an array under the type of a decision",
                |draft| {
                    draft.envelope(SECOND, |event| {
                        event["data"] = json!([]);
                        event["type"] = json!("assay.enforcement_decision.v0");
                    })
                },
            )
            .expect(INVALID),
    ]
}

/// A note with another value of a member of its envelope, hashed so where the
/// hash covers it.
fn note(id: &'static str, member: &'static str, value: Value) -> Probe {
    DENY_NOTE.probe(id, &format!("the note's `{member}` is `{value}`"), |draft| {
        draft.envelope(SECOND, move |event| event[member] = value)
    })
}

/// A note whose content hash is `value`, under a run root over what it should
/// be.
fn carried(id: &'static str, value: Value) -> Probe {
    DENY_NOTE.probe(id, &format!("the note's `assaycontenthash` is `{value}`"), |draft| {
        draft.event(SECOND, move |event| event["assaycontenthash"] = value)
    })
}
