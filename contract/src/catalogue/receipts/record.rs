//! `verify`: what holds of one line of a capture by itself.

use super::{BEFORE_USE, RECORD, RECORDING, rule};
use crate::Rule;
use crate::catalogue::rules;

/// A member of a receipt: it is there, and it is of its type.
#[derive(Debug)]
pub struct Member {
    /// Its name.
    pub name: &'static str,
    /// What its type is, with the article.
    pub wanted: &'static str,
    /// It is there.
    pub absent: &'static Rule,
    /// It is of its type; none where any type will do, or where only one value
    /// will, so that another type is another value.
    pub wrong_type: Option<&'static Rule>,
}

macro_rules! absent {
    ($member:literal) => {
        rule(
            RECORD,
            concat!("receipts.member.", $member, ".absent"),
            concat!("`", $member, "` is present"),
            concat!("a receipt without `", $member, "`"),
        )
    };
}

macro_rules! typed {
    ($member:literal, $article:literal) => {
        rule(
            RECORD,
            concat!("receipts.member.", $member, ".type"),
            concat!("`", $member, "` is ", $article),
            concat!("a receipt whose `", $member, "` is not ", $article),
        )
    };
}

rules! {
    UTF8 = rule(BEFORE_USE, "receipts.line.utf8", "each line of the capture is UTF-8",
        "a line that is not UTF-8");
    JSON = rule(BEFORE_USE, "receipts.line.json", "each line of the capture is one JSON object",
        "a line that is no JSON object");
    TRUNCATED = rule(BEFORE_USE, "receipts.line.truncated", "the last line of the capture is whole",
        "a last line that breaks off");
    UNIQUE_MEMBERS = rule(BEFORE_USE, "receipts.line.unique-members",
        "no object of a line names a member twice", "").reading("R04");
    BLANK = rule(BEFORE_USE, "receipts.line.blank", "no line of the capture is blank", "")
        .reading("R05");
    UNTERMINATED = rule(BEFORE_USE, "receipts.line.unterminated",
        "the last line of the capture ends in a line feed", "").reading("R06");
    FURTHER = rule(RECORD, "receipts.member.further", "a receipt has no further members", "")
        .reading("R07");

    SCHEMA_ABSENT = absent!("schema");
    REQUEST_LINE_ABSENT = absent!("request_line");
    REQUEST_LINE_TYPE = typed!("request_line", "a string");
    REQUEST_BYTES_ABSENT = absent!("request_bytes");
    REQUEST_BYTES_TYPE = typed!("request_bytes", "an integer");
    REQUEST_SHA256_ABSENT = absent!("request_sha256");
    REQUEST_SHA256_TYPE = typed!("request_sha256", "a string");
    EVENT_ID_ABSENT = absent!("decision_event_id");
    EVENT_ID_TYPE = typed!("decision_event_id", "a string");
    DECISION_SHA256_ABSENT = absent!("decision_sha256");
    DECISION_SHA256_TYPE = typed!("decision_sha256", "a string");
    ID_PRESENT_ABSENT = absent!("rpc_id_present");
    ID_PRESENT_TYPE = typed!("rpc_id_present", "a boolean");
    ID_ABSENT = absent!("rpc_id");
    SCOPE_ABSENT = absent!("scope");
    SCOPE_TYPE = typed!("scope", "a string");
    SEQUENCE_ABSENT = absent!("sequence");
    SEQUENCE_TYPE = typed!("sequence", "an integer");
    POINTER_ABSENT = absent!("metadata_pointer");
    VERSION_STATE_ABSENT = absent!("declared_protocol_version_state");
    VERSION_ABSENT = absent!("declared_protocol_version");
    BASIS_ABSENT = absent!("assertion_basis");

    SCHEMA = rule(RECORD, "receipts.schema", "`schema` is assay.request_decision_receipt.v0",
        "a receipt of another schema");
    POINTER = rule(RECORD, "receipts.metadata-pointer", "`metadata_pointer` is /params/_meta",
        "a receipt that points elsewhere");
    BASIS = rule(RECORD, "receipts.assertion-basis", "`assertion_basis` is caller_asserted",
        "a receipt with another basis");

    REQUEST_BYTES = rule(BEFORE_USE, "receipts.request-bytes",
        "`request_bytes` is the length of the line in bytes",
        "a receipt whose `request_bytes` is another length");
    REQUEST_SHA256 = rule(BEFORE_USE, "receipts.request-sha256.value",
        "`request_sha256` is the digest of the line",
        "a receipt whose `request_sha256` is another digest")
        .see(&["derive.request-sha256"]);
    REQUEST_SHA256_CASE = rule(RECORD, "receipts.request-sha256.case",
        "`request_sha256` is lowercase",
        "a `request_sha256` with uppercase digits");
    REQUEST_SHA256_PREFIX = rule(RECORD, "receipts.request-sha256.prefix",
        "`request_sha256` has nothing before its digits",
        "a `request_sha256` behind `sha256:`");
    REQUEST_CALL = rule(RECORDING, "receipts.request-line.call",
        "`request_line` is a tools/call request",
        "a receipt for another method than tools/call");
    REQUEST_SHAPE = rule(RECORDING, "receipts.request-line.shape",
        "`request_line` is a valid request, as `derive` takes it", "").reading("R01");
    REQUEST_ONE_LINE = rule(RECORD, "receipts.request-line.one",
        "`request_line` is one line", "").reading("R08");

    ID_PRESENT = rule(BEFORE_USE, "receipts.rpc-id-present",
        "`rpc_id_present` says whether the request has an id",
        "a missing id as an explicit null, or the other way round");
    ID_TYPE = rule(BEFORE_USE, "receipts.rpc-id.type",
        "`rpc_id` has the JSON type of the request's id",
        "an `rpc_id` of another type than the request's id");
    ID_VALUE = rule(RECORD, "receipts.rpc-id.value",
        "`rpc_id` has the value of the request's id",
        "an `rpc_id` of another value than the request's id");
    VERSION_STATE = rule(RECORD, "receipts.version.state",
        "the version state is what the request states",
        "a version state that the request does not state");
    VERSION_VALUE = rule(RECORD, "receipts.version.value",
        "the version is the one that the request states",
        "another version than the request states");
    VERSION_NULL = rule(RECORD, "receipts.version.null",
        "the version is null unless it is present",
        "a version beside the state absent or malformed");
}

/// The members of a receipt, in the order of the text.
pub static MEMBERS: [Member; 14] = [
    constant("schema", &SCHEMA_ABSENT),
    member("request_line", "a string", &REQUEST_LINE_ABSENT, &REQUEST_LINE_TYPE),
    member("request_bytes", "an integer", &REQUEST_BYTES_ABSENT, &REQUEST_BYTES_TYPE),
    member("request_sha256", "a string", &REQUEST_SHA256_ABSENT, &REQUEST_SHA256_TYPE),
    member("decision_event_id", "a string", &EVENT_ID_ABSENT, &EVENT_ID_TYPE),
    member("decision_sha256", "a string", &DECISION_SHA256_ABSENT, &DECISION_SHA256_TYPE),
    member("rpc_id_present", "a boolean", &ID_PRESENT_ABSENT, &ID_PRESENT_TYPE),
    constant("rpc_id", &ID_ABSENT),
    member("scope", "a string", &SCOPE_ABSENT, &SCOPE_TYPE),
    member("sequence", "an integer", &SEQUENCE_ABSENT, &SEQUENCE_TYPE),
    constant("metadata_pointer", &POINTER_ABSENT),
    constant("declared_protocol_version_state", &VERSION_STATE_ABSENT),
    constant("declared_protocol_version", &VERSION_ABSENT),
    constant("assertion_basis", &BASIS_ABSENT),
];

const fn member(
    name: &'static str,
    wanted: &'static str,
    absent: &'static Rule,
    wrong_type: &'static Rule,
) -> Member {
    Member { name, wanted, absent, wrong_type: Some(wrong_type) }
}

const fn constant(name: &'static str, absent: &'static Rule) -> Member {
    Member { name, wanted: "what it must be", absent, wrong_type: None }
}
