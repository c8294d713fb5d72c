//! Which rules hold, where a program only computes.

use mcp_evidence_contract::{Alternative, Rule};

/// Says of each rule whether it holds, and of each reading whether it is taken.
pub(crate) trait Held {
    /// Whether the rule is kept.
    fn holds(&self, rule: &'static Rule) -> bool;

    /// Whether the text is read in this other way.
    fn reads(&self, alternative: &'static Alternative) -> bool;
}

/// Every rule, and no other reading.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AllHeld;

impl Held for AllHeld {
    fn holds(&self, _rule: &'static Rule) -> bool {
        true
    }

    fn reads(&self, _alternative: &'static Alternative) -> bool {
        false
    }
}
