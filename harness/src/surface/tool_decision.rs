//! The record of `assay.tool_decision_surface.v0`, as far as it is compared.
//!
//! - `schema`, and of `non_claims` which of the three sentences are there;
//! - of each entry `classification`, `reason_code`, `tool`, the class, verb,
//!   resource type and target of `action`, effect, rule id and `enforced` of
//!   `decision`, status and the two side effects of `response`, and the three
//!   members of `redaction`; `detail` of incomplete deploy keys.
//!
//! A target is compared whole, so that nothing may be added to it. Other members
//! are not looked at. What the text leaves open, a scored comparison leaves open
//! too: an expected `reason_code` may be a list of which one must be there, the
//! character that stands for a control character may be any text without one,
//! and a hash of nothing may be null or absent where the text does not say.

use super::{Object, ShapeFault, Surface, begins_with, smallest};
use crate::warning::Warning;
use mcp_evidence_contract::vocabulary::tool_decision::NON_CLAIMS;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The surface of suites whose cases are observed calls.
#[derive(Debug, Clone)]
pub struct ToolDecisionSurface;

const ENTRIES: &str = "observed_tool_decisions";

/// The compared members of an entry's objects.
const PARTS: [(&str, &[&str]); 5] = [
    ("tool", &["name", "category"]),
    ("action", &["class", "verb", "resource_type", "target"]),
    ("decision", &["effect", "rule_id", "enforced"]),
    ("response", &["status", "side_effect_asserted", "side_effect_verified"]),
    ("redaction", &["arguments_redacted", "credential_alias", "secret_material_stored"]),
];

/// What stands for a control character in an expectation.
const REPLACED: char = '\u{fffd}';

impl Surface for ToolDecisionSurface {
    fn project(&self, report: &Object) -> Result<Value, ShapeFault> {
        let mut projected = Object::new();
        if let Some(schema) = report.get("schema") {
            projected.insert("schema".to_owned(), schema.clone());
        }
        let said = report.get("non_claims").and_then(Value::as_array);
        let said = |sentence: &&str| said.is_some_and(|all| all.iter().any(|one| one == sentence));
        let non_claims: Vec<&str> = NON_CLAIMS.into_iter().filter(said).collect();
        projected.insert("non_claims".to_owned(), json!(non_claims));
        let entries = report.get(ENTRIES);
        let Some(Value::Array(items)) = entries else {
            return Err(ShapeFault::new(ENTRIES, "an array", entries));
        };
        let items: Result<Vec<Value>, ShapeFault> = items
            .iter()
            .enumerate()
            .map(|(index, item)| match item.as_object() {
                Some(item) => Ok(entry(item)),
                None => {
                    Err(ShapeFault::new(format!("{ENTRIES}[{index}]"), "an object", Some(item)))
                }
            })
            .collect();
        projected.insert(ENTRIES.to_owned(), Value::Array(items?));
        Ok(Value::Object(projected))
    }

    fn agree(&self, expected: &Value, observed: &Value) -> bool {
        let (asked, given) = (entries(expected), entries(observed));
        expected["schema"] == observed["schema"]
            && expected["non_claims"] == observed["non_claims"]
            && asked.len() == given.len()
            && asked.iter().zip(given).all(|(asked, given)| entries_agree(asked, given))
    }

    fn smallest(&self) -> &'static [&'static str] {
        &smallest::TOOL_DECISION
    }

    fn has_member(&self, path: &str) -> bool {
        begins_with(path, &["schema", "non_claims", ENTRIES])
    }

    fn accepts(&self, _projection: &Value) -> Option<bool> {
        None
    }

    fn label(&self, projection: &Value) -> String {
        let words: Vec<&str> = entries(projection)
            .iter()
            .map(|entry| entry["classification"].as_str().unwrap_or("?"))
            .collect();
        if words.is_empty() { "no decisions".to_owned() } else { words.join(" + ") }
    }

    fn constants(&self, expectations: &[&Value]) -> Vec<Value> {
        // Of the few cases that ask for the same, and of no more.
        let mut seen = BTreeSet::new();
        let mut constants: Vec<Value> = Vec::new();
        for expected in expectations {
            if !seen.insert(expected.to_string()) && !constants.contains(expected) {
                constants.push((*expected).clone());
            }
        }
        constants
    }

    fn warnings(&self, _report: &Object, _projection: &Value) -> Vec<Warning> {
        Vec::new()
    }

    fn reasons(&self, _report: &Object) -> Vec<Vec<String>> {
        Vec::new()
    }
}

fn entries(surface: &Value) -> &[Value] {
    surface[ENTRIES].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn entry(entry: &Object) -> Value {
    let mut projected = Object::new();
    let mut keep = |name: &str, value: Value| projected.insert(name.to_owned(), value);
    for name in ["classification", "reason_code"] {
        if let Some(value) = entry.get(name) {
            keep(name, value.clone());
        }
    }
    for (part, names) in PARTS {
        let kept = match entry.get(part) {
            Some(Value::Object(members)) => names
                .iter()
                .filter_map(|name| Some(((*name).to_owned(), members.get(*name)?.clone())))
                .collect::<Object>()
                .into(),
            Some(other) => other.clone(),
            None => continue,
        };
        keep(part, kept);
    }
    let github = entry.get("tool").is_some_and(|tool| tool["category"] == "github_deploy_key");
    let incomplete = entry.get("classification").is_some_and(|one| one == "classified_incomplete");
    if let Some(detail) = entry.get("detail").filter(|_| github && incomplete) {
        keep("detail", detail.clone());
    }
    Value::Object(projected)
}

/// Whether an entry is the expected one, but for what the text leaves open.
fn entries_agree(expected: &Value, observed: &Value) -> bool {
    let (Some(expected), Some(observed)) = (expected.as_object(), observed.as_object()) else {
        return false;
    };
    let (mut expected, mut observed) = (expected.clone(), observed.clone());
    if let Some(Value::Array(codes)) = expected.get("reason_code") {
        let one_of = observed.get("reason_code").is_some_and(|code| codes.contains(code));
        for side in [&mut expected, &mut observed] {
            side.remove("reason_code");
            side.remove("detail");
        }
        if !one_of {
            return false;
        }
    }
    for side in [&mut expected, &mut observed] {
        drop_hash_of_nothing(side);
    }
    values_agree(&Value::Object(expected), &Value::Object(observed))
}

/// Neither the text nor its fixtures say whether a hash that there is nothing to
/// make of is null or absent, but for a channel, which is null.
fn drop_hash_of_nothing(entry: &mut Object) {
    let category = entry.get("tool").map(|tool| tool["category"].clone());
    let open = match category.as_ref().and_then(Value::as_str) {
        Some("github_deploy_key") => "key_title_hash",
        Some("slack_add_member") => "workspace_id_hash",
        Some(_) | None => return,
    };
    let target = entry.get_mut("action").and_then(|action| action.get_mut("target"));
    if let Some(target) = target.and_then(Value::as_object_mut)
        && target.get(open) == Some(&Value::Null)
    {
        target.remove(open);
    }
}

fn values_agree(expected: &Value, observed: &Value) -> bool {
    match (expected, observed) {
        (Value::String(expected), Value::String(observed)) if expected.contains(REPLACED) => {
            sanitized(expected, observed)
        }
        (Value::Object(expected), Value::Object(observed)) => {
            expected.len() == observed.len()
                && expected.iter().all(|(name, value)| {
                    observed.get(name).is_some_and(|found| values_agree(value, found))
                })
        }
        (Value::Array(expected), Value::Array(observed)) => {
            expected.len() == observed.len()
                && expected.iter().zip(observed).all(|(asked, given)| values_agree(asked, given))
        }
        (expected, observed) => expected == observed,
    }
}

/// Whether `observed` is `expected` with any text in the places of replaced
/// characters, and no control character anywhere.
fn sanitized(expected: &str, observed: &str) -> bool {
    let control = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r');
    if observed.contains(control) {
        return false;
    }
    let parts: Vec<&str> = expected.split(REPLACED).collect();
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return false };
    let Some(rest) = observed.strip_prefix(first) else { return false };
    let Some(mut rest) = rest.strip_suffix(last) else { return false };
    for part in &parts[1..parts.len() - 1] {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Value {
        json!({
            "schema": "assay.tool_decision_surface.v0",
            "observed_tool_decisions": [{
                "server": {"id": "github", "transport": "mcp"},
                "tool": {"name": "github.add_deploy_key", "category": "github_deploy_key"},
                "classification": "classified_incomplete",
                "reason_code": "missing_required_target_field",
                "detail": "missing_github_owner_or_repo",
                "action": {
                    "class": "privileged_admin_action", "verb": "create",
                    "resource_type": "github_deploy_key", "target": {"provider": "github"},
                },
                "decision": {
                    "effect": "allow", "source": "assay-mcp-server", "rule_id": null,
                    "enforced": true,
                },
                "response": {
                    "status": "success", "side_effect_asserted": true,
                    "side_effect_verified": false,
                },
                "redaction": {
                    "arguments_redacted": true, "credential_alias": null,
                    "secret_material_stored": false,
                },
            }],
            "non_claims": ["further", NON_CLAIMS[2], NON_CLAIMS[1], NON_CLAIMS[0]],
        })
    }

    fn projected(record: &Value) -> Value {
        ToolDecisionSurface.project(record.as_object().expect("an object")).expect("the shape")
    }

    /// Whether a record still agrees after a change.
    fn agrees(change: impl FnOnce(&mut Value)) -> bool {
        let mut changed = record();
        change(&mut changed);
        ToolDecisionSurface.agree(&projected(&record()), &projected(&changed))
    }

    #[test]
    fn what_is_not_compared_may_be_anything() {
        let entry = |record: &mut Value, at: &str, value: Value| {
            let (parent, name) = at.rsplit_once('/').expect("a pointer");
            let parent = format!("/observed_tool_decisions/0{parent}");
            record.pointer_mut(&parent).expect("a member")[name] = value;
        };
        for (at, value) in [
            ("/server", json!(1)),
            ("/decision/source", json!("other")),
            ("/action/required_scope", json!("x")),
            ("/correlation", json!({})),
            ("/response/side_effect", json!("x")),
            ("/redaction/sanitized_fields", json!([])),
            ("/action/target/key_title_hash", Value::Null),
        ] {
            assert!(agrees(|record| entry(record, at, value)), "{at}");
        }
        for (at, value) in [
            ("/tool/name", json!("x")),
            ("/tool/category", Value::Null),
            ("/classification", json!("classified")),
            ("/reason_code", json!("unknown_tool_name")),
            ("/reason_code", json!(["missing_required_target_field"])),
            ("/detail", json!("other")),
            ("/action/class", json!("x")),
            ("/action/verb", json!("x")),
            ("/action/resource_type", json!("x")),
            ("/action/target/repo", json!("x")),
            ("/action/target/owner", Value::Null),
            ("/decision/effect", json!("deny")),
            ("/decision/rule_id", json!("x")),
            ("/decision/enforced", json!(false)),
            ("/response/status", json!("x")),
            ("/response/side_effect_asserted", json!(false)),
            ("/response/side_effect_verified", json!(true)),
            ("/redaction/arguments_redacted", json!(false)),
            ("/redaction/credential_alias", json!("x")),
            ("/redaction/secret_material_stored", json!(true)),
        ] {
            assert!(!agrees(|record| entry(record, at, value)), "{at}");
        }
        assert!(!agrees(|record| record["schema"] = json!("x")));
        assert!(!agrees(|record| record["non_claims"] = json!(NON_CLAIMS[..2])));
        assert!(!agrees(|record| record[ENTRIES] = json!([])));
    }

    #[test]
    fn what_the_text_leaves_open_is_left_open() {
        let mut expected = projected(&record());
        expected[ENTRIES][0]["reason_code"] =
            json!(["unsupported_argument_shape", "missing_required_target_field"]);
        let observed = projected(&record());
        assert!(ToolDecisionSurface.agree(&expected, &observed));
        assert!(!ToolDecisionSurface.agree(&expected, &expected), "a list is no answer");
        for (observed, agrees) in [
            ("a\u{fffd}b", true),
            ("ab", true),
            ("a\\u{1b}b", true),
            ("a\u{1b}b", false),
            ("a\u{9b}b", false),
            ("b", false),
            ("a", false),
        ] {
            assert_eq!(sanitized("a\u{fffd}b", observed), agrees, "{observed:?}");
        }
        assert!(!sanitized("a\u{fffd}a", "a"), "no character serves twice");
        assert!(sanitized("\u{fffd}b\u{fffd}\u{fffd}c", "?b??c"));
    }

    #[test]
    fn a_record_is_an_object_with_a_list_of_objects() {
        for (record, member) in [
            (json!({}), "observed_tool_decisions"),
            (json!({"observed_tool_decisions": {}}), "observed_tool_decisions"),
            (json!({"observed_tool_decisions": [{}, 1]}), "observed_tool_decisions[1]"),
        ] {
            let record = record.as_object().expect("an object").clone();
            let fault = ToolDecisionSurface.project(&record).expect_err("a breach");
            assert_eq!(fault.member, member);
        }
    }
}
