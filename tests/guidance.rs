//! What a run says beyond its counts: that probes without an answer tell no
//! reading, what is likely wrong, and what comes next.

mod common;

use common::place::{Place, has};
use common::{checkout, code, stderr, stdout};
use serde_json::Value;

const RULES: &str = "privileged-mcp-action-v0-rules";
const PROBES: &str = "privileged-mcp-action-v0-probes";

/// The kit's verifier with a fault: what a shell does with its argument first.
fn with(place: &Place, name: &str, before: &str) {
    let verify = format!("exec {} verify --format json", env!("CARGO_BIN_EXE_mcp-evidence"));
    place.script(name, &format!("{before}\n{verify} \"$@\""));
}

#[test]
fn a_point_with_a_probe_without_an_answer_is_not_told() {
    let place = Place::new();
    let ids = stdout(&place.run(&["explain", "I34"]));
    let probes: Vec<&str> =
        ids.lines().filter_map(|line| Some(line.trim().split_once(": ")?.0)).collect();
    let mut probes: Vec<&str> = probes.into_iter().filter(|id| id.starts_with("i34-")).collect();
    probes.sort_unstable();
    probes.dedup();
    let [answered, crashes @ ..] = probes.as_slice() else { panic!("probes: {ids}") };
    let dies = format!("case \"$1\" in *{answered}.*) ;; *) echo oh >&2; exit 3;; esac");
    with(&place, "crashing", &dies);
    let only = ["run", "--suite", PROBES, "--named", "--only", "i34-*", "--report", "junit=j.xml"];
    let more = ["--report", "tap=t.tap", "--report", "markdown=m.md", "--output", "r.json"];
    let output = place.run(&[&only[..], &more, &["--", "./crashing"]].concat());
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    let count = crashes.len();
    let not_told = format!("not told: of {} probes, {count} without an answer", probes.len());
    let told = stdout(&output);
    has(&told, &[&not_told, "1 probed, 0 read as this kit reads them, 1 not told."]);
    has(&told, &[&format!("{count} of {} probes ended in a candidate error", probes.len())]);
    assert!(!told.contains("as here") && !told.contains("takes "), "{told}");
    let result = place.json("r.json");
    assert_eq!(result["summary"]["exit_code"], 2);
    let reading = &result["readings"][0];
    assert_eq!((&reading["as_pinned"], &reading["unanswered"]), (&false.into(), &count.into()));
    assert_eq!(reading["takes"], Value::Array(Vec::new()));
    let file = |name: &str| std::fs::read_to_string(place.path(name)).expect("reads");
    assert_eq!(file("j.xml").matches("<error ").count(), count);
    let tap = file("t.tap");
    assert_eq!(tap.matches("\nnot ok ").count(), count, "{tap}");
    assert!(!tap.contains("# TODO"), "{tap}");
    has(&file("m.md"), &[&not_told]);

    // Over probes an answer never stops a run, and a probe without one does.
    let stopped =
        place.run(&[&only[..6], &["--jobs", "1", "--fail-fast", "--", "./crashing"]].concat());
    assert_eq!(code(&stopped), 2);
    has(&stdout(&stopped), &["the run was stopped by the first failure (--fail-fast)"]);

    // What is not selected is told apart.
    let one = ["run", "--builtin", "--suite", PROBES, "--only", answered];
    let output = place.run(&one);
    assert_eq!(code(&output), 0, "nothing went wrong");
    has(&stdout(&output), &[&format!("of {} probes, {count} not selected\n", probes.len())]);
    let all = place.run(&["run", "--builtin", "--suite", PROBES, "--only", "i34-*"]);
    has(&stdout(&all), &["as here   reading A", "1 read as this kit reads them. This"]);
}

#[test]
fn one_cause_is_told_of_a_whole_corpus_alone() {
    let place = Place::new();
    place.script("fails", "echo '{\"bundle_integrity\": \"fail\", \"findings\": [\"no\"]}'");
    let whole = stdout(&place.run(&["run", "--output", "r.json", "--", "./fails"]));
    has(&whole, &["fails the integrity of every bundle that must be accepted"]);
    has(&whole, &["inspect ok-001-deny-bound-observation --canonical N, N being the event's"]);
    for some in [&["--rerun", "r.json"][..], &["--only", "ok-*", "--", "./fails"]] {
        let told = stdout(&place.run(&[&["run"], some].concat()));
        assert!(!told.contains("every bundle that must be accepted"), "{told}");
        has(&told, &["0 of "]);
    }
}

/// Each hint shows the bundle of the case that it stands at, under its version.
#[test]
fn a_bundle_is_shown_under_the_version_of_its_suite() {
    let place = Place::new();
    place.script("fails", "echo '{\"bundle_integrity\": \"fail\", \"findings\": [\"no\"]}'");
    let generated = place.run(&["generate", "--out", "."]);
    assert_eq!(code(&generated), 0, "{}", stderr(&generated));
    let manifest = "vectors/privileged-mcp-action-v1/MANIFEST.json";
    for of in [
        &["--suite", "privileged-mcp-action-v1"][..],
        &["--suite", "privileged-mcp-action-v1-rules"],
        &["--manifest", manifest],
        &["--suite", RULES],
        &[],
    ] {
        let told = stdout(&place.run(&[&["run"], of, &["--", "./fails"]].concat()));
        let hint = told.lines().find_map(|line| line.strip_prefix("  mcp-evidence inspect "));
        let words: Vec<&str> = hint.expect("a hint").split(' ').collect();
        let shown = place.run(&[&["inspect"], &words[..]].concat());
        assert_eq!(code(&shown), 0, "{words:?}: {}{}", stdout(&shown), stderr(&shown));
        has(&stdout(&shown), &["outcome: pass / valid\n"]);
        has(&told, &[&format!("mcp-evidence inspect {} --canonical N,", words.join(" "))]);
    }
}

#[test]
fn a_canonical_form_that_is_wrong_is_told_as_that_and_rules_come_before_cases() {
    let place = Place::new();
    // Whatever is not spelled canonically is failed, as is each wrong decision.
    place.script(
        "strict",
        "case \"$1\" in *line-*) echo '{\"bundle_integrity\": \"fail\"}';; \
         *) echo '{\"bundle_integrity\": \"pass\", \"verdict\": \"invalid\"}';; esac",
    );
    let rules = ["--rule", "stage1.permit.[lm]*", "--rule", "stage1.permit.event-*"];
    let args = [&["run", "--named", "--suite", RULES][..], &rules, &["--", "./strict"]].concat();
    let told = stdout(&place.run(&args));
    has(
        &told,
        &[
            "likely    the canonical form that is hashed: numbers or escapes",
            "to hash   mcp-evidence inspect --suite privileged-mcp-action-v0-rules line-blanks --canonical N, N being the event's assayseq",
            "    likely cause: the canonical form",
            "    the bytes to hash: mcp-evidence inspect --suite privileged-mcp-action-v0-rules line-blanks --canonical N",
            "MISMATCH  further cases of a rule told above are counted at the end (-v lists each)\n",
        ],
    );
    let full: Vec<&str> =
        told.lines().filter(|line| line.trim_start().starts_with("allowed ")).collect();
    let mut rules: Vec<&str> = full.clone();
    rules.dedup();
    assert!(full.len() > 3 && full == rules, "each rule once: {full:#?}");
    assert_eq!(told.matches("likely    ").count(), 1, "not where the integrity passes: {told}");
    let explained = stdout(&place.run(&["explain", "stage1.permit.line-spelling"]));
    has(&explained, &["the likely cause is the canonical form", "inspect BUNDLE --canonical N"]);
    has(&explained, &["  see also stage1.content-hash.value\n"]);
    for (id, see) in [
        ("stage1.bundle-id.value", "stage1.run-root.value"),
        ("stage1.run-root.value", "stage1.content-hash.value"),
        ("receipts.request-sha256.value", "derive.request-sha256"),
    ] {
        has(&stdout(&place.run(&["explain", id])), &[&format!("  see also {see}\n")]);
    }
}

#[test]
fn a_baseline_that_holds_no_more_is_written_anew() {
    let place = Place::new();
    place.run(&["run", "--write-baseline", "known.json", "--", "./reject"]);
    let output = place.run(&["run", "--baseline", "known.json", "--", "./right"]);
    assert_eq!(code(&output), 1);
    let told = stdout(&output);
    let next = "\nNext, write the baseline anew, as entries of it hold no more:\n  ";
    let command = "mcp-evidence run --write-baseline known.json -- ./right\n";
    has(&told, &[&format!("{next}{command}")]);
    assert!(!told.contains("--only"), "{told}");
    let settings = "command = ['./right']\nbaseline = 'known.json'\n";
    std::fs::write(place.path("mcp-evidence.toml"), settings).expect("writes");
    let told = stdout(&place.run(&["run"]));
    let (_, command) = told.split_once(next).expect("a next step");
    let command = command.lines().next().expect("a command");
    assert!(command.contains("--write-baseline ") && !command.contains(" -- "), "{command}");
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    assert_eq!(code(&place.run(&words)), 1, "writing makes no run green");
    assert_eq!(code(&place.run(&["run"])), 0, "what was told helps");
}

#[test]
fn reports_of_another_version_are_told_before_any_rule() {
    let place = Place::new();
    let v1 = ["run", "--suite", "privileged-mcp-action-v1"];
    let told = stdout(&place.run(&[&v1[..], &["--", "./right"]].concat()));
    let first = "Every report names the profile privileged-mcp-action/v0, and this suite is of \
                 privileged-mcp-action/v1: ";
    let at = told.find(first).expect("the cause");
    assert!(at < told.find("Rules that").expect("rules"), "{told}");
    assert!(!told.contains("\nNext:"), "{told}");
    // What is no version says nothing of one, and what is known is no news.
    place.script("own", "echo '{\"profile\": \"my-own\", \"bundle_integrity\": \"fail\"}'");
    let told = stdout(&place.run(&[&v1[..], &["--", "./own"]].concat()));
    has(&told, &["0 of 7 matched"]);
    assert!(!told.contains("Every report names"), "{told}");
    let candidate = ["--", "./right"];
    place.run(&[&v1[..], &["--write-baseline", "v1.json"], &candidate].concat());
    let told = stdout(&place.run(&[&v1[..], &["--baseline", "v1.json"], &candidate].concat()));
    has(&told, &["known divergence"]);
    assert!(!told.contains("Every report names"), "{told}");
    with(&place, "v1", "set -- --profile v1 \"$1\"");
    let told = stdout(&place.run(&[&v1[..], &["--", "./v1"]].concat()));
    has(&told, &["7 of 7 matched"]);
    assert!(!told.contains("Every report names"), "{told}");
}

#[test]
fn a_green_run_names_the_suite_that_goes_further() {
    let place = Place::new();
    let green = |arguments: &[&str]| {
        let output = place.run(&[&["run"], arguments].concat());
        assert_eq!(code(&output), 0, "{}", stdout(&output));
        stdout(&output)
    };
    let rules = format!("mcp-evidence run --suite {RULES} -- ./right\n");
    has(&green(&["--", "./right"]), &["\nNext, every rule that a bundle can tell", &rules]);
    let part = green(&["--only", "ok-*", "--", "./right"]);
    assert!(!part.contains("Next"), "a part says nothing of the whole: {part}");
    let built_in = green(&["--builtin"]);
    assert!(!built_in.contains("Next"), "{built_in}");
    let further = green(&["--suite", RULES, "--", "./right"]);
    has(&further, &[&format!("mcp-evidence run --suite {PROBES} -- ./right\n")]);
    let python = format!("{}/examples/candidates/python/classify.py", checkout().display());
    if !common::is_missing("python", "python3") {
        let surface = green(&["--suite", "tool-decision-surface-v0", "--", "python3", &python]);
        has(&surface, &["run --suite tool-decision-surface-v0-probes -- python3 "]);
    }
}
