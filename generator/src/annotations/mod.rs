//! The corpus of the trust-annotations draft: annotated tool results, and what
//! may be concluded from them. One file for each part of the text. Digests are
//! made with this crate's own code; expectations are written by hand.

mod boundaries;
mod cbor;
mod digests;
mod encodings;
mod evidence;
mod levels;
mod members;
mod probes;
mod recomputed;
mod sample;

pub use digests::{cbor_digest, jcs_digest};

use crate::corpus::{Case, Corpus, Suite};
use mcp_evidence_contract::system::TRUST_ANNOTATIONS_PROFILE;
use mcp_evidence_contract::{System, points};

const SPEC: &str = "the draft of the extension io.modelcontextprotocol/trust-annotations, as of \
    2026-06-16";

const SUITE: Suite = Suite {
    id: "trust-annotations-draft",
    folder: "vectors/trust-annotations-draft",
    name: "trust-annotations-draft",
    profile: TRUST_ANNOTATIONS_PROFILE,
    spec: SPEC,
    normative_surface: "expected.results is compared as a whole: the claims about each result and \
        block, and the status of each evidence reference; rule names what the vector tells",
    bundles: "cases",
    extension: ".json",
};

const PROBES: Suite = Suite {
    id: "trust-annotations-draft-probes",
    folder: "vectors/trust-annotations-draft-probes",
    name: "trust-annotations-draft-probes",
    normative_surface: "none: the draft leaves room on each of these, and expected is what the \
        reading concludes that this kit pins; point names the question",
    ..SUITE
};

/// The corpus `trust-annotations-draft`, in the order of the text.
pub fn annotations() -> Corpus {
    let files = [
        members::vectors(),
        levels::vectors(),
        boundaries::vectors(),
        evidence::vectors(),
        recomputed::vectors(),
        encodings::jcs(),
        encodings::cbor(),
    ];
    SUITE.corpus(files.into_iter().flatten().collect())
}

/// The corpus `trust-annotations-draft-probes`, in the order of the points.
pub fn annotations_probes() -> Corpus {
    let mut cases: Vec<Case> = probes::vectors();
    let order: Vec<&str> =
        points::of(System::TrustAnnotations).flat_map(|point| point.probes).copied().collect();
    cases.sort_by_key(|case| order.iter().position(|id| *id == case.id));
    PROBES.corpus(cases)
}

#[cfg(test)]
mod tests {
    use super::sample::{FALSE, MALFORMED};
    use super::*;

    /// The draft does not decide them: they are probed.
    #[test]
    fn no_scored_expectation_rests_on_a_false_or_malformed_claim() {
        for vector in annotations().manifest.vectors {
            let expected = serde_json::to_string(&vector.expected).expect("serializes");
            for claim in [FALSE, MALFORMED] {
                assert!(!expected.contains(&format!("\"{claim}\"")), "{}", vector.id);
            }
        }
    }
}
