//! Clean-room packs: opaque cases, the texts to implement from, and
//! `cases.json`, which binds them. Expectations are never among them.

mod build;
pub(crate) mod cases;
mod read;

pub use build::{BuildError, Texts, build};
pub use read::{PackError, read};

use crate::words::Form;

/// Bytes that a pack may have: more than a hundred times the published one.
pub const PACK_LIMIT: usize = 4 << 20;
/// Bytes of the decoded archive.
pub const DECODED_LIMIT: u64 = 64 << 20;
/// Bytes of one member.
pub const MEMBER_LIMIT: u64 = 8 << 20;
/// Bytes of `cases.json`; 999 cases take a fifth of it.
pub const CASES_LIMIT: usize = 1 << 20;

/// Name of the member that binds the others.
pub(crate) const CASES: &str = "cases.json";

/// The texts of a pack, by their names below its folder.
pub const TEXTS: [&str; 5] = [
    "README.md",
    "canonicalization/README.md",
    "canonicalization/rfc8785-vectors.json",
    "descriptor.json",
    "spec.md",
];

/// A pack whose every binding holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pack {
    /// Whether the published ids stand in it.
    pub form: Form,
    /// `sha256:` and 64 hex digits over the pack's bytes.
    pub sha256: String,
    /// The suite's name, which is that of the pack's folder.
    pub suite: String,
    /// The profile's id.
    pub profile: String,
    /// The commit that the pack says it was made from; nothing here can tell.
    pub declared_source_commit: String,
    /// Digest of the corpus that the cases were rendered from, as declared.
    pub source_corpus_digest: String,
    /// Digest over the digests of the cases, recomputed.
    pub rendered_set_digest: String,
    /// The cases, in their order.
    pub cases: Vec<PackedCase>,
}

/// One case of a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedCase {
    /// `case-001` and so on.
    pub id: String,
    /// `sha256:` and 64 hex digits over its bytes, recomputed.
    pub sha256: String,
    /// The bundle.
    pub bytes: Vec<u8>,
}

/// The file name of a case below the pack's folder.
pub(crate) fn case_file(id: &str) -> String {
    format!("cases/{id}.bundle.tar.gz")
}
