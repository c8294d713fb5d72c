//! The suites that this program can make, by id.

use crate::failure::Failure;
use mcp_evidence_generator::{self as generator, Corpus};

/// The suite of that id.
pub(crate) fn find(id: &str) -> Result<Corpus, Failure> {
    let corpora = generator::corpora();
    let ids: Vec<&str> = corpora.iter().map(|corpus| corpus.suite).collect();
    let unknown = format!("there is no suite {id:?}; the suites are {}", ids.join(", "));
    corpora.into_iter().find(|corpus| corpus.suite == id).ok_or(Failure::Usage(unknown))
}
