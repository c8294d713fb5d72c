//! Memberships (§slack_add_member).

use super::hashes;
use super::twin::{SLACK, WORKSPACE, case, surface};
use crate::corpus::Case;
use mcp_evidence_contract::catalogue::tool_decision as rules;
use serde_json::{Value, json};

pub(super) fn vectors() -> Vec<Case> {
    [scope(), principal(), domains()].into_iter().flatten().collect()
}

fn target(entry: &mut Value, member: &str, value: Value) {
    entry["action"]["target"][member] = value;
}

fn provider() -> Value {
    json!({"provider": "slack"})
}

fn scope() -> Vec<Case> {
    vec![
        SLACK
            .vary("slack_channel_only", &rules::SCOPE_CHANNEL, "there is no workspace")
            .without("workspace_id")
            .expect(|entry| target(entry, "workspace_id_hash", Value::Null)),
        SLACK
            .vary("slack_workspace_only", &rules::SCOPE_WORKSPACE, "there is no channel")
            .without("channel_id")
            .expect(|entry| target(entry, "channel_id_hash", Value::Null)),
        SLACK
            .vary("slack_channel_null", &rules::CHANNEL_NULL, "the channel is null")
            .argument("channel_id", Value::Null)
            .expect(|entry| target(entry, "channel_id_hash", Value::Null)),
        SLACK
            .vary(
                "slack_no_scope",
                &rules::SCOPE_REQUIRED,
                "there is neither workspace nor channel",
            )
            .without("workspace_id")
            .without("channel_id")
            .expect_incomplete(provider()),
        SLACK
            .vary(
                "slack_scope_number",
                &rules::REASON_MISSING,
                "the workspace is a number, and there is no channel",
            )
            .argument("workspace_id", json!(123))
            .without("channel_id")
            .expect_incomplete(provider()),
        SLACK
            .vary("slack_other_server", &rules::TOOL_CATEGORY, "the server calls itself `chat`")
            .call("/server/id", json!("chat"))
            .expect_the_same(),
    ]
}

fn principal() -> Vec<Case> {
    vec![
        SLACK
            .vary("slack_no_principal", &rules::SLACK_PRINCIPAL_REQUIRED, "there is no principal")
            .without("user_id")
            .expect_incomplete(provider()),
        SLACK
            .vary("slack_principal_null", &rules::SLACK_INCOMPLETE, "the principal is null")
            .argument("user_id", Value::Null)
            .expect_incomplete(provider()),
        SLACK
            .vary("slack_principal_number", &rules::STATE_VOCABULARY, "the principal is a number")
            .argument("user_id", json!(4711))
            .forbid("4711")
            .expect_incomplete(provider()),
        SLACK
            .vary("slack_user", &rules::SLACK_USER, "the principal is given as `user`")
            .without("user_id")
            .argument("user", json!("alice@example.com"))
            .expect_the_same(),
        SLACK
            .vary(
                "slack_other_principal",
                &rules::SLACK_PRINCIPAL_HASHED,
                "it is another principal",
            )
            .argument("user_id", json!("carol@example.com"))
            .forbid("carol@example.com")
            .expect(|entry| target(entry, "principal_hash", json!(hashes::SLACK_CAROL))),
    ]
}

fn domains() -> Vec<Case> {
    let both = {
        let (slack, mut workspace) = ((SLACK.call)(), (WORKSPACE.call)());
        workspace["arguments"]["user_id"] = json!("alice@example.com");
        let (first, mut second) = ((SLACK.entry)(), (WORKSPACE.entry)());
        target(&mut second, "principal_hash", json!(hashes::ALICE));
        let identifiers = SLACK.identifiers.iter().chain(&["acme"]);
        Case {
            rule: Some(rules::SLACK_PRINCIPAL_DOMAIN.id),
            forbidden: identifiers.map(|text| (*text).to_owned()).collect(),
            ..Case::new(
                "same_principal_in_slack_and_workspace",
                "One principal becomes a member, and then an admin: under two domains it has two \
                 hashes.",
                case(&[slack, workspace]),
                surface(&[first, second]),
            )
        }
    };
    vec![
        both,
        SLACK
            .vary(
                "slack_channel_named_as_the_workspace",
                &rules::SLACK_CHANNEL_DOMAIN,
                "the channel has the workspace's id",
            )
            .argument("channel_id", json!("T0123"))
            .expect(|entry| target(entry, "channel_id_hash", json!(hashes::SLACK_CHANNEL_T0123))),
        SLACK
            .vary(
                "slack_workspace_named_as_another",
                &rules::SLACK_WORKSPACE_DOMAIN,
                "the workspace is called as one of another system",
            )
            .argument("workspace_id", json!("acme"))
            .forbid("acme")
            .expect(|entry| target(entry, "workspace_id_hash", json!(hashes::SLACK_ACME))),
        SLACK
            .vary("slack_other_ids", &rules::SLACK_IDS_HASHED, "workspace and channel are others")
            .argument("workspace_id", json!("T0999"))
            .argument("channel_id", json!("C0999"))
            .forbid("T0999")
            .forbid("C0999")
            .expect(|entry| {
                target(entry, "workspace_id_hash", json!(hashes::SLACK_T0999));
                target(entry, "channel_id_hash", json!(hashes::SLACK_C0999));
            }),
    ]
}
