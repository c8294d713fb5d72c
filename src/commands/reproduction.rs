//! What the subcommands of issue #1840 share.

use crate::cli::{IdentityArguments, RunLimits};
use crate::failure::Failure;
use crate::{place, signals, suites};
use mcp_evidence_harness::candidate::Limits;
use mcp_evidence_harness::reporter::json;
use mcp_evidence_harness::{Candidate, Corpus};
use mcp_evidence_reproduction::capture::{Observer, Said};
use mcp_evidence_reproduction::identity::{Draft, IDENTITY_LIMIT, Identity};
use mcp_evidence_reproduction::pack::{self, PACK_LIMIT, Pack};
use std::ffi::OsString;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// A file's bytes, or one more than `limit` of them, which its reader refuses.
pub(super) fn read(path: &Path, limit: usize) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(limit as u64 + 1).read_to_end(&mut bytes))
        .map_err(|source| Failure::Read { path: path.to_owned(), source })?;
    Ok(bytes)
}

/// A pack whose every binding holds.
pub(super) fn pack(path: &Path) -> Result<Pack, Failure> {
    pack::read(&read(path, PACK_LIMIT)?)
        .map_err(|source| Failure::Pack { path: path.to_owned(), source })
}

/// Writes a file whole or not at all.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    json::replace(path, |out| out.write_all(bytes))
        .map_err(|source| Failure::ResultFile { path: path.to_owned(), source })
}

/// The identity of a file, outranked by single members.
pub(super) fn identity(arguments: &IdentityArguments) -> Result<Identity, Failure> {
    let mut draft = match &arguments.identity {
        Some(path) => Draft::read(&read(path, IDENTITY_LIMIT)?)?,
        None => Draft::default(),
    };
    for (member, given) in [
        (&mut draft.name, &arguments.name),
        (&mut draft.version, &arguments.version),
        (&mut draft.source, &arguments.source),
        (&mut draft.commit, &arguments.commit),
        (&mut draft.mode, &arguments.mode),
        (&mut draft.id, &arguments.id),
        (&mut draft.image, &arguments.image),
    ] {
        if given.is_some() {
            member.clone_from(given);
        }
    }
    Ok(draft.check()?)
}

/// The corpus of a manifest, or the built-in one with this digest, and the
/// arguments of `run` that select it.
pub(super) fn corpus(
    manifest: Option<&Path>,
    digest: &str,
) -> Result<(Corpus, Vec<OsString>), Failure> {
    if let Some(manifest) = manifest {
        return Ok((Corpus::load(manifest)?, vec!["--manifest".into(), manifest.into()]));
    }
    let corpora = suites::all().map(|suite| (suite.id, suite.corpus()));
    match corpora.into_iter().find(|(_, corpus)| corpus.manifest.corpus_digest == digest) {
        Some((suites::DEFAULT, corpus)) => Ok((place::load(&corpus)?, Vec::new())),
        Some((id, corpus)) => Ok((place::load(&corpus)?, vec!["--suite".into(), id.into()])),
        None => Err(Failure::Usage(format!(
            "no built-in corpus has the digest {digest}; name its manifest with --manifest"
        ))),
    }
}

pub(super) fn candidate(argv: &[OsString], limits: &RunLimits) -> Result<Candidate, Failure> {
    let candidate = Candidate::new(argv.to_vec())?;
    Ok(match &limits.cwd {
        Some(folder) => candidate.in_folder(folder)?,
        None => candidate,
    })
}

fn observer(limits: &RunLimits) -> Result<Observer, Failure> {
    Ok(Observer {
        limits: Limits { time: limits.timeout, ..Limits::default() },
        host: place::host()?,
        jobs: limits.jobs,
    })
}

/// What the candidate says about the pack's cases, all of them or nothing.
pub(super) fn observe(
    limits: &RunLimits,
    pack: &Pack,
    candidate: &Candidate,
) -> Result<Vec<Said>, Failure> {
    let said = observer(limits)?.observe(pack, candidate)?;
    match signals::stopped() {
        // A capture has no word for a part of itself.
        Some(cause) => Err(Failure::Stopped(cause)),
        None => Ok(said),
    }
}
