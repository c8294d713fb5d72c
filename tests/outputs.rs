//! Standard output and standard error that cannot be written, for every
//! subcommand: the exit code says so, no file is missing, and nothing panics.

#![cfg(target_os = "linux")]

mod common;

use common::{checkout, code, stderr, stdout};
use std::fs::{self, File, OpenOptions};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A command line of each subcommand, in an order in which the later ones find
/// what the earlier ones have written. `{n}` is another number at each start,
/// `{vectors}` the checkout's, `{program}` the program itself.
const COMMANDS: [&str; 26] = [
    "pack --texts texts --source-commit 0123456789abcdef0123456789abcdef01234567 --output pack.tar.gz",
    "capture --pack pack.tar.gz --output capture.json --name tried --source https://example.org/tried \
     --commit ffffffffffffffffffffffffffffffffffffffff --mode other_disclosed -- {program} verify \
     --format json --",
    "score --pack pack.tar.gz --capture capture.json --output run.json",
    "report --run run.json --capture capture.json",
    "validate run.json",
    "run --only ok-* --output result{n}.json --report tap=result{n}.tap --write-baseline baseline{n}.json",
    "run --only ok-* --output result.json --format json",
    "run --only bad-101* -- true",
    "compare result.json",
    "doctor -- {program} verify --format json --",
    "doctor -- true",
    "verify {vectors}/ok-001-deny-bound-observation.bundle.tar.gz",
    "verify {vectors}/bad-101-tampered-bundle.bundle.tar.gz",
    "classify {vectors}/tool-decision-surface-v0/cases/alias_null.json",
    "check {vectors}/tool-decision-surface-v0-check/records/alias_null.json",
    "annotations {case}",
    "receipts derive {vectors}/request-decision-receipts-v0/cases/derive-blanks",
    "digest {vectors}/../MANIFEST.json",
    "list rules",
    "schema result",
    "inspect {vectors}/ok-001-deny-bound-observation.bundle.tar.gz",
    "adequacy",
    "init python starter{n}",
    "completions bash",
    "help run",
    "--version",
];

/// These build every corpus, and are tried less.
const SLOW: [&str; 2] = ["explain stage2.decision.reason.vocabulary", "generate --check"];

struct Place {
    folder: tempfile::TempDir,
    started: std::cell::Cell<usize>,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().expect("a folder");
        let texts = folder.path().join("texts/canonicalization");
        fs::create_dir_all(&texts).expect("folders");
        for name in ["../README.md", "../spec.md", "../descriptor.json", "README.md"] {
            fs::write(texts.join(name), name).expect("writes");
        }
        fs::write(texts.join("rfc8785-vectors.json"), "{}").expect("writes");
        Place { folder, started: std::cell::Cell::default() }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn words(&self, line: &str) -> Vec<String> {
        let n = self.started.replace(self.started.get() + 1);
        let vectors = checkout().join("vectors");
        let cases = fs::read_dir(vectors.join("trust-annotations-draft/cases")).expect("cases");
        let case = cases.flatten().map(|entry| entry.path()).min().expect("a case");
        let line = line
            .replace("{n}", &n.to_string())
            .replace("{vectors}", &vectors.to_string_lossy())
            .replace("{case}", &case.to_string_lossy())
            .replace("{program}", env!("CARGO_BIN_EXE_mcp-evidence"));
        line.split_whitespace().map(str::to_owned).collect()
    }

    /// Starts it with these two as its outputs.
    fn run(&self, line: &str, out: impl Into<Stdio>, err: impl Into<Stdio>) -> Output {
        let mut command = common::program();
        command.args(self.words(line)).current_dir(self.path()).stdin(Stdio::null());
        command.stdout(out).stderr(err).output().expect("starts")
    }

    /// Starts it as a shell does with this redirection.
    fn redirected(&self, line: &str, redirection: &str) -> Output {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("exec \"$0\" \"$@\" {redirection}")]);
        command.arg(env!("CARGO_BIN_EXE_mcp-evidence")).args(self.words(line));
        command.current_dir(self.path()).output().expect("starts")
    }
}

fn full() -> File {
    OpenOptions::new().write(true).open("/dev/full").expect("a full device")
}

/// The writing end of a pipe whose reader is gone.
fn gone() -> File {
    std::os::fd::OwnedFd::from(std::io::pipe().expect("a pipe").1).into()
}

#[test]
fn no_subcommand_is_forgotten() {
    let help = stdout(&common::run(&["--help"]));
    let commands = help.split("Commands:").nth(1).expect("commands");
    // A name stands behind two blanks, the rest of a long line behind more.
    let lines = commands.lines().skip(1).take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names = names.filter(|name| !name.is_empty());
    let mut count = 0;
    for name in names {
        let starts = |line: &&str| line.split(' ').next() == Some(name);
        assert!(COMMANDS.iter().chain(&SLOW).any(starts), "{name} is not tried here");
        count += 1;
    }
    assert!(count > 20, "{commands}");
}

#[test]
fn whatever_cannot_be_written_is_an_exit_code() {
    let place = Place::new();
    for line in COMMANDS {
        let usual = place.run(line, Stdio::piped(), Stdio::piped());
        let expected = code(&usual);
        assert!(!usual.stdout.is_empty(), "{line}: {}", stderr(&usual));

        let output = place.run(line, Stdio::piped(), full());
        assert_eq!(code(&output), expected, "{line} 2>/dev/full");
        assert!(!output.stdout.is_empty(), "{line} 2>/dev/full");

        let output = place.run(line, full(), Stdio::piped());
        assert_eq!(code(&output), 2, "{line} >/dev/full: {}", stderr(&output));
        let told = stderr(&output);
        assert!(told.contains("cannot write the output"), "{line} >/dev/full: {told}");

        let output = place.run(line, gone(), Stdio::piped());
        assert_eq!(code(&output), 141, "{line} | true: {}", stderr(&output));
        assert!(!stderr(&output).contains("cannot write"), "{line} | true");

        let both = gone();
        let output = place.run(line, both.try_clone().expect("a pipe"), both);
        assert_eq!(code(&output), 141, "{line} 2>&1 | true");

        // Before a program of Rust begins, a closed one becomes /dev/null, and
        // is none that could not be written.
        for closed in [">&-", "2>&-", ">&- 2>&-"] {
            let output = place.redirected(line, closed);
            assert_eq!(code(&output), expected, "{line} {closed}: {}", stderr(&output));
        }
    }
    for line in SLOW {
        let output = place.run(line, full(), full());
        assert_eq!(code(&output), 2, "{line} >/dev/full 2>&1");
    }
    assert_eq!(code(&place.run(SLOW[0], gone(), full())), 141);
}

#[test]
fn wrong_usage_is_2_where_nobody_can_be_told() {
    let place = Place::new();
    for line in ["bogus", "run --bogus", "inspect no-such-file", "verify"] {
        for output in [
            place.run(line, Stdio::piped(), full()),
            place.run(line, Stdio::piped(), gone()),
            place.run(line, full(), full()),
            place.redirected(line, "2>&-"),
        ] {
            assert_eq!(code(&output), 2, "{line}");
        }
    }
}

#[test]
fn files_are_written_where_neither_stream_can_be() {
    let place = Place::new();
    fs::write(place.path().join("fail"), "echo '{\"bundle_integrity\": \"fail\"}'\n")
        .expect("writes");
    let other = "run --suite privileged-mcp-action-v1 --write-baseline other.json -- sh fail";
    assert_eq!(code(&place.run(other, Stdio::null(), full())), 1);
    // Each of these is told: a baseline of another suite, a suite of which
    // nothing is selected, what was written, and an answer that is none.
    let line = "run --suite privileged-mcp-action-v0 --suite privileged-mcp-action-v0-probes --only \
                bad-101* --baseline other.json --output result.json --report tap=result.tap \
                --write-baseline baseline.json -- echo";
    let told = stderr(&place.run(line, Stdio::null(), Stdio::piped()));
    assert_eq!(told.lines().count(), 4, "{told}");
    let files = ["result.json", "result.tap", "baseline.json"];
    for err in [full as fn() -> File, gone] {
        for name in files {
            fs::remove_file(place.path().join(name)).expect("was written");
        }
        assert_eq!(code(&place.run(line, Stdio::null(), err())), 2);
        for name in files {
            fs::remove_file(place.path().join(name)).expect("was written");
        }
        // It stops the run, and there is no baseline of a part.
        assert_eq!(code(&place.run(line, full(), err())), 2);
        assert!(place.path().join("result.json").is_file());
        assert_eq!(code(&place.run(line, Stdio::null(), Stdio::null())), 2);
    }
}
