//! The rule corpus of v1: what that version changes, and what the observation
//! of its schema has to be. All else is v0's, and told by v0's corpus.

mod marker;
mod namespace;
mod twins;

use super::{binding, digests, non_claims, observation};
use crate::corpus::{Corpus, Suite};
use twins::{ALLOW_MARKER, DENY_INERT, DENY_MARKER};

use mcp_evidence_contract::vocabulary::PROFILE_V1;

const SUITE: Suite = Suite {
    id: "privileged-mcp-action-v1-rules",
    folder: "vectors/privileged-mcp-action-v1-rules",
    name: "privileged-mcp-action-v1-rules",
    profile: PROFILE_V1,
    spec: "docs/profiles/privileged-mcp-action/v1.md",
    ..super::SUITE
};

/// The corpus `privileged-mcp-action-v1-rules`.
pub fn rules_v1() -> Corpus {
    let files = [
        twins::vectors(),
        namespace::vectors(),
        observation::vectors(&DENY_MARKER, &DENY_INERT),
        digests::response(&DENY_MARKER),
        non_claims::of_observation(&DENY_MARKER),
        binding::legs(&DENY_MARKER, &ALLOW_MARKER),
        binding::unbindable(&DENY_MARKER),
        marker::vectors(),
    ];
    SUITE.corpus(files.into_iter().flatten().collect())
}
