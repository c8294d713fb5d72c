//! Which tools are known, and how many entries a record has.

use super::twin::{GITHUB, SLACK, UNKNOWN, WORKSPACE, case, surface};
use crate::corpus::Case;
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::tool_decision as rules;
use serde_json::{Value, json};

pub(super) fn vectors() -> Vec<Case> {
    [known(), unknown(), several()].into_iter().flatten().collect()
}

fn known() -> Vec<Case> {
    let named = |id, rule, name: &'static str| {
        GITHUB
            .vary(id, rule, &format!("the tool is called `{name}`"))
            .call("/tool_name", json!(name))
            .expect(|entry| entry["tool"]["name"] = json!(name))
    };
    vec![
        named("github_leaf_create", &rules::CREATE_DEPLOY_KEY, "github.create_deploy_key"),
        named("github_leaf_add", &rules::ADD_DEPLOY_KEY, "proxy.add_deploy_key"),
        named("leaf_behind_last_dot", &rules::LEAF_LAST_DOT, "gateway.github.add_deploy_key"),
        named("leaf_bare", &rules::LEAF_BARE, "add_deploy_key"),
        SLACK
            .vary("slack_leaf_add_member", &rules::ADD_MEMBER, "the tool is `chat.add_member`")
            .call("/tool_name", json!("chat.add_member"))
            .expect(|entry| entry["tool"]["name"] = json!("chat.add_member")),
        SLACK
            .vary("slack_leaf_invite", &rules::INVITE, "the tool is `slack.invite`")
            .call("/tool_name", json!("slack.invite"))
            .expect(|entry| entry["tool"]["name"] = json!("slack.invite")),
        SLACK
            .vary("slack_invite_adds", &rules::ACTION_VERB, "the tool is `groups.invite`")
            .call("/tool_name", json!("groups.invite"))
            .because("The verb is the classifier's, not the leaf.")
            .expect(|entry| entry["tool"]["name"] = json!("groups.invite")),
        workspace("workspace_leaf_grant_admin", &rules::GRANT_ADMIN, "admin.grant_admin", "grant"),
        workspace(
            "workspace_leaf_change_role",
            &rules::CHANGE_ROLE,
            "workspace.change_role",
            "change_role",
        ),
        workspace(
            "workspace_leaf_invite_external",
            &rules::INVITE_EXTERNAL,
            "workspace.invite_external",
            "invite",
        ),
        workspace(
            "workspace_leaf_modify_org_policy",
            &rules::MODIFY_ORG_POLICY,
            "workspace.modify_org_policy",
            "modify",
        ),
        workspace(
            "workspace_leaf_create_workspace_token",
            &rules::CREATE_WORKSPACE_TOKEN,
            "workspace.create_workspace_token",
            "create",
        ),
    ]
}

fn workspace(id: &'static str, rule: &'static Rule, name: &str, verb: &str) -> Case {
    WORKSPACE
        .vary(id, rule, &format!("the tool is `{name}`"))
        .call("/tool_name", json!(name))
        .expect(|entry| {
            entry["tool"]["name"] = json!(name);
            entry["action"]["verb"] = json!(verb);
        })
}

fn unknown() -> Vec<Case> {
    let github = |id, rule, edit: &str, name: &str| {
        GITHUB.vary(id, rule, edit).call("/tool_name", json!(name))
    };
    let misc = |id, rule, name: &str| {
        UNKNOWN
            .vary(id, rule, &format!("the tool is called `{name:?}`"))
            .call("/tool_name", json!(name))
            .expect(|entry| entry["tool"]["name"] = json!(name))
    };
    vec![
        github(
            "leaf_in_capitals",
            &rules::LEAF_CASE,
            "the tool is called `github.Add_Deploy_Key`",
            "github.Add_Deploy_Key",
        )
        .expect_unknown("github.Add_Deploy_Key"),
        github(
            "github_leaf_near_miss",
            &rules::LEAF_NARROW,
            "the tool is called `github.add_deploy_keys`",
            "github.add_deploy_keys",
        )
        .expect_unknown("github.add_deploy_keys"),
        WORKSPACE
            .vary(
                "workspace_leaf_near_miss",
                &rules::LEAF_NARROW,
                "the tool is called `workspace.grant_admin_role`",
            )
            .call("/tool_name", json!("workspace.grant_admin_role"))
            .expect_unknown("workspace.grant_admin_role"),
        github(
            "leaf_with_a_control_character",
            &rules::LEAF_RAW,
            "a bell stands inside the tool's name",
            "github.add_deploy\u{7}_key",
        )
        .because("The name that was called is another one, however it is shown.")
        .expect_unknown("github.add_deploy\u{fffd}_key"),
        misc("unknown_other_action", &rules::UNKNOWN_NULL, "github.delete_repo"),
        misc("unknown_opposite_action", &rules::UNKNOWN_CLASS, "slack.remove_member"),
        misc("unknown_bare", &rules::UNKNOWN_STATE, "deploy"),
        misc("unknown_without_a_name", &rules::REASON_PRESENT, ""),
        misc("unknown_ends_in_a_dot", &rules::REASON_VOCABULARY, "github."),
    ]
}

/// A vector of several calls, or of none.
fn listed(
    id: &'static str,
    rule: &'static Rule,
    description: &str,
    calls: &[Value],
    entries: &[Value],
) -> Case {
    Case { rule: Some(rule.id), ..Case::new(id, description, case(calls), surface(entries)) }
}

fn several() -> Vec<Case> {
    let unknown = |name: &str| {
        let (mut call, mut entry) = ((UNKNOWN.call)(), (UNKNOWN.entry)());
        call["tool_name"] = json!(name);
        entry["tool"]["name"] = json!(name);
        (call, entry)
    };
    let (first, second) = (unknown("misc.archive_board"), unknown("misc.open_board"));
    vec![
        listed(
            "no_calls",
            &rules::SCHEMA,
            "No call was observed. The record says so, and no more.",
            &[],
            &[],
        ),
        listed(
            "two_calls_one_unknown",
            &rules::UNKNOWN_RECORDED,
            "A deploy key, and a call that no classifier knows: an entry each.",
            &[(GITHUB.call)(), (UNKNOWN.call)()],
            &[(GITHUB.entry)(), (UNKNOWN.entry)()],
        ),
        listed(
            "two_unknown_calls",
            &rules::NON_CLAIM_TRAFFIC,
            "Two calls that no classifier knows.",
            &[first.0, second.0],
            &[first.1, second.1],
        ),
        listed(
            "same_call_twice",
            &rules::ONE_PER_CALL,
            "One deploy key added twice: two calls, two entries.",
            &[(GITHUB.call)(), (GITHUB.call)()],
            &[(GITHUB.entry)(), (GITHUB.entry)()],
        ),
        UNKNOWN
            .vary(
                "unknown_with_another_status",
                &rules::NON_CLAIM_PERSISTENCE,
                "the provider answers `\"queued\"`",
            )
            .call("/status", json!("queued"))
            .expect(|entry| {
                entry["response"]["status"] = json!("queued");
                entry["response"]["side_effect_asserted"] = json!(false);
            }),
    ]
}
