//! Files that a run writes: none takes the place of what is read or of another,
//! and none that fails goes untold.

mod common;

use common::{checkout, code, program, run, run_in, stderr, stdout};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

#[test]
fn what_cannot_be_written_is_told_before_anything_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let same = folder.path().join("report");
    let [one, two] = ["junit", "html"].map(|format| format!("--report={format}={}", text(&same)));
    for (arguments, part) in [
        (&["--report", "html=no/such/folder/x.html"][..], "no/such/folder/x.html"),
        (&["--report", "html=vectors"], "vectors"),
        (&["--report", "xml=x"], "the formats are json, junit, tap, markdown, github, html"),
        (&["--output", "no/such/x.json"], "no/such/x.json"),
        (&["--output", "target-of-nobody/"], "target-of-nobody/"),
        (&["--output", "-"], "./- is a file of that name"),
        (&["--output=-"], "--format says what standard output gets"),
        (&["--write-baseline", "-"], "./- is a file of that name"),
        (&["--report", "tap=-"], "./- is a file of that name"),
        (&[&one, &two], "are one file"),
    ] {
        let output = program()
            .args(["run", "--builtin"])
            .args(arguments)
            .current_dir(checkout())
            .output()
            .expect("starts");
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert_eq!(stdout(&output), "", "{arguments:?}: nothing ran");
        assert!(stderr(&output).contains(part), "{arguments:?}: {}", stderr(&output));
    }
    assert!(!same.exists() && !checkout().join("-").exists());
    let compared = run(&["compare", "no-such.json", "--output", "-"]);
    assert_eq!(code(&compared), 2);
    assert!(stderr(&compared).contains("./- is a file of that name"), "{}", stderr(&compared));
    let full = run(&["run", "--builtin", "--format", "tap", "--report", "junit=/dev/full"]);
    assert_eq!(code(&full), 2, "a full disk is known only afterwards");
}

/// What is written over what, by any name of it, is told before anything is
/// started; and everything is as it was.
#[test]
fn no_output_replaces_what_is_read_or_another_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let in_folder = |arguments: &[&str]| run_in(folder.path(), arguments);
    let script = "#!/bin/sh\ntouch trace\necho '{\"bundle_integrity\": \"fail\"}'\n";
    fs::write(at("verify"), script).expect("writes");
    fs::set_permissions(at("verify"), fs::Permissions::from_mode(0o755)).expect("sets the mode");
    let written = ["run", "--output", "old.json", "--write-baseline", "known.json", "--"];
    assert_eq!(code(&in_folder(&[&written[..], &["./verify"]].concat())), 1);
    fs::write(at("mcp-evidence.toml"), "command = ['sh', './verify']\n").expect("writes");
    fs::copy(checkout().join("MANIFEST.json"), at("MANIFEST.json")).expect("copies");
    fs::create_dir(at("vectors")).expect("a folder");
    for file in fs::read_dir(checkout().join("vectors")).expect("lists").flatten() {
        if file.path().is_file() {
            fs::copy(file.path(), at("vectors").join(file.file_name())).expect("copies");
        }
    }
    fs::write(at("rules.json"), "{}").expect("writes");
    symlink("verify", at("soft")).expect("links");
    fs::hard_link(at("known.json"), at("hard")).expect("links");
    symlink("new", at("dangling")).expect("links");
    fs::remove_file(at("trace")).expect("it ran");
    let names = || {
        let mut names: Vec<_> =
            fs::read_dir(folder.path()).expect("lists").flatten().map(|e| e.file_name()).collect();
        names.sort();
        names
    };
    let before = names();
    for (arguments, parts) in [
        (&["--output", "mcp-evidence.toml"][..], ["--output mcp-", "the settings "]),
        (&["--report", "tap=./mcp-evidence.toml"], ["--report ./mcp-", "the settings "]),
        (&["--write-baseline", "mcp-evidence.toml"], ["--write-baseline mcp-", "the settings "]),
        (&["--output", "verify"], ["--output verify", "the candidate's file "]),
        (&["--output", "soft", "--", "./verify"], ["--output soft", "program ./verify"]),
        (
            &["--output", "rules.json", "--", "./verify", "--config=rules.json"],
            ["--output rules.json", "the candidate's file rules.json"],
        ),
        (&["--output", "hard", "--baseline", "known.json"], ["hard", "the baseline known.json"]),
        (
            &["--output", "hard", "--write-baseline", "known.json"],
            ["--output hard", "--write-baseline known.json"],
        ),
        (
            &["--output", "MANIFEST.json", "--manifest", "MANIFEST.json"],
            ["--output MANIFEST.json", "the manifest MANIFEST.json"],
        ),
        (
            &["--output", "new", "--write-baseline", "dangling"],
            ["--output new", "--write-baseline dangling"],
        ),
        (&["--output", "new", "--report", "tap=dangling"], ["--report dangling", "--output new"]),
        (&["--rerun", "old.json", "--report", "tap=old.json"], ["old.json", "the result old.json"]),
    ] {
        let output = in_folder(&[&["run"], arguments].concat());
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{arguments:?}");
        for part in parts.into_iter().chain(["are one file"]) {
            assert!(stderr(&output).contains(part), "{arguments:?}: {}", stderr(&output));
        }
        assert_eq!(names(), before, "{arguments:?}: nothing was started or written");
    }
    let vector = at("vectors/ok-001-deny-bound-observation.bundle.tar.gz");
    let corpus = ["run", "--manifest", "MANIFEST.json", "--output", text(&vector)];
    assert!(stderr(&in_folder(&corpus)).contains("the vector vectors/ok-001"));
    let compared = in_folder(&["compare", "old.json", "--output", "./old.json"]);
    assert_eq!(code(&compared), 2);
    assert!(stderr(&compared).contains("the result old.json are one file"));
    let kept: Value = serde_json::from_slice(&fs::read(at("old.json")).expect("reads"))
        .expect("the result as it was");
    assert_eq!(kept["schema"], "mcp-evidence.result.v1");

    let settings = "command = ['sh', './verify']\nbaseline = 'known.json'\n";
    fs::write(at("mcp-evidence.toml"), settings).expect("writes");
    let typed = in_folder(&["run", "--output", "known.json", "--", "./verify"]);
    assert_eq!((code(&typed), at("trace").exists()), (2, false), "nor what a typed one leaves be");
    assert!(stderr(&typed).contains("the baseline "), "{}", stderr(&typed));

    // What is meant to be renewed, and what is no file, may be named twice.
    for (arguments, expected) in [
        (&["--output", "/dev/null", "--report", "tap=/dev/null", "--only", "bad-101*"][..], 0),
        (&["--output", "/dev/stdout", "--report", "tap=/dev/stdout", "--only", "bad-101*"], 0),
        (&["--baseline", "known.json", "--write-baseline", "hard"], 0),
        (&["--rerun", "old.json", "--output", "old.json"], 0),
    ] {
        let output = in_folder(&[&["run"], arguments].concat());
        assert_eq!(code(&output), expected, "{arguments:?}: {}", stderr(&output));
    }
}

/// Files that the shell or the job has opened are behind other names.
#[test]
fn nor_does_an_open_file_hide_what_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let answer = "echo '{\"bundle_integrity\": \"fail\"}'";
    let command = ["--", "sh", "-c", answer];
    let known = [&["run", "--write-baseline", "known.json"][..], &command].concat();
    assert_eq!(code(&run_in(folder.path(), &known)), 1);
    let before = fs::read(at("known.json")).expect("reads");
    let shell = |redirected: &str, summary: &str| {
        let mut shell = std::process::Command::new("sh");
        shell.arg("-c").arg(format!("exec \"$@\" {redirected}")).arg("sh");
        shell.arg(env!("CARGO_BIN_EXE_mcp-evidence")).arg("run").current_dir(folder.path());
        shell.env("GITHUB_STEP_SUMMARY", summary);
        shell
    };
    let on = |redirected: &str, arguments: &[&str]| {
        let arguments = [arguments, &command].concat();
        shell(redirected, "known.json").args(arguments).output().expect("starts")
    };
    let held = ["--baseline", "known.json"];
    for (redirected, arguments, part) in [
        ("3>f", &["--output", "/dev/fd/3", "--report", "junit=f"][..], "--output /dev/fd/3"),
        ("3>>known.json", &["--output", "/dev/fd/3"], "--output /dev/fd/3 and the baseline"),
        ("3>>known.json", &["--write-baseline", "/dev/fd/3"], "fd/3 and the baseline"),
        (">>known.json", &[], "standard output of this command and the baseline"),
        ("", &["--format", "github"], "the job's summary known.json and the baseline"),
    ] {
        let arguments = if part.contains("baseline") {
            [&held[..], arguments].concat()
        } else {
            arguments.to_vec()
        };
        let output = on(redirected, &arguments);
        assert_eq!(code(&output), 2, "{redirected} {arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(part), "{}", stderr(&output));
        assert_eq!(fs::read(at("known.json")).expect("reads"), before, "{redirected}");
    }
    let apart = on("3>f", &["--output", "/dev/fd/3", "--report", "junit=g", "--only", "bad-101*"]);
    assert_eq!(code(&apart), 0, "{}", stderr(&apart));
    let result: Value = serde_json::from_slice(&fs::read(at("f")).expect("reads")).expect("JSON");
    assert_eq!(result["summary"]["matches"], 1);
}

#[test]
fn nothing_is_written_into_a_case_that_is_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = folder.path().join("corpus");
    assert_eq!(code(&run(&["generate", "--out", text(&corpus)])), 0);
    let suite = corpus.join("vectors/request-decision-receipts-v0");
    let case = suite.join("cases/verify-sequence-gap/case.json");
    let before = fs::read(&case).expect("a case");
    let manifest = suite.join("MANIFEST.json");
    let new = case.with_file_name("new.json");
    for target in [&case, &new] {
        let output =
            run(&["run", "--manifest", text(&manifest), "--builtin", "--output", text(target)]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("is in the case "), "{}", stderr(&output));
    }
    assert_eq!(fs::read(&case).expect("a case"), before);
    assert!(!new.exists());
}

/// What is told on standard output, and what `/dev/stdout` takes, stand one
/// behind the other; a file that is standard output is not replaced.
#[test]
fn standard_output_may_be_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let with = |arguments: &[&str]| {
        let log = fs::File::create(&path).expect("opens");
        let mut command = program();
        command.args(["run", "--format", "tap", "--only", "bad-101*"]).args(arguments);
        command.args(["--", "sh", "-c", "echo '{\"bundle_integrity\": \"fail\"}'"]);
        command.current_dir(folder.path()).stdout(log).output().expect("starts")
    };
    let output = with(&["--report", "tap=/dev/stdout", "--report", "markdown=/dev/stdout"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let log = fs::read_to_string(&path).expect("reads");
    assert!(log.starts_with("TAP version"), "{log}");
    let told: Vec<usize> = log.match_indices("TAP version").map(|(at, _)| at).collect();
    assert_eq!(told.len(), 2, "{log}");
    assert!(log.find("## Conformance").is_some_and(|at| told.iter().all(|told| *told < at)));
    let refused = with(&["--output", "log"]);
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains("--output log and standard output"), "{}", stderr(&refused));
}

#[test]
fn each_output_that_fails_is_named_and_keeps_no_other_from_being_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    for name in ["full.json", "full.tap", "full.known"] {
        symlink("/dev/full", at(name)).expect("links");
    }
    let run = |arguments: &[&str]| {
        let candidate = ["--", "sh", "-c", "echo '{\"bundle_integrity\": \"fail\"}'"];
        run_in(folder.path(), &[&["run"], arguments, &candidate].concat())
    };
    let reports = ["--output", "full.json", "--report", "tap=full.tap", "--report", "junit=x.xml"];
    let output = run(&[&reports[..], &["--write-baseline", "known.json"]].concat());
    assert_eq!(code(&output), 2);
    for part in ["cannot write full.json", "cannot write full.tap", "known.json: 12 known"] {
        assert!(stderr(&output).contains(part), "{part}: {}", stderr(&output));
    }
    assert!(at("x.xml").is_file() && at("known.json").is_file());
    let output = run(&["--output", "full.json", "--write-baseline", "full.known"]);
    assert_eq!(code(&output), 2);
    for part in ["cannot write full.json", "cannot write full.known"] {
        assert!(stderr(&output).contains(part), "{part}: {}", stderr(&output));
    }
    let output = run(&["--report", "tap=x.tap", "--write-baseline", "full.known"]);
    assert_eq!(code(&output), 2);
    assert!(at("x.tap").is_file(), "{}", stderr(&output));
}
