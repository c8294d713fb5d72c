//! Lines as they stand, terminators included, in bounded memory.

use memchr::memchr;
use std::io::{self, BufRead};

/// One line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// Its number, from 1.
    pub(super) number: u64,
    /// Its bytes as far as they are held, terminator included.
    pub(super) bytes: &'a [u8],
    /// Its whole length in bytes, terminator included.
    pub(super) length: u64,
    /// Whether it ends in a line feed; only a last line does not.
    pub(super) terminated: bool,
}

impl<'a> Line<'a> {
    /// Whether all of it is held.
    pub(super) fn is_whole(&self) -> bool {
        self.bytes.len() as u64 == self.length
    }

    /// The line without its line feed.
    pub(super) fn text(&self) -> &'a [u8] {
        self.bytes.strip_suffix(b"\n").unwrap_or(self.bytes)
    }

    /// Whether there is nothing in it but white space.
    pub(super) fn is_blank(&self) -> bool {
        self.is_whole() && self.bytes.iter().all(|byte| b" \t\r\n".contains(byte))
    }
}

/// Reads line by line and holds one at a time, up to a limit.
#[derive(Debug)]
pub(super) struct Lines<R> {
    source: R,
    limit: usize,
    held: Vec<u8>,
    number: u64,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(source: R, limit: usize) -> Lines<R> {
        Lines { source, limit, held: Vec::new(), number: 0 }
    }

    /// The next line; none at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.held.clear();
        let mut length = 0;
        let mut terminated = false;
        while !terminated {
            let chunk = match self.source.fill_buf() {
                Ok([]) => break,
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let end = memchr(b'\n', chunk);
            terminated = end.is_some();
            let taken = end.map_or(chunk.len(), |end| end + 1);
            let room = self.limit.saturating_sub(self.held.len());
            self.held.extend_from_slice(&chunk[..taken.min(room)]);
            length += taken as u64;
            self.source.consume(taken);
        }
        if length == 0 {
            return Ok(None);
        }
        self.number += 1;
        Ok(Some(Line { number: self.number, bytes: &self.held, length, terminated }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8], limit: usize) -> Vec<(u64, Vec<u8>, u64, bool)> {
        // A small buffer, so that lines cross its ends.
        let mut lines = Lines::new(io::BufReader::with_capacity(3, bytes), limit);
        let mut seen = Vec::new();
        while let Some(line) = lines.next().expect("reads") {
            seen.push((line.number, line.bytes.to_vec(), line.length, line.terminated));
        }
        seen
    }

    #[test]
    fn terminators_belong_to_their_lines() {
        assert_eq!(
            all(b"ab\r\n\nlonger", 100),
            [
                (1, b"ab\r\n".to_vec(), 4, true),
                (2, b"\n".to_vec(), 1, true),
                (3, b"longer".to_vec(), 6, false),
            ]
        );
        assert_eq!(all(b"", 100), []);
    }

    #[test]
    fn no_more_is_held_than_the_limit_and_the_next_line_is_found() {
        assert_eq!(
            all(b"abcdefgh\nx\n", 4),
            [(1, b"abcd".to_vec(), 9, true), (2, b"x\n".to_vec(), 2, true)]
        );
    }

    #[test]
    fn blank_is_white_space_and_nothing_else() {
        let blank = |bytes: &[u8]| {
            let mut lines = Lines::new(bytes, 4);
            lines.next().expect("reads").expect("a line").is_blank()
        };
        assert!(blank(b"\n") && blank(b" \t\r\n"));
        assert!(!blank(b"a\n") && !blank(b"\x0b\n") && !blank(b"     \n"));
    }
}
