//! What the tests of this crate are made of: everything comes from our own
//! corpora.

use crate::identity::Implementation;
use crate::pack::{self, Texts};
use mcp_evidence_generator as generator;
use mcp_evidence_harness::Corpus;

pub(crate) const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

pub(crate) fn published() -> Corpus {
    let corpus = generator::published();
    let lookup = |file: &str| corpus.material(file).cloned();
    Corpus::from_memory(&corpus.manifest_bytes(), lookup).expect("our corpora are sound")
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
