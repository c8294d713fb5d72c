//! A corpus: a manifest and the vectors it names, checked before anything runs.

mod broken;
mod digest;
mod folder;
mod load;

pub use broken::Broken;
pub use digest::{Digest, VectorDigest, digest, material_sha256, sha256};

use crate::surface::Surface;
use mcp_evidence_contract::catalogue::{self, published};
use mcp_evidence_contract::{Manifest, Material, Rule, Vector, vocabulary};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Bytes that a manifest may have: the rule corpus's is a tenth of it.
pub const MANIFEST_LIMIT: u64 = 16 << 20;

/// Bytes that one vector may have, files of a recipe included: the bundle limit
/// of the reference verifier.
pub const VECTOR_LIMIT: u64 = 100 << 20;

/// Bytes that all vectors together may have; they are held in memory, so that
/// what was checked is what runs.
pub const CORPUS_LIMIT: u64 = 512 << 20;

/// Files that the folder of one vector may have.
pub const FOLDER_LIMIT: usize = 100;

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
    /// All of it, whether it was stored or made by a recipe.
    material: Material,
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

    /// The same from memory; `file` gives what is stored of a vector, by its path.
    ///
    /// # Errors
    /// The corpus is broken.
    pub fn from_memory<M: Into<Material>>(
        manifest: &[u8],
        mut file: impl FnMut(&str) -> Option<M>,
    ) -> Result<Corpus, Broken> {
        load::from_memory(manifest, |path| file(path).map(Into::into))
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

    /// What a candidate is given for a vector.
    pub fn material(&self, index: usize) -> &Material {
        &self.bundles[index].material
    }

    /// The bytes of a vector that is a file; none of a folder.
    pub fn bytes(&self, index: usize) -> &[u8] {
        self.material(index).bytes()
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
            None if self.manifest.profile == vocabulary::PROFILE => {
                published::broken_by(&vector.id)
            }
            None => None,
        }
    }
}
