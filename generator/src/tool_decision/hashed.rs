//! What is hashed (§Redaction and sanitization): equal inputs alike.

use super::hashes;
use super::twin::{SLACK, case, surface};
use crate::corpus::Case;
use mcp_evidence_contract::catalogue::tool_decision as rules;
use serde_json::json;

pub(super) fn vectors() -> Vec<Case> {
    let twice = Case {
        rule: Some(rules::HASH_EQUAL.id),
        forbidden: SLACK.identifiers.iter().map(|text| (*text).to_owned()).collect(),
        ..Case::new(
            "hash_equal_in_two_calls",
            "One member added twice: equal inputs have equal hashes in both entries.",
            case(&[(SLACK.call)(), (SLACK.call)()]),
            surface(&[(SLACK.entry)(), (SLACK.entry)()]),
        )
    };
    vec![
        SLACK
            .vary("hash_upper_case", &rules::HASH_LOWERCASE, "the principal is in capitals")
            .argument("user_id", json!("ALICE@EXAMPLE.COM"))
            .forbid("ALICE@EXAMPLE.COM")
            .expect_the_same(),
        SLACK
            .vary("hash_surrounding_blanks", &rules::HASH_TRIM, "blanks surround the principal")
            .argument("user_id", json!("  alice@example.com "))
            .expect_the_same(),
        SLACK
            .vary("hash_raw_value", &rules::HASH_RAW, "a bell stands inside the principal")
            .argument("user_id", json!("alice\u{7}@example.com"))
            .forbid("alice\u{7}@example.com")
            .because("It is hashed as it is, and never shown.")
            .expect(|entry| {
                entry["action"]["target"]["principal_hash"] = json!(hashes::SLACK_BELL);
            }),
        twice,
    ]
}
