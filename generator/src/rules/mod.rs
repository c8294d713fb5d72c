//! The rule corpus: for each rule that a bundle can tell, a bundle that breaks
//! it alone, and for each permission one that makes use of it. One file for
//! each part of a bundle; a vector stands where its id leads.

mod binding;
mod chain;
mod claims;
mod decision;
mod digests;
mod entries;
mod establish;
mod event;
mod gzip;
mod lines;
mod manifest;
mod manifest_json;
mod namespace;
mod non_claims;
mod observation;
mod spelled_numbers;
mod spellings;
mod tar;
mod v1;

use crate::corpus::{BUNDLE, Corpus, Suite};
use crate::twin::{DENY_INERT, DENY_MARKER};

pub use v1::rules_v1;

use mcp_evidence_contract::vocabulary::PROFILE;

pub(crate) const SUITE: Suite = Suite {
    id: "privileged-mcp-action-v0-rules",
    folder: "vectors/privileged-mcp-action-v0-rules",
    name: "privileged-mcp-action-v0-rules",
    profile: PROFILE,
    spec: "docs/profiles/privileged-mcp-action/v0.md",
    normative_surface: "expected.bundle_integrity, expected.verdict and expected.claims are \
        compared, absent members included; rule names what the vector tells, twin the accepted \
        vector that it differs from, and edit how",
    bundles: "bundles",
    extension: BUNDLE,
};

/// The vectors that cannot break their rule alone, each with the rule that is
/// broken beside it. They are kept because some verifiers get just them wrong.
pub const BREAKS_TWO_RULES: [(&str, &str); 7] = [
    ("entries-absolute-name", "stage1.allowlist.manifest-first"),
    ("entries-parent-name", "stage1.allowlist.manifest-first"),
    ("entries-third-with-parent-name", "stage1.allowlist.exactly-two"),
    ("binding-marker-without-decision", "stage2.cardinality.decision.none"),
    ("binding-marker-digest-null", "stage3.binding.digest"),
    ("binding-marker-digest-empty", "stage3.binding.digest"),
    ("binding-marker-digest-absent", "stage3.binding.digest"),
];

/// The corpus `privileged-mcp-action-v0-rules`.
pub fn rules() -> Corpus {
    let files = [
        claims::vectors(),
        gzip::vectors(),
        tar::vectors(),
        entries::vectors(),
        manifest_json::vectors(),
        manifest::vectors(),
        lines::vectors(),
        spellings::vectors(),
        event::vectors(),
        chain::vectors(),
        namespace::vectors(),
        decision::vectors(),
        observation::vectors(&DENY_MARKER, &DENY_INERT),
        digests::target(),
        digests::response(&DENY_MARKER),
        non_claims::of_decision(),
        non_claims::of_observation(&DENY_MARKER),
        establish::vectors(),
        binding::vectors(),
    ];
    SUITE.corpus(files.into_iter().flatten().collect())
}
