//! The candidates of this repository through the whole program: verifiers in
//! other languages, written from the texts.

mod common;

use common::{checkout, code, program};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

/// The suites of bundles.
const BUNDLES: &[&str] = &[
    "privileged-mcp-action-v0",
    "privileged-mcp-action-v0-rules",
    "privileged-mcp-action-v0-probes",
];

/// The suites of observed calls.
const CALLS: &[&str] = &["tool-decision-surface-v0", "tool-decision-surface-v0-probes"];

/// One candidate, and what it is run over.
struct Entry {
    tool: &'static str,
    /// Program and arguments.
    command: &'static [&'static str],
    suites: &'static [&'static str],
}

const CANDIDATES: [Entry; 4] = [
    Entry {
        tool: "python",
        command: &["python3", "examples/candidates/python/verify.py"],
        suites: BUNDLES,
    },
    Entry {
        tool: "node",
        command: &["node", "examples/candidates/node/verify.mjs"],
        suites: BUNDLES,
    },
    Entry {
        tool: "python",
        command: &["python3", "examples/candidates/python/classify.py"],
        suites: CALLS,
    },
    Entry {
        tool: "python",
        command: &["python3", "examples/candidates/python/classify.py", "--check"],
        suites: &["tool-decision-surface-v0-check"],
    },
];

fn main() {
    let mut trials = Vec::new();
    for entry in CANDIDATES {
        let Entry { tool, command, suites } = entry;
        let ignored = common::is_missing(tool, command[0]);
        if ignored {
            eprintln!("{} is not on this machine: its tests are listed as ignored", command[0]);
        }
        let name = format!("{tool} agrees everywhere in {}", suites[0]);
        let test = move || agrees(command, suites);
        trials.push(Trial::test(name, test).with_ignored_flag(ignored));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Every vector is matched, and every open point is read as the kit reads it.
fn agrees(command: &[&str], suites: &[&str]) -> Result<(), Failed> {
    let output = program()
        .args(["run", "--timeout", "60", "--format", "json"])
        .args(suites.iter().flat_map(|suite| ["--suite", suite]))
        .arg("--")
        .args(command)
        .current_dir(checkout())
        .output()?;
    let document: Value = serde_json::from_slice(&output.stdout)?;
    // A run over one suite is its result.
    let one = vec![document.clone()];
    let results = document["results"].as_array().unwrap_or(&one);
    assert_eq!(results.len(), suites.len());
    for case in results.iter().filter_map(|result| result["cases"].as_array()).flatten() {
        assert_eq!(case["status"], "match", "{case}");
    }
    assert_eq!(code(&output), 0);
    Ok(())
}
