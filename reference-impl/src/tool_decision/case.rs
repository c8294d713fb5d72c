//! A case: the calls that were observed.

use mcp_evidence_strict_json::{Error, Limits, parse};
use serde_json::{Map, Value};
use std::fmt;

/// Bytes that a case or a record may have.
pub const MOST_BYTES: usize = 16 << 20;

/// A case that is none. The text says nothing about such input, so there is no
/// record of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CaseFault {
    /// More bytes than [`MOST_BYTES`].
    TooLarge,
    /// Not JSON that everybody reads alike.
    Json(Error),
    /// A member of another type than a case has there.
    Shape {
        /// The member, as `calls[0].server.id`.
        at: String,
        /// What stands there in a case.
        asked: &'static str,
    },
}

impl fmt::Display for CaseFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CaseFault::TooLarge => write!(f, "the case has more than {MOST_BYTES} bytes"),
            CaseFault::Json(error) => write!(f, "the case is not strict JSON: {error}"),
            CaseFault::Shape { at, asked } => write!(f, "the case is no case: {at} is not {asked}"),
        }
    }
}

impl std::error::Error for CaseFault {}

/// One observed call.
pub(super) struct Call {
    pub(super) server_id: String,
    pub(super) manifest_digest: Option<String>,
    pub(super) tool_name: String,
    pub(super) arguments: Value,
    pub(super) effect: String,
    pub(super) status: String,
    pub(super) rule_id: Option<String>,
    pub(super) credential_alias: Option<String>,
}

/// The calls of a case, in its order.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Call>, CaseFault> {
    if bytes.len() > MOST_BYTES {
        return Err(CaseFault::TooLarge);
    }
    let case = parse(bytes, Limits::default()).map_err(CaseFault::Json)?;
    let shape = |at: &str, asked| CaseFault::Shape { at: at.to_owned(), asked };
    let Value::Object(mut members) = case else {
        return Err(shape("the whole", "an object"));
    };
    match members.remove("calls") {
        Some(Value::Array(calls)) => {
            calls.into_iter().enumerate().map(|(index, call)| read_call(index, call)).collect()
        }
        Some(_) | None => Err(shape("calls", "an array")),
    }
}

fn read_call(index: usize, call: Value) -> Result<Call, CaseFault> {
    let shape =
        |member: &str, asked| CaseFault::Shape { at: format!("calls[{index}]{member}"), asked };
    let Value::Object(mut members) = call else { return Err(shape("", "an object")) };
    let Some(Value::Object(mut server)) = members.remove("server") else {
        return Err(shape(".server", "an object"));
    };
    let text = |members: &mut Map<String, Value>, name: &str, path: &str| match members.remove(name)
    {
        Some(Value::String(text)) => Ok(text),
        Some(_) | None => Err(shape(path, "a string")),
    };
    let optional =
        |members: &mut Map<String, Value>, name: &str, path: &str| match members.remove(name) {
            Some(Value::String(text)) => Ok(Some(text)),
            Some(Value::Null) | None => Ok(None),
            Some(_) => Err(shape(path, "a string or null")),
        };
    let effect = text(&mut members, "effect", ".effect")?;
    if !matches!(effect.as_str(), "allow" | "deny" | "error") {
        return Err(shape(".effect", "allow, deny or error"));
    }
    let digest = "declared_manifest_digest";
    Ok(Call {
        server_id: text(&mut server, "id", ".server.id")?,
        manifest_digest: optional(&mut server, digest, ".server.declared_manifest_digest")?,
        tool_name: text(&mut members, "tool_name", ".tool_name")?,
        effect,
        status: text(&mut members, "status", ".status")?,
        rule_id: optional(&mut members, "rule_id", ".rule_id")?,
        credential_alias: optional(&mut members, "credential_alias", ".credential_alias")?,
        arguments: members.remove("arguments").unwrap_or(Value::Null),
    })
}
