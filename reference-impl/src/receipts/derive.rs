//! `derive`: client frames and decision events to receipts (§1, §2), up to the
//! limits (§4).

use super::digest::sha256;
use super::event::Event;
use super::json::Json;
use super::limits;
use super::lines::{Line, Lines};
use super::receipt::{BASIS, POINTER, Receipt, SCHEMA};
use super::request::{Call, Request};
use super::version::Version;
use crate::held::{Every, Held};
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::receipts::derive as rules;
use serde_json::Value;
use std::fmt;
use std::io::{self, BufRead};

/// What a capture comes to.
#[derive(Debug, Clone, PartialEq)]
pub struct Derivation {
    /// The receipts; at a limit those before it.
    pub receipts: Vec<Receipt>,
    /// Where and why the capture ended before the frames did.
    pub ended: Option<Ended>,
}

impl Derivation {
    /// Whether every call has its receipt.
    pub fn is_complete(&self) -> bool {
        self.ended.is_none()
    }
}

/// Where a capture ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// The line of the frames, from 1.
    pub frame: u64,
    /// Why.
    pub reason: Reason,
}

/// Why a capture ended before the frames did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The request is too long.
    Request,
    /// The decision is too long.
    Decision,
    /// There are as many records as there may be.
    Records,
    /// The receipt would make the capture too long.
    Total,
    /// The log has no further event.
    NoEvent,
    /// The next line of the log is no event with an id.
    BadEvent,
    /// The line is no JSON, and the reader does not pass over such lines.
    NotJson,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Request => write!(f, "the request has more than {} bytes", limits::REQUEST),
            Reason::Decision => write!(f, "the decision has more than {} bytes", limits::DECISION),
            Reason::Records => write!(f, "there are {} records already", limits::RECORDS),
            Reason::Total => {
                write!(f, "the receipts would have more than {} bytes", limits::TOTAL)
            }
            Reason::NoEvent => f.write_str("the decision log has no further event"),
            Reason::BadEvent => {
                f.write_str("the next line of the decision log is no event with an id")
            }
            Reason::NotJson => f.write_str("the frame is no JSON"),
        }
    }
}

/// Derives the receipts of `frames`, the client's bytes as received, and `log`,
/// the decision log: the first call goes with the first event, and so on.
/// `scope` is the scope that the capture was given.
///
/// # Errors
/// Frames or log cannot be read on.
pub fn derive(frames: impl BufRead, log: impl BufRead, scope: &str) -> io::Result<Derivation> {
    derive_held(frames, log, scope, &Every)
}

pub(crate) fn derive_held(
    frames: impl BufRead,
    log: impl BufRead,
    scope: &str,
    held: &impl Held,
) -> io::Result<Derivation> {
    let mut capture = Capture {
        log: Lines::new(log, limits::EVENT_HELD),
        scope,
        held,
        receipts: Vec::new(),
        total: 0,
        ended: None,
    };
    let mut frames = Lines::new(frames, limits::FRAME_HELD);
    while let Some(line) = frames.next()? {
        if let Err(reason) = capture.frame(&line)? {
            let ended = Ended { frame: line.number, reason };
            capture.ended = capture.ended.or(Some(ended));
            if held.holds(&rules::LIMIT_ENDS) {
                break;
            }
        }
    }
    if capture.ended.is_some() && !held.holds(&rules::LIMIT_PREFIX) {
        capture.receipts.clear();
    }
    if !held.holds(&rules::LIMIT_INCOMPLETE) {
        capture.ended = None;
    }
    Ok(Derivation { receipts: capture.receipts, ended: capture.ended })
}

struct Capture<'a, R, H> {
    log: Lines<R>,
    scope: &'a str,
    held: &'a H,
    receipts: Vec<Receipt>,
    /// Bytes of the receipts as lines.
    total: u64,
    ended: Option<Ended>,
}

/// The event of a call: its id and its digest.
struct Decision {
    id: String,
    sha256: String,
    allowed: bool,
}

impl<R: BufRead, H: Held> Capture<'_, R, H> {
    /// Takes a frame; the inner error ends the capture.
    fn frame(&mut self, line: &Line<'_>) -> io::Result<Result<(), Reason>> {
        if !line.is_whole() {
            return Ok(Err(Reason::Request));
        }
        let call = match Request::of(line.bytes, self.held) {
            Request::Call(call) => call,
            Request::NotJson if !line.is_blank() && !self.held.holds(&rules::NOT_JSON) => {
                return Ok(Err(Reason::NotJson));
            }
            Request::NotUtf8 if !self.held.holds(&rules::CALL_UTF8) => {
                return Ok(Err(Reason::NotJson));
            }
            Request::NotUtf8 | Request::NotJson | Request::Other => return Ok(Ok(())),
        };
        let skipped = call.misshapen.is_some() && self.held.holds(&rules::CALL_SHAPE)
            || call.id.is_none() && !self.held.holds(&rules::WITHOUT_ID)
            || !line.terminated && !self.held.holds(&rules::UNTERMINATED);
        if skipped {
            return Ok(Ok(()));
        }
        if line.length > limits::REQUEST && self.held.holds(&rules::LIMIT_REQUEST) {
            return Ok(Err(Reason::Request));
        }
        if self.receipts.len() >= limits::RECORDS && self.held.holds(&rules::LIMIT_RECORDS) {
            return Ok(Err(Reason::Records));
        }
        let decision = match self.decision()? {
            Ok(decision) => decision,
            Err(Reason::NoEvent) if !self.held.holds(&rules::PAIRED) => return Ok(Ok(())),
            Err(reason) => return Ok(Err(reason)),
        };
        if !decision.allowed && !self.held.holds(&rules::DENIED) {
            return Ok(Ok(()));
        }
        Ok(self.record(line, &call, decision))
    }

    /// The next event of the log.
    fn decision(&mut self) -> io::Result<Result<Decision, Reason>> {
        let held = self.held;
        loop {
            let Some(line) = self.log.next()? else { return Ok(Err(Reason::NoEvent)) };
            if line.is_blank() {
                continue;
            }
            let long = line.text().len() as u64 > limits::DECISION;
            if !line.is_whole() || long && held.holds(&rules::LIMIT_DECISION) {
                return Ok(Err(Reason::Decision));
            }
            let Ok(event) = Event::of(&line) else { return Ok(Err(Reason::BadEvent)) };
            let Some(id) = event.id() else { return Ok(Err(Reason::BadEvent)) };
            let sha256 = if held.holds(&rules::DECISION_SHA256) {
                event.sha256(&line, held, &rules::EVENT_WRITTEN_ANEW)
            } else {
                sha256(&[line.text()])
            };
            return Ok(Ok(Decision { id: id.to_owned(), sha256, allowed: event.is_allowed() }));
        }
    }

    fn record(&mut self, line: &Line<'_>, call: &Call, decision: Decision) -> Result<(), Reason> {
        let held = self.held;
        let receipt = receipt(line, call, decision, self.place(line), self.scope, held);
        let repeats = |earlier: &Receipt| earlier.request_line == receipt.request_line;
        if !held.holds(&rules::IDENTICAL) && self.receipts.iter().any(repeats) {
            return Ok(());
        }
        let total = self.total + receipt.line().len() as u64;
        if total > limits::TOTAL && held.holds(&rules::LIMIT_TOTAL) {
            return Err(Reason::Total);
        }
        self.total = total;
        self.receipts.push(receipt);
        Ok(())
    }

    fn place(&self, line: &Line<'_>) -> u64 {
        let place = if self.held.reads(&rules::SEQUENCE_OF_FRAMES) {
            line.number - 1
        } else {
            self.receipts.len() as u64
        };
        if self.held.holds(&rules::SEQUENCE) { place } else { place + 1 }
    }
}

/// The receipt of a call, member by member; each of the rules is one.
fn receipt(
    line: &Line<'_>,
    call: &Call,
    decision: Decision,
    sequence: u64,
    scope: &str,
    held: &impl Held,
) -> Receipt {
    // A call was read from it, so it is UTF-8.
    let text = String::from_utf8_lossy(line.bytes);
    let bare = text.trim_end_matches(['\r', '\n']);
    let request_line = if held.reads(&rules::LINE_FEED_ALONE) {
        format!("{bare}\n")
    } else if !held.holds(&rules::LINE_EXACT) {
        let read = Json::of(line.bytes).map(|json| json.value).unwrap_or_default();
        format!("{read}{}", &text[bare.len()..])
    } else {
        either(held, &rules::TERMINATOR, text.as_ref(), bare).to_owned()
    };
    let characters = text.chars().count() as u64;
    let hashed = either(held, &rules::REQUEST_SHA256, line.bytes, bare.as_bytes());
    let id = call.id.clone().unwrap_or(Value::Null);
    let rpc_id = match id.as_number() {
        Some(number) if !held.holds(&rules::ID_TYPE) => Value::from(number.to_string()),
        Some(_) | None => id.clone(),
    };
    let (state, version) = version(call, held);
    Receipt {
        schema: either(held, &rules::SCHEMA, SCHEMA, "assay.request_decision_receipt"),
        request_line,
        request_bytes: either(held, &rules::REQUEST_BYTES, line.length, characters),
        request_sha256: sha256(&[hashed]),
        decision_event_id: if held.holds(&rules::EVENT_ID) { decision.id } else { String::new() },
        decision_sha256: decision.sha256,
        rpc_id_present: either(held, &rules::ID_PRESENT, call.id.is_some(), !id.is_null()),
        rpc_id,
        scope: either(held, &rules::SCOPE, scope, "").to_owned(),
        sequence,
        metadata_pointer: either(held, &rules::POINTER, POINTER, "/_meta"),
        declared_protocol_version_state: state,
        declared_protocol_version: version,
        assertion_basis: either(held, &rules::BASIS, BASIS, "verified"),
    }
}

fn either<T>(held: &impl Held, rule: &'static Rule, right: T, wrong: T) -> T {
    if held.holds(rule) { right } else { wrong }
}

fn version(call: &Call, held: &impl Held) -> (&'static str, Value) {
    let stated = || call.version.version().map_or(Value::Null, Value::from);
    match &call.version {
        Version::Present(_) if !held.holds(&rules::VERSION_PRESENT) => ("absent", Value::Null),
        Version::Absent if !held.holds(&rules::VERSION_ABSENT) => ("malformed", Value::Null),
        Version::Malformed(value) if !held.holds(&rules::VERSION_NULL) => {
            ("malformed", value.clone())
        }
        Version::Present(_) | Version::Absent | Version::Malformed(_) => {
            (call.version.state(), stated())
        }
    }
}
