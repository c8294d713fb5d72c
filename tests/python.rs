//! The Python candidate through the whole program: the second verifier of this
//! repository, written from the texts alone.

mod common;

use common::{checkout, code, program};
use libtest_mimic::{Arguments, Failed, Trial};

const VERIFIER: &str = "examples/candidates/python/verify.py";

fn main() {
    let ignored = common::is_missing("python", "python3");
    if ignored {
        eprintln!("python3 is not on this machine: its tests are listed as ignored");
    }
    let suites = [
        "privileged-mcp-action-v0",
        "privileged-mcp-action-v0-rules",
        "privileged-mcp-action-v0-probes",
    ];
    let trials = suites
        .into_iter()
        .map(|suite| Trial::test(suite, move || matches_all(suite)).with_ignored_flag(ignored))
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn matches_all(suite: &str) -> Result<(), Failed> {
    let output = program()
        .args(["run", "--suite", suite, "--format", "json", "--", "python3", VERIFIER])
        .current_dir(checkout())
        .output()?;
    let result: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let summary = &result["summary"];
    assert_eq!(summary["matches"], summary["selected"], "{suite}: {summary}");
    let cases = result["cases"].as_array().ok_or("cases")?;
    for case in cases {
        assert_eq!(case["status"], "match", "{case}");
    }
    assert_eq!(code(&output), 0);
    Ok(())
}
