//! What is in a bundle, claimed beside recomputed: the verifier's own pass,
//! watched.

use crate::Limits;
use crate::sink::{Event, Sink};
use crate::tar::{Entry, FIELDS};
use crate::verify::conclude;
use mcp_evidence_contract::{Alternative, Check, Finding, Location, Outcome, Rule, Stage};
use mcp_evidence_strict_json::{Keep, kept};
use serde_json::Value;
use std::io::Read;

/// What a bundle holds and how its checks came out. Texts are the bundle's own:
/// bound and escape them before display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspection {
    /// Entries in the order of the archive, the first [`Inspection::MOST`].
    pub entries: Vec<EntryView>,
    /// What the manifest claims, beside what was recomputed.
    pub compared: Vec<Compared>,
    /// Events in the order of the file, the first [`Inspection::MOST`].
    pub events: Vec<EventView>,
    /// Events in all.
    pub event_count: u64,
    /// The checks of §4, in its order.
    pub checks: Vec<Checked>,
    /// Violations and notes of stages 2 to 4.
    pub findings: Vec<Finding>,
    /// What the verifier concludes.
    pub outcome: Outcome,
    /// The canonical bytes hashed for the event asked for, if it went by.
    pub canonical: Option<Vec<u8>>,
}

impl Inspection {
    /// Most entries, events and findings of a check that are kept.
    pub const MOST: usize = 200;
}

/// One entry of the archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryView {
    /// Where its header stands in the decoded archive.
    pub offset: u64,
    /// The name field up to its NUL.
    pub name: Vec<u8>,
    /// Bytes of data.
    pub size: u64,
    /// The header's fields, by name, raw.
    pub fields: Vec<(&'static str, Vec<u8>)>,
}

/// A member of the manifest: its claim beside what is so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// The member, as a dotted path.
    pub member: &'static str,
    /// What the manifest says.
    pub claimed: String,
    /// What was recomputed.
    pub recomputed: String,
}

/// One event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventView {
    /// Its line, from 1.
    pub line: u64,
    /// Bytes of the line without its line feed.
    pub length: usize,
    /// `assayseq` as carried.
    pub seq: Option<String>,
    /// `type`, where it is a string.
    pub event_type: Option<String>,
    /// `data.schema`, where it is a string.
    pub schema: Option<String>,
    /// `assaycontenthash`, where it is a string.
    pub claimed: Option<String>,
    /// The content hash recomputed.
    pub recomputed: String,
    /// Bytes that it covers, in canonical form.
    pub canonical_length: usize,
}

/// How one check of §4 came out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Checked {
    /// Nothing breaks it.
    Holds(Check),
    /// These do.
    Fails(Check, Vec<Finding>),
    /// An earlier fault left nothing to check.
    NotReached(Check),
}

/// Every check, in §4's order.
const CHECKS: [Check; 11] = [
    Check::Structure,
    Check::Allowlist,
    Check::PathSafety,
    Check::Files,
    Check::ContentHash,
    Check::Id,
    Check::Sequence,
    Check::RunId,
    Check::EventCount,
    Check::RunRoot,
    Check::BundleId,
];

/// Watches the verifier read a bundle. `canonical_of` names the event, by its
/// sequence number as carried, whose hashed bytes are kept.
pub fn inspect(bundle: impl Read + Send, limits: &Limits, canonical_of: Option<u64>) -> Inspection {
    let mut sink = Inspecting { canonical_of, ..Inspecting::default() };
    let outcome = conclude(bundle, limits, &mut sink).unwrap_or(Outcome::IntegrityFail);
    let blocked = sink.broken.iter().any(|(_, blocking, _)| *blocking);
    let checks = CHECKS
        .into_iter()
        .map(|check| {
            let of_check = sink.broken.iter().filter(|(known, _, _)| *known == check);
            let findings: Vec<Finding> = of_check.map(|(_, _, finding)| finding.clone()).collect();
            match (findings.is_empty(), blocked) {
                (false, _) => Checked::Fails(check, findings),
                (true, true) => Checked::NotReached(check),
                (true, false) => Checked::Holds(check),
            }
        })
        .collect();
    Inspection {
        entries: sink.entries,
        compared: sink.compared,
        events: sink.events,
        event_count: sink.event_count,
        checks,
        findings: sink.findings,
        outcome,
        canonical: sink.canonical,
    }
}

/// What is shown of an event, from the line as carried.
const SHOWN: Keep = Keep::Members(&[
    ("assayseq", Keep::Shallow),
    ("type", Keep::Shallow),
    ("assaycontenthash", Keep::Shallow),
    ("data", Keep::Members(&[("schema", Keep::Shallow)])),
]);

#[derive(Default)]
struct Inspecting {
    entries: Vec<EntryView>,
    compared: Vec<Compared>,
    events: Vec<EventView>,
    event_count: u64,
    broken: Vec<(Check, bool, Finding)>,
    /// Violations of each check, in the order of [`CHECKS`].
    told: [usize; CHECKS.len()],
    findings: Vec<Finding>,
    canonical_of: Option<u64>,
    canonical: Option<Vec<u8>>,
}

impl Sink for Inspecting {
    fn violated(&mut self, rule: &'static Rule, at: Location, message: impl FnOnce() -> String) {
        match rule.stage {
            Stage::Integrity(check) => {
                // Violations can be as many as lines: counted, not searched for.
                let known = &mut self.told[check as usize];
                *known += 1;
                if *known <= Inspection::MOST || rule.blocking {
                    let finding = Finding::new(rule, message(), at);
                    self.broken.push((check, rule.blocking, finding));
                }
            }
            Stage::Records | Stage::Binding | Stage::Claims | Stage::Operation(_) => {
                self.noted(rule, at, message)
            }
        }
    }

    fn used(&mut self, _permission: &'static Rule) {}

    fn used_if(&mut self, _permission: &'static Rule, _condition: impl FnOnce() -> bool) {}

    fn noted(&mut self, rule: &'static Rule, at: Location, message: impl FnOnce() -> String) {
        if self.findings.len() < Inspection::MOST {
            self.findings.push(Finding::new(rule, message(), at));
        }
    }

    fn reads(&self, _alternative: &'static Alternative) -> bool {
        false
    }

    fn integrity_failed(&self) -> bool {
        !self.broken.is_empty()
    }

    fn invalid(&self) -> bool {
        self.findings.iter().any(|finding| finding.stage < Some(4))
    }

    fn entry(&mut self, entry: &Entry) {
        if self.entries.len() < Inspection::MOST {
            let fields = FIELDS.map(|(name, range)| (name, entry.header[range].to_owned()));
            self.entries.push(EntryView {
                offset: entry.at,
                name: entry.name.clone(),
                size: entry.size,
                fields: fields.into(),
            });
        }
    }

    fn event(&mut self, event: &Event<'_>) {
        self.event_count += 1;
        let wanted = self.canonical_of.filter(|_| self.canonical.is_none());
        if self.events.len() == Inspection::MOST && wanted.is_none() {
            return;
        }
        let line = std::str::from_utf8(event.carried).ok().and_then(|line| kept(line, SHOWN));
        let line = line.unwrap_or_default();
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let seq = line.get("assayseq");
        let number = seq.and_then(Value::as_f64);
        if wanted.is_some_and(|wanted| number == Some(wanted as f64)) {
            self.canonical = Some(event.hashed.concat().into_bytes());
        }
        if self.events.len() < Inspection::MOST {
            self.events.push(EventView {
                line: event.line,
                length: event.carried.len(),
                seq: seq.map(ToString::to_string),
                event_type: text(&line["type"]),
                schema: text(&line["data"]["schema"]),
                claimed: text(&line["assaycontenthash"]),
                recomputed: event.recomputed.to_owned(),
                canonical_length: event.hashed.iter().map(|part| part.len()).sum(),
            });
        }
    }

    fn compared(&mut self, member: &'static str, claimed: &str, recomputed: &str) {
        self.compared.push(Compared {
            member,
            claimed: claimed.to_owned(),
            recomputed: recomputed.to_owned(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest;
    use crate::testing::{archive, bundle, deny, gzip, lines, manifest};
    use serde_json::json;

    #[test]
    fn a_sound_bundle_shows_equal_claims() {
        let inspection = inspect(&*bundle(&[deny()]), &Limits::default(), Some(0));
        assert!(inspection.outcome.is_accept());
        let names: Vec<&[u8]> = inspection.entries.iter().map(|entry| &*entry.name).collect();
        assert_eq!(names, [&b"manifest.json"[..], b"events.ndjson"]);
        assert!(inspection.compared.iter().all(|one| one.claimed == one.recomputed));
        assert_eq!(inspection.compared.len(), 5);
        assert!(inspection.checks.iter().all(|check| matches!(check, Checked::Holds(_))));
        let canonical = inspection.canonical.expect("event 0 went by");
        assert_eq!(digest::of(&canonical), inspection.events[0].recomputed);
        assert_eq!(inspection.events[0].claimed.as_deref(), Some(&*digest::of(&canonical)));
    }

    #[test]
    fn every_failing_check_is_shown() {
        let events = lines(&[deny()]).concat();
        let mut wrong = manifest(&events);
        wrong["bundle_id"] = json!("sha256:0");
        wrong["event_count"] = json!(3);
        let inspection = inspect(&*gzip(&archive(&wrong, &events)), &Limits::default(), None);
        let failing: Vec<Check> = inspection
            .checks
            .iter()
            .filter_map(|check| match check {
                Checked::Fails(check, _) => Some(*check),
                Checked::Holds(_) | Checked::NotReached(_) => None,
            })
            .collect();
        assert_eq!(failing, [Check::EventCount, Check::BundleId]);
    }

    #[test]
    fn nothing_is_reached_behind_what_cannot_be_read() {
        let inspection = inspect(&b"no gzip"[..], &Limits::default(), None);
        assert!(matches!(inspection.checks[0], Checked::Fails(Check::Structure, _)));
        let rest = &inspection.checks[1..];
        assert!(rest.iter().all(|check| matches!(check, Checked::NotReached(_))));
    }
}
