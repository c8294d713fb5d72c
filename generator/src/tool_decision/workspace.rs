//! Workspaces (§workspace_admin).

use super::hashes;
use super::twin::WORKSPACE;
use crate::corpus::Case;
use mcp_evidence_contract::catalogue::tool_decision as rules;
use serde_json::{Value, json};

pub(super) fn vectors() -> Vec<Case> {
    [required(), names(), hashed(), roles()].into_iter().flatten().collect()
}

fn target(entry: &mut Value, member: &str, value: &str) {
    entry["action"]["target"][member] = json!(value);
}

fn required() -> Vec<Case> {
    let provider = || json!({"provider": "workspace"});
    vec![
        WORKSPACE
            .vary("workspace_no_workspace", &rules::WORKSPACE_REQUIRED, "there is no workspace")
            .without("workspace_id")
            .expect_incomplete(provider()),
        WORKSPACE
            .vary(
                "workspace_no_principal",
                &rules::WORKSPACE_PRINCIPAL_REQUIRED,
                "there is no principal",
            )
            .without("user_id")
            .expect_incomplete(provider()),
        WORKSPACE
            .vary("workspace_principal_null", &rules::WORKSPACE_INCOMPLETE, "the principal is null")
            .argument("user_id", Value::Null)
            .expect_incomplete(provider()),
        WORKSPACE
            .vary(
                "workspace_other_server",
                &rules::RESOURCE_TYPE,
                "the server calls itself `directory`",
            )
            .call("/server/id", json!("directory"))
            .expect_the_same(),
    ]
}

fn names() -> Vec<Case> {
    let renamed = |id, rule, from: &str, to: &str, value: &str| {
        WORKSPACE
            .vary(id, rule, &format!("`{from}` is called `{to}`"))
            .without(from)
            .argument(to, json!(value))
            .expect_the_same()
    };
    let bob = "bob@example.com";
    vec![
        renamed(
            "workspace_by_workspace",
            &rules::WORKSPACE_NAME,
            "workspace_id",
            "workspace",
            "acme",
        ),
        renamed("workspace_by_org", &rules::WORKSPACE_ORG, "workspace_id", "org", "acme"),
        renamed("workspace_by_user", &rules::WORKSPACE_USER, "user_id", "user", bob),
        renamed("workspace_by_principal", &rules::WORKSPACE_PRINCIPAL, "user_id", "principal", bob),
    ]
}

fn hashed() -> Vec<Case> {
    let other =
        |id, rule, argument: &str, value: &str, member: &'static str, hash: &'static str| {
            WORKSPACE
                .vary(id, rule, &format!("`{argument}` is another one"))
                .argument(argument, json!(value))
                .forbid(value)
                .expect(|entry| target(entry, member, hash))
        };
    let (workspace, principal) = ("workspace_id_hash", "principal_hash");
    vec![
        other(
            "workspace_own_domain",
            &rules::WORKSPACE_DOMAIN,
            "workspace_id",
            "globex",
            workspace,
            hashes::GLOBEX,
        ),
        other(
            "workspace_other_workspace",
            &rules::WORKSPACE_HASHED,
            "workspace_id",
            "initech",
            workspace,
            hashes::INITECH,
        ),
        other(
            "workspace_principal_own_domain",
            &rules::WORKSPACE_PRINCIPAL_DOMAIN,
            "user_id",
            "alice@example.com",
            principal,
            hashes::ALICE,
        ),
        other(
            "workspace_other_principal",
            &rules::WORKSPACE_PRINCIPAL_HASHED,
            "user_id",
            "carol@example.com",
            principal,
            hashes::CAROL,
        ),
    ]
}

fn roles() -> Vec<Case> {
    vec![
        WORKSPACE
            .vary("workspace_role_plain", &rules::ROLE_PLAIN, "the role is `Billing-Admin`")
            .argument("role", json!("Billing-Admin"))
            .expect(|entry| target(entry, "role", "Billing-Admin")),
        WORKSPACE
            .vary("workspace_no_role", &rules::ROLE_PRESENT, "there is no role")
            .without("role")
            .expect(|entry| {
                entry["action"]["target"].as_object_mut().expect("an object").remove("role");
            }),
    ]
}
