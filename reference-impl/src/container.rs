//! A `.tar.gz` taken apart as strictly as a bundle's, for archives that are
//! none: every rule of the container layers holds, every permission is granted.

use crate::fault::{Fault, Notes};
use crate::gzip::Decoder;
use crate::tar::{BLOCK, Walk};
use std::fmt;
use std::io::Read;

/// Bounds on an archive, each inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Bytes of the decoded archive.
    pub decoded: u64,
    /// Entries.
    pub entries: usize,
    /// Bytes of one entry.
    pub entry: u64,
}

/// One regular file of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The name field up to its NUL: hostile bytes, and no path.
    pub name: Vec<u8>,
    /// Its bytes.
    pub data: Vec<u8>,
}

/// Why an archive was not taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// A rule of the container is broken.
    Unsound {
        /// The rule's id.
        rule: &'static str,
        /// What is wrong; text of the archive in it is bounded and escaped.
        message: String,
    },
    /// More entries than the bound.
    Entries(usize),
    /// An entry larger than the bound.
    Entry {
        /// Its place, from 1.
        place: usize,
        /// The bound.
        limit: u64,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Unsound { rule, message } => write!(f, "{message} ({rule})"),
            Refused::Entries(limit) => write!(f, "the archive has more than {limit} entries"),
            Refused::Entry { place, limit } => {
                write!(f, "entry {place} of the archive has more than {limit} bytes")
            }
        }
    }
}

impl std::error::Error for Refused {}

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Refused {
        // The layers speak of the bundle that they usually read.
        let message = fault.message.replace("the bundle", "the archive");
        Refused::Unsound { rule: fault.rule.id, message }
    }
}

/// The files of an archive, in its order.
///
/// # Errors
/// The first broken rule or bound.
pub fn unpack(archive: &[u8], bounds: &Bounds) -> Result<Vec<File>, Refused> {
    let mut walk = Walk::new(open(archive, bounds)?);
    let mut files = Vec::new();
    while let Some(entry) = walk.next_entry()? {
        if files.len() == bounds.entries {
            return Err(Refused::Entries(bounds.entries));
        }
        if entry.size > bounds.entry {
            return Err(Refused::Entry { place: files.len() + 1, limit: bounds.entry });
        }
        let mut data = Vec::new();
        let mut buffer = [0; 16 * BLOCK];
        loop {
            match walk.data(&mut buffer)? {
                0 => break,
                read => data.extend_from_slice(&buffer[..read]),
            }
        }
        files.push(File { name: entry.name, data });
    }
    walk.into_notes().into_iter().try_for_each(sound)?;
    Ok(files)
}

/// What one gzip member holds, and nothing else does.
///
/// # Errors
/// The first broken rule or bound; `bounds.decoded` alone is looked at.
pub fn gunzip(member: &[u8], bounds: &Bounds) -> Result<Vec<u8>, Refused> {
    let mut decoder = open(member, bounds)?;
    let mut content = Vec::new();
    let mut buffer = [0; 16 * BLOCK];
    loop {
        match decoder.read(&mut buffer)? {
            0 => break,
            read => content.extend_from_slice(&buffer[..read]),
        }
    }
    sound(decoder.notes)?;
    Ok(content)
}

fn open<R: Read>(archive: R, bounds: &Bounds) -> Result<Decoder<R>, Refused> {
    let limits = crate::Limits { decoded: bounds.decoded, ..crate::Limits::default() };
    Ok(Decoder::open(archive, &limits)?)
}

fn sound(notes: Notes) -> Result<(), Refused> {
    notes.faults.into_iter().next().map_or(Ok(()), |fault| Err(fault.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{bundle, deny};

    const BOUNDS: Bounds = Bounds { decoded: 1 << 20, entries: 2, entry: 1 << 20 };

    #[test]
    fn files_come_in_their_order_and_bounds_hold() {
        let archive = bundle(&[deny()]);
        let files = unpack(&archive, &BOUNDS).expect("sound");
        let names: Vec<&[u8]> = files.iter().map(|file| file.name.as_slice()).collect();
        assert_eq!(names, [&b"manifest.json"[..], b"events.ndjson"]);
        let size = gunzip(&archive, &BOUNDS).expect("sound").len() as u64;
        for (bounds, part) in [
            (Bounds { decoded: size - 1, ..BOUNDS }, "decodes to more"),
            (Bounds { entries: 1, ..BOUNDS }, "more than 1 entries"),
            (Bounds { entry: 10, ..BOUNDS }, "entry 1 of the archive has more than 10 bytes"),
        ] {
            let refused = unpack(&archive, &bounds).expect_err(part).to_string();
            assert!(refused.contains(part), "{refused}");
        }
        assert!(unpack(&archive, &Bounds { decoded: size, ..BOUNDS }).is_ok());
    }

    #[test]
    fn what_a_bundle_may_not_do_an_archive_may_not() {
        let archive = bundle(&[deny()]);
        let twice = [archive.clone(), archive.clone()].concat();
        let refused = unpack(&twice, &BOUNDS).expect_err("bytes follow").to_string();
        assert!(refused.contains("bytes follow the member") && !refused.contains("bundle"));
        assert!(gunzip(&twice, &BOUNDS).is_err());
        assert!(unpack(&archive[..archive.len() - 1], &BOUNDS).is_err());
        assert!(unpack(b"", &BOUNDS).is_err());
    }
}
