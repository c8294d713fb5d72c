//! The candidates of this repository through the whole program: verifiers in
//! other languages, written from the texts.

mod common;

use common::{checkout, code, program};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

/// Name, command and file.
const CANDIDATES: [(&str, &str, &str); 2] = [
    ("python", "python3", "examples/candidates/python/verify.py"),
    ("node", "node", "examples/candidates/node/verify.mjs"),
];

/// A version of the profile, its suites, and how a candidate is told of it.
const VERSIONS: [(&str, &[&str], &[&str]); 2] = [
    (
        "v0",
        &[
            "privileged-mcp-action-v0",
            "privileged-mcp-action-v0-rules",
            "privileged-mcp-action-v0-probes",
        ],
        &[],
    ),
    ("v1", &["privileged-mcp-action-v1", "privileged-mcp-action-v1-rules"], &["--profile", "v1"]),
];

fn main() {
    let mut trials = Vec::new();
    for (name, command, file) in CANDIDATES {
        let ignored = common::is_missing(name, command);
        if ignored {
            eprintln!("{command} is not on this machine: its tests are listed as ignored");
        }
        for (version, suites, profile) in VERSIONS {
            let test = move || agrees(suites, &[&[command, file], profile].concat());
            let name = format!("{name} agrees everywhere under {version}");
            trials.push(Trial::test(name, test).with_ignored_flag(ignored));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
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
    let results = document["results"].as_array().ok_or("results")?;
    assert_eq!(results.len(), suites.len());
    for case in results.iter().filter_map(|result| result["cases"].as_array()).flatten() {
        assert_eq!(case["status"], "match", "{case}");
        assert_eq!(case["warnings"].as_array().map_or(0, Vec::len), 0, "{case}");
    }
    assert_eq!(code(&output), 0);
    Ok(())
}
