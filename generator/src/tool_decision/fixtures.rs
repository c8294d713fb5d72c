//! The seven fixtures that the text names.

use super::twin::{GITHUB, SLACK, UNKNOWN, WORKSPACE};
use crate::corpus::Case;
use mcp_evidence_contract::catalogue::tool_decision as rules;
use serde_json::json;

pub(super) fn vectors() -> Vec<Case> {
    vec![
        GITHUB.itself(
            &rules::ASSERTED_TRUE,
            "The provider says that it worked: asserted, and not verified.",
        ),
        GITHUB
            .vary(
                "github_deploy_key_deny",
                &rules::ACTION_CLASS,
                "policy denied it, with status `\"blocked\"`",
            )
            .call("/effect", json!("deny"))
            .call("/status", json!("blocked"))
            .call("/rule_id", json!("tool.github.deploy_key.deny.prod"))
            .because("What was denied is a privileged action all the same, and asserts nothing.")
            .expect(|entry| {
                entry["decision"]["effect"] = json!("deny");
                entry["decision"]["rule_id"] = json!("tool.github.deploy_key.deny.prod");
                entry["response"]["status"] = json!("blocked");
                entry["response"]["side_effect_asserted"] = json!(false);
            }),
        GITHUB
            .vary("github_deploy_key_incomplete", &rules::REPO_REQUIRED, "`repo` is left out")
            .without("repo")
            .expect_incomplete(json!({"provider": "github", "owner": "org"})),
        SLACK.itself(&rules::VERIFIED, "Success is what the provider asserts, never proof."),
        WORKSPACE.itself(&rules::ENFORCED, "An allow is a decision that was enforced too."),
        UNKNOWN.itself(
            &rules::UNKNOWN_RECORDED,
            "It is recorded as what it is, and never taken for clean.",
        ),
        GITHUB
            .vary(
                "redacted_and_sanitized",
                &rules::SECRETS_DROPPED,
                "a private key and a token come along, and an escape stands in the server's id \
                 and in the repository's name",
            )
            .call("/server/id", json!("git\u{1b}hub"))
            .argument("repo", json!("prod\u{1b}[31m-repo"))
            .argument("private_key", json!("-----BEGIN PRIVATE KEY----- bm90LWEta2V5"))
            .argument("token", json!("ghp_fixture_0001"))
            .secret("-----BEGIN PRIVATE KEY----- bm90LWEta2V5")
            .secret("ghp_fixture_0001")
            .forbid("git\u{1b}hub")
            .forbid("prod\u{1b}[31m-repo")
            .expect(|entry| entry["action"]["target"]["repo"] = json!("prod\u{fffd}[31m-repo")),
    ]
}
