//! Request–decision receipts: `derive` makes them of client frames and decision
//! events, `verify` holds a retained capture against the retained decision log.
//!
//! Both read line by line. What is held at once is one line and the 48 records
//! and 4 MiB that the text allows a capture, however long the log is.
//!
//! What an accepted capture supports is one conclusion: these retained bytes
//! associate this exact received frame with this retained decision event
//! ([`CONCLUSION`]). What it does not is in [`NOT_ESTABLISHED`].

mod capture;
mod case;
mod derive;
mod digest;
mod event;
mod findings;
mod json;
mod limits;
mod lines;
mod log;
mod measured;
mod receipt;
mod record;
mod report;
mod request;
mod verify;
mod version;

#[cfg(test)]
mod tests;

pub use case::{Case, CaseError, FileError, Operation, diagnostics, open, read_case};
pub use derive::{Derivation, Ended, Reason, derive};
pub use findings::{Finding, Place, Source};
pub(crate) use measured::PRODUCER;
pub use receipt::{Receipt, SCHEMA};
pub use verify::{Association, Expectation, Verdict, Verification, verify};

/// All that an accepted capture supports (§6).
pub const CONCLUSION: &str = "these retained bytes associate each of these received frames with \
    this retained decision event";

/// What it does not, the digests' agreement included (§5, §6).
pub const NOT_ESTABLISHED: &str = "agreement of digests authenticates nothing: a pair that was \
    rewritten together agrees too. Nothing here shows forwarding, delivery, execution, who the \
    caller is, or that no other call occurred";

/// Names of the files of a case.
pub mod file {
    /// What the caller says about a capture.
    pub const CASE: &str = "case.json";
    /// The capture.
    pub const REQUESTS: &str = "requests.jsonl";
    /// The decision log.
    pub const DECISIONS: &str = "decisions.jsonl";
    /// The client's bytes as received.
    pub const FRAMES: &str = "frames.bin";
}
