//! The command line as people and scripts use it: what is printed, what is
//! written, and the exit code of each way it can go.

mod common;

use common::{checkout, code, program, run, run_in, stderr, stdout};
use mcp_evidence_generator as generator;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

const ACCEPT: &str = "vectors/ok-001-deny-bound-observation.bundle.tar.gz";
const REJECT: &str = "vectors/bad-109-bundle-id-mismatch.bundle.tar.gz";

/// A candidate that gives one answer to everything.
fn constant(folder: &Path, report: &str) -> PathBuf {
    let path = folder.join("constant candidate");
    fs::write(&path, format!("#!/bin/sh\necho '{report}'\n")).expect("writes");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("sets the mode");
    path
}

const INVALID: &str = r#"{"bundle_integrity": "pass", "verdict": "invalid"}"#;

fn text(path: &Path) -> &str {
    path.to_str().expect("a path that is text")
}

#[test]
fn the_main_job_compares_with_the_checkout_and_works_anywhere() {
    let here = run(&[]);
    assert_eq!(code(&here), 0, "{}", stderr(&here));
    assert!(stdout(&here).contains("files in this checkout: identical"), "{}", stdout(&here));
    assert!(stdout(&here).contains("14 of 14 matched"));
    let folder = tempfile::tempdir().expect("a folder");
    let elsewhere = run_in(folder.path(), &[]);
    assert_eq!(code(&elsewhere), 0);
    assert!(stdout(&elsewhere).contains("files: not compared"), "{}", stdout(&elsewhere));
    let deep = checkout().join("vectors/privileged-mcp-action-v0-rules");
    assert!(stdout(&run_in(&deep, &[])).contains("identical"), "a parent folder counts");
}

#[test]
fn the_main_job_tells_a_changed_file() {
    let folder = tempfile::tempdir().expect("a folder");
    generator::write(&[generator::published()], &[], folder.path()).expect("writes");
    let path = folder.path().join(ACCEPT);
    let mut bytes = fs::read(&path).expect("reads");
    bytes[20] ^= 1;
    fs::write(&path, bytes).expect("writes");
    let output = run_in(folder.path(), &[]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains(&format!("{ACCEPT} differs from byte 20")));
}

#[test]
fn verify_exits_by_its_bundles() {
    let one = run(&["verify", ACCEPT]);
    assert_eq!(code(&one), 0);
    let report: Value = serde_json::from_slice(&one.stdout).expect("one JSON object");
    assert_eq!(report["verdict"], "valid");
    let both = run(&["verify", ACCEPT, REJECT, "vectors", "no such file"]);
    assert_eq!(code(&both), 1);
    let reports: Vec<Value> = stdout(&both)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a report a line"))
        .collect();
    let integrity: Vec<&Value> = reports.iter().map(|report| &report["bundle_integrity"]).collect();
    assert_eq!(integrity, ["pass", "fail", "fail", "fail"]);
    assert_eq!(reports[2]["findings"][0]["rule"], "stage1.input.readable");
    assert_eq!(code(&run(&["verify"])), 2);
    assert_eq!(code(&run(&["verify", "--format", "xml", ACCEPT])), 2);
    let table = run(&["verify", "--format", "table", ACCEPT]);
    assert!(stdout(&table).contains("caller_visible_denial     confirmed (producer_reported)"));
}

#[test]
fn generating_twice_gives_the_same_and_check_names_what_differs() {
    let [one, two] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    for folder in [&one, &two] {
        assert_eq!(code(&run(&["generate", "--out", text(folder.path())])), 0);
    }
    let differ = std::process::Command::new("diff")
        .args(["-r", text(one.path()), text(two.path())])
        .output()
        .expect("diff starts");
    assert!(differ.status.success(), "{}", stdout(&differ));
    let check = ["generate", "--check", "--out", text(one.path())];
    assert_eq!(code(&run(&check)), 0);
    let page = one.path().join("docs/rules.md");
    fs::write(&page, "other").expect("writes");
    fs::write(one.path().join("vectors/stray"), "").expect("writes");
    let output = run(&check);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("docs/rules.md differs from byte 0"), "{}", stdout(&output));
    assert!(stdout(&output).contains("vectors/stray is named by no manifest"));
    assert_eq!(code(&run(&["generate", "--check"])), 0, "the checkout is as it is generated");
}

#[test]
fn digest_recomputes_from_the_files_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    generator::write(&[generator::published()], &[], folder.path()).expect("writes");
    let output = run_in(folder.path(), &["digest"]);
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).contains("this is the published digest"));
    fs::write(folder.path().join(ACCEPT), "other").expect("writes");
    let output = run_in(folder.path(), &["digest"]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("DIFFER"), "{}", stdout(&output));
    assert_eq!(code(&run_in(folder.path(), &["digest", "no such manifest"])), 2);
}

#[test]
fn a_constant_answer_matches_half_and_is_told_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let candidate = constant(folder.path(), INVALID);
    let output = run(&["run", "--", text(&candidate)]);
    assert_eq!(code(&output), 1);
    let told = stdout(&output);
    assert!(told.contains("7 of 14 matched, 7 mismatched"), "{told}");
    assert!(
        told.contains("gave one answer to every case: pass / invalid; its 7 matches"),
        "{told}"
    );
    assert!(told.contains("scores (the best of each kind): fail 2, pass / invalid 7, "), "{told}");
    // In which member an answer differs, and what comes next.
    assert!(told.contains("it differs in bundle_integrity, verdict\n"), "{told}");
    let next = "\nNext:\n  mcp-evidence explain stage1.files.sha256.value\n  mcp-evidence run --suite \
                privileged-mcp-action-v0 --only bad-101-tampered-bundle -- ";
    assert!(told.contains(&next.replace("--suite privileged-mcp-action-v0 ", "")), "{told}");
    let rules = run(&["run", "--suite", "privileged-mcp-action-v0-rules", "--", text(&candidate)]);
    assert_eq!(code(&rules), 1);
    assert!(stdout(&rules).contains("gave one answer to every case"));
    let probes =
        run(&["run", "--suite", "privileged-mcp-action-v0-probes", "--", text(&candidate)]);
    assert_eq!(code(&probes), 0, "probes are never in the exit code");
    assert!(stdout(&probes).contains("This is no score"));
}

/// What every bundle has may be wrong in several ways: the run root, too.
#[test]
fn a_candidate_that_fails_every_bundle_is_shown_all_that_every_bundle_has() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = r#"{"bundle_integrity": "fail", "findings": ["run_root differs"]}"#;
    let told = stdout(&run(&["run", "--", text(&constant(folder.path(), report))]));
    for part in [
        "fails the integrity of every bundle that must be accepted",
        "About ok-001-deny-bound-observation it says: run_root differs",
        "digests and counts that it computes",
        "\n  mcp-evidence inspect ok-001-deny-bound-observation\n",
        "If the run root is, it hashes the content hashes as they are written, sha256: included",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(!told.contains("\nNext:"), "one cause comes first: {told}");
    assert_eq!(code(&run(&["inspect", "ok-001-deny-bound-observation"])), 0);
}

#[test]
fn a_relative_candidate_is_found_from_any_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    constant(folder.path(), INVALID);
    let output =
        run_in(folder.path(), &["run", "--only", "bad-102*", "--", "./constant candidate"]);
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
}

#[test]
fn what_cannot_be_asked_exits_2_and_says_why() {
    for (arguments, part) in [
        (&["run", "--builtin", "--only", "no-such-*"][..], "select"),
        (&["run", "--builtin", "--suite", "no-such-suite"], "privileged-mcp-action-v0-rules"),
        (&["run", "--builtin", "--manifest", "no such file"], "no such file"),
        (&["run", "--builtin", "--only", "["], "["),
        (&["run", "--timeout", "0"], "seconds"),
        (&["run", "--jobs", "0"], "jobs"),
        (&["run", "--suite", "x", "--manifest", "y"], "cannot be used with"),
        (&["explain", "no such id"], "mcp-evidence list"),
        (&["explain", "reason.vocab"], "stage2.decision.reason.vocabulary"),
        (&["adequacy", "--suite", "x"], "privileged-mcp-action-v0"),
        (&["inspect", "vectors"], "vectors"),
        (&["inspect", ACCEPT, "--canonical", "7"], "assayseq 7"),
        (&["no-such-command"], "no-such-command"),
        (&["run", "--", "./no-such-candidate"], ""),
    ] {
        let output = run(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stdout(&output));
        assert!(stderr(&output).contains(part), "{arguments:?}: {}", stderr(&output));
    }
    let missing = run(&["run", "--", "./no-such-candidate"]);
    assert!(stdout(&missing).contains("errno 2"), "{}", stdout(&missing));
}

#[test]
fn results_are_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("result.json");
    let output = run(&["run", "--builtin", "--format", "json", "--output", text(&path)]);
    assert_eq!(code(&output), 0);
    let result: Value = serde_json::from_slice(&fs::read(&path).expect("reads")).expect("JSON");
    assert_eq!(result["schema"], "mcp-evidence.result.v1");
    assert_eq!(result["summary"]["matches"], 14);
    assert_eq!(fs::read(&path).expect("reads"), output.stdout);
    assert_eq!(
        code(&run(&["run", "--builtin", "--output", "/dev/full"])),
        2,
        "a full disk is an error"
    );
    let nowhere = folder.path().join("no/such/result.json");
    let output = run(&["run", "--builtin", "--output", text(&nowhere)]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("result.json"), "{}", stderr(&output));
}

#[test]
fn several_suites_give_one_document() {
    let output = run(&[
        "run",
        "--builtin",
        "--suite",
        "privileged-mcp-action-v0",
        "--suite",
        "privileged-mcp-action-v0-probes",
        "--format",
        "json",
    ]);
    assert_eq!(code(&output), 0);
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(document["schema"], "mcp-evidence.results.v1");
    let readings = document["results"][1]["readings"].as_array().expect("readings");
    assert!(readings.iter().all(|reading| reading["as_pinned"] == true), "{readings:?}");
}

#[test]
fn standard_output_that_fails_is_never_a_silent_loss() {
    let full = fs::File::create("/dev/full").expect("opens");
    let output = program()
        .args(["run", "--builtin", "--format", "json"])
        .current_dir(checkout())
        .stdout(Stdio::from(full))
        .output()
        .expect("starts");
    assert_eq!(code(&output), 2);
    let mut child = program()
        .args(["list", "vectors"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ends");
    assert_eq!(code(&output), 141);
    assert_eq!(stderr(&output), "", "a closed pipe is nobody's fault");
}

#[test]
fn adequacy_exits_by_its_survivors() {
    let rules = ["adequacy", "--suite", "privileged-mcp-action-v0-rules", "--format", "json"];
    let output = run(&rules);
    assert_eq!(code(&output), 0);
    let table: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(table["rules"]["survived"], 0);
    assert_eq!(table["published"]["told"].as_array().map(Vec::len), Some(26));
    let published = run(&["adequacy"]);
    assert_eq!(code(&published), 1);
    assert!(stdout(&published).contains("of the published 27: 5 told"));
}

const ACCEPT_V1: &str = "vectors/privileged-mcp-action-v1/vectors/\
    ok-001-deny-bound-v1-observation.bundle.tar.gz";

#[test]
fn the_profile_is_asked_for_and_never_detected() {
    for (bundle, profile, exit) in [
        (ACCEPT, &[][..], 0),
        (ACCEPT, &["--profile", "v0"], 0),
        (ACCEPT, &["--profile", "v1"], 1),
        (ACCEPT_V1, &[], 1),
        (ACCEPT_V1, &["--profile", "v1"], 0),
    ] {
        let id = format!("privileged-mcp-action/{}", profile.last().unwrap_or(&"v0"));
        let verified = run(&[&["verify", "--format", "json", bundle], profile].concat());
        assert_eq!(code(&verified), exit, "{bundle} under {id}");
        let report: Value = serde_json::from_slice(&verified.stdout).expect("JSON");
        assert_eq!(report["profile"], id.as_str());
        assert_eq!(report["bundle_integrity"], "pass", "{bundle} under {id}");
        let inspected = run(&[&["inspect", bundle], profile].concat());
        assert_eq!(code(&inspected), exit, "{bundle} under {id}");
    }
    let missing = run(&["verify", "--profile", "v1", "--format", "json", "no such file"]);
    assert!(stdout(&missing).contains("\"privileged-mcp-action/v1\""), "{}", stdout(&missing));
    assert_eq!(code(&run(&["verify", "--profile", "v9", ACCEPT])), 2);
}

#[test]
fn the_built_in_verifier_follows_the_suites_profile() {
    let suites = ["privileged-mcp-action-v1", "privileged-mcp-action-v1-rules"];
    let arguments: Vec<&str> = suites.iter().flat_map(|suite| ["--suite", *suite]).collect();
    let output = run(&[&["run", "--builtin", "--format", "json"], &arguments[..]].concat());
    assert_eq!(code(&output), 0);
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    for (result, vectors) in document["results"].as_array().expect("results").iter().zip([7, 128]) {
        assert_eq!(result["summary"]["matches"], vectors);
        assert_eq!(result["summary"]["warnings"], serde_json::json!({}), "the profile is named");
    }
    // A candidate is told by its own command line, or it answers for v0.
    let program = env!("CARGO_BIN_EXE_mcp-evidence");
    let output = run(&["run", "--suite", suites[0], "--", program, "verify"]);
    assert_eq!(code(&output), 1);
    let told = stdout(&output);
    let warning = "7 cases: the report's `profile` is absent or is not the one of the suite";
    assert!(told.contains(warning), "{told}");
    assert!(told.contains("accepts a v0 observation under v1"), "{told}");
}

#[test]
fn adequacy_of_v1_says_what_it_is_about() {
    let suite = ["adequacy", "--suite", "privileged-mcp-action-v1-rules"];
    let output = run(&[&suite[..], &["--format", "json"]].concat());
    assert_eq!(code(&output), 0);
    let table: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(table["profile"], "privileged-mcp-action/v1");
    assert_eq!(table["scope"]["own"], 5);
    assert_eq!((&table["rules"]["survived"], &table["rules"]["total"]), (&0.into(), &51.into()));
    assert!(table.get("published").is_none(), "the published measurement is of v0");
    assert!(stdout(&run(&suite)).contains("measured under privileged-mcp-action/v1"));
}

#[test]
fn a_selection_of_nothing_says_what_may_have_been_meant() {
    for (arguments, hint) in [
        (
            &["--only", "ok-01-deny-bound-observation"][..],
            "--only ok-01-deny-bound-observation: did you mean ok-001-deny-bound-observation?",
        ),
        (
            &["--only", "reason-unknown"],
            "another suite: --suite privileged-mcp-action-v0-rules --only reason-unknown",
        ),
        (
            &["--only", "stage2.decision.reason.vocabulary"],
            "--rule stage2.decision.reason.vocabulary",
        ),
        (
            &["--only", "privileged-mcp-action-v0-rules"],
            "that is a suite: --suite privileged-mcp-action-v0-rules",
        ),
        (
            &["--suite", "privileged-mcp-action-v0-rules", "--rule", "reason-unknown"],
            "that is the id of a vector: --only reason-unknown",
        ),
        (
            &["--suite", "privileged-mcp-action-v0-rules", "--stage", "9"],
            "the rules of the suite have the stages 1, 2, 3, 4",
        ),
    ] {
        let output = run(&[&["run", "--builtin"], arguments].concat());
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert_eq!(stdout(&output), "", "{arguments:?}");
        assert!(stderr(&output).contains(hint), "{arguments:?}: {}", stderr(&output));
    }
}
