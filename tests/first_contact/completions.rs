//! What shells complete.

use crate::common::{code, run, stdout};
use std::fs;
use std::process::Command;

#[test]
fn every_shell_gets_every_subcommand() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = run(&["completions", shell]);
        assert_eq!(code(&output), 0);
        let script = stdout(&output);
        for word in ["run", "doctor", "init", "verify", "explain", "completions", "timeout"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(code(&run(&["completions", "tcsh"])), 2);
}

/// Bash reads the script and completes with it, where there is a bash.
#[test]
fn bash_completes() {
    if Command::new("bash").arg("--version").output().is_err() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mcp-evidence.bash");
    fs::write(&path, stdout(&run(&["completions", "bash"]))).expect("writes");
    let script = "source \"$1\" && COMP_WORDS=(mcp-evidence doc) COMP_CWORD=1 && \
                  _mcp__evidence mcp-evidence doc mcp-evidence && echo \"${COMPREPLY[@]}\"";
    let output = Command::new("bash")
        .args(["--norc", "-c", script, "bash"])
        .arg(&path)
        .output()
        .expect("bash starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(stdout(&output), "doctor\n");
}
