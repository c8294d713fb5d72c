//! Stage 1: bundle integrity (§4, §5 Stage 1).
//!
//! One pass over the bytes. The checks run as the bytes come by; §4's order is
//! that of the rules' [`Check`](mcp_evidence_contract::Check), and the sink
//! keeps the first in that order.

mod chain;
mod events;
mod line;
mod manifest;

use crate::Limits;
use crate::fault::{Fault, Notes, quote_bytes};
use crate::gzip::Decoder;
use crate::selection::Selection;
use crate::sink::{Sink, tell};
use crate::tar::{Entry, Walk};
use chain::Chain;
use events::Covered;
use manifest::Manifest;
use mcp_evidence_contract::Location;
use mcp_evidence_contract::catalogue::container as rules;
use std::io::Read;

/// Stage 1's result: what the later stages may look at once the sink has no
/// integrity failure.
#[derive(Debug)]
pub(crate) struct CheckedBundle {
    pub(crate) selection: Selection,
}

/// Nothing more can be read; the sink knows why.
#[derive(Debug)]
pub(crate) struct Blocked;

/// Runs every check of §4 over a bundle.
pub(crate) fn check<R: Read + Send, S: Sink>(
    bundle: R,
    limits: &Limits,
    sink: &mut S,
) -> Result<CheckedBundle, Blocked> {
    let mut reader = Reader::default();
    let walked = match Decoder::open(bundle, limits) {
        Ok(decoder) => {
            let mut walk = Walk::new(decoder);
            let walked = reader.read_entries(&mut walk, limits, sink);
            for notes in walk.into_notes() {
                replay(notes, sink);
            }
            walked
        }
        Err(fault) => Err(fault),
    };
    if let Err(fault) = walked {
        tell(sink, fault);
        return Err(Blocked);
    }
    let (Some(manifest), Some((chain, file))) = (&reader.manifest, reader.events) else {
        return Err(Blocked);
    };
    let selection = chain.check(manifest, file, sink);
    Ok(CheckedBundle { selection })
}

fn replay(notes: Notes, sink: &mut impl Sink) {
    for permission in notes.used {
        sink.used(permission);
    }
    for fault in notes.faults {
        tell(sink, fault);
    }
}

/// What an entry is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Manifest,
    Events,
    Surplus,
}

/// The two entries, once they have been read.
#[derive(Default)]
struct Reader {
    manifest: Option<Manifest>,
    events: Option<(Chain, Covered)>,
}

impl Reader {
    /// Walks the archive to its end. A fault that leaves one entry unreadable
    /// is kept back until the container's own checks are through.
    fn read_entries<R: Read + Send, S: Sink>(
        &mut self,
        walk: &mut Walk<R>,
        limits: &Limits,
        sink: &mut S,
    ) -> Result<(), Fault> {
        let mut first_name = Vec::new();
        let mut index = 0_u64;
        while let Some(entry) = walk.next_entry()? {
            sink.entry(&entry);
            match role(index, &entry, &first_name, sink) {
                Role::Manifest => self.manifest = Some(Manifest::read(walk, &entry, limits, sink)?),
                Role::Events => self.events = Some(events::read(walk, &entry, limits, sink)?),
                Role::Surplus => {}
            }
            if index == 0 {
                first_name = entry.name;
            }
            index += 1;
        }
        match index {
            0 => Err(Fault::new(&rules::NO_MANIFEST, Location::BUNDLE, "the archive is empty")),
            1 => Err(Fault::new(&rules::NO_EVENTS, Location::BUNDLE, "the archive has one entry")),
            _ => Ok(()),
        }
    }
}

const MANIFEST_NAME: &[u8] = b"manifest.json";
const EVENTS_NAME: &[u8] = b"events.ndjson";

/// Holds an entry against the two-file allowlist. An entry in the wrong place
/// or under a wrong name is still read as what it must be, so that one fault is
/// told once.
fn role(index: u64, entry: &Entry, first_name: &[u8], sink: &mut impl Sink) -> Role {
    let name = entry.name.as_slice();
    let shown = || quote_bytes(name);
    if is_unsafe(name) {
        sink.violated(&rules::UNSAFE_NAME, Location::BUNDLE, || {
            format!("the entry {} leads out of the bundle", shown())
        });
    }
    let (expected, rule, role) = match index {
        0 if name == EVENTS_NAME => (MANIFEST_NAME, &rules::MANIFEST_FIRST, Role::Events),
        0 => (MANIFEST_NAME, &rules::MANIFEST_FIRST, Role::Manifest),
        1 if first_name == EVENTS_NAME => (MANIFEST_NAME, &rules::MANIFEST_FIRST, Role::Manifest),
        1 => (EVENTS_NAME, &rules::EVENTS_SECOND, Role::Events),
        _ => {
            sink.violated(&rules::EXACTLY_TWO, Location::BUNDLE, || {
                format!("{} is an entry too many: a bundle has exactly two", shown())
            });
            return Role::Surplus;
        }
    };
    if name != expected {
        let rule = if is_spelled_otherwise(name, expected) { &rules::ENTRY_NAME } else { rule };
        sink.violated(rule, Location::BUNDLE, || {
            let place = if index == 0 { "first" } else { "second" };
            format!("the {place} entry is {}, not {}", shown(), quote_bytes(expected))
        });
    }
    role
}

/// Whether a reader that normalizes names takes this one for the other.
fn is_spelled_otherwise(name: &[u8], expected: &[u8]) -> bool {
    let mut rest = name;
    while let Some(inner) = rest.strip_prefix(b"./") {
        rest = inner;
    }
    while let Some(inner) = rest.strip_suffix(b"/") {
        rest = inner;
    }
    rest == expected
}

fn is_unsafe(name: &[u8]) -> bool {
    name.starts_with(b"/") || name.split(|byte| *byte == b'/').any(|part| part == b"..")
}

/// Reads an entry's data whole. Its size has been held against a limit.
fn read_whole<R: Read>(walk: &mut Walk<R>) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 8192];
    loop {
        match walk.data(&mut buffer)? {
            0 => return Ok(bytes),
            read => bytes.extend_from_slice(&buffer[..read]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_elsewhere_are_unsafe() {
        for name in [&b"/etc/passwd"[..], b"../x", b"a/../../x", b".."] {
            assert!(is_unsafe(name), "{}", name.escape_ascii());
        }
        for name in [&b"manifest.json"[..], b"./manifest.json", b"a..b/c", b""] {
            assert!(!is_unsafe(name), "{}", name.escape_ascii());
        }
    }

    #[test]
    fn only_normalized_names_count_as_spellings() {
        assert!(is_spelled_otherwise(b"./manifest.json", MANIFEST_NAME));
        assert!(is_spelled_otherwise(b"././manifest.json/", MANIFEST_NAME));
        assert!(!is_spelled_otherwise(b"Manifest.json", MANIFEST_NAME));
        assert!(!is_spelled_otherwise(b"x/manifest.json", MANIFEST_NAME));
    }
}
