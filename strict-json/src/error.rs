//! The named faults of a document.

use std::fmt;

/// What is wrong with a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Nothing but white space.
    Empty,
    /// A byte sequence that is not UTF-8.
    NotUtf8,
    /// A byte order mark before the value.
    ByteOrderMark,
    /// Not the JSON grammar; NaN and Infinity included.
    Syntax,
    /// An object that names a member twice.
    DuplicateName,
    /// A `\u` escape of half a surrogate pair.
    LoneSurrogate,
    /// A number that no double can hold.
    NumberRange,
    /// Nesting deeper than the limit.
    Depth,
    /// Anything but white space after the value.
    Trailing,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Empty => "no JSON value",
            Kind::NotUtf8 => "not UTF-8",
            Kind::ByteOrderMark => "a byte order mark",
            Kind::Syntax => "not JSON",
            Kind::DuplicateName => "a member name that the object already has",
            Kind::LoneSurrogate => "half a surrogate pair",
            Kind::NumberRange => "a number outside the range of a double",
            Kind::Depth => "nesting deeper than the limit",
            Kind::Trailing => "text after the value",
        })
    }
}

/// One fault and where it was seen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind} at byte {offset}{}", if detail.is_empty() { String::new() } else { format!(" ({detail})") })]
pub struct Error {
    /// What is wrong.
    pub kind: Kind,
    /// Byte at or shortly before which it was noticed, from 0.
    pub offset: usize,
    /// The grammar's own words for a [`Kind::Syntax`]; never text of the document.
    pub detail: String,
}

/// What the visitor says, for [`Error::from_serde`] to find again.
pub(crate) const DUPLICATE: &str = "duplicate member name";
pub(crate) const DEPTH: &str = "nesting limit";

impl Error {
    pub(crate) fn new(kind: Kind, offset: usize) -> Error {
        Error { kind, offset, detail: String::new() }
    }

    /// Names a fault of `serde_json`, whose kinds are private: by its fixed
    /// message, which the tests hold.
    pub(crate) fn from_serde(error: &serde_json::Error, bytes: &[u8]) -> Error {
        let text = error.to_string();
        let message = text.split(" at line ").next().unwrap_or(&text);
        let kind = match message {
            DUPLICATE => Kind::DuplicateName,
            DEPTH | "recursion limit exceeded" => Kind::Depth,
            "lone leading surrogate in hex escape" | "unexpected end of hex escape" => {
                Kind::LoneSurrogate
            }
            "number out of range" => Kind::NumberRange,
            "trailing characters" => Kind::Trailing,
            _ => Kind::Syntax,
        };
        let detail = if kind == Kind::Syntax { message.to_owned() } else { String::new() };
        Error { kind, offset: offset(bytes, error.line(), error.column()), detail }
    }
}

/// The byte of a line and column, both from 1 and in bytes, as `serde_json`
/// counts them.
fn offset(bytes: &[u8], line: usize, column: usize) -> usize {
    let line_start = match line.checked_sub(2) {
        None => 0,
        Some(earlier) => bytes
            .iter()
            .enumerate()
            .filter(|(_, byte)| **byte == b'\n')
            .nth(earlier)
            .map_or(0, |(at, _)| at + 1),
    };
    (line_start + column.saturating_sub(1)).min(bytes.len())
}
