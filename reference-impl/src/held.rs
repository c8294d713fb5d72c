//! Which rules hold: all of them, but where the adequacy measurement drops one.
//!
//! A check asks before it acts on a rule, so that a reader without that one rule
//! can be run. Who may answer is settled inside this crate: there is no way to
//! switch a rule off from outside, and no report of a reader that lacks one.

use mcp_evidence_contract::{Alternative, Rule};

/// What is held of the rules.
pub(crate) trait Held {
    /// Whether the requirement is checked, or the permission granted.
    fn holds(&self, rule: &'static Rule) -> bool;

    /// Whether to read in this other way, seen in the field.
    fn reads(&self, alternative: &'static Alternative) -> bool;
}

/// Every rule holds, and nothing is read otherwise.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Every;

impl Held for Every {
    fn holds(&self, _rule: &'static Rule) -> bool {
        true
    }

    fn reads(&self, _alternative: &'static Alternative) -> bool {
        false
    }
}

/// One rule does not hold.
#[cfg(test)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Without(pub(crate) &'static Rule);

#[cfg(test)]
impl Held for Without {
    fn holds(&self, rule: &'static Rule) -> bool {
        rule != self.0
    }

    fn reads(&self, _alternative: &'static Alternative) -> bool {
        false
    }
}
