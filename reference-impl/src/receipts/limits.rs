//! The bounds of the text (§4), and those of this reader.

/// Bytes of one request line, its terminator included.
pub(super) const REQUEST: u64 = 1024 * 1024;

/// Bytes of one decision as its log has it, without the line feed.
pub(super) const DECISION: u64 = 1024 * 1024;

/// Records of one capture.
pub(super) const RECORDS: usize = 48;

/// Bytes of all serialized receipts, line feeds included.
pub(super) const TOTAL: u64 = 4 * 1024 * 1024;

/// Bytes of a client's frame that are held, so that its method can be read: a
/// frame of another method is no request, however long. A longer one ends the
/// capture.
pub(super) const FRAME_HELD: usize = 16 * 1024 * 1024;

/// Bytes of a line of a capture that are held; no record can be longer.
pub(super) const RECORD_HELD: usize = TOTAL as usize;

/// Bytes of a line of the decision log that are held: over the limit of a
/// decision, so that one is known by its length.
pub(super) const EVENT_HELD: usize = 2 * DECISION as usize;

/// Findings that are kept; the others are counted.
pub(super) const FINDINGS: usize = 100;
