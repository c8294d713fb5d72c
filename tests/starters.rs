//! What `init` writes is run where its language is on the machine: it scores
//! what its README says, and so does its first fix.
#![allow(clippy::print_stderr, reason = "what is left out is told")]

mod common;

use common::{code, program, run_in, stderr, stdout};
use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::path::Path;
use std::process::Command;

struct Starter {
    /// What comes behind `init`.
    words: &'static [&'static str],
    program: &'static str,
    /// The vector that the first fix is about.
    mended: &'static str,
    /// What `doctor` finds that it says to everything, where it is the same.
    alike: Option<&'static str>,
    /// What stands before the lines of the first fix.
    fix: &'static str,
    /// What builds it, where anything must.
    build: Option<&'static str>,
    missing: fn() -> bool,
}

const STARTERS: [Starter; 7] = [
    Starter {
        words: &["python"],
        program: "verify.py",
        mended: "bad-101-tampered-bundle",
        alike: Some("pass / invalid"),
        fix: "# FIX ",
        build: None,
        missing: || common::is_missing("python", "python3"),
    },
    Starter {
        words: &["node"],
        program: "verify.mjs",
        mended: "bad-101-tampered-bundle",
        alike: Some("pass / invalid"),
        fix: "// FIX ",
        build: None,
        missing: || common::is_missing("node", "node"),
    },
    Starter {
        words: &["go"],
        program: "verify.go",
        mended: "bad-101-tampered-bundle",
        alike: Some("pass / invalid"),
        fix: "// FIX ",
        build: Some("go build -o verify verify.go"),
        missing: || common::lacks("go", "go", "version"),
    },
    Starter {
        words: &["shell"],
        program: "verify.sh",
        mended: "bad-101-tampered-bundle",
        alike: Some("pass / invalid"),
        fix: "# FIX ",
        build: None,
        missing: || common::is_missing("shell", "sha256sum"),
    },
    Starter {
        words: &["python", "--suite", "tool-decision-surface-v0"],
        program: "classify.py",
        mended: "unknown_tool_observed",
        alike: None,
        fix: "# FIX ",
        build: None,
        missing: || common::is_missing("python", "python3"),
    },
    Starter {
        words: &["node", "--suite", "tool-decision-surface-v0"],
        program: "classify.mjs",
        mended: "unknown_tool_observed",
        alike: None,
        fix: "// FIX ",
        build: None,
        missing: || common::is_missing("node", "node"),
    },
    Starter {
        words: &["go", "--suite", "tool-decision-surface-v0"],
        program: "classify.go",
        mended: "unknown_tool_observed",
        alike: None,
        fix: "// FIX ",
        build: Some("go build -o classify classify.go"),
        missing: || common::lacks("go", "go", "version"),
    },
];

fn main() {
    let mut trials = Vec::new();
    for starter in &STARTERS {
        let ignored = (starter.missing)();
        if ignored {
            eprintln!("{} is not on this machine: its test is ignored", starter.words[0]);
        }
        let name = starter.words.join(" ");
        let scores = Trial::test(format!("{name} scores what it says"), || scores(starter));
        trials.push(scores.with_ignored_flag(ignored));
        trials.push(Trial::test(format!("{name} says what to do next"), || texts(starter)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Writes the starter into a folder of its own.
fn init(starter: &Starter, folder: &Path) -> Result<String, Failed> {
    let output = run_in(folder, &[&["init"], starter.words].concat());
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
    match starter.alike {
        Some(answer) => {
            assert!(stdout(&doctor).contains(&format!("it answers both alike, {answer}")));
        }
        // It copies what each call says.
        None => assert!(!stdout(&doctor).contains("alike"), "{}", stdout(&doctor)),
    }

    let path = folder.join(starter.program);
    let fixed = fs::read_to_string(&path)?.replace(starter.fix, "");
    fs::write(&path, fixed)?;
    build(starter, folder)?;
    let told = stdout(&run_in(folder, &["run"]));
    assert!(told.contains(&said("**The first fix: ")?), "{told}");
    let mended = run_in(folder, &["run", "--only", starter.mended, "-v"]);
    assert!(stdout(&mended).contains(&format!("match     {}", starter.mended)), "{told}");

    if starter.words.len() > 1 {
        return Ok(());
    }
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
    assert!(told.contains(&format!("wrote {}\n", starter.program)), "{told}");
    assert!(told.contains("wrote .github/workflows/conformance.yml\n"), "{told}");
    assert!(told.ends_with("mcp-evidence run\n"), "{told}");
    let elsewhere = program()
        .args([&["init"], starter.words, &["a new/folder"]].concat())
        .current_dir(folder.path())
        .output()?;
    assert!(stdout(&elsewhere).contains("next: cd 'a new/folder' && "), "{}", stdout(&elsewhere));

    let again = run_in(folder.path(), &[&["init"], starter.words].concat());
    assert_eq!(code(&again), 2);
    assert!(stderr(&again).contains(starter.program), "{}", stderr(&again));

    let verifier = fs::read_to_string(folder.path().join(starter.program))?;
    assert!(verifier.lines().any(|line| line.trim_start().starts_with(starter.fix)));
    assert!(verifier.lines().all(|line| line.len() <= 110 && line.trim_end() == line));
    let readme = fs::read_to_string(folder.path().join("README.md"))?;
    assert!(starter.build.is_none_or(|build| readme.contains(build)), "the README builds it");
    assert!(readme.contains("mcp-evidence list rules --suite "), "not all rules of all suites");
    let settings = fs::read_to_string(folder.path().join("mcp-evidence.toml"))?;
    let first = settings.lines().next().unwrap_or_default();
    assert!(starter.build.is_none_or(|build| first.contains(build)), "{first}");
    workflow(folder.path())
}

/// It installs the kit as the documentation does.
fn workflow(folder: &Path) -> Result<(), Failed> {
    let documented = fs::read_to_string(common::checkout().join("docs/ci.md"))?;
    let documented = documented.split("```yaml\n").nth(1).ok_or("a workflow")?;
    let installs = documented.split("      - name: First contact\n").next().ok_or("steps")?;
    assert!(installs.contains("timeout-minutes") && installs.contains("actions/cache"));
    let written = fs::read_to_string(folder.join(".github/workflows/conformance.yml"))?;
    assert!(written.starts_with(installs), "{written}\nis not\n{installs}");
    Ok(())
}
