//! The establish record (§5 Stage 2).

use crate::corpus::Case;
use crate::expect::{INCOMPLETE, INVALID};
use crate::twin::{ALLOW_ESTABLISH, DENY_ESTABLISH, SECOND};
use mcp_evidence_contract::catalogue::establish as rules;
use serde_json::json;

pub(super) fn vectors() -> Vec<Case> {
    let unknown = &rules::PATH_VOCABULARY;
    let path = (SECOND, rules::PATH.member);
    let outcome = (SECOND, rules::RUN_OUTCOME.member);
    let attempted = (SECOND, rules::ATTEMPTED.member);
    let twin = &ALLOW_ESTABLISH;
    vec![
        twin.absent("establish-path-absent", &rules::PATH, SECOND).expect(INVALID),
        twin.null("establish-path-null", &rules::PATH, SECOND).expect(INVALID),
        twin.typed("establish-path-number", &rules::PATH, SECOND, json!(7)).expect(INVALID),
        twin.value("establish-path-unknown", unknown, path, json!("established_then_forgotten"))
            .expect(INVALID),
        twin.value("establish-path-empty", unknown, path, json!("")).expect(INVALID),
        twin.value("establish-path-capital", unknown, path, json!("Established_then_allowed"))
            .expect(INVALID),
        twin.value("establish-path-constructor", unknown, path, json!("constructor"))
            .because("A table that is a plain object has something under this name.")
            .expect(INVALID),
        twin.value("establish-path-proto", unknown, path, json!("__proto__")).expect(INVALID),
        twin.value("establish-path-to-string", unknown, path, json!("toString")).expect(INVALID),
        twin.absent("establish-outcome-absent", &rules::RUN_OUTCOME, SECOND)
            .because("A reader that compares with nothing finds the equality to hold.")
            .expect(INVALID),
        twin.null("establish-outcome-null", &rules::RUN_OUTCOME, SECOND).expect(INVALID),
        twin.typed("establish-outcome-number", &rules::RUN_OUTCOME, SECOND, json!(7))
            .expect(INVALID),
        twin.typed("establish-outcome-array", &rules::RUN_OUTCOME, SECOND, json!(["complete"]))
            .expect(INVALID),
        twin.absent("establish-attempted-absent", &rules::ATTEMPTED, SECOND).expect(INVALID),
        DENY_ESTABLISH
            .absent("establish-attempted-absent-none", &rules::ATTEMPTED, SECOND)
            .because("A reader that takes the absent member for false finds it right.")
            .expect(INVALID),
        twin.null("establish-attempted-null", &rules::ATTEMPTED, SECOND).expect(INVALID),
        DENY_ESTABLISH
            .null("establish-attempted-null-none", &rules::ATTEMPTED, SECOND)
            .because("A reader that takes null for false finds it right.")
            .expect(INVALID),
        twin.value("establish-attempted-not", &rules::ATTEMPTED_PERFORMED, attempted, json!(false))
            .expect(INVALID),
        DENY_ESTABLISH
            .value(
                "establish-attempted-none-performed",
                &rules::ATTEMPTED_NOT_PERFORMED,
                attempted,
                json!(true),
            )
            .expect(INVALID),
        twin.value("establish-outcome-other", &rules::OPEN_OUTCOME, outcome, json!("timed_out"))
            .expect(INCOMPLETE),
        twin.value("establish-outcome-empty", &rules::OPEN_OUTCOME, outcome, json!(""))
            .expect(INCOMPLETE),
        twin.value(
            "establish-outcome-capital",
            &rules::OPEN_OUTCOME,
            outcome,
            json!("Not_performed"),
        )
        .because("That is another outcome than `not_performed`, so something was attempted.")
        .expect(INCOMPLETE),
    ]
}
