//! `mcp-evidence.toml`: where it is found, what it sets, what outranks it.

use crate::common::{code, run_in, stderr, stdout};
use crate::constant;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

/// A repository with a candidate, and settings of this text.
fn repository(settings: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(folder.path().join("src/deep")).expect("folders");
    fs::create_dir(folder.path().join(".git")).expect("a folder");
    constant(&folder.path().join("verify"));
    fs::write(folder.path().join("mcp-evidence.toml"), settings).expect("writes");
    folder
}

/// The result of a run in `folder`, and what stands on standard error.
fn result(folder: &Path, arguments: &[&str]) -> (Value, String) {
    let output = run_in(folder, &[&["run", "--format", "json"], arguments].concat());
    let result = serde_json::from_slice(&output.stdout);
    (result.unwrap_or_else(|_| panic!("{}", stderr(&output))), stderr(&output))
}

#[test]
fn run_needs_nothing_more() {
    let folder = repository(
        "command = ['./verify']\nsuites = ['privileged-mcp-action-v0']\ntimeout = 5\njobs = 1\n",
    );
    let (here, said) = result(folder.path(), &[]);
    let path = folder.path().canonicalize().expect("a path").join("mcp-evidence.toml");
    assert_eq!(said, format!("settings from {}\n", path.display()));
    assert_eq!(here["summary"]["matches"], 7);
    assert_eq!(here["options"]["timeout_ms"], 5000);
    assert_eq!(here["measured"]["jobs"], 1);
    assert_eq!(here["candidate"]["argv"], serde_json::json!(["./verify"]));
    let repeat = here["cases"][0]["repeat"].as_str().expect("a command");
    assert!(repeat.contains("--timeout 5 --only") && repeat.ends_with("-- ./verify"), "{repeat}");

    let (deep, _) = result(&folder.path().join("src/deep"), &[]);
    assert_eq!(deep["summary"]["matches"], 7, "a parent's file counts");
    let root = path.parent().expect("a folder").to_str().expect("text");
    assert_eq!(deep["candidate"]["folder"], root, "commands run where their file is");
}

#[test]
fn the_command_line_outranks_the_file() {
    let folder = repository("command = ['./no-such']\ntimeout = 5\njobs = 1\ncwd = 'src'\n");
    let rules = "privileged-mcp-action-v0-rules";
    let only = ["--suite", rules, "--only", "reason-*"];
    let typed = ["--timeout", "3", "--jobs", "2", "--", "./verify"];
    let (result_of, _) = result(folder.path(), &[&only[..], &typed].concat());
    let id = result_of["suite"]["id"].as_str().expect("an id");
    assert!(id.starts_with(rules), "{id}");
    assert_eq!(result_of["options"]["timeout_ms"], 3000);
    assert_eq!(result_of["measured"]["jobs"], 2);
    assert_eq!(result_of["summary"]["candidate_errors"], 0);
    assert_eq!(result_of["candidate"].get("folder"), None, "cwd belongs to the file's command");
}

#[test]
fn no_config_and_another_file() {
    let folder = repository("command = ['./verify']\n");
    let (built_in, said) = result(folder.path(), &["--no-config", "--builtin"]);
    assert_eq!(said, "");
    assert_eq!(built_in["candidate"]["built_in"], true);
    let other = folder.path().join("src/other.toml");
    fs::write(&other, "command = ['../verify']\n").expect("writes");
    let (there, _) = result(folder.path(), &["--config", "src/other.toml"]);
    assert_eq!(there["summary"]["matches"], 7, "paths are taken from the file's folder");
    for (arguments, part) in [
        (&["run", "--config", "no-such.toml"][..], "no-such.toml"),
        (&["run", "--config", "x", "--no-config"], "cannot be used with"),
        (&["doctor", "--config", "src"], "src"),
    ] {
        let output = run_in(folder.path(), arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(stderr(&output).contains(part), "{}", stderr(&output));
    }
}

#[test]
fn what_has_the_name_and_is_no_file_is_refused() {
    let folder = repository("");
    let path = folder.path().join("mcp-evidence.toml");
    let here = folder.path().join("src/deep");
    let refused = |part: &str| {
        for arguments in [&["run"][..], &["run", "--", "../../verify"], &["doctor"]] {
            let output = run_in(&here, arguments);
            let said = stderr(&output);
            assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{arguments:?}: {said}");
            for part in ["mcp-evidence.toml", part, "--no-config"] {
                assert!(said.contains(part), "{part}: {said}");
            }
        }
        let without = run_in(&here, &["run", "--no-config", "--", "../../verify"]);
        assert_eq!((code(&without), stderr(&without).as_str()), (1, ""));
        let is_folder = path.is_dir() && !path.is_symlink();
        if is_folder { fs::remove_dir(&path) } else { fs::remove_file(&path) }.expect("goes");
    };
    fs::remove_file(&path).expect("goes");
    for (target, part) in [
        ("no-such.toml", "a link that leads to no file"),
        ("mcp-evidence.toml", "a link that leads to no file"),
        ("src", "a folder"),
        ("/dev/zero", "a device"),
    ] {
        symlink(target, &path).expect("links");
        refused(part);
    }
    fs::create_dir(&path).expect("a folder");
    refused("a folder");
    assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo starts").success());
    refused("a named pipe");
    let socket = UnixListener::bind(&path).expect("a socket");
    refused("a socket");
    drop(socket);
    fs::write(folder.path().join("kept.toml"), "command = ['./verify']\n").expect("writes");
    symlink("kept.toml", &path).expect("links");
    assert_eq!(result(&here, &[]).0["summary"]["matches"], 7, "a link to a file is one");
}

#[test]
fn a_run_without_a_candidate_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in [&["run"][..], &["run", "--manifest", "x"], &["run", "--only", "no-such"]] {
        let output = run_in(folder.path(), arguments);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{arguments:?}");
        for part in ["-- ./verify", "mcp-evidence.toml", "--builtin"] {
            assert!(stderr(&output).contains(part), "{part}: {}", stderr(&output));
        }
    }
    let both = run_in(folder.path(), &["run", "--builtin", "--", "true"]);
    assert_eq!(code(&both), 2);
    assert!(stderr(&both).contains("cannot be used with"), "{}", stderr(&both));
    let settings = folder.path().join("mcp-evidence.toml");
    fs::write(settings, "jobs = 2\n").expect("writes");
    let without = run_in(folder.path(), &["run"]);
    assert_eq!(code(&without), 2, "settings without a command name no candidate");
    for part in ["has no command", "behind --", "--builtin"] {
        assert!(stderr(&without).contains(part), "{part}: {}", stderr(&without));
    }
}

#[test]
fn the_built_in_verifier_is_asked_for_and_says_so() {
    let folder = repository(
        "command = ['./verify']\ncwd = 'src'\nbaseline = 'no-such.json'\ntimeout = 5\n\
         suites = ['privileged-mcp-action-v0', 'privileged-mcp-action-v0-probes']\n",
    );
    let few = ["--only", "bad-101*", "--only", "i01*"];
    let (result_of, _) =
        result(folder.path(), &[&few[..], &["--builtin", "--output", "old.json"]].concat());
    let one = &result_of["results"][0];
    assert_eq!(one["candidate"]["built_in"], true, "the command line outranks the file");
    assert_eq!(one["candidate"].get("folder"), None, "cwd belongs to the file's command");
    assert_eq!(one["options"]["timeout_ms"], 5000);
    let repeat = one["cases"][0]["repeat"].as_str().expect("a command");
    assert!(repeat.ends_with(" --only bad-101-tampered-bundle --builtin"), "{repeat}");
    let words: Vec<&str> = repeat.split(' ').skip(1).collect();
    let again = run_in(folder.path(), &words);
    assert_eq!(code(&again), 0, "{}", stderr(&again));
    let told = stdout(&again);
    assert!(told.ends_with("\n1 of 1 matched (the built-in verifier)\n"), "{told}");
    let several = run_in(folder.path(), &[&["run", "--builtin"], &few[..]].concat());
    let line = "-conformance: 1 of 1 matched (the built-in verifier)\n";
    assert!(stdout(&several).contains(line), "{}", stdout(&several));

    // What it did not match is repeated with it; here nothing is left, so let one be.
    let path = folder.path().join("old.json");
    let text = fs::read_to_string(&path).expect("reads");
    let mut stored: serde_json::Value = serde_json::from_str(&text).expect("a result");
    let first = &mut stored["results"][0];
    first["cases"][0]["status"] = "mismatch".into();
    first["summary"]["matches"] = 0.into();
    first["summary"]["mismatches"] = 1.into();
    fs::write(&path, stored.to_string()).expect("writes");
    let (rerun, _) = result(folder.path(), &["--no-config", "--rerun", "old.json"]);
    assert_eq!(rerun["candidate"]["built_in"], true, "the stored candidate");
    assert_eq!(rerun["summary"]["matches"], 1);
    let typed = ["--no-config", "--rerun", "old.json", "--", "./verify"];
    assert_eq!(result(folder.path(), &typed).0["candidate"]["built_in"], false);
}

#[test]
fn each_suite_may_have_a_command_of_its_own() {
    let folder = repository(
        "suites = ['privileged-mcp-action-v0']\n[suite.privileged-mcp-action-v0]\n\
         command = ['./verify', 'v0']\n[suite.privileged-mcp-action-v0-probes]\n\
         command = ['./verify', 'probes']\n",
    );
    let (one, _) = result(folder.path(), &[]);
    assert_eq!(one["candidate"]["argv"], serde_json::json!(["./verify", "v0"]));
    let (all, _) = result(folder.path(), &["--suite", "all"]);
    let argv: Vec<&Value> = all["results"]
        .as_array()
        .expect("results")
        .iter()
        .map(|result| &result["candidate"]["argv"][1])
        .collect();
    assert_eq!(argv, ["v0", "probes"]);
    let none = run_in(folder.path(), &["run", "--suite", "privileged-mcp-action-v0-rules"]);
    assert_eq!(code(&none), 2);
    assert!(stderr(&none).contains("has no command for privileged-mcp-action-v0-rules"));
    let without = run_in(folder.path(), &["run", "--suite", "all", "--no-config"]);
    assert_eq!(code(&without), 2);
    assert!(stderr(&without).contains("name the suites"), "{}", stderr(&without));
}

#[test]
fn a_mistake_in_the_file_stops_everything() {
    let folder = repository("command = ['./verify']\ntimeuot = 3\n");
    for command in ["run", "doctor"] {
        let output = run_in(folder.path(), &[command]);
        assert_eq!(code(&output), 2);
        let said = stderr(&output);
        for part in
            ["mcp-evidence.toml", "line 2, column 1", "unknown field `timeuot`", "did you mean"]
        {
            assert!(said.contains(part), "{said}");
        }
    }
}

#[test]
fn doctor_takes_the_same_settings() {
    let folder = repository("command = ['./verify']\n");
    let output = run_in(&folder.path().join("src"), &["doctor"]);
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).ends_with("Next: mcp-evidence run\n"), "{}", stdout(&output));
}
