//! SHA-256 digests as the profile spells them, and how a spelling can be wrong.

use sha2::{Digest as _, Sha256};

/// What every digest of the profile starts with.
const PREFIX: &str = "sha256:";

/// Bytes of the prefix, the digits and a line feed.
const LINE: usize = 7 + 64 + 1;

/// `sha256:` and 64 lowercase hex digits, with the line feed that follows a
/// content hash where a run root is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spelled([u8; LINE]);

impl Spelled {
    /// The digest of what `hasher` has seen.
    pub(crate) fn of(hasher: Sha256) -> Spelled {
        let mut line = [b'\n'; LINE];
        line[..PREFIX.len()].copy_from_slice(PREFIX.as_bytes());
        base16ct::lower::encode(&hasher.finalize(), &mut line[PREFIX.len()..LINE - 1])
            .expect("64 digits are room for 32 bytes");
        Spelled(line)
    }

    /// The digest as the profile spells it.
    pub(crate) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0[..LINE - 1]).expect("prefix and digits are ASCII")
    }

    /// The same with a line feed.
    pub(crate) fn line(&self) -> &[u8] {
        &self.0
    }
}

/// `sha256:` and 64 lowercase hex digits, over `bytes`.
#[cfg(test)]
pub(crate) fn of(bytes: &[u8]) -> String {
    spelled(Sha256::new_with_prefix(bytes))
}

/// The digest of what `hasher` has seen, as the profile spells it.
pub(crate) fn spelled(hasher: Sha256) -> String {
    Spelled::of(hasher).as_str().to_owned()
}

/// How a carried digest differs from the one it must equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Difference {
    /// The digits alone.
    Prefix,
    /// The right digits in another case, or another case of the prefix.
    Case,
    /// Another digest, or no digest at all.
    Value,
}

/// Compares a carried digest with the right one; `None` where they are equal.
pub(crate) fn difference(carried: &str, right: &str) -> Option<Difference> {
    if carried == right {
        None
    } else if Some(carried) == right.strip_prefix(PREFIX) {
        Some(Difference::Prefix)
    } else if carried.eq_ignore_ascii_case(right) {
        Some(Difference::Case)
    } else {
        Some(Difference::Value)
    }
}

/// How a string fails to be `sha256:` and 64 lowercase hex digits. The first
/// that applies, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Malformed {
    /// The empty string.
    Empty,
    /// Something else than `sha256:` in front.
    Prefix,
    /// Other than 64 characters behind it.
    Length,
    /// A character that is no hex digit.
    Alphabet,
    /// An uppercase digit.
    Case,
}

/// What is wrong with the form of a digest.
pub(crate) fn malformed(text: &str) -> Option<Malformed> {
    if text.is_empty() {
        return Some(Malformed::Empty);
    }
    let Some(digits) = text.strip_prefix(PREFIX) else { return Some(Malformed::Prefix) };
    if digits.chars().count() != 64 {
        Some(Malformed::Length)
    } else if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        Some(Malformed::Alphabet)
    } else if digits.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Some(Malformed::Case)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_spelled_with_prefix_and_lowercase() {
        assert_eq!(
            of(b""),
            "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }

    #[test]
    fn each_difference_has_its_name() {
        let right = of(b"");
        let digits = right.strip_prefix(PREFIX).expect("prefixed");
        assert_eq!(difference(&right, &right), None);
        assert_eq!(difference(digits, &right), Some(Difference::Prefix));
        assert_eq!(difference(&right.to_uppercase(), &right), Some(Difference::Case));
        assert_eq!(difference(&digits.to_uppercase(), &right), Some(Difference::Value));
        assert_eq!(difference(&of(b"x"), &right), Some(Difference::Value));
        assert_eq!(difference("", &right), Some(Difference::Value));
    }

    #[test]
    fn each_malformed_digest_has_its_name() {
        let digits = "0123456789abcdef".repeat(4);
        let with = |prefix: &str, digits: &str| malformed(&format!("{prefix}{digits}"));
        assert_eq!(with("sha256:", &digits), None);
        assert_eq!(malformed(""), Some(Malformed::Empty));
        assert_eq!(with("", &digits), Some(Malformed::Prefix));
        assert_eq!(with("SHA256:", &digits), Some(Malformed::Prefix));
        assert_eq!(with("sha512:", &digits), Some(Malformed::Prefix));
        assert_eq!(with("sha256:", ""), Some(Malformed::Length));
        assert_eq!(with("sha256:", &digits[1..]), Some(Malformed::Length));
        assert_eq!(with("sha256:", &format!("{digits}0")), Some(Malformed::Length));
        assert_eq!(with("sha256:", &digits.replace('a', "g")), Some(Malformed::Alphabet));
        assert_eq!(with("sha256:", &digits.replace('a', "é")), Some(Malformed::Alphabet));
        assert_eq!(with("sha256:", &digits.to_uppercase()), Some(Malformed::Case));
    }
}
