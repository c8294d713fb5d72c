//! What a corpus declares about itself: `MANIFEST.json`.

use crate::Outcome;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A corpus manifest in the published form. Members serialize in the published
/// order; members that the published manifest does not have are left out where
/// a suite does not use them. `E` is the type of an expectation: [`Outcome`]
/// for privileged-mcp-action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Manifest<E = Outcome> {
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
    #[schemars(regex(pattern = "^sha256:[0-9a-f]{64}$"))]
    pub corpus_digest: String,
    /// How many vectors are accepted and rejected.
    pub counts: Counts,
    /// The vectors, in the order that the corpus digest takes them.
    pub vectors: Vec<Vector<E>>,
}

/// How many vectors of a corpus a conforming verifier accepts and rejects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counts {
    /// Vectors that are pass and valid.
    pub accept: usize,
    /// All others.
    pub reject: usize,
}

/// One vector of a corpus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Vector<E = Outcome> {
    /// The vector's name, unique in the corpus.
    pub id: String,
    /// The bundle's path, relative to the manifest's folder.
    pub file: String,
    /// `sha256:` and 64 hex digits over the bundle's bytes.
    #[schemars(regex(pattern = "^sha256:[0-9a-f]{64}$"))]
    pub sha256: String,
    /// What the vector is about, in a sentence.
    pub description: String,
    /// What a conforming verifier concludes.
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
}
