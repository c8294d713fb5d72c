//! What lies about on the disk for as long as a run lasts: where a program ends
//! without going back through its functions, nothing else would remove it.

use std::fs;
use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

static KNOWN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn known() -> MutexGuard<'static, Vec<PathBuf>> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every private folder and every file that is not whole yet. From then
/// on nothing more can be made, and whoever tries waits: for a program that ends
/// right after this.
pub fn sweep() {
    let known = known();
    for path in known.iter() {
        // What is removed already, or cannot be, is no reason to stop here.
        let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    }
    mem::forget(known);
}

/// An entry in the list of what [`sweep`] removes, until it is dropped.
#[derive(Debug)]
pub(crate) struct Listed(PathBuf);

impl Drop for Listed {
    fn drop(&mut self) {
        known().retain(|path| *path != self.0);
    }
}

/// Makes something temporary, and lists it before [`sweep`] can miss it.
///
/// # Errors
/// That of `make`.
pub(crate) fn listed<T: AsRef<Path>>(
    make: impl FnOnce() -> io::Result<T>,
) -> io::Result<(T, Listed)> {
    let mut known = known();
    let made = make()?;
    let path = made.as_ref().to_owned();
    known.push(path.clone());
    Ok((made, Listed(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_temporary_is_listed_for_as_long_as_it_is_there() {
        let (folder, entry) = listed(tempfile::tempdir).expect("a folder");
        let path = folder.path().to_owned();
        assert!(known().contains(&path));
        drop(folder);
        drop(entry);
        assert!(!known().contains(&path));
        assert!(listed(|| tempfile::tempdir_in("/no/such/folder")).is_err());
    }
}
