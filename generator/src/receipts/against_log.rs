//! Captures that must be rejected for what the decision log says: each one edit
//! away from an accepted twin.

use super::parts::{Said, call, data, event, event_id, receipt, sha256};
use super::verify::{Capture, IDENTICAL, Line, MISSING_ID, NULL_ID, ONE, THREE, Twin};
use crate::corpus::Case;
use mcp_evidence_contract::catalogue::receipts::verify as rules;
use serde_json::{Value, json};

/// The vectors.
pub(super) fn vectors() -> Vec<Case> {
    let mut vectors = lines();
    vectors.extend(populations());
    vectors.extend(reused());
    vectors.extend(events());
    vectors
}

fn appended(bytes: &[u8]) -> impl FnOnce(&mut Capture) {
    let bytes = bytes.to_vec();
    |capture| capture.log.push(Line::Bytes(bytes))
}

fn lines() -> Vec<Case> {
    vec![
        ONE.rejected(
            "verify-log-no-json",
            &rules::LOG_JSON,
            "a line that is no JSON follows in the log",
            appended(b"{\"specversion\":\n"),
        ),
        ONE.rejected(
            "verify-log-not-utf-8",
            &rules::LOG_UTF8,
            "a line that is not UTF-8 follows in the log",
            appended(b"{\"specversion\":\"\xff\"}\n"),
        ),
        ONE.rejected(
            "verify-log-broken-off",
            &rules::LOG_TRUNCATED,
            "the beginning of another event follows in the log, which ends there",
            appended(b"{\"specversion\":\"1.0\",\"id\":\"evt_dec"),
        ),
    ]
}

fn populations() -> Vec<Case> {
    vec![
        THREE.rejected(
            "verify-event-missing",
            &rules::RESOLVES,
            "the log lacks the last event",
            |capture| {
                capture.log.pop();
            },
        ),
        ONE.rejected(
            "verify-receipt-surplus",
            &rules::RESOLVES,
            "a receipt follows for an event that is not in the log",
            |capture| {
                let line = call("\"id\":1,") + "\n";
                let event = event(9, 1).line();
                let surplus = receipt(1, &line, &event_id(9), &event, &Said::id(1));
                capture.records.push(Line::Object(surplus));
            },
        ),
        ONE.rejected(
            "verify-receipt-duplicate",
            &rules::ONCE,
            "a second receipt follows for the same frame and the same event",
            |capture| {
                let mut again = capture.records[0].clone();
                again.members().set("sequence", 1);
                capture.records.push(again);
            },
        ),
        THREE.rejected(
            "verify-receipt-omitted",
            &rules::OMITTED,
            "the last receipt is missing",
            |capture| {
                capture.records.pop();
            },
        ),
        ONE.rejected(
            "verify-event-surplus",
            &rules::OMITTED,
            "an event follows in the log for which there is no receipt",
            |capture| capture.log.push(Line::Object(event(9, 1))),
        ),
        THREE.rejected(
            "verify-capture-empty",
            &rules::OMITTED,
            "there is no receipt at all",
            |capture| capture.records.clear(),
        ),
    ]
}

/// Event ids that the log has twice: neither the first nor the latest may be
/// believed.
fn reused() -> Vec<Case> {
    vec![
        ONE.rejected(
            "verify-event-twice",
            &rules::REUSED,
            "the line of the event stands twice in the log",
            |capture| capture.log.push(capture.log[0].clone()),
        ),
        ONE.rejected(
            "verify-id-reused-later",
            &rules::REUSED,
            "another event of the same id follows in the log",
            |capture| capture.log.push(other_of_the_same_id()),
        ),
        ONE.rejected(
            "verify-id-reused-earlier",
            &rules::REUSED,
            "another event of the same id stands before it in the log",
            |capture| capture.log.insert(0, other_of_the_same_id()),
        ),
        IDENTICAL.rejected(
            "verify-id-reused-populations-equal",
            &rules::REUSED,
            "the second event is the first again, and both receipts refer to it",
            |capture| {
                capture.log[1] = capture.log[0].clone();
                let digest = sha256(event(0, 1).line().as_bytes());
                let second = capture.records[1].members();
                second.set("decision_event_id", event_id(0));
                second.set("decision_sha256", digest);
            },
        ),
    ]
}

/// An event with the id of the first, and another decision.
fn other_of_the_same_id() -> Line {
    let mut event = event(0, 1);
    event.set("data", data("echo", "deny", 0, json!(1)));
    Line::Object(event)
}

/// A capture whose event has other data, and whose receipt is made of that.
fn decided_on(
    twin: &'static Twin,
    id: &'static str,
    edit: &str,
    rule: &'static mcp_evidence_contract::Rule,
    data: Value,
) -> Case {
    twin.rejected(id, rule, edit, |capture| {
        let event = capture.log[0].members();
        event.set("data", data);
        let digest = sha256(event.line().as_bytes());
        capture.records[0].members().set("decision_sha256", digest);
    })
}

fn events() -> Vec<Case> {
    vec![
        ONE.record(
            "verify-decision-sha256-other",
            &rules::DECISION_SHA256,
            "`decision_sha256` is the digest of another line",
            0,
            |receipt| receipt.set("decision_sha256", "0".repeat(64)),
        ),
        ONE.record(
            "verify-decision-sha256-without-line-feed",
            &rules::DECISION_SHA256,
            "`decision_sha256` covers the event without its line feed",
            0,
            |receipt| receipt.set("decision_sha256", sha256(event(0, 1).text().as_bytes())),
        ),
        ONE.rejected(
            "verify-event-rewritten",
            &rules::DECISION_SHA256,
            "the time of the event in the log is another",
            |capture| capture.log[0].members().set("time", "2026-03-02T09:31:00Z"),
        ),
        ONE.rejected(
            "verify-event-written-anew",
            &rules::DECISION_SHA256,
            "the event in the log is the same with its members in another order",
            |capture| {
                let event = capture.log[0].members().value().to_string() + "\n";
                capture.log[0] = Line::Bytes(event.into_bytes());
            },
        ),
        decided_on(
            &ONE,
            "verify-tool-other",
            "the event decides on another tool, and the receipt has its digest",
            &rules::TOOL,
            data("other", "allow", 0, json!(1)),
        ),
        decided_on(
            &ONE,
            "verify-tool-case",
            "the event decides on `Echo`, and the receipt has its digest",
            &rules::TOOL,
            data("Echo", "allow", 0, json!(1)),
        ),
        decided_on(
            &ONE,
            "verify-request-id-text",
            "the request id of the event is the text of the number, and the receipt has its digest",
            &rules::EVENT_ID_TYPE,
            data("echo", "allow", 0, json!("1")),
        ),
        decided_on(
            &MISSING_ID,
            "verify-request-id-of-none",
            "the event has a request id, and the receipt has its digest",
            &rules::EVENT_ID_PRESENT,
            data("echo", "allow", 0, json!(1)),
        ),
        decided_on(
            &NULL_ID,
            "verify-request-id-of-null",
            "the event has a request id, and the receipt has its digest",
            &rules::EVENT_ID_PRESENT,
            data("echo", "allow", 0, json!(1)),
        ),
    ]
}
