//! The lines of `events.ndjson` as JSON. The spellings that a line may have are in
//! `spellings.rs`.

use crate::corpus::Case;
use crate::edit;
use crate::expect::FAIL;
use crate::twin::{DENY, DENY_NOTE, SECOND, Variant};
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::event as rules;
use serde_json::{Value, json};

pub(super) fn vectors() -> Vec<Case> {
    let mut vectors = faults();
    vectors.extend(other_spaces());
    vectors.extend(number_faults());
    vectors.extend(others());
    vectors
}

/// What stands in a member that no check reads, so that a lenient reader finds
/// every hash right.
pub(super) const UNREAD: &str = r#""assaygit":"unknown""#;

fn faults() -> Vec<Case> {
    vec![
        spelled(
            "event-not-utf8",
            &rules::UTF8,
            "the value of `assaygit` ends in the byte ff",
            || (UNREAD, b"\"assaygit\":\"unknown\xff\"".to_vec()),
        )
        .because("The byte stands in a member that no hash covers.")
        .expect(FAIL),
        spelled(
            "event-overlong-utf8",
            &rules::UTF8,
            "the value of `assaygit` ends in c0 80",
            || (UNREAD, b"\"assaygit\":\"unknown\xc0\x80\"".to_vec()),
        )
        .because("That is NUL in two bytes, which UTF-8 forbids.")
        .expect(FAIL),
        spelled(
            "event-raw-tab",
            &rules::SYNTAX,
            "`assaygit` holds a tab that is not escaped",
            || (UNREAD, b"\"assaygit\":\"un\tknown\"".to_vec()),
        )
        .expect(FAIL),
        spelled(
            "event-unknown-escape",
            &rules::SYNTAX,
            "`assaygit` holds the escape `\\x6b`",
            || (UNREAD, br#""assaygit":"un\x6bnown""#.to_vec()),
        )
        .expect(FAIL),
        spelled(
            "event-single-quotes",
            &rules::SYNTAX,
            "the value of `assaygit` stands in single quotes",
            || (UNREAD, br#""assaygit":'unknown'"#.to_vec()),
        )
        .expect(FAIL),
        spelled(
            "event-raw-control",
            &rules::SYNTAX,
            "`assaygit` holds U+001F that is not escaped",
            || (UNREAD, b"\"assaygit\":\"un\x1fknown\"".to_vec()),
        )
        .expect(FAIL),
        spelled(
            "event-short-escape",
            &rules::SYNTAX,
            "`assaygit` ends in the escape `\\u12`",
            || (UNREAD, br#""assaygit":"unknown\u12""#.to_vec()),
        )
        .expect(FAIL),
        spelled(
            "event-braced-escape",
            &rules::SYNTAX,
            "`assaygit` holds the escape `\\u{6b}`",
            || (UNREAD, br#""assaygit":"un\u{6b}nown""#.to_vec()),
        )
        .expect(FAIL),
        spelled("event-comment", &rules::SYNTAX, "a comment stands before `assaygit`", || {
            (UNREAD, br#"/* none */"assaygit":"unknown""#.to_vec())
        })
        .expect(FAIL),
        spelled(
            "event-array-trailing-comma",
            &rules::SYNTAX,
            "`assaygit` is an array whose last comma nothing follows",
            || (UNREAD, br#""assaygit":["unknown",]"#.to_vec()),
        )
        .expect(FAIL),
        spelled("event-leading-zero", &rules::SYNTAX, "`assayseq` is spelled 00", || {
            (r#""assayseq":0"#, br#""assayseq":00"#.to_vec())
        })
        .expect(FAIL),
        DENY.vary(
            "event-trailing-comma",
            &rules::SYNTAX,
            "a comma follows the last member of the event",
            |draft| draft.events_file(|file| edit::replace_last(file, "}\n", ",}\n")),
        )
        .expect(FAIL),
        DENY.vary("event-cut", &rules::SYNTAX, "the event's last brace is missing", |draft| {
            draft.events_file(|file| edit::replace_last(file, "}\n", "\n"))
        })
        .expect(FAIL),
        DENY.vary(
            "event-trailing-object",
            &rules::TRAILING,
            "an empty object follows the event on its line",
            |draft| draft.events_file(|file| edit::replace_last(file, "}\n", "}{}\n")),
        )
        .expect(FAIL),
        DENY.vary(
            "event-trailing-text",
            &rules::TRAILING,
            "a word follows the event on its line",
            |draft| draft.events_file(|file| edit::replace_last(file, "}\n", "} end\n")),
        )
        .expect(FAIL),
    ]
}

/// What other grammars take for white space.
fn other_spaces() -> Vec<Case> {
    vec![
        spaced("event-no-break-space", "U+00A0", "\u{a0}").expect(FAIL),
        spaced("event-mark-inside", "U+FEFF, the byte order mark,", "\u{feff}").expect(FAIL),
        spaced("event-vertical-tab", "a vertical tab", "\u{b}").expect(FAIL),
        spaced("event-form-feed", "a form feed", "\u{c}").expect(FAIL),
    ]
}

fn spaced(id: &'static str, name: &str, space: &'static str) -> Variant {
    let words = format!("{name} stands before the value of `assaygit`");
    DENY.vary(id, &rules::SYNTAX, words, |draft| {
        draft.events_file(move |file| {
            edit::replace(file, UNREAD, format!(r#""assaygit":{space}"unknown""#));
        })
    })
}

/// Numbers that JSON does not know, in data that is hashed as what a lenient
/// reader takes them for.
fn number_faults() -> Vec<Case> {
    vec![
        misspelled("event-number-trailing-point", json!(1), "1.").expect(FAIL),
        misspelled("event-number-leading-point", json!(0.5), ".5").expect(FAIL),
        misspelled("event-number-plus", json!(1), "+1").expect(FAIL),
        misspelled("event-number-leading-zero", json!(1), "01").expect(FAIL),
        misspelled("event-number-cut-exponent", json!(1), "1e").expect(FAIL),
        misspelled("event-number-hexadecimal", json!(1), "0x1").expect(FAIL),
        misspelled("event-number-underscore", json!(10), "1_0").expect(FAIL),
    ]
}

fn misspelled(id: &'static str, number: Value, spelling: &'static str) -> Variant {
    let words = format!("the note's text is the number {number}, spelled `{spelling}`");
    DENY_NOTE.vary(id, &rules::SYNTAX, words, |draft| {
        let canonical = format!(r#""text":{number}"#);
        draft.set(SECOND, "/text", number).events_file(move |file| {
            edit::replace(file, &canonical, format!(r#""text":{spelling}"#));
        })
    })
}

/// The second line is JSON, and no object.
fn others() -> Vec<Case> {
    vec![
        second_line("event-array", "`[]`", "[]").expect(FAIL),
        second_line("event-string", "`\"note\"`", "\"note\"").expect(FAIL),
        second_line("event-number", "`7`", "7").expect(FAIL),
        second_line("event-null", "`null`", "null").expect(FAIL),
    ]
}

fn second_line(id: &'static str, words: &str, line: &'static str) -> Variant {
    DENY_NOTE.vary(id, &rules::OBJECT, format!("the second line is {words}"), |draft| {
        draft.events_file(move |file| {
            let first = file.iter().position(|byte| *byte == b'\n').expect("lines end in LF");
            file.truncate(first + 1);
            file.extend(line.bytes());
            file.push(b'\n');
        })
    })
}

/// A deny with one place of its line spelled otherwise.
pub(super) fn spelled(
    id: &'static str,
    rule: &'static Rule,
    words: &str,
    places: fn() -> (&'static str, Vec<u8>),
) -> Variant {
    DENY.vary(id, rule, words, |draft| {
        draft.events_file(move |file| {
            let (from, to) = places();
            edit::replace(file, from, to);
        })
    })
}
