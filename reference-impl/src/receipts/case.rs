//! The folder of a case: `case.json` and the files beside it.

use super::file;
use super::limits;
use super::lines::Lines;
use super::verify::Expectation;
use mcp_evidence_strict_json as strict_json;
use serde::Deserialize;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::{Path, PathBuf};

/// Bytes that `case.json` may have.
const CASE_LIMIT: u64 = 1024 * 1024;

/// What the fixed diagnostic says.
const INCOMPLETE: &str = "capture incomplete";

/// What to do with the files of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Operation {
    /// `requests.jsonl` against `decisions.jsonl`.
    Verify,
    /// `frames.bin` and `decisions.jsonl` to receipts.
    Derive,
}

/// What `case.json` says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// What to do.
    pub operation: Operation,
    /// What the caller knows of the capture.
    pub expectation: Expectation,
}

/// A file that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {}: {source}; {advice}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// The system's reason, or ours.
    pub source: io::Error,
    /// What to do.
    advice: &'static str,
}

/// Why there is no case.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is too long to be one.
    #[error("{} has more than {CASE_LIMIT} bytes and is no case; give another folder", path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
    },
    /// The file is no strict JSON.
    #[error("{}: {error}; a case is one JSON object", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: strict_json::Error,
    },
    /// The object is not of the form.
    #[error("{}: {message}; a case has op, expected_scope, lifecycle and diagnostics", path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
}

/// `case.json` as it is written.
#[derive(Deserialize)]
struct Written {
    op: Operation,
    expected_scope: String,
    lifecycle: Lifecycle,
    diagnostics: Vec<String>,
}

#[derive(Deserialize)]
struct Lifecycle {
    launch: bool,
    stop: bool,
}

/// Opens a retained file. Only a regular file is opened, and no link is followed:
/// a pipe would keep us waiting, a device never end, and a link leads to a file
/// that nobody retained.
///
/// # Errors
/// It is not there, not a regular file, or cannot be opened.
pub fn open(path: &Path) -> Result<BufReader<File>, FileError> {
    let fault = |source, advice| FileError { path: path.to_owned(), source, advice };
    let metadata =
        path.symlink_metadata().map_err(|error| fault(error, "give the folder that holds it"))?;
    if !metadata.is_file() {
        let source = io::Error::other("not a regular file");
        return Err(fault(source, "put the retained file itself there"));
    }
    let file = File::open(path).map_err(|error| fault(error, "check its permissions"))?;
    Ok(BufReader::with_capacity(1 << 16, file))
}

/// The lines of the proxy's standard error that say that the capture is
/// incomplete, the first ten of them, each as far as it is worth showing.
///
/// # Errors
/// It cannot be read on.
pub fn diagnostics(stderr: impl BufRead) -> io::Result<Vec<String>> {
    const MOST: usize = 10;
    const SHOWN: usize = 200;
    let mut lines = Lines::new(stderr, limits::EVENT_HELD);
    let mut found = Vec::new();
    while let Some(line) = lines.next()? {
        let text = String::from_utf8_lossy(line.text());
        if text.contains(INCOMPLETE) {
            found.push(text.trim().chars().take(SHOWN).collect());
            if found.len() == MOST {
                break;
            }
        }
    }
    Ok(found)
}

/// Reads `case.json` of a folder.
///
/// # Errors
/// It cannot be read, or is no case.
pub fn read_case(folder: &Path) -> Result<Case, CaseError> {
    let path = folder.join(file::CASE);
    let mut bytes = Vec::new();
    open(&path)?.take(CASE_LIMIT + 1).read_to_end(&mut bytes).map_err(|source| FileError {
        path: path.clone(),
        source,
        advice: "check its permissions",
    })?;
    if bytes.len() as u64 > CASE_LIMIT {
        return Err(CaseError::TooLong { path });
    }
    Case::of(&bytes).map_err(|fault| match fault {
        Fault::Json(error) => CaseError::Json { path, error },
        Fault::Form(message) => CaseError::Form { path, message },
    })
}

pub(super) enum Fault {
    Json(strict_json::Error),
    Form(String),
}

impl Case {
    /// Reads the file's bytes.
    pub(super) fn of(bytes: &[u8]) -> Result<Case, Fault> {
        let value =
            strict_json::parse(bytes, strict_json::Limits::default()).map_err(Fault::Json)?;
        let lifecycle = &value["lifecycle"];
        // The deserializer alone would take arrays for objects.
        if !value.is_object() || !lifecycle.is_object() {
            return Err(Fault::Form("the case and its lifecycle are objects".to_owned()));
        }
        let Written { op, expected_scope, lifecycle, diagnostics } =
            Written::deserialize(value).map_err(|error| Fault::Form(error.to_string()))?;
        let Lifecycle { launch, stop } = lifecycle;
        let expectation = Expectation { scope: expected_scope, launch, stop, diagnostics };
        Ok(Case { operation: op, expectation })
    }
}
