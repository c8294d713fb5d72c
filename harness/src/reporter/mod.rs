//! What becomes of a run: its events as text for people while it goes on, and
//! finished results as documents for programs, pages and other people.
//!
//! All but [`Pretty`] are pure functions of the results, so that a stored
//! result can be shown again in any form.

mod baseline;
mod change;
mod comparison;
mod diagnosed;
pub(crate) mod diff;
mod ending;
pub mod github;
pub mod html;
mod identity;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod output;
pub mod plain;
pub mod pretty;
mod readings;
pub mod tap;
#[cfg(test)]
pub(crate) mod testing;
mod told;

pub use comparison::Comparison;
pub use identity::FileIdentity;
pub use output::Output;
pub use pretty::{Pretty, Style};
