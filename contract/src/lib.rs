//! The words that every part of `mcp-evidence` shares, and no algorithms.
//!
//! - [`Outcome`]: what a verifier concludes, the triple that is compared;
//! - [`Report`]: what a verifier prints (§3 of the profile text);
//! - [`Rule`] and [`catalogue`]: what a bundle can break, and what a verifier
//!   must grant;
//! - [`points`]: where the text leaves room, and the readings of it;
//! - [`Manifest`]: what a corpus declares, and [`Material`]: what a case is;
//! - [`System`]: the specifications that there are suites for, and [`Profile`]:
//!   the versions of one of them, as data;
//! - [`schema`]: the shapes of §3 as JSON Schema;
//! - [`vocabulary`]: the closed sets and fixed strings of the profile.
//!
//! Sections are cited in one form, `§5 Stage 2`, and mean the text of
//! `privileged-mcp-action/v0`; `§5 Stage 2 (v1)` is that section as
//! `privileged-mcp-action/v1` changes it. Texts whose sections have no numbers
//! are cited by their headings, `§Reason codes`.

pub mod catalogue;
mod manifest;
mod material;
mod outcome;
pub mod points;
pub mod profile;
mod report;
mod rule;
pub mod schema;
pub mod system;
pub mod vocabulary;

pub use manifest::{Counts, Expected, Manifest, Vector};
pub use material::{Material, Piece, Recipe, RecipeTooLarge, materialize};
pub use outcome::{
    BundleIntegrity, Claim, ClaimMatrix, ClaimStatus, Outcome, OutcomeShape, SourceClass, Verdict,
};
pub use profile::Profile;
pub use report::{Finding, Location, Report};
pub use rule::{Alternative, Check, Exclusion, Kind, Presence, Published, Rule, Stage, Values};
pub use system::System;
