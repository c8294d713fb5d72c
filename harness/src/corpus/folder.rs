//! The files of a corpus on disk, none of them outside the manifest's folder.

use super::load::read_bounded;
use super::{Broken, FOLDER_LIMIT};
use crate::escape::{TEXT, escape};
use mcp_evidence_contract::{Material, Vector};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The name that marks a folder as a suite of its own.
const MANIFEST: &str = "MANIFEST.json";

/// Unlisted files that are reported.
const UNLISTED: usize = 100;

/// Whether a file of a folder may have this name.
pub(super) fn is_plain(name: &str) -> bool {
    !matches!(name, "" | "." | "..") && !name.contains(['/', '\\', '\0', '\n'])
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

    /// What is stored of a vector: a regular file below the folder, or a folder
    /// of such files; links only where they stay below it.
    pub(super) fn read(&self, vector: &Vector<Value>, limit: u64) -> Result<Material, Broken> {
        let Vector { id, file, .. } = vector;
        let path = self.root.join(file);
        if path.is_dir() {
            return self.read_folder(id, file, limit).map(Material::Folder);
        }
        self.read_file(id, file, limit).map(Material::File)
    }

    fn read_folder(
        &self,
        id: &str,
        file: &str,
        limit: u64,
    ) -> Result<BTreeMap<String, Vec<u8>>, Broken> {
        let path = self.root.join(file);
        let unreadable = |source| Broken::Unreadable { path: path.clone(), source };
        let fault = |what| Broken::Folder { id: id.to_owned(), file: file.to_owned(), what };
        let mut left = limit;
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(&path).map_err(unreadable)? {
            let name = entry.map_err(unreadable)?.file_name();
            let shown = escape(&name.to_string_lossy(), TEXT);
            let name = name.into_string().ok().filter(|name| is_plain(name));
            let name = name.ok_or_else(|| fault(format!("a name that is not plain, {shown}")))?;
            if files.len() == FOLDER_LIMIT {
                return Err(fault(format!("more than {FOLDER_LIMIT} files")));
            }
            let bytes = self.read_file(id, &format!("{file}/{name}"), left)?;
            left -= bytes.len() as u64;
            files.insert(name, bytes);
        }
        Ok(files)
    }

    fn read_file(&self, id: &str, file: &str, limit: u64) -> Result<Vec<u8>, Broken> {
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
            return Err(Broken::Path { id, file, what: "a regular file" });
        }
        let opened = File::open(&resolved).map_err(unreadable)?;
        read_bounded(opened, limit)
            .map_err(unreadable)?
            .ok_or_else(|| Broken::TooLarge { file: file.to_owned(), limit })
    }

    pub(super) fn unlisted(&self, vectors: &[Vector<Value>]) -> Vec<String> {
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
                let part = file.parent().is_some_and(|folder| listed.contains(folder));
                if !own && !part && !listed.contains(file) {
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
