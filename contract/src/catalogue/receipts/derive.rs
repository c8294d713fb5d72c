//! `derive`: which frames are recorded, what a receipt of one holds, and where a
//! capture ends.

use super::{DERIVE, LIMITS, RECORD, RECORDING};
use crate::catalogue::rules;
use crate::{Alternative, Rule};

const fn rule(
    section: &'static str,
    id: &'static str,
    text: &'static str,
    lacking: &'static str,
) -> Rule {
    Rule::requirement(DERIVE, section, id, text).lacking(lacking)
}

rules! {
    METHOD = rule(RECORDING, "derive.method",
        "only tools/call requests are recorded",
        "a frame of another method");
    NOT_JSON = rule(RECORDING, "derive.not-json",
        "a frame that is no JSON is passed over, and the capture goes on",
        "a frame that is no JSON as the end of the capture");
    DENIED = Rule::permission(DERIVE, RECORDING, "derive.denied",
        "a denied call has a receipt like any other");
    WITHOUT_ID = Rule::permission(DERIVE, RECORD, "derive.without-id",
        "a call without an id has a receipt like any other");
    IDENTICAL = rule(RECORD, "derive.identical",
        "each of two identical frames has a receipt of its own",
        "one receipt for two identical frames");

    LINE_EXACT = rule(RECORD, "derive.request-line.exact",
        "`request_line` is the line exactly as received",
        "a `request_line` written anew from what was read");
    TERMINATOR = rule(RECORD, "derive.request-line.terminator",
        "`request_line` holds the terminator of the line",
        "a `request_line` without its terminator");
    UNTERMINATED = rule(RECORD, "derive.request-line.unterminated",
        "a last line without a terminator is recorded as it is",
        "a last line without a terminator as no line");
    REQUEST_BYTES = rule(RECORD, "derive.request-bytes",
        "`request_bytes` counts the bytes of the line in UTF-8",
        "a length in characters");
    REQUEST_SHA256 = rule(RECORD, "derive.request-sha256",
        "`request_sha256` covers the whole line, its terminator included",
        "a digest over the line without its terminator");
    EVENT_ID = rule(RECORD, "derive.decision-event-id",
        "`decision_event_id` is the id of the event",
        "another name of the event than its id");
    DECISION_SHA256 = rule(RECORD, "derive.decision-sha256",
        "`decision_sha256` covers the line of the event and its line feed",
        "a digest over the event without its line feed");
    ID_PRESENT = rule(RECORD, "derive.rpc-id-present",
        "a missing id and an explicit null stay distinct",
        "an explicit null as a missing id");
    ID_TYPE = rule(RECORD, "derive.rpc-id.type",
        "`rpc_id` keeps the JSON type of the id",
        "an id turned into text");
    SCOPE = rule(RECORD, "derive.scope",
        "every receipt has the scope of the capture",
        "a receipt without the scope of its capture");
    SEQUENCE = rule(RECORD, "derive.sequence",
        "`sequence` counts the receipts from zero",
        "a sequence that starts at one");
    SCHEMA = rule(RECORD, "derive.schema",
        "`schema` is assay.request_decision_receipt.v0",
        "a receipt of another schema");
    POINTER = rule(RECORD, "derive.metadata-pointer",
        "`metadata_pointer` is /params/_meta",
        "a pointer to elsewhere");
    BASIS = rule(RECORD, "derive.assertion-basis",
        "`assertion_basis` is caller_asserted",
        "a basis that the caller has not");
    VERSION_PRESENT = rule(RECORD, "derive.version.present",
        "a calendar date at the version's place is present, with the version",
        "a stated version as none");
    VERSION_ABSENT = rule(RECORD, "derive.version.absent",
        "without a version the state is absent",
        "a request without a version as one with a malformed one");
    VERSION_DATE = rule(RECORD, "derive.version.date",
        "a value that is no calendar-date version is malformed",
        "any text as a version");
    VERSION_CONTAINER = rule(RECORD, "derive.version.container",
        "a container of the version that is no object is malformed",
        "a container that is no object as an absent version");
    VERSION_NULL = rule(RECORD, "derive.version.null",
        "the version is null unless it is present",
        "a malformed value as the version");

    LIMIT_REQUEST = rule(LIMITS, "derive.limit.request",
        "a request over 1 MiB ends the capture",
        "a request over 1 MiB");
    LIMIT_DECISION = rule(LIMITS, "derive.limit.decision",
        "a decision whose serialization is over 1 MiB ends the capture",
        "a decision over 1 MiB");
    LIMIT_RECORDS = rule(LIMITS, "derive.limit.records",
        "a capture has no more than 48 records",
        "a 49th record");
    LIMIT_TOTAL = rule(LIMITS, "derive.limit.total",
        "the serialized receipts are no more than 4 MiB",
        "more than 4 MiB of receipts");
    LIMIT_ENDS = rule(LIMITS, "derive.limit.ends",
        "nothing is recorded after a limit",
        "receipts behind the one that a limit refused");
    LIMIT_PREFIX = rule(LIMITS, "derive.limit.prefix",
        "the receipts before a limit are kept",
        "nothing of a capture that ran into a limit");
    LIMIT_INCOMPLETE = rule(LIMITS, "derive.limit.incomplete",
        "a capture that ran into a limit is incomplete",
        "a capture that ran into a limit as complete");

    CALL_SHAPE = rule(RECORDING, "derive.call.shape",
        "a valid tools/call is an object with unique members, jsonrpc 2.0, an id that is a number, \
         a string or null, an object of params and a name that is a string", "").reading("R01");
    CALL_UTF8 = rule(RECORD, "derive.call.utf8",
        "a line that is not UTF-8 is passed over", "").reading("R02");
    PAIRED = rule(RECORDING, "derive.paired",
        "calls and events are paired in their order, and a call without an event ends the capture", "")
        .reading("R03");
}

/// Compares the method as it is spelled.
pub static METHOD_AS_SPELLED: Alternative = Alternative {
    id: "derive.method.as-spelled",
    rule: &METHOD,
    text: "looks for the method in the bytes of the line, escapes unread",
    interpretation: None,
};

/// Gives every line a line feed.
pub static LINE_FEED_ALONE: Alternative = Alternative {
    id: "derive.request-line.terminator.line-feed-alone",
    rule: &TERMINATOR,
    text: "takes every terminator for a line feed",
    interpretation: None,
};

/// Hashes the event as it would write it.
pub static EVENT_WRITTEN_ANEW: Alternative = Alternative {
    id: "derive.decision-sha256.written-anew",
    rule: &DECISION_SHA256,
    text: "reads the event and hashes what it would write",
    interpretation: None,
};

/// Counts the frames.
pub static SEQUENCE_OF_FRAMES: Alternative = Alternative {
    id: "derive.sequence.of-frames",
    rule: &SEQUENCE,
    text: "counts the frames, recorded or not",
    interpretation: None,
};

/// Takes the form of a date for a date.
pub static DATE_BY_FORM: Alternative = Alternative {
    id: "derive.version.date.by-form",
    rule: &VERSION_DATE,
    text: "takes any text of the form 0000-00-00 for a calendar date",
    interpretation: None,
};

pub(super) static ALTERNATIVES: &[&Alternative] = &[
    &METHOD_AS_SPELLED,
    &LINE_FEED_ALONE,
    &EVENT_WRITTEN_ANEW,
    &SEQUENCE_OF_FRAMES,
    &DATE_BY_FORM,
];
