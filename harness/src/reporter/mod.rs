//! What becomes of a run's events: text for people, JSON for programs.

mod diff;
pub mod json;
pub mod pretty;
mod readings;

pub use pretty::{Pretty, Style};
