//! A case before it is text, and short names for what vectors are made of.

use crate::corpus::Case;
use mcp_evidence_contract::{Rule, System, points};
use serde_json::{Value, json};

pub(super) const KEY: &str = "io.modelcontextprotocol/trust-annotations";

/// The claims.
pub(super) const TRUE: &str = "true";
pub(super) const FALSE: &str = "false";
pub(super) const NONE: &str = "no_claim";
pub(super) const MALFORMED: &str = "malformed";

/// A record of a confidential class from an open world.
pub(super) const ADVISORY: &str = r#"{"class":"confidential","container_visibility":"public","origin":"open_world","resource_kind":"security_advisory_draft"}"#;
/// The draft's own example of a record.
pub(super) const HEALTH: &str = r#"{"class":"highly_confidential","regulatory":["hipaa"]}"#;
/// A record that says nothing about its data.
pub(super) const POLICY: &str = r#"{"policy":"egress-7","outcome":"allow"}"#;
/// Its form under JCS.
pub(super) const POLICY_JCS: &str = r#"{"outcome":"allow","policy":"egress-7"}"#;

/// Where references point in the vectors.
pub(super) const LOCATOR: &str = "audit://stream/1";

/// A case in the making.
pub(super) struct Sample {
    id: &'static str,
    rule: Option<&'static Rule>,
    description: &'static str,
    results: Vec<Value>,
    tools: Vec<Value>,
    records: Vec<(&'static str, String)>,
    held: Vec<(&'static str, String)>,
}

impl Sample {
    /// A vector that tells `rule`.
    pub(super) fn of(id: &'static str, rule: &'static Rule, description: &'static str) -> Sample {
        Sample { rule: Some(rule), ..Sample::probe(id, description) }
    }

    /// A probe.
    pub(super) fn probe(id: &'static str, description: &'static str) -> Sample {
        Sample {
            id,
            rule: None,
            description,
            results: Vec::new(),
            tools: Vec::new(),
            records: Vec::new(),
            held: Vec::new(),
        }
    }

    pub(super) fn result(mut self, result: Value) -> Sample {
        self.results.push(result);
        self
    }

    pub(super) fn tool(mut self, tool: Value) -> Sample {
        self.tools.push(tool);
        self
    }

    /// A record in the stream; its text stands in the case as it is.
    pub(super) fn record(mut self, locator: &'static str, text: &str) -> Sample {
        self.records.push((locator, text.to_owned()));
        self
    }

    /// A record at hand for a result or block.
    pub(super) fn held(mut self, at: &'static str, text: &str) -> Sample {
        self.held.push((at, text.to_owned()));
        self
    }

    /// The finished vector, with what is concluded about each result.
    pub(super) fn expect(self, results: impl IntoIterator<Item = Value>) -> Case {
        let results: Vec<Value> = results.into_iter().collect();
        let probed = points::of(System::TrustAnnotations)
            .find(|point| point.probes.contains(&self.id))
            .map(|point| point.id);
        assert!(self.rule.is_some() || probed.is_some(), "{} tells nothing", self.id);
        Case {
            rule: self.rule.map(|rule| rule.id),
            point: probed,
            ..Case::new(self.id, self.description, self.text(), json!({ "results": results }))
        }
    }

    /// The case as text. Records keep the text they were given, so that the
    /// order of their members is part of the vector.
    fn text(&self) -> Vec<u8> {
        let mut members = vec![format!("  \"results\": {}", indented(&self.results))];
        if !self.tools.is_empty() {
            members.push(format!("  \"tools\": {}", indented(&self.tools)));
        }
        for (name, records) in [("records", &self.records), ("held", &self.held)] {
            if !records.is_empty() {
                let lines: Vec<String> = records
                    .iter()
                    .map(|(key, text)| format!("    {}: {text}", Value::from(*key)))
                    .collect();
                members.push(format!("  \"{name}\": {{\n{}\n  }}", lines.join(",\n")));
            }
        }
        format!("{{\n{}\n}}\n", members.join(",\n")).into_bytes()
    }
}

/// `value` as it stands one level deep.
fn indented(value: &[Value]) -> String {
    let text = serde_json::to_string_pretty(value).expect("names are strings");
    text.replace('\n', "\n  ")
}

/// A block of text without an annotation.
pub(super) fn plain() -> Value {
    json!({"type": "text", "text": "Three open advisories."})
}

/// A block of text with an annotation.
pub(super) fn block(annotation: Value) -> Value {
    json!({"type": "text", "text": "One of them is a draft.", "_meta": {KEY: annotation}})
}

/// A result with an annotation, and its blocks.
pub(super) fn result(annotation: Value, blocks: impl IntoIterator<Item = Value>) -> Value {
    let blocks: Vec<Value> = blocks.into_iter().collect();
    json!({"_meta": {KEY: annotation}, "content": blocks})
}

/// A result without one.
pub(super) fn bare(blocks: impl IntoIterator<Item = Value>) -> Value {
    let blocks: Vec<Value> = blocks.into_iter().collect();
    json!({ "content": blocks })
}

/// A reference with all five members.
pub(super) fn reference(kind: &str, canonicalization: &str, digest: String) -> Value {
    json!({
        "type": kind,
        "digest": digest,
        "canonicalization": canonicalization,
        "schema": format!("https://schemas.example/{kind}.json"),
        "ref": LOCATOR,
    })
}

/// The same reference with one member of another value.
pub(super) fn with(mut reference: Value, member: &str, value: Value) -> Value {
    reference[member] = value;
    reference
}

/// The same reference without a member.
pub(super) fn without(mut reference: Value, member: &str) -> Value {
    let removed = reference.as_object_mut().and_then(|members| members.remove(member));
    assert!(removed.is_some(), "{member} was there");
    reference
}

pub(super) fn claims(sensitive: &str, untrusted: &str) -> Value {
    json!({"sensitive": sensitive, "untrusted": untrusted})
}

/// What is concluded about a result: its claims, its blocks', its evidence.
pub(super) fn concluded(
    whole: [&str; 2],
    blocks: &[[&str; 2]],
    evidence: impl IntoIterator<Item = Value>,
) -> Value {
    let blocks: Vec<Value> =
        blocks.iter().map(|[sensitive, untrusted]| claims(sensitive, untrusted)).collect();
    let evidence: Vec<Value> = evidence.into_iter().collect();
    json!({"result": claims(whole[0], whole[1]), "blocks": blocks, "evidence": evidence})
}

/// A reference for which no digest was computed.
pub(super) fn status(at: &str, kind: &str, status: &str) -> Value {
    json!({"at": at, "type": kind, "status": status})
}

/// A reference whose digest came out.
pub(super) fn recomputed(at: &str, kind: &str, digest: &str) -> Value {
    json!({"at": at, "type": kind, "status": "recomputed", "recomputed": digest})
}

/// A reference whose record has another digest, `found`.
pub(super) fn mismatch(at: &str, kind: &str, found: &str) -> Value {
    json!({"at": at, "type": kind, "status": "digest_mismatch", "recomputed": found})
}
