//! The verifier with one rule changed, for measuring what a corpus can tell.
//!
//! A corpus tells a rule when some vector's outcome changes once the rule is
//! dropped, narrowed or read otherwise. These functions give outcomes, never
//! reports: what they run is a wrong verifier on purpose.

#[cfg(test)]
mod exclusions;
mod measure;

mod producer;
mod subject;

pub use measure::{Control, Fate, Measured, Measurement, Void, measure, measure_subject};
pub use producer::{Producer, producer};
pub use subject::{Seen, Subject, Vector};

use crate::sink::Sink;
use crate::{Limits, verify};
use mcp_evidence_contract::{Alternative, Location, Outcome, Rule, Stage};
use std::cell::RefCell;

/// One change to the verifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// None: the control, which must conclude what the verifier does.
    Nothing,
    /// Every bundle is rejected: the control that every accept vector tells.
    RejectsAll,
    /// A requirement is not checked.
    Without(&'static Rule),
    /// A use of a permission counts as a fault.
    Narrowed(&'static Rule),
    /// A bundle is read in another way, seen in the field.
    Reads(&'static Alternative),
}

/// What the changed verifier concludes about a bundle; `None` where the change
/// drops a rule after whose breach nothing can be read.
pub fn outcome(bundle: &[u8], limits: &Limits, change: Change) -> Option<Outcome> {
    let mut sink = Changed { change, integrity_failed: false, invalid: false };
    match verify::conclude(bundle, limits, &mut sink) {
        Some(_) if change == Change::RejectsAll => Some(Outcome::IntegrityFail),
        outcome => outcome,
    }
}

/// Everything that one bundle makes the checks say.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Trace {
    /// Rules broken, each once, in the order in which they were seen. Later
    /// stages are looked at only where stage 1 broke nothing.
    pub violated: Vec<&'static Rule>,
    /// Permissions used, each once.
    pub used: Vec<&'static Rule>,
    /// Alternative readings that would have been taken somewhere.
    pub asked: Vec<&'static Alternative>,
}

/// Runs the verifier and keeps what its checks say.
pub fn trace(bundle: &[u8], limits: &Limits) -> Trace {
    let mut sink = Tracing::default();
    verify::conclude(bundle, limits, &mut sink);
    Trace { asked: sink.asked.into_inner(), ..sink.trace }
}

struct Changed {
    change: Change,
    integrity_failed: bool,
    invalid: bool,
}

impl Changed {
    fn fail(&mut self, stage: Stage) {
        match stage {
            Stage::Integrity(_) => self.integrity_failed = true,
            Stage::Records | Stage::Binding | Stage::Claims | Stage::Operation(_) => {
                self.invalid = true
            }
        }
    }
}

impl Sink for Changed {
    fn violated(&mut self, rule: &'static Rule, _at: Location, _message: impl FnOnce() -> String) {
        if self.change != Change::Without(rule) {
            self.fail(rule.stage);
        }
    }

    fn used(&mut self, permission: &'static Rule) {
        if self.change == Change::Narrowed(permission) {
            self.fail(permission.stage);
        }
    }

    fn used_if(&mut self, permission: &'static Rule, condition: impl FnOnce() -> bool) {
        if self.change == Change::Narrowed(permission) && condition() {
            self.fail(permission.stage);
        }
    }

    fn noted(&mut self, _rule: &'static Rule, _at: Location, _message: impl FnOnce() -> String) {}

    fn reads(&self, alternative: &'static Alternative) -> bool {
        self.change == Change::Reads(alternative)
    }

    fn integrity_failed(&self) -> bool {
        self.integrity_failed
    }

    fn invalid(&self) -> bool {
        self.invalid
    }
}

#[derive(Default)]
struct Tracing {
    trace: Trace,
    asked: RefCell<Vec<&'static Alternative>>,
    integrity_failed: bool,
    invalid: bool,
}

fn once<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

impl Sink for Tracing {
    fn violated(&mut self, rule: &'static Rule, _at: Location, _message: impl FnOnce() -> String) {
        once(&mut self.trace.violated, rule);
        match rule.stage {
            Stage::Integrity(_) => self.integrity_failed = true,
            Stage::Records | Stage::Binding | Stage::Claims | Stage::Operation(_) => {
                self.invalid = true
            }
        }
    }

    fn used(&mut self, permission: &'static Rule) {
        once(&mut self.trace.used, permission);
    }

    fn used_if(&mut self, permission: &'static Rule, condition: impl FnOnce() -> bool) {
        if condition() {
            self.used(permission);
        }
    }

    fn noted(&mut self, _rule: &'static Rule, _at: Location, _message: impl FnOnce() -> String) {}

    fn reads(&self, alternative: &'static Alternative) -> bool {
        once(&mut self.asked.borrow_mut(), alternative);
        false
    }

    fn integrity_failed(&self) -> bool {
        self.integrity_failed
    }

    fn invalid(&self) -> bool {
        self.invalid
    }
}
