//! Paths of every kind: relative, with blanks, in no text at all.

use crate::common::{code, program, stderr, stdout};
use crate::constant;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;

/// A message names a path within its line, whatever the path is.
#[test]
fn a_path_ends_no_line() {
    let root = tempfile::tempdir().expect("a folder");
    for arguments in [
        &["run", "--builtin", "--only", "ok-001*", "--output", "a\nb/c.json"][..],
        &["run", "--builtin", "--baseline", "a\nb/c.json"],
        &["run", "--config", "a\nb/c.json"],
    ] {
        let output = program().current_dir(root.path()).args(arguments).output().expect("starts");
        let told = stderr(&output);
        assert_eq!(code(&output), 2, "{told}");
        assert!(told.contains("a\\nb/c.json") && told.lines().count() == 1, "{told}");
    }
}

#[test]
fn paths_need_not_be_text() {
    let root = tempfile::tempdir().expect("a folder");
    for name in [&b"plain"[..], b"with a blank", b"it's \"quoted\"", b"n\xf6t t\xe9xt", b"-n"] {
        let folder = root.path().join(OsStr::from_bytes(name));
        fs::create_dir_all(folder.join("tmp dir")).expect("a folder");
        constant(&folder.join(OsStr::from_bytes(name)));
        let relative = [b"./", name].concat();
        for command in ["run", "doctor"] {
            // As the candidate, from the current folder, with such a TMPDIR.
            let mut first = program();
            first.arg(command).current_dir(&folder).env("TMPDIR", "tmp dir");
            let output = first.arg("--").arg(OsStr::from_bytes(&relative)).output();
            let output = output.expect("starts");
            let expected = if command == "run" { 1 } else { 0 };
            assert_eq!(code(&output), expected, "{}{}", stdout(&output), stderr(&output));
            // As the candidate and as its working folder, from elsewhere.
            let mut second = program();
            second.arg(command).current_dir(root.path()).env("TMPDIR", folder.join("tmp dir"));
            let cwd = [b"--cwd=./", name].concat();
            let path = [b"./", name, b"/", name].concat();
            second.arg(OsStr::from_bytes(&cwd)).arg("--").arg(OsStr::from_bytes(&path));
            let output = second.output().expect("starts");
            assert_eq!(code(&output), expected, "{}{}", stdout(&output), stderr(&output));
        }
        let left = fs::read_dir(folder.join("tmp dir")).expect("a folder").count();
        assert_eq!(left, 0, "the private folder is gone");
    }
}

#[test]
fn settings_work_below_a_folder_that_is_no_text() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join(OsStr::from_bytes(b"n\xf6 text"));
    fs::create_dir_all(folder.join("deep")).expect("a folder");
    constant(&folder.join("verify"));
    fs::write(folder.join("mcp-evidence.toml"), "command = ['./verify']\n").expect("writes");
    let output = program().arg("run").current_dir(folder.join("deep")).output().expect("starts");
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(stdout(&output).contains("7 of 14 matched"), "{}", stdout(&output));
}
