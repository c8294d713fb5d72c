//! Records on which encoders go wrong: the order of names, the shortest form,
//! text beyond ASCII, empty things.

use super::digests::{cbor_digest, jcs_digest};
use super::sample::{NONE, Sample, concluded, plain, recomputed, reference, result};
use crate::corpus::Case;
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::annotations as rules;
use serde_json::json;

const SILENT: [&str; 2] = [NONE, NONE];
const KIND: &str = "policy-decision";

/// Id, rule, the record as it stands in the case, and what it is about. The
/// digest of each comes out.
type Trap = (&'static str, &'static Rule, &'static str, &'static str);

fn vector((id, rule, record, about): Trap, name: &str, digest: &str) -> Case {
    let reference = reference(KIND, name, digest.to_owned());
    Sample::of(id, rule, about)
        .result(result(json!({ "evidenceRef": reference }), [plain()]))
        .held("0", record)
        .expect([concluded(SILENT, &[SILENT], [recomputed("0", KIND, digest)])])
}

/// Traps of `jcs/rfc8785`.
pub(super) fn jcs() -> Vec<Case> {
    let traps: [Trap; 18] = [
        (
            "jcs-names",
            &rules::JCS_SORTED,
            r#"{"b":1,"a":2}"#,
            "Two names that do not stand in their order.",
        ),
        (
            "jcs-short-and-long-name",
            &rules::JCS_SORTED,
            r#"{"b":1,"aa":2}"#,
            "A short name and a longer one: JCS puts aa first.",
        ),
        (
            "jcs-name-and-its-start",
            &rules::JCS_SORTED,
            r#"{"aa":1,"a":2,"":3}"#,
            "A name that is the start of another, and the empty name.",
        ),
        (
            "jcs-capitals",
            &rules::JCS_SORTED,
            r#"{"a":1,"B":2,"_":3,"1":4}"#,
            "Digits come before capitals, and capitals before small letters.",
        ),
        (
            "jcs-planes",
            &rules::JCS_UTF16,
            r#"{"\ue000":1,"\ud83d\ude00":2}"#,
            "U+E000 beside U+1F600: by UTF-16 code unit the emoji comes first.",
        ),
        (
            "jcs-planes-deep",
            &rules::JCS_UTF16,
            r#"[{"z":{"\uffee":1,"\ud83d\ude00":2}}]"#,
            "U+FFEE beside U+1F600, two levels deep.",
        ),
        (
            "jcs-nested",
            &rules::JCS_NESTED,
            r#"{"outer":{"b":1,"a":{"d":2,"c":3}}}"#,
            "Objects in objects.",
        ),
        (
            "jcs-nested-in-list",
            &rules::JCS_NESTED,
            r#"{"list":[{"b":1,"a":2},{"d":3,"c":4}]}"#,
            "Objects in a list.",
        ),
        (
            "jcs-list",
            &rules::JCS_ARRAYS,
            r#"{"list":[3,1,2,"b","a",null]}"#,
            "A list keeps its order.",
        ),
        (
            "jcs-text",
            &rules::JCS_TEXT,
            r#"{"city":"Malmö","greeting":"日本 😀"}"#,
            "Text beyond ASCII stands as it is.",
        ),
        (
            "jcs-text-escaped",
            &rules::JCS_TEXT,
            r#"{"city":"Malm\u00f6","line":"a\u2028b\u007f"}"#,
            "Text beyond ASCII and DEL, escaped in the case, stand unescaped in the form.",
        ),
        (
            "jcs-accents",
            &rules::JCS_TEXT,
            r#"{"one":"caf\u00e9","two":"cafe\u0301"}"#,
            "One word with its accent put together and apart: both stay.",
        ),
        (
            "jcs-control-characters",
            &rules::JCS_ESCAPES,
            r#"{"text":"\u0008\u0009\u000a\u000c\u000d\u0000\u001f\u000b"}"#,
            "Five control characters have a short escape, the others a number.",
        ),
        (
            "jcs-quotes-and-slashes",
            &rules::JCS_ESCAPES,
            r#"{"text":"a\"b\\c\/d"}"#,
            "Quotes and backslashes are escaped, slashes are not.",
        ),
        (
            "jcs-blanks",
            &rules::JCS_BLANKS,
            r#"{"a":[1,2],"b":{"c":3,"d":4}}"#,
            "No blank stands between tokens.",
        ),
        (
            "jcs-empties",
            &rules::JCS_BLANKS,
            r#"{"o":{},"a":[],"s":"","n":null,"t":true,"f":false}"#,
            "Empty things and simple ones.",
        ),
        (
            "jcs-integers",
            &rules::JCS,
            r#"{"n":[0,-1,1000000,9007199254740991,-9007199254740991]}"#,
            "Integers up to those that a double still tells apart.",
        ),
        ("jcs-text-alone", &rules::JCS, r#""sequence""#, "A record that is a text."),
    ];
    traps.map(|trap| vector(trap, "jcs/rfc8785", &jcs_digest(trap.2))).into()
}

/// Traps of `cbor/rfc8949`.
pub(super) fn cbor() -> Vec<Case> {
    let mut cases = names();
    cases.extend(numbers());
    cases.extend(lengths());
    cases
}

fn under_cbor(trap: Trap) -> Case {
    vector(trap, "cbor/rfc8949", &cbor_digest(trap.2))
}

fn names() -> Vec<Case> {
    let traps: [Trap; 13] = [
        (
            "cbor-names",
            &rules::CBOR_SORTED,
            r#"{"b":1,"a":2}"#,
            "Two names that do not stand in their order.",
        ),
        (
            "cbor-short-and-long-name",
            &rules::CBOR_ENCODED_KEYS,
            r#"{"aa":1,"b":2}"#,
            "A short name and a longer one: encoded, b comes first.",
        ),
        (
            "cbor-names-deep",
            &rules::CBOR_ENCODED_KEYS,
            r#"[{"z":{"zz":1,"aaa":2,"y":3}}]"#,
            "Names of three lengths, two levels deep.",
        ),
        (
            "cbor-planes",
            &rules::CBOR_ENCODED_KEYS,
            r#"{"\ud83d\ude00":1,"\ue000":2}"#,
            "U+E000 beside U+1F600: encoded, U+E000 comes first, which is otherwise under JCS.",
        ),
        (
            "cbor-planes-of-one-length",
            &rules::CBOR_ENCODED_KEYS,
            r#"{"a\ue000":1,"\ud83d\ude00":2}"#,
            "Names of four bytes each: the letter comes first.",
        ),
        (
            "cbor-characters-and-bytes",
            &rules::CBOR_ENCODED_KEYS,
            r#"{"é":1,"zz":2}"#,
            "Two names of two bytes, one of them a single character: zz comes first.",
        ),
        (
            "cbor-emoji-and-letters",
            &rules::CBOR_ENCODED_KEYS,
            r#"{"😀":1,"zzz":2}"#,
            "A name of four bytes that is one character, and one of three.",
        ),
        (
            "cbor-name-of-24-bytes",
            &rules::CBOR_ENCODED_KEYS,
            r#"{"aaaaaaaaaaaaaaaaaaaaaaaa":1,"zzzzzzzzzzzzzzzzzzzzzzz":2}"#,
            "Names of 24 and of 23 bytes, whose heads have two bytes and one.",
        ),
        ("cbor-text", &rules::CBOR_TEXT, r#"{"text":"IETF"}"#, "A text is a text string."),
        (
            "cbor-text-beyond-ascii",
            &rules::CBOR_TEXT_LENGTH,
            r#"["Malmö","日本","😀"]"#,
            "Lengths of text count bytes.",
        ),
        (
            "cbor-accents",
            &rules::CBOR_TEXT,
            r#"["caf\u00e9","cafe\u0301"]"#,
            "One word with its accent put together and apart: both stay.",
        ),
        (
            "cbor-nested",
            &rules::CBOR_DEFINITE,
            r#"[1,[2,3],{"a":[4,5],"b":{}}]"#,
            "Lists and maps in each other.",
        ),
        (
            "cbor-empties",
            &rules::CBOR_DEFINITE,
            r#"{"o":{},"a":[],"s":"","n":null,"t":true,"f":false}"#,
            "Empty things and simple ones.",
        ),
    ];
    traps.map(under_cbor).into()
}

fn numbers() -> Vec<Case> {
    let traps: [Trap; 16] = [
        ("cbor-integer-0", &rules::CBOR_INTEGER, r#"{"n":0}"#, "0 is an integer."),
        (
            "cbor-integer-23",
            &rules::CBOR_SHORTEST,
            r#"{"n":23}"#,
            "23, the last that the first byte holds.",
        ),
        (
            "cbor-integer-24",
            &rules::CBOR_SHORTEST,
            r#"{"n":24}"#,
            "24, the first with a byte of its own.",
        ),
        ("cbor-integer-255", &rules::CBOR_SHORTEST, r#"{"n":255}"#, "255, the last of one byte."),
        ("cbor-integer-256", &rules::CBOR_SHORTEST, r#"{"n":256}"#, "256, the first of two bytes."),
        (
            "cbor-integer-65535",
            &rules::CBOR_SHORTEST,
            r#"{"n":65535}"#,
            "65535, the last of two bytes.",
        ),
        (
            "cbor-integer-65536",
            &rules::CBOR_SHORTEST,
            r#"{"n":65536}"#,
            "65536, the first of four bytes.",
        ),
        (
            "cbor-integer-4294967295",
            &rules::CBOR_SHORTEST,
            r#"{"n":4294967295}"#,
            "4294967295, the last of four bytes.",
        ),
        (
            "cbor-integer-4294967296",
            &rules::CBOR_SHORTEST,
            r#"{"n":4294967296}"#,
            "4294967296, the first of eight bytes.",
        ),
        (
            "cbor-integer-largest",
            &rules::CBOR_INTEGER,
            r#"{"n":9007199254740991}"#,
            "The largest integer that a double tells from its neighbours.",
        ),
        (
            "cbor-integer-smallest",
            &rules::CBOR_NEGATIVE,
            r#"{"n":-9007199254740991}"#,
            "The smallest integer that a double tells from its neighbours.",
        ),
        ("cbor-integer-minus-1", &rules::CBOR_NEGATIVE, r#"{"n":-1}"#, "-1 is written as 0."),
        (
            "cbor-integer-minus-24",
            &rules::CBOR_NEGATIVE,
            r#"{"n":[-24,-25]}"#,
            "-24 fits into the first byte, -25 does not.",
        ),
        (
            "cbor-integer-minus-256",
            &rules::CBOR_NEGATIVE,
            r#"{"n":[-256,-257]}"#,
            "-256 has one byte of its own, -257 has two.",
        ),
        (
            "cbor-integer-minus-65536",
            &rules::CBOR_NEGATIVE,
            r#"{"n":[-65536,-65537]}"#,
            "-65536 has two bytes of its own, -65537 has four.",
        ),
        ("cbor-integer-alone", &rules::CBOR_INTEGER, "7", "A record that is a number."),
    ];
    traps.map(under_cbor).into()
}

fn lengths() -> Vec<Case> {
    let mut cases = Vec::new();
    for (id, length, about) in [
        ("cbor-text-of-23-bytes", 23, "A text whose length the first byte holds."),
        ("cbor-text-of-24-bytes", 24, "A text whose length has a byte of its own."),
        ("cbor-text-of-255-bytes", 255, "The longest text whose length has one byte."),
        ("cbor-text-of-256-bytes", 256, "The shortest text whose length has two bytes."),
    ] {
        let record = format!("[\"{}\"]", "x".repeat(length));
        let digest = cbor_digest(&record);
        cases.push(long(id, &record, about, &digest));
    }
    let list = format!("[{}]", ["1"; 24].join(","));
    let about = "A list whose length has a byte of its own.";
    cases.push(long("cbor-list-of-24", &list, about, &cbor_digest(&list)));
    let members: Vec<String> = (10..34).rev().map(|name| format!("\"{name}\":{name}")).collect();
    let map = format!("{{{}}}", members.join(","));
    let about = "A map whose length has a byte of its own.";
    cases.push(long("cbor-map-of-24", &map, about, &cbor_digest(&map)));
    cases
}

fn long(id: &'static str, record: &str, about: &'static str, digest: &str) -> Case {
    let reference = reference(KIND, "cbor/rfc8949", digest.to_owned());
    Sample::of(id, &rules::CBOR_SHORTEST, about)
        .result(result(json!({ "evidenceRef": reference }), [plain()]))
        .held("0", record)
        .expect([concluded(SILENT, &[SILENT], [recomputed("0", KIND, digest)])])
}
