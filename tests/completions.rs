//! What shells complete: the scripts of `completions`, read by the shells
//! themselves where they are on the machine.
#![allow(clippy::print_stderr, reason = "what is left out is told")]

mod common;

use common::{code, run, stdout};
use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::process::Command;

/// Completes the words of its arguments, the last being the one under the cursor,
/// as bash does on a tabulator: one offer a line.
const COMPLETE: &str = r#"
source "$1" || exit
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
registered=$(complete -p "$1") || exit
[[ $registered =~ -F\ ([^ ]+) ]] || exit
"${BASH_REMATCH[1]}" "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
"#;

/// The words typed after the program's name, and what is offered for the last.
const OFFERS: [(&[&str], &[&str]); 12] = [
    (&["doc"], &["doctor"]),
    (&["com"], &["compare", "completions"]),
    (&["run", "--su"], &["--suite"]),
    (&["run", "--only", "bad-*", "--fail"], &["--fail-fast"]),
    (&["run", "--suite", "privileged-mcp-action-v0-p"], &["privileged-mcp-action-v0-probes"]),
    (&["adequacy", "--suite", "trust-annotations-draft-"], &["trust-annotations-draft-probes"]),
    (&["run", "--format", "j"], &["json", "junit"]),
    (&["compare", "--format", "ht"], &["html"]),
    (&["schema", "re"], &["result", "report"]),
    (&["schema", "ba"], &["baseline"]),
    (&["init", "py"], &["python"]),
    (&["receipts", "ver"], &["verify"]),
];

fn main() {
    let bash = common::is_missing("bash", "bash");
    if bash {
        eprintln!("bash is not on this machine: what it completes is listed as ignored");
    }
    let mut trials = vec![Trial::test("every shell gets every subcommand", every_shell)];
    for (words, offers) in OFFERS {
        let name = format!("bash completes {}", words.join(" "));
        trials.push(Trial::test(name, move || bash_offers(words, offers)).with_ignored_flag(bash));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn every_shell() -> Result<(), Failed> {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = run(&["completions", shell]);
        assert_eq!(code(&output), 0);
        let script = stdout(&output);
        for word in ["run", "doctor", "init", "verify", "explain", "completions", "timeout"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(code(&run(&["completions", "tcsh"])), 2);
    Ok(())
}

fn bash_offers(words: &[&str], offers: &[&str]) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("mcp-evidence.bash");
    fs::write(&path, stdout(&run(&["completions", "bash"])))?;
    let output = Command::new("bash")
        .args(["--norc", "-c", COMPLETE, "bash"])
        .arg(&path)
        .arg("mcp-evidence")
        .args(words)
        .current_dir(folder.path())
        .output()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(stdout(&output).lines().collect::<Vec<_>>(), offers);
    Ok(())
}
