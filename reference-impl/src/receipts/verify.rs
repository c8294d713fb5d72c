//! `verify`: a retained capture against the retained decision log (§5).

use super::capture::{self, Capture};
use super::findings::{Finding, Findings, Place, Source};
use super::log;
use crate::fault::quote;
use crate::held::{Every, Held};
use mcp_evidence_contract::catalogue::receipts::verify as rules;
use serde::Serialize;
use std::io::{self, BufRead};

/// What the caller knows of a capture beside its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    /// The one scope that the capture was given.
    pub scope: String,
    /// Whether there is evidence of the launch.
    pub launch: bool,
    /// Whether there is evidence of the stop.
    pub stop: bool,
    /// What diagnostics the run left.
    pub diagnostics: Vec<String>,
}

/// Accepted or rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Each receipt is associated with its event.
    Accepted,
    /// The capture is not to be used.
    Rejected,
}

/// One supported association: these retained bytes associate this frame with
/// this event, and nothing else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Association {
    /// The place of the receipt, from 0.
    pub sequence: u64,
    /// The id of the event.
    pub decision_event_id: String,
    /// The digest of the frame.
    pub request_sha256: String,
}

/// What a verification comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// The associations, in sequence; empty where the capture is rejected.
    pub associations: Vec<Association>,
    /// What is wrong, at most a hundred of it, in the order of case, capture and log.
    pub findings: Vec<Finding>,
    /// How much is wrong beyond that.
    pub unlisted: u64,
    /// Records read.
    pub records: u64,
    /// Events read.
    pub events: u64,
}

impl Verification {
    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        if self.findings.is_empty() { Verdict::Accepted } else { Verdict::Rejected }
    }
}

/// Holds `capture` against `log`, both as retained. Memory is bounded by the
/// capture's own limits and one line of the log, however long that is.
///
/// # Errors
/// Capture or log cannot be read on.
pub fn verify(
    capture: impl BufRead,
    log: impl BufRead,
    expectation: &Expectation,
) -> io::Result<Verification> {
    verify_held(capture, log, expectation, &Every)
}

pub(crate) fn verify_held<H: Held>(
    capture: impl BufRead,
    log: impl BufRead,
    expectation: &Expectation,
    held: &H,
) -> io::Result<Verification> {
    let mut findings = Findings::new(held);
    conditions(expectation, &mut findings);
    let capture = capture::read(capture, &expectation.scope, &mut findings)?;
    let events = log::compare(log, &capture, &mut findings)?;
    let Capture { records, .. } = capture;
    let unlisted = findings.count - findings.kept.len() as u64;
    let count = records.len() as u64;
    let associations = if findings.count == 0 {
        let association = |(place, record): (u64, super::record::Record)| Association {
            sequence: record.sequence.unwrap_or(place),
            decision_event_id: record.event_id.unwrap_or_default(),
            request_sha256: record.request_sha256,
        };
        (0..).zip(records).map(association).collect()
    } else {
        Vec::new()
    };
    Ok(Verification { associations, findings: findings.kept, unlisted, records: count, events })
}

/// What the caller says: lifecycle evidence and diagnostics.
fn conditions<H: Held>(expectation: &Expectation, findings: &mut Findings<'_, H>) {
    let at = Place::file(Source::Case);
    if !expectation.launch {
        findings.violated(&rules::LAUNCH, at.member("lifecycle.launch"), || {
            "there is no evidence of the launch".to_owned()
        });
    }
    if !expectation.stop {
        findings.violated(&rules::STOP, at.member("lifecycle.stop"), || {
            "there is no evidence of the stop".to_owned()
        });
    }
    for diagnostic in &expectation.diagnostics {
        let rule = if diagnostic.contains("incomplete") {
            &rules::DIAGNOSTICS
        } else {
            &rules::OTHER_DIAGNOSTIC
        };
        findings.violated(rule, at.member("diagnostics"), || {
            format!("the run left the diagnostic {}", quote(diagnostic))
        });
    }
}
