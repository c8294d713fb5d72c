//! Programs to start from, as they stand under `starters/`.

use crate::cli::Starter as Language;
use crate::notice::shown;
use crate::suites;
use std::cmp::Reverse;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// One file of a starter: where it goes, and what is in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Template {
    pub(crate) path: &'static str,
    text: &'static str,
}

macro_rules! starter {
    ($folder:literal, $program:literal) => {
        starter!($folder, $program, $folder)
    };
    ($folder:literal, $program:literal, $workflow:literal) => {
        [
            template!($folder, $program),
            template!($folder, "mcp-evidence.toml"),
            template!($folder, "README.md"),
            template!($workflow, ".github/workflows/conformance.yml"),
        ]
    };
}

macro_rules! template {
    ($folder:literal, $path:literal) => {
        Template { path: $path, text: include_str!(concat!("../starters/", $folder, "/", $path)) }
    };
}

/// A program to start from.
pub(crate) struct Starter {
    pub(crate) language: Language,
    /// The suite that it is for.
    pub(crate) suite: &'static str,
    /// The program first.
    pub(crate) files: [Template; 4],
    /// What builds it, where anything must.
    pub(crate) build: Option<&'static str>,
}

const TOOL_DECISION: &str = "tool-decision-surface-v0";

/// Every starter.
pub(crate) static STARTERS: [Starter; 7] = [
    Starter {
        language: Language::Python,
        suite: suites::DEFAULT,
        files: starter!("python", "verify.py"),
        build: None,
    },
    Starter {
        language: Language::Node,
        suite: suites::DEFAULT,
        files: starter!("node", "verify.mjs"),
        build: None,
    },
    Starter {
        language: Language::Go,
        suite: suites::DEFAULT,
        files: starter!("go", "verify.go"),
        build: Some("go build -o verify verify.go"),
    },
    Starter {
        language: Language::Shell,
        suite: suites::DEFAULT,
        files: starter!("shell", "verify.sh"),
        build: None,
    },
    Starter {
        language: Language::Python,
        suite: TOOL_DECISION,
        files: starter!("tool-decision/python", "classify.py", "python"),
        build: None,
    },
    Starter {
        language: Language::Node,
        suite: TOOL_DECISION,
        files: starter!("tool-decision/node", "classify.mjs", "node"),
        build: None,
    },
    Starter {
        language: Language::Go,
        suite: TOOL_DECISION,
        files: starter!("tool-decision/go", "classify.go"),
        build: Some("go build -o classify classify.go"),
    },
];

/// Why a starter is not written; nothing of it is there then.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StarterError {
    /// Somebody's files would be lost.
    #[error("nothing was written: {} there already; name another folder, or move {them} away", list(.0), them = if .0.len() == 1 { "it" } else { "them" })]
    Occupied(Vec<PathBuf>),
    /// The system refuses.
    #[error("nothing was written: cannot write {}: {source}", shown(path))]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
}

fn list(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths.iter().map(shown).collect();
    format!("{} {}", names.join(", "), if names.len() == 1 { "is" } else { "are" })
}

/// Writes all files below `folder`, or none.
///
/// # Errors
/// One of them is there, or cannot be written.
pub(crate) fn write(templates: &[Template], folder: &Path) -> Result<Vec<PathBuf>, StarterError> {
    let paths: Vec<PathBuf> = templates.iter().map(|template| folder.join(template.path)).collect();
    let occupied = |path: &&PathBuf| path.symlink_metadata().is_ok();
    let occupied: Vec<PathBuf> = paths.iter().filter(occupied).cloned().collect();
    if !occupied.is_empty() {
        return Err(StarterError::Occupied(occupied));
    }
    let absent = |folder: &&Path| folder.symlink_metadata().is_err();
    let mut made: Vec<&Path> =
        paths.iter().flat_map(|path| path.ancestors().skip(1).take_while(absent)).collect();
    // What lies deeper goes first.
    made.sort_unstable_by_key(|folder| Reverse(folder.components().count()));
    made.dedup();
    for (done, (template, path)) in templates.iter().zip(&paths).enumerate() {
        if let Err(source) = write_new(path, template.text) {
            // What cannot be removed was ours, and nobody's loss.
            for written in &paths[..done] {
                let _ = fs::remove_file(written);
            }
            for folder in made {
                let _ = fs::remove_dir(folder);
            }
            return Err(StarterError::Write { path: path.clone(), source });
        }
    }
    Ok(paths)
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    let written = fs::File::create_new(path)?.write_all(text.as_bytes());
    if written.is_err() {
        let _ = fs::remove_file(path);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_are_written_or_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("new/folder");
        let templates = &STARTERS[0].files;
        let written = write(templates, &target).expect("writes");
        assert_eq!(written.len(), templates.len());
        let error = write(templates, &target).expect_err("occupied").to_string();
        assert!(error.contains("verify.py") && error.contains("README.md"), "{error}");
        fs::remove_file(target.join("verify.py")).expect("removes");
        write(templates, &target).expect_err("the others are there");
        assert!(!target.join("verify.py").exists());
    }

    #[test]
    fn what_was_written_before_a_failure_is_taken_back() {
        let folder = tempfile::tempdir().expect("a folder");
        // A file where a folder must be: found by nobody before it is met.
        fs::write(folder.path().join(".github"), "").expect("writes");
        let error = write(&STARTERS[3].files, folder.path()).expect_err("no folder");
        assert!(matches!(error, StarterError::Write { .. }), "{error}");
        let left = |folder: &Path| fs::read_dir(folder).expect("a folder").count();
        assert_eq!(left(folder.path()), 1);
        // A folder that was made for it goes too, one that was there stays.
        let there = folder.path().join("there");
        fs::create_dir(&there).expect("a folder");
        // No path of this is a folder's: the parent of the last is the first file.
        let [program, ..] = STARTERS[0].files;
        let templates = [program, Template { path: "verify.py/below", text: "" }];
        for target in [there.join("new/folder"), there.clone()] {
            let error = write(&templates, &target).expect_err("no folder");
            assert!(matches!(error, StarterError::Write { .. }), "{error}");
            assert_eq!(left(&there), 0);
        }
    }
}
