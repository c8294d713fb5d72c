//! A pack as hostile input: every limit, every name, every binding.

use super::cases::Cases;
use super::{CASES, DECODED_LIMIT, MEMBER_LIMIT, PACK_LIMIT, Pack, PackedCase, TEXTS};
use crate::fault::Faults;
use crate::words::{Form, MOST_CASES, PUBLISHED_SUITE, is_slug};
use mcp_evidence_generator::{chain, digest};
use mcp_evidence_harness::escape::{TEXT, escape_bytes};
use mcp_evidence_reference::container::{Bounds, File, Refused, unpack};
use std::collections::BTreeMap;

/// Why a pack is not used. Text of the pack is bounded and escaped.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PackError {
    /// The file is too long.
    #[error("the pack has {0} bytes; at most {PACK_LIMIT} are read")]
    TooLong(usize),
    /// It is no sound `.tar.gz`, or one beyond the bounds.
    #[error("the pack cannot be taken apart: {0}")]
    Container(#[from] Refused),
    /// A member stands outside the pack's one folder, or that has another name.
    #[error("the member {} is not in the folder {folder}", escape_bytes(.name, TEXT))]
    Folder {
        /// The member.
        name: Vec<u8>,
        /// The folder that the first member names, or the published one.
        folder: String,
    },
    /// A name comes twice, or before one that it sorts behind.
    #[error("the member {} is out of order or comes twice", escape_bytes(.0, TEXT))]
    Order(Vec<u8>),
    /// A member that a pack must have is missing.
    #[error("the pack has no member {0}")]
    Missing(String),
    /// A member that nothing names.
    #[error("nothing names the member {}", escape_bytes(.0, TEXT))]
    Unnamed(Vec<u8>),
    /// `cases.json` is not what it must be: every fault.
    #[error("cases.json of the pack cannot be used:{0}")]
    Cases(#[source] Faults),
    /// A case has other bytes than `cases.json` says.
    #[error("the bytes of {id} are {found}, and cases.json says {declared}")]
    CaseDigest {
        /// The case.
        id: String,
        /// What was computed.
        found: String,
        /// What was declared.
        declared: String,
    },
    /// The cases together are others.
    #[error("the rendered-set digest of the cases is {found}, and cases.json says {declared}")]
    RenderedSet {
        /// What was computed.
        found: String,
        /// What was declared.
        declared: String,
    },
}

/// Entries of the largest pack: its cases, its texts, `cases.json`.
const ENTRIES: usize = MOST_CASES + TEXTS.len() + 1;

/// Reads a pack and checks that it is whole and bound.
///
/// # Errors
/// The first thing that is not as it must be.
pub fn read(bytes: &[u8]) -> Result<Pack, PackError> {
    if bytes.len() > PACK_LIMIT {
        return Err(PackError::TooLong(bytes.len()));
    }
    let bounds = Bounds { decoded: DECODED_LIMIT, entries: ENTRIES, entry: MEMBER_LIMIT };
    let (suite, mut members) = by_name(unpack(bytes, &bounds)?)?;
    let mut take = |name: &str| {
        let missing = || PackError::Missing(name.to_owned());
        members.remove(name.as_bytes()).ok_or_else(missing)
    };
    let (form, binding) = Cases::read(&take(CASES)?).map_err(PackError::Cases)?;
    for name in TEXTS {
        take(name)?;
    }
    let mut cases = Vec::with_capacity(binding.cases.len());
    for case in binding.cases {
        let bytes = take(&case.file)?;
        let found = digest(&bytes);
        if found != case.sha256 {
            return Err(PackError::CaseDigest { id: case.id, found, declared: case.sha256 });
        }
        cases.push(PackedCase { id: case.id, sha256: found, bytes });
    }
    if let Some(name) = members.into_keys().next() {
        return Err(PackError::Unnamed(name));
    }
    if form == Form::Published && suite != PUBLISHED_SUITE {
        let name = suite.into_bytes();
        return Err(PackError::Folder { name, folder: PUBLISHED_SUITE.to_owned() });
    }
    let rendered_set_digest = chain(cases.iter().map(|case| case.sha256.as_str()));
    if rendered_set_digest != binding.rendered_set_digest {
        let declared = binding.rendered_set_digest;
        return Err(PackError::RenderedSet { found: rendered_set_digest, declared });
    }
    Ok(Pack {
        form,
        sha256: digest(bytes),
        suite,
        profile: binding.profile,
        declared_source_commit: binding.declared_source_commit,
        source_corpus_digest: binding.source_corpus_digest,
        rendered_set_digest,
        cases,
    })
}

/// Members by their names below the folder.
type Members = BTreeMap<Vec<u8>, Vec<u8>>;

/// The one folder, and what is in it.
fn by_name(files: Vec<File>) -> Result<(String, Members), PackError> {
    let first = files.first().ok_or_else(|| PackError::Missing(CASES.to_owned()))?;
    let folder = first.name.split(|byte| *byte == b'/').next().unwrap_or_default();
    let folder = std::str::from_utf8(folder).ok().filter(|folder| is_slug(folder));
    let folder = folder.unwrap_or(PUBLISHED_SUITE).to_owned();
    let mut members = Members::new();
    let mut last = Vec::new();
    for File { name, data } in files {
        let below = name.strip_prefix(folder.as_bytes()).and_then(|rest| rest.strip_prefix(b"/"));
        let Some(below) = below.filter(|below| !below.is_empty()) else {
            return Err(PackError::Folder { name, folder });
        };
        if name <= last {
            return Err(PackError::Order(name));
        }
        members.insert(below.to_owned(), data);
        last = name;
    }
    Ok((folder, members))
}
