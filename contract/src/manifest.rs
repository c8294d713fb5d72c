//! What a corpus declares about itself: `MANIFEST.json`.

use crate::{Outcome, Recipe};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// A corpus manifest in the published form. Members serialize in the published
/// order; members that the published manifest does not have are left out where
/// a suite does not use them. `E` is the type of an expectation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest<E = Expected> {
    /// Id of the suite, as `privileged-mcp-action-v0-conformance`.
    pub suite: String,
    /// Id of the profile, as `privileged-mcp-action/v0`.
    pub profile: String,
    /// Where the specification stands, in the words of the corpus.
    pub spec: String,
    /// What wrote the corpus.
    pub generator: String,
    /// What is compared, in words.
    pub normative_surface: String,
    /// How `corpus_digest` is made, in words.
    pub corpus_digest_method: String,
    /// `sha256:` and 64 hex digits over the vectors' digests in listed order.
    pub corpus_digest: String,
    /// How many vectors are accepted and rejected.
    pub counts: Counts,
    /// The vectors, in the order that the corpus digest takes them.
    pub vectors: Vec<Vector<E>>,
}

/// How many vectors of a corpus a conforming program accepts and rejects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Vectors that are accepted, and those in which nothing is judged.
    pub accept: usize,
    /// All others.
    pub reject: usize,
}

/// One vector of a corpus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vector<E = Expected> {
    /// The vector's name, unique in the corpus.
    pub id: String,
    /// Path of the case, a file or a folder, relative to the manifest's folder.
    pub file: String,
    /// `sha256:` and 64 hex digits over a file's bytes; over a folder, over the
    /// lines of its listing (see [`Material`](crate::Material)).
    pub sha256: String,
    /// What the vector is about, in a sentence.
    pub description: String,
    /// What a conforming program concludes.
    pub expected: E,
    /// The generator's own word for what is broken; informative only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_failure_informative: Option<String>,
    /// Id of the rule that the vector tells, in suites of one rule a vector.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Id of the accepted vector that this one differs from by one edit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub twin: Option<String>,
    /// The edit that separates the two, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edit: Option<String>,
    /// Id of the interpretation point that the vector probes, in probe suites.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<String>,
    /// Texts that must not occur anywhere in what a candidate prints.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<String>,
    /// Files of the case's folder that are made when the suite runs, not stored.
    #[serde(default, skip_serializing_if = "Recipe::is_empty")]
    pub recipe: Recipe,
}

/// What a vector expects, in any suite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Expected {
    /// The triple of `privileged-mcp-action`.
    Outcome(Outcome),
    /// The compared surface of another system, as JSON.
    Surface(Value),
}

impl Expected {
    /// The triple, in suites of `privileged-mcp-action`.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Expected::Outcome(outcome) => Some(*outcome),
            Expected::Surface(_) => None,
        }
    }

    /// Whether the vector is accepted. A surface without a `verdict` judges
    /// nothing, and counts as accepted.
    pub fn is_accept(&self) -> bool {
        match self {
            Expected::Outcome(outcome) => outcome.is_accept(),
            Expected::Surface(surface) => {
                !matches!(surface["verdict"].as_str(), Some("invalid" | "rejected"))
            }
        }
    }
}

impl From<Outcome> for Expected {
    fn from(outcome: Outcome) -> Expected {
        Expected::Outcome(outcome)
    }
}

impl From<Value> for Expected {
    fn from(surface: Value) -> Expected {
        Expected::Surface(surface)
    }
}

impl PartialEq<Outcome> for Expected {
    fn eq(&self, outcome: &Outcome) -> bool {
        self.outcome().as_ref() == Some(outcome)
    }
}

impl PartialEq<Expected> for Outcome {
    fn eq(&self, expected: &Expected) -> bool {
        expected == self
    }
}

impl fmt::Display for Expected {
    /// An outcome in a few words; of a surface its verdict, or that it is one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Outcome(outcome) => outcome.fmt(f),
            Expected::Surface(surface) => {
                f.write_str(surface["verdict"].as_str().unwrap_or("a surface"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_expectation_is_an_outcome_or_a_surface() {
        let read = |value: Value| serde_json::from_value::<Expected>(value).expect("reads");
        assert_eq!(read(json!({"bundle_integrity": "fail"})), Outcome::IntegrityFail);
        for (surface, accepted, shown) in [
            (json!({"verdict": "accepted", "associations": []}), true, "accepted"),
            (json!({"verdict": "rejected"}), false, "rejected"),
            (json!({"verdict": "invalid"}), false, "invalid"),
            (json!({"receipts": [], "complete": true}), true, "a surface"),
        ] {
            let expected = read(surface.clone());
            assert_eq!(expected, Expected::Surface(surface));
            assert_eq!((expected.is_accept(), expected.to_string().as_str()), (accepted, shown));
        }
    }
}
