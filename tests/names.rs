//! Names as people type them: of suites, rules, vectors and files that are not
//! there, and what is said instead.

mod common;

use common::place::{Place, has};
use common::{code, run, stderr, stdout};
use serde_json::Value;
use std::fs;

const NAME: &str = "privileged-mcp-action-v0-conformance";
const RULES: &str = "privileged-mcp-action-v0-rules";

/// The ids of what `list` gives, which stand first or behind the suite's.
fn listed(arguments: &[&str], at: usize) -> Vec<String> {
    let output = run(&[&["list"], arguments].concat());
    assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
    let told = stdout(&output);
    told.lines().map(|line| line.split("  ").nth(at).expect("an id").to_owned()).collect()
}

#[test]
fn lists_are_narrowed_by_suite_and_glob() {
    let all = listed(&["rules"], 0);
    let of_suite = listed(&["rules", "--suite", RULES], 0);
    assert!(of_suite.len() < all.len() && of_suite.iter().all(|id| all.contains(id)));
    assert!(of_suite.contains(&"stage2.decision.reason.vocabulary".to_owned()));
    assert!(of_suite.iter().all(|id| id.starts_with("stage")), "no other system's: {of_suite:?}");
    let reasons = listed(&["rules", "stage2.decision.reason.*", "--suite", RULES], 0);
    assert!(reasons.len() > 1 && reasons.iter().all(|id| id.contains(".reason.")), "{reasons:?}");
    let both = listed(&["rules", "stage2.decision.reason.*", "stage3.*", "--suite", RULES], 0);
    assert!(both.len() > reasons.len());
    // Published manifests do not name rules: the catalogue knows them.
    let published = listed(&["rules", "--suite", "privileged-mcp-action-v0"], 0);
    assert!(published.contains(&"stage1.files.sha256.value".to_owned()), "{published:?}");

    let vectors = listed(&["vectors", "bad-10*", "--suite", NAME], 1);
    assert!(vectors.len() == 9 && vectors.iter().all(|id| id.starts_with("bad-10")), "{vectors:?}");
    let points = listed(&["points", "--suite", "trust-annotations-draft-probes"], 0);
    assert!(!points.is_empty() && points.len() < listed(&["points"], 0).len());
    let suite = stdout(&run(&["list", "--suite", NAME]));
    assert!(suite.starts_with("privileged-mcp-action-v0  14 vectors"), "{suite}");
    assert_eq!(suite.lines().count(), 3);

    for (arguments, said) in [
        (
            &["rules", "stage2.decision.raeson.vocabulary"][..],
            "did you mean stage2.decision.reason",
        ),
        (
            &["rules", "bad-101", "--suite", RULES],
            "no rule of privileged-mcp-action-v0-rules matches",
        ),
        (&["vectors", "["], "["),
        (&["points", "--suite", RULES], "is about a point"),
        (&["rules", "--suite", "x"], "there is no suite \"x\""),
    ] {
        let output = run(&[&["list"], arguments].concat());
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{arguments:?}");
        has(&stderr(&output), &[said]);
    }
}

#[test]
fn a_suite_has_the_name_that_results_give_it_too() {
    let place = Place::new();
    let only = ["--only", "bad-101*", "--only", "ok-001*"];
    let run = |arguments: &[&str]| place.run(&[&["run"], arguments, &only].concat());
    let twice = run(&["--builtin", "--suite", NAME, "--suite", "privileged-mcp-action-v0"]);
    assert_eq!(code(&twice), 0, "{}", stderr(&twice));
    has(&stdout(&twice), &["2 of 2 matched"]);
    assert!(!stdout(&twice).contains("1 of 1"), "one suite runs once");
    let first = ["run", "--suite", NAME, "--output", "first.json", "--", "./reject"];
    assert_eq!(code(&place.run(&first)), 1);
    let name = place.json("first.json")["suite"]["id"].clone();
    assert_eq!(name, Value::from(NAME), "it is the name that results give");
    let again = ["run", "--rerun", "first.json", "--suite", NAME, "--", "./right"];
    has(&stdout(&place.run(&again)), &["7 of 7 matched"]);

    let settings = format!("command = ['./reject']\n[suite.{NAME}]\ncommand = ['./right']\n");
    fs::write(place.path("mcp-evidence.toml"), settings).expect("writes");
    for suite in [NAME, "privileged-mcp-action-v0"] {
        let output = place.run(&["run", "--suite", suite]);
        assert_eq!(code(&output), 0, "{}", stdout(&output));
    }
    let doctor = place.run(&["doctor", "--suite", NAME]);
    assert_eq!(code(&doctor), 0, "{}", stderr(&doctor));

    for (typed, meant) in [
        ("privileged-mcp-action-v0-rulse", RULES),
        ("privileged-mcp-action-v0-confrmance", NAME),
        ("tool-decision-surfaec-v0", "tool-decision-surface-v0"),
    ] {
        let output = place.run(&["run", "--builtin", "--suite", typed]);
        assert_eq!(code(&output), 2);
        has(&stderr(&output), &[&format!("did you mean {meant}?\n"), "the suites are "]);
    }
}

#[test]
fn what_explain_and_inspect_do_not_know_may_be_near_to_what_they_do() {
    for (arguments, said) in [
        (&["explain", "bad-101"][..], "did you mean bad-101-tampered-bundle?"),
        (
            &["explain", "ok-01-deny-bound-observation"],
            "did you mean ok-001-deny-bound-observation",
        ),
        (&["explain", "stage3.binding.digst"], "did you mean stage3.binding.digest"),
        (&["explain", "quite another thing"], "`mcp-evidence list rules`"),
        (
            &["inspect", "ok-001"],
            "no file and no vector is called so; did you mean ok-001-deny-bound-",
        ),
        (&["explain", "BAD-101-Tampered-bundle"], "did you mean bad-101-tampered-bundle?"),
        (
            &["explain", NAME],
            "is a suite: mcp-evidence list vectors --suite privileged-mcp-action-v0\n",
        ),
        (
            &["inspect", "verify-one"],
            "a vector of request-decision-receipts-v0, which is no bundle: mcp-evidence explain \
             verify-one",
        ),
        (&["inspect", "github_deploy_key_allow"], "which is no bundle: mcp-evidence explain "),
        (&["inspect", "key-beside-meta"], "which is no bundle: mcp-evidence explain "),
        (
            &["inspect", "bad-101-tampered-bundle", "--suite", RULES],
            "no vector of privileged-mcp-action-v0-rules is called so; ",
        ),
        (&["inspect", "deny", "--suite", "no-suite"], "there is no suite"),
        (&["list", "bad-*"], "list vectors 'bad-*'"),
        (&["list", "bad-101-tampered-bundle"], "list vectors bad-101-tampered-bundle"),
        (&["list", NAME], "is a suite: mcp-evidence list vectors --suite privileged-"),
        (&["list", "vector"], "'vectors'"),
        (&["inspect", "no/such/file"], "no vector is called so; mcp-evidence list vectors"),
    ] {
        let output = run(arguments);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{arguments:?}");
        has(&stderr(&output), &[said]);
    }
}

#[test]
fn a_bundle_is_read_under_the_version_of_its_suite_unless_another_is_asked_for() {
    let shown = |arguments: &[&str]| run(&[&["inspect"], arguments].concat());
    for (arguments, exit) in [
        (&["ok-001-deny-bound-v1-observation"][..], 0),
        (&["ok-001-deny-bound-v1-observation", "--profile", "v0"], 1),
        (&["deny-marker", "--suite", "privileged-mcp-action-v1-rules"], 0),
        (&["deny-marker", "--suite", "privileged-mcp-action-v1-rules", "--profile", "v0"], 1),
        (&["deny-marker"], 0),
    ] {
        let output = shown(arguments);
        assert_eq!(code(&output), exit, "{arguments:?}: {}", stdout(&output));
    }
    let of = |suite: &str| stdout(&shown(&["deny-marker", "--suite", suite]));
    let default = stdout(&shown(&["deny-marker"]));
    assert_eq!(default, of(RULES), "the suites stand in an order");
    assert_ne!(default, of("privileged-mcp-action-v1-rules"));
    assert_eq!(
        of("privileged-mcp-action-v1-rules"),
        stdout(&shown(&["deny-marker", "--profile", "v1"]))
    );
}

#[test]
fn files_that_are_not_there_are_told_with_what_to_give() {
    let place = Place::new();
    for option in ["--report=html=nodir/x.html", "--output=nodir/x.json"] {
        let output = place.run(&["run", "--builtin", option]);
        assert_eq!(code(&output), 2);
        let said = stderr(&output);
        has(&said, &["cannot write nodir/x.", "there is no folder nodir"]);
        assert!(!said.contains(".mcp-evidence-"), "a temporary file is nobody's: {said}");
    }
    let output = place.run(&["digest"]);
    assert_eq!(code(&output), 2);
    has(
        &stderr(&output),
        &[
            "cannot read MANIFEST.json",
            "mcp-evidence digest DIR/MANIFEST.json",
            "generate --out DIR",
        ],
    );
}
