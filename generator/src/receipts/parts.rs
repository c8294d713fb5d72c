//! Frames, events and receipts, as this writer spells them: members in the order
//! of the text, compact, with digests of its own.

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// The scope of every capture here.
pub(super) const SCOPE: &str = "3f0f8e9a-5d0c-4d2b-9a51-6c1f7b0e2d44";

/// SHA-256 as a receipt has it: 64 lowercase digits.
pub(super) fn sha256(bytes: &[u8]) -> String {
    base16ct::lower::encode_string(&Sha256::digest(bytes))
}

/// An object in the making: members in their order, each value as it will stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Members(Vec<(String, String)>);

impl Members {
    pub(super) fn new<const N: usize>(members: [(&str, Value); N]) -> Members {
        Members(
            members.into_iter().map(|(name, value)| (name.to_owned(), value.to_string())).collect(),
        )
    }

    /// Sets a member, which is there already, to a value.
    pub(super) fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.spell(name, &value.into().to_string());
    }

    /// Sets a member, which is there already, to a text of JSON.
    pub(super) fn spell(&mut self, name: &str, text: &str) {
        let member = self.0.iter_mut().find(|(known, _)| known == name);
        text.clone_into(&mut member.expect("an edit names a member that is there").1);
    }

    /// Takes a member out.
    pub(super) fn leave_out(&mut self, name: &str) {
        let before = self.0.len();
        self.0.retain(|(known, _)| known != name);
        assert!(self.0.len() < before, "an edit names a member that is there");
    }

    /// Adds a member at the end, whether there is one of that name or not.
    pub(super) fn add(&mut self, name: &str, value: impl Into<Value>) {
        self.0.push((name.to_owned(), value.into().to_string()));
    }

    /// The object, compact.
    pub(super) fn text(&self) -> String {
        let members: Vec<String> = self
            .0
            .iter()
            .map(|(name, value)| format!("{}:{value}", Value::from(name.as_str())))
            .collect();
        format!("{{{}}}", members.join(","))
    }

    /// The object as a line.
    pub(super) fn line(&self) -> String {
        self.text() + "\n"
    }

    /// The object as a value.
    pub(super) fn value(&self) -> Value {
        serde_json::from_str(&self.text()).expect("members are JSON")
    }
}

/// A tools/call of `echo` without a terminator; `id` is the member with its
/// comma, or empty.
pub(super) fn call(id: &str) -> String {
    call_with(id, "\"arguments\":{}")
}

/// The same with other members of `params` behind the name.
pub(super) fn call_with(id: &str, params: &str) -> String {
    let comma = if params.is_empty() { "" } else { "," };
    format!(
        "{{\"jsonrpc\":\"2.0\",{id}\"method\":\"tools/call\",\
         \"params\":{{\"name\":\"echo\"{comma}{params}}}}}"
    )
}

/// The id of the event of that number.
pub(super) fn event_id(number: u64) -> String {
    format!("evt_decision_00000000-0000-4000-8000-{number:012}")
}

/// The event of a call of `echo` that is allowed.
pub(super) fn event(number: u64, request_id: impl Into<Value>) -> Members {
    Members::new([
        ("specversion", json!("1.0")),
        ("id", json!(event_id(number))),
        ("type", json!("assay.tool.decision")),
        ("source", json!("assay://local/probe")),
        ("time", json!(format!("2026-03-02T09:30:{number:02}Z"))),
        ("data", data("echo", "allow", number, request_id.into())),
    ])
}

/// `data` of an event.
pub(super) fn data(tool: &str, decision: &str, number: u64, request_id: Value) -> Value {
    let reason_code = if decision == "allow" { "P_POLICY_ALLOW" } else { "P_TOOL_NOT_ALLOWED" };
    json!({
        "tool": tool,
        "decision": decision,
        "reason_code": reason_code,
        "tool_call_id": format!("gen_{number:04}"),
        "request_id": request_id,
    })
}

/// What a request says that a receipt repeats: here by hand, never read from it.
#[derive(Debug, Clone)]
pub(super) struct Said {
    pub(super) present: bool,
    pub(super) id: Value,
    pub(super) state: &'static str,
    pub(super) version: Value,
}

impl Said {
    /// An id and no version.
    pub(super) fn id(id: impl Into<Value>) -> Said {
        Said { present: true, id: id.into(), state: "absent", version: Value::Null }
    }

    /// Neither.
    pub(super) fn nothing() -> Said {
        Said { present: false, ..Said::id(Value::Null) }
    }

    /// The same with a version that is there.
    pub(super) fn version(self, version: &str) -> Said {
        Said { state: "present", version: version.into(), ..self }
    }

    /// The same with a version that is none.
    pub(super) fn malformed(self) -> Said {
        Said { state: "malformed", ..self }
    }
}

/// The receipt of a request line and an event's line.
pub(super) fn receipt(
    sequence: u64,
    line: &str,
    event_id: &str,
    event_line: &str,
    said: &Said,
) -> Members {
    Members::new([
        ("schema", json!("assay.request_decision_receipt.v0")),
        ("request_line", json!(line)),
        ("request_bytes", json!(line.len())),
        ("request_sha256", json!(sha256(line.as_bytes()))),
        ("decision_event_id", json!(event_id)),
        ("decision_sha256", json!(sha256(event_line.as_bytes()))),
        ("rpc_id_present", json!(said.present)),
        ("rpc_id", said.id.clone()),
        ("scope", json!(SCOPE)),
        ("sequence", json!(sequence)),
        ("metadata_pointer", json!("/params/_meta")),
        ("declared_protocol_version_state", json!(said.state)),
        ("declared_protocol_version", said.version.clone()),
        ("assertion_basis", json!("caller_asserted")),
    ])
}

/// `case.json`.
#[derive(Debug, Clone)]
pub(super) struct Conditions {
    pub(super) scope: &'static str,
    pub(super) launch: bool,
    pub(super) stop: bool,
    pub(super) diagnostics: Vec<&'static str>,
}

impl Conditions {
    /// A run that was launched, stopped and left no diagnostic.
    pub(super) fn sound() -> Conditions {
        Conditions { scope: SCOPE, launch: true, stop: true, diagnostics: Vec::new() }
    }

    /// The file.
    pub(super) fn file(&self, operation: &str) -> Vec<u8> {
        let lifecycle = Members::new([("launch", json!(self.launch)), ("stop", json!(self.stop))]);
        let mut case = Members::new([
            ("op", json!(operation)),
            ("expected_scope", json!(self.scope)),
            ("lifecycle", Value::Null),
            ("diagnostics", json!(self.diagnostics)),
        ]);
        case.spell("lifecycle", &lifecycle.text());
        case.line().into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_values_of_one_frame() {
        for (terminator, bytes, digest) in [
            ("\n", 87, "922a089a47dc5e55f417a35b9921cb2dc1b95055c8fcc0de2622434c0a5def87"),
            ("\r\n", 88, "99c13cba7bc74cec750ea87720f365cd2f1bc4bd63f4830a85e799020c2b2cc0"),
            ("", 86, "aa82381e077aea6236f047dbceb15eb10ed500e4f1aeacd7ab3d4d780b130d8c"),
        ] {
            let line = call("\"id\":1,") + terminator;
            assert_eq!((line.len(), sha256(line.as_bytes()).as_str()), (bytes, digest));
        }
    }

    #[test]
    fn members_stand_in_their_order() {
        let mut members = Members::new([("b", json!(1)), ("a", json!("\u{e9}\n"))]);
        members.spell("b", "1.50");
        members.add("b", 2);
        assert_eq!(members.line(), "{\"b\":1.50,\"a\":\"\u{e9}\\n\",\"b\":2}\n");
        members.leave_out("b");
        assert_eq!(members.value(), json!({"a": "\u{e9}\n"}));
    }
}
