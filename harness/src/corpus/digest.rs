//! The corpus digest, from the files alone.

use super::folder::Folder;
use super::load;
use super::{Broken, VECTOR_LIMIT};
use mcp_evidence_contract::Material;
use sha2::{Digest as _, Sha256};
use std::path::Path;

/// The sha256 of `bytes` as manifests spell it: `sha256:` and 64 digits.
pub fn sha256(bytes: &[u8]) -> String {
    spell(Sha256::new_with_prefix(bytes))
}

/// The sha256 of a case as manifests spell it: of a file's bytes, or of the
/// listing of a folder's files.
pub fn material_sha256(material: &Material) -> String {
    match material {
        Material::File(bytes) => sha256(bytes),
        Material::Folder(files) => {
            let mut listing = Sha256::new();
            for (name, bytes) in files {
                let digest = base16ct::lower::encode_string(&Sha256::digest(bytes));
                listing.update(format!("{digest}  {name}\n"));
            }
            spell(listing)
        }
    }
}

fn spell(hash: Sha256) -> String {
    format!("sha256:{}", base16ct::lower::encode_string(&hash.finalize()))
}

/// The corpus digest over vector digests in listed order.
pub(super) fn of_vectors<'a>(digests: impl Iterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for digest in digests {
        hash.update(digest);
        hash.update("\n");
    }
    spell(hash)
}

/// A corpus digest, claimed beside recomputed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Digest {
    /// The suite's id, as the manifest gives it.
    pub suite: String,
    /// The manifest's corpus digest.
    pub declared: String,
    /// The digest that the files give; none when one of them cannot be read.
    pub computed: Option<String>,
    /// The vectors, in listed order.
    pub vectors: Vec<VectorDigest>,
}

impl Digest {
    /// Whether every digest is the manifest's.
    pub fn holds(&self) -> bool {
        self.computed.as_ref() == Some(&self.declared)
            && self.vectors.iter().all(|vector| vector.computed.as_ref() == Ok(&vector.declared))
    }
}

/// One vector's digest, claimed beside recomputed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VectorDigest {
    /// The vector's id.
    pub id: String,
    /// Its file, relative to the manifest's folder.
    pub file: String,
    /// The manifest's digest.
    pub declared: String,
    /// The file's, or why there is none.
    pub computed: Result<String, String>,
}

/// Recomputes the corpus digest of a manifest from its files. Digests that
/// differ are in the result; only a manifest that cannot be read is an error.
///
/// # Errors
/// The manifest cannot be read or has another form.
pub fn digest(manifest: &Path) -> Result<Digest, Broken> {
    let parsed = load::parse(&load::read_manifest(manifest)?)?;
    let folder = Folder::of(manifest)?;
    let vectors: Vec<VectorDigest> = parsed
        .vectors
        .into_iter()
        .map(|vector| VectorDigest {
            computed: folder
                .read(&vector, VECTOR_LIMIT)
                .and_then(|stored| load::with_recipe(stored, &vector, VECTOR_LIMIT))
                .map(|material| material_sha256(&material))
                .map_err(|error| error.to_string()),
            id: vector.id,
            file: vector.file,
            declared: vector.sha256,
        })
        .collect();
    let digests: Result<Vec<&str>, &String> =
        vectors.iter().map(|vector| vector.computed.as_deref().map_err(|_| &vector.id)).collect();
    let computed = digests.ok().map(|digests| of_vectors(digests.into_iter()));
    Ok(Digest { suite: parsed.suite, declared: parsed.corpus_digest, computed, vectors })
}
