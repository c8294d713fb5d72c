//! Baselines that are written anew, of which nothing must get lost unsaid, and
//! files that are no baseline.

mod common;

use common::place::{Place, has};
use common::{code, stderr, stdout};
use serde_json::{Value, json};

const RULES: &str = "privileged-mcp-action-v0-rules";
const PUBLISHED: &str = "privileged-mcp-action-v0-conformance";

/// A place in which `known.json` lists the seven divergences of `./reject`, each
/// with its reason; and what is in it.
fn reviewed() -> (Place, Value) {
    let place = Place::new();
    place.script("fails", "echo '{\"bundle_integrity\": \"fail\"}'");
    let written = place.run(&["run", "--write-baseline", "known.json", "--", "./reject"]);
    assert_eq!(code(&written), 1);
    let text = std::fs::read_to_string(place.path("known.json")).expect("text");
    has(&text, &["\n            { \"member\": \"bundle_integrity\", \"observed\": \"pass\" },\n"]);
    let mut known = place.json("known.json");
    for entry in known["suites"][0]["known"].as_array_mut().expect("entries") {
        entry["reason"] = json!(format!("because of {}", entry["case"].as_str().expect("an id")));
    }
    place.write("known.json", &known);
    (place, known)
}

/// Writes `known.json` anew; what is said about it.
fn anew(place: &Place, arguments: &[&str]) -> String {
    stderr(&place.run(&[&["run", "--write-baseline", "known.json"], arguments].concat()))
}

fn reasons(baseline: &Value) -> Vec<&str> {
    let known = baseline["suites"][0]["known"].as_array().expect("entries");
    known.iter().map(|entry| entry["reason"].as_str().expect("a reason")).collect()
}

fn digest() -> Value {
    json!(format!("sha256:{}", "0".repeat(64)))
}

#[test]
fn what_does_not_run_stays() {
    let (place, known) = reviewed();
    for some in [&["--only", "ok-*", "--", "./reject"][..], &["--only", "bad-102*", "--builtin"]] {
        let told = anew(&place, some);
        has(&told, &["known.json: 7 known divergences, each with a reason"]);
        assert!(!told.contains("went"), "{told}");
        assert_eq!(place.json("known.json"), known);
    }
    anew(&place, &["--suite", RULES, "--only", "deny-established-then-denied", "--", "./reject"]);
    let both = place.json("known.json");
    assert_eq!(both["suites"][0], known["suites"][0], "another suite ran");
    assert_eq!(both["suites"][1]["suite"], RULES);
    place.script("silent", ":");
    anew(&place, &["--", "./silent"]);
    assert_eq!(place.json("known.json"), both, "nothing new is known of cases without an answer");
}

#[test]
fn what_goes_is_told() {
    let (place, known) = reviewed();
    let told = anew(&place, &["--only", "ok-00[12]*", "--", "./right"]);
    has(
        &told,
        &[
            "known.json: 5 known divergences, each with a reason",
            "2 entries went (the case matches now): ok-001-deny-bound-observation (because of \
             ok-001-deny-bound-observation), ok-002",
        ],
    );
    place.write("known.json", &known);
    let told = anew(&place, &["--", "./fails"]);
    has(
        &told,
        &[
            "2 entries went (the case matches now): bad-101",
            "5 reasons went (given for other members than those that differ now): ok-001",
        ],
    );
    assert_eq!(reasons(&place.json("known.json"))[..5], [""; 5]);
    let mut renamed = known.clone();
    renamed["suites"][0]["known"][0]["case"] = json!("no-such-case");
    place.write("known.json", &renamed);
    let told = anew(&place, &["--only", "bad-*", "--", "./reject"]);
    assert!(!told.contains("went"), "a part of the corpus does not tell: {told}");
    let told = anew(&place, &["--", "./reject"]);
    has(&told, &["1 entry went (the corpus has no such case): no-such-case (because of bad-101"]);
}

#[test]
fn a_reason_is_about_members_whatever_stands_in_them() {
    let (place, known) = reviewed();
    let mut other = known.clone();
    let entry = &mut other["suites"][0]["known"][6];
    let differs = entry["differs"].as_array_mut().expect("members");
    differs.last_mut().expect("one")["observed"] = json!("another");
    differs.reverse();
    place.write("known.json", &other);
    anew(&place, &["--", "./reject"]);
    assert_eq!(place.json("known.json"), known);
}

#[test]
fn reasons_are_carried_over_to_another_corpus() {
    let (place, known) = reviewed();
    let mut elsewhere = known.clone();
    elsewhere["suites"][0]["corpus_digest"] = digest();
    place.write("known.json", &elsewhere);
    let told = anew(&place, &["--", "./reject"]);
    has(&told, &["another one than before, when 7 were listed; 7 of their 7 reasons"]);
    assert!(!told.contains("went"), "{told}");
    assert_eq!(place.json("known.json"), known, "with the digest of the corpus that ran");

    place.write("known.json", &elsewhere);
    let told = anew(&place, &["--only", "bad-*", "--", "./reject"]);
    has(
        &told,
        &[
            "2 of their 7 reasons were carried over",
            "5 entries went (about the other corpus, and this run has no answer instead): ok-001",
        ],
    );
    assert_eq!(reasons(&place.json("known.json")).len(), 2);

    place.script("silent", ":");
    place.write("known.json", &elsewhere);
    let told = anew(&place, &["--", "./silent"]);
    has(&told, &["0 of their 7 reasons", "7 entries went (about the other corpus"]);
    assert_eq!(place.json("known.json")["suites"], json!([]));
}

#[test]
fn a_file_that_is_replaced_keeps_its_own_and_takes_reasons_from_the_baseline() {
    let (place, known) = reviewed();
    let both = ["run", "--baseline", "known.json", "--write-baseline", "other.json"];
    let run = || place.run(&[&both[..], &["--", "./reject"]].concat());
    place.write("other.json", &json!({"mine": true}));
    assert_eq!(code(&run()), 2, "somebody's file is not replaced");
    assert_eq!(place.json("other.json"), json!({"mine": true}));

    let mut own = known.clone();
    own["suites"][0]["known"][0]["reason"] = json!("its own");
    own["suites"][0]["known"][1]["reason"] = json!("");
    let mut rules = own["suites"][0].clone();
    rules["suite"] = json!(RULES);
    rules["corpus_digest"] = digest();
    own["suites"].as_array_mut().expect("suites").push(rules);
    place.write("other.json", &own);
    assert_eq!(code(&run()), 0);
    let written = place.json("other.json");
    assert_eq!(reasons(&written)[0], "its own");
    assert_eq!(reasons(&written)[1..], reasons(&known)[1..]);
    assert_eq!(written["suites"][1], own["suites"][1], "a suite that only this file has");
    assert_eq!(place.json("known.json"), known);
}

#[test]
fn where_everything_matches_the_baseline_is_empty_and_holds() {
    let place = Place::new();
    assert_eq!(code(&place.run(&["run", "--write-baseline", "none.json", "--builtin"])), 0);
    assert_eq!(place.json("none.json")["suites"], json!([]));
    let held = place.run(&["run", "--baseline", "none.json", "--builtin"]);
    assert_eq!((code(&held), stderr(&held).as_str()), (0, ""));
    assert_eq!(code(&place.run(&["run", "--baseline", "none.json", "--", "./reject"])), 1);
}

#[test]
fn a_broken_baseline_is_refused_before_anything_runs() {
    let (place, known) = reviewed();
    place.script("leaves-a-trace", &format!("touch {}", place.path("trace").display()));
    let with = |pointer: &str, value: Value| {
        let mut broken = known.clone();
        *broken.pointer_mut(pointer).expect("a member") = value;
        broken
    };
    let entry = known["suites"][0]["known"][0].clone();
    let mut twice = known.clone();
    twice["suites"][0]["known"].as_array_mut().expect("entries").push(entry.clone());
    let mut more = known.clone();
    more["suites"][0]["known"][0]["why"] = json!("");
    let member = |name: &str| with("/suites/0/known/6/differs/0/member", json!(name));
    let upper = format!("sha256:{}", "A".repeat(64));
    let none = "lists verdct, which is no member of what is compared there; mend the entry";
    let cell = "lists claims.upstream.status, which is no member";
    for (broken, part) in [
        (more, "unknown field `why`"),
        (twice, "case bad-101-tampered-bundle of suite privileged-mcp-action-v0-conformance is"),
        (member("verdct"), none),
        (member("claims.upstream.status"), cell),
        (with("/suites/0/known/0/differs", json!([])), "lists no member that differs; mend"),
        (with("/suites/0/corpus_digest", json!("sha256:0")), "is sha256:0, and must be sha256:"),
        (with("/suites/0/corpus_digest", json!(upper)), "and must be sha256: and 64 lowercase"),
        (with("/suites/0/corpus_digest", json!("")), "is empty, and must be sha256:"),
        (
            with("/suites/0/suite", json!("privileged-mcp-action-v0")),
            "there is no suite privileged-mcp-action-v0: the corpus digest beside it is that of \
             privileged-mcp-action-v0-conformance",
        ),
    ] {
        place.write("broken.json", &broken);
        for option in ["--baseline", "--write-baseline"] {
            let output = place.run(&["run", option, "broken.json", "--", "./leaves-a-trace"]);
            assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{option}: {part}");
            has(&stderr(&output), &["broken.json: ", part]);
            assert_eq!(place.json("broken.json"), broken, "it stays as it was");
        }
    }
    assert!(!place.path("trace").exists(), "nothing was started");

    let mut foreign = with("/suites/0/suite", json!("somebody's"));
    foreign["suites"][0]["corpus_digest"] = digest();
    place.write("foreign.json", &foreign);
    let told = place.run(&["run", "--baseline", "foreign.json", "--builtin"]);
    assert_eq!(code(&told), 0, "it may be about a corpus of somebody's own");
    has(&stderr(&told), &["foreign.json: the suite somebody's is none of ours"]);
    assert_eq!(known["suites"][0]["suite"], PUBLISHED);
}

/// Where no case fails and the run does, something has to.
#[test]
fn a_baseline_about_nothing_fails_in_every_form() {
    let (place, known) = reviewed();
    let mut gone = known.clone();
    gone["suites"][0]["known"][0]["case"] = json!("no-such-case");
    let mut elsewhere = known.clone();
    elsewhere["suites"][0]["corpus_digest"] = digest();
    let zeros = digest();
    let ours = known["suites"][0]["corpus_digest"].as_str().expect("a digest");
    let both = [zeros.as_str().expect("a digest"), ours, "another corpus"];
    // Every case that runs matches, or is a known divergence.
    let some = &["--only", "ok-*", "--", "./reject"][..];
    for (baseline, rest, parts) in [
        (gone, some, ["no-such-case", "lists a case that this corpus does not have", ""]),
        (elsewhere, &["--", "./right"], both),
    ] {
        place.write("known.json", &baseline);
        let reports = "junit=r.xml tap=r.tap github=r.txt markdown=r.md html=r.html";
        let mut arguments = vec!["run", "--baseline", "known.json"];
        arguments.extend(reports.split(' ').flat_map(|report| ["--report", report]));
        arguments.extend(rest);
        let run = place.run(&arguments);
        assert_eq!(code(&run), 1, "{}", stderr(&run));
        let text = |name: &str| std::fs::read_to_string(place.path(name)).expect("text");
        for name in ["r.xml", "r.tap", "r.txt", "r.md", "r.html"] {
            has(&text(name), &parts);
        }
        has(&text("r.xml"), &["failures=\"1\" errors=\"0\"", "name=\"the baseline\""]);
        has(&text("r.tap"), &[" - the baseline\n  ---\n"]);
        let not_ok = |line: &&str| line.starts_with("not ok") && !line.contains("# TODO known");
        assert_eq!(text("r.tap").lines().filter(not_ok).count(), 1, "{}", text("r.tap"));
        assert_eq!(text("r.txt").matches("::error title=the baseline::").count(), 1);
        if both == parts {
            has(&stdout(&run), &both);
            has(&text("r.txt"), &["7 entries of the baseline about another corpus"]);
        }
    }
}

#[test]
fn what_somebody_writes_meanwhile_stays() {
    let (place, known) = reviewed();
    place.script("meddles", "echo >> known.json; exec ./reject");
    let written = ["run", "--write-baseline", "known.json", "--jobs", "1", "--", "./meddles"];
    let output = place.run(&written);
    assert_eq!(code(&output), 2);
    has(&stderr(&output), &["known.json: not written, as it was changed while the run went on"]);
    assert_eq!(place.json("known.json"), known);
}

#[test]
fn a_baseline_that_could_not_be_read_is_not_written() {
    let place = Place::new();
    place.script(
        "long",
        "long=$(head -c 900000 /dev/zero | tr '\\0' a)\n\
         printf '{\"schema\":\"\",\"non_claims\":[],\"observed_tool_decisions\":[{\"tool\":\"%s\"}]}' \"$long\"",
    );
    let suite = ["run", "--suite", "tool-decision-surface-v0", "--only", "github_*"];
    let to = ["--write-baseline", "known.json", "--", "./long"];
    let output = place.run(&[&suite[..], &to].concat());
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    has(&stderr(&output), &["known.json: not written: it would have ", " and up to 16777216 are"]);
    assert!(!place.path("known.json").exists());
}

#[test]
fn a_new_file_is_not_written_over_one_that_came_meanwhile() {
    let place = Place::new();
    place.script("meddles", "echo mine > known.json; exec ./reject");
    let output = place.run(&["run", "--write-baseline", "known.json", "--", "./meddles"]);
    assert_eq!(code(&output), 2);
    has(&stderr(&output), &["known.json: not written, as it was changed while the run went on"]);
    assert_eq!(std::fs::read_to_string(place.path("known.json")).expect("reads"), "mine\n");
}

#[test]
fn the_settings_baseline_may_be_begun() {
    let place = Place::new();
    let settings = "command = ['./reject']\nbaseline = 'known.json'\n";
    std::fs::write(place.path("mcp-evidence.toml"), settings).expect("writes");
    let missing = place.run(&["run"]);
    assert_eq!(code(&missing), 2);
    let begun = place.run(&["run", "--write-baseline", "./known.json"]);
    assert_eq!(code(&begun), 1, "{}", stderr(&begun));
    assert_eq!(code(&place.run(&["run"])), 0);
}

/// The command under `Next:` is typed as it stands.
#[test]
fn the_step_that_writes_it_anew_is_about_the_same_run() {
    let (place, _) = reviewed();
    let trap = "suites = ['privileged-mcp-action-v1']\ntimeout = 0.001\n";
    std::fs::write(place.path("mcp-evidence.toml"), trap).expect("writes");
    for candidate in ["./right", "./fails"] {
        let options = ["run", "--no-config", "--named", "--retries", "0", "--jobs", "1"];
        let held = ["--baseline", "known.json", "--", candidate];
        let output = place.run(&[&options[..], &held].concat());
        assert_eq!(code(&output), 1);
        let told = stdout(&output);
        let begin =
            "mcp-evidence run --no-config --jobs 1 --retries 0 --write-baseline known.json --named";
        let line = told.lines().map(str::trim).find(|line| line.starts_with(begin));
        let line = line.unwrap_or_else(|| panic!("{told}"));
        let words: Vec<&str> = line.split(' ').skip(1).collect();
        let known = std::fs::read(place.path("known.json")).expect("reads");
        assert!(code(&place.run(&words)) < 2);
        assert_eq!(code(&place.run(&[&options[..], &held].concat())), 0, "{candidate}");
        std::fs::write(place.path("known.json"), known).expect("writes");
    }
}
