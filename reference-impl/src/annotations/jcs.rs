//! The canonical form of a record under `jcs/rfc8785`.

use crate::held::Held;
use mcp_evidence_contract::catalogue::annotations as rules;
use mcp_evidence_contract::{Alternative, Rule};
use mcp_evidence_strict_json::Limits;
use mcp_evidence_strict_json::canonical::Rewriter;
use serde_json::Value;

/// What a writer of this form can lack.
static RULES: [&Rule; 7] = [
    &rules::JCS_SORTED,
    &rules::JCS_UTF16,
    &rules::JCS_NESTED,
    &rules::JCS_ARRAYS,
    &rules::JCS_TEXT,
    &rules::JCS_ESCAPES,
    &rules::JCS_BLANKS,
];

static READINGS: [&Alternative; 2] = [&rules::NORMALIZES, &rules::ESCAPES_SLASHES];

/// The bytes that a digest under `jcs/rfc8785` covers.
pub(super) fn encode(record: &Value, held: &impl Held) -> Vec<u8> {
    let rules = RULES.iter().all(|rule| held.holds(rule));
    if !rules || READINGS.iter().any(|reading| held.reads(reading)) {
        return lacking(record, true, held).into_bytes();
    }
    canonical(record)
}

fn canonical(value: &Value) -> Vec<u8> {
    let limits = Limits { depth: Limits::MAX_DEPTH };
    let mut rewriter = Rewriter::default();
    let (canonical, _) = rewriter
        .rewrite(value.to_string().as_bytes(), limits)
        .expect("a record was read as strict JSON, and lies less deep than the limit");
    canonical.to_vec()
}

/// What a writer makes that lacks a rule.
fn lacking(value: &Value, outermost: bool, held: &impl Held) -> String {
    let (comma, colon) = if held.holds(&rules::JCS_BLANKS) { (",", ":") } else { (", ", ": ") };
    match value {
        Value::Object(members) => {
            let mut names: Vec<&String> = members.keys().collect();
            if held.holds(&rules::JCS_UTF16) {
                names.sort_by(|one, other| one.encode_utf16().cmp(other.encode_utf16()));
            }
            let sorts =
                held.holds(&rules::JCS_SORTED) && (outermost || held.holds(&rules::JCS_NESTED));
            if !sorts {
                names.reverse();
            }
            let members: Vec<String> = names
                .into_iter()
                .map(|name| {
                    let value = lacking(&members[name], false, held);
                    format!("{}{colon}{value}", string(name, held))
                })
                .collect();
            format!("{{{}}}", members.join(comma))
        }
        Value::Array(items) => {
            let mut items: Vec<String> =
                items.iter().map(|item| lacking(item, false, held)).collect();
            if !held.holds(&rules::JCS_ARRAYS) {
                items.sort();
            }
            format!("[{}]", items.join(comma))
        }
        Value::String(text) => string(text, held),
        Value::Null | Value::Bool(_) | Value::Number(_) => {
            String::from_utf8_lossy(&canonical(value)).into_owned()
        }
    }
}

fn string(text: &str, held: &impl Held) -> String {
    let mut quoted = if held.reads(&rules::NORMALIZES) {
        Value::from(text.replace("e\u{301}", "\u{e9}")).to_string()
    } else {
        Value::from(text).to_string()
    };
    if held.reads(&rules::ESCAPES_SLASHES) {
        quoted = quoted.replace('/', "\\/");
    }
    if !held.holds(&rules::JCS_ESCAPES) {
        for (short, code) in [("b", 8), ("t", 9), ("n", 10), ("f", 12), ("r", 13)] {
            quoted = quoted.replace(&format!("\\{short}"), &format!("\\u{code:04x}"));
        }
    }
    if held.holds(&rules::JCS_TEXT) {
        return quoted;
    }
    let mut escaped = String::with_capacity(quoted.len());
    for character in quoted.chars() {
        if character.is_ascii() {
            escaped.push(character);
        } else {
            for unit in character.encode_utf16(&mut [0; 2]) {
                escaped.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    escaped
}
