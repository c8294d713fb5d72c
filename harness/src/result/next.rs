//! What to do after a run in which no rule tells it.

use crate::quote;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;

/// A step to take next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NextStep {
    /// What it is, in a few words.
    pub what: String,
    /// The command that takes it.
    pub command: String,
}

impl NextStep {
    /// A step that this command takes, word by word.
    pub fn new(what: &str, command: &[OsString]) -> NextStep {
        NextStep { what: what.to_owned(), command: quote::command_line(command) }
    }
}
