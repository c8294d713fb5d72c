//! The results of one command as one document: what `--format json` writes, and
//! what is read back to be shown again.

use crate::diagnosis::Diagnosis;
use crate::result::{RunResult, SCHEMA};
use mcp_evidence_strict_json::{Limits, parse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `schema` of a document with several results.
pub const SEVERAL: &str = "mcp-evidence.results.v1";

/// Bytes of a document that is read.
pub const RESULT_LIMIT: usize = 64 << 20;

/// A run over one suite is its result; one over several holds each.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Results {
    /// One suite.
    One(Box<RunResult>),
    /// Several, in the order in which they ran.
    Several(Several),
}

/// Several results of one candidate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Several {
    /// [`SEVERAL`].
    #[schemars(extend("const" = SEVERAL))]
    pub schema: String,
    /// Each of them.
    pub results: Vec<RunResult>,
    /// Over all scored suites.
    pub diagnosis: Diagnosis,
}

impl Several {
    /// Whether only the last suite has a diagnosis, so that it has been told
    /// just now.
    pub fn last_says_all(&self) -> bool {
        let others = self.results.iter().rev().skip(1);
        others.map(|result| &result.diagnosis).all(Diagnosis::is_empty)
    }
}

/// A file holds no results.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResultsError {
    /// It is too long to be read.
    #[error("it has more than {RESULT_LIMIT} bytes")]
    TooLong,
    /// It is not one JSON value, or says a name twice.
    #[error("it is not strict JSON: {0}")]
    Json(String),
    /// It is JSON of another kind.
    #[error(
        "its schema is {found}, and must be {SCHEMA} or {SEVERAL}: what `run --format json` writes"
    )]
    Schema {
        /// What stands there, bounded and escaped.
        found: String,
    },
    /// It names the schema and does not keep it.
    #[error("it is no result of `run`: {0}")]
    Shape(String),
}

impl Results {
    /// The document of these results.
    pub fn new(mut results: Vec<RunResult>) -> Results {
        if results.len() == 1 {
            return Results::One(Box::new(results.remove(0)));
        }
        let scored = results.iter().filter(|result| !result.summary.unscored);
        let diagnosis = Diagnosis::merge(scored.map(|result| result.diagnosis.clone()));
        Results::Several(Several { schema: SEVERAL.to_owned(), results, diagnosis })
    }

    /// Reads either form.
    ///
    /// # Errors
    /// The bytes are no such document.
    pub fn read(bytes: &[u8]) -> Result<Results, ResultsError> {
        if bytes.len() > RESULT_LIMIT {
            return Err(ResultsError::TooLong);
        }
        // The reports in it may nest as deep as a report may.
        let value = parse(bytes, Limits { depth: Limits::MAX_DEPTH })
            .map_err(|fault| ResultsError::Json(fault.to_string()))?;
        let shape = |error: serde_json::Error| {
            ResultsError::Shape(crate::escape::escape(&error.to_string(), crate::escape::TEXT))
        };
        match value.get("schema").and_then(serde_json::Value::as_str) {
            Some(SCHEMA) => serde_json::from_value(value).map(Results::One).map_err(shape),
            Some(SEVERAL) => serde_json::from_value(value).map(Results::Several).map_err(shape),
            other => Err(ResultsError::Schema {
                found: other.map_or("absent".to_owned(), |text| crate::escape::escape(text, 80)),
            }),
        }
    }

    /// Each result.
    pub fn runs(&self) -> &[RunResult] {
        match self {
            Results::One(result) => std::slice::from_ref(result),
            Results::Several(several) => &several.results,
        }
    }

    /// Each result, to keep.
    pub fn into_runs(self) -> Vec<RunResult> {
        match self {
            Results::One(result) => vec![*result],
            Results::Several(several) => several.results,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_result_is_told() {
        for (bytes, part) in [
            (&b"{"[..], "strict JSON"),
            (b"[]", "its schema is absent"),
            (b"{\"schema\": \"other\\u202e\"}", "its schema is other\\u{202e}"),
            (b"{\"schema\": \"mcp-evidence.result.v1\"}", "missing field"),
            (b"{\"schema\": \"mcp-evidence.results.v1\"}", "missing field"),
            (b"{\"schema\": 1, \"schema\": 2}", "strict JSON"),
        ] {
            let error = Results::read(bytes).expect_err("no result").to_string();
            assert!(error.contains(part), "{error}");
        }
        assert_eq!(Results::read(&vec![b' '; RESULT_LIMIT + 1]), Err(ResultsError::TooLong));
    }
}
