//! The members of the envelope, on an event that the profile ignores: nothing
//! but the envelope's own rules can notice.

use crate::corpus::Case;
use crate::edit;
use crate::expect::{FAIL, INCOMPLETE};
use crate::twin::{DENY, DENY_NOTE, FIRST, SECOND, Variant};
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::event as rules;
use serde_json::json;

pub(super) fn vectors() -> Vec<Case> {
    vec![
        left_out("event-specversion-absent", &rules::SPECVERSION.absent, "specversion")
            .expect(FAIL),
        specversion("event-specversion-2", "2.0").expect(FAIL),
        specversion("event-specversion-1", "1").expect(FAIL),
        specversion("event-specversion-1-0-0", "1.0.0").expect(FAIL),
        left_out("event-type-absent", &rules::TYPE.absent, "type").expect(FAIL),
        left_out("event-source-absent", &rules::SOURCE.absent, "source").expect(FAIL),
        left_out("event-id-absent", &rules::ID.absent, "id").expect(FAIL),
        left_out("event-time-absent", &rules::TIME.absent, "time").expect(FAIL),
        left_out("event-datacontenttype-absent", &rules::DATACONTENTTYPE.absent, "datacontenttype")
            .expect(FAIL),
        left_out("event-run-id-absent", &rules::RUN_ID.absent, "assayrunid").expect(FAIL),
        left_out("event-sequence-absent", &rules::SEQ.absent, "assayseq").expect(FAIL),
        DENY_NOTE
            .vary(
                "event-content-hash-absent",
                &rules::CONTENT_HASH.absent,
                "the note's event lacks `assaycontenthash`",
                |draft| draft.event(SECOND, |event| edit::leave_out(event, "/assaycontenthash")),
            )
            .because("The run root is made of what it should be.")
            .expect(FAIL),
        left_out("event-data-absent", &rules::DATA_ABSENT, "data").expect(FAIL),
        DENY.vary(
            "event-subject",
            &rules::HASHED_SUBJECT,
            "the decision's event has a subject, which its content hash covers",
            |draft| draft.envelope(FIRST, |event| event["subject"] = json!("call/17")),
        )
        .expect(INCOMPLETE),
        DENY.vary(
            "event-subject-empty",
            &rules::HASHED_SUBJECT,
            "the decision's event has an empty subject, which its content hash covers",
            |draft| draft.envelope(FIRST, |event| event["subject"] = json!("")),
        )
        .because("An empty string is present.")
        .expect(INCOMPLETE),
        DENY_NOTE
            .vary(
                "event-subject-of-note",
                &rules::HASHED_SUBJECT,
                "the note's event has a subject beyond ASCII, which its content hash covers",
                |draft| {
                    draft.envelope(SECOND, |event| event["subject"] = json!("пример/\u{1f4dd}"))
                },
            )
            .expect(INCOMPLETE),
    ]
}

fn left_out(id: &'static str, rule: &'static Rule, member: &'static str) -> Variant {
    DENY_NOTE.vary(id, rule, format!("the note's event lacks `{member}`"), |draft| {
        draft.envelope(SECOND, move |event| edit::leave_out(event, &format!("/{member}")))
    })
}

fn specversion(id: &'static str, version: &'static str) -> Variant {
    let words = format!("the note's `specversion` is `\"{version}\"`, and hashed so");
    DENY_NOTE.vary(id, &rules::SPECVERSION_VALUE, words, |draft| {
        draft.envelope(SECOND, move |event| event["specversion"] = json!(version))
    })
}
