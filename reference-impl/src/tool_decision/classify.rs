//! From observed calls to the record (§Record shape): the classifier is total,
//! every call gets exactly one entry.

use super::arguments::Arguments;
use super::case::Call;
use super::leaf::{self, Leaf};
use super::target::{self, Target};
use super::text::sanitize;
use crate::held::Held;
use mcp_evidence_contract::catalogue::tool_decision as rules;
use mcp_evidence_contract::vocabulary::tool_decision::{NON_CLAIMS, SCHEMA};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The record of `calls`, in their order.
pub(super) fn record(calls: &[Call], held: &dyn Held) -> Value {
    let mut seen = BTreeSet::new();
    let mut entries = Vec::with_capacity(calls.len());
    for (index, call) in calls.iter().enumerate() {
        let known = leaf::find(&call.tool_name, held);
        let again = !seen.insert(&call.tool_name);
        if (again && !held.holds(&rules::ONE_PER_CALL))
            || (known.is_none() && !held.holds(&rules::UNKNOWN_RECORDED))
        {
            continue;
        }
        entries.push(entry(call, index, known, held));
    }
    let sentences =
        [&rules::NON_CLAIM_PERSISTENCE, &rules::NON_CLAIM_TRAFFIC, &rules::NON_CLAIM_SECRETS];
    let non_claims: Vec<&str> = NON_CLAIMS
        .into_iter()
        .zip(sentences)
        .filter(|(_, rule)| held.holds(rule))
        .map(|(sentence, _)| sentence)
        .collect();
    let schema = if held.holds(&rules::SCHEMA) { SCHEMA } else { "assay.capability_surface.v0" };
    json!({
        "schema": schema,
        "observed_tool_decisions": entries,
        "non_claims": non_claims,
    })
}

/// What a classifier makes of a call.
struct Classified {
    classification: &'static str,
    reason_code: Option<&'static str>,
    detail: Option<&'static str>,
    category: Value,
    action: Value,
}

fn entry(call: &Call, index: usize, known: Option<&'static Leaf>, held: &dyn Held) -> Value {
    let classified = match (known, &call.arguments) {
        (Some(leaf), Value::Object(members)) => {
            let arguments = Arguments { members, held };
            let provider = provider(call, leaf, held);
            of_known(leaf, target::project(leaf.category, &arguments, provider, index), held)
        }
        (Some(leaf), _) if held.holds(&rules::ARGUMENTS_SHAPE) => {
            let missing = Some(target::detail(leaf.category));
            let target = Target { members: provider(call, leaf, held), missing };
            let mut classified = of_known(leaf, target, held);
            if held.holds(&rules::SHAPE_REASON) && held.holds(&rules::INCOMPLETE_STATE) {
                classified.reason_code = Some("unsupported_argument_shape");
            }
            classified
        }
        (Some(_) | None, _) => of_unknown(call, held),
    };
    let mut entry = Map::new();
    let mut put = |name: &str, value: Value| entry.insert(name.to_owned(), value);
    put("server", server(call, held));
    let name = sanitize(&call.tool_name, &rules::CONTROL_TOOL, held);
    put("tool", json!({"name": name, "category": classified.category}));
    put("classification", classified.classification.into());
    if let Some(reason_code) = classified.reason_code {
        put("reason_code", reason_code.into());
    }
    if let Some(detail) = classified.detail {
        put("detail", detail.into());
    }
    put("action", classified.action);
    put("decision", decision(call, held));
    put("response", response(call, held));
    put("redaction", redaction(call, held));
    Value::Object(entry)
}

fn provider(call: &Call, leaf: &Leaf, held: &dyn Held) -> Map<String, Value> {
    let provider = if held.holds(&rules::PROVIDER) {
        leaf.category.provider().to_owned()
    } else {
        format!("mcp:{}", sanitize(&call.server_id, &rules::CONTROL_SERVER, held))
    };
    Map::from_iter([("provider".to_owned(), provider.into())])
}

fn of_known(leaf: &'static Leaf, target: Target, held: &dyn Held) -> Classified {
    let category = leaf.category;
    let missing = target.missing.filter(|_| held.holds(&rules::INCOMPLETE_STATE));
    let (classification, reason_code) = match missing {
        None if held.holds(&rules::REASON_CLASSIFIED) => ("classified", category.reason_code()),
        None => ("classified", "classified_privileged_tool"),
        Some(detail) => {
            let state = if held.holds(&rules::STATE_VOCABULARY) {
                "classified_incomplete"
            } else {
                "incomplete"
            };
            let reason = if held.holds(&rules::REASON_MISSING) {
                "missing_required_target_field"
            } else {
                detail
            };
            (state, reason)
        }
    };
    let verb = if held.holds(&rules::ACTION_VERB) { leaf.verb } else { leaf.name };
    let class =
        if held.holds(&rules::ACTION_CLASS) { "privileged_admin_action" } else { "tool_call" };
    let resource_type =
        if held.holds(&rules::RESOURCE_TYPE) { category.resource_type() } else { category.name() };
    Classified {
        classification,
        reason_code: Some(reason_code),
        detail: missing.filter(|_| held.holds(&rules::DETAIL_GITHUB)),
        category: if held.holds(&rules::TOOL_CATEGORY) {
            category.name().into()
        } else {
            Value::Null
        },
        action: json!({
            "class": class,
            "verb": verb,
            "resource_type": resource_type,
            "target": target.members,
        }),
    }
}

/// Never guessed at, and never clean.
fn of_unknown(call: &Call, held: &dyn Held) -> Classified {
    let state = held.holds(&rules::UNKNOWN_STATE);
    let reason_code = match held.holds(&rules::REASON_VOCABULARY) {
        true => "unknown_tool_name",
        false => "no_classifier_matched",
    };
    let class = if held.holds(&rules::UNKNOWN_CLASS) { "unclassified" } else { "tool_call" };
    let verb = match held.holds(&rules::UNKNOWN_NULL) {
        true => Value::Null,
        false => call.tool_name.rsplit('.').next().unwrap_or_default().into(),
    };
    Classified {
        classification: if state { "observed_unknown_tool" } else { "classified" },
        reason_code: held.holds(&rules::REASON_PRESENT).then_some(reason_code),
        detail: None,
        category: Value::Null,
        action: json!({
            "class": class,
            "verb": verb,
            "resource_type": null,
            "target": null,
        }),
    }
}

fn server(call: &Call, held: &dyn Held) -> Value {
    let mut server = json!({
        "id": sanitize(&call.server_id, &rules::CONTROL_SERVER, held),
        "transport": "mcp",
    });
    if let Some(digest) = &call.manifest_digest {
        server["declared_manifest_digest"] = sanitize(digest, &rules::CONTROL_SERVER, held).into();
    }
    server
}

fn decision(call: &Call, held: &dyn Held) -> Value {
    let effect = if held.holds(&rules::EFFECT) { call.effect.as_str() } else { "allow" };
    let rule_id = match &call.rule_id {
        Some(id) => Value::from(sanitize(id, &rules::CONTROL_RULE_ID, held)),
        None if held.holds(&rules::RULE_ID) => Value::Null,
        None => "default".into(),
    };
    json!({
        "effect": effect,
        "source": "assay-mcp-server",
        "rule_id": rule_id,
        "enforced": call.effect != "allow" || held.holds(&rules::ENFORCED),
    })
}

/// A provider's answer is its assertion, never proof (§The load-bearing rule).
fn response(call: &Call, held: &dyn Held) -> Value {
    let allowed = call.effect == "allow" || !held.holds(&rules::ASSERTED_EFFECT);
    let succeeded = call.status == "success" || !held.holds(&rules::ASSERTED_STATUS);
    let asserted = allowed && succeeded && held.holds(&rules::ASSERTED_TRUE);
    let says_so = call.arguments.get("side_effect_verified") == Some(&Value::Bool(true));
    let verified = (asserted && !held.holds(&rules::VERIFIED))
        || (says_so && !held.holds(&rules::VERIFIED_ARGUMENT));
    let status = match held.holds(&rules::STATUS) {
        true => sanitize(&call.status, &rules::CONTROL_STATUS, held),
        false => "success".to_owned(),
    };
    json!({
        "status": status,
        "side_effect_asserted": asserted,
        "side_effect_verified": verified,
    })
}

fn redaction(call: &Call, held: &dyn Held) -> Value {
    let alias = match &call.credential_alias {
        Some(alias) => held.holds(&rules::ALIAS).then_some(alias.as_str()),
        None => (!held.holds(&rules::ALIAS_NULL)).then_some("default"),
    };
    let stored = call.credential_alias.is_some() && !held.holds(&rules::SECRET_STORED);
    let empty = call.arguments.as_object().is_none_or(Map::is_empty);
    json!({
        "arguments_redacted": !empty || held.holds(&rules::ARGUMENTS_REDACTED),
        "credential_alias": alias,
        "secret_material_stored": stored,
    })
}
