//! A case as it is read: strict JSON, bounded, with members of their kind.

use mcp_evidence_strict_json as strict_json;
use serde_json::{Map, Value};
use std::io::{self, Read};

/// Bytes of a case that are read: room for a few pictures among the results. A
/// tree of tiny objects takes a hundred times its text.
pub const CASE_BYTES: u64 = 4 << 20;

/// Why a case cannot be evaluated.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// The stream failed.
    #[error("cannot read the case: {0}")]
    Read(#[from] io::Error),
    /// More bytes than are read.
    #[error("the case is larger than {CASE_BYTES} bytes; split it by results")]
    TooLarge,
    /// No strict JSON.
    #[error("the case is {0}; give one JSON object with `results`")]
    Json(#[from] strict_json::Error),
    /// A member of another kind, or none where one must be.
    #[error("`{member}` must be {kind}")]
    Member {
        /// The member; `case` for the whole.
        member: &'static str,
        /// What it must be.
        kind: CaseKind,
    },
}

/// What a member of a case must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaseKind {
    /// An array.
    Array,
    /// An object.
    Object,
}

impl std::fmt::Display for CaseKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            CaseKind::Array => "an array",
            CaseKind::Object => "an object",
        })
    }
}

/// Tool results, and what is at hand beside them.
#[derive(Debug, Default)]
pub(crate) struct Case {
    /// Each a `CallToolResult`, or whatever else stands there.
    pub(super) results: Vec<Value>,
    /// Tool definitions.
    pub(super) tools: Vec<Value>,
    /// Records by their locators.
    pub(super) records: Map<String, Value>,
    /// Records by the result or block whose reference they belong to.
    pub(super) held: Map<String, Value>,
}

impl Case {
    /// Reads a case to its end or its limit.
    pub(crate) fn read(from: impl Read) -> Result<Case, CaseError> {
        let mut bytes = Vec::new();
        from.take(CASE_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > CASE_BYTES {
            return Err(CaseError::TooLarge);
        }
        Case::parse(&bytes)
    }

    /// Takes a case apart. Members with other names are nobody's business.
    fn parse(bytes: &[u8]) -> Result<Case, CaseError> {
        let value = strict_json::parse(bytes, strict_json::Limits::default())?;
        let Value::Object(mut members) = value else { return Err(wrong("case", CaseKind::Object)) };
        let results = array(members.remove("results"), "results")?;
        Ok(Case {
            results: results.ok_or(wrong("results", CaseKind::Array))?,
            tools: array(members.remove("tools"), "tools")?.unwrap_or_default(),
            records: object(members.remove("records"), "records")?,
            held: object(members.remove("held"), "held")?,
        })
    }
}

fn wrong(member: &'static str, kind: CaseKind) -> CaseError {
    CaseError::Member { member, kind }
}

fn array(value: Option<Value>, member: &'static str) -> Result<Option<Vec<Value>>, CaseError> {
    match value {
        None => Ok(None),
        Some(Value::Array(items)) => Ok(Some(items)),
        Some(_) => Err(wrong(member, CaseKind::Array)),
    }
}

fn object(value: Option<Value>, member: &'static str) -> Result<Map<String, Value>, CaseError> {
    match value {
        None => Ok(Map::new()),
        Some(Value::Object(members)) => Ok(members),
        Some(_) => Err(wrong(member, CaseKind::Object)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(bytes: &[u8]) -> String {
        Case::read(bytes).expect_err("a fault").to_string()
    }

    #[test]
    fn a_case_has_results_and_what_it_needs() {
        let case = Case::read(br#"{"results":[{}],"other":1}"#.as_slice()).expect("reads");
        assert_eq!((case.results.len(), case.tools.len()), (1, 0));
        assert!(case.records.is_empty() && case.held.is_empty());
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (bytes, message) in [
            ("[]", "`case` must be an object"),
            ("{}", "`results` must be an array"),
            (r#"{"results":null}"#, "`results` must be an array"),
            (r#"{"results":[],"tools":{}}"#, "`tools` must be an array"),
            (r#"{"results":[],"records":[]}"#, "`records` must be an object"),
            (r#"{"results":[],"held":null}"#, "`held` must be an object"),
        ] {
            assert_eq!(fault(bytes.as_bytes()), message);
        }
        for bytes in ["", "{", r#"{"results":[],"results":[]}"#, "{\"results\":[]} x"] {
            assert!(fault(bytes.as_bytes()).starts_with("the case is "), "{bytes}");
        }
        let deep = format!("{{\"results\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(fault(deep.as_bytes()).contains("nesting deeper than the limit"));
    }

    #[test]
    fn an_endless_case_ends_at_its_limit() {
        assert!(matches!(Case::read(io::repeat(b' ')), Err(CaseError::TooLarge)));
    }
}
