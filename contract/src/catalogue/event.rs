//! One line of `events.ndjson`: its JSON, its members, its place in the chain.

use super::{members, rules};
use crate::{Alternative, Check, Rule, Stage};

const SECTION: &str = "§4";
const STRUCTURE: Stage = Stage::Integrity(Check::Structure);

const fn at(check: Check, id: &'static str, text: &'static str) -> Rule {
    Rule::requirement(Stage::Integrity(check), SECTION, id, text)
}

/// What is wrong where the lines of a bundle are right and their hashes do not
/// come out.
const CANONICAL_FORM: &str = "the canonical form that is hashed: numbers or escapes spelled \
    otherwise than RFC 8785 says, or names not in the order of their UTF-16 code units";

members! {
    SPECVERSION = STRUCTURE, SECTION, "stage1.event.specversion", "specversion", "a string",
        type reads "I31", null reads "I31";
    TYPE = STRUCTURE, SECTION, "stage1.event.type", "type", "a string",
        type reads "I31", null reads "I31";
    SOURCE = STRUCTURE, SECTION, "stage1.event.source", "source", "a string",
        type reads "I31", null reads "I31";
    ID = STRUCTURE, SECTION, "stage1.event.id", "id", "a string",
        type reads "I31", null reads "I31";
    TIME = STRUCTURE, SECTION, "stage1.event.time", "time", "a string",
        type reads "I31", null reads "I31";
    DATACONTENTTYPE = STRUCTURE, SECTION, "stage1.event.datacontenttype", "datacontenttype",
        "a string", type reads "I31", null reads "I31";
    RUN_ID = STRUCTURE, SECTION, "stage1.event.assayrunid", "assayrunid", "a string",
        type reads "I31", null reads "I31";
    SEQ = STRUCTURE, SECTION, "stage1.event.assayseq", "assayseq", "an integer",
        type reads "I24", null reads "I31";
    CONTENT_HASH = STRUCTURE, SECTION, "stage1.event.assaycontenthash", "assaycontenthash",
        "a string", type reads "I31", null reads "I31";
}

rules! {
    UTF8 = at(Check::Structure, "stage1.event.json.utf8", "each event line is UTF-8")
        .lacking("an event line that is not UTF-8").blocking();
    SYNTAX = at(Check::Structure, "stage1.event.json.syntax", "each event line is JSON")
        .lacking("an event line that is not JSON").blocking();
    TRAILING = at(Check::Structure, "stage1.event.json.trailing",
        "nothing but white space follows the object of an event line")
        .lacking("an event line with text behind its object");
    BLANK_LINE = at(Check::Structure, "stage1.event.json.blank-line",
        "no event line is empty or only white space").reading("I04");
    DUPLICATE_NAME = at(Check::Structure, "stage1.event.json.duplicate-name",
        "no object of an event line names a member twice").reading("I01");
    BYTE_ORDER_MARK = at(Check::Structure, "stage1.event.json.byte-order-mark",
        "no event line starts with a byte order mark").reading("I06").blocking();
    SURROGATE = at(Check::Structure, "stage1.event.json.surrogate",
        "no string of an event line holds a lone surrogate").reading("I28").blocking();
    NUMBER_RANGE = at(Check::Structure, "stage1.event.json.number-range",
        "each number of an event line fits a double").reading("I29").blocking();
    DEPTH = at(Check::Structure, "stage1.event.json.depth",
        "no event line is nested deeper than the limit").reading("I22").blocking();
    OBJECT = at(Check::Structure, "stage1.event.object", "each event line is a JSON object")
        .lacking("an event line that is no JSON object")
        .blocking();

    DATA_ABSENT = at(Check::Structure, "stage1.event.data.absent", "`data` is present")
        .lacking("an event without `data`");
    SPECVERSION_VALUE = at(Check::Structure, "stage1.event.specversion.value",
        "specversion is 1.0")
        .lacking("an event of another specversion than 1.0");
    DATACONTENTTYPE_VALUE = at(Check::Structure, "stage1.event.datacontenttype.value",
        "datacontenttype is application/json").reading("I14");

    CONTENT_HASH_PREFIX = at(Check::ContentHash, "stage1.content-hash.prefix",
        "assaycontenthash starts with sha256:")
        .lacking("an assaycontenthash without its sha256: prefix");
    CONTENT_HASH_CASE = at(Check::ContentHash, "stage1.content-hash.case",
        "assaycontenthash is lowercase hex")
        .lacking("an assaycontenthash in uppercase");
    CONTENT_HASH_VALUE = at(Check::ContentHash, "stage1.content-hash.value",
        "assaycontenthash is sha256: and the SHA-256 over the RFC 8785 form of an object of specversion, type, datacontenttype, subject where there is one, and data")
        .lacking("an assaycontenthash that is not the event's content id")
        .see(&["stage1.permit.subject", "stage1.permit.event-member", "stage1.permit.line-spelling"])
        .hashing(CANONICAL_FORM);
    ID_VALUE = at(Check::Id, "stage1.id.value", "id is the run id, a colon and the sequence number")
        .lacking("an id that is not run id, colon and sequence number");
    SEQUENCE = at(Check::Sequence, "stage1.sequence.contiguous",
        "assayseq counts the lines from 0 without a gap")
        .lacking("events whose assayseq does not count the lines from 0");
    RUN_ID_CONSISTENT = at(Check::RunId, "stage1.run-id.consistent",
        "assayrunid is the same in every event")
        .lacking("events of different run ids");

    HASHED_SUBJECT = Rule::permission(Stage::Integrity(Check::ContentHash), SECTION,
        "stage1.permit.subject", "a subject, which the content hash then covers")
        .see(&["stage1.content-hash.value"])
        .hashing("a content hash that leaves the subject out");
    LINE_SPELLING = Rule::permission(STRUCTURE, SECTION, "stage1.permit.line-spelling",
        "event lines that are not in canonical form")
        .see(&["stage1.content-hash.value"])
        .hashing(CANONICAL_FORM);
    FURTHER_MEMBER = Rule::permission(STRUCTURE, SECTION, "stage1.permit.event-member",
        "further members in an event, which the content hash leaves out")
        .see(&["stage1.content-hash.value"])
        .hashing("a content hash over more members than the five that it covers");
}

/// Events are sorted by `assayseq` before they are checked.
pub static SORTS_EVENTS: Alternative = Alternative {
    id: "stage1.sequence.contiguous.reads-sorted",
    rule: &SEQUENCE,
    text: "sorts the events by assayseq before it looks at their order",
    interpretation: Some("I33"),
};

/// A content hash that leaves a subject out.
pub static IGNORES_SUBJECT: Alternative = Alternative {
    id: "stage1.content-hash.value.reads-no-subject",
    rule: &CONTENT_HASH_VALUE,
    text: "leaves a subject out of the content hash",
    interpretation: None,
};

pub(super) static ALTERNATIVES: &[&Alternative] = &[&SORTS_EVENTS, &IGNORES_SUBJECT];
