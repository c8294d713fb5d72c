//! Results in other forms, and several results side by side.

mod common;

use common::{checkout, code, program, run, stderr, stdout};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

fn text(path: &Path) -> &str {
    path.to_str().expect("a path that is text")
}

/// A candidate that gives one answer to everything.
fn constant(folder: &Path, name: &str, report: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\necho '{report}'\n")).expect("writes");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("sets the mode");
    path
}

const INVALID: &str = r#"{"bundle_integrity": "pass", "verdict": "invalid"}"#;
const RULES: [&str; 4] = ["run", "--no-config", "--suite", "privileged-mcp-action-v0-rules"];

#[test]
fn a_long_red_run_fits_some_screens_and_verbose_has_all_of_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let candidate = constant(folder.path(), "constant", INVALID);
    let with = |more: &[&str]| {
        let output = run(&[&RULES[..], more, &["--", text(&candidate)]].concat());
        assert_eq!(code(&output), 1);
        stdout(&output)
    };
    let brief = with(&[]);
    assert!(brief.lines().count() < 200, "{} lines", brief.lines().count());
    let mismatches =
        |shown: &str| shown.lines().filter(|line| line.starts_with("MISMATCH")).count();
    assert_eq!(mismatches(&brief), 12, "ten in full, and twice that there are more");
    assert!(brief.contains("MISMATCH  further cases of a rule told above"), "{brief}");
    assert!(brief.contains("MISMATCH  the others are counted at the end"), "{brief}");
    assert!(brief.contains("- claims: 4 expected, none given"), "{brief}");
    assert!(brief.contains("  stage 2: 23 rules, 38 vectors\n"), "{brief}");
    assert!(brief.ends_with("209 of 525 matched, 316 mismatched\n"), "{brief}");
    let all = with(&["--verbose"]);
    assert_eq!(mismatches(&all), 316);
    assert!(all.contains("- claims.upstream_delivery.status: \"incomplete\""), "{all}");
    assert!(!all.contains("are counted") && !all.contains("-v lists"), "nothing is left out");
    // One case is always told in full.
    let one = with(&["--only", "deny"]);
    assert!(one.contains("- claims.upstream_delivery.status"), "{one}");
    let silent = stdout(&run(&[&RULES[..], &["--", "true"]].concat()));
    assert!(silent.lines().count() < 50, "{silent}");
    assert!(silent.contains("ERROR     the others are counted at the end"), "{silent}");
}

#[test]
fn each_format_is_pure_on_standard_output() {
    for (format, begins) in [
        ("json", "{\n"),
        ("junit", "<?xml "),
        ("tap", "TAP version 14\n1..14\n"),
        ("markdown", "## Conformance of `the built-in verifier`\n"),
        ("github", "mcp-evidence: privileged-mcp-action-v0-conformance, the built-in verifier: "),
    ] {
        let output = run(&["run", "--builtin", "--format", format]);
        assert_eq!(code(&output), 0, "{format}");
        assert!(stdout(&output).starts_with(begins), "{format}: {}", stdout(&output));
        assert_eq!(stderr(&output), "", "{format}");
    }
}

#[test]
fn several_reports_are_those_of_the_formats_and_of_stored_results() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let (json, tap, html, page) = (at("r.json"), at("r.tap"), at("r.html"), at("again.html"));
    let report = |format: &str, path: &Path| format!("--report={format}={}", text(path));
    let suites = ["--suite=privileged-mcp-action-v0", "--suite=privileged-mcp-action-v0-probes"];
    let output = program()
        .args(["run", "--format", "tap"])
        .args(suites)
        .args([report("json", &json), report("tap", &tap), report("html", &html)])
        .args(["--", "true"])
        .current_dir(checkout())
        .output()
        .expect("starts");
    assert_eq!(code(&output), 2, "candidate errors: {}", stderr(&output));
    assert_eq!(fs::read(&tap).expect("reads"), output.stdout);
    let again = ["compare", text(&json), "--format", "html", "--output", text(&page)];
    assert_eq!(code(&run(&again)), 0, "a comparison has no verdict");
    assert_eq!(fs::read(&page).expect("reads"), fs::read(&html).expect("reads"));
}

#[test]
fn stored_results_stand_side_by_side() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, two] = ["one.json", "two.json"].map(|name| folder.path().join(name));
    run(&["run", "--builtin", "--output", text(&one)]);
    run(&["run", "--output", text(&two), "--", "true"]);
    let shown = run(&["compare", text(&one), text(&two)]);
    assert_eq!(code(&shown), 0);
    let shown = stdout(&shown);
    assert!(shown.starts_with("A  the built-in verifier\nB  true\n"), "{shown}");
    assert!(shown.contains("match            candidate error"), "{shown}");
    let table = stdout(&run(&["compare", text(&one), text(&two), "--format", "json"]));
    let table: Value = serde_json::from_str(&table).expect("JSON");
    assert_eq!(table["schema"], "mcp-evidence.comparison.v1");
    let statuses = &table["suites"][0]["vectors"][0]["statuses"];
    assert_eq!(*statuses, serde_json::json!(["match", "candidate_error"]));
    let markdown = stdout(&run(&["compare", text(&one), text(&two), "--format", "markdown"]));
    assert!(markdown.starts_with("## Conformance of 2 candidates\n"), "{markdown}");
    let other = run(&["compare", text(&one), "MANIFEST.json"]);
    assert_eq!(code(&other), 2);
    assert!(stderr(&other).contains("MANIFEST.json: its schema is absent"), "{}", stderr(&other));
}

#[test]
fn two_runs_of_one_verifier_are_told_apart_and_say_what_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let [before, after] = ["before.json", "after.json"].map(|name| folder.path().join(name));
    for (report, output) in [(INVALID, &before), (r#"{"bundle_integrity": "fail"}"#, &after)] {
        let candidate = constant(folder.path(), "constant", report);
        let arguments = ["run", "--no-config", "--output", text(output), "--", text(&candidate)];
        assert_eq!(code(&run(&arguments)), 1);
    }
    let compare = |format: &str| {
        let output = run(&["compare", text(&before), text(&after), "--format", format]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stdout(&output)
    };
    let change = "from A to B: 2 fixed, 7 broken, 0 alike, 5 wrong in another way";
    let shown = compare("pretty");
    assert!(shown.contains("/constant (before.json)\nB  "), "{shown}");
    assert!(shown.contains("/constant (after.json)\n"), "{shown}");
    assert!(shown.contains(&format!("  {change}\n    fixed      bad-101-tampered-bundle,")));
    let markdown = compare("markdown");
    assert!(markdown.starts_with("## Conformance of 2 runs\n"), "{markdown}");
    assert!(markdown.contains(&format!("\n{change}\n\n- fixed: `bad-101-tampered-bundle`, ")));
    let page = compare("html");
    assert!(page.contains("<title>A 7 of 14, B 2 of 14 matched · 2 runs side by side</title>"));
    assert!(page.contains(change));
    let table: Value = serde_json::from_str(&compare("json")).expect("JSON");
    assert_eq!(table["candidates"][1]["result"], "after.json");
    assert_eq!(table["suites"][0]["change"]["broken"].as_array().map(Vec::len), Some(7));
}

#[test]
fn markdown_of_a_long_red_run_has_what_matters_and_fits() {
    let folder = tempfile::tempdir().expect("a folder");
    let candidate = constant(folder.path(), "constant", INVALID);
    let output = run(&[&RULES[..], &["--format", "markdown", "--", text(&candidate)]].concat());
    let shown = stdout(&output);
    assert!(shown.len() < 65_000, "{}", shown.len());
    assert!(!shown.contains("no room"), "{shown}");
    assert!(shown.contains("**Rules that it enforces too strictly: 54, told by 136 vectors**"));
    for stage in ["stage 1 | 17 | 63", "stage 2 | 23 | 38", "stage 3 | 2 | 18", "stage 4 | 12 | 17"]
    {
        assert!(shown.contains(&format!("\n| {stage} |\n")), "{stage}: {shown}");
    }
    let folded = "\n<details><summary><code>privileged-mcp-action-v0-rules</code>, stage 4: 17";
    assert!(shown.contains(folded), "{shown}");
}

/// A slip in one of several patterns is told in every form, where no suite knows
/// it.
#[test]
fn a_pattern_that_matches_nothing_is_told_on_standard_error() {
    for format in ["pretty", "json", "junit", "tap", "markdown", "github"] {
        let output =
            run(&["run", "--builtin", "--format", format, "--only", "ok-001*", "--only", "typo"]);
        assert_eq!(code(&output), 0);
        assert_eq!(stderr(&output), "no vector matches typo\n", "{format}");
    }
    let several = run(&[
        "run",
        "--builtin",
        "--suite",
        "privileged-mcp-action-v0",
        "--suite",
        "privileged-mcp-action-v0-rules",
        "--only",
        "ok-001*",
        "--only",
        "deny",
    ]);
    assert_eq!((code(&several), stderr(&several).as_str()), (0, ""));
}

#[test]
fn a_job_summary_is_appended_and_changes_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("summary.md");
    fs::write(&path, "before\n").expect("writes");
    let with = |format: &str| {
        let mut command = program();
        command.args(["run", "--builtin", "--format", format]).env("GITHUB_STEP_SUMMARY", &path);
        command.current_dir(checkout()).output().expect("starts")
    };
    assert_eq!(with("github").stdout, run(&["run", "--builtin", "--format", "github"]).stdout);
    let markdown = stdout(&run(&["run", "--builtin", "--format", "markdown"]));
    let expected = format!("before\n{markdown}");
    assert_eq!(fs::read_to_string(&path).expect("reads"), expected);
    with("markdown");
    assert_eq!(fs::read_to_string(&path).expect("reads"), expected, "only for github");
    let mut over = program();
    over.args(["run", "--builtin", "--format", "github", "--output", text(&path)]);
    let over = over.env("GITHUB_STEP_SUMMARY", &path).current_dir(checkout()).output();
    let over = over.expect("starts");
    assert_eq!(code(&over), 2);
    assert!(stderr(&over).contains("the job's summary "), "{}", stderr(&over));
    assert_eq!(fs::read_to_string(&path).expect("reads"), expected);
}
