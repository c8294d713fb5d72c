//! The tool-decision surface as a whole: corpora against the reference, the two
//! commands, and candidates that print what must not be printed.

mod common;

use common::{checkout, code, program, run, stderr, stdout};
use mcp_evidence_contract::{Kind, System, catalogue};
use mcp_evidence_generator as generator;
use mcp_evidence_harness::Corpus;
use mcp_evidence_harness::forbidden::in_report;
use mcp_evidence_harness::judge::{Verdict, judge_report};
use mcp_evidence_reference::adequacy::{Change, Producer, producer};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

/// A corpus, and the reference for it.
fn loaded(corpus: &generator::Corpus) -> (Corpus, Producer) {
    let lookup = |file: &str| corpus.material(file).cloned();
    let producer = producer(&corpus.manifest.profile).expect("a reference");
    (Corpus::from_memory(&corpus.manifest_bytes(), lookup).expect("sound"), producer)
}

/// Whether the changed reference still gives what a vector expects.
fn holds(corpus: &Corpus, producer: &Producer, vector: usize, change: Change) -> bool {
    let answer = (producer.answer)(corpus.material(vector), change);
    let Some(report) = answer.as_object() else { return false };
    let expected = &corpus.vectors()[vector];
    let (leaks, report) = in_report(&expected.forbidden, report);
    let judged = judge_report(corpus.surface(), &expected.expected, report);
    leaks.is_empty() && judged.verdict == Verdict::Match
}

#[test]
fn the_reference_gives_what_every_vector_expects() {
    for made in [
        generator::tool_decisions(),
        generator::tool_decision_records(),
        generator::tool_decision_probes(),
    ] {
        let (corpus, producer) = loaded(&made);
        for (index, vector) in corpus.vectors().iter().enumerate() {
            assert!(holds(&corpus, &producer, index, Change::Nothing), "{}", vector.id);
            if vector.point.is_some() {
                let answer = (producer.answer)(corpus.material(index), Change::Nothing);
                let report = answer.as_object().expect("a record").clone();
                assert_eq!(corpus.surface().project(&report), Ok(vector.expected.clone()));
            }
        }
    }
}

/// Each rule has a vector of its own, and each such vector notices when the rule
/// is taken away.
#[test]
fn every_rule_is_told_by_its_own_vectors() {
    let mut told = BTreeSet::new();
    for made in [generator::tool_decisions(), generator::tool_decision_records()] {
        let (corpus, producer) = loaded(&made);
        for (index, vector) in corpus.vectors().iter().enumerate() {
            let Some(rule) = vector.rule.as_deref().and_then(catalogue::find) else { continue };
            let change = match rule.kind {
                Kind::Requirement => Change::Without(rule),
                Kind::Permission => Change::Narrowed(rule),
            };
            assert!(
                !holds(&corpus, &producer, index, change),
                "{} tells no {}",
                vector.id,
                rule.id
            );
            told.insert(rule.id);
        }
    }
    let scored = catalogue::of(System::ToolDecisionSurface).filter(|rule| rule.is_scored());
    let missing: Vec<&str> = scored.map(|rule| rule.id).filter(|id| !told.contains(id)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn what_a_vector_forbids_is_in_its_case_or_a_hash_of_what_is() {
    let made = generator::tool_decisions();
    let hex = |text: &str| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    for (vector, bundle) in made.manifest.vectors.iter().zip(&made.bundles) {
        let case: Value = serde_json::from_slice(bundle.bytes()).expect("JSON");
        let shown = serde_json::to_string(&vector.expected).expect("JSON");
        for literal in &vector.forbidden {
            let spelled = serde_json::to_string(literal).expect("JSON");
            let spelled = spelled.trim_matches('"');
            let is_twins = vector.twin.is_some();
            let there = case.to_string().contains(spelled);
            assert!(there || is_twins || hex(literal), "{}: {spelled}", vector.id);
            assert!(!shown.contains(spelled), "{} expects {spelled}", vector.id);
        }
    }
}

#[test]
fn classify_and_check_exit_by_what_they_find() {
    let cases = "vectors/tool-decision-surface-v0/cases";
    let records = "vectors/tool-decision-surface-v0-check/records";
    let classified = run(&["classify", &format!("{cases}/github_deploy_key_allow.json")]);
    assert_eq!(code(&classified), 0, "{}", stderr(&classified));
    assert!(stdout(&classified).contains("\"classified_github_deploy_key\""));
    let valid = run(&["check", &format!("{records}/record_of_a_deploy_key.json")]);
    assert_eq!(code(&valid), 0);
    let invalid = run(&["check", &format!("{records}/verified_without_evidence.json")]);
    assert_eq!(code(&invalid), 1);
    assert!(stdout(&invalid).contains("check.verified"), "{}", stdout(&invalid));
    for arguments in [["classify", "none.json"], ["classify", "Cargo.toml"], ["check", "none.json"]]
    {
        assert_eq!(code(&run(&arguments)), 2, "{arguments:?}");
    }
    // What the reference writes, its own check accepts.
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("record.json");
    fs::write(&record, classified.stdout).expect("writes");
    let checked = program().arg("check").arg(&record).output().expect("starts");
    assert_eq!(code(&checked), 0, "{}", stdout(&checked));
}

/// A candidate that runs the reference and lets `script` have its output.
fn leaky(folder: &Path, script: &str) -> std::path::PathBuf {
    let path = folder.join("leaky");
    let program = env!("CARGO_BIN_EXE_mcp-evidence");
    let text = format!("#!/bin/sh\n\"{program}\" classify \"$1\" | {script}\n");
    fs::write(&path, text).expect("writes");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("sets the mode");
    path
}

/// Runs one vector in both formats; nothing of ours may hold a secret.
fn leaks(vector: &str, script: &str, secrets: &[&str]) -> (Value, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let candidate = leaky(folder.path(), script);
    let file = folder.path().join("result.json");
    let run = |format: &str| {
        program()
            .args(["run", "--suite", "tool-decision-surface-v0", "--reasons"])
            .args(["--only", vector, "--format", format, "--output"])
            .args([&file, Path::new("--"), &candidate])
            .current_dir(checkout())
            .output()
            .expect("starts")
    };
    let (machine, people) = (run("json"), run("pretty"));
    let written = fs::read_to_string(&file).expect("a result");
    let others = ["junit", "tap", "markdown", "github"].map(run);
    let outputs = others.iter().chain([&machine, &people]);
    let everything: String = outputs.map(|output| stdout(output) + &stderr(output)).collect();
    // Each of them says where it was, or that it failed.
    for other in &others {
        assert!(stdout(other).contains("forbidden literal"), "{}", stdout(other));
    }
    for secret in secrets {
        assert!(!everything.contains(secret), "{script}: {everything}");
        assert!(!written.contains(secret), "{script}: {written}");
    }
    let result: Value = serde_json::from_slice(&machine.stdout).expect("JSON");
    (result["cases"][0].clone(), stdout(&people))
}

#[test]
fn what_must_not_be_printed_fails_the_case_and_is_never_repeated() {
    let secret = "ghp_fixture_0002";
    let hash = "579d042519b6c64a9d62a0401d5bf449b4c497ce08907d1e6a5e474e04b3f1c6";
    let beside = |text: &str| format!("sed 's/\"enforced\": true/\"enforced\": true, {text}/'");
    let at = "observed_tool_decisions[0].decision";
    for (script, place) in [
        (beside(r#""note": "it was ghp_fixture_0002""#), format!("{at}.note")),
        (beside(r#""note": "gh\\\\u0070_fixture_0002""#), format!("{at}.note")),
        (beside(r#""ghp_fixture_0002": 1"#), format!("the name of a member of {at}")),
        (beside(r#""note": [{"deep": "ghp_fixture_0002"}]"#), format!("{at}.note[0].deep")),
        (beside(&format!(r#""note": "sha256:{hash}""#)), format!("{at}.note")),
        ("tee /dev/stderr | cat; echo trace: ghp_fixture_0002 >&2".to_owned(), "stderr".to_owned()),
    ] {
        let (case, people) = leaks("secret_token", &script, &[secret, hash, "0070_fixture_0002"]);
        assert_eq!(case["status"], "mismatch", "{script}: {case}");
        assert_eq!(case["leaks"][0]["place"], place.as_str(), "{script}: {case}");
        let told = format!("at {place}");
        assert!(
            people.contains("leaks     forbidden literal") && people.contains(&told),
            "{people}"
        );
        assert!(people.contains("0 of 1 matched, 1 mismatched"), "{people}");
    }
}

#[test]
fn a_raw_identifier_is_a_leak_too() {
    let script =
        "sed 's/\"transport\": \"mcp\"/\"transport\": \"mcp\", \"by\": \"alice@example.com\"/'";
    let (case, _) = leaks("slack_add_member_allow", script, &["alice@example.com"]);
    assert_eq!(case["status"], "mismatch");
    assert_eq!(case["leaks"][0]["place"], "observed_tool_decisions[0].server.by");
}

#[test]
fn an_error_repeats_nothing_either() {
    let script = "sed 's/^{/ghp_fixture_0002 {/'";
    let (case, people) = leaks("secret_token", script, &["ghp_fixture_0002"]);
    assert_eq!(case["status"], "candidate_error");
    assert_eq!(case["leaks"][0]["place"], "stdout");
    assert!(people.contains("[forbidden literal"), "{people}");
}

#[test]
fn what_is_hidden_in_an_unsanitized_server_is_found() {
    let script = r#"sed 's/"id": "[^"]*"/"id": "git\\u001b[2Jhub"/'"#;
    let (case, _) = leaks("control_in_server_id", script, &["git\u{1b}[2Jhub"]);
    assert_eq!(case["leaks"][0]["place"], "observed_tool_decisions[0].server.id", "{case}");
}
