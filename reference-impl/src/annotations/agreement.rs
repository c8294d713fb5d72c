//! The two canonical forms, held against other libraries.

use super::{cbor, jcs};
use crate::digest;
use crate::held::Every;
use cbor4ii::core::enc::Encode as _;
use cbor4ii::core::types;
use cbor4ii::core::utils::BufWriter;
use proptest::prelude::*;
use serde_json::{Value, json};

/// The largest integer that a double holds with all below it.
const LARGEST: i64 = (1 << 53) - 1;

#[test]
fn the_check_values_come_out() {
    let advisory = json!({
        "class": "confidential", "container_visibility": "public", "origin": "open_world",
        "resource_kind": "security_advisory_draft"
    });
    let health = json!({"class": "highly_confidential", "regulatory": ["hipaa"]});
    let planes = json!({"\u{e000}": 1, "\u{1f600}": 2});
    for (record, jcs, cbor) in [
        (
            advisory,
            "c509d629b2ab94b573c44ac10acb4941ab3949ff3cf857983c643bb0a476cefb",
            Some("6a1836c14764e8326ba9eb8e7231b45b93580889732f08523db3fa11e5635ed1"),
        ),
        (
            health,
            "d941d2044d85fb3f5a48097114645c1655e03f6e1757b37e3ecadf580ab14ab7",
            Some("724e3b1709319db2ae210a291fba399a7671b77d2d69af455bedb6f560b0e42a"),
        ),
        (planes, "28c95d1bbb2209223307e62f489020e8f9e0cfa16adf2daf6d88127a1e8dd22a", None),
    ] {
        let of = |bytes: &[u8]| digest::of(bytes).replacen("sha256:", "", 1);
        assert_eq!(of(&jcs::encode(&record, &Every)), jcs, "{record}");
        if let Some(cbor) = cbor {
            assert_eq!(of(&cbor::encode(&record, &Every)), cbor, "{record}");
        }
    }
}

/// The deterministic encoding by another library; keys by length and then by
/// their bytes, which for text is the order of the encoded keys.
fn other_cbor(value: &Value, out: &mut BufWriter) {
    let written = match value {
        Value::Null => types::Null.encode(out),
        Value::Bool(flag) => flag.encode(out),
        Value::Number(number) => {
            let integer = number.as_i64().expect("only integers are generated");
            match u64::try_from(integer) {
                Ok(positive) => positive.encode(out),
                Err(_) => types::Negative((-1 - integer).cast_unsigned()).encode(out),
            }
        }
        Value::String(text) => text.as_str().encode(out),
        Value::Array(items) => {
            types::Array::bounded(items.len(), out).expect("memory");
            items.iter().for_each(|item| other_cbor(item, out));
            Ok(())
        }
        Value::Object(members) => {
            types::Map::bounded(members.len(), out).expect("memory");
            let mut names: Vec<&String> = members.keys().collect();
            names.sort_by_key(|name| (name.len(), name.as_bytes()));
            for name in names {
                name.as_str().encode(out).expect("memory");
                other_cbor(&members[name], out);
            }
            Ok(())
        }
    };
    written.expect("memory takes whatever is written");
}

fn integers() -> impl Strategy<Value = i64> {
    let edge = prop::sample::select(vec![0, 23, 24, 255, 256, 65_535, 65_536, 1 << 32, LARGEST]);
    let near = (edge, -1..=1_i64, any::<bool>()).prop_map(|(edge, by, negative)| {
        let near = (edge + by).min(LARGEST);
        if negative { -near } else { near }
    });
    prop_oneof![near, -LARGEST..=LARGEST, -70_000..70_000_i64]
}

fn texts() -> impl Strategy<Value = String> {
    let character = prop_oneof![
        Just('\u{e000}'),
        Just('\u{1f600}'),
        Just('\u{ffff}'),
        prop::char::range('a', 'e'),
        prop::char::range('\0', '\u{9f}'),
        any::<char>(),
    ];
    prop_oneof![
        9 => prop::collection::vec(character.clone(), 0..6),
        1 => prop::collection::vec(character, 20..300),
    ]
    .prop_map(String::from_iter)
}

fn records() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        integers().prop_map(Value::from),
        texts().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::vec((texts(), inner), 0..8)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn other_libraries_write_the_same_bytes(record in records()) {
        let canonical = serde_json_canonicalizer::to_vec(&record).expect("canonicalizes");
        prop_assert_eq!(jcs::encode(&record, &Every), canonical);
        let mut other = BufWriter::new(Vec::new());
        other_cbor(&record, &mut other);
        prop_assert_eq!(cbor::encode(&record, &Every), other.buffer());
    }
}
