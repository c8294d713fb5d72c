//! The recognizer: one scan that says whether a text is canonical.

use super::names::order;
use super::text::{escape, is_number, plain};
use crate::Limits;
use std::cmp::Ordering;

/// Whether `bytes` are one JSON value in canonical form, within `limits`.
///
/// `member` is told each member of the outermost object (level 1) and of
/// objects that are its members' values (level 2), inner ones first: the level,
/// the name without its quotes, and the value, both as they stand. What it was
/// told means nothing where the answer is no.
pub fn recognize<'t>(
    bytes: &'t [u8],
    limits: Limits,
    member: impl FnMut(usize, &'t str, &'t str),
) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let most = limits.depth.min(Limits::MAX_DEPTH);
    let mut scan = Scan { text, at: 0, most, member };
    scan.value(1).is_some() && scan.at == text.len()
}

struct Scan<'t, F> {
    text: &'t str,
    at: usize,
    /// Deepest level that is read.
    most: usize,
    member: F,
}

/// Levels whose members are told.
const TOLD: usize = 2;

impl<'t, F: FnMut(usize, &'t str, &'t str)> Scan<'t, F> {
    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &'t [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        (self.next() == Some(byte)).then(|| self.at += 1)
    }

    /// Passes one value; a container would be of this level.
    fn value(&mut self, level: usize) -> Option<()> {
        match self.next()? {
            b'"' => self.string(),
            b'{' => self.object(level),
            b'[' => self.array(level),
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            b'n' => self.word(b"null"),
            _ => self.number(),
        }
    }

    fn object(&mut self, level: usize) -> Option<()> {
        if level > self.most {
            return None;
        }
        self.expect(b'{')?;
        if self.expect(b'}').is_some() {
            return Some(());
        }
        let mut before = None;
        loop {
            let start = self.at;
            self.string()?;
            let name = &self.text[start + 1..self.at - 1];
            // Strictly rising names are sorted and never repeated.
            if before.is_some_and(|before| order(before, name) != Ordering::Less) {
                return None;
            }
            before = Some(name);
            self.expect(b':')?;
            let start = self.at;
            self.value(level + 1)?;
            if level <= TOLD {
                (self.member)(level, name, &self.text[start..self.at]);
            }
            if self.expect(b',').is_none() {
                return self.expect(b'}');
            }
        }
    }

    fn array(&mut self, level: usize) -> Option<()> {
        if level > self.most {
            return None;
        }
        self.expect(b'[')?;
        if self.expect(b']').is_some() {
            return Some(());
        }
        loop {
            self.value(level + 1)?;
            if self.expect(b',').is_none() {
                return self.expect(b']');
            }
        }
    }

    fn string(&mut self) -> Option<()> {
        self.expect(b'"')?;
        loop {
            self.at += plain(self.rest());
            if self.expect(b'"').is_some() {
                return Some(());
            }
            self.at += escape(self.rest())?;
        }
    }

    fn number(&mut self) -> Option<()> {
        let is_part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e');
        let length = self.rest().iter().take_while(|byte| is_part(byte)).count();
        let number = &self.text[self.at..self.at + length];
        self.at += length;
        is_number(number).then_some(())
    }

    fn word(&mut self, word: &[u8]) -> Option<()> {
        self.rest().starts_with(word).then(|| self.at += word.len())
    }
}
