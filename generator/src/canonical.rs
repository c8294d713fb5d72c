//! Canonical JSON (RFC 8785) and the digests over it (§4).

use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The canonical form of `value`, in UTF-8. Numbers are IEEE doubles.
pub fn canonical(value: &Value) -> Vec<u8> {
    serde_jcs::to_vec(value).expect("names are strings and numbers are finite in a JSON value")
}

/// `sha256:` and 64 lowercase hex digits over `bytes`.
pub fn digest(bytes: &[u8]) -> String {
    format!("sha256:{}", base16ct::lower::encode_string(&Sha256::digest(bytes)))
}

/// The digest over each of `lines` followed by a line feed: how a run root is
/// made of content hashes (§4), and a corpus digest of bundle digests (§8).
pub fn chain<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    digest(text.as_bytes())
}

/// `value` in JSON with two blanks of indentation and one newline at the end,
/// members in the order of their declaration: how manifests are written.
pub(crate) fn indented(value: &impl Serialize) -> Vec<u8> {
    let mut text = serde_json::to_vec_pretty(value)
        .expect("a manifest is made of strings, numbers and objects with string names");
    text.push(b'\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn members_sort_by_utf16_code_unit() {
        let value = json!({"\u{e000}": 1, "\u{10000}": 2, "b": 1.0, "a": -0.0});
        let text = "{\"a\":0,\"b\":1,\"\u{10000}\":2,\"\u{e000}\":1}";
        assert_eq!(canonical(&value), text.as_bytes());
    }

    #[test]
    fn digests_carry_their_prefix() {
        assert_eq!(
            digest(b""),
            "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
        assert_eq!(chain(["a", "b"]), digest(b"a\nb\n"));
    }
}
