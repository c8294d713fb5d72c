//! What a run tells while it runs: the only thing between runner and reporters.

use crate::result::{Case, RunResult, Setting};
use std::time::Duration;

/// One step of a run.
#[derive(Debug, Clone, Copy)]
pub enum Event<'a> {
    /// Everything is checked; nothing has been started.
    Started(&'a Setting),
    /// A case has ended. Cases come in the order of the corpus.
    Case {
        /// What came of it.
        case: &'a Case,
        /// From its candidate's start to its end; never compared.
        elapsed: Duration,
    },
    /// All cases have ended.
    Finished(&'a RunResult),
}
