//! Arguments of another shape, and arguments that nobody asked for.

use super::twin::{GITHUB, SLACK, Twin, WORKSPACE};
use crate::corpus::Case;
use mcp_evidence_contract::catalogue::tool_decision as rules;
use serde_json::{Value, json};

pub(super) fn vectors() -> Vec<Case> {
    vec![
        shape(&GITHUB, "github_arguments_null", Value::Null),
        shape(&GITHUB, "github_arguments_array", json!(["org", "prod-repo"])),
        shape(&GITHUB, "github_arguments_string", json!("owner=org repo=prod-repo")),
        shape(&SLACK, "slack_arguments_null", Value::Null),
        shape(&SLACK, "slack_arguments_array", json!(["T0123"])),
        shape(&WORKSPACE, "workspace_arguments_null", Value::Null),
        shape(&WORKSPACE, "workspace_arguments_string", json!("acme")),
        GITHUB
            .vary("unknown_argument", &rules::UNKNOWN_DROPPED, "a note comes along")
            .argument("note", json!("rotate before friday"))
            .forbid("rotate before friday")
            .expect_the_same(),
        SLACK
            .vary(
                "unknown_argument_near_a_field",
                &rules::UNKNOWN_DROPPED,
                "`user_name` comes along",
            )
            .argument("user_name", json!("Alice Example"))
            .forbid("Alice Example")
            .expect_the_same(),
        WORKSPACE
            .vary("unknown_argument_of_another_tool", &rules::UNKNOWN_DROPPED, "`repo` comes along")
            .argument("repo", json!("prod-repo"))
            .because("It is a field of deploy keys, not of workspaces.")
            .expect_the_same(),
    ]
}

/// The text has two reason codes for it, and does not say which.
fn shape(twin: &'static Twin, id: &'static str, arguments: Value) -> Case {
    let (category, provider) = match twin.id {
        "github_deploy_key_allow" => ("deploy key", "github"),
        "slack_add_member_allow" => ("membership", "slack"),
        _ => ("workspace action", "workspace"),
    };
    twin.vary(id, &rules::ARGUMENTS_SHAPE, &format!("its arguments are `{arguments}`"))
        .call("/arguments", arguments)
        .because(&format!("The tool is known, and nothing is known of the {category}."))
        .expect(|entry| {
            entry["classification"] = json!("classified_incomplete");
            entry["reason_code"] =
                json!(["missing_required_target_field", "unsupported_argument_shape"]);
            entry["action"]["target"] = json!({ "provider": provider });
        })
}
