//! Repeating what a stored result left open: from anywhere, and only what is a
//! whole result of its corpus.

mod common;

use common::place::{Place, has};
use common::{code, run_in, stderr, stdout};
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;

const RULES: &str = "privileged-mcp-action-v0-rules";

/// A place with a result of `./reject` over the published corpus in
/// `result.json`, and what is in it.
fn stored() -> (Place, Value) {
    let place = Place::new();
    let first = place.run(&["run", "--output", "result.json", "--", "./reject"]);
    assert_eq!(code(&first), 1);
    let result = place.json("result.json");
    (place, result)
}

#[test]
fn a_stored_candidate_is_seen_from_where_it_was_run() {
    let (place, first) = stored();
    let elsewhere = tempfile::tempdir().expect("a folder");
    let result = place.path("result.json");
    let result = result.to_str().expect("text");
    let again = run_in(elsewhere.path(), &["run", "--rerun", result, "--format", "json"]);
    assert_eq!(code(&again), 1, "{}", stderr(&again));
    let again: Value = serde_json::from_slice(&again.stdout).expect("JSON");
    assert_eq!(again["summary"]["mismatches"], 7);
    assert_eq!(again["summary"]["candidate_errors"], 0);
    // What a script reads beside itself is there too.
    fs::write(place.path("answer"), "{\"bundle_integrity\": \"fail\"}").expect("writes");
    let cat = ["run", "--output", "cat.json", "--", "sh", "-c", "cat answer"];
    assert_eq!(code(&place.run(&cat)), 1);
    let cat = place.path("cat.json");
    let again = run_in(elsewhere.path(), &["run", "--rerun", cat.to_str().expect("text")]);
    assert_eq!(code(&again), 1, "{}", stdout(&again));
    assert!(!stdout(&again).contains("ERROR"), "{}", stdout(&again));
    // The command that repeats one case works in that other folder, too.
    has(&stdout(&again), &["--cwd "]);

    let mut gone = first.clone();
    gone["measured"]["started_in"] = json!("/no/such/folder");
    place.write("gone.json", &gone);
    let again = place.run(&["run", "--rerun", "gone.json"]);
    assert_eq!(code(&again), 1, "{}", stderr(&again));
    has(&stderr(&again), &["gone.json: it was made in /no/such/folder, which is not here"]);
    let mut before = first;
    before["measured"].as_object_mut().expect("an object").remove("started_in");
    place.write("before.json", &before);
    let again = place.run(&["run", "--rerun", "before.json"]);
    assert_eq!((code(&again), stderr(&again).as_str()), (1, ""), "of an earlier version");
}

#[test]
fn what_a_result_cannot_hold_is_asked_for() {
    let (place, first) = stored();
    for (pointer, what) in [
        ("/candidate/argv/0", "the command has"),
        ("/measured/started_in", "the folder in which it was made has"),
    ] {
        let mut lossy = first.clone();
        *lossy.pointer_mut(pointer).expect("a member") = json!("/a/\u{fffd}");
        place.write("lossy.json", &lossy);
        let refused = place.run(&["run", "--rerun", "lossy.json"]);
        assert_eq!(code(&refused), 2);
        has(
            &stderr(&refused),
            &["lossy.json: ", what, "not UTF-8", "give --cwd, and the candidate"],
        );
        let given = place.run(&["run", "--rerun", "lossy.json", "--", "./right"]);
        assert_eq!(code(&given), 0, "{}", stderr(&given));
    }
    // In such a folder itself nothing has to be looked for.
    let folder = place.folder.path().join(OsStr::from_bytes(b"b\xff"));
    if fs::create_dir(&folder).is_ok() {
        let relative = ["run", "--output", "r.json", "--", "../reject"];
        assert_eq!(code(&run_in(&folder, &relative)), 1);
        let again = run_in(&folder, &["run", "--rerun", "r.json"]);
        assert_eq!(code(&again), 1, "{}", stderr(&again));
    }
}

#[test]
fn cases_that_did_not_run_are_repeated() {
    let place = Place::new();
    let both = ["--suite", "privileged-mcp-action-v0", "--suite", RULES, "--only", "*-1*"];
    let output = ["run", "--fail-fast", "--output", "partial.json"];
    let stopped = place.run(&[&output[..], &both, &["--", "./reject"]].concat());
    assert_eq!(code(&stopped), 1);
    let partial = place.json("partial.json");
    let summaries: Vec<&Value> =
        partial["results"].as_array().expect("results").iter().map(|it| &it["summary"]).collect();
    assert!(summaries.iter().any(|summary| summary["stopped"] != Value::Null), "{summaries:?}");
    let again = place.run(&["run", "--rerun", "partial.json", "--format", "json", "--", "./right"]);
    assert_eq!(code(&again), 0, "{}", stderr(&again));
    let again: Value = serde_json::from_slice(&again.stdout).expect("JSON");
    let results = again["results"].as_array().expect("results");
    for (summary, result) in summaries.iter().zip(results) {
        let count = |name: &str| summary[name].as_u64().expect("a number");
        let ran = result["summary"]["selected"].as_u64().expect("a number");
        assert_eq!(ran, count("selected") - count("matches"));
    }
    assert_eq!(results.len(), summaries.len());
}

#[test]
fn a_result_that_was_changed_is_refused() {
    let (place, first) = stored();
    let with = |changes: &[(&str, Value)]| {
        let mut changed = first.clone();
        for (pointer, value) in changes {
            *changed.pointer_mut(pointer).expect("a member") = value.clone();
        }
        changed
    };
    let foreign = [("/cases/0/id", json!("no-such-case"))];
    let mut some = first["cases"].as_array().expect("cases").clone();
    some.retain(|case| case["status"] == "match");
    let matches = some.len();
    let several = json!({
        "schema": "mcp-evidence.results.v1", "results": [], "diagnosis": first["diagnosis"],
    });
    let tailored = [
        ("/cases", json!(some)),
        ("/summary/selected", json!(matches)),
        ("/summary/mismatches", json!(0)),
        ("/options/selected", json!(matches)),
    ];
    for (changed, part) in [
        (with(&[("/cases", json!([]))]), "says that it has 14 cases in all, and holds 0"),
        (with(&[("/cases", json!(some))]), "says that it has 14 cases in all, and holds 7"),
        (with(&tailored), "says that it has 14 cases in all, and holds 7"),
        (with(&[("/cases/0/status", json!("match"))]), "says that it has 7 matches, and holds 8"),
        (with(&[("/summary/mismatches", json!(0))]), "has 0 mismatches, and holds 7"),
        (several, "it holds no result"),
    ] {
        place.write("changed.json", &changed);
        for command in [&["run", "--rerun", "changed.json"][..], &["compare", "changed.json"]] {
            let refused = place.run(command);
            assert_eq!((code(&refused), stdout(&refused).as_str()), (2, ""), "{part}");
            has(&stderr(&refused), &["changed.json: ", part, "anew"]);
        }
    }
    place.write("foreign.json", &with(&foreign));
    let refused = place.run(&["run", "--rerun", "foreign.json"]);
    assert_eq!(code(&refused), 2);
    has(&stderr(&refused), &["foreign.json: it holds the case no-such-case, which the corpus"]);
    let mut fewer = with(&tailored);
    fewer["suite"]["vectors"] = json!(matches);
    place.write("fewer.json", &fewer);
    let refused = place.run(&["run", "--rerun", "fewer.json"]);
    assert_eq!(code(&refused), 2);
    has(&stderr(&refused), &["has 7 vectors, and it has 14"]);
}

#[test]
fn where_nothing_is_left_no_file_is_touched() {
    let place = Place::new();
    assert_eq!(code(&place.run(&["run", "--output", "result.json", "--builtin"])), 0);
    let result = fs::read(place.path("result.json")).expect("reads");
    for _ in 0..2 {
        let done = place.run(&["run", "--rerun", "result.json", "--output", "result.json"]);
        assert_eq!(code(&done), 0, "{}", stderr(&done));
        has(&stdout(&done), &["nothing is left to repeat: every case of result.json matched"]);
        assert_eq!(fs::read(place.path("result.json")).expect("reads"), result);
    }
}
