//! Which file a name leads to, so that none is lost to another name of it.

use super::output::{folder, follow};
use std::ffi::OsString;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

/// What a name leads to, by whatever links: a regular file by its device and
/// number, a file that is not there yet by those of its folder and its name in
/// it. Two names that are alike here lead to one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileIdentity {
    device: u64,
    number: u64,
    name: Option<OsString>,
}

impl FileIdentity {
    /// None where nothing can be lost by writing there twice, in a device or a
    /// pipe; and where no file can be, which opening it will tell.
    pub fn of(path: &Path) -> Option<FileIdentity> {
        match path.metadata() {
            Ok(found) => FileIdentity::of_open(&found),
            Err(_) => {
                let target = follow(path).ok()?;
                let folder = folder(&target).metadata().ok()?;
                let name = Some(target.file_name()?.to_owned());
                Some(FileIdentity { device: folder.dev(), number: folder.ino(), name })
            }
        }
    }

    /// The same of a file that is open; none where it is no regular one.
    pub fn of_open(found: &Metadata) -> Option<FileIdentity> {
        found.is_file().then(|| FileIdentity {
            device: found.dev(),
            number: found.ino(),
            name: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn every_name_of_a_file_is_known_whether_it_is_there_or_not() {
        let root = tempfile::tempdir().expect("a folder");
        let at = |name: &str| root.path().join(name);
        let of = |name: &str| FileIdentity::of(&at(name));
        fs::create_dir(at("folder")).expect("a folder");
        fs::write(at("file"), "").expect("writes");
        fs::write(at("other"), "").expect("writes");
        fs::hard_link(at("file"), at("hard")).expect("links");
        symlink("file", at("soft")).expect("links");
        symlink("folder", at("beside")).expect("links");
        symlink("../later", at("folder/dangling")).expect("links");
        symlink("loop", at("loop")).expect("links");
        assert!(of("file").is_some());
        for same in ["hard", "soft", "folder/../file", "./file"] {
            assert_eq!(of(same), of("file"), "{same}");
        }
        assert_ne!(of("other"), of("file"));
        assert!(of("later").is_some());
        for same in ["folder/dangling", "beside/../later", "beside/dangling"] {
            assert_eq!(of(same), of("later"), "{same}");
        }
        assert_ne!(of("folder/later"), of("later"));
        assert_eq!(of("beside/later"), of("folder/later"));
        for none in ["folder", "loop", "no/such"] {
            assert_eq!(of(none), None, "{none}");
        }
        assert_eq!(FileIdentity::of(Path::new("/dev/null")), None);
        let open = fs::File::open(at("file")).expect("opens");
        let name = format!("/dev/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&open));
        assert_eq!(FileIdentity::of(Path::new(&name)), of("file"));
    }
}
