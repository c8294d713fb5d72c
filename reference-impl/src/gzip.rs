//! One gzip member (RFC 1952), decoded as it is read. §4: "The bundle is a
//! .tar.gz".
//!
//! The header and the trailer are read here; the deflate data goes through
//! `zlib-rs`, another implementation than the generator's.

use crate::Limits;
use crate::fault::{Fault, Notes};
use mcp_evidence_contract::catalogue::container as rules;
use mcp_evidence_contract::{Location, Rule};
use std::io::Read;
use zlib_rs::{Inflate, InflateFlush, Status};

/// Compressed bytes read at a time.
const CHUNK: usize = 64 * 1024;

const FLAG_HEADER_CRC: u8 = 0x02;
const FLAG_EXTRA: u8 = 0x04;
const FLAG_NAME: u8 = 0x08;
const FLAG_COMMENT: u8 = 0x10;
const FLAGS_RESERVED: u8 = 0xe0;

/// A gzip member being decoded.
pub(crate) struct Decoder<R> {
    source: Source<R>,
    inflate: Inflate,
    crc: crc32fast::Hasher,
    decoded: u64,
    decoded_limit: u64,
    finished: bool,
    pub(crate) notes: Notes,
}

impl<R: Read> Decoder<R> {
    /// Reads the member's header.
    pub(crate) fn open(source: R, limits: &Limits) -> Result<Decoder<R>, Fault> {
        let mut source = Source::new(source, limits.bundle);
        let mut notes = Notes::default();
        header(&mut source, &mut notes)?;
        Ok(Decoder {
            source,
            inflate: Inflate::new(false, 15),
            crc: crc32fast::Hasher::new(),
            decoded: 0,
            decoded_limit: limits.decoded,
            finished: false,
            notes,
        })
    }

    /// Decoded bytes handed out so far.
    pub(crate) fn position(&self) -> u64 {
        self.decoded
    }

    /// Fills `output` from its start. Zero bytes mean that the member has
    /// ended and its trailer has been checked.
    pub(crate) fn read(&mut self, output: &mut [u8]) -> Result<usize, Fault> {
        while !self.finished {
            let input = self.source.buffered()?;
            let at_end = input.is_empty();
            let before = (self.inflate.total_in(), self.inflate.total_out());
            let status = self
                .inflate
                .decompress(input, output, InflateFlush::NoFlush)
                .map_err(|error| self.source.fault(&rules::GZIP_DEFLATE, error.as_str()))?;
            let consumed = (self.inflate.total_in() - before.0) as usize;
            let produced = (self.inflate.total_out() - before.1) as usize;
            self.source.consume(consumed);
            self.crc.update(&output[..produced]);
            self.decoded += produced as u64;
            if self.decoded > self.decoded_limit {
                return Err(Fault::new(
                    &rules::LIMIT_DECODED,
                    Location::archive(self.decoded_limit),
                    format!("the bundle decodes to more than {} bytes", self.decoded_limit),
                ));
            }
            if status == Status::StreamEnd {
                self.finished = true;
                self.trailer()?;
            }
            if produced > 0 {
                return Ok(produced);
            }
            if !self.finished && at_end {
                return Err(self.source.fault(&rules::GZIP_TRUNCATED, "it ends inside its data"));
            }
            if !self.finished && consumed == 0 {
                return Err(self.source.fault(&rules::GZIP_DEFLATE, "decoding makes no progress"));
            }
        }
        Ok(0)
    }

    fn trailer(&mut self) -> Result<(), Fault> {
        let mut word = || -> Result<u32, Fault> {
            let mut bytes = [0; 4];
            for byte in &mut bytes {
                *byte = self.source.byte()?.ok_or_else(|| {
                    self.source.fault(&rules::GZIP_TRUNCATED, "it ends inside its trailer")
                })?;
            }
            Ok(u32::from_le_bytes(bytes))
        };
        let (crc, length) = (word()?, word()?);
        if crc != self.crc.clone().finalize() {
            let fault = self.source.fault(&rules::GZIP_CRC, "the checksum is not that of the data");
            self.notes.violated(fault);
        }
        if u64::from(length) != self.decoded % (1 << 32) {
            let fault =
                self.source.fault(&rules::GZIP_LENGTH, "the length is not that of the data");
            self.notes.violated(fault);
        }
        if !self.source.buffered()?.is_empty() {
            let fault = self.source.fault(&rules::GZIP_TRAILING, "bytes follow the member");
            self.notes.violated(fault);
        }
        Ok(())
    }
}

fn header<R: Read>(source: &mut Source<R>, notes: &mut Notes) -> Result<(), Fault> {
    for expected in [0x1f, 0x8b] {
        if source.byte()? != Some(expected) {
            return Err(source.fault(&rules::GZIP_MAGIC, "it does not start with 1f 8b"));
        }
    }
    let mut fields = Header { source, crc: crc32fast::Hasher::new_with_initial(0) };
    fields.crc.update(&[0x1f, 0x8b]);
    let method = fields.byte()?;
    if method != 8 {
        let reason = format!("compression method {method} is not deflate (8)");
        return Err(fields.source.fault(&rules::GZIP_METHOD, &reason));
    }
    let flags = fields.byte()?;
    if flags & FLAGS_RESERVED != 0 {
        let fault = fields.source.fault(&rules::GZIP_RESERVED_FLAGS, "a reserved flag bit is set");
        notes.violated(fault);
    }
    let mtime = [fields.byte()?, fields.byte()?, fields.byte()?, fields.byte()?];
    let _extra_flags = fields.byte()?;
    let os = fields.byte()?;
    if mtime != [0; 4] {
        notes.used(&rules::GZIP_MTIME);
    }
    if os != 255 {
        notes.used(&rules::GZIP_OS);
    }
    if flags & FLAG_EXTRA != 0 {
        let length = u16::from_le_bytes([fields.byte()?, fields.byte()?]);
        for _ in 0..length {
            fields.byte()?;
        }
        notes.used(&rules::GZIP_EXTRA);
    }
    for (flag, permission) in [(FLAG_NAME, &rules::GZIP_NAME), (FLAG_COMMENT, &rules::GZIP_COMMENT)]
    {
        if flags & flag != 0 {
            while fields.byte()? != 0 {}
            notes.used(permission);
        }
    }
    if flags & FLAG_HEADER_CRC != 0 {
        let computed = (fields.crc.clone().finalize() & 0xffff) as u16;
        let carried = u16::from_le_bytes([fields.byte()?, fields.byte()?]);
        if carried == computed {
            notes.used(&rules::GZIP_RIGHT_HEADER_CRC);
        } else {
            let fault =
                fields.source.fault(&rules::GZIP_HEADER_CRC, "the header checksum is wrong");
            notes.violated(fault);
        }
    }
    Ok(())
}

/// The header's bytes, which its optional checksum covers.
struct Header<'a, R> {
    source: &'a mut Source<R>,
    crc: crc32fast::Hasher,
}

impl<R: Read> Header<'_, R> {
    fn byte(&mut self) -> Result<u8, Fault> {
        match self.source.byte()? {
            Some(byte) => {
                self.crc.update(&[byte]);
                Ok(byte)
            }
            None => Err(self.source.fault(&rules::GZIP_TRUNCATED, "it ends inside its header")),
        }
    }
}

/// The bundle's own bytes, buffered and counted.
struct Source<R> {
    reader: R,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    consumed: u64,
    limit: u64,
}

impl<R: Read> Source<R> {
    fn new(reader: R, limit: u64) -> Source<R> {
        let buffer = vec![0; CHUNK].into_boxed_slice();
        Source { reader, buffer, start: 0, end: 0, consumed: 0, limit }
    }

    /// What is there, refilled when used up; empty at the end of the bundle.
    fn buffered(&mut self) -> Result<&[u8], Fault> {
        while self.start == self.end {
            match self.reader.read(&mut self.buffer) {
                Ok(read) => {
                    (self.start, self.end) = (0, read);
                    if self.consumed + read as u64 > self.limit {
                        return Err(Fault::new(
                            &rules::LIMIT_BUNDLE,
                            Location::BUNDLE,
                            format!("the bundle is larger than {} bytes", self.limit),
                        ));
                    }
                    break;
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => {
                    return Err(Fault::new(
                        &rules::READABLE,
                        Location::BUNDLE,
                        format!("the bundle cannot be read: {error}"),
                    ));
                }
            }
        }
        Ok(&self.buffer[self.start..self.end])
    }

    fn consume(&mut self, count: usize) {
        self.start += count;
        self.consumed += count as u64;
    }

    fn byte(&mut self) -> Result<Option<u8>, Fault> {
        let byte = self.buffered()?.first().copied();
        if byte.is_some() {
            self.consume(1);
        }
        Ok(byte)
    }

    fn fault(&self, rule: &'static Rule, reason: &str) -> Fault {
        let message =
            format!("the bundle is no sound gzip file: {reason} (at its byte {})", self.consumed);
        Fault::new(rule, Location::BUNDLE, message)
    }
}
