use super::*;
use proptest::prelude::*;
use serde_json::json;

fn kind(text: &[u8]) -> Kind {
    parse(text, Limits::default()).expect_err("a fault").kind
}

#[test]
fn each_fault_has_its_name() {
    for (text, expected) in [
        (&b""[..], Kind::Empty),
        (b" \t\r\n", Kind::Empty),
        (b"{\"a\":\"\xff\"}", Kind::NotUtf8),
        (b"\xef\xbb\xbf{}", Kind::ByteOrderMark),
        (b"{", Kind::Syntax),
        (b"{\"a\":NaN}", Kind::Syntax),
        (b"[Infinity]", Kind::Syntax),
        (b"[-Infinity]", Kind::Syntax),
        (b"[01]", Kind::Syntax),
        (b"[1.]", Kind::Syntax),
        (b"[.5]", Kind::Syntax),
        (b"[+1]", Kind::Syntax),
        (b"{'a':1}", Kind::Syntax),
        (b"[1,]", Kind::Syntax),
        (b"[\"\t\"]", Kind::Syntax),
        (b"[\"\\x\"]", Kind::Syntax),
        (b"\x0c[]", Kind::Syntax),
        (b"\xc2\xa0[]", Kind::Syntax),
        (b"{\"a\":1,\"a\":2}", Kind::DuplicateName),
        (b"{\"a\":1,\"\\u0061\":2}", Kind::DuplicateName),
        (b"[{\"x\":{\"b\":1,\"c\":2,\"b\":3}}]", Kind::DuplicateName),
        (b"[\"\\ud800\"]", Kind::LoneSurrogate),
        (b"[\"\\udc00\"]", Kind::LoneSurrogate),
        (b"[\"\\ud800x\"]", Kind::LoneSurrogate),
        (b"[\"\\ud800\\n\"]", Kind::LoneSurrogate),
        (b"[\"\\udc00\\ud800\"]", Kind::LoneSurrogate),
        (b"{\"\\ud800\\ud800\":1}", Kind::LoneSurrogate),
        (b"[1e400]", Kind::NumberRange),
        (b"[-1e400]", Kind::NumberRange),
        (b"[1e99999999999999999999]", Kind::NumberRange),
        (b"{} {}", Kind::Trailing),
        (b"{}\0", Kind::Trailing),
    ] {
        assert_eq!(kind(text), expected, "{}", String::from_utf8_lossy(text));
    }
}

#[test]
fn rounding_and_underflow_pass() {
    let parse = |text: &str| super::parse(text.as_bytes(), Limits::default()).expect(text);
    assert_eq!(parse("1e-400"), json!(0.0));
    assert_eq!(parse("0e99999999999999999999"), json!(0.0));
    assert_eq!(parse("123456789012345678901234567890"), json!(1.2345678901234568e29));
    assert!(parse("-0").as_f64().expect("a number").is_sign_negative());
    assert_eq!(parse("\"\\ud83d\\ude00\""), json!("\u{1f600}"));
}

#[test]
fn a_number_of_a_million_digits_is_read_or_refused() {
    let digits = "9".repeat(1_000_000);
    assert_eq!(kind(digits.as_bytes()), Kind::NumberRange);
    let fraction = format!("0.{digits}");
    assert_eq!(parse(fraction.as_bytes(), Limits::default()).expect("rounds"), json!(1.0));
}

#[test]
fn depth_counts_containers_from_one() {
    let nested = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
    assert!(parse(nested(64).as_bytes(), Limits::default()).is_ok());
    assert_eq!(kind(nested(65).as_bytes()), Kind::Depth);
    assert_eq!(kind("[".repeat(100_000).as_bytes()), Kind::Depth);
    let wide = Limits { depth: usize::MAX };
    assert!(parse(nested(Limits::MAX_DEPTH).as_bytes(), wide).is_ok());
    let error = parse(nested(Limits::MAX_DEPTH + 1).as_bytes(), wide).expect_err("too deep");
    assert_eq!(error.kind, Kind::Depth);
}

#[test]
fn offsets_point_at_the_fault() {
    let error = parse(b"{\"a\":1,\n \"a\" :2}", Limits::default()).expect_err("a fault");
    assert_eq!(error.kind, Kind::DuplicateName);
    assert!((9..=13).contains(&error.offset), "{}", error.offset);
    let error = parse(b"[1] x", Limits::default()).expect_err("a fault");
    assert_eq!((error.kind, error.offset), (Kind::Trailing, 4));
    assert_eq!(error.to_string(), "text after the value at byte 4");
}

#[test]
fn a_readable_document_keeps_its_value_beside_the_faults() {
    let document = read(b"{\"a\":1,\"a\":2} x", Limits::default()).expect("readable");
    assert_eq!(document.value, json!({"a": 2}));
    let kinds: Vec<Kind> = document.faults.iter().map(|fault| fault.kind).collect();
    assert_eq!(kinds, [Kind::DuplicateName, Kind::Trailing]);
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(value in any_value()) {
        let text = serde_json::to_vec(&value).expect("serializes");
        prop_assert_eq!(parse(&text, Limits::default()).expect("parses"), value);
    }

    #[test]
    fn never_more_lenient_than_the_grammar(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        if let Ok(value) = parse(&bytes, Limits::default()) {
            prop_assert_eq!(serde_json::from_slice::<Value>(&bytes).expect("JSON"), value);
        }
    }

    #[test]
    fn json_like_bytes_never_panic(text in r#"[\[\]{}",:0-9eE+\-.\\utrnfalsdb \n]{0,60}"#) {
        if let Err(error) = parse(text.as_bytes(), Limits::default()) {
            prop_assert!(error.offset <= text.len());
        }
    }

    #[test]
    fn a_repeated_name_is_always_seen(value in any_value(), name in any::<String>()) {
        let name = Value::from(name);
        let text = format!("[{{{name}:{value},{name}:0}}]");
        let error = parse(text.as_bytes(), Limits::default()).expect_err("a fault");
        prop_assert_eq!(error.kind, Kind::DuplicateName);
    }
}
