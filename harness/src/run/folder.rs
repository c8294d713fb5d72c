//! Where the cases of a run lie.

use crate::corpus::Corpus;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A folder that only the caller may enter, gone with this value.
pub(crate) struct PrivateFolder {
    path: PathBuf,
    _folder: tempfile::TempDir,
}

impl PrivateFolder {
    pub(crate) fn new() -> io::Result<PrivateFolder> {
        let folder = tempfile::Builder::new().prefix("mcp-evidence-").tempdir()?;
        Ok(PrivateFolder { path: folder.path().canonicalize()?, _folder: folder })
    }

    /// Absolute, whatever the environment says.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// Lays out one vector as a case: in a folder of its own, so that what a
/// candidate leaves beside it reaches no other.
pub(crate) fn lay_out(
    folder: &Path,
    corpus: &Corpus,
    index: usize,
    named: bool,
) -> io::Result<PathBuf> {
    let case = corpus.case_name(index);
    let own = folder.join(&case);
    fs::create_dir(&own)?;
    let file = Path::new(&corpus.vectors()[index].file);
    let path = match file.file_name() {
        Some(name) if named => own.join(name),
        Some(_) | None => own.join(format!("{case}.bundle.tar.gz")),
    };
    fs::write(&path, corpus.bytes(index))?;
    Ok(path)
}
