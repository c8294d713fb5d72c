//! Issue #1840 end to end: clean-room packs, captures of what a candidate said
//! about them, run records that hold a capture against the expectations, and
//! the implementation report.
//!
//! Capturing needs a pack and a candidate and never sees an expectation;
//! scoring needs the pack, the capture and the corpus, and never starts the
//! candidate. All files are hostile input, and every digest is recomputed.
//! The same observations give the same bytes.

pub mod capture;
mod fault;
pub mod identity;
pub mod pack;
mod python_json;
pub mod record;
pub mod render;
pub mod report;
#[cfg(test)]
mod testing;
pub mod validate;
pub mod words;

pub use fault::{Fault, Faults};
pub use words::Form;
