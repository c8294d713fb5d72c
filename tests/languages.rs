//! The candidates of this repository through the whole program: verifiers in
//! other languages, written from the texts.
#![allow(clippy::print_stderr, reason = "what is left out is told")]

mod common;

use common::{checkout, code, program};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

/// The suites of bundles under v0.
const BUNDLES: &[&str] = &[
    "privileged-mcp-action-v0",
    "privileged-mcp-action-v0-rules",
    "privileged-mcp-action-v0-probes",
];

/// The suites of bundles under v1.
const BUNDLES_V1: &[&str] = &["privileged-mcp-action-v1", "privileged-mcp-action-v1-rules"];

/// The suites of observed calls.
const CALLS: &[&str] = &["tool-decision-surface-v0", "tool-decision-surface-v0-probes"];

/// The suite of their records.
const RECORDS: &[&str] = &["tool-decision-surface-v0-check"];

const PYTHON: &str = "examples/candidates/python/verify.py";
const NODE: &str = "examples/candidates/node/verify.mjs";
const CLASSIFY: &str = "examples/candidates/python/classify.py";
const RECEIPTS_PY: &str = "examples/candidates/python/receipts.py";
const ANNOTATIONS_PY: &str = "examples/candidates/python/annotations.py";

/// The suites of receipts.
const RECEIPTS: &[&str] = &["request-decision-receipts-v0", "request-decision-receipts-v0-probes"];

/// The suites of trust annotations.
const ANNOTATIONS: &[&str] = &["trust-annotations-draft", "trust-annotations-draft-probes"];

/// The tool that a candidate wants, its command, and what it is run over.
type Entry = (&'static str, &'static [&'static str], &'static [&'static str]);

const CANDIDATES: [Entry; 8] = [
    ("python", &["python3", PYTHON], BUNDLES),
    ("python", &["python3", PYTHON, "--profile", "v1"], BUNDLES_V1),
    ("node", &["node", NODE], BUNDLES),
    ("node", &["node", NODE, "--profile", "v1"], BUNDLES_V1),
    ("python", &["python3", CLASSIFY], CALLS),
    ("python", &["python3", CLASSIFY, "--check"], RECORDS),
    ("python", &["python3", RECEIPTS_PY], RECEIPTS),
    ("python", &["python3", ANNOTATIONS_PY], ANNOTATIONS),
];

fn main() {
    let mut trials = Vec::new();
    for (tool, command, suites) in CANDIDATES {
        let ignored = common::is_missing(tool, command[0]);
        if ignored {
            eprintln!("{} is not on this machine: its tests are listed as ignored", command[0]);
        }
        let name = format!("{tool} agrees everywhere in {}", suites[0]);
        let test = move || agrees(suites, command);
        trials.push(Trial::test(name, test).with_ignored_flag(ignored));
        let name = format!("doctor has nothing to say about {tool} in {}", suites[0]);
        let test = move || is_sound(suites, command);
        trials.push(Trial::test(name, test).with_ignored_flag(ignored));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// The first contact of a right candidate is all right, and nothing is worth
/// knowing.
fn is_sound(suites: &[&str], candidate: &[&str]) -> Result<(), Failed> {
    for suite in suites {
        let output = program()
            .args(["doctor", "--timeout", "60", "--suite", suite, "--"])
            .args(candidate)
            .current_dir(checkout())
            .output()?;
        let told = common::stdout(&output);
        assert_eq!(code(&output), 0, "{told}");
        assert_eq!(told.matches(" (match)").count(), 2, "{told}");
        assert!(told.contains("over these cases alone it is 0"), "{told}");
        assert!(!told.contains("worth knowing"), "{told}");
    }
    Ok(())
}

/// Every vector is matched, every open point is read as the kit reads it, and the
/// reports name the suite's profile.
fn agrees(suites: &[&str], candidate: &[&str]) -> Result<(), Failed> {
    let output = program()
        .args(["run", "--timeout", "60", "--format", "json"])
        .args(suites.iter().flat_map(|suite| ["--suite", suite]))
        .arg("--")
        .args(candidate)
        .current_dir(checkout())
        .output()?;
    let document: Value = serde_json::from_slice(&output.stdout)?;
    // A run over one suite is its result.
    let one = vec![document.clone()];
    let results = document["results"].as_array().unwrap_or(&one);
    assert_eq!(results.len(), suites.len());
    for case in results.iter().filter_map(|result| result["cases"].as_array()).flatten() {
        assert_eq!(case["status"], "match", "{case}");
        assert_eq!(case["warnings"].as_array().map_or(0, Vec::len), 0, "{case}");
    }
    assert_eq!(code(&output), 0);
    Ok(())
}
