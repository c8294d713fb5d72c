//! The core deterministic encoding (RFC 8949, 4.2.1) of what records hold:
//! integers, text, arrays, maps, and three simple values.

use serde_json::Value;

/// The encoding of `value`.
///
/// # Panics
/// A number that is no integer of 64 bits: no scored record holds one.
pub(super) fn encode(value: &Value) -> Vec<u8> {
    match value {
        Value::Null => vec![0xf6],
        Value::Bool(false) => vec![0xf4],
        Value::Bool(true) => vec![0xf5],
        Value::Number(number) => {
            let integer = number.as_i64().expect("records hold integers");
            if integer < 0 { head(1, -1 - integer) } else { head(0, integer) }
        }
        Value::String(text) => {
            let mut bytes = counted(3, text.len());
            bytes.extend_from_slice(text.as_bytes());
            bytes
        }
        Value::Array(items) => {
            let mut bytes = counted(4, items.len());
            bytes.extend(items.iter().flat_map(encode));
            bytes
        }
        Value::Object(members) => {
            // Each pair starts with its key, and no key is the start of another.
            let mut pairs: Vec<Vec<u8>> = members
                .iter()
                .map(|(name, value)| [encode(&name.as_str().into()), encode(value)].concat())
                .collect();
            pairs.sort();
            let mut bytes = counted(5, pairs.len());
            bytes.extend(pairs.concat());
            bytes
        }
    }
}

fn counted(major: u8, length: usize) -> Vec<u8> {
    head(major, i64::try_from(length).expect("a record fits into memory"))
}

/// A head with the shortest argument; `argument` is not negative.
fn head(major: u8, argument: i64) -> Vec<u8> {
    let bytes = argument.to_be_bytes();
    let (additional, width) = match argument {
        0..=23 => return vec![major << 5 | bytes[7]],
        24..=0xff => (24, 1),
        0x100..=0xffff => (25, 2),
        0x1_0000..=0xffff_ffff => (26, 4),
        _ => (27, 8),
    };
    let mut head = vec![major << 5 | additional];
    head.extend_from_slice(&bytes[8 - width..]);
    head
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// By hand from RFC 8949, 3 and appendix A.
    #[test]
    fn each_kind_of_value_is_encoded() {
        for (value, bytes) in [
            (json!([]), "80"),
            (json!([0, 23, 24, 255, 256]), "850017181818ff190100"),
            (json!([65_535, 65_536]), "8219ffff1a00010000"),
            (json!(4_294_967_296_i64), "1b0000000100000000"),
            (json!([-1, -24, -25, -257]), "8420373818390100"),
            (json!({"b": null, "aa": [true, false]}), "a26162f662616182f5f4"),
            (json!({"é": "水"}), "a162c3a963e6b0b4"),
        ] {
            assert_eq!(base16ct::lower::encode_string(&encode(&value)), bytes, "{value}");
        }
    }
}
