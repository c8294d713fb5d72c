//! The order of member names: by UTF-16 code unit, unescaped (RFC 8785 §3.2.3).

use super::text::{escape, unescape};
use std::cmp::Ordering;

/// Compares two names in canonical form, given without their quotes.
pub(super) fn order(one: &str, other: &str) -> Ordering {
    if is_simple(one) && is_simple(other) { one.cmp(other) } else { units(one).cmp(units(other)) }
}

/// Whether the bytes sort as the code units do: no escapes, nothing from U+E000
/// on, where surrogates come between.
fn is_simple(name: &str) -> bool {
    name.bytes().all(|byte| byte < 0xee && byte != b'\\')
}

/// The code units that a name stands for.
fn units(name: &str) -> impl Iterator<Item = u16> {
    let mut rest = name;
    let characters = std::iter::from_fn(move || {
        let (character, length) = match escape(rest.as_bytes()) {
            Some(length) => (unescape(&rest.as_bytes()[..length]), length),
            None => rest.chars().next().map(|character| (character, character.len_utf8()))?,
        };
        rest = &rest[length..];
        Some(character)
    });
    characters.flat_map(|character| {
        let mut buffer = [0; 2];
        let length = character.encode_utf16(&mut buffer).len();
        buffer.into_iter().take(length)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_sort_by_code_unit_and_unescaped() {
        let rising = [
            "",
            "\\u0001",
            "\\n",
            "\\r",
            "1",
            "A",
            "\\\\",
            "]",
            "a",
            "aa",
            "\u{80}",
            "\u{d7ff}",
            "\u{10000}",
            "\u{10ffff}",
            "\u{e000}",
            "\u{ffff}",
        ];
        for pair in rising.windows(2) {
            assert_eq!(order(pair[0], pair[1]), Ordering::Less, "{pair:?}");
            assert_eq!(order(pair[1], pair[0]), Ordering::Greater, "{pair:?}");
            assert_eq!(order(pair[0], pair[0]), Ordering::Equal, "{pair:?}");
        }
    }
}
