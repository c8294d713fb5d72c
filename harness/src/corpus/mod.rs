//! A corpus: a manifest and the vectors it names, checked before anything runs.

mod broken;
mod digest;
mod load;

pub use broken::Broken;
pub use digest::{Digest, VectorDigest, digest, sha256};

use crate::surface::Surface;
use mcp_evidence_contract::catalogue;
use mcp_evidence_contract::{Manifest, Profile, Rule, Vector};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Bytes that a manifest may have: the rule corpus's is a tenth of it.
pub const MANIFEST_LIMIT: u64 = 16 << 20;

/// Bytes that one vector may have: the bundle limit of the reference verifier.
pub const VECTOR_LIMIT: u64 = 100 << 20;

/// Bytes that all vectors together may have; they are held in memory, so that
/// what was checked is what runs.
pub const CORPUS_LIMIT: u64 = 512 << 20;

/// A corpus whose files, digests and expectations have been checked.
pub struct Corpus {
    manifest: Manifest<Value>,
    surface: Box<dyn Surface>,
    bundles: Vec<Bundle>,
    unlisted: Vec<String>,
    path: Option<PathBuf>,
}

/// What a candidate is given for one vector.
struct Bundle {
    bytes: Vec<u8>,
    /// Place of the vector among all, ordered by digest, from 1: neither name
    /// nor number of a case tells what is expected of it.
    number: usize,
}

impl Corpus {
    /// Reads a manifest of the published form and the vectors beside it.
    ///
    /// # Errors
    /// The corpus is broken: nothing of it should run.
    pub fn load(manifest: &Path) -> Result<Corpus, Broken> {
        load::from_files(manifest)
    }

    /// The same from memory; `file` gives a vector's bytes by its path.
    ///
    /// # Errors
    /// The corpus is broken.
    pub fn from_memory(
        manifest: &[u8],
        file: impl FnMut(&str) -> Option<Vec<u8>>,
    ) -> Result<Corpus, Broken> {
        load::from_memory(manifest, file)
    }

    /// What the manifest says, expectations as JSON.
    pub fn manifest(&self) -> &Manifest<Value> {
        &self.manifest
    }

    /// What of a report is compared.
    pub fn surface(&self) -> &dyn Surface {
        &*self.surface
    }

    /// Whether its outcomes count; where every vector probes a point of the text
    /// that leaves room, none does.
    pub fn is_scored(&self) -> bool {
        self.vectors().iter().any(|vector| vector.point.is_none())
    }

    /// The vectors, in the order of the manifest.
    pub fn vectors(&self) -> &[Vector<Value>] {
        &self.manifest.vectors
    }

    /// The vectors' ids, in the order of the manifest.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.manifest.vectors.iter().map(|vector| vector.id.as_str())
    }

    /// Files in the vectors' folders that no entry names, relative to the
    /// manifest's folder, at most a hundred of them. Folders with a manifest of
    /// their own are other suites.
    pub fn unlisted(&self) -> &[String] {
        &self.unlisted
    }

    /// The manifest's file, where there is one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The bytes of a vector.
    pub fn bytes(&self, index: usize) -> &[u8] {
        &self.bundles[index].bytes
    }

    /// What the candidate sees a vector called: `case-001` and so on, by the
    /// order of the digests, as the published opaque cases are numbered.
    pub fn case_name(&self, index: usize) -> String {
        format!("case-{:03}", self.bundles[index].number)
    }

    /// The rule that a vector breaks or the permission that it uses, where the
    /// manifest names one or the vector is a published one.
    pub fn rule(&self, index: usize) -> Option<&'static Rule> {
        let vector = &self.manifest.vectors[index];
        match &vector.rule {
            Some(id) => catalogue::find(id),
            None => Profile::of_id(&self.manifest.profile)?.broken_by(&vector.id),
        }
    }
}
