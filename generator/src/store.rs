//! Corpora on disk: written whole, and compared byte for byte.

use crate::corpus::{Corpus, File};
use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Why [`write()`] stopped. Files written before the fault stay.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A folder could not be made.
    #[error("cannot create the folder {}: {source}; check the path and its permissions", folder.display())]
    CreateFolder {
        /// The folder.
        folder: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A file could not be written; an older file of that name is as it was.
    #[error("cannot write {}: {source}; check free space and permissions", file.display())]
    WriteFile {
        /// The file.
        file: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
}

/// Why [`check`] could not compare.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// A file is there and cannot be read.
    #[error("cannot read {}: {source}; check its type and permissions", file.display())]
    ReadFile {
        /// The file.
        file: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A folder is there and cannot be listed.
    #[error("cannot list the folder {}: {source}; check its type and permissions", folder.display())]
    ListFolder {
        /// The folder.
        folder: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
}

/// One way in which a folder is not what the corpora say. Paths are relative
/// to the folder that was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// A file of a corpus is not there.
    Missing {
        /// The file.
        path: String,
    },
    /// A file's bytes are others.
    Differs {
        /// The file.
        path: String,
        /// The first byte that differs, from 0; where one of the two is longer,
        /// the length of the shorter.
        offset: usize,
    },
    /// No corpus names the file, yet it stands among their vectors.
    Surplus {
        /// The file.
        path: String,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Missing { path } => {
                write!(f, "{path} is missing; `mcp-evidence generate` writes it")
            }
            Difference::Differs { path, offset } => write!(
                f,
                "{path} differs from byte {offset}; `mcp-evidence generate` writes it anew"
            ),
            Difference::Surplus { path } => {
                write!(f, "{path} is named by no manifest; remove it, or add its vector")
            }
        }
    }
}

/// Writes every file of `corpora`, and `documents` beside them, below `out_dir`,
/// folders included. A file is replaced whole or not at all; other files are
/// left alone.
///
/// # Errors
///
/// The first file or folder that cannot be written.
pub fn write(corpora: &[Corpus], documents: &[File], out_dir: &Path) -> Result<(), WriteError> {
    for file in corpora.iter().flat_map(Corpus::files).chain(documents.iter().cloned()) {
        let path = out_dir.join(&file.path);
        let folder = path.parent().unwrap_or(out_dir);
        fs::create_dir_all(folder)
            .map_err(|source| WriteError::CreateFolder { folder: folder.to_owned(), source })?;
        replace(&path, &file.bytes)
            .map_err(|source| WriteError::WriteFile { file: path.clone(), source })?;
    }
    Ok(())
}

/// Writes beside `path` and renames, so that nobody sees half a file.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.tmp", std::process::id()));
    let beside = PathBuf::from(beside);
    let written = fs::File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let replaced = written.and_then(|()| fs::rename(&beside, path));
    if replaced.is_err() {
        // The first fault is the one to tell; what is left over is harmless.
        let _ = fs::remove_file(&beside);
    }
    replaced
}

/// Compares what stands below `dir` with `corpora` and `documents`: every
/// difference, the files of each corpus in its order, the documents, then the
/// surplus files among the vectors by path. Empty when all is as it should be.
///
/// # Errors
///
/// The first file or folder that is there and cannot be read.
pub fn check(
    corpora: &[Corpus],
    documents: &[File],
    dir: &Path,
) -> Result<Vec<Difference>, CheckError> {
    let files: Vec<_> = corpora.iter().flat_map(Corpus::files).collect();
    let mut differences = Vec::new();
    for file in files.iter().chain(documents) {
        let path = dir.join(&file.path);
        match fs::read(&path) {
            Ok(found) if found == file.bytes => {}
            Ok(found) => differences.push(Difference::Differs {
                path: file.path.clone(),
                offset: first_difference(&found, &file.bytes),
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                differences.push(Difference::Missing { path: file.path.clone() });
            }
            Err(source) => return Err(CheckError::ReadFile { file: path, source }),
        }
    }
    let named: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    // The repository's root holds a manifest beside much else.
    let folders: BTreeSet<&str> =
        named.iter().filter_map(|path| path.rsplit_once('/')).map(|(folder, _)| folder).collect();
    for folder in folders {
        for name in file_names(&dir.join(folder))? {
            let path = format!("{folder}/{name}");
            if !named.contains(path.as_str()) {
                differences.push(Difference::Surplus { path });
            }
        }
    }
    Ok(differences)
}

fn first_difference(left: &[u8], right: &[u8]) -> usize {
    let shorter = left.len().min(right.len());
    left.iter().zip(right).position(|(left, right)| left != right).unwrap_or(shorter)
}

/// The names of what is no folder in `folder`, sorted; none where there is no
/// such folder.
fn file_names(folder: &Path) -> Result<Vec<String>, CheckError> {
    let fault = |source| CheckError::ListFolder { folder: folder.to_owned(), source };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => return Err(fault(source)),
    };
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(fault)?;
        if !entry.file_type().map_err(fault)?.is_dir() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::published;

    #[test]
    fn what_was_written_passes_the_check() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        write(&[published()], &[], folder.path()).expect("writes");
        write(&[published()], &[], folder.path()).expect("writes over itself");
        assert_eq!(check(&[published()], &[], folder.path()).expect("compares"), []);
    }

    #[test]
    fn every_difference_is_named() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let vectors = folder.path().join("vectors");
        write(&[published()], &[], folder.path()).expect("writes");
        let path = |id: &str| format!("vectors/{id}.bundle.tar.gz");
        let changed = folder.path().join(path("ok-001-deny-bound-observation"));
        let mut bytes = fs::read(&changed).expect("reads");
        bytes[9] ^= 1;
        fs::write(&changed, bytes).expect("writes");
        let longer = folder.path().join(path("ok-002-deny-observation-missing"));
        let mut bytes = fs::read(&longer).expect("reads");
        let length = bytes.len();
        bytes.push(0);
        fs::write(&longer, bytes).expect("writes");
        fs::remove_file(folder.path().join(path("bad-104-unknown-schema"))).expect("removes");
        fs::write(vectors.join("stray"), "").expect("writes");
        fs::create_dir(vectors.join("another-suite")).expect("creates");
        assert_eq!(
            check(&[published()], &[], folder.path()).expect("compares"),
            [
                Difference::Differs { path: path("ok-001-deny-bound-observation"), offset: 9 },
                Difference::Differs {
                    path: path("ok-002-deny-observation-missing"),
                    offset: length
                },
                Difference::Missing { path: path("bad-104-unknown-schema") },
                Difference::Surplus { path: "vectors/stray".to_owned() },
            ]
        );
    }

    #[test]
    fn an_empty_folder_misses_everything() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let differences = check(&[published()], &[], folder.path()).expect("compares");
        assert_eq!(differences.len(), 15);
        assert_eq!(
            differences[0].to_string(),
            "MANIFEST.json is missing; `mcp-evidence generate` writes it"
        );
    }

    #[test]
    fn a_folder_in_the_place_of_a_file_is_an_error_that_names_it() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        fs::create_dir(folder.path().join("MANIFEST.json")).expect("creates");
        let error =
            check(&[published()], &[], folder.path()).expect_err("cannot be read").to_string();
        assert!(error.contains("MANIFEST.json"), "{error}");
        let error =
            write(&[published()], &[], folder.path()).expect_err("cannot be replaced").to_string();
        assert!(error.contains("MANIFEST.json"), "{error}");
        let left: Vec<_> = fs::read_dir(folder.path()).expect("lists").collect();
        assert_eq!(left.len(), 1, "no temporary file is left over");
    }
}
