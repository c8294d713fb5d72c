//! Who decides what a broken rule means.
//!
//! Checks are unconditional: they tell a [`Sink`] what they saw and never ask
//! whether a rule applies. [`Enforced`] is the verifier's own.

use crate::fault::Fault;
use crate::tar::Entry;
use mcp_evidence_contract::{Alternative, Check, Finding, Location, Rule, Stage};

/// Receives what the checks see.
pub(crate) trait Sink {
    /// A requirement is broken. `message` is only made where it is kept.
    fn violated(&mut self, rule: &'static Rule, at: Location, message: impl FnOnce() -> String);

    /// A permission is made use of.
    fn used(&mut self, permission: &'static Rule);

    /// A permission is made use of if `condition` holds, which only a sink that
    /// watches permissions needs to know.
    fn used_if(&mut self, permission: &'static Rule, condition: impl FnOnce() -> bool);

    /// Something worth a finding that breaks no rule.
    fn noted(&mut self, rule: &'static Rule, at: Location, message: impl FnOnce() -> String);

    /// Whether to read the bundle in this other way, seen in the field.
    fn reads(&self, alternative: &'static Alternative) -> bool;

    /// So many violations more than have been told, of rules that have.
    fn unlisted(&mut self, _count: u64) {}

    /// Whether stage 1 failed.
    fn integrity_failed(&self) -> bool;

    /// Whether stage 2 or 3 failed.
    fn invalid(&self) -> bool;

    /// An entry's header went by.
    fn entry(&mut self, _entry: &Entry) {}

    /// An event went by.
    fn event(&mut self, _event: &Event<'_>) {}

    /// What a member of the manifest claims was held against what is so.
    fn compared(&mut self, _member: &'static str, _claimed: &str, _recomputed: &str) {}
}

/// One event as it goes by.
pub(crate) struct Event<'a> {
    /// Line of the events file, from 1.
    pub(crate) line: u64,
    /// The line as carried, without its line feed.
    pub(crate) carried: &'a [u8],
    /// The canonical bytes that its content hash covers, in parts.
    pub(crate) hashed: [&'a str; 3],
    /// The digest over them.
    pub(crate) recomputed: &'a str,
}

/// Hands a container fault on.
pub(crate) fn tell(sink: &mut impl Sink, fault: Fault) {
    sink.violated(fault.rule, fault.at, || fault.message);
}

/// Most findings that a report carries: a bundle of 100,000 events can break a
/// rule in each of them.
const MOST_FINDINGS: usize = 100;

/// Every rule holds, every permission is granted.
#[derive(Debug, Default)]
pub(crate) struct Enforced {
    integrity: Option<(Check, Finding)>,
    violations: usize,
    findings: Vec<Finding>,
    unlisted: u64,
}

impl Enforced {
    /// The report's findings: after an integrity failure the first in §4's
    /// order alone, else everything in the order in which it was seen, and last
    /// how many more there are.
    pub(crate) fn into_findings(mut self) -> Vec<Finding> {
        if let Some((_, finding)) = self.integrity {
            return vec![finding];
        }
        if let (Some(last), 1..) = (self.findings.last(), self.unlisted) {
            let message = format!("{} further findings are not listed", self.unlisted);
            let more = Finding { message, at: Location::BUNDLE, ..last.clone() };
            self.findings.push(more);
        }
        self.findings
    }

    fn keep(&mut self, rule: &'static Rule, at: Location, message: impl FnOnce() -> String) {
        if self.findings.len() < MOST_FINDINGS {
            self.findings.push(Finding::new(rule, message(), at));
        } else {
            self.unlisted += 1;
        }
    }
}

impl Sink for Enforced {
    fn violated(&mut self, rule: &'static Rule, at: Location, message: impl FnOnce() -> String) {
        match rule.stage {
            Stage::Integrity(check) => {
                let first = self.integrity.as_ref().is_none_or(|(known, _)| check < *known);
                if first {
                    self.integrity = Some((check, Finding::new(rule, message(), at)));
                }
            }
            Stage::Records | Stage::Binding | Stage::Claims | Stage::Operation(_) => {
                self.violations += 1;
                self.keep(rule, at, message);
            }
        }
    }

    fn used(&mut self, _permission: &'static Rule) {}

    fn used_if(&mut self, _permission: &'static Rule, _condition: impl FnOnce() -> bool) {}

    fn noted(&mut self, rule: &'static Rule, at: Location, message: impl FnOnce() -> String) {
        self.keep(rule, at, message);
    }

    fn reads(&self, _alternative: &'static Alternative) -> bool {
        false
    }

    fn unlisted(&mut self, count: u64) {
        self.unlisted += count;
    }

    fn integrity_failed(&self) -> bool {
        self.integrity.is_some()
    }

    fn invalid(&self) -> bool {
        self.violations > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcp_evidence_contract::catalogue::{container, decision, event, manifest};

    #[test]
    fn the_first_failure_in_section_4_order_is_kept() {
        let mut sink = Enforced::default();
        for rule in [
            &manifest::BUNDLE_ID_VALUE,
            &event::CONTENT_HASH_VALUE,
            &container::GZIP_CRC,
            &container::TAR_HEADER,
            &event::SEQUENCE,
        ] {
            sink.violated(rule, Location::BUNDLE, String::new);
        }
        sink.violated(&decision::REASON_VOCABULARY, Location::BUNDLE, String::new);
        assert!(sink.integrity_failed());
        let findings = sink.into_findings();
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].rule, container::GZIP_CRC.id);
    }

    #[test]
    fn findings_are_bounded_and_notes_break_nothing() {
        let mut sink = Enforced::default();
        sink.noted(&decision::REASON_VOCABULARY, Location::BUNDLE, String::new);
        assert!(!sink.invalid());
        for _ in 0..1000 {
            sink.violated(&decision::REASON_VOCABULARY, Location::BUNDLE, String::new);
        }
        assert!(sink.invalid() && !sink.integrity_failed());
        let findings = sink.into_findings();
        assert_eq!(findings.len(), MOST_FINDINGS + 1);
        assert_eq!(findings[MOST_FINDINGS].message, "901 further findings are not listed");
    }
}
