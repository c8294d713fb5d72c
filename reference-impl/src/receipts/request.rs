//! One line of a client: whether it is a tools/call, and what it says.

use super::json::Json;
use super::version::Version;
use crate::held::Held;
use mcp_evidence_contract::catalogue::receipts::derive as rules;
use mcp_evidence_strict_json::Kind;
use serde_json::{Map, Value};
use std::fmt;

/// The method of which lines are recorded.
const METHOD: &str = "tools/call";

/// What a line is.
#[derive(Debug)]
pub(super) enum Request {
    /// Bytes that are no text.
    NotUtf8,
    /// No JSON value.
    NotJson,
    /// Something else than a request for tools/call.
    Other,
    /// A tools/call.
    Call(Call),
}

/// What a tools/call says.
#[derive(Debug)]
pub(super) struct Call {
    /// The id, where there is one; null where that is it.
    pub(super) id: Option<Value>,
    /// The name of the tool, where that is a string.
    pub(super) tool: Option<String>,
    /// The version that it states.
    pub(super) version: Version,
    /// In what it is not the request that the text calls valid, as this kit
    /// reads that.
    pub(super) misshapen: Option<Misshapen>,
}

/// In what a request for tools/call departs from a valid one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Misshapen {
    RepeatedName,
    Version,
    Id,
    Params,
    Name,
}

impl fmt::Display for Misshapen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Misshapen::RepeatedName => "an object names a member twice",
            Misshapen::Version => "`jsonrpc` is not \"2.0\"",
            Misshapen::Id => "`id` is no number, no string and not null",
            Misshapen::Params => "`params` is no object",
            Misshapen::Name => "`params.name` is no string",
        })
    }
}

impl Request {
    /// Reads a line, with or without its terminator.
    pub(super) fn of(line: &[u8], held: &impl Held) -> Request {
        let Json { value, repeated } = match Json::of(line) {
            Ok(json) => json,
            Err(error) if error.kind == Kind::NotUtf8 => return Request::NotUtf8,
            Err(_) => return Request::NotJson,
        };
        let Value::Object(message) = value else { return Request::Other };
        let called = if held.reads(&rules::METHOD_AS_SPELLED) {
            memchr::memmem::find(line, b"\"tools/call\"").is_some()
        } else {
            message.get("method").and_then(Value::as_str) == Some(METHOD)
        };
        if called || (message.contains_key("method") && !held.holds(&rules::METHOD)) {
            Request::Call(Call::of(message, repeated, held))
        } else {
            Request::Other
        }
    }
}

impl Call {
    fn of(mut message: Map<String, Value>, repeated: bool, held: &impl Held) -> Call {
        let id = message.remove("id");
        let params = message.get("params").and_then(Value::as_object);
        let name = params.and_then(|params| params.get("name")).and_then(Value::as_str);
        let misshapen = if repeated {
            Some(Misshapen::RepeatedName)
        } else if message.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            Some(Misshapen::Version)
        } else if matches!(id, Some(Value::Bool(_) | Value::Array(_) | Value::Object(_))) {
            Some(Misshapen::Id)
        } else if params.is_none() {
            Some(Misshapen::Params)
        } else if name.is_none() {
            Some(Misshapen::Name)
        } else {
            None
        };
        Call {
            id,
            tool: name.map(str::to_owned),
            version: params.map_or(Version::Absent, |params| Version::stated(params, held)),
            misshapen,
        }
    }
}

/// How two ids differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Differs {
    Type,
    Value,
}

/// Compares two ids. Numbers are compared by their value, however they are
/// spelled.
pub(super) fn compare(left: &Value, right: &Value) -> Result<(), Differs> {
    let same = match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            left == right || ((left.is_f64() || right.is_f64()) && left.as_f64() == right.as_f64())
        }
        _ if std::mem::discriminant(left) != std::mem::discriminant(right) => {
            return Err(Differs::Type);
        }
        _ => left == right,
    };
    if same { Ok(()) } else { Err(Differs::Value) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::held::Every;
    use serde_json::json;

    fn call(line: &str) -> Call {
        let request = Request::of(line.as_bytes(), &Every);
        let Request::Call(call) = request else { panic!("{line}: {request:?}") };
        call
    }

    #[test]
    fn the_method_counts_as_it_reads() {
        call(r#"{"method":"tools\/call"}"#);
        call("{\"method\":\"\\u0074ools/call\"}\r\n");
        for line in [
            r#"{"method":"initialize","params":{"method":"tools/call"}}"#,
            r#"{"method":"tools/list"}"#,
            r#"{"Method":"tools/call"}"#,
            r#"{"method":["tools/call"]}"#,
            r#"[{"method":"tools/call"}]"#,
        ] {
            assert!(matches!(Request::of(line.as_bytes(), &Every), Request::Other), "{line}");
        }
        assert!(matches!(Request::of(b"{", &Every), Request::NotJson));
        assert!(matches!(Request::of(b"{} {}", &Every), Request::NotJson));
        assert!(matches!(Request::of(b"\"\xff\"", &Every), Request::NotUtf8));
    }

    #[test]
    fn the_shape_names_what_is_wrong() {
        let whole = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"n"}}"#;
        assert_eq!(call(whole).misshapen, None);
        for (from, to, wrong) in [
            ("\"2.0\"", "2.0", Misshapen::Version),
            ("\"id\":1", "\"id\":true", Misshapen::Id),
            ("\"id\":1", "\"id\":1,\"id\":1", Misshapen::RepeatedName),
            ("{\"name\":\"n\"}", "[]", Misshapen::Params),
            ("\"n\"", "1", Misshapen::Name),
        ] {
            assert_eq!(call(&whole.replace(from, to)).misshapen, Some(wrong), "{to}");
        }
    }

    #[test]
    fn ids_differ_in_type_or_value() {
        assert_eq!(compare(&json!(1), &json!(1.0)), Ok(()));
        assert_eq!(compare(&json!("1"), &json!("1")), Ok(()));
        assert_eq!(compare(&json!(null), &json!(null)), Ok(()));
        assert_eq!(compare(&json!(1), &json!(2)), Err(Differs::Value));
        assert_eq!(compare(&json!(1), &json!("1")), Err(Differs::Type));
        assert_eq!(compare(&json!(null), &json!("")), Err(Differs::Type));
        let (left, right) = (json!(9007199254740993_u64), json!(9007199254740992_u64));
        assert_eq!(compare(&left, &right), Err(Differs::Value));
    }
}
