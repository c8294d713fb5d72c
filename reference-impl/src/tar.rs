//! The archive, walked on raw 512-byte blocks (POSIX.1-1988 ustar). §4: "exactly
//! two entries".
//!
//! No extension record is ever applied, no name is normalized, and only the
//! size field steers the walk: what two readers could take apart differently is
//! a fault, what real producers write passes.

use crate::fault::{Fault, Mark, Notes, quote_bytes};
use crate::gzip::Decoder;
use mcp_evidence_contract::Location;
use mcp_evidence_contract::catalogue::container as rules;
use std::io::Read;
use std::ops::Range;

/// Bytes of a block; headers and data are made of them.
pub(crate) const BLOCK: usize = 512;

/// A field of a header: its name and its bytes.
pub(crate) const FIELDS: [(&str, Range<usize>); 15] = [
    ("name", NAME),
    ("mode", MODE),
    ("uid", UID),
    ("gid", GID),
    ("size", SIZE),
    ("mtime", MTIME),
    ("checksum", CHECKSUM),
    ("type", TYPE..TYPE + 1),
    ("linkname", LINK),
    ("magic and version", MAGIC.start..OWNER.start),
    ("owner", OWNER.start..GROUP),
    ("group", GROUP..OWNER.end),
    ("device major", DEVICE_MAJOR),
    ("device minor", DEVICE_MINOR),
    ("prefix", PREFIX),
];

const NAME: Range<usize> = 0..100;
const MODE: Range<usize> = 100..108;
const UID: Range<usize> = 108..116;
const GID: Range<usize> = 116..124;
const SIZE: Range<usize> = 124..136;
const MTIME: Range<usize> = 136..148;
const CHECKSUM: Range<usize> = 148..156;
const TYPE: usize = 156;
const LINK: Range<usize> = 157..257;
const MAGIC: Range<usize> = 257..263;
const GNU_MAGIC: &[u8] = b"ustar  \0";
const OWNER: Range<usize> = 265..329;
const GROUP: usize = 297;
const DEVICE_MAJOR: Range<usize> = 329..337;
const DEVICE_MINOR: Range<usize> = 337..345;
const PREFIX: Range<usize> = 345..500;

/// One entry's header, as far as anything depends on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The name field up to its NUL, never joined with anything.
    pub(crate) name: Vec<u8>,
    /// Bytes of data.
    pub(crate) size: u64,
    /// Where the header stands in the decoded archive.
    pub(crate) at: u64,
    /// The header itself.
    pub(crate) header: [u8; BLOCK],
}

/// An archive being walked.
pub(crate) struct Walk<R> {
    decoder: Decoder<R>,
    notes: Notes,
    /// Data bytes of the current entry that are still to come.
    remaining: u64,
    /// Bytes that fill up the current entry's last block.
    padding: u64,
    entries: u64,
}

impl<R: Read> Walk<R> {
    pub(crate) fn new(decoder: Decoder<R>) -> Walk<R> {
        Walk { decoder, notes: Notes::default(), remaining: 0, padding: 0, entries: 0 }
    }

    /// Reads past what is left of the current entry to the next header; `None`
    /// once the archive and the gzip member have ended.
    pub(crate) fn next_entry(&mut self) -> Result<Option<Entry>, Fault> {
        self.skip_data()?;
        self.skip_padding()?;
        let at = self.decoder.position();
        let mut block = [0; BLOCK];
        match self.fill(&mut block)? {
            BLOCK => {}
            0 => {
                self.end_missing(at, "the archive ends without an end block");
                return Ok(None);
            }
            partial => {
                let message = format!("a header is cut after {partial} of {BLOCK} bytes");
                let rule =
                    if self.entries == 0 { &rules::TAR_HEADER } else { &rules::TAR_TRUNCATED };
                return Err(Fault::new(rule, Location::archive(at), message));
            }
        }
        if block == [0; BLOCK] {
            self.finish()?;
            return Ok(None);
        }
        let entry = header(&block, at, &mut self.notes)?;
        self.entries += 1;
        self.remaining = entry.size;
        self.padding = (BLOCK as u64 - entry.size % BLOCK as u64) % BLOCK as u64;
        Ok(Some(entry))
    }

    /// The next data bytes of the current entry; zero at its end.
    pub(crate) fn data(&mut self, output: &mut [u8]) -> Result<usize, Fault> {
        let most = output.len().min(usize::try_from(self.remaining).unwrap_or(usize::MAX));
        if most == 0 {
            return Ok(0);
        }
        match self.decoder.read(&mut output[..most])? {
            0 => Err(self.truncated()),
            read => {
                self.remaining -= read as u64;
                Ok(read)
            }
        }
    }

    /// Fills `output` with data of the current entry, as far as that reaches:
    /// the bytes that there are, and the fault behind them, if there is one.
    pub(crate) fn fill_data(&mut self, output: &mut [u8]) -> (usize, Result<(), Fault>) {
        let mut filled = 0;
        while filled < output.len() {
            match self.data(&mut output[filled..]) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(fault) => return (filled, Err(fault)),
            }
        }
        (filled, Ok(()))
    }

    /// What the decoder has noticed so far.
    pub(crate) fn mark(&self) -> Mark {
        self.decoder.notes.mark()
    }

    /// Forgets what the decoder noticed since, having read ahead.
    pub(crate) fn rewind(&mut self, mark: Mark) {
        self.decoder.notes.rewind(mark);
    }

    /// What the container layers noticed, the outer one first.
    pub(crate) fn into_notes(self) -> [Notes; 2] {
        [self.decoder.notes, self.notes]
    }

    fn skip_data(&mut self) -> Result<(), Fault> {
        let mut buffer = [0; 16 * BLOCK];
        while self.data(&mut buffer)? > 0 {}
        Ok(())
    }

    fn skip_padding(&mut self) -> Result<(), Fault> {
        let at = self.decoder.position();
        let mut padding = [0; BLOCK];
        let padding = &mut padding[..self.padding as usize];
        if self.fill(padding)? < padding.len() {
            return Err(self.truncated());
        }
        self.padding = 0;
        if padding.iter().any(|byte| *byte != 0) {
            let message = "an entry's last block is not filled up with zeros";
            self.notes.violated(Fault::new(
                &rules::TAR_DATA_PADDING,
                Location::archive(at),
                message,
            ));
        }
        Ok(())
    }

    /// After the first end block: the second, then nothing but zeros.
    fn finish(&mut self) -> Result<(), Fault> {
        let at = self.decoder.position();
        let mut block = [0; BLOCK];
        let second = self.fill(&mut block)?;
        if second < BLOCK || block != [0; BLOCK] {
            self.end_missing(at, "only one zero block ends the archive");
        }
        let mut dirty = block.iter().any(|byte| *byte != 0);
        let mut zeros = 0;
        let mut buffer = [0; 16 * BLOCK];
        loop {
            let read = self.decoder.read(&mut buffer)?;
            if read == 0 {
                break;
            }
            zeros += read;
            dirty |= buffer[..read].iter().any(|byte| *byte != 0);
        }
        if dirty {
            self.notes.violated(Fault::new(
                &rules::TAR_TRAILING,
                Location::archive(at),
                "bytes other than zero follow the end of the archive",
            ));
        }
        self.notes.used(if zeros == 0 { &rules::TAR_NO_PADDING } else { &rules::TAR_ZERO_PADDING });
        Ok(())
    }

    fn end_missing(&mut self, at: u64, message: &str) {
        self.notes.violated(Fault::new(&rules::TAR_END_BLOCKS, Location::archive(at), message));
    }

    fn truncated(&self) -> Fault {
        let at = Location::archive(self.decoder.position());
        Fault::new(&rules::TAR_TRUNCATED, at, "the archive ends inside an entry")
    }

    /// Fills `output` as far as the archive reaches.
    fn fill(&mut self, output: &mut [u8]) -> Result<usize, Fault> {
        let mut filled = 0;
        while filled < output.len() {
            match self.decoder.read(&mut output[filled..])? {
                0 => break,
                read => filled += read,
            }
        }
        Ok(filled)
    }
}

/// Judges one header block. A wrong checksum is a fault that can be read past
/// only where the magic still says that this is a header.
fn header(block: &[u8; BLOCK], at: u64, notes: &mut Notes) -> Result<Entry, Fault> {
    let fault = |rule, message: String| Fault::new(rule, Location::archive(at), message);
    let has_magic = block[MAGIC] == *b"ustar\0" || block[MAGIC.start..].starts_with(GNU_MAGIC);
    match checksum(block) {
        Checksum::Right => {}
        Checksum::OtherForm => notes.violated(fault(
            &rules::TAR_CHECKSUM_FORM,
            "the checksum is right, but not spelled as six or seven octal digits with NUL and blank, unsigned"
                .to_owned(),
        )),
        Checksum::Wrong if has_magic => {
            notes.violated(fault(&rules::TAR_CHECKSUM, "a header's checksum is wrong".to_owned()));
        }
        Checksum::Wrong => {
            return Err(fault(&rules::TAR_HEADER, "there is no tar header here".to_owned()));
        }
    }
    if !has_magic {
        let message = "the header has neither the ustar nor the GNU magic".to_owned();
        notes.violated(fault(&rules::TAR_MAGIC, message));
    }
    if block[MAGIC.start..].starts_with(GNU_MAGIC) {
        notes.used(&rules::GNU_MAGIC);
    }
    let Some(size) = octal(&block[SIZE]).flatten() else {
        let message = format!("the size field {} is not octal", quote_bytes(&block[SIZE]));
        return Err(fault(&rules::TAR_NUMBER, message));
    };
    if !matches!(block[TYPE], b'0' | 0) {
        let text = quote_bytes(&block[TYPE..=TYPE]);
        notes.violated(fault(
            &rules::TAR_ENTRY_TYPE,
            format!("an entry of type {text} is no regular file"),
        ));
    }
    for field in [NAME, LINK] {
        if dirty_behind_nul(&block[field]) {
            let message = "bytes stand behind the NUL of a name or link field".to_owned();
            notes.violated(fault(&rules::TAR_FIELD_PADDING, message));
        }
    }
    // Some readers join the prefix under either magic, so a GNU header that
    // keeps times there is refused as well.
    if has_magic && block[PREFIX.start] != 0 {
        let text = quote_bytes(until_nul(&block[PREFIX]));
        notes.violated(fault(&rules::TAR_PREFIX, format!("the name has a prefix, {text}")));
    } else if has_magic && dirty_behind_nul(&block[PREFIX]) {
        let message = "bytes stand behind the NUL of the prefix field".to_owned();
        notes.violated(fault(&rules::TAR_FIELD_PADDING, message));
    }
    note_forms(block, notes);
    Ok(Entry { name: until_nul(&block[NAME]).to_owned(), size, at, header: *block })
}

fn note_forms(block: &[u8; BLOCK], notes: &mut Notes) {
    let zero = |field: Range<usize>| octal(&block[field]) == Some(Some(0));
    if block[OWNER].iter().any(|byte| *byte != 0) || !zero(UID) || !zero(GID) {
        notes.used(&rules::TAR_OWNER);
    }
    if octal(&block[MODE]) != Some(Some(0o644)) {
        notes.used(&rules::TAR_MODE);
    }
    if !zero(MTIME) {
        notes.used(&rules::TAR_MTIME);
    }
}

/// Octal digits from the field's first byte, ended by NULs, blanks or the
/// field's end: `Some(None)` for a field without any digit that is all NUL,
/// `None` for any other spelling.
fn octal(field: &[u8]) -> Option<Option<u64>> {
    let digits = field.iter().take_while(|byte| matches!(byte, b'0'..=b'7')).count();
    let (digits, rest) = field.split_at(digits);
    let ended = rest.iter().all(|byte| matches!(byte, 0 | b' '));
    if digits.is_empty() {
        return field.iter().all(|byte| *byte == 0).then_some(None);
    }
    // At most twelve digits: they fit.
    let value = digits.iter().fold(0, |value, digit| value * 8 + u64::from(digit - b'0'));
    ended.then_some(Some(value))
}

enum Checksum {
    Right,
    OtherForm,
    Wrong,
}

/// Compares the checksum field with the sum of the header's bytes, the field
/// itself taken as blanks.
fn checksum(block: &[u8; BLOCK]) -> Checksum {
    let bytes = || {
        block.iter().enumerate().map(|(at, byte)| if CHECKSUM.contains(&at) { b' ' } else { *byte })
    };
    let unsigned: u64 = bytes().map(u64::from).sum();
    let signed: i64 = bytes().map(|byte| i64::from(byte as i8)).sum();
    let field = &block[CHECKSUM];
    let digits = field.iter().take_while(|byte| matches!(byte, b'0'..=b'7')).count();
    let ended = field[digits..].iter().all(|byte| matches!(byte, 0 | b' '));
    let as_written = matches!(digits, 6 | 7) && ended;
    let loose: Vec<u8> = field.iter().copied().filter(|byte| !matches!(byte, 0 | b' ')).collect();
    match octal(&loose) {
        Some(Some(value)) if as_written && value == unsigned => Checksum::Right,
        Some(Some(value)) if value == unsigned || i64::try_from(value) == Ok(signed) => {
            Checksum::OtherForm
        }
        Some(_) | None => Checksum::Wrong,
    }
}

fn until_nul(field: &[u8]) -> &[u8] {
    field.split(|byte| *byte == 0).next().unwrap_or(field)
}

fn dirty_behind_nul(field: &[u8]) -> bool {
    field.iter().skip_while(|byte| **byte != 0).any(|byte| *byte != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octal_fields_as_writers_end_them() {
        for (field, value) in [
            (&b"0000644\0"[..], Some(Some(0o644))),
            (b"000644 \0", Some(Some(0o644))),
            (b"644 \0\0\0\0", Some(Some(0o644))),
            (b"00000000", Some(Some(0))),
            (b"\0\0\0\0\0\0\0\0", Some(None)),
            (b"   644 \0", None),
            (b"64x4   \0", None),
            (b"644\x001\0\0\0", None),
            (b"\x80\0\0\0\0\0\x01\xa4", None),
            (b"        ", None),
            (b"00000888", None),
        ] {
            assert_eq!(octal(field), value, "{}", field.escape_ascii());
        }
    }

    #[test]
    fn names_end_at_their_nul() {
        assert_eq!(until_nul(b"abc\0\0"), b"abc");
        assert_eq!(until_nul(b"abc"), b"abc");
        assert!(!dirty_behind_nul(b"abc\0\0") && !dirty_behind_nul(b"abc"));
        assert!(dirty_behind_nul(b"abc\0d"));
    }
}
