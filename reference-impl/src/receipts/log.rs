//! The decision log, line by line, against the records of a capture (§5):
//! populations, multiplicities, digests, tool names, request ids.

use super::capture::Capture;
use super::digest::{Difference, difference};
use super::event::{Event, Malformed};
use super::findings::{Findings, Place, Source};
use super::limits;
use super::lines::{Line, Lines};
use super::record::{Record, shown};
use super::request::{Differs, compare as compare_ids};
use crate::fault::quote;
use crate::held::Held;
use crate::members::type_name;
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::receipts::verify as rules;
use mcp_evidence_strict_json::Kind;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, BufRead};

/// What differs between a record and an event, told once it is known that no
/// second event has the id.
struct Told {
    rule: &'static Rule,
    at: Place,
    message: String,
}

/// An id that records refer to.
#[derive(Default)]
struct Referenced<'a> {
    records: Vec<&'a Record>,
    /// How many events have it.
    events: usize,
    told: Vec<Told>,
}

struct Log<'a, 'f, 'h, H> {
    referenced: BTreeMap<&'a str, Referenced<'a>>,
    /// Whether the capture has receipts of which nobody knows to what they refer.
    capture_unread: bool,
    /// Whether the log has lines of which nobody knows what events they are.
    unread: bool,
    findings: &'f mut Findings<'h, H>,
}

/// Reads the log, holds the records against it, and gives the number of events.
pub(super) fn compare<H: Held>(
    source: impl BufRead,
    capture: &Capture,
    findings: &mut Findings<'_, H>,
) -> io::Result<u64> {
    let mut referenced: BTreeMap<&str, Referenced<'_>> = BTreeMap::new();
    for record in &capture.records {
        if let Some(id) = &record.event_id {
            referenced.entry(id).or_default().records.push(record);
        }
    }
    let capture_unread = capture.unread;
    let mut log = Log { referenced, capture_unread, unread: false, findings };
    let mut lines = Lines::new(source, limits::EVENT_HELD);
    let mut events = 0;
    while let Some(line) = lines.next()? {
        if line.is_blank() {
            let at = Place::line(Source::Log, line.number);
            log.findings.violated(&rules::LOG_BLANK, at, || "the line is blank".to_owned());
            continue;
        }
        events += 1;
        log.line(&line);
    }
    log.populations();
    Ok(events)
}

impl<H: Held> Log<'_, '_, '_, H> {
    fn line(&mut self, line: &Line<'_>) {
        let at = Place::line(Source::Log, line.number);
        let long = line.text().len() as u64 > limits::DECISION;
        if !line.is_whole() || long && self.findings.held.holds(&rules::DECISION_LIMIT) {
            self.unread = true;
            let length = line.length;
            return self.findings.violated(&rules::DECISION_LIMIT, at, || {
                format!("the line has {length} bytes, and {} is the most", limits::DECISION)
            });
        }
        let event = match Event::of(line) {
            Ok(event) => event,
            Err(malformed) => {
                self.unread = true;
                return self.malformed(line, &malformed);
            }
        };
        if event.repeated {
            self.findings.violated(&rules::LOG_UNIQUE_MEMBERS, at, || {
                "an object of the line names a member twice".to_owned()
            });
        }
        if !line.terminated {
            let message = || "no line feed follows".to_owned();
            self.findings.violated(&rules::LOG_UNTERMINATED, at, message);
        }
        if !event.is_decision() || event.id().is_none() {
            self.findings.violated(&rules::EVENT_TYPE, at, || {
                "the event is no assay.tool.decision with an id".to_owned()
            });
        }
        match event.id() {
            Some(id) => self.event(line, id, &event),
            None => self.unread = true,
        }
    }

    fn malformed(&mut self, line: &Line<'_>, malformed: &Malformed) {
        let at = Place::line(Source::Log, line.number);
        let (rule, message) = match malformed {
            _ if !line.terminated => (&rules::LOG_TRUNCATED, "the line breaks off".to_owned()),
            Malformed::Json(error) if error.kind == Kind::NotUtf8 => {
                (&rules::LOG_UTF8, error.to_string())
            }
            Malformed::Json(error) => (&rules::LOG_JSON, error.to_string()),
            Malformed::NoObject => (&rules::LOG_JSON, "the line is no object".to_owned()),
        };
        self.findings.violated(rule, at, || message);
    }

    fn event(&mut self, line: &Line<'_>, id: &str, event: &Event) {
        let at = Place::line(Source::Log, line.number).member("id");
        let Some(referenced) = self.referenced.get_mut(id) else {
            if !self.capture_unread {
                let message = || format!("no receipt refers to the event {}", quote(id));
                self.findings.violated(&rules::OMITTED, at, message);
            }
            return;
        };
        let again = referenced.events > 0;
        if again && self.findings.held.reads(&rules::REUSED_FIRST) {
            return;
        }
        if again && !self.findings.held.reads(&rules::REUSED_LATEST) {
            referenced.events += 1;
            // Which of them is meant nobody knows, so that nothing is compared.
            referenced.told.clear();
            let message = || format!("the event id {} is used again", quote(id));
            return self.findings.violated(&rules::REUSED, at, message);
        }
        referenced.events = 1;
        referenced.told.clear();
        let sha256 = event.sha256(line, self.findings.held, &rules::EVENT_WRITTEN_ANEW);
        for record in &referenced.records {
            differences(record, event, &sha256, self.findings.held, &mut referenced.told);
        }
    }

    /// What is known only at the end of the log.
    fn populations(self) {
        let Log { referenced, unread, findings, .. } = self;
        for (id, Referenced { records, events, told }) in referenced {
            for Told { rule, at, message } in told {
                findings.violated(rule, at, || message);
            }
            let at = |record: &Record| {
                Place::line(Source::Capture, record.line).member("decision_event_id")
            };
            if events == 0 && !unread {
                for record in &records {
                    findings.violated(&rules::RESOLVES, at(record), || {
                        format!("the log has no event {}", quote(id))
                    });
                }
            }
            if events > 0 {
                for record in records.iter().skip(events) {
                    findings.violated(&rules::ONCE, at(record), || {
                        format!("another receipt refers to the event {} already", quote(id))
                    });
                }
            }
        }
    }
}

/// Holds a record against its event.
fn differences(
    record: &Record,
    event: &Event,
    sha256: &str,
    held: &impl Held,
    told: &mut Vec<Told>,
) {
    let at = Place::line(Source::Capture, record.line);
    let mut tell = |rule, member, message| told.push(Told { rule, at: at.member(member), message });
    if let Some(claimed) = &record.decision_sha256
        && let Some(difference) = difference(claimed, sha256)
    {
        let rule = match difference {
            Difference::Value => &rules::DECISION_SHA256,
            Difference::Case | Difference::Prefix => &rules::DECISION_SHA256_FORM,
        };
        let message =
            format!("`decision_sha256` is {}, the event's is \"{sha256}\"", quote(claimed));
        tell(rule, "decision_sha256", message);
    }
    if !event.is_allowed() && !held.holds(&rules::DENIED) {
        tell(&rules::DENIED, "decision_event_id", "the event denies the call".to_owned());
    }
    let Some(call) = &record.call else { return };
    if let Some(tool) = &call.tool
        && event.tool() != Some(tool)
    {
        let decided = event.tool().map_or_else(|| "no tool".to_owned(), quote);
        let message = format!("the request calls {}, the event decides on {decided}", quote(tool));
        tell(&rules::TOOL, "request_line", message);
    }
    let Some(wanted) = event.request_id() else { return };
    let (rule, found) = match &call.id {
        None => (&rules::EVENT_ID_PRESENT, "none"),
        Some(Value::Null) => (&rules::EVENT_ID_PRESENT, "null"),
        Some(id) => match compare_ids(id, wanted) {
            Ok(()) => return,
            Err(Differs::Type) => (&rules::EVENT_ID_TYPE, type_name(id)),
            Err(Differs::Value) => (&rules::EVENT_ID_VALUE, "another"),
        },
    };
    let message = format!("the event's request id is {}, the request's is {found}", shown(wanted));
    tell(rule, "request_line", message);
}
