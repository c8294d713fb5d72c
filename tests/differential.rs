//! Two verifiers of one specification, in two languages, over some thousand
//! mutants: the Python candidate and the built-in verifier never disagree.
//!
//! Ignored where there is no `python3`, unless `MCP_EVIDENCE_REQUIRE` names
//! `python`.

mod common;
mod mutants;
mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use mcp_evidence_reference::{Limits, verify_bytes_as};
use serde_json::Value;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Mutants of a batch: one Python process reads them all.
const BATCH: u64 = 500;
const BATCHES: u64 = 10;

/// Imports the candidate and prints the surface of each bundle whose profile and
/// path stand on a line of standard input.
const DRIVER: &str = r#"
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("candidate", sys.argv[1])
candidate = importlib.util.module_from_spec(spec)
spec.loader.exec_module(candidate)
for line in sys.stdin:
    name, path = line.rstrip("\n").split(" ", 1)
    report = candidate.verify(path, candidate.PROFILES[name])
    surface = ("bundle_integrity", "verdict", "claims")
    print(json.dumps({name: report[name] for name in surface if name in report}))
"#;

fn main() {
    let arguments = Arguments::from_args();
    let ignored = common::is_missing("python", "python3");
    let trials = (0..BATCHES)
        .map(|batch| {
            let name = format!("mutants {} to {}", batch * BATCH, (batch + 1) * BATCH - 1);
            Trial::test(name, move || agree(batch * BATCH..(batch + 1) * BATCH))
                .with_ignored_flag(ignored)
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn agree(seeds: std::ops::Range<u64>) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let mutants: Vec<mutants::Mutant> = seeds.clone().map(mutants::mutant).collect();
    let mut paths = String::new();
    for (seed, mutant) in seeds.clone().zip(&mutants) {
        let path = folder.path().join(seed.to_string());
        std::fs::write(&path, &mutant.bundle)?;
        paths.push_str(mutant.profile.name);
        paths.push(' ');
        paths.push_str(path.to_str().ok_or("a temporary folder whose path is no text")?);
        paths.push('\n');
    }
    let candidate = common::checkout().join("examples/candidates/python/verify.py");
    let mut python = Command::new("python3")
        .args(["-I", "-B", "-c", DRIVER])
        .arg(candidate)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = python.stdin.take().ok_or("a pipe was asked for")?;
    // Fewer bytes than a pipe holds need no second thread; these are more.
    let feeding = std::thread::spawn(move || input.write_all(paths.as_bytes()));
    let output = python.wait_with_output()?;
    feeding.join().map_err(|_| "the feeding thread panicked")??;
    if !output.status.success() {
        return Err("the candidate itself failed".into());
    }
    let surfaces = String::from_utf8(output.stdout)?;
    let mut disagreements = Vec::new();
    let mut lines = surfaces.lines();
    for (seed, mutant) in seeds.zip(&mutants) {
        let theirs: Value = serde_json::from_str(lines.next().ok_or("a report is missing")?)?;
        let report = verify_bytes_as(mutant.profile, &mutant.bundle, &Limits::default());
        let ours = serde_json::to_value(report.outcome())?;
        if ours != theirs {
            let changes = format!("{}; {}", mutant.profile.name, mutant.changes.join("; "));
            let reasons: Vec<_> =
                report.findings().iter().map(|finding| &finding.message).collect();
            disagreements.push(format!(
                "mutant {seed} ({changes}): built in {ours} {reasons:?}, in Python {theirs}"
            ));
        }
    }
    if disagreements.is_empty() { Ok(()) } else { Err(disagreements.join("\n").into()) }
}
