//! What becomes of a run's events: text for people, JSON for programs.

mod baseline;
pub(crate) mod diff;
mod ending;
pub mod json;
pub mod output;
pub mod pretty;
mod readings;

pub use output::Output;
pub use pretty::{Pretty, Style};
