//! No output takes the place of what its command reads, or of another output.

use crate::failure::Failure;
use crate::notice::shown;
use mcp_evidence_harness::reporter::{FileIdentity, Output};
use mcp_evidence_harness::{Candidate, Corpus};
use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::fd::AsFd as _;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

/// What a stored result is called, which a JSON result may replace.
pub(crate) const RESULT: &str = "the result";

/// What known divergences are called, which newly written ones may replace.
pub(crate) const BASELINE: &str = "the baseline";

/// The files that a command touches.
#[derive(Default)]
pub(crate) struct Files {
    known: Vec<Named>,
    /// Cases that are folders, resolved: nothing is written into them.
    cases: Vec<PathBuf>,
}

struct Named {
    what: &'static str,
    /// As it was named, for the message.
    name: String,
    identity: FileIdentity,
    touch: Touch,
}

/// What becomes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Touch {
    /// It is read, now or by a candidate.
    Read,
    /// Something is written behind what stands there, which loses nothing, but
    /// is in the way of whoever reads it.
    Appended,
    /// Another file takes its place.
    Replaced,
}

impl Files {
    /// A file that is read. Told before what is written.
    pub(crate) fn uses(&mut self, what: &'static str, path: &Path) {
        self.know(what, shown(path), FileIdentity::of(path), Touch::Read);
    }

    /// A file that something is appended to.
    ///
    /// # Errors
    /// It is read here.
    pub(crate) fn appends(&mut self, what: &'static str, path: &Path) -> Result<(), Failure> {
        let identity = FileIdentity::of(path);
        self.write(what, shown(path), identity, Touch::Appended, None)
    }

    /// A file that an option replaces, unless that is one of `renewed`.
    ///
    /// # Errors
    /// Something else that is known here would be lost.
    pub(crate) fn replaces(
        &mut self,
        option: &'static str,
        path: &Path,
        renewed: Option<&'static str>,
    ) -> Result<(), Failure> {
        let is_appended = Output::is_appended(path);
        let touch = if is_appended { Touch::Appended } else { Touch::Replaced };
        let name = shown(path);
        if let Some(target) = resolved(path)
            && let Some(case) = self.cases.iter().find(|case| target.starts_with(case))
        {
            return Err(Failure::Usage(format!(
                "{option} {name} is in the case {}: name another; nothing was written",
                shown(case)
            )));
        }
        self.write(option, name, FileIdentity::of(path), touch, renewed)
    }

    /// Standard output, where it is a file.
    ///
    /// # Errors
    /// It is read here.
    pub(crate) fn writes_standard_output(&mut self) -> Result<(), Failure> {
        let open = io::stdout().as_fd().try_clone_to_owned().map(File::from);
        let found = open.and_then(|file| file.metadata()).ok();
        let identity = found.as_ref().and_then(FileIdentity::of_open);
        self.write("standard output", "of this command".to_owned(), identity, Touch::Appended, None)
    }

    fn write(
        &mut self,
        what: &'static str,
        name: String,
        identity: Option<FileIdentity>,
        touch: Touch,
        renewed: Option<&'static str>,
    ) -> Result<(), Failure> {
        let is_lost = |known: &&Named| {
            let is_renewed = touch == Touch::Replaced && Some(known.what) == renewed;
            Some(&known.identity) == identity.as_ref()
                && !is_renewed
                && [touch, known.touch] != [Touch::Appended; 2]
        };
        if let Some(other) = self.known.iter().find(is_lost) {
            return Err(Failure::Usage(format!(
                "{what} {name} and {} {} are one file: name another; nothing was written",
                other.what, other.name
            )));
        }
        self.know(what, name, identity, touch);
        Ok(())
    }

    /// A corpus that stands in files: its manifest and its vectors.
    pub(crate) fn uses_corpus(&mut self, corpus: &Corpus) {
        let Some(manifest) = corpus.path() else { return };
        self.uses("the manifest", manifest);
        for vector in corpus.vectors() {
            let path = manifest.with_file_name(&vector.file);
            if path.is_dir() {
                self.cases.extend(path.canonicalize());
            } else {
                self.uses("the vector", &path);
            }
        }
    }

    /// A candidate's program, and the files that the words behind it name, as
    /// `verify.py` and `--config=rules.json` do.
    pub(crate) fn uses_candidate(&mut self, candidate: &Candidate) {
        let Some((program, words)) = candidate.argv().split_first() else { return };
        let program = Path::new(program);
        match program.parent() {
            Some(folder) if folder.as_os_str().is_empty() => {
                let path = std::env::var_os("PATH").unwrap_or_default();
                let found = std::env::split_paths(&path).map(|folder| folder.join(program));
                if let Some(file) = found.into_iter().find(|file| file.is_file()) {
                    self.uses("the candidate's program", &file);
                }
            }
            Some(_) | None => self.uses("the candidate's program", program),
        }
        // Those of the built-in verifier name no file.
        let words = if candidate.is_built_in() { &[] } else { words };
        let folder = candidate.folder().unwrap_or(Path::new(""));
        for word in words {
            let value = word.as_bytes().splitn(2, |byte| *byte == b'=').nth(1);
            for name in [Some(word.as_os_str()), value.map(OsStr::from_bytes)].into_iter().flatten()
            {
                let file = folder.join(name);
                if file.is_file() {
                    self.uses("the candidate's file", &file);
                }
            }
        }
    }

    fn know(
        &mut self,
        what: &'static str,
        name: String,
        identity: Option<FileIdentity>,
        touch: Touch,
    ) {
        self.known.extend(identity.map(|identity| Named { what, name, identity, touch }));
    }
}

/// Where a file is or will be, without links in its folder.
fn resolved(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().or_else(|| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        Some(folder.unwrap_or(Path::new(".")).canonicalize().ok()?.join(path.file_name()?))
    })
}
