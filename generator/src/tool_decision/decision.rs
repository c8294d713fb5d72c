//! Decision, response and redaction: what was observed, and never more.

use super::twin::{GITHUB, SLACK, UNKNOWN, WORKSPACE};
use crate::corpus::Case;
use mcp_evidence_contract::catalogue::tool_decision as rules;
use serde_json::{Value, json};

pub(super) fn vectors() -> Vec<Case> {
    let asserts_nothing = |entry: &mut Value| {
        entry["response"]["side_effect_asserted"] = json!(false);
    };
    vec![
        GITHUB
            .vary("rule_id_null", &rules::RULE_ID, "no rule decided")
            .call("/rule_id", Value::Null)
            .expect(|entry| entry["decision"]["rule_id"] = Value::Null),
        SLACK
            .vary("effect_error", &rules::EFFECT, "the decision failed, with status `\"error\"`")
            .call("/effect", json!("error"))
            .call("/status", json!("error"))
            .expect(|entry| {
                entry["decision"]["effect"] = json!("error");
                entry["response"]["status"] = json!("error");
                asserts_nothing(entry);
            }),
        GITHUB
            .vary(
                "deny_with_status_success",
                &rules::ASSERTED_EFFECT,
                "policy denied it, and its status is `\"success\"` all the same",
            )
            .call("/effect", json!("deny"))
            .expect(|entry| {
                entry["decision"]["effect"] = json!("deny");
                asserts_nothing(entry);
            }),
        GITHUB
            .vary(
                "allow_with_a_failed_status",
                &rules::ASSERTED_STATUS,
                "the provider answers `\"failed\"`",
            )
            .call("/status", json!("failed"))
            .expect(|entry| {
                entry["response"]["status"] = json!("failed");
                asserts_nothing(entry);
            }),
        WORKSPACE
            .vary("status_as_observed", &rules::STATUS, "it was denied, with status `\"timeout\"`")
            .call("/effect", json!("deny"))
            .call("/status", json!("timeout"))
            .expect(|entry| {
                entry["decision"]["effect"] = json!("deny");
                entry["response"]["status"] = json!("timeout");
                asserts_nothing(entry);
            }),
        GITHUB
            .vary(
                "argument_that_says_verified",
                &rules::VERIFIED_ARGUMENT,
                "an argument says `side_effect_verified`",
            )
            .argument("side_effect_verified", json!(true))
            .because("Whoever calls a tool verifies nothing.")
            .expect_the_same(),
        UNKNOWN
            .vary("arguments_empty", &rules::ARGUMENTS_REDACTED, "there are no arguments")
            .call("/arguments", json!({}))
            .expect_the_same(),
        GITHUB
            .vary("alias_of_another_credential", &rules::ALIAS, "the credential is `deploy-bot`")
            .call("/credential_alias", json!("deploy-bot"))
            .expect(|entry| entry["redaction"]["credential_alias"] = json!("deploy-bot")),
        WORKSPACE
            .vary("alias_null", &rules::ALIAS_NULL, "no credential was used")
            .call("/credential_alias", Value::Null)
            .expect(|entry| entry["redaction"]["credential_alias"] = Value::Null),
    ]
}
