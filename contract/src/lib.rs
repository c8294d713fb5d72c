//! The words that every part of `mcp-evidence` shares, and no algorithms.
//!
//! - [`Outcome`]: what a verifier concludes, the triple that is compared;
//! - [`Report`]: what a verifier prints (§3 of the profile text);
//! - [`Rule`] and [`catalogue`]: what a bundle can break, and what a verifier
//!   must grant;
//! - [`points`]: where the text leaves room, and the readings of it;
//! - [`Manifest`]: what a corpus declares, and [`Material`]: what a case is;
//! - [`System`]: the specifications that there are suites for;
//! - [`vocabulary`]: the closed sets and fixed strings of the profile.
//!
//! Sections are cited in one form, `§5 Stage 2`, and mean the text of
//! `privileged-mcp-action/v0`; texts whose sections have no numbers are cited
//! by their headings, `§Reason codes`.

pub mod catalogue;
mod manifest;
mod material;
mod outcome;
pub mod points;
mod report;
mod rule;
pub mod system;
pub mod vocabulary;

pub use manifest::{Counts, Expected, Manifest, Vector};
pub use material::{Material, Piece, Recipe, RecipeTooLarge, materialize};
pub use outcome::{
    BundleIntegrity, Claim, ClaimMatrix, ClaimStatus, Outcome, OutcomeShape, SourceClass, Verdict,
};
pub use report::{Finding, Location, Report};
pub use rule::{Alternative, Check, Exclusion, Kind, Presence, Published, Rule, Stage};
pub use system::System;
