//! What a result is about: known before a run starts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The program behind a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

impl Default for Tool {
    fn default() -> Tool {
        Tool { name: "mcp-evidence".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() }
    }
}

/// What a run is about, known before it starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Setting {
    /// The corpus.
    pub suite: SuiteRecord,
    /// The program.
    pub candidate: CandidateRecord,
    /// How it was run.
    pub options: OptionsRecord,
}

/// The corpus of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SuiteRecord {
    /// The suite's id, as the manifest gives it.
    pub id: String,
    /// The profile's id.
    pub profile: String,
    /// The recomputed corpus digest, which is also the declared one.
    pub corpus_digest: String,
    /// How many vectors there are.
    pub vectors: usize,
    /// Whether its outcomes count. A corpus of probes is told, never scored.
    pub scored: bool,
    /// Files in the vectors' folders that no entry names.
    pub unlisted_files: Vec<String>,
}

/// The program of a run. Bytes that are not UTF-8 are replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CandidateRecord {
    /// Program and arguments, as they were given.
    pub argv: Vec<String>,
    /// Its working folder, where that is not the caller's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// Whether it is the verifier that the harness's own program brings along.
    pub built_in: bool,
}

/// How a run was set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OptionsRecord {
    /// Globs over ids that select.
    pub only: Vec<String>,
    /// Globs over ids that leave out.
    pub skip: Vec<String>,
    /// Globs over the ids of the vectors' rules that select.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// Stages of the vectors' rules that select.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<u8>,
    /// Whether only cases ran that an earlier result left open.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rerun: bool,
    /// Globs that match no vector.
    pub unmatched: Vec<String>,
    /// How many vectors are selected.
    pub selected: usize,
    /// Whether the candidate sees the vectors' own names.
    pub named: bool,
    /// Time limit of a case, in milliseconds.
    pub timeout_ms: u64,
    /// Bytes allowed on standard output.
    pub stdout_limit: usize,
    /// Bytes of standard error that are read.
    pub stderr_limit: usize,
    /// How often a case that timed out beside others is started again alone.
    #[serde(default)]
    pub retries: u32,
    /// Whether the first case that fails ends the run.
    #[serde(default)]
    pub fail_fast: bool,
    /// Whether a supervisor held the candidate's processes.
    pub supervised: bool,
}
