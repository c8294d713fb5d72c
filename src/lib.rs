//! The conformance corpora of `mcp-evidence` for a Rust implementer's own
//! `cargo test`.
//!
//! ```no_run
//! // tests/conformance.rs, with `harness = false` in Cargo.toml
//! # fn my_report(path: &std::path::Path) -> serde_json::Value { unimplemented!() }
//! fn main() {
//!     let arguments = mcp_evidence::libtest_mimic::Arguments::from_args();
//!     let trials = mcp_evidence::conformance(mcp_evidence::PRIVILEGED_MCP_ACTION_V0, my_report)
//!         .expect("a suite of this version");
//!     mcp_evidence::libtest_mimic::run(&arguments, trials).exit();
//! }
//! ```
//!
//! Agreement with a corpus is agreement on those bytes: it establishes neither
//! security nor compliance, and nothing about how the verifier came to be.

use mcp_evidence_generator as generator;
use std::path::Path;

pub use libtest_mimic;

/// The fourteen published vectors of `privileged-mcp-action/v0`.
pub const PRIVILEGED_MCP_ACTION_V0: &str = "privileged-mcp-action-v0";

/// There is no suite of that id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no suite {id:?}; the suites are {}", known.join(", "))]
pub struct UnknownSuite {
    /// The id asked for.
    pub id: String,
    /// The ids that there are.
    pub known: Vec<&'static str>,
}

/// One trial for each vector of a suite. `candidate` gets the path of a case
/// and gives its report: for bundles in the shape of §3.
///
/// # Errors
/// Where there is no suite of that id.
pub fn conformance(
    suite: &str,
    candidate: impl Fn(&Path) -> serde_json::Value + Send + Sync + 'static,
) -> Result<Vec<libtest_mimic::Trial>, UnknownSuite> {
    let corpora = generator::corpora();
    let known = corpora.iter().map(|corpus| corpus.suite).collect();
    let corpus = corpora
        .into_iter()
        .find(|corpus| corpus.suite == suite)
        .ok_or_else(|| UnknownSuite { id: suite.to_owned(), known })?;
    let lookup = |file: &str| corpus.material(file).cloned();
    let corpus = mcp_evidence_harness::Corpus::from_memory(&corpus.manifest_bytes(), lookup)
        .expect("a corpus as the generator made it is sound, which its tests hold");
    Ok(mcp_evidence_harness::trials(corpus, candidate))
}
