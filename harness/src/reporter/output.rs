//! A file that a result goes to, opened before there is a result.

use crate::litter::{self, Listed};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Links that are followed to a file that is not there yet; as many as the
/// system follows.
const LINKS: usize = 40;

/// Where to write: a temporary file beside the target, which takes its place
/// once everything is in it, so that nobody sees a part; or what is no regular
/// file, a device or a pipe, which is written to directly. A link stays, and
/// what it leads to is written, whether that is there yet or not.
///
/// Dropped without being written it leaves everything as it was.
#[derive(Debug)]
pub struct Output(Kind);

#[derive(Debug)]
enum Kind {
    // In the order in which they are dropped.
    Beside { file: NamedTempFile, target: PathBuf, listed: Listed },
    Direct(File),
}

impl Output {
    /// Makes sure that `path` can be written. A pipe waits for its reader.
    ///
    /// # Errors
    /// It is a folder, its folder is missing or takes no file, or a device or
    /// pipe cannot be opened.
    pub fn open(path: &Path) -> io::Result<Output> {
        let target = match path.metadata() {
            Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            // What the system calls by such a name is open already: replacing
            // it would hide it from whoever has.
            Ok(found) if !found.is_file() || is_descriptor(path) => {
                // Behind what stands there: a descriptor that is a file may
                // have been written to, and may be again by another name.
                let file = OpenOptions::new().append(true).open(path)?;
                return Ok(Output(Kind::Direct(file)));
            }
            Ok(_) => path.canonicalize()?,
            // Only a folder has such a name, and there is none.
            Err(_) if path.as_os_str().as_bytes().ends_with(b"/") => {
                return Err(io::ErrorKind::NotADirectory.into());
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => follow(path)?,
            Err(error) => return Err(error),
        };
        let mode = target.metadata().map_or(0o666, |old| old.permissions().mode());
        let (file, listed) = litter::listed(|| {
            tempfile::Builder::new()
                .prefix(".mcp-evidence-")
                .permissions(fs::Permissions::from_mode(mode))
                .tempfile_in(folder(&target))
        })?;
        Ok(Output(Kind::Beside { file, target, listed }))
    }

    /// Whether it may have to wait for somebody: for the reader of a pipe.
    pub fn is_direct(&self) -> bool {
        matches!(self.0, Kind::Direct(_))
    }

    /// Whether what is written to `path` is written behind what stands there: the
    /// file has that name because some process holds it open.
    pub fn is_appended(path: &Path) -> bool {
        is_descriptor(path)
    }

    /// Writes what `content` writes, whole or, to a regular file, not at all.
    ///
    /// # Errors
    /// It cannot be written; a regular file that stood there stands unchanged.
    pub fn write(self, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        match self.0 {
            Kind::Direct(mut file) => content(&mut file),
            Kind::Beside { file, target, listed: _listed } => {
                let mut out = BufWriter::new(file);
                content(&mut out)?;
                let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
                // A full disk must be an error before the old file is gone.
                file.as_file().sync_all()?;
                file.persist(&target).map_err(|error| error.error)?;
                Ok(())
            }
        }
    }
}

/// Whether the system gives an open file this name.
fn is_descriptor(path: &Path) -> bool {
    let opened = ["/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"];
    opened.iter().any(|name| path.starts_with(name))
}

/// The folder in which a file has its name.
pub(super) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) | None => Path::new("."),
    }
}

/// The file that is not there: where the last link leads, if there are links.
pub(super) fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match path.read_link() {
            Ok(next) => path = path.parent().map_or(next.clone(), |folder| folder.join(next)),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    fn write(path: &Path, text: &str) -> io::Result<()> {
        Output::open(path)?.write(|out| out.write_all(text.as_bytes()))
    }

    #[test]
    fn a_dangling_link_is_followed_and_a_folder_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        symlink("second", at("first")).expect("links");
        symlink("result.json", at("second")).expect("links");
        write(&at("first"), "text").expect("writes");
        assert_eq!(fs::read_to_string(at("result.json")).expect("reads"), "text");
        assert!(at("first").is_symlink() && at("second").is_symlink());
        symlink("no/such/folder", at("nowhere")).expect("links");
        assert!(write(&at("nowhere"), "text").is_err());
        symlink("loop", at("loop")).expect("links");
        assert!(write(&at("loop"), "text").is_err());
        let error = write(folder.path(), "text").expect_err("a folder");
        assert_eq!(error.kind(), io::ErrorKind::IsADirectory);
        let error = write(&at("none/"), "text").expect_err("no folder");
        assert_eq!(error.kind(), io::ErrorKind::NotADirectory);
    }

    #[test]
    fn what_is_opened_and_not_written_leaves_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("result.json");
        fs::write(&path, "old").expect("writes");
        drop(Output::open(&path).expect("opens"));
        assert_eq!(fs::read_to_string(&path).expect("reads"), "old");
        assert_eq!(fs::read_dir(folder.path()).expect("lists").count(), 1);
        assert!(Output::open(&folder.path().join("no/such")).is_err());
        assert!(write(Path::new("/dev/full"), "text").is_err());
        write(Path::new("/dev/null"), "text").expect("a device");
    }

    #[test]
    fn a_file_in_shared_memory_is_one_and_what_is_open_is_written_behind() {
        for file in ["/dev/shm/result.json", "/devices/x", "dev/fd/1"] {
            assert!(!is_descriptor(Path::new(file)), "{file}");
        }
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        let mut log = File::create(&path).expect("opens");
        log.write_all(b"told, ").expect("writes");
        let name = format!("/dev/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&log));
        write(Path::new(&name), "once, ").expect("writes");
        write(Path::new(&name), "twice").expect("writes");
        assert_eq!(fs::read_to_string(&path).expect("reads"), "told, once, twice");
    }
}
