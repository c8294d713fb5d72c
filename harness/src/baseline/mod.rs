//! A baseline: divergences that are known, so that only others make a run fail.
//!
//! An entry names a case, the members of its surface that differ, what is
//! observed there, and a reason. It holds only as long as exactly that comes
//! out: a case that matches now, one that differs in another way, and an entry
//! for no case of the corpus each fail the run, so that no entry outlives what
//! it is about. A candidate error is no divergence and is never listed.

mod held;
mod written;

pub use held::{BaselineNote, BaselineRecord, BaselineState, Held};
pub use written::{Gone, Moved, Why, Written};

use crate::escape::{TEXT, escape};
use crate::reporter::diff::{Leaf, leaves};
use crate::surface::Surface;
use mcp_evidence_strict_json::{Limits, parse};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// `schema` of a baseline.
pub const SCHEMA: &str = "mcp-evidence.baseline.v1";

/// Bytes of a baseline that is read.
pub const BASELINE_LIMIT: usize = 16 << 20;

/// The known divergences of one candidate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// [`SCHEMA`].
    #[schemars(extend("const" = SCHEMA))]
    pub schema: String,
    /// For each suite what is known there, by the suites' ids, each once. None
    /// where everything matched.
    pub suites: Vec<SuiteBaseline>,
}

/// The known divergences over one suite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SuiteBaseline {
    /// The suite's id, as its manifest gives it.
    pub suite: String,
    /// The digest of the corpus that they were seen in.
    #[schemars(regex(pattern = "^sha256:[0-9a-f]{64}$"))]
    pub corpus_digest: String,
    /// They, by the cases' ids, each once.
    pub known: Vec<Known>,
}

/// A case that is known to come out otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// The vector's id.
    pub case: String,
    /// Every member that differs from what is expected, each once.
    #[schemars(length(min = 1))]
    pub differs: Vec<Differs>,
    /// Why that is accepted for now, in the words of whoever accepts it. Empty
    /// as it is written; each run says how many still are.
    pub reason: String,
}

/// A member of a surface that is not as expected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Differs {
    /// Its path: `verdict`, `claims.upstream_delivery.status`, `list[0]`.
    pub member: String,
    /// What the candidate answers there; no member where it answers nothing.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub observed: Option<Value>,
}

/// A `null` that stands there is a value.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// A file is no baseline; nothing of it is used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BaselineFault {
    /// It is too long to be read.
    #[error("it has more than {BASELINE_LIMIT} bytes")]
    TooLong,
    /// It is not one JSON value, or says a name twice.
    #[error("it is not strict JSON: {0}")]
    Json(String),
    /// It is JSON of another kind.
    #[error("its schema is {found}, and must be {SCHEMA}: what `run --write-baseline` writes")]
    Schema {
        /// What stands there, bounded and escaped.
        found: String,
    },
    /// It names the schema and does not keep it.
    #[error("{0}; `mcp-evidence schema baseline` prints what it must be")]
    Shape(String),
    /// A suite has two lists.
    #[error("suite {0} is there twice; put its entries into one list")]
    SuiteTwice(String),
    /// A corpus digest is none.
    #[error(
        "the corpus digest of suite {suite} is {found}, and must be sha256: and 64 lowercase \
         hexadecimal digits; `mcp-evidence list` prints those of our suites"
    )]
    Digest {
        /// The suite.
        suite: String,
        /// What stands there, bounded and escaped.
        found: String,
    },
    /// A suite is called otherwise than the corpus is whose digest it has.
    #[error(
        "there is no suite {found}: the corpus digest beside it is that of {suite}, so call it that"
    )]
    SuiteName {
        /// What stands there, escaped.
        found: String,
        /// What the corpus is called.
        suite: String,
    },
    /// A case has two entries.
    #[error("case {case} of suite {suite} is there twice; keep the entry that holds")]
    CaseTwice {
        /// The suite.
        suite: String,
        /// The case.
        case: String,
    },
    /// An entry lists no difference, a member twice, or one that no answer has.
    #[error("case {case} of suite {suite} {what}")]
    Entry {
        /// The suite.
        suite: String,
        /// The case.
        case: String,
        /// What is wrong with it.
        what: String,
    },
}

impl Baseline {
    /// Reads a file, strictly: an unknown member is a fault, as is an entry
    /// that says nothing or is there twice.
    ///
    /// # Errors
    /// The bytes are no baseline.
    pub fn read(bytes: &[u8]) -> Result<Baseline, BaselineFault> {
        if bytes.len() > BASELINE_LIMIT {
            return Err(BaselineFault::TooLong);
        }
        let value = parse(bytes, Limits { depth: Limits::MAX_DEPTH })
            .map_err(|fault| BaselineFault::Json(fault.to_string()))?;
        match value.get("schema").and_then(Value::as_str) {
            Some(SCHEMA) => {}
            other => {
                let found = other.map_or("absent".to_owned(), |text| escape(text, 80));
                return Err(BaselineFault::Schema { found });
            }
        }
        // Once more, typed, for the line and the column of what is wrong.
        let baseline: Baseline = serde_json::from_slice(bytes)
            .map_err(|error| BaselineFault::Shape(escape(&error.to_string(), TEXT)))?;
        baseline.check()?;
        Ok(baseline)
    }

    fn check(&self) -> Result<(), BaselineFault> {
        let mut suites = BTreeSet::new();
        for suite in &self.suites {
            if !suites.insert(&suite.suite) {
                return Err(BaselineFault::SuiteTwice(escape(&suite.suite, TEXT)));
            }
            suite.check()?;
        }
        Ok(())
    }

    /// What is known about one suite.
    pub fn suite(&self, id: &str) -> Option<&SuiteBaseline> {
        self.suites.iter().find(|suite| suite.suite == id)
    }
}

impl SuiteBaseline {
    fn check(&self) -> Result<(), BaselineFault> {
        let digits = self.corpus_digest.strip_prefix("sha256:");
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if !digits.is_some_and(|digits| digits.len() == 64 && digits.bytes().all(is_digit)) {
            let found = match self.corpus_digest.as_str() {
                "" => "empty".to_owned(),
                digest => escape(digest, 80),
            };
            return Err(BaselineFault::Digest { suite: escape(&self.suite, TEXT), found });
        }
        let mut cases = BTreeSet::new();
        for Known { case, differs, .. } in &self.known {
            if !cases.insert(case) {
                let (suite, case) = (escape(&self.suite, TEXT), escape(case, TEXT));
                return Err(BaselineFault::CaseTwice { suite, case });
            }
            let members: BTreeSet<&str> =
                differs.iter().map(|differs| differs.member.as_str()).collect();
            if members.is_empty() {
                return Err(self.fault(case, "lists no member that differs"));
            }
            if members.len() < differs.len() {
                return Err(self.fault(case, "lists a member twice"));
            }
        }
        Ok(())
    }

    /// Whether its entries can be about answers of this surface.
    ///
    /// # Errors
    /// An entry lists a member that no answer has.
    pub fn suits(&self, surface: &dyn Surface) -> Result<(), BaselineFault> {
        for Known { case, differs, .. } in &self.known {
            if let Some(Differs { member, .. }) =
                differs.iter().find(|differs| !surface.has_member(&differs.member))
            {
                let member = escape(member, 80);
                let what = format!("lists {member}, which is no member of what is compared there");
                return Err(self.fault(case, &what));
            }
        }
        Ok(())
    }

    fn fault(&self, case: &str, what: &str) -> BaselineFault {
        BaselineFault::Entry {
            suite: escape(&self.suite, TEXT),
            case: escape(case, TEXT),
            what: format!("{what}; mend the entry, or remove it"),
        }
    }

    fn by_case(&self) -> BTreeMap<&str, &Known> {
        self.known.iter().map(|known| (known.case.as_str(), known)).collect()
    }
}

/// The members in which an answer differs, by their paths.
pub fn differences(expected: &Value, observed: &Value) -> Vec<Differs> {
    fn by_path(surface: &Value) -> BTreeMap<String, &Value> {
        leaves(surface).into_iter().map(|Leaf { path, value }| (path, value)).collect()
    }
    let (expected, mut observed) = (by_path(expected), by_path(observed));
    let mut differs = Vec::new();
    for (member, value) in expected {
        let other = observed.remove(&member);
        if other != Some(value) {
            differs.push(Differs { member, observed: other.cloned() });
        }
    }
    let more = observed.into_iter();
    differs.extend(more.map(|(member, value)| Differs { member, observed: Some(value.clone()) }));
    differs.sort_by(|one, other| one.member.cmp(&other.member));
    differs
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(value: &Value) -> Result<Baseline, BaselineFault> {
        Baseline::read(value.to_string().as_bytes())
    }

    fn with(known: &Value) -> Value {
        let digest = format!("sha256:{}", "0".repeat(64));
        let suite = json!({"suite": "s", "corpus_digest": digest, "known": known});
        json!({"schema": SCHEMA, "suites": [suite]})
    }

    #[test]
    fn differences_are_members_with_what_stands_there() {
        let expected = json!({"verdict": "valid", "claims": {"a": {"status": "x"}, "b": 1}});
        let observed = json!({"verdict": "invalid", "claims": {"b": 1}, "new": null});
        let differs = differences(&expected, &observed);
        let shown = serde_json::to_value(&differs).expect("serializes");
        assert_eq!(
            shown,
            json!([
                {"member": "claims.a.status"},
                {"member": "new", "observed": null},
                {"member": "verdict", "observed": "invalid"},
            ])
        );
        let back: Vec<Differs> = serde_json::from_value(shown).expect("reads");
        assert_eq!(back, differs, "null is a value, and absence is none");
        assert_eq!(differences(&expected, &expected), []);
    }

    #[test]
    fn each_fault_of_a_file_is_told() {
        let entry = json!({"case": "a", "differs": [{"member": "verdict"}], "reason": ""});
        assert!(read(&with(&json!([entry]))).is_ok());
        let mut twice = with(&json!([]));
        let suites = twice["suites"].as_array_mut().expect("a list");
        suites.push(suites[0].clone());
        let cases = [
            (json!([]), "its schema is absent"),
            (json!({"schema": "mcp-evidence.result.v1"}), "its schema is mcp-evidence.result.v1"),
            (json!({"schema": SCHEMA}), "missing field `suites`"),
            (json!({"schema": SCHEMA, "suites": [], "more": 1}), "unknown field `more`"),
            (with(&json!([{"case": "a", "differs": []}])), "missing field `reason`"),
            (with(&json!([{"case": "a", "differs": [], "reason": ""}])), "lists no member"),
            (with(&json!([entry, entry])), "case a of suite s is there twice"),
            (
                with(&json!([{"case": "a\u{1b}", "reason": "", "differs": [
                    {"member": "m"}, {"member": "m", "observed": 1}]}])),
                "case a\\u{1b} of suite s lists a member twice",
            ),
            (twice, "suite s is there twice"),
        ];
        for (value, part) in cases {
            let fault = read(&value).expect_err(part).to_string();
            assert!(fault.contains(part), "{part:?} is not in {fault:?}");
        }
        let twice = br#"{"schema": "mcp-evidence.baseline.v1", "suites": [], "suites": []}"#;
        assert!(matches!(Baseline::read(twice), Err(BaselineFault::Json(_))));
        assert!(matches!(Baseline::read(b"{"), Err(BaselineFault::Json(_))));
    }
}
