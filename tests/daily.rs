//! What implementers do every day: known divergences, repeating what is left,
//! selecting, and outputs that cannot be written.

mod common;

use common::place::{Place, has};
use common::{checkout, code, program, stderr, stdout};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

const RULES: &str = "privileged-mcp-action-v0-rules";

#[test]
fn a_baseline_is_written_reviewed_and_holds_until_something_changes() {
    let place = Place::new();
    let written = place.run(&["run", "--write-baseline", "known.json", "--", "./reject"]);
    assert_eq!(code(&written), 1, "writing makes no run green");
    has(&stderr(&written), &["known.json: 7 known divergences, 7 of them without a reason"]);
    let first = fs::read(place.path("known.json")).expect("reads");
    let held = place.run(&["run", "--baseline", "known.json", "--", "./reject"]);
    assert_eq!(code(&held), 0, "{}", stdout(&held));
    has(
        &stdout(&held),
        &["7 of 14 matched, 7 known divergences\n", "7 without a reason: say why in `reason`"],
    );
    // Written again, with a reason in it, it is the same file.
    let mut baseline = place.json("known.json");
    assert_eq!(baseline["schema"], "mcp-evidence.baseline.v1");
    baseline["suites"][0]["known"][0]["reason"] = json!("the canonical form is not done");
    place.write("known.json", &baseline);
    let again = place.run(&["run", "--write-baseline", "known.json", "--", "./reject"]);
    has(&stderr(&again), &["7 known divergences, 6 of them without a reason"]);
    assert_eq!(place.json("known.json"), baseline, "a reason is kept");
    let mut bare = baseline.clone();
    bare["suites"][0]["known"][0]["reason"] = json!("");
    assert_eq!(serde_json::from_slice::<Value>(&first).expect("JSON"), bare);

    let right = place.run(&["run", "--builtin", "--baseline", "known.json"]);
    assert_eq!(code(&right), 1);
    has(&stdout(&right), &["unexpected success", "14 of 14 matched (7 unexpectedly"]);
    let only = ["run", "--baseline", "known.json", "--only", "bad-1*", "--", "./reject"];
    let some = place.run(&only);
    has(&stdout(&some), &["not selected"]);
    let other =
        ["run", "--builtin", "--baseline", "known.json", "--suite", RULES, "--only", "reason-deny"];
    assert_eq!(code(&place.run(&other)), 0, "it says nothing about another suite");

    let mut elsewhere = baseline.clone();
    let digest = format!("sha256:{}", "0".repeat(64));
    elsewhere["suites"][0]["corpus_digest"] = json!(digest);
    place.write("elsewhere.json", &elsewhere);
    let moved = place.run(&["run", "--builtin", "--baseline", "elsewhere.json"]);
    assert_eq!(code(&moved), 1);
    has(&stdout(&moved), &["about another corpus, sha256:00000000"]);
    let mut unknown = baseline;
    unknown["suites"][0]["known"][0]["case"] = json!("no-such-case");
    place.write("unknown.json", &unknown);
    let renamed = place.run(&["run", "--baseline", "unknown.json", "--", "./reject"]);
    assert_eq!(code(&renamed), 1);
    has(&stdout(&renamed), &["it lists no-such-case, which this corpus does not have"]);

    place.write("broken.json", &json!({"schema": "mcp-evidence.baseline.v1", "suite": []}));
    let broken = place.run(&["run", "--builtin", "--baseline", "broken.json"]);
    assert_eq!((code(&broken), stdout(&broken).as_str()), (2, ""));
    has(&stderr(&broken), &["broken.json: unknown field `suite`"]);
    let missing = place.run(&["run", "--builtin", "--baseline", "missing.json"]);
    assert_eq!(code(&missing), 2);
    place.write("mine.json", &json!({"mine": true}));
    let mine = place.run(&["run", "--builtin", "--write-baseline", "mine.json"]);
    assert_eq!(code(&mine), 2, "somebody's file is not replaced");
    assert_eq!(place.json("mine.json"), json!({"mine": true}));
}

#[test]
fn settings_name_the_baseline_of_their_own_command() {
    let place = Place::new();
    let written = ["run", "--write-baseline", "known.json", "--", "./reject"];
    assert_eq!(code(&place.run(&written)), 1);
    let settings = "command = ['./reject']\nbaseline = 'known.json'\n";
    fs::write(place.path("mcp-evidence.toml"), settings).expect("writes");
    let own = place.run(&["run"]);
    assert_eq!(code(&own), 0, "{}", stdout(&own));
    has(&stdout(&own), &["7 of 14 matched, 7 known divergences\n"]);
    assert_eq!(code(&place.run(&["run", "--", "./reject"])), 1, "another command is another's");
}

#[test]
fn a_candidate_error_is_never_listed() {
    let place = Place::new();
    place.script("silent", ":");
    let output = place.run(&["run", "--write-baseline", "known.json", "--", "./silent"]);
    assert_eq!(code(&output), 2);
    has(&stderr(&output), &["14 cases ended in a candidate error, which no baseline lists"]);
    assert_eq!(place.json("known.json")["suites"], json!([]));
}

#[test]
fn what_did_not_match_is_repeated_and_nothing_else() {
    let place = Place::new();
    let both = ["run", "--suite", "privileged-mcp-action-v0", "--suite", RULES];
    let only = ["--only", "ok-*", "--only", "bad-101*", "--only", "reason-*"];
    let first =
        place.run(&[&both[..], &only, &["--output", "first.json", "--", "./reject"]].concat());
    assert_eq!(code(&first), 1);
    let stored = place.json("first.json");
    let mut open = 0;
    for result in stored["results"].as_array().expect("results") {
        open += result["summary"]["mismatches"].as_u64().expect("a number");
    }
    let rerun = ["run", "--rerun", "first.json", "--format", "json"];
    let again = place.run(&rerun);
    assert_eq!(code(&again), 1, "{}", stderr(&again));
    let document: Value = serde_json::from_slice(&again.stdout).expect("JSON");
    let mut ran = 0;
    let results = document["results"].as_array().expect("results");
    assert_eq!(results.len(), 2);
    for result in results {
        assert_eq!(result["candidate"]["argv"], json!(["./reject"]), "the stored candidate");
        assert_eq!(result["options"]["rerun"], true);
        ran += result["summary"]["selected"].as_u64().expect("a number");
    }
    assert_eq!(ran, open);

    let one = place.run(&[&rerun[..], &["--suite", "privileged-mcp-action-v0"]].concat());
    let result: Value = serde_json::from_slice(&one.stdout).expect("JSON");
    assert_eq!(result["schema"], "mcp-evidence.result.v1");
    let narrowed = place.run(&[&rerun[..], &["--only", "no-such-*"]].concat());
    assert_eq!(code(&narrowed), 2, "nothing is selected");
    let probes = ["--suite", "privileged-mcp-action-v0-probes"];
    let absent = place.run(&[&rerun[..], &probes].concat());
    assert_eq!(code(&absent), 2);
    has(&stderr(&absent), &["holds no result of"]);

    let mended =
        place.run(&["run", "--rerun", "first.json", "--output", "second.json", "--", "./right"]);
    assert_eq!(code(&mended), 0, "{}", stdout(&mended));
    let done = place.run(&["run", "--rerun", "second.json"]);
    assert_eq!(code(&done), 0);
    has(&stdout(&done), &["nothing is left to repeat: every case of second.json matched"]);

    let mut changed = stored;
    changed["results"][0]["suite"]["corpus_digest"] = json!("sha256:other");
    place.write("changed.json", &changed);
    let refused = place.run(&["run", "--rerun", "changed.json"]);
    assert_eq!(code(&refused), 2);
    has(&stderr(&refused), &["has changed since", "sha256:other", "run the suite anew"]);
    place.write("none.json", &json!({"schema": "other"}));
    assert_eq!(code(&place.run(&["run", "--rerun", "none.json"])), 2);
}

#[test]
fn rules_and_stages_select() {
    let place = Place::new();
    let ids = |arguments: &[&str]| -> Vec<String> {
        let output = place.run(&[&["run", "--builtin", "--format", "json"], arguments].concat());
        let result: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let cases = result["cases"].as_array().expect("cases");
        cases.iter().map(|case| case["id"].as_str().expect("an id").to_owned()).collect()
    };
    let reason = ["--suite", RULES, "--rule", "stage2.decision.reason.*"];
    let some = ids(&reason);
    assert!(some.contains(&"reason-unknown".to_owned()), "{some:?}");
    assert_eq!(ids(&[&reason[..], &["--only", "reason-unknown"]].concat()), ["reason-unknown"]);
    assert_eq!(ids(&[&reason[..], &["--stage", "2"]].concat()), some);
    let both = ids(&[&reason[..], &["--rule", "stage3.*"]].concat());
    assert!(both.len() > some.len());
    assert!(!ids(&["--stage", "3"]).is_empty(), "the published vectors have rules too");
    let none = place.run(&[&["run", "--builtin"], &reason[..], &["--stage", "3"]].concat());
    assert_eq!(code(&none), 2);
    has(&stderr(&none), &["--rule and --stage"]);
    assert_eq!(code(&place.run(&["run", "--stage", "0"])), 2);
}

#[test]
fn an_output_that_cannot_be_written_is_told_before_anything_runs() {
    let place = Place::new();
    place.script("leaves-a-trace", &format!("touch {}", place.path("trace").display()));
    fs::create_dir(place.path("folder")).expect("a folder");
    symlink(place.path("no/such/file"), place.path("nowhere")).expect("links");
    for path in ["no/such/result.json", "folder", "nowhere", "right/result.json"] {
        for option in ["--output", "--write-baseline"] {
            let output = place.run(&["run", option, path, "--", "./leaves-a-trace"]);
            assert_eq!(code(&output), 2, "{option} {path}");
            has(&stderr(&output), &["cannot write", path]);
        }
    }
    assert!(!place.path("trace").exists(), "nothing was started");
    symlink("later.json", place.path("link")).expect("links");
    assert_eq!(code(&place.run(&["run", "--builtin", "--output", "link"])), 0);
    assert!(place.path("link").is_symlink());
    assert_eq!(place.json("later.json")["summary"]["matches"], 14);
    assert_eq!(code(&place.run(&["run", "--builtin", "--output", "/dev/null"])), 0);
    assert_eq!(
        code(&place.run(&["run", "--builtin", "--output", "/dev/full"])),
        2,
        "a full disk is an error"
    );
}

#[test]
fn a_named_pipe_is_written_to_its_reader() {
    let place = Place::new();
    let made = Command::new("mkfifo").arg(place.path("pipe")).status().expect("mkfifo starts");
    assert!(made.success());
    let path = place.path("pipe");
    let reader = std::thread::spawn(move || fs::read(path).expect("reads"));
    let output = place.run(&["run", "--builtin", "--output", "pipe"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let result: Value =
        serde_json::from_slice(&reader.join().expect("reads")).expect("a whole result");
    assert_eq!(result["summary"]["matches"], 14);
}

#[test]
fn a_file_that_may_not_grow_is_an_error_and_stays_as_it_was() {
    let place = Place::new();
    fs::write(place.path("result.json"), "old").expect("writes");
    // Blocks of 512 bytes, or of 1024.
    let script = format!(
        "ulimit -f 8; exec {} run --builtin --output result.json >/dev/null",
        env!("CARGO_BIN_EXE_mcp-evidence")
    );
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(place.folder.path())
        .output()
        .expect("starts");
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    has(&stderr(&output), &["cannot write result.json"]);
    assert_eq!(fs::read_to_string(place.path("result.json")).expect("reads"), "old");
    let hidden = fs::read_dir(place.folder.path()).expect("lists").flatten();
    assert_eq!(hidden.filter(|e| e.file_name().to_string_lossy().starts_with('.')).count(), 0);
}

#[test]
fn a_full_standard_output_stops_the_run_and_is_told() {
    for arguments in [
        &["run", "--builtin"][..],
        &["run", "--builtin", "--format", "json"],
        &[],
        &["list", "vectors"],
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("opens");
        let output = program()
            .args(arguments)
            .current_dir(checkout())
            .stdout(Stdio::from(full))
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts")
            .wait_with_output()
            .expect("ends");
        assert_eq!(code(&output), 2, "{arguments:?}");
        has(&stderr(&output), &["cannot write the output", "No space left"]);
    }
}

#[test]
fn the_first_failure_ends_every_suite() {
    let place = Place::new();
    let output = place.run(&[
        "run",
        "--suite",
        "privileged-mcp-action-v0",
        "--suite",
        RULES,
        "--fail-fast",
        "--format",
        "json",
        "--",
        "./reject",
    ]);
    assert_eq!(code(&output), 1);
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let stopped = |at: usize| &document["results"][at]["summary"]["stopped"];
    assert_eq!(stopped(0), 13);
    assert_eq!(*stopped(1), document["results"][1]["summary"]["selected"]);
    assert_eq!(document["results"][1]["stopped_by"], "fail_fast");
}
