//! The tar layer: entries, their headers, and what ends the archive.

use std::ops::Range;

/// tar counts in blocks of this many bytes.
pub(crate) const BLOCK: usize = 512;
/// The published archives are filled up to a multiple of this many bytes.
const RECORD: usize = 20 * BLOCK;

/// Where the fields of a header stand. Magic and version count as one field.
pub(crate) mod field {
    use super::Range;

    pub(crate) const NAME: Range<usize> = 0..100;
    pub(crate) const MODE: Range<usize> = 100..108;
    pub(crate) const UID: Range<usize> = 108..116;
    pub(crate) const GID: Range<usize> = 116..124;
    pub(crate) const SIZE: Range<usize> = 124..136;
    pub(crate) const MTIME: Range<usize> = 136..148;
    pub(crate) const CHECKSUM: Range<usize> = 148..156;
    pub(crate) const TYPE: Range<usize> = 156..157;
    pub(crate) const LINK: Range<usize> = 157..257;
    pub(crate) const MAGIC: Range<usize> = 257..265;
    pub(crate) const OWNER: Range<usize> = 265..297;
    pub(crate) const GROUP: Range<usize> = 297..329;
    pub(crate) const PREFIX: Range<usize> = 345..500;
}

/// One entry, each part of it open to edits.
#[derive(Clone)]
pub(crate) struct Entry {
    /// The raw header block.
    pub(crate) header: [u8; BLOCK],
    /// What the header's size counts.
    pub(crate) data: Vec<u8>,
    /// What fills the last block of the data.
    pub(crate) padding: Vec<u8>,
}

impl Entry {
    /// A regular file as the published archives hold it: ustar, mode 0644,
    /// nobody's, from the epoch.
    pub(crate) fn file(name: &str, data: Vec<u8>) -> Entry {
        let mut header = tar::Header::new_ustar();
        header.set_path(name).expect("entry names of the corpora fit the name field");
        header.set_mode(0o644);
        header.set_uid(0);
        header.set_gid(0);
        header.set_mtime(0);
        header.set_entry_type(tar::EntryType::Regular);
        header.set_size(data.len() as u64);
        let mut entry = Entry { header: *header.as_bytes(), padding: padding(data.len()), data };
        entry.seal_checksum();
        entry
    }

    /// Edits the header and makes its checksum right again.
    pub(crate) fn edit_header(&mut self, edit: impl FnOnce(&mut [u8; BLOCK])) {
        edit(&mut self.header);
        self.seal_checksum();
    }

    /// Overwrites one field: `text`, then NULs to the field's end.
    pub(crate) fn set(&mut self, field: Range<usize>, text: &[u8]) {
        self.edit_header(|header| {
            let field = &mut header[field];
            field.fill(0);
            field[..text.len()].copy_from_slice(text);
        });
    }

    /// The checksum in the published form: six octal digits, NUL, blank. The
    /// `tar` crate writes seven digits and NUL.
    fn seal_checksum(&mut self) {
        self.header[field::CHECKSUM].fill(b' ');
        let sum: u32 = self.header.iter().map(|byte| u32::from(*byte)).sum();
        self.header[field::CHECKSUM].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    }
}

fn padding(length: usize) -> Vec<u8> {
    vec![0; length.next_multiple_of(BLOCK) - length]
}

/// An archive, each part of it open to edits.
pub(crate) struct Archive {
    /// The entries, in order.
    pub(crate) entries: Vec<Entry>,
    /// What follows the last entry; `None` stands for the published form, two
    /// zero blocks and zeros up to a full record of 10,240 bytes.
    pub(crate) end: Option<Vec<u8>>,
}

impl Archive {
    /// The archive's bytes.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for entry in self.entries {
            bytes.extend(entry.header);
            bytes.extend(entry.data);
            bytes.extend(entry.padding);
        }
        match self.end {
            Some(end) => bytes.extend(end),
            None => bytes.resize((bytes.len() + 2 * BLOCK).next_multiple_of(RECORD), 0),
        }
        bytes
    }
}

/// Regular files as one archive in the published form.
///
/// # Panics
/// A name does not fit the name field of a header: its hundred bytes are the
/// caller's to keep.
pub fn tar(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Vec<u8> {
    let entries = files.into_iter().map(|(name, data)| Entry::file(&name, data)).collect();
    Archive { entries, end: None }.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_has_the_published_form() {
        let entry = Entry::file("manifest.json", vec![b'x'; 0o1103]);
        assert_eq!(&entry.header[..14], b"manifest.json\0");
        assert_eq!(&entry.header[field::MODE], b"0000644\0");
        assert_eq!(&entry.header[field::SIZE], b"00000001103\0");
        assert_eq!(&entry.header[field::CHECKSUM], b"010441\0 ");
        assert_eq!(&entry.header[field::MAGIC], b"ustar\x0000");
        assert!(entry.header[field::OWNER.start..].iter().all(|byte| *byte == 0));
    }

    #[test]
    fn an_archive_is_filled_up_to_a_record() {
        for (length, size) in [(1, 10_240), (8_704, 10_240), (8_705, 20_480)] {
            let archive = Archive { entries: vec![Entry::file("a", vec![1; length])], end: None };
            assert_eq!(archive.into_bytes().len(), size, "{length} bytes of data");
        }
    }
}
