//! The recognizer and the rewriter against the libraries that read into a tree
//! and write it in canonical form.

use super::*;
use crate::{Kind, Limits, read};
use proptest::prelude::*;
use serde_json::{Value, json};

fn is_canonical(text: &[u8]) -> bool {
    recognize(text, Limits::default(), |_, _, _| {})
}

fn library(value: &Value) -> Vec<u8> {
    serde_json_canonicalizer::to_vec(value).expect("canonicalizes")
}

/// All that holds between the three ways, for any text at all.
fn assert_agreement(text: &[u8], limits: Limits) {
    let mut rewriter = Rewriter::default();
    let recognized = recognize(text, limits, |_, _, _| {});
    match (read(text, limits), rewriter.rewrite(text, limits)) {
        (Ok(document), Ok((canonical, faults))) => {
            assert_eq!(faults, document.faults);
            assert_eq!(
                String::from_utf8_lossy(canonical),
                String::from_utf8_lossy(&library(&document.value))
            );
            assert_eq!(recognized, canonical == text && faults.is_empty());
            assert!(recognize(canonical, limits, |_, _, _| {}), "its own form");
        }
        (Err(one), Err(other)) => {
            assert_eq!(one, other);
            assert!(!recognized, "{one}");
        }
        (one, other) => panic!("{one:?} beside {other:?}"),
    }
}

#[test]
fn canonical_texts_are_recognized_and_others_are_not() {
    for text in [
        "{}",
        "[]",
        "null",
        "true",
        "false",
        "0",
        "-5",
        "1.5",
        "\"\"",
        "[1,[2,{}]]",
        r#"{"a":1,"b":[true,null],"c":{"d":"\n\\\"\u0001é"}}"#,
        "{\"\\r\":1,\"1\":2,\"\u{80}\":3,\"\u{f6}\":4,\"\u{20ac}\":5,\"\u{1f600}\":6,\"\u{fb33}\":7}",
    ] {
        assert!(is_canonical(text.as_bytes()), "{text}");
        assert_agreement(text.as_bytes(), Limits::default());
    }
    for text in [
        "",
        " {}",
        "{} ",
        "{}{}",
        "{\"a\": 1}",
        "[1,]",
        "[,1]",
        "{\"a\":1,}",
        "{,}",
        "{\"a\"}",
        "{\"b\":1,\"a\":2}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":1,\"\\u0061\":2}",
        "\"\\/\"",
        "\"\\u0041\"",
        "\"\\u000A\"",
        "\"\t\"",
        "\"",
        "\"\\",
        "\"\\u00",
        "1.0",
        "1E5",
        "-0",
        "01",
        "nul",
        "nulll",
        "True",
        "NaN",
        "\u{feff}{}",
        "\"\\ud83d\\ude00\"",
        "{\"\u{e000}\":1,\"\u{10000}\":2}",
        "[1 ,2]",
        "-",
        "1e400",
        "{1:2}",
        "[",
        "{\"a\":",
    ] {
        assert!(!is_canonical(text.as_bytes()), "{text}");
        assert_agreement(text.as_bytes(), Limits::default());
    }
    assert!(!is_canonical(b"\"\xff\""));
    assert_agreement(b"\"\xff\"", Limits::default());
}

#[test]
fn depth_is_the_readers() {
    for levels in [1, 2, 63, 64, 65, 126, 127, 128, 129, 100_000] {
        for (open, close) in [("[", "]"), ("{\"\":", "}")] {
            let text = format!("{}1{}", open.repeat(levels), close.repeat(levels));
            for depth in [0, 1, 2, 64, 127, usize::MAX] {
                assert_agreement(text.as_bytes(), Limits { depth });
            }
        }
    }
}

#[test]
fn members_are_told_with_their_levels() {
    let mut told = Vec::new();
    let text = r#"{"a":{"b":{"c":1},"d":2},"e":[{"f":3}],"g":"h"}"#;
    assert!(recognize(text.as_bytes(), Limits::default(), |level, name, value| {
        told.push(format!("{level} {name} {value}"));
    }));
    assert_eq!(
        told,
        [r#"2 b {"c":1}"#, "2 d 2", r#"1 a {"b":{"c":1},"d":2}"#, r#"1 e [{"f":3}]"#, r#"1 g "h""#,]
    );
}

#[test]
fn of_repeated_names_the_last_one_stands() {
    let mut rewriter = Rewriter::default();
    let text = br#"{"b":1,"a":{"y":0,"x":[]},"b":2,"\u0062":{"d":4,"c":3}} x"#;
    let (canonical, faults) = rewriter.rewrite(text, Limits::default()).expect("readable");
    assert_eq!(String::from_utf8_lossy(canonical), r#"{"a":{"x":[],"y":0},"b":{"c":3,"d":4}}"#);
    let kinds: Vec<Kind> = faults.iter().map(|fault| fault.kind).collect();
    assert_eq!(kinds, [Kind::DuplicateName, Kind::Trailing]);
    assert_agreement(text, Limits::default());
}

/// Text that needs escapes, sorts oddly, or neither.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c]{0,3}",
        "[\\x00-\\x22\\\\/\u{7f}\u{e9}\u{d7ff}\u{e000}\u{ffff}\u{10000}\u{1f600}]{0,4}",
        any::<String>(),
    ]
}

fn any_number() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-100..100_i64).prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        (-400..400_i32, 1..99_u32).prop_map(|(exponent, digits)| {
            serde_json::from_str(&format!("{digits}e{exponent}")).unwrap_or(Value::Null)
        }),
    ]
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any_number(),
        any_text().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((any_text(), inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn what_the_library_writes_is_recognized(value in any_value()) {
        let canonical = library(&value);
        prop_assert!(is_canonical(&canonical), "{}", String::from_utf8_lossy(&canonical));
        assert_agreement(&canonical, Limits::default());
    }

    #[test]
    fn any_spelling_of_a_value_agrees(value in any_value()) {
        assert_agreement(value.to_string().as_bytes(), Limits::default());
        assert_agreement(format!("{value:#}").as_bytes(), Limits::default());
    }

    #[test]
    fn a_changed_byte_agrees(value in any_value(), at in any::<prop::sample::Index>(), byte: u8) {
        let mut text = library(&value);
        let at = at.index(text.len());
        text[at] = byte;
        assert_agreement(&text, Limits::default());
        text.remove(at);
        assert_agreement(&text, Limits::default());
        text.insert(at.min(text.len()), b' ');
        assert_agreement(&text, Limits::default());
    }

    #[test]
    fn json_like_bytes_agree(text in r#"([\[\]{}",:0-9eE+\-.\\/utrnfalsdb \n]|"a":|\{"|"\}|,"b":1){0,60}"#) {
        assert_agreement(text.as_bytes(), Limits::default());
    }

    #[test]
    fn any_bytes_agree(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        assert_agreement(&bytes, Limits::default());
    }

    #[test]
    fn numbers_agree(text in r"-?(0|[1-9][0-9]{0,24})(\.[0-9]{1,20})?([eE][+\-]?[0-9]{1,3})?") {
        assert_agreement(text.as_bytes(), Limits::default());
    }
}
