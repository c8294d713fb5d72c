//! Where the cases of a run lie.

use crate::corpus::Corpus;
use crate::surface::CaseForm;
use mcp_evidence_contract::Material;
use std::ffi::OsStr;
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
