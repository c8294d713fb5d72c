//! The gzip layer (RFC 1952): a header with every optional part, the deflate
//! stream of stock zlib at level 9, the trailer.

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use std::io::Write;

/// Flag bits of RFC 1952, section 2.3.1.
mod flag {
    pub(super) const HEADER_CRC: u8 = 1 << 1;
    pub(super) const EXTRA: u8 = 1 << 2;
    pub(super) const NAME: u8 = 1 << 3;
    pub(super) const COMMENT: u8 = 1 << 4;
}

/// A gzip header. The default is the published one: no time, no flags, the
/// extra-flags byte of the slowest level, an unknown operating system.
pub(crate) struct Gzip {
    /// Seconds since the epoch.
    pub(crate) mtime: u32,
    /// The operating-system byte.
    pub(crate) os: u8,
    /// Flag bits beyond those of the parts below.
    pub(crate) further_flags: u8,
    /// Extra fields, without their length.
    pub(crate) extra: Option<&'static [u8]>,
    /// File name, without its NUL.
    pub(crate) name: Option<&'static [u8]>,
    /// Comment, without its NUL.
    pub(crate) comment: Option<&'static [u8]>,
    /// Whether a checksum ends the header.
    pub(crate) header_crc: bool,
    /// Whether the content is left as it is, neither compressed nor wrapped.
    pub(crate) bare: bool,
}

impl Default for Gzip {
    fn default() -> Gzip {
        Gzip {
            mtime: 0,
            os: 255,
            further_flags: 0,
            extra: None,
            name: None,
            comment: None,
            header_crc: false,
            bare: false,
        }
    }
}

impl Gzip {
    /// One gzip member that holds `content`.
    pub(crate) fn member(&self, content: &[u8]) -> Vec<u8> {
        if self.bare {
            return content.to_vec();
        }
        let mut deflate = DeflateEncoder::new(self.header(), Compression::best());
        deflate.write_all(content).expect("writing to memory does not fail");
        let mut bytes = deflate.finish().expect("writing to memory does not fail");
        bytes.extend(checksum(content).to_le_bytes());
        bytes.extend((content.len() as u32).to_le_bytes());
        bytes
    }

    fn header(&self) -> Vec<u8> {
        let mut flags = self.further_flags;
        let parts = [
            (flag::HEADER_CRC, self.header_crc),
            (flag::EXTRA, self.extra.is_some()),
            (flag::NAME, self.name.is_some()),
            (flag::COMMENT, self.comment.is_some()),
        ];
        for (bit, present) in parts {
            if present {
                flags |= bit;
            }
        }
        let mut bytes = vec![0x1f, 0x8b, 8, flags];
        bytes.extend(self.mtime.to_le_bytes());
        bytes.extend([2, self.os]);
        if let Some(extra) = self.extra {
            bytes.extend((extra.len() as u16).to_le_bytes());
            bytes.extend(extra);
        }
        for text in [self.name, self.comment].into_iter().flatten() {
            bytes.extend(text);
            bytes.push(0);
        }
        if self.header_crc {
            let crc = checksum(&bytes);
            // The low half of the CRC-32, as RFC 1952 has it.
            bytes.extend((crc as u16).to_le_bytes());
        }
        bytes
    }
}

/// `content` as one gzip member in the published form.
pub fn gzip(content: &[u8]) -> Vec<u8> {
    Gzip::default().member(content)
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_header() {
        assert_eq!(Gzip::default().header(), [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
    }

    #[test]
    fn every_optional_part_stands_in_its_place() {
        let header = Gzip {
            mtime: 1,
            os: 3,
            extra: Some(b"AB\x00\x00"),
            name: Some(b"n"),
            comment: Some(b"c"),
            header_crc: true,
            ..Gzip::default()
        }
        .header();
        let (body, crc) = header.split_at(header.len() - 2);
        assert_eq!(body, b"\x1f\x8b\x08\x1e\x01\0\0\0\x02\x03\x04\0AB\0\0n\0c\0");
        assert_eq!(crc, (checksum(body) as u16).to_le_bytes());
    }
}
