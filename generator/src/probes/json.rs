//! I01, I03 to I06, I22, I28: names, lines, marks, depth, surrogates.

use super::Probe;
use crate::corpus::Case;
use crate::edit;
use crate::expect::{FAIL, INCOMPLETE};
use crate::twin::{DENY, DENY_NOTE, FIRST, SECOND};
use serde_json::{Value, json};

pub(super) fn vectors() -> Vec<Case> {
    let mut vectors = duplicates();
    vectors.extend(lines());
    vectors.extend(marks());
    vectors.extend(depths());
    vectors.extend(surrogates());
    vectors
}

fn duplicates() -> Vec<Case> {
    const COUNT: &str = r#""event_count":1"#;
    const REASON: &str = r#""reason":"no_declared_allowance""#;
    vec![
        manifest(
            "i01-manifest-last-right",
            "the manifest names `event_count` twice, first 9, then 1",
            COUNT,
            r#""event_count":9,"event_count":1"#,
        )
        .expect(FAIL),
        manifest(
            "i01-manifest-first-right",
            "the manifest names `event_count` twice, first 1, then 9",
            COUNT,
            r#""event_count":1,"event_count":9"#,
        )
        .expect(FAIL),
        line(
            "i01-event-last-right",
            "the decision names `reason` twice, and the last is the one that is hashed",
            REASON,
            r#""reason":"denied","reason":"no_declared_allowance""#,
        )
        .expect(FAIL),
        line(
            "i01-event-first-right",
            "the decision names `reason` twice, and the first is the one that is hashed",
            REASON,
            r#""reason":"no_declared_allowance","reason":"denied""#,
        )
        .expect(FAIL),
        line(
            "i01-event-escaped-name",
            "the decision names `reason` twice, once with an escape, and the last is hashed",
            REASON,
            r#""re\u0061son":"denied","reason":"no_declared_allowance""#,
        )
        .expect(FAIL),
    ]
}

fn manifest(id: &'static str, words: &str, from: &'static str, to: &'static str) -> Probe {
    DENY.probe(id, words, |draft| draft.manifest_file(move |file| edit::replace(file, from, to)))
}

fn line(id: &'static str, words: &str, from: &'static str, to: &'static str) -> Probe {
    DENY.probe(id, words, |draft| draft.events_file(move |file| edit::replace(file, from, to)))
}

fn lines() -> Vec<Case> {
    vec![
        line("i03-cr-lf", "the line ends in CR LF", "\n", "\r\n").expect(INCOMPLETE),
        caller("i03-line-separator", "the name of the caller holds U+2028", "ci\u{2028}agent")
            .expect(INCOMPLETE),
        caller("i03-next-line", "the name of the caller holds U+0085", "ci\u{85}agent")
            .expect(INCOMPLETE),
        line(
            "i03-cr-between-tokens",
            "a CR stands before the value of `assaygit`",
            r#""assaygit":"#,
            "\"assaygit\":\r",
        )
        .expect(INCOMPLETE),
        between("i04-empty-line", "an empty line stands between the two", "\n").expect(FAIL),
        between("i04-white-line", "a line of blanks stands between the two", " \t \n").expect(FAIL),
        DENY_NOTE
            .probe("i04-two-line-feeds-at-end", "a second line feed ends the file", |draft| {
                draft.events_file(|file| file.push(b'\n'))
            })
            .expect(FAIL),
        line("i05-no-final-line-feed", "no line feed ends the only line", "\n", "")
            .expect(INCOMPLETE),
    ]
}

fn caller(id: &'static str, words: &str, name: &str) -> Probe {
    DENY.probe(id, words, |draft| draft.set(FIRST, "/caller/id", json!(name)))
}

fn between(id: &'static str, words: &str, line: &'static str) -> Probe {
    DENY_NOTE.probe(id, words, |draft| {
        draft.events_file(|file| {
            let first = file.iter().position(|byte| *byte == b'\n').expect("lines end in LF");
            file.splice(first + 1..first + 1, line.bytes());
        })
    })
}

fn marks() -> Vec<Case> {
    const MARK: [u8; 3] = [0xef, 0xbb, 0xbf];
    vec![
        DENY.probe("i06-events-file", "events.ndjson starts with a byte order mark", |draft| {
            draft.events_file(|file| drop(file.splice(0..0, MARK)))
        })
        .expect(FAIL),
        DENY.probe("i06-manifest", "manifest.json starts with a byte order mark", |draft| {
            draft.manifest_file(|file| drop(file.splice(0..0, MARK)))
        })
        .expect(FAIL),
    ]
}

fn depths() -> Vec<Case> {
    vec![
        nested("i22-depth-64", "the note's line is nested 64 levels deep", 64).expect(INCOMPLETE),
        nested("i22-depth-65", "the note's line is nested 65 levels deep", 65).expect(FAIL),
        nested("i22-depth-200", "the note's line is nested 200 levels deep", 200).expect(FAIL),
        nested_manifest("i22-manifest-depth-64", "the manifest is nested 64 levels deep", 64)
            .expect(INCOMPLETE),
        nested_manifest("i22-manifest-depth-65", "the manifest is nested 65 levels deep", 65)
            .expect(FAIL),
        nested_manifest("i22-manifest-depth-200", "the manifest is nested 200 levels deep", 200)
            .expect(FAIL),
    ]
}

/// A note whose text is arrays in arrays: the line's own object and the data
/// are the first two of the `levels`.
fn nested(id: &'static str, words: &str, levels: usize) -> Probe {
    DENY_NOTE.probe(id, words, |draft| draft.set(SECOND, "/text", arrays(levels - 2)))
}

/// A manifest with a further member that is arrays in arrays: the manifest's
/// own object is the first of the `levels`.
fn nested_manifest(id: &'static str, words: &str, levels: usize) -> Probe {
    DENY.probe(id, words, |draft| {
        draft.manifest(move |manifest| manifest["x_nested"] = arrays(levels - 1))
    })
}

/// Arrays in arrays, so many of them.
fn arrays(levels: usize) -> Value {
    (1..levels).fold(Value::Array(Vec::new()), |inner, _| Value::Array(vec![inner]))
}

fn surrogates() -> Vec<Case> {
    const UNREAD: &str = r#""assaygit":"unknown""#;
    vec![
        line(
            "i28-value",
            "the value of a member that no hash covers is half a surrogate pair",
            UNREAD,
            r#""assaygit":"\ud800""#,
        )
        .expect(FAIL),
        line(
            "i28-name",
            "the name of a member that no hash covers is half a surrogate pair",
            UNREAD,
            r#""assaygit":"unknown","\udc00":1"#,
        )
        .expect(FAIL),
        line(
            "i28-reversed-pair",
            "the value of a member that no hash covers is a surrogate pair in reverse",
            UNREAD,
            r#""assaygit":"\udd11\ud83d""#,
        )
        .expect(FAIL),
        DENY_NOTE
            .probe(
                "i28-hashed-as-replacement",
                "the note's text is half a surrogate pair, hashed as U+FFFD",
                |draft| {
                    draft
                        .set(SECOND, "/text", json!("\u{fffd}"))
                        .events_file(|file| edit::replace(file, "\u{fffd}", r"\ud800"))
                },
            )
            .expect(FAIL),
        manifest(
            "i28-manifest-value",
            "the producer's version is half a surrogate pair",
            r#""version":"0.1.0""#,
            r#""version":"\ud800""#,
        )
        .expect(FAIL),
        manifest(
            "i28-manifest-name",
            "the manifest has a member whose name is half a surrogate pair",
            r#""schema_version":1"#,
            r#""schema_version":1,"\udc00":1"#,
        )
        .expect(FAIL),
    ]
}
