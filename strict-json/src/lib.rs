//! JSON that two readers cannot take apart differently.
//!
//! The grammar is RFC 8259's, held to I-JSON (RFC 7493) where that keeps two
//! readers in step: UTF-8 without a byte order mark, no member name twice in an
//! object (compared after unescaping), no lone surrogate, no number outside a
//! double's range, nothing behind the value. Numbers that a double rounds pass:
//! canonical JSON (RFC 8785) hashes the rounded form.
//!
//! The grammar itself is `serde_json`'s. What it would let through silently is
//! found by the visitor that builds the value.

pub mod canonical;
mod error;
mod kept;
mod names;
mod value;

pub use error::{Error, Kind};
pub use kept::{Keep, kept};

use serde::de::DeserializeSeed;
use serde_json::Value;
use std::cell::Cell;

/// Bounds on a document's shape; its length is the caller's to bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Levels of arrays and objects; the outermost is level 1. At most
    /// [`Limits::MAX_DEPTH`] are ever read, whatever stands here.
    pub depth: usize,
}

impl Limits {
    /// The deepest nesting that is read at all, so that no setting can exhaust
    /// the stack.
    pub const MAX_DEPTH: usize = 127;
}

impl Default for Limits {
    /// 64 levels.
    fn default() -> Limits {
        Limits { depth: 64 }
    }
}

/// A document that could be read, with the faults that leave it readable:
/// [`Kind::DuplicateName`] (the last one stands in the value) and
/// [`Kind::Trailing`].
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// The value.
    pub value: Value,
    /// At most one fault of each of the two kinds.
    pub faults: Vec<Error>,
}

/// Reads `bytes` as one JSON value.
///
/// # Errors
/// The first fault, of any kind.
pub fn parse(bytes: &[u8], limits: Limits) -> Result<Value, Error> {
    let Document { value, faults } = read(bytes, limits)?;
    match faults.into_iter().min_by_key(|fault| fault.offset) {
        None => Ok(value),
        Some(fault) => Err(fault),
    }
}

/// Reads `bytes` as one JSON value and keeps going where it can.
///
/// # Errors
/// A fault that leaves nothing to read: every kind but the two that
/// [`Document`] carries.
pub fn read(bytes: &[u8], limits: Limits) -> Result<Document, Error> {
    let text = text(bytes)?;
    let repeated = Cell::new(false);
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = value::Node::new(limits.depth.min(Limits::MAX_DEPTH), &repeated)
        .deserialize(&mut deserializer)
        .map_err(|error| Error::from_serde(&error, bytes))?;
    let faults = readable_faults(bytes, repeated.get(), deserializer);
    Ok(Document { value, faults })
}

/// What must hold before the grammar is asked: UTF-8 without a byte order
/// mark, and not only white space.
fn text(bytes: &[u8]) -> Result<&str, Error> {
    if bytes.starts_with(b"\xef\xbb\xbf") {
        return Err(Error::new(Kind::ByteOrderMark, 0));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|error| Error::new(Kind::NotUtf8, error.valid_up_to()))?;
    if bytes.iter().all(|byte| b" \t\r\n".contains(byte)) {
        return Err(Error::new(Kind::Empty, 0));
    }
    Ok(text)
}

/// The faults of a text that has been read to the end of its value.
fn readable_faults<'de>(
    bytes: &[u8],
    repeated: bool,
    mut behind: serde_json::Deserializer<impl serde_json::de::Read<'de>>,
) -> Vec<Error> {
    let mut faults = Vec::new();
    if repeated {
        faults.push(names::first_repeated(bytes));
    }
    if let Err(error) = behind.end() {
        faults.push(Error::from_serde(&error, bytes));
    }
    faults
}

#[cfg(test)]
mod tests;
