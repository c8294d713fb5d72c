//! A receipt as `derive` writes it (§2).

use serde::Serialize;
use serde_json::Value;

/// `schema` of a receipt.
pub const SCHEMA: &str = "assay.request_decision_receipt.v0";

/// `metadata_pointer` of a receipt.
pub(super) const POINTER: &str = "/params/_meta";

/// `assertion_basis` of a receipt.
pub(super) const BASIS: &str = "caller_asserted";

/// One receipt. Members serialize in the order of the text.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Receipt {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// The line exactly as received, terminator included.
    pub request_line: String,
    /// Its length in bytes.
    pub request_bytes: u64,
    /// Its SHA-256, 64 lowercase digits.
    pub request_sha256: String,
    /// The id of the event.
    pub decision_event_id: String,
    /// The SHA-256 of the event's line, line feed included.
    pub decision_sha256: String,
    /// Whether the request has an id.
    pub rpc_id_present: bool,
    /// The id, of its JSON type; null where there is none.
    pub rpc_id: Value,
    /// The scope of the capture.
    pub scope: String,
    /// Its place among the receipts, from 0.
    pub sequence: u64,
    /// Where the caller's metadata stands in the request.
    pub metadata_pointer: &'static str,
    /// `present`, `absent` or `malformed`.
    pub declared_protocol_version_state: &'static str,
    /// The version where it is present.
    pub declared_protocol_version: Value,
    /// Who says so.
    pub assertion_basis: &'static str,
}

impl Receipt {
    /// The receipt as a line of a capture: compact JSON and a line feed.
    pub fn line(&self) -> Vec<u8> {
        let mut line = serde_json::to_vec(self).expect("strings, numbers and values serialize");
        line.push(b'\n');
        line
    }
}
