//! `manifest.json` as JSON.

use crate::corpus::Case;
use crate::edit;
use crate::expect::FAIL;
use crate::twin::{DENY, Variant};
use mcp_evidence_contract::catalogue::manifest as rules;

pub(super) fn vectors() -> Vec<Case> {
    let mut vectors = json_faults();
    vectors.extend(spelling_faults());
    vectors
}

fn json_faults() -> Vec<Case> {
    vec![
        DENY.vary(
            "manifest-not-utf8",
            &rules::UTF8,
            "the name of the producer ends in the byte ff",
            |draft| {
                draft.manifest_file(|file| edit::replace(file, "-generator", b"-generator\xff"))
            },
        )
        .because("The byte stands in a member that no check reads.")
        .expect(FAIL),
        DENY.vary("manifest-empty", &rules::SYNTAX, "manifest.json is an empty file", |draft| {
            draft.manifest_file(Vec::clear)
        })
        .expect(FAIL),
        DENY.vary(
            "manifest-cut",
            &rules::SYNTAX,
            "the manifest's last brace is missing",
            |draft| draft.manifest_file(|file| file.truncate(file.len() - 1)),
        )
        .expect(FAIL),
        DENY.vary(
            "manifest-trailing-comma",
            &rules::SYNTAX,
            "a comma follows the manifest's last member",
            |draft| draft.manifest_file(|file| edit::replace_last(file, "}", ",}")),
        )
        .expect(FAIL),
        DENY.vary(
            "manifest-raw-tab",
            &rules::SYNTAX,
            "the name of the producer ends in a tab that is not escaped",
            |draft| draft.manifest_file(|file| edit::replace(file, "-generator", "-generator\t")),
        )
        .expect(FAIL),
        DENY.vary(
            "manifest-comment",
            &rules::SYNTAX,
            "a comment stands before the manifest's first member",
            |draft| draft.manifest_file(|file| drop(file.splice(1..1, *b"/* v1 */"))),
        )
        .expect(FAIL),
        DENY.vary(
            "manifest-second-object",
            &rules::TRAILING,
            "an empty object follows the manifest's",
            |draft| draft.manifest_file(|file| file.extend(b"{}")),
        )
        .expect(FAIL),
        DENY.vary(
            "manifest-trailing-text",
            &rules::TRAILING,
            "a word follows the manifest's object",
            |draft| draft.manifest_file(|file| file.extend(b"\nend")),
        )
        .expect(FAIL),
        DENY.vary(
            "manifest-array",
            &rules::OBJECT,
            "the manifest's object stands in an array",
            |draft| {
                draft.manifest_file(|file| {
                    file.insert(0, b'[');
                    file.push(b']');
                })
            },
        )
        .expect(FAIL),
        DENY.vary("manifest-null", &rules::OBJECT, "the manifest is `null`", |draft| {
            draft.manifest_file(|file| *file = b"null".to_vec())
        })
        .expect(FAIL),
    ]
}

/// Where a lenient reader finds the count that is asked for.
pub(super) const COUNT: &str = r#""event_count":1"#;
/// A member that no check reads.
pub(super) const UNREAD: &str = r#""version":"0.1.0""#;

fn spelling_faults() -> Vec<Case> {
    vec![
        spelled(
            "manifest-no-break-space",
            "U+00A0 stands before the value of `event_count`",
            COUNT,
            "\"event_count\":\u{a0}1",
        )
        .expect(FAIL),
        spelled(
            "manifest-mark-inside",
            "U+FEFF, the byte order mark, stands before the value of `event_count`",
            COUNT,
            "\"event_count\":\u{feff}1",
        )
        .expect(FAIL),
        spelled(
            "manifest-form-feed",
            "a form feed stands before the value of `event_count`",
            COUNT,
            "\"event_count\":\u{c}1",
        )
        .expect(FAIL),
        number("manifest-number-trailing-point", "1.", COUNT, r#""event_count":1."#).expect(FAIL),
        number("manifest-number-leading-point", ".5", UNREAD, r#""version":.5"#).expect(FAIL),
        number("manifest-number-plus", "+1", COUNT, r#""event_count":+1"#).expect(FAIL),
        number("manifest-number-leading-zero", "01", COUNT, r#""event_count":01"#).expect(FAIL),
        number("manifest-number-hexadecimal", "0x1", COUNT, r#""event_count":0x1"#).expect(FAIL),
        spelled(
            "manifest-single-quotes",
            "the producer's version stands in single quotes",
            UNREAD,
            r#""version":'0.1.0'"#,
        )
        .expect(FAIL),
        spelled(
            "manifest-raw-control",
            "the producer's version ends in U+0001 that is not escaped",
            UNREAD,
            "\"version\":\"0.1.0\u{1}\"",
        )
        .expect(FAIL),
        spelled(
            "manifest-unknown-escape",
            "the producer's version starts with the escape `\\x30`",
            UNREAD,
            r#""version":"\x30.1.0""#,
        )
        .expect(FAIL),
        spelled(
            "manifest-short-escape",
            "the producer's version ends in the escape `\\u12`",
            UNREAD,
            r#""version":"0.1.0\u12""#,
        )
        .expect(FAIL),
    ]
}

fn number(id: &'static str, spelling: &str, from: &'static str, to: &'static str) -> Variant {
    let member = if from == COUNT { "`event_count`" } else { "the producer's version" };
    spelled(id, &format!("{member} is spelled `{spelling}`"), from, to)
}

fn spelled(id: &'static str, words: &str, from: &'static str, to: &'static str) -> Variant {
    DENY.vary(id, &rules::SYNTAX, words, |draft| {
        draft.manifest_file(move |file| edit::replace(file, from, to))
    })
}
