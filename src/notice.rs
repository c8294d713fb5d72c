//! What people are told beside the output: on standard error.

use mcp_evidence_harness::escape::escape;
use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::Path;

/// Most characters of one line.
const LINE: usize = 4000;

/// Tells it to whoever reads standard error. That nobody does, or nobody can, is
/// no failure: it must neither keep a file from being written nor change the
/// exit code. (The standard library's macros panic there.)
pub(crate) fn notice(message: impl Display) {
    let _ = io::stderr().write_all(lines(&message.to_string()).as_bytes());
}

/// A path in a message: printable, within its line.
pub(crate) fn shown(path: impl AsRef<Path>) -> String {
    escape(&path.as_ref().to_string_lossy(), LINE / 2)
}

/// Whole lines. They may quote paths, whose characters are anybody's.
fn lines(message: &str) -> String {
    message.lines().map(|line| escape(line, LINE) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_stay_and_other_controls_are_shown() {
        assert_eq!(lines("one\n\u{1b}[2Jtwo"), "one\n\\u{1b}[2Jtwo\n");
        assert_eq!(shown("a\nb \u{202e}c"), "a\\nb \\u{202e}c");
        assert!(lines(&"x".repeat(LINE + 9)).ends_with("… (9 more bytes)\n"));
    }
}
