//! The candidates of this repository through the whole program: verifiers in
//! other languages, written from the texts.

mod common;

use common::{checkout, code, program};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

const PRIVILEGED: &[&str] = &[
    "privileged-mcp-action-v0",
    "privileged-mcp-action-v0-rules",
    "privileged-mcp-action-v0-probes",
];
const ANNOTATIONS: &[&str] = &["trust-annotations-draft", "trust-annotations-draft-probes"];

/// Name, command, file and suites.
const CANDIDATES: [(&str, &str, &str, &[&str]); 3] = [
    ("python", "python3", "examples/candidates/python/verify.py", PRIVILEGED),
    ("node", "node", "examples/candidates/node/verify.mjs", PRIVILEGED),
    ("python", "python3", "examples/candidates/python/annotations.py", ANNOTATIONS),
];

fn main() {
    let mut trials = Vec::new();
    for (name, command, file, suites) in CANDIDATES {
        let ignored = common::is_missing(name, command);
        if ignored {
            eprintln!("{command} is not on this machine: its tests are listed as ignored");
        }
        let test = move || agrees(command, file, suites);
        trials.push(
            Trial::test(format!("{file} agrees everywhere"), test).with_ignored_flag(ignored),
        );
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Every vector is matched, and every open point is read as the kit reads it.
fn agrees(command: &str, file: &str, suites: &[&str]) -> Result<(), Failed> {
    let output = program()
        .args(["run", "--timeout", "60", "--format", "json"])
        .args(suites.iter().flat_map(|suite| ["--suite", suite]))
        .args(["--", command, file])
        .current_dir(checkout())
        .output()?;
    let document: Value = serde_json::from_slice(&output.stdout)?;
    let results = document["results"].as_array().ok_or("results")?;
    assert_eq!(results.len(), suites.len());
    for case in results.iter().filter_map(|result| result["cases"].as_array()).flatten() {
        assert_eq!(case["status"], "match", "{case}");
    }
    assert_eq!(code(&output), 0);
    Ok(())
}
