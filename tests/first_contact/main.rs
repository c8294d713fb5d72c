//! First contact with a candidate, through the whole program: what `doctor`
//! says, where settings come from, which paths work.

#[path = "../common/mod.rs"]
mod common;

mod doctor;
mod paths;
mod settings;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

pub(crate) const INVALID: &str = r#"{"bundle_integrity": "pass", "verdict": "invalid"}"#;

/// An executable file of this text.
pub(crate) fn executable(path: &Path, text: &str) -> PathBuf {
    fs::write(path, text).expect("writes");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("sets the mode");
    path.to_owned()
}

/// A candidate in shell that gives one answer to everything.
pub(crate) fn constant(path: &Path) -> PathBuf {
    executable(path, &format!("#!/bin/sh\necho '{INVALID}'\n"))
}
