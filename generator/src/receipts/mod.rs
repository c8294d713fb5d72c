//! The corpora of the request-decision receipts: cases are folders, and each
//! file of one is written here from its parts, digests included.

mod accepted;
mod against_log;
mod derive;
mod large;
mod parts;
mod probes;
mod rejected;
mod verify;

use crate::corpus::{Corpus, Suite};
use mcp_evidence_contract::system::RECEIPT_PROFILE;

pub use probes::receipts_probes;

const SUITE: Suite = Suite {
    id: "request-decision-receipts-v0",
    folder: "vectors/request-decision-receipts-v0",
    name: "request-decision-receipts-v0",
    profile: RECEIPT_PROFILE,
    spec: "experimental request-decision receipts, assay.request_decision_receipt.v0",
    normative_surface: "everything in expected is compared, absent members included: of verify \
        verdict and associations, of derive receipts and complete; a request_line of more than 4096 \
        bytes is given and compared by its length and its digest; rule names what the vector tells, \
        twin the accepted vector that it differs from, and edit how",
    bundles: "cases",
    extension: "",
};

/// The corpus `request-decision-receipts-v0`.
pub fn receipts() -> Corpus {
    let files = [
        derive::vectors(),
        large::vectors(),
        accepted::vectors(),
        rejected::vectors(),
        against_log::vectors(),
    ];
    SUITE.corpus(files.into_iter().flatten().collect())
}
