//! Probes of the points that the text leaves open. Each expectation is the
//! pinned reading's, for display.

use super::hashes;
use super::twin::{GITHUB, SLACK, Variant, WORKSPACE, incomplete};
use crate::corpus::Case;
use mcp_evidence_contract::{System, points};
use serde_json::{Value, json};

pub(super) fn vectors() -> Vec<Case> {
    let files = [fields(), aliases(), controls(), nothing(), shapes(), unicode()];
    files.into_iter().flatten().map(pointed).collect()
}

/// Beside its point, which lists it.
fn pointed(case: Case) -> Case {
    let mut points = points::of(System::ToolDecisionSurface);
    let point = points.find(|point| point.probes.contains(&case.id));
    let point = point.expect("every probe stands in the list of its point");
    Case { point: Some(point.id), twin: None, edit: None, ..case }
}

fn fields() -> Vec<Case> {
    vec![
        GITHUB
            .probe("t01-owner-empty", "`owner` is empty")
            .argument("owner", json!(""))
            .expect_incomplete(json!({"provider": "github"})),
        SLACK
            .probe("t01-principal-blank", "the principal is two blanks")
            .argument("user_id", json!("  "))
            .expect_incomplete(json!({"provider": "slack"})),
        WORKSPACE
            .probe("t01-workspace-empty", "the workspace is empty")
            .argument("workspace_id", json!(""))
            .expect_incomplete(json!({"provider": "workspace"})),
    ]
}

fn aliases() -> Vec<Case> {
    vec![
        GITHUB
            .probe("t02-two-titles", "`key_title` has another title")
            .argument("key_title", json!("other-key"))
            .expect(|entry| {
                entry["action"]["target"]["key_title_hash"] = json!(hashes::OTHER_KEY);
            }),
        SLACK
            .probe("t02-two-users", "`user` names another principal")
            .argument("user", json!("carol@example.com"))
            .expect_the_same(),
        WORKSPACE
            .probe("t02-three-workspaces", "`workspace` and `org` name others")
            .argument("workspace", json!("globex"))
            .argument("org", json!("initech"))
            .expect_the_same(),
        WORKSPACE
            .probe("t02-three-principals", "`user` and `principal` name others")
            .argument("user", json!("carol@example.com"))
            .argument("principal", json!("dave@example.com"))
            .expect_the_same(),
        SLACK
            .probe(
                "t03-first-name-a-number",
                "`user_id` is a number, and `user` names the principal",
            )
            .argument("user_id", json!(4711))
            .argument("user", json!("alice@example.com"))
            .expect_the_same(),
        WORKSPACE
            .probe("t03-first-name-null", "`workspace_id` is null, and `org` names the workspace")
            .argument("workspace_id", Value::Null)
            .argument("org", json!("acme"))
            .expect_the_same(),
    ]
}

fn controls() -> Vec<Case> {
    let named = |id, edit: &str, raw: &str, shown: &'static str| {
        GITHUB
            .probe(id, edit)
            .call("/tool_name", json!(raw))
            .expect(|entry| entry["tool"]["name"] = json!(shown))
    };
    vec![
        named(
            "t04-one-escape",
            "an escape stands in the tool's name",
            "git\u{1b}hub.add_deploy_key",
            "git\u{fffd}hub.add_deploy_key",
        ),
        named(
            "t04-two-in-a-row",
            "an escape and a bell stand in the tool's name",
            "git\u{1b}\u{7}hub.add_deploy_key",
            "git\u{fffd}\u{fffd}hub.add_deploy_key",
        ),
    ]
}

fn nothing() -> Vec<Case> {
    vec![
        GITHUB.probe("t05-no-title", "there is no title").without("title").expect(|entry| {
            let target = entry["action"]["target"].as_object_mut().expect("an object");
            target.remove("key_title_hash");
        }),
        SLACK
            .probe("t06-no-workspace", "there is no workspace")
            .without("workspace_id")
            .expect(|entry| entry["action"]["target"]["workspace_id_hash"] = Value::Null),
    ]
}

fn shapes() -> Vec<Case> {
    let shape = |variant: Variant, arguments: Value| {
        variant.call("/arguments", arguments).expect(|entry| {
            incomplete(entry, json!({"provider": "slack"}));
            entry["reason_code"] = json!("unsupported_argument_shape");
        })
    };
    vec![
        shape(SLACK.probe("t07-array", "its arguments are an array"), json!(["T0123"])),
        shape(SLACK.probe("t07-null", "its arguments are null"), Value::Null),
    ]
}

fn unicode() -> Vec<Case> {
    let principal = |id, edit: &str, value: &str, hash: &'static str| {
        SLACK
            .probe(id, edit)
            .argument("user_id", json!(value))
            .expect(|entry| entry["action"]["target"]["principal_hash"] = json!(hash))
    };
    vec![
        principal(
            "t08-capital-umlaut",
            "the principal starts with a capital umlaut",
            "\u{c4}NNE@example.com",
            hashes::SLACK_ANNE,
        ),
        principal(
            "t08-no-break-space",
            "a no-break space stands before the principal",
            "\u{a0}alice@example.com",
            hashes::SLACK_ALICE,
        ),
    ]
}
