//! What a record must not say.

use super::case::MOST_BYTES;
use crate::held::Held;
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::tool_decision as rules;
use mcp_evidence_contract::vocabulary::tool_decision::{
    CLASSIFICATIONS, NON_CLAIMS, REASON_CODES, SCHEMA,
};
use mcp_evidence_strict_json::{Limits, parse};
use serde_json::{Map, Value, json};

/// Most findings that are listed.
const MOST_FINDINGS: usize = 100;

/// The verdict on a record: valid where nothing speaks against it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    findings: Vec<CheckFinding>,
}

/// One thing that speaks against a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckFinding {
    /// The rule that is broken.
    pub rule: &'static Rule,
    /// The member, as `observed_tool_decisions[0].reason_code`; empty for the
    /// record as a whole.
    pub at: String,
}

impl Checked {
    /// Whether the record is valid.
    pub fn is_valid(&self) -> bool {
        self.findings.is_empty()
    }

    /// What speaks against it, at most a hundred findings.
    pub fn findings(&self) -> &[CheckFinding] {
        &self.findings
    }

    /// `{"verdict": "valid|invalid", "findings": [...]}`.
    pub fn to_json(&self) -> Value {
        let findings: Vec<Value> = self
            .findings
            .iter()
            .map(|CheckFinding { rule, at }| {
                json!({
                    "rule": rule.id,
                    "section": rule.section,
                    "message": format!("does not hold: {}", rule.text),
                    "at": at,
                })
            })
            .collect();
        let verdict = if self.is_valid() { "valid" } else { "invalid" };
        json!({"verdict": verdict, "findings": findings})
    }
}

/// Judges a record.
pub(super) fn check(bytes: &[u8], held: &dyn Held) -> Checked {
    let mut judge = Judge { held, findings: Vec::new() };
    let parsed = (bytes.len() <= MOST_BYTES).then(|| parse(bytes, Limits::default()).ok());
    match parsed.flatten() {
        Some(Value::Object(record)) => judge.record(&record),
        Some(_) | None => judge.fault(&rules::RECORD_OBJECT, ""),
    }
    Checked { findings: judge.findings }
}

struct Judge<'a> {
    held: &'a dyn Held,
    findings: Vec<CheckFinding>,
}

/// Members that the text gives an entry.
const ENTRY: &[&str] = &[
    "server",
    "tool",
    "classification",
    "reason_code",
    "detail",
    "action",
    "decision",
    "response",
    "redaction",
];

/// States and reason codes that are reserved.
const RESERVED: [&str; 3] = ["redaction_failed", "not_observed", "redacted_secret_argument"];

/// Members that the text gives an object, by the object's name; the record's
/// own first.
const LISTED: [(&str, &[&str]); 6] = [
    ("", &["schema", "observed_tool_decisions", "non_claims"]),
    ("tool", &["name", "category"]),
    ("action", &["class", "verb", "resource_type", "target"]),
    ("decision", &["effect", "source", "rule_id", "enforced"]),
    ("response", &["status", "side_effect_asserted", "side_effect_verified"]),
    ("redaction", &["arguments_redacted", "credential_alias", "secret_material_stored"]),
];

impl Judge<'_> {
    fn fault(&mut self, rule: &'static Rule, at: &str) {
        if self.findings.len() < MOST_FINDINGS && self.held.holds(rule) {
            self.findings.push(CheckFinding { rule, at: at.to_owned() });
        }
    }

    /// A use of a permission: a fault only for a program that does not grant it.
    fn used(&mut self, rule: &'static Rule, at: &str) {
        if !self.held.holds(rule) {
            self.findings.push(CheckFinding { rule, at: at.to_owned() });
        }
    }

    fn record(&mut self, record: &Map<String, Value>) {
        if record.get("schema").and_then(Value::as_str) != Some(SCHEMA) {
            self.fault(&rules::RECORD_SCHEMA, "schema");
        }
        let sentences =
            [&rules::RECORD_PERSISTENCE, &rules::RECORD_TRAFFIC, &rules::RECORD_SECRETS];
        let non_claims = record.get("non_claims").and_then(Value::as_array);
        for (sentence, rule) in NON_CLAIMS.into_iter().zip(sentences) {
            if !non_claims.is_some_and(|said| said.iter().any(|one| one == sentence)) {
                self.fault(rule, "non_claims");
            }
        }
        let said = non_claims.map_or(0, Vec::len);
        self.further(record, LISTED[0].1, "");
        if said > NON_CLAIMS.len() {
            self.used(&rules::FURTHER_MEMBERS, "non_claims");
        }
        match record.get("observed_tool_decisions") {
            Some(Value::Array(entries)) => {
                if entries.is_empty() {
                    self.used(&rules::NO_DECISIONS, "observed_tool_decisions");
                }
                for (index, entry) in entries.iter().enumerate() {
                    let at = format!("observed_tool_decisions[{index}]");
                    match entry.as_object() {
                        Some(entry) => self.entry(entry, &at),
                        None => self.fault(&rules::RECORD_DECISIONS, &at),
                    }
                }
            }
            Some(_) | None => self.fault(&rules::RECORD_DECISIONS, "observed_tool_decisions"),
        }
    }

    fn further(&mut self, object: &Map<String, Value>, listed: &[&str], at: &str) {
        if object.keys().any(|name| !listed.contains(&name.as_str())) {
            self.used(&rules::FURTHER_MEMBERS, at);
        }
    }

    fn entry(&mut self, entry: &Map<String, Value>, at: &str) {
        let member = |part: &str, name: &str| entry.get(part).and_then(|part| part.get(name));
        let text = |part: &str, name: &str| member(part, name).and_then(Value::as_str);
        let at_member = |name: &str| format!("{at}.{name}");
        self.further(entry, ENTRY, at);
        for (part, listed) in &LISTED[1..] {
            if let Some(object) = entry.get(*part).and_then(Value::as_object) {
                self.further(object, listed, &at_member(part));
            }
        }
        for name in ["classification", "reason_code"] {
            let word = entry.get(name).and_then(Value::as_str);
            if word.is_some_and(|word| RESERVED.contains(&word)) {
                self.used(&rules::RESERVED, &at_member(name));
            }
        }
        let state = entry.get("classification").and_then(Value::as_str);
        if !state.is_some_and(|state| CLASSIFICATIONS.contains(&state)) {
            self.fault(&rules::RECORD_STATE, &at_member("classification"));
        }
        match entry.get("reason_code") {
            None | Some(Value::Null) => {
                self.fault(&rules::RECORD_REASON_PRESENT, &at_member("reason_code"));
            }
            Some(code) if code.as_str().is_some_and(|code| REASON_CODES.contains(&code)) => {}
            Some(_) => self.fault(&rules::RECORD_REASON, &at_member("reason_code")),
        }
        match member("tool", "category") {
            None | Some(Value::Null) => {}
            Some(category) => {
                let known = ["github_deploy_key", "slack_add_member", "workspace_admin"];
                if !category.as_str().is_some_and(|category| known.contains(&category)) {
                    self.fault(&rules::RECORD_CATEGORY, &at_member("tool.category"));
                }
            }
        }
        if !matches!(text("action", "class"), Some("privileged_admin_action" | "unclassified")) {
            self.fault(&rules::RECORD_CLASS, &at_member("action.class"));
        }
        let effect = text("decision", "effect");
        if !matches!(effect, Some("allow" | "deny" | "error")) {
            self.fault(&rules::RECORD_EFFECT, &at_member("decision.effect"));
        }
        for (part, name) in [("decision", "rule_id"), ("redaction", "credential_alias")] {
            if member(part, name) == Some(&Value::Null) {
                self.used(&rules::NULLS, &at_member(&format!("{part}.{name}")));
            }
        }
        let status = text("response", "status");
        self.response(effect, status, entry.get("response"), at);
        if member("redaction", "secret_material_stored") != Some(&Value::Bool(false)) {
            let at = at_member("redaction.secret_material_stored");
            self.fault(&rules::RECORD_SECRET_STORED, &at);
        }
    }

    fn response(
        &mut self,
        effect: Option<&str>,
        status: Option<&str>,
        response: Option<&Value>,
        at: &str,
    ) {
        let member = |name: &str| response.and_then(|response| response.get(name));
        if member("side_effect_asserted") == Some(&Value::Bool(true)) {
            let at = format!("{at}.response.side_effect_asserted");
            if matches!(effect, Some("deny" | "error")) {
                self.fault(&rules::RECORD_ASSERTED_EFFECT, &at);
            } else if status != Some("success") {
                self.fault(&rules::RECORD_ASSERTED_STATUS, &at);
            }
        }
        if member("side_effect_verified") != Some(&Value::Bool(false)) {
            self.fault(&rules::RECORD_VERIFIED, &format!("{at}.response.side_effect_verified"));
        }
    }
}
