//! From a manifest and its files to a checked corpus.

use super::digest::{of_vectors, sha256};
use super::{Broken, Bundle, CORPUS_LIMIT, Corpus, MANIFEST_LIMIT, VECTOR_LIMIT};
use crate::surface::{self, ShapeFault, Surface};
use mcp_evidence_contract::{Manifest, Vector};
use mcp_evidence_strict_json::Limits;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use walkdir::WalkDir;

/// The name that marks a folder as a suite of its own.
const MANIFEST: &str = "MANIFEST.json";

/// Bytes of an id: file names of most systems end at 255.
const ID_LIMIT: usize = 200;

/// Unlisted files that are reported.
const UNLISTED: usize = 100;

pub(super) fn from_files(path: &Path) -> Result<Corpus, Broken> {
    let manifest = parse(&read_manifest(path)?)?;
    let folder = Folder::of(path)?;
    let mut corpus = check(manifest, |vector, limit| folder.read(&vector.id, &vector.file, limit))?;
    corpus.unlisted = folder.unlisted(&corpus.manifest.vectors);
    corpus.path = Some(path.to_owned());
    Ok(corpus)
}

pub(super) fn from_memory(
    manifest: &[u8],
    mut file: impl FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Corpus, Broken> {
    check(parse(manifest)?, |vector, limit| {
        let bytes = file(&vector.file)
            .ok_or_else(|| Broken::Missing { id: vector.id.clone(), file: vector.file.clone() })?;
        if bytes.len() as u64 > limit {
            return Err(Broken::TooLarge { file: vector.file.clone(), limit });
        }
        Ok(bytes)
    })
}

pub(super) fn read_manifest(path: &Path) -> Result<Vec<u8>, Broken> {
    let unreadable = |source| Broken::Unreadable { path: path.to_owned(), source };
    let file = File::open(path).map_err(unreadable)?;
    let bytes = read_bounded(file, MANIFEST_LIMIT).map_err(unreadable)?;
    bytes.ok_or_else(|| Broken::TooLarge {
        file: path.to_string_lossy().into_owned(),
        limit: MANIFEST_LIMIT,
    })
}

/// None beyond `limit`.
fn read_bounded(file: File, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}

/// Reads a manifest and checks what it says by itself, but no expectation.
pub(super) fn parse(bytes: &[u8]) -> Result<Manifest<Value>, Broken> {
    let value = mcp_evidence_strict_json::parse(bytes, Limits::default()).map_err(Broken::Json)?;
    let manifest =
        Manifest::<Value>::deserialize(value).map_err(|error| Broken::Form(error.to_string()))?;
    if manifest.vectors.is_empty() {
        return Err(Broken::Empty);
    }
    let mut ids = BTreeSet::new();
    for vector in &manifest.vectors {
        let id = &vector.id;
        let printable = crate::escape::escape(id, ID_LIMIT) == *id;
        if id.trim().is_empty() || id.len() > ID_LIMIT || !printable {
            return Err(Broken::Id(id.clone()));
        }
        if !ids.insert(id) {
            return Err(Broken::RepeatedId(id.clone()));
        }
        if !is_inside(&vector.file) {
            return Err(Broken::Path { id: id.clone(), file: vector.file.clone() });
        }
    }
    Ok(manifest)
}

/// Whether a path has nothing but plain names.
fn is_inside(file: &str) -> bool {
    let plain = |component| matches!(component, Component::Normal(_));
    !file.is_empty()
        && !file.contains(['\0', '\\'])
        && !file.ends_with('/')
        && Path::new(file).components().all(plain)
}

/// Digests first, then expectations: a vector that is not the manifest's has
/// none.
fn check(
    manifest: Manifest<Value>,
    mut read: impl FnMut(&Vector<Value>, u64) -> Result<Vec<u8>, Broken>,
) -> Result<Corpus, Broken> {
    let surface = surface::of_profile(&manifest.profile)
        .ok_or_else(|| Broken::Profile(manifest.profile.clone()))?;
    let mut bundles = Vec::with_capacity(manifest.vectors.len());
    let mut left = CORPUS_LIMIT;
    for vector in &manifest.vectors {
        let bytes = read(vector, left.min(VECTOR_LIMIT))?;
        left = left.saturating_sub(bytes.len() as u64);
        let actual = sha256(&bytes);
        if actual != vector.sha256 {
            return Err(Broken::VectorDigest {
                id: vector.id.clone(),
                declared: vector.sha256.clone(),
                actual,
            });
        }
        bundles.push(Bundle { bytes, number: 0 });
    }
    let computed = of_vectors(manifest.vectors.iter().map(|vector| vector.sha256.as_str()));
    if computed != manifest.corpus_digest {
        return Err(Broken::CorpusDigest { declared: manifest.corpus_digest, computed });
    }
    check_expectations(&manifest, &*surface)?;
    let mut order: Vec<usize> = (0..bundles.len()).collect();
    order.sort_by_key(|index| (&manifest.vectors[*index].sha256, &manifest.vectors[*index].id));
    for (place, index) in order.into_iter().enumerate() {
        bundles[index].number = place + 1;
    }
    Ok(Corpus { manifest, surface, bundles, unlisted: Vec::new(), path: None })
}

fn check_expectations(manifest: &Manifest<Value>, surface: &dyn Surface) -> Result<(), Broken> {
    let mut accepted = 0;
    let mut rejected = 0;
    for vector in &manifest.vectors {
        let expected = expectation(&vector.expected, surface)
            .map_err(|fault| Broken::Expectation { id: vector.id.clone(), fault })?;
        match surface.accepts(&expected) {
            Some(true) => accepted += 1,
            Some(false) => rejected += 1,
            None => {}
        }
    }
    let counts = manifest.counts;
    if accepted + rejected > 0 && (counts.accept, counts.reject) != (accepted, rejected) {
        return Err(Broken::Counts { declared: counts.accept, computed: accepted });
    }
    Ok(())
}

/// An expectation is the surface of a report, and nothing beside it.
fn expectation(expected: &Value, surface: &dyn Surface) -> Result<Value, ShapeFault> {
    let whole = |asked| ShapeFault::new("expected", asked, Some(expected));
    let object = expected.as_object().ok_or_else(|| whole("an object"))?;
    let projected = surface
        .project(object)
        .map_err(|fault| ShapeFault { member: format!("expected.{}", fault.member), ..fault })?;
    if projected == *expected {
        Ok(projected)
    } else {
        Err(whole("the compared members and no other"))
    }
}

/// The manifest's folder.
pub(super) struct Folder {
    root: PathBuf,
}

impl Folder {
    pub(super) fn of(manifest: &Path) -> Result<Folder, Broken> {
        let parent = match manifest.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            Some(_) | None => Path::new("."),
        };
        let root = parent
            .canonicalize()
            .map_err(|source| Broken::Unreadable { path: parent.to_owned(), source })?;
        Ok(Folder { root })
    }

    /// A regular file below the folder, links included only where they stay
    /// below it.
    pub(super) fn read(&self, id: &str, file: &str, limit: u64) -> Result<Vec<u8>, Broken> {
        let path = self.root.join(file);
        let unreadable = |source| Broken::Unreadable { path: path.clone(), source };
        let named = || (id.to_owned(), file.to_owned());
        let resolved = match path.canonicalize() {
            Ok(resolved) => resolved,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let (id, file) = named();
                return Err(Broken::Missing { id, file });
            }
            Err(error) => return Err(unreadable(error)),
        };
        if !resolved.starts_with(&self.root) || !resolved.is_file() {
            let (id, file) = named();
            return Err(Broken::Path { id, file });
        }
        let opened = File::open(&resolved).map_err(unreadable)?;
        read_bounded(opened, limit)
            .map_err(unreadable)?
            .ok_or_else(|| Broken::TooLarge { file: file.to_owned(), limit })
    }

    fn unlisted(&self, vectors: &[Vector<Value>]) -> Vec<String> {
        let listed: BTreeSet<&Path> =
            vectors.iter().map(|vector| Path::new(&vector.file)).collect();
        let folders: BTreeSet<&Path> = listed.iter().filter_map(|file| file.parent()).collect();
        let mut unlisted = BTreeSet::new();
        for folder in folders {
            // The manifest's own folder may hold anything; only what lies
            // beside its vectors is looked at.
            let depth = if folder.as_os_str().is_empty() { 1 } else { usize::MAX };
            let entries = WalkDir::new(self.root.join(folder))
                .min_depth(1)
                .max_depth(depth)
                .sort_by_file_name()
                .into_iter()
                .filter_entry(|entry| !entry.path().join(MANIFEST).is_file());
            for entry in entries.flatten().filter(|entry| !entry.file_type().is_dir()) {
                let Ok(file) = entry.path().strip_prefix(&self.root) else { continue };
                let own = folder.as_os_str().is_empty() && file == Path::new(MANIFEST);
                if !own && !listed.contains(file) {
                    unlisted.insert(file.to_string_lossy().into_owned());
                }
                if unlisted.len() >= UNLISTED {
                    return unlisted.into_iter().collect();
                }
            }
        }
        unlisted.into_iter().collect()
    }
}
