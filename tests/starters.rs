//! What `init` writes is run where its language is on the machine: it scores
//! what its README says, and so does its first fix.

mod common;

use common::{code, program, run_in, stderr, stdout};
use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::path::Path;
use std::process::Command;

struct Starter {
    language: &'static str,
    verifier: &'static str,
    /// What stands before the lines of the first fix.
    fix: &'static str,
    /// What builds it, where anything must.
    build: Option<&'static str>,
    missing: fn() -> bool,
}

const STARTERS: [Starter; 4] = [
    Starter {
        language: "python",
        verifier: "verify.py",
        fix: "# FIX ",
        build: None,
        missing: || common::is_missing("python", "python3"),
    },
    Starter {
        language: "node",
        verifier: "verify.mjs",
        fix: "// FIX ",
        build: None,
        missing: || common::is_missing("node", "node"),
    },
    Starter {
        language: "go",
        verifier: "verify.go",
        fix: "// FIX ",
        build: Some("go build -o verify verify.go"),
        missing: || common::lacks("go", "go", "version"),
    },
    Starter {
        language: "shell",
        verifier: "verify.sh",
        fix: "# FIX ",
        build: None,
        missing: || common::is_missing("shell", "sha256sum"),
    },
];

fn main() {
    let mut trials = Vec::new();
    for starter in &STARTERS {
        let ignored = (starter.missing)();
        if ignored {
            eprintln!("{} is not on this machine: its test is ignored", starter.language);
        }
        let scores =
            Trial::test(format!("{} scores what it says", starter.language), || scores(starter));
        trials.push(scores.with_ignored_flag(ignored));
        trials.push(Trial::test(format!("{} says what to do next", starter.language), || {
            texts(starter)
        }));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Writes the starter into a folder of its own.
fn init(starter: &Starter, folder: &Path) -> Result<String, Failed> {
    let output = run_in(folder, &["init", starter.language]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    Ok(stdout(&output))
}

fn build(starter: &Starter, folder: &Path) -> Result<(), Failed> {
    let Some(build) = starter.build else { return Ok(()) };
    let mut words = build.split(' ');
    let status =
        Command::new(words.next().ok_or("a command")?).args(words).current_dir(folder).status()?;
    assert!(status.success(), "{build}");
    Ok(())
}

fn scores(starter: &Starter) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    init(starter, folder)?;
    build(starter, folder)?;
    let readme = fs::read_to_string(folder.join("README.md"))?;
    let said = |label: &str| -> Result<String, Failed> {
        let start = readme.find(label).ok_or("a score in the README")? + label.len();
        let score: String = readme[start..].chars().take_while(|c| *c != '.').collect();
        Ok(format!("{score} matched"))
    };
    let told = stdout(&run_in(folder, &["run"]));
    assert!(told.contains(&said("**Now: ")?), "{told}");
    // A report in its whole shape: no warning says that something is missing.
    assert!(!told.contains("warnings, unscored"), "{told}");

    let doctor = run_in(folder, &["doctor"]);
    assert_eq!(code(&doctor), 0, "{}", stdout(&doctor));
    assert!(stdout(&doctor).contains("it answers both alike, pass / invalid"));

    let path = folder.join(starter.verifier);
    let fixed = fs::read_to_string(&path)?.replace(starter.fix, "");
    fs::write(&path, fixed)?;
    build(starter, folder)?;
    let told = stdout(&run_in(folder, &["run"]));
    assert!(told.contains(&said("**The first fix: ")?), "{told}");
    assert!(told.contains("match     bad-101-tampered-bundle"), "{told}");

    // Bytes of any kind get a report, and so does no file at all.
    for bytes in [&b""[..], b"\x1f\x8b\x08\0\0\0\0\0\0\xff", &[0; 2048], b"{}"] {
        fs::write(folder.join("bytes"), bytes)?;
        reports_fail(folder, "bytes")?;
    }
    reports_fail(folder, "no such file")
}

/// By hand, as the README says it.
fn reports_fail(folder: &Path, bundle: &str) -> Result<(), Failed> {
    let readme = fs::read_to_string(folder.join("README.md"))?;
    let by_hand = readme.split("By hand: `").nth(1).and_then(|rest| rest.split('`').next());
    let by_hand = by_hand.ok_or("a command")?.replace("BUNDLE", "\"$1\"");
    let output =
        Command::new("sh").args(["-c", &by_hand, "sh", bundle]).current_dir(folder).output()?;
    let report: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    assert_eq!(report["bundle_integrity"], "fail", "{bundle}");
    assert_eq!(report.get("verdict"), None, "{bundle}");
    Ok(())
}

/// Without its language, too.
fn texts(starter: &Starter) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let told = init(starter, folder.path())?;
    assert!(told.contains(&format!("wrote {}\n", starter.verifier)), "{told}");
    assert!(told.contains("wrote .github/workflows/conformance.yml\n"), "{told}");
    assert!(told.ends_with("mcp-evidence run\n"), "{told}");
    let elsewhere = program()
        .args(["init", starter.language, "a new/folder"])
        .current_dir(folder.path())
        .output()?;
    assert!(stdout(&elsewhere).contains("next: cd 'a new/folder' && "), "{}", stdout(&elsewhere));

    let again = run_in(folder.path(), &["init", starter.language]);
    assert_eq!(code(&again), 2);
    assert!(stderr(&again).contains(starter.verifier), "{}", stderr(&again));

    let verifier = fs::read_to_string(folder.path().join(starter.verifier))?;
    assert!(verifier.lines().any(|line| line.trim_start().starts_with(starter.fix)));
    assert!(verifier.lines().all(|line| line.len() <= 110 && line.trim_end() == line));
    let readme = fs::read_to_string(folder.path().join("README.md"))?;
    assert!(starter.build.is_none_or(|build| readme.contains(build)), "the README builds it");
    Ok(())
}
