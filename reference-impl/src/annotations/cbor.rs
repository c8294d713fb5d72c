//! The canonical form of a record under `cbor/rfc8949`: the core deterministic
//! encoding (RFC 8949, 4.2.1) of the value that 6.2 makes of JSON.

use crate::held::Held;
use ciborium_ll::{Encoder, Header, simple};
use mcp_evidence_contract::catalogue::annotations as rules;
use serde_json::{Map, Number, Value};

/// Largest integer that is written as one (RFC 8949, 6.2): a double holds each
/// up to it.
const LARGEST: u64 = (1 << 53) - 1;

/// The bytes that a digest under `cbor/rfc8949` covers.
pub(super) fn encode(record: &Value, held: &impl Held) -> Vec<u8> {
    let mut writer = Writer { out: Vec::new(), held };
    writer.value(record);
    writer.out
}

/// An encoding as it grows. Heads are the library's, which gives each its
/// shortest form.
struct Writer<'h, H> {
    out: Vec<u8>,
    held: &'h H,
}

impl<H: Held> Writer<'_, H> {
    fn head(&mut self, header: Header) {
        let mut head = [0; 9];
        let mut space = head.as_mut_slice();
        Encoder::from(&mut space).push(header).expect("a head has nine bytes at most");
        let left = space.len();
        self.out.extend_from_slice(&head[..9 - left]);
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Null => self.head(Header::Simple(simple::NULL)),
            Value::Bool(true) => self.head(Header::Simple(simple::TRUE)),
            Value::Bool(false) => self.head(Header::Simple(simple::FALSE)),
            Value::Number(number) => self.number(number),
            Value::String(text) => self.text(text),
            Value::Array(items) => {
                self.open(Header::Array, items.len());
                items.iter().for_each(|item| self.value(item));
                self.close();
            }
            Value::Object(members) => {
                self.open(Header::Map, members.len());
                for (name, value) in self.ordered(members) {
                    self.out.extend_from_slice(&name);
                    self.value(value);
                }
                self.close();
            }
        }
    }

    fn open(&mut self, header: fn(Option<usize>) -> Header, length: usize) {
        let length = self.held.holds(&rules::CBOR_DEFINITE).then_some(length);
        self.head(header(length));
    }

    fn close(&mut self) {
        if !self.held.holds(&rules::CBOR_DEFINITE) {
            self.head(Header::Break);
        }
    }

    /// The members by the bytes of their encoded keys.
    fn ordered<'v>(&self, members: &'v Map<String, Value>) -> Vec<(Vec<u8>, &'v Value)> {
        let mut named: Vec<(Vec<u8>, &str, &Value)> = members
            .iter()
            .map(|(name, value)| {
                let mut key = Writer { out: Vec::new(), held: self.held };
                key.text(name);
                (key.out, name.as_str(), value)
            })
            .collect();
        if self.held.reads(&rules::UTF16_KEYS) {
            named
                .sort_by(|(_, one, _), (_, other, _)| one.encode_utf16().cmp(other.encode_utf16()));
        } else if self.held.reads(&rules::COUNTED_KEYS) {
            named.sort_by_key(|(_, name, _)| (name.chars().count(), *name));
        } else if !self.held.holds(&rules::CBOR_ENCODED_KEYS) {
            named.sort_by_key(|(_, name, _)| *name);
        } else {
            named.sort_by(|(one, ..), (other, ..)| one.cmp(other));
        }
        if !self.held.holds(&rules::CBOR_SORTED) {
            named.reverse();
        }
        named.into_iter().map(|(key, _, value)| (key, value)).collect()
    }

    fn text(&mut self, text: &str) {
        let length = if self.held.holds(&rules::CBOR_TEXT_LENGTH) {
            text.len()
        } else {
            text.chars().count()
        };
        if self.held.reads(&rules::LONG_LENGTHS) {
            self.out.push(0x7a);
            self.out.extend_from_slice(&(length as u32).to_be_bytes());
        } else if self.held.holds(&rules::CBOR_TEXT) {
            self.head(Header::Text(Some(length)));
        } else {
            self.head(Header::Bytes(Some(length)));
        }
        self.out.extend_from_slice(text.as_bytes());
    }

    /// What has no fraction and a double holds exactly is an integer, however it
    /// was spelled; everything else the shortest floating-point number that
    /// keeps the double.
    fn number(&mut self, number: &Number) {
        let as_integer = if number.is_f64() && !self.held.holds(&rules::CBOR_INTEGRAL) {
            None
        } else {
            integer(number)
        };
        match (as_integer, number.as_f64()) {
            (Some(integer), _) if self.held.holds(&rules::CBOR_INTEGER) => self.integer(integer),
            (_, Some(double)) => self.double(double),
            // The library gives a double for each number of this kit's JSON.
            (Some(integer), None) => self.integer(integer),
            (None, None) => self.head(Header::Simple(simple::UNDEFINED)),
        }
    }

    fn double(&mut self, double: f64) {
        if self.held.holds(&rules::CBOR_NUMBERS) {
            self.head(Header::Float(double));
        } else {
            self.out.push(0xfb);
            self.out.extend_from_slice(&double.to_be_bytes());
        }
    }

    fn integer(&mut self, integer: i64) {
        let (major, argument) = match u64::try_from(integer) {
            Ok(positive) => (0x00, positive),
            Err(_) if self.held.holds(&rules::CBOR_NEGATIVE) => (0x20, integer.unsigned_abs() - 1),
            Err(_) => (0x20, integer.unsigned_abs()),
        };
        match self.longer(argument) {
            Some((additional, width)) => {
                self.out.push(major | additional);
                self.out.extend_from_slice(&argument.to_be_bytes()[8 - width..]);
            }
            None if major == 0 => self.head(Header::Positive(argument)),
            None => self.head(Header::Negative(argument)),
        }
    }

    /// The additional information and the width that a writer gives `argument`
    /// that does not know where a shorter form ends; none for the shortest.
    fn longer(&self, argument: u64) -> Option<(u8, usize)> {
        if !self.held.holds(&rules::CBOR_SHORTEST) {
            return Some((27, 8));
        }
        match argument {
            23 if self.held.reads(&rules::AT_23) => Some((24, 1)),
            24 if self.held.reads(&rules::AT_24) => Some((24, 0)),
            255 if self.held.reads(&rules::AT_255) => Some((25, 2)),
            256 if self.held.reads(&rules::AT_256) => Some((26, 4)),
            65_535 if self.held.reads(&rules::AT_65535) => Some((26, 4)),
            4_294_967_295 if self.held.reads(&rules::AT_U32) => Some((27, 8)),
            65_536 if self.held.reads(&rules::AT_65536) => Some((27, 8)),
            _ => None,
        }
    }
}

/// The number as an integer within ±(2^53−1); none where it is none.
fn integer(number: &Number) -> Option<i64> {
    let integer = match number.as_i64() {
        Some(integer) => integer,
        None => {
            let double = number.as_f64()?;
            let whole = double.fract() == 0.0 && double.abs() <= LARGEST as f64;
            // Exact: a whole number within the bound.
            whole.then_some(double as i64)?
        }
    };
    (integer.unsigned_abs() <= LARGEST).then_some(integer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::held::Every;
    use serde_json::json;

    fn hex(value: &Value) -> String {
        base16ct::lower::encode_string(&encode(value, &Every))
    }

    /// RFC 8949, appendix A: the examples that JSON can say.
    #[test]
    fn the_examples_of_appendix_a_come_out() {
        for (json, encoded) in [
            ("0", "00"),
            ("1", "01"),
            ("10", "0a"),
            ("23", "17"),
            ("24", "1818"),
            ("25", "1819"),
            ("100", "1864"),
            ("1000", "1903e8"),
            ("1000000", "1a000f4240"),
            ("1000000000000", "1b000000e8d4a51000"),
            ("-1", "20"),
            ("-10", "29"),
            ("-100", "3863"),
            ("-1000", "3903e7"),
            ("1.1", "fb3ff199999999999a"),
            ("1.5", "f93e00"),
            ("100000.5", "fa47c35040"),
            ("3.4028234663852886e+38", "fa7f7fffff"),
            ("1.0e+300", "fb7e37e43c8800759c"),
            ("5.960464477539063e-8", "f90001"),
            ("0.00006103515625", "f90400"),
            ("-4.1", "fbc010666666666666"),
            ("false", "f4"),
            ("true", "f5"),
            ("null", "f6"),
            ("\"\"", "60"),
            ("\"a\"", "6161"),
            ("\"IETF\"", "6449455446"),
            ("\"\\\"\\\\\"", "62225c"),
            ("\"\\u00fc\"", "62c3bc"),
            ("\"\\u6c34\"", "63e6b0b4"),
            ("\"\\ud800\\udd51\"", "64f0908591"),
            ("[]", "80"),
            ("[1,2,3]", "83010203"),
            ("[1,[2,3],[4,5]]", "8301820203820405"),
            (
                "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25]",
                "98190102030405060708090a0b0c0d0e0f101112131415161718181819",
            ),
            ("{}", "a0"),
            ("{\"a\":1,\"b\":[2,3]}", "a26161016162820203"),
            ("[\"a\",{\"b\":\"c\"}]", "826161a161626163"),
            (
                "{\"a\":\"A\",\"b\":\"B\",\"c\":\"C\",\"d\":\"D\",\"e\":\"E\"}",
                "a56161614161626142616361436164614461656145",
            ),
        ] {
            let value: Value = serde_json::from_str(json).expect("JSON");
            assert_eq!(hex(&value), encoded, "{json}");
        }
    }

    #[test]
    fn keys_are_ordered_by_their_encoded_bytes() {
        assert_eq!(hex(&json!({"aa": 1, "b": 2})), "a2616202626161".to_owned() + "01");
        assert_eq!(hex(&json!({"é": 1, "aa": 2})), "a26261610262c3a901");
    }

    #[test]
    fn integers_are_those_that_a_double_holds() {
        assert_eq!(hex(&json!(9_007_199_254_740_991_i64)), "1b001fffffffffffff");
        assert_eq!(hex(&json!(-9_007_199_254_740_991_i64)), "3b001ffffffffffffe");
        // 2^53, and what rounds to it.
        assert_eq!(hex(&json!(9_007_199_254_740_992_i64)), "fa5a000000");
        assert_eq!(hex(&json!(9_007_199_254_740_993_u64)), "fa5a000000");
        assert_eq!(hex(&json!(u64::MAX)), "fa5f800000");
        assert_eq!(hex(&json!(i64::MIN)), "fadf000000");
        assert_eq!(hex(&json!(1.0)), "01");
        assert_eq!(hex(&json!(-0.0)), "00");
    }
}
