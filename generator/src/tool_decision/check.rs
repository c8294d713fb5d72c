//! Records that may be written, and records that may not: each differs by one
//! edit from the record of a deploy key.

use super::twin::{GITHUB, UNKNOWN};
use crate::canonical::indented;
use crate::corpus::Case;
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::tool_decision as rules;
use mcp_evidence_contract::vocabulary::tool_decision::NON_CLAIMS;
use serde_json::{Value, json};

const TWIN: &str = "record_of_a_deploy_key";

/// The whole record of one entry.
fn record(entry: Value, server: &str) -> Value {
    let mut record = super::twin::surface(&[entry]);
    let entry = &mut record["observed_tool_decisions"][0];
    entry["server"] = json!({"id": server, "transport": "mcp"});
    entry["decision"]["source"] = json!("assay-mcp-server");
    record
}

fn github() -> Value {
    record((GITHUB.entry)(), "github")
}

fn verdict(word: &str) -> Value {
    json!({ "verdict": word })
}

/// A record that differs from the deploy key's.
fn vary(
    id: &'static str,
    rule: &'static Rule,
    edit: &str,
    change: impl FnOnce(&mut Value),
    expected: Value,
) -> Case {
    let mut record = github();
    change(&mut record);
    Case {
        rule: Some(rule.id),
        twin: Some(TWIN),
        edit: Some(edit.to_owned()),
        ..Case::new(
            id,
            format!("The record of a deploy key, except that {edit}."),
            indented(&record),
            expected,
        )
    }
}

/// The same, with a member of the entry that has another value.
fn entry(
    id: &'static str,
    rule: &'static Rule,
    pointer: &str,
    value: Value,
    expected: Value,
) -> Case {
    let edit = format!("`{}` is `{value}`", pointer.trim_start_matches('/').replace('/', "."));
    vary(id, rule, &edit, |record| set(record, pointer, value), expected)
}

fn set(record: &mut Value, pointer: &str, value: Value) {
    let (parent, name) = pointer.rsplit_once('/').expect("a pointer to a member");
    let parent = format!("/observed_tool_decisions/0{parent}");
    let parent = record.pointer_mut(&parent).expect("the member's object is there");
    parent.as_object_mut().expect("an object").insert(name.to_owned(), value);
}

pub(super) fn vectors() -> Vec<Case> {
    [accepted(), records(), vocabularies(), claims()].into_iter().flatten().collect()
}

fn accepted() -> Vec<Case> {
    let valid = || verdict("valid");
    let further = &rules::FURTHER_MEMBERS;
    vec![
        Case::new(TWIN, "The record of a deploy key.", indented(&github()), valid()),
        Case {
            rule: Some(rules::NULLS.id),
            ..Case::new(
                "record_of_an_unknown_tool",
                "The record of a call that no classifier knows.",
                indented(&record((UNKNOWN.entry)(), "misc")),
                valid(),
            )
        },
        vary(
            "record_without_decisions",
            &rules::NO_DECISIONS,
            "nothing was observed",
            |record| record["observed_tool_decisions"] = json!([]),
            valid(),
        ),
        entry("rule_id_null", &rules::NULLS, "/decision/rule_id", Value::Null, valid()),
        entry("alias_null", &rules::NULLS, "/redaction/credential_alias", Value::Null, valid()),
        entry("further_scope", further, "/action/required_scope", json!("admin"), valid()),
        entry("further_correlation", further, "/correlation", json!({"run": "r-1"}), valid()),
        entry("further_side_effect", further, "/response/side_effect", json!("asserted"), valid()),
        entry(
            "further_sanitized_fields",
            further,
            "/redaction/sanitized_fields",
            json!(["tool.name"]),
            valid(),
        ),
        vary(
            "further_non_claim",
            further,
            "it has a fourth non-claim",
            |record| {
                let sentences = record["non_claims"].as_array_mut().expect("an array");
                sentences.push(json!("does not replace the provider's own audit log"));
            },
            valid(),
        ),
        entry(
            "state_redaction_failed",
            &rules::RESERVED,
            "/classification",
            json!("redaction_failed"),
            valid(),
        ),
        entry(
            "state_not_observed",
            &rules::RESERVED,
            "/classification",
            json!("not_observed"),
            valid(),
        ),
        entry(
            "reason_redacted_secret_argument",
            &rules::RESERVED,
            "/reason_code",
            json!("redacted_secret_argument"),
            valid(),
        ),
    ]
}

fn records() -> Vec<Case> {
    let invalid = || verdict("invalid");
    let without = |id, rule, sentence: usize, about: &str| {
        vary(
            id,
            rule,
            &format!("the non-claim about {about} is left out"),
            |record| {
                let sentences = record["non_claims"].as_array_mut().expect("an array");
                sentences.retain(|one| one != NON_CLAIMS[sentence]);
            },
            invalid(),
        )
    };
    let array = Case {
        rule: Some(rules::RECORD_OBJECT.id),
        ..Case::new(
            "no_object",
            "A record inside an array.",
            indented(&json!([github()])),
            invalid(),
        )
    };
    vec![
        array,
        vary(
            "schema_other",
            &rules::RECORD_SCHEMA,
            "`schema` is `assay.tool_decision_surface.v1`",
            |record| record["schema"] = json!("assay.tool_decision_surface.v1"),
            invalid(),
        ),
        vary(
            "schema_absent",
            &rules::RECORD_SCHEMA,
            "`schema` is left out",
            |record| {
                record.as_object_mut().expect("an object").remove("schema");
            },
            invalid(),
        ),
        vary(
            "decisions_absent",
            &rules::RECORD_DECISIONS,
            "`observed_tool_decisions` is left out",
            |record| {
                record.as_object_mut().expect("an object").remove("observed_tool_decisions");
            },
            invalid(),
        ),
        vary(
            "decisions_as_names",
            &rules::RECORD_DECISIONS,
            "its decisions are names of tools",
            |record| record["observed_tool_decisions"] = json!(["github.add_deploy_key"]),
            invalid(),
        ),
        without("non_claim_persistence", &rules::RECORD_PERSISTENCE, 0, "persistence"),
        without("non_claim_traffic", &rules::RECORD_TRAFFIC, 1, "traffic"),
        without("non_claim_secrets", &rules::RECORD_SECRETS, 2, "secrets"),
    ]
}

fn vocabularies() -> Vec<Case> {
    let other = |id, rule, pointer, value| entry(id, rule, pointer, value, verdict("invalid"));
    vec![
        other("state_clean", &rules::RECORD_STATE, "/classification", json!("clean")),
        other("state_in_capitals", &rules::RECORD_STATE, "/classification", json!("Classified")),
        other("state_null", &rules::RECORD_STATE, "/classification", Value::Null),
        other("reason_other", &rules::RECORD_REASON, "/reason_code", json!("looks_fine")),
        other("reason_in_prose", &rules::RECORD_REASON, "/reason_code", json!("a deploy key")),
        other("reason_null", &rules::RECORD_REASON_PRESENT, "/reason_code", Value::Null),
        vary(
            "reason_absent",
            &rules::RECORD_REASON_PRESENT,
            "`reason_code` is left out",
            |record| {
                let entry = record["observed_tool_decisions"][0].as_object_mut();
                entry.expect("an object").remove("reason_code");
            },
            verdict("invalid"),
        ),
        other("category_other", &rules::RECORD_CATEGORY, "/tool/category", json!("gitlab_key")),
        other("class_other", &rules::RECORD_CLASS, "/action/class", json!("harmless_action")),
        other("effect_other", &rules::RECORD_EFFECT, "/decision/effect", json!("audit")),
    ]
}

fn claims() -> Vec<Case> {
    let invalid = || verdict("invalid");
    vec![
        vary(
            "deny_that_asserts",
            &rules::RECORD_ASSERTED_EFFECT,
            "it was denied",
            |record| set(record, "/decision/effect", json!("deny")),
            invalid(),
        ),
        vary(
            "error_that_asserts",
            &rules::RECORD_ASSERTED_EFFECT,
            "the decision failed",
            |record| set(record, "/decision/effect", json!("error")),
            invalid(),
        ),
        vary(
            "failure_that_asserts",
            &rules::RECORD_ASSERTED_STATUS,
            "the provider answers `\"failed\"`",
            |record| set(record, "/response/status", json!("failed")),
            invalid(),
        ),
        vary(
            "verified_without_evidence",
            &rules::RECORD_VERIFIED,
            "its side effect is verified",
            |record| set(record, "/response/side_effect_verified", json!(true)),
            invalid(),
        ),
        vary(
            "secret_material_stored",
            &rules::RECORD_SECRET_STORED,
            "secret material is stored",
            |record| set(record, "/redaction/secret_material_stored", json!(true)),
            invalid(),
        ),
    ]
}
