//! `verify` over many bundles, and its limits, as a program.

mod support;

use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output};

fn verify(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mcp-evidence"))
        .arg("verify")
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program starts")
}

/// A folder with bundles at several depths, and files that are none.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sound = support::bundle_of(&[support::decision()]);
    let invalid = support::bundle_of(&[support::note("no decision")]);
    for (path, bytes) in [
        ("b.tar.gz", &sound[..]),
        ("a/z.tgz", &invalid),
        ("a/b/c.tar.gz", b"no gzip"),
        ("a/b/notes.txt", b"no bundle"),
        ("MANIFEST.json", b"{}"),
    ] {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        std::fs::write(path, bytes).expect("files");
    }
    folder
}

/// The path and what was concluded, line by line.
fn lines(output: &Output) -> Vec<(String, String, String)> {
    let text = std::str::from_utf8(&output.stdout).expect("text");
    let word = |value: &Value| value.as_str().unwrap_or("absent").to_owned();
    text.lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a report a line"))
        .map(|report| {
            assert_eq!(report["schema"], "assay.privileged_mcp_action.verify.report.v0");
            (word(&report["path"]), word(&report["bundle_integrity"]), word(&report["verdict"]))
        })
        .collect()
}

#[test]
fn a_folder_is_walked_in_the_order_of_the_paths() {
    let folder = folder();
    let output = verify(&["--recursive", "."], folder.path());
    assert_eq!(output.status.code(), Some(1));
    let expected = [
        ("./a/b/c.tar.gz", "fail", "absent"),
        ("./a/z.tgz", "pass", "invalid"),
        ("./b.tar.gz", "pass", "valid"),
    ];
    let expected = expected.map(|(path, integrity, verdict)| {
        (path.to_owned(), integrity.to_owned(), verdict.to_owned())
    });
    assert_eq!(lines(&output), expected);
    assert_eq!(output.stderr, b"", "progress is for terminals");
    // Named bundles come first, and a folder may hold only one.
    let output = verify(&["b.tar.gz", "--recursive", "a/b"], folder.path());
    let paths: Vec<String> = lines(&output).into_iter().map(|(path, ..)| path).collect();
    assert_eq!(paths, ["b.tar.gz", "a/b/c.tar.gz"]);
}

#[test]
fn a_folder_without_bundles_is_a_mistake() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = verify(&["--recursive", "."], folder.path());
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stdout, b"");
    let output = verify(&["--recursive", "missing"], folder.path());
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn many_bundles_keep_their_order() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sound = support::bundle_of(&[support::decision()]);
    let names: Vec<String> = (0..300).map(|number| format!("{number:03}.tar.gz")).collect();
    for (number, name) in names.iter().enumerate() {
        let bytes: &[u8] = if number % 3 == 0 { b"" } else { &sound };
        std::fs::write(folder.path().join(name), bytes).expect("written");
    }
    let output = verify(&["--recursive", ".", "--format", "json"], folder.path());
    for (number, (path, integrity, _)) in lines(&output).into_iter().enumerate() {
        assert_eq!(path, format!("./{}", names[number]));
        assert_eq!(integrity, if number % 3 == 0 { "fail" } else { "pass" });
    }
}

#[test]
fn limits_are_printed_and_set() {
    let folder = folder();
    let output = verify(&["--limits", "--limit", "line=64KiB"], folder.path());
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("text");
    let values: Vec<(&str, &str)> = text
        .lines()
        .map(|line| {
            let mut words = line.split_whitespace();
            (words.next().expect("a name"), words.next().expect("a value"))
        })
        .collect();
    let expected = [
        ("bundle", "104857600"),
        ("decoded", "1073741824"),
        ("manifest", "1048576"),
        ("events-file", "524288000"),
        ("event-count", "100000"),
        ("line", "65536"),
        ("depth", "64"),
    ];
    assert_eq!(values, expected);
    let output = verify(&["--limit", "line=10", "b.tar.gz"], folder.path());
    let report: Value = serde_json::from_slice(&output.stdout).expect("one report");
    assert_eq!(report["findings"][0]["rule"], json!("stage1.limit.line"));
    assert_eq!(report.get("path"), None, "a report alone is that of the profile");
    for wrong in ["lines=10", "depth=128", "line", "line=-1"] {
        let output = verify(&["--limit", wrong, "b.tar.gz"], folder.path());
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        assert_eq!(output.stdout, b"");
    }
}
