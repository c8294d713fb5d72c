//! What can be wrong with a corpus.

use crate::escape::{TEXT, escape};
use crate::surface::ShapeFault;
use mcp_evidence_contract::Counts;
use std::io;
use std::path::PathBuf;

/// A corpus that must not run. No fault of the candidate, and none of how the
/// harness was called.
#[derive(Debug, thiserror::Error)]
pub enum Broken {
    /// A file cannot be read.
    #[error("cannot read {}: {source}", escape(&path.to_string_lossy(), TEXT))]
    Unreadable {
        /// The manifest or a vector.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file is larger than anything that is read.
    #[error("{} has more than {limit} bytes", escape(file, TEXT))]
    TooLarge {
        /// The manifest or a vector.
        file: String,
        /// The limit.
        limit: u64,
    },
    /// The manifest is not JSON that everybody reads alike.
    #[error("the manifest is not strict JSON: {0}")]
    Json(mcp_evidence_strict_json::Error),
    /// The manifest has another form.
    #[error("the manifest does not have the published form: {}", escape(.0, TEXT))]
    Form(String),
    /// There is no surface for the profile.
    #[error("no suite of the profile {} is known", escape(.0, TEXT))]
    Profile(String),
    /// No vectors.
    #[error("the manifest lists no vectors")]
    Empty,
    /// An id that cannot be selected or shown.
    #[error("the vector id {} is empty, too long or not printable", escape(.0, TEXT))]
    Id(String),
    /// An id twice.
    #[error("the vector id {} is listed twice", escape(.0, TEXT))]
    RepeatedId(String),
    /// A path that leads out of the manifest's folder, or not to what cases of
    /// the suite are.
    #[error(
        "vector {}: {} is not {what} inside the manifest's folder",
        escape(id, TEXT),
        escape(file, TEXT)
    )]
    Path {
        /// The vector.
        id: String,
        /// Its file.
        file: String,
        /// What a case of the suite is.
        what: &'static str,
    },
    /// A folder of a vector that is no plain list of files.
    #[error(
        "vector {}: the folder {} holds {what}; the files of a case stand in it by plain names",
        escape(id, TEXT),
        escape(file, TEXT)
    )]
    Folder {
        /// The vector.
        id: String,
        /// Its folder.
        file: String,
        /// What does not belong there.
        what: String,
    },
    /// A recipe that cannot be followed.
    #[error("vector {}: the recipe of {}: {why}", escape(id, TEXT), escape(name, TEXT))]
    Recipe {
        /// The vector.
        id: String,
        /// The file that the recipe would make.
        name: String,
        /// Why it is not made.
        why: String,
    },
    /// A vector is not there.
    #[error("vector {}: there is no {}", escape(id, TEXT), escape(file, TEXT))]
    Missing {
        /// The vector.
        id: String,
        /// Its file.
        file: String,
    },
    /// A vector's bytes are others than the manifest's.
    #[error(
        "vector {}: the manifest says {}, the file has {actual}",
        escape(id, TEXT),
        escape(declared, TEXT)
    )]
    VectorDigest {
        /// The vector.
        id: String,
        /// The manifest's digest.
        declared: String,
        /// The file's.
        actual: String,
    },
    /// The corpus digest does not follow from the vectors' digests.
    #[error(
        "the manifest's corpus digest is {}, its vectors give {computed}",
        escape(declared, TEXT)
    )]
    CorpusDigest {
        /// The manifest's.
        declared: String,
        /// The recomputed one.
        computed: String,
    },
    /// An expectation that no report could meet.
    #[error("vector {}: {fault}", escape(id, TEXT))]
    Expectation {
        /// The vector.
        id: String,
        /// What is wrong with it.
        fault: ShapeFault,
    },
    /// The counts do not follow from the expectations.
    #[error(
        "the manifest counts {} vectors to accept and {} to reject, its expectations {} and {}",
        declared.accept, declared.reject, computed.accept, computed.reject
    )]
    Counts {
        /// The manifest's counts.
        declared: Counts,
        /// The recomputed ones.
        computed: Counts,
    },
}
