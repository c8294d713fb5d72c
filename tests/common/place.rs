//! A folder in which somebody works on a verifier.

use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Output;

/// A folder with a candidate that rejects everything, and one that is right.
pub(crate) struct Place {
    pub(crate) folder: tempfile::TempDir,
}

impl Place {
    pub(crate) fn new() -> Place {
        let place = Place { folder: tempfile::tempdir().expect("a folder") };
        place.script("reject", "echo '{\"bundle_integrity\": \"pass\", \"verdict\": \"invalid\"}'");
        let verify =
            format!("exec {} verify --format json -- \"$1\"", env!("CARGO_BIN_EXE_mcp-evidence"));
        place.script("right", &verify);
        place
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn script(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("writes");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("sets the mode");
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        super::run_in(self.folder.path(), arguments)
    }

    pub(crate) fn json(&self, name: &str) -> Value {
        read(&self.path(name))
    }

    pub(crate) fn write(&self, name: &str, value: &Value) {
        fs::write(self.path(name), value.to_string()).expect("writes");
    }
}

pub(crate) fn read(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).expect("reads")).expect("JSON")
}

/// Each of these parts stands in the text.
pub(crate) fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in:\n{text}");
    }
}
