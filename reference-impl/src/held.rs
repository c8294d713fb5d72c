//! Who decides which rules hold, for systems that produce an answer instead of
//! judging bytes: where a rule says how a member comes about, the code asks
//! whether it holds, and does what a program without it would do where not.
//!
//! The public functions go with [`Every`]; only the adequacy measurement takes
//! a rule away.

use crate::adequacy::{Change, Seen};
use mcp_evidence_contract::{Alternative, Rule};
use std::cell::RefCell;

/// Knows which rules hold.
pub(crate) trait Held {
    /// Whether `rule` holds.
    fn holds(&self, rule: &'static Rule) -> bool;

    /// Whether to take this other reading, seen in the field.
    fn reads(&self, alternative: &'static Alternative) -> bool;
}

/// Every rule holds, and no other reading is taken.
pub(crate) struct Every;

impl Held for Every {
    fn holds(&self, _rule: &'static Rule) -> bool {
        true
    }

    fn reads(&self, _alternative: &'static Alternative) -> bool {
        false
    }
}

/// What a change leaves.
impl Held for Change {
    fn holds(&self, rule: &'static Rule) -> bool {
        *self != Change::Without(rule) && *self != Change::Narrowed(rule)
    }

    fn reads(&self, alternative: &'static Alternative) -> bool {
        *self == Change::Reads(alternative)
    }
}

/// Every rule holds, and what was asked is kept.
#[derive(Default)]
pub(crate) struct Asked(RefCell<Seen>);

impl Asked {
    /// What was asked, each once.
    pub(crate) fn into_seen(self) -> Seen {
        self.0.into_inner()
    }
}

impl Held for Asked {
    fn holds(&self, rule: &'static Rule) -> bool {
        let rules = &mut self.0.borrow_mut().rules;
        if !rules.contains(&rule) {
            rules.push(rule);
        }
        true
    }

    fn reads(&self, alternative: &'static Alternative) -> bool {
        let alternatives = &mut self.0.borrow_mut().alternatives;
        if !alternatives.contains(&alternative) {
            alternatives.push(alternative);
        }
        false
    }
}
