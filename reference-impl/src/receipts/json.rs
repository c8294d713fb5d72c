//! Strict JSON, except that a repeated member name is told and read past: what
//! it means differs from file to file.

use mcp_evidence_strict_json::{Document, Error, Kind, Limits, read};
use serde_json::Value;

/// A value, and whether an object of it names a member twice.
#[derive(Debug)]
pub(super) struct Json {
    pub(super) value: Value,
    pub(super) repeated: bool,
}

impl Json {
    /// Reads all of `bytes` as one value, as deep as is ever read.
    pub(super) fn of(bytes: &[u8]) -> Result<Json, Error> {
        let Document { value, mut faults } = read(bytes, Limits { depth: Limits::MAX_DEPTH })?;
        match faults.iter().position(|fault| fault.kind != Kind::DuplicateName) {
            Some(place) => Err(faults.swap_remove(place)),
            None => Ok(Json { value, repeated: !faults.is_empty() }),
        }
    }
}
