//! Where the cases of a run lie.

use crate::corpus::Corpus;
use crate::escape::{TEXT, escape};
use crate::litter::{self, Listed};
use crate::surface::CaseForm;
use mcp_evidence_contract::Material;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A folder that only the caller may enter, gone with this value, or when
/// [`litter::sweep`] is called.
pub struct PrivateFolder {
    path: PathBuf,
    _folder: tempfile::TempDir,
    // Dropped last, when the folder is gone.
    _listed: Listed,
}

impl PrivateFolder {
    /// A new one, where the system has its temporary files.
    ///
    /// # Errors
    /// There is no room, or no permission, for one.
    pub fn new() -> io::Result<PrivateFolder> {
        let make = || tempfile::Builder::new().prefix("mcp-evidence-").tempdir();
        let (folder, listed) = litter::listed(make)?;
        Ok(PrivateFolder { path: folder.path().canonicalize()?, _folder: folder, _listed: listed })
    }

    /// Absolute, whatever the environment says.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// A case that could not be laid out: want of room or permission on our side,
/// which says nothing about a candidate.
#[derive(Debug, thiserror::Error)]
#[error("cannot lay out the case in {}: {source}; make room there, or let TMPDIR name a folder with room for the cases", escape(&folder.to_string_lossy(), TEXT))]
pub struct LayOutError {
    /// The folder that holds private folders: that of temporary files.
    folder: PathBuf,
    /// The system's reason.
    source: io::Error,
}

/// Lays out one vector as a case: in a folder of its own, so that what a
/// candidate leaves beside it reaches no other.
pub(crate) fn lay_out(
    folder: &Path,
    corpus: &Corpus,
    index: usize,
    named: bool,
) -> Result<PathBuf, LayOutError> {
    written(folder, corpus, index, named).map_err(|source| {
        // The private folder itself is gone by the time that somebody reads this.
        let folder = folder.parent().unwrap_or(folder).to_owned();
        LayOutError { folder, source }
    })
}

fn written(folder: &Path, corpus: &Corpus, index: usize, named: bool) -> io::Result<PathBuf> {
    let case = corpus.case_name(index);
    let own = folder.join(&case);
    fs::create_dir(&own)?;
    let named = Path::new(&corpus.vectors()[index].file).file_name().filter(|_| named);
    match corpus.material(index) {
        Material::File(bytes) => {
            let opaque = match corpus.surface().form() {
                CaseForm::File(extension) => format!("{case}{extension}"),
                CaseForm::Folder => case,
            };
            let path = own.join(named.unwrap_or(OsStr::new(&opaque)));
            fs::write(&path, bytes)?;
            Ok(path)
        }
        Material::Folder(files) => {
            let path = own.join(named.unwrap_or(OsStr::new(&case)));
            fs::create_dir(&path)?;
            for (name, bytes) in files {
                fs::write(path.join(name), bytes)?;
            }
            Ok(path)
        }
    }
}
