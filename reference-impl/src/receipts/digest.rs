//! SHA-256 as a receipt spells it: 64 lowercase digits and nothing before them.

use sha2::{Digest as _, Sha256};

/// The digest over `parts`, one after the other.
pub(super) fn sha256(parts: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part);
    }
    base16ct::lower::encode_string(&hasher.finalize())
}

/// How a carried digest differs from the one it must equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Difference {
    /// The right digits behind `sha256:`.
    Prefix,
    /// The right digits in another case.
    Case,
    /// Another digest, or none.
    Value,
}

/// Compares a carried digest with the right one; `None` where they are equal.
pub(super) fn difference(carried: &str, right: &str) -> Option<Difference> {
    if carried == right {
        None
    } else if carried.strip_prefix("sha256:") == Some(right) {
        Some(Difference::Prefix)
    } else if carried.eq_ignore_ascii_case(right) {
        Some(Difference::Case)
    } else {
        Some(Difference::Value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_difference_has_its_name() {
        let right = sha256(&[b"a", b"bc"]);
        assert_eq!(right, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(difference(&right, &right), None);
        assert_eq!(difference(&format!("sha256:{right}"), &right), Some(Difference::Prefix));
        assert_eq!(difference(&right.to_uppercase(), &right), Some(Difference::Case));
        assert_eq!(difference(&right[1..], &right), Some(Difference::Value));
    }
}
