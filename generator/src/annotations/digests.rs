//! Digests of records, from their text.

use super::cbor;
use crate::canonical::{canonical, digest};
use serde_json::Value;

/// The record that `text` is.
fn record(text: &str) -> Value {
    serde_json::from_str(text).expect("records are written as JSON")
}

/// `sha256:` and 64 hex digits over the record's form under `jcs/rfc8785`.
///
/// # Panics
/// `text` is no JSON.
pub fn jcs_digest(text: &str) -> String {
    digest(&canonical(&record(text)))
}

/// `sha256:` and 64 hex digits over the record's form under `cbor/rfc8949`.
///
/// # Panics
/// `text` is no JSON, or holds a number that is no integer of 64 bits.
pub fn cbor_digest(text: &str) -> String {
    digest(&cbor::encode(&record(text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotations::sample::{ADVISORY, HEALTH};

    #[test]
    fn the_check_values_come_out() {
        for (digest, value) in [
            (
                jcs_digest(ADVISORY),
                "c509d629b2ab94b573c44ac10acb4941ab3949ff3cf857983c643bb0a476cefb",
            ),
            (
                cbor_digest(ADVISORY),
                "6a1836c14764e8326ba9eb8e7231b45b93580889732f08523db3fa11e5635ed1",
            ),
            (
                jcs_digest(HEALTH),
                "d941d2044d85fb3f5a48097114645c1655e03f6e1757b37e3ecadf580ab14ab7",
            ),
            (
                cbor_digest(HEALTH),
                "724e3b1709319db2ae210a291fba399a7671b77d2d69af455bedb6f560b0e42a",
            ),
            (
                jcs_digest("{\"\u{e000}\":1,\"\u{1f600}\":2}"),
                "28c95d1bbb2209223307e62f489020e8f9e0cfa16adf2daf6d88127a1e8dd22a",
            ),
        ] {
            assert_eq!(digest, format!("sha256:{value}"));
        }
    }
}
