//! The reference verifier of `privileged-mcp-action`, versions v0 and v1.
//!
//! A bundle's bytes go through four stages in one pass: integrity (§4),
//! well-formed records (§5 Stage 2), binding (§5 Stage 3), claims (§5 Stage 4).
//! All of it is hostile input: memory and time are bounded by [`Limits`], and
//! whatever the bytes are, a [`Report`] comes out.
//!
//! Beside it stand the references of other texts: [`tool_decision`].
//!
//! This verifier was written with the published corpus at hand
//! (`from_spec_then_conformance`). Where the text leaves room it follows the
//! readings that the catalogue pins. The caller chooses the [`Profile`]; where
//! none is named, it is v0.

pub mod adequacy;
pub mod annotations;
pub mod container;
mod digest;
mod fault;
mod gzip;
mod held;
mod inspect;
mod limits;
mod members;
pub mod receipts;
mod selection;
mod sink;
mod stage1;
mod stage2;
mod stage3;
mod stage4;
mod tar;
pub mod tool_decision;
mod verify;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use inspect::{Checked, Compared, EntryView, EventView, Inspection, inspect, inspect_as};
pub use limits::{LimitError, Limits, NamedLimit};
pub use verify::{verify, verify_as, verify_bytes, verify_bytes_as};

pub use mcp_evidence_contract::{Profile, Report, profile};
