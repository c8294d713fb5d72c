//! What the whole-program tests share.
#![allow(dead_code, reason = "each test program uses its own part")]

pub(crate) mod place;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The program under test.
pub(crate) fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_mcp-evidence"))
}

/// Runs the program in a folder.
pub(crate) fn run_in(folder: &Path, arguments: &[&str]) -> Output {
    program().args(arguments).current_dir(folder).output().expect("the program starts")
}

/// Runs the program in the checkout.
pub(crate) fn run(arguments: &[&str]) -> Output {
    run_in(checkout(), arguments)
}

/// The checkout's root.
pub(crate) fn checkout() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// The exit code; a death by a signal fails the test.
pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit")
}

/// Where a test that wants `tool` cannot run, the test is listed as ignored.
/// With the tool's name in `MCP_EVIDENCE_REQUIRE` it runs, and fails.
pub(crate) fn is_missing(tool: &str, command: &str) -> bool {
    lacks(tool, command, "--version")
}

/// The same for a command that tells its version otherwise.
pub(crate) fn lacks(tool: &str, command: &str, version: &str) -> bool {
    let required = std::env::var("MCP_EVIDENCE_REQUIRE").unwrap_or_default();
    if required.split([',', ' ']).any(|name| name == tool) {
        return false;
    }
    !Command::new(command).arg(version).output().is_ok_and(|output| output.status.success())
}

/// The folder of the published bytes, where `MCP_EVIDENCE_PUBLISHED` names it.
pub(crate) fn published() -> Option<PathBuf> {
    std::env::var_os("MCP_EVIDENCE_PUBLISHED").map(PathBuf::from)
}
