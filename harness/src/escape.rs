//! Hostile text on its way to a terminal.
//!
//! Everything that a candidate, a bundle or a foreign manifest says passes
//! through here before it is shown: whatever could move a cursor, reorder or
//! hide text becomes visible, and nothing is longer than its bound.

use std::fmt::Write as _;

/// Characters of one reason, path or description that are shown.
pub const TEXT: usize = 500;

/// Characters of a command that is shown, more than argument lists have in
/// practice: a part of one does something else.
pub const COMMAND: usize = 8000;

/// Bytes of raw output that are shown where a report could not be read.
pub const EXCERPT: usize = 200;

/// At most `limit` characters of `text`, each of them printable: control and
/// format characters (C0, DEL, C1, bidirectional marks, U+2028 and U+2029,
/// combining and unassigned ones) become `\u{…}`, line ends and tabs `\n`,
/// `\r`, `\t`. What was left out is said.
pub fn escape(text: &str, limit: usize) -> String {
    let mut shown = String::with_capacity(text.len().min(limit) + 16);
    let mut characters = text.chars();
    for character in characters.by_ref().take(limit) {
        push(&mut shown, character);
    }
    let left = characters.as_str().len();
    if left > 0 {
        let _ = write!(shown, "… ({left} more bytes)");
    }
    shown
}

/// What stands behind the first of a list where others are left out; nothing
/// where none is.
pub fn and_more(count: usize) -> String {
    if count > 0 { format!(" and {count} more") } else { String::new() }
}

/// At most `limit` bytes of `bytes`, as [`escape`] shows text; bytes that are
/// not UTF-8 become `\x..`. What was left out is said.
pub fn escape_bytes(bytes: &[u8], limit: usize) -> String {
    let head = &bytes[..bytes.len().min(limit)];
    let mut shown = String::with_capacity(head.len() + 16);
    for chunk in head.utf8_chunks() {
        for character in chunk.valid().chars() {
            push(&mut shown, character);
        }
        for byte in chunk.invalid() {
            let _ = write!(shown, "\\x{byte:02x}");
        }
    }
    let left = bytes.len() - head.len();
    if left > 0 {
        let _ = write!(shown, "… ({left} more bytes)");
    }
    shown
}

/// Whether a terminal shows `character` as one visible thing.
pub(crate) fn is_printable(character: char) -> bool {
    matches!(character, '"' | '\'' | '\\') || character.escape_debug().eq([character])
}

fn push(shown: &mut String, character: char) {
    match character {
        // The standard library escapes these as Rust source needs it.
        '"' | '\'' | '\\' => shown.push(character),
        '\0' => shown.push_str("\\u{0}"),
        _ => shown.extend(character.escape_debug()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printable_text_stays_word_for_word() {
        for text in ["plain", "quotes \" ' and a \\", "§ ä 日本語 🙂", "a b"] {
            assert_eq!(escape(text, TEXT), text);
        }
    }

    #[test]
    fn nothing_reaches_a_terminal_raw() {
        assert_eq!(escape("\u{1b}[31m", TEXT), "\\u{1b}[31m");
        assert_eq!(escape("a\nb\r\tc", TEXT), "a\\nb\\r\\tc");
        let hostile = (0..0x20)
            .chain(0x7f..0xa0)
            .chain([0x61c, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0x2060, 0xfeff])
            .chain(0x202a..0x202f)
            .chain(0x2066..0x206a)
            .chain([0xe000, 0xe0001, 0x10ffff]);
        for code in hostile {
            let character = char::from_u32(code).expect("a scalar value");
            let shown = escape(&character.to_string(), TEXT);
            assert!(shown.starts_with('\\') && shown.is_ascii(), "U+{code:04X}: {shown:?}");
        }
    }

    #[test]
    fn bounds_are_kept_and_said() {
        assert_eq!(escape("äöü", 2), "äö… (2 more bytes)");
        assert_eq!(escape_bytes(b"abc\xff\xfe", 4), "abc\\xff… (1 more bytes)");
        assert_eq!(escape_bytes("ä".as_bytes(), 1), "\\xc3… (1 more bytes)");
    }
}
