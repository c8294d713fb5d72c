//! What the tests of this crate are made of: everything comes from our own
//! corpora.

use crate::identity::Implementation;
use crate::pack::{self, Texts};
use mcp_evidence_generator as generator;
use mcp_evidence_harness::Corpus;

pub(crate) const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

pub(crate) fn corpus_of(corpus: &generator::Corpus) -> Corpus {
    let lookup = |file: &str| {
        corpus.bundles.iter().find(|bundle| bundle.file == file).map(|bundle| bundle.bytes.clone())
    };
    Corpus::from_memory(&corpus.manifest_bytes(), lookup).expect("our corpora are sound")
}

pub(crate) fn published() -> Corpus {
    corpus_of(&generator::published())
}

/// Three vectors of the published corpus, under another profile.
pub(crate) fn other() -> Corpus {
    let mut corpus = generator::published();
    let manifest = &mut corpus.manifest;
    manifest.vectors.retain(|vector| ["ok-001", "ok-003", "bad-103"].iter().any(|id| vector.id.starts_with(id)));
    manifest.suite = "Another suite".to_owned();
    manifest.profile = "privileged-mcp-action/v9".to_owned();
    manifest.counts.accept = 2;
    manifest.counts.reject = 1;
    manifest.corpus_digest =
        generator::chain(manifest.vectors.iter().map(|vector| vector.sha256.as_str()));
    corpus_of(&corpus)
}

pub(crate) fn texts() -> Texts {
    Texts::new(|name| Ok::<_, ()>(format!("the text of {name}\n").into_bytes())).expect("all there")
}

/// A pack of our own, in the published form.
pub(crate) fn packed() -> Vec<u8> {
    pack::build(&published(), &texts(), COMMIT).expect("builds")
}

pub(crate) fn implementation() -> Implementation {
    Implementation {
        commit: "f".repeat(40),
        id: None,
        image: None,
        name: "a verifier".to_owned(),
        reproduction_mode: crate::identity::Mode::OtherDisclosed,
        source: "https://example.org/verifier".to_owned(),
        version: None,
    }
}
