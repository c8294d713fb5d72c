//! Writes the corpora of `mcp-evidence` from their parts: payloads, events,
//! the chain, the manifest, tar and gzip. Nothing here is a stored blob, and
//! nothing reads the clock, the environment or randomness: the same source
//! gives the same bytes on every machine.
//!
//! What a vector expects is written beside it by hand, never computed, and
//! this crate knows no verifier: a mistake cannot hide on both sides.

mod annotations;
mod archive;
mod canonical;
mod corpus;
mod draft;
mod edit;
mod event;
mod expect;
mod gzip;
mod interpretations;
mod payload;
mod probes;
mod published;
mod published_v1;
mod receipts;
mod rules;
mod store;
mod tool_decision;
mod twin;
mod version;

pub use annotations::{annotations, annotations_probes, cbor_digest, jcs_digest};
pub use archive::tar;
pub use canonical::{canonical, chain, digest};
pub use corpus::{Bundle, Corpus, File, case_digest};
pub use gzip::gzip;
pub use interpretations::interpretations_markdown;
pub use probes::probes;
pub use published::{PUBLISHED_DIGEST, published};
pub use published_v1::{PUBLISHED_DIGEST_V1, published_v1};
pub use receipts::{receipts, receipts_probes};
pub use rules::{BREAKS_TWO_RULES, rules, rules_v1};
pub use store::{CheckError, Difference, WriteError, check, write};
pub use tool_decision::{tool_decision_probes, tool_decision_records, tool_decisions};

/// Every corpus that this crate writes, in the order of the suites.
pub fn corpora() -> Vec<Corpus> {
    vec![
        published(),
        rules(),
        probes(),
        published_v1(),
        rules_v1(),
        tool_decisions(),
        tool_decision_records(),
        tool_decision_probes(),
        receipts(),
        receipts_probes(),
        annotations(),
        annotations_probes(),
    ]
}
