//! No output takes the place of what its command reads, or of another output.

use crate::failure::Failure;
use crate::notice::shown;
use mcp_evidence_harness::reporter::FileIdentity;
use mcp_evidence_harness::{Candidate, Corpus};
use std::fs::File;
use std::io;
use std::os::fd::AsFd as _;
use std::path::Path;

/// What a stored result is called, which a JSON result may replace.
pub(crate) const RESULT: &str = "the result";

/// What known divergences are called, which newly written ones may replace.
pub(crate) const BASELINE: &str = "the baseline";

/// The files that a command touches.
#[derive(Default)]
pub(crate) struct Files {
    known: Vec<Named>,
}

struct Named {
    what: &'static str,
    /// As it was named, for the message.
    name: String,
    identity: FileIdentity,
}

impl Files {
    /// A file that is read, or that something is appended to. Told before what
    /// is replaced.
    pub(crate) fn uses(&mut self, what: &'static str, path: &Path) {
        self.know(what, shown(path), FileIdentity::of(path));
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
        let Some(identity) = FileIdentity::of(path) else { return Ok(()) };
        let is_lost = |known: &&Named| known.identity == identity && Some(known.what) != renewed;
        if let Some(Named { what, name, .. }) = self.known.iter().find(is_lost) {
            return Err(Failure::Usage(format!(
                "{option} {} and {what} {name} are one file: name another; nothing was written",
                shown(path)
            )));
        }
        self.know(option, shown(path), Some(identity));
        Ok(())
    }

    /// Standard output, where it is a file.
    pub(crate) fn uses_standard_output(&mut self) {
        let open = io::stdout().as_fd().try_clone_to_owned().map(File::from);
        let found = open.and_then(|file| file.metadata()).ok();
        let identity = found.as_ref().and_then(FileIdentity::of_open);
        self.know("standard output", "of this command".to_owned(), identity);
    }

    /// A corpus that stands in files: its manifest and its vectors.
    pub(crate) fn uses_corpus(&mut self, corpus: &Corpus) {
        let Some(manifest) = corpus.path() else { return };
        self.uses("the manifest", manifest);
        for vector in corpus.vectors() {
            self.uses("the vector", &manifest.with_file_name(&vector.file));
        }
    }

    /// A candidate's program, and what the words behind it name, as a script.
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
        for file in words.iter().map(|word| folder.join(word)).filter(|file| file.is_file()) {
            self.uses("the candidate's file", &file);
        }
    }

    fn know(&mut self, what: &'static str, name: String, identity: Option<FileIdentity>) {
        self.known.extend(identity.map(|identity| Named { what, name, identity }));
    }
}
