//! `verify`: what holds of a capture as a whole, and between it and the decision
//! log.

use super::{BEFORE_USE, LIMITS, RECEIPTS, RECORD, rule};
use crate::catalogue::rules;
use crate::{Alternative, Rule};

rules! {
    SCOPE_EXPECTED = rule(BEFORE_USE, "receipts.scope.expected",
        "the scope is the expected one",
        "a capture of another scope");
    SCOPE_ONE = rule(BEFORE_USE, "receipts.scope.one",
        "all receipts have one scope",
        "receipts of different scopes");
    SEQUENCE_START = rule(RECORD, "receipts.sequence.start",
        "the first `sequence` is zero",
        "a sequence that does not start at zero");
    SEQUENCE_CONTIGUOUS = rule(BEFORE_USE, "receipts.sequence.contiguous",
        "each `sequence` is one more than the one before",
        "a sequence with a gap or in another order");
    COUNT = rule(LIMITS, "receipts.count",
        "a capture has no more than 48 records",
        "a capture of 49 records");
    DIAGNOSTICS = rule(BEFORE_USE, "receipts.diagnostics",
        "the run left no diagnostic of an incomplete capture",
        "a capture with the diagnostic of an incomplete one");
    LAUNCH = rule(BEFORE_USE, "receipts.lifecycle.launch",
        "there is evidence of the launch",
        "a capture without evidence of the launch");
    STOP = rule(BEFORE_USE, "receipts.lifecycle.stop",
        "there is evidence of the stop",
        "a capture without evidence of the stop");

    LOG_UTF8 = rule(BEFORE_USE, "receipts.log.utf8", "each line of the decision log is UTF-8",
        "a decision log with a line that is not UTF-8");
    LOG_JSON = rule(BEFORE_USE, "receipts.log.json",
        "each line of the decision log is one JSON object",
        "a decision log with a line that is no JSON object");
    LOG_TRUNCATED = rule(BEFORE_USE, "receipts.log.truncated",
        "the last line of the decision log is whole",
        "a decision log whose last line breaks off");

    RESOLVES = rule(BEFORE_USE, "receipts.reference.resolves",
        "each reference resolves to an event of the log",
        "a receipt for an event that is not in the log");
    ONCE = rule(BEFORE_USE, "receipts.reference.once",
        "no event has more receipts than the log has it",
        "two receipts for one event");
    OMITTED = rule(BEFORE_USE, "receipts.reference.omitted",
        "each event of the log has its receipt",
        "an event without a receipt");
    REUSED = rule(BEFORE_USE, "receipts.event-id.reused",
        "no two events of the log have one id",
        "an event id that the log has twice");
    DECISION_SHA256 = rule(BEFORE_USE, "receipts.decision-sha256.value",
        "`decision_sha256` is the digest of the event's line as retained",
        "a receipt whose `decision_sha256` is not that of the retained event")
        .see(&["derive.decision-sha256"]);
    TOOL = rule(BEFORE_USE, "receipts.tool-name",
        "the request calls the tool that the event decided on",
        "a receipt for a call of another tool");
    EVENT_ID_TYPE = rule(BEFORE_USE, "receipts.request-id.type",
        "where the event has a request id, the request's is of its type",
        "a request whose id has another type than the event's");
    EVENT_ID_PRESENT = rule(BEFORE_USE, "receipts.request-id.presence",
        "where the event has a request id, the request has one",
        "a request without the id that the event has");

    DENIED = Rule::permission(RECEIPTS, BEFORE_USE, "receipts.denied",
        "a denied call has a receipt, and is accepted");

    REQUEST_LIMIT = rule(LIMITS, "receipts.limit.request",
        "no request is over 1 MiB", "").reading("R09");
    DECISION_LIMIT = rule(LIMITS, "receipts.limit.decision",
        "no event is over 1 MiB", "").reading("R09");
    TOTAL_LIMIT = rule(LIMITS, "receipts.limit.total",
        "the capture is no more than 4 MiB", "").reading("R09");
    DECISION_SHA256_FORM = rule(RECORD, "receipts.decision-sha256.form",
        "`decision_sha256` is lowercase digits and nothing else", "").reading("R10");
    SCOPE_CASE = rule(BEFORE_USE, "receipts.scope.case",
        "the scope is compared character by character", "").reading("R11");
    OTHER_DIAGNOSTIC = rule(BEFORE_USE, "receipts.diagnostics.any",
        "the run left no diagnostic of any kind", "").reading("R12");
    LOG_BLANK = rule(BEFORE_USE, "receipts.log.blank",
        "no line of the decision log is blank", "").reading("R05");
    LOG_UNTERMINATED = rule(BEFORE_USE, "receipts.log.unterminated",
        "the last line of the decision log ends in a line feed", "").reading("R06");
    LOG_UNIQUE_MEMBERS = rule(BEFORE_USE, "receipts.log.unique-members",
        "no object of the decision log names a member twice", "").reading("R04");
    EVENT_TYPE = rule(BEFORE_USE, "receipts.event.type",
        "each event of the log is an assay.tool.decision with an id", "").reading("R13");
    EVENT_ID_VALUE = rule(BEFORE_USE, "receipts.request-id.value",
        "where the event has a request id, the request's is the same", "").reading("R14");
}

/// Believes the first event of an id.
pub static REUSED_FIRST: Alternative = Alternative {
    id: "receipts.event-id.reused.first",
    rule: &REUSED,
    text: "takes the first event of an id and passes over the others",
    interpretation: None,
};

/// Believes the last event of an id.
pub static REUSED_LATEST: Alternative = Alternative {
    id: "receipts.event-id.reused.latest",
    rule: &REUSED,
    text: "takes the latest event of an id and passes over the others",
    interpretation: None,
};

/// Hashes the event as it would write it.
pub static EVENT_WRITTEN_ANEW: Alternative = Alternative {
    id: "receipts.decision-sha256.value.written-anew",
    rule: &DECISION_SHA256,
    text: "reads the event and hashes what it would write",
    interpretation: None,
};

pub(super) static ALTERNATIVES: &[&Alternative] =
    &[&REUSED_FIRST, &REUSED_LATEST, &EVENT_WRITTEN_ANEW];
