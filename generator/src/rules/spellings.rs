//! The spellings that a line of `events.ndjson` may have.

use super::lines::{UNREAD, spelled};
use super::spelled_numbers;
use crate::corpus::Case;
use crate::edit;
use crate::expect::{CONFIRMED, INCOMPLETE};
use crate::payload::NOTE_SCHEMA;
use crate::twin::{DENY, DENY_MARKER, DENY_NOTE, SECOND, Variant};
use mcp_evidence_contract::catalogue::event as rules;
use serde_json::{Value, json};

pub(super) fn vectors() -> Vec<Case> {
    let mut vectors = spellings();
    vectors.extend(orders());
    vectors.extend(spelled_numbers::vectors());
    vectors
}

fn spellings() -> Vec<Case> {
    vec![
        spelled(
            "line-blanks",
            &rules::LINE_SPELLING,
            "blanks and tabs stand around `assaygit`",
            || (UNREAD, b" \t\"assaygit\"  :\t\"unknown\" ".to_vec()),
        )
        .expect(INCOMPLETE),
        DENY.vary(
            "line-white-space-around",
            &rules::LINE_SPELLING,
            "blanks stand before and after the event on its line",
            |draft| {
                draft.events_file(|file| {
                    file.splice(0..0, *b"  ");
                    edit::replace_last(file, "}\n", "} \t\n");
                })
            },
        )
        .expect(INCOMPLETE),
        DENY.vary(
            "line-member-order",
            &rules::LINE_SPELLING,
            "the members of every object stand in reverse",
            |draft| draft.events_file(|file| *file = reversed(file)),
        )
        .expect(INCOMPLETE),
        spelled(
            "line-escaped-letters",
            &rules::LINE_SPELLING,
            "letters of a hashed name and of its value are written as escapes",
            || (r#""verb":"create""#, br#""v\u0065rb":"\u0063reat\u0065""#.to_vec()),
        )
        .expect(INCOMPLETE),
        spelled(
            "line-escaped-dash",
            &rules::LINE_SPELLING,
            "the dash in the fourth non-claim is written as an escape",
            || ("\u{2014}", br"\u2014".to_vec()),
        )
        .expect(INCOMPLETE),
        spelled(
            "line-escaped-solidus",
            &rules::LINE_SPELLING,
            "the solidus of `datacontenttype` is escaped",
            || ("application/json", br"application\/json".to_vec()),
        )
        .expect(INCOMPLETE),
        noted(
            "line-escaped-pair",
            "a hashed character beyond the BMP is a pair of escapes",
            json!("\u{1f511}"),
            "\"\u{1f511}\"",
            r#""\ud83d\udd11""#,
        )
        .expect(INCOMPLETE),
        noted(
            "line-uppercase-escape",
            "a hashed control character is escaped with an uppercase digit",
            json!("\u{1f}"),
            r#""\u001f""#,
            r#""\u001F""#,
        )
        .expect(INCOMPLETE),
        noted(
            "line-short-escapes",
            "hashed line ends and tabs are escaped by number",
            json!("a\n\tb"),
            r#""a\n\tb""#,
            r#""a\u000a\u0009b""#,
        )
        .expect(INCOMPLETE),
        noted(
            "line-every-escape",
            "hashed characters are escaped in the ways that canonical form does not use",
            json!("\u{8}\u{c}\r\"\\/A"),
            r#""\b\f\r\"\\/A""#,
            r#""\u0008\u000C\u000d\u0022\u005c\/\u0041""#,
        )
        .expect(INCOMPLETE),
        noted(
            "line-escaped-separators",
            "hashed U+007F, U+2028 and U+2029 are escaped",
            json!("\u{7f}\u{2028}\u{2029}"),
            "\"\u{7f}\u{2028}\u{2029}\"",
            r#""\u007f\u2028\u2029""#,
        )
        .because("Canonical form has the characters themselves; some writers always escape them.")
        .expect(INCOMPLETE),
        noted(
            "line-escaped-markup",
            "hashed angle brackets and an ampersand are escaped",
            json!("<&>"),
            "\"<&>\"",
            r#""\u003c\u0026\u003e""#,
        )
        .because("Canonical form has the characters themselves; some writers always escape them.")
        .expect(INCOMPLETE),
        noted(
            "line-number-trailing-zero",
            "a hashed number is spelled 4.50",
            json!(4.5),
            "4.5",
            "4.50",
        )
        .expect(INCOMPLETE),
        noted(
            "line-number-exponent",
            "a hashed number is spelled 1E22",
            json!(1e22),
            "1e+22",
            "1E22",
        )
        .expect(INCOMPLETE),
        noted(
            "line-number-plain",
            "a hashed number is spelled 0.00000095367431640625",
            json!(9.5367431640625e-7),
            "9.5367431640625e-7",
            "0.00000095367431640625",
        )
        .expect(INCOMPLETE),
        noted(
            "line-number-large",
            "a hashed number is spelled 1e20",
            json!(1e20),
            "100000000000000000000",
            "1e20",
        )
        .expect(INCOMPLETE),
        noted(
            "line-number-fraction",
            "a hashed number is spelled 5.0",
            json!(5),
            "\"text\":5",
            "\"text\":5.0",
        )
        .expect(INCOMPLETE),
        noted(
            "line-number-negative-zero",
            "a hashed number is spelled -0.0",
            json!(0),
            "\"text\":0",
            "\"text\":-0.0",
        )
        .expect(INCOMPLETE),
        noted(
            "line-utf16-order",
            "hashed names stand in the order of their code points",
            json!({"\u{ff21}": 1, "\u{10000}": 2}),
            "{\"\u{10000}\":2,\"\u{ff21}\":1}",
            "{\"\u{ff21}\":1,\"\u{10000}\":2}",
        )
        .because("Canonical form orders them by UTF-16 code unit, the other way round.")
        .expect(INCOMPLETE),
        noted(
            "line-decomposed",
            "two hashed names that look alike stand in another order",
            json!({"e\u{301}": 1, "\u{e9}": 2}),
            "{\"e\u{301}\":1,\"\u{e9}\":2}",
            "{\"\u{e9}\":2,\"e\u{301}\":1}",
        )
        .because("Canonical form normalizes no text, so they stay two names.")
        .expect(INCOMPLETE),
        DENY_MARKER
            .vary(
                "line-marker-spelled",
                &rules::LINE_SPELLING,
                "blanks stand in the marker's line, and its members in another order",
                |draft| {
                    draft.events_file(|file| {
                        edit::replace(
                            file,
                            r#"{"code":-32042,"origin":"assay-proxy","#,
                            r#"{ "origin" : "assay-proxy", "code" : -32042, "#,
                        );
                    })
                },
            )
            .expect(CONFIRMED),
        DENY_NOTE
            .vary(
                "event-further-member",
                &rules::FURTHER_MEMBER,
                "the note's event has a member that nobody knows",
                |draft| {
                    draft.event(SECOND, |event| event["traceparent"] = json!("00-0af7-b7ad-01"))
                },
            )
            .because("No content hash covers it.")
            .expect(INCOMPLETE),
        DENY.vary(
            "event-further-object",
            &rules::FURTHER_MEMBER,
            "the decision's event has a member that nobody knows, an object",
            |draft| {
                draft.events(|events| events[0]["x"] = json!({"schema": NOTE_SCHEMA, "data": {}}))
            },
        )
        .expect(INCOMPLETE),
    ]
}

/// Names that some runtimes order or keep otherwise.
fn orders() -> Vec<Case> {
    vec![
        noted(
            "line-integer-names",
            "hashed names that look like integers stand in the order of their numbers",
            json!({"10": 1, "2": 2, "9": 3, "a": 4}),
            r#"{"10":1,"2":2,"9":3,"a":4}"#,
            r#"{"2":2,"9":3,"10":1,"a":4}"#,
        )
        .because("Canonical form knows no numbers in names: `10` comes before `2`.")
        .expect(INCOMPLETE),
        noted(
            "line-capital-order",
            "hashed names stand in the order of a dictionary",
            json!({"B": 1, "_": 2, "a": 3}),
            r#"{"B":1,"_":2,"a":3}"#,
            r#"{"_":2,"a":3,"B":1}"#,
        )
        .because("Canonical form has capitals first, as their code units are smaller.")
        .expect(INCOMPLETE),
        noted(
            "line-empty-name",
            "a hashed member without any name stands last",
            json!({"": 1, "a": 2}),
            r#"{"":1,"a":2}"#,
            r#"{"a":2,"":1}"#,
        )
        .expect(INCOMPLETE),
        noted(
            "line-proto-name",
            "a hashed member is called `__proto__`, and stands last",
            json!({"__proto__": {"__proto__": "text"}, "a": 1}),
            r#"{"__proto__":{"__proto__":"text"},"a":1}"#,
            r#"{"a":1,"__proto__":{"__proto__":"text"}}"#,
        )
        .because("Where assigning to this name makes no member, a copy lacks it.")
        .expect(INCOMPLETE),
        noted(
            "line-constructor-name",
            "hashed members have the names of what every object inherits, in another order",
            json!({"constructor": 1, "hasOwnProperty": 2, "toString": 3}),
            r#"{"constructor":1,"hasOwnProperty":2,"toString":3}"#,
            r#"{"toString":3,"hasOwnProperty":2,"constructor":1}"#,
        )
        .expect(INCOMPLETE),
        noted(
            "line-nested-order",
            "hashed objects in objects and arrays have their members in reverse",
            json!({"a": 1, "b": [{"c": 2, "d": {"e": 3, "f": [{"g": 4, "h": 5}]}}]}),
            r#"{"a":1,"b":[{"c":2,"d":{"e":3,"f":[{"g":4,"h":5}]}}]}"#,
            r#"{"b":[{"d":{"f":[{"h":5,"g":4}],"e":3},"c":2}],"a":1}"#,
        )
        .expect(INCOMPLETE),
    ]
}

/// A deny beside a note whose text is `text`, hashed in canonical form, and
/// whose line then has `to` in the place of the canonical `from`.
pub(super) fn noted(
    id: &'static str,
    words: &str,
    text: Value,
    from: &'static str,
    to: &'static str,
) -> Variant {
    DENY_NOTE.vary(id, &rules::LINE_SPELLING, words, |draft| {
        draft.set(SECOND, "/text", text).events_file(move |file| edit::replace(file, from, to))
    })
}

/// The one line with the members of every object in reverse.
fn reversed(line: &[u8]) -> Vec<u8> {
    let event: Value = serde_json::from_slice(line).expect("a line is JSON until it is edited");
    let mut text = Vec::new();
    write_reversed(&event, &mut text);
    text.push(b'\n');
    text
}

fn write_reversed(value: &Value, text: &mut Vec<u8>) {
    match value {
        Value::Object(members) => {
            text.push(b'{');
            for (index, (name, value)) in members.iter().rev().enumerate() {
                if index > 0 {
                    text.push(b',');
                }
                text.extend(Value::from(name.as_str()).to_string().bytes());
                text.push(b':');
                write_reversed(value, text);
            }
            text.push(b'}');
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            text.extend(value.to_string().bytes());
        }
    }
}
