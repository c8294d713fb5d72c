//! Request-decision receipts through the whole program: both corpora, and the
//! subcommand on files of one's own.

mod common;

use common::{code, program, run, stderr, stdout};
use mcp_evidence_contract::points::{self, Answer};
use mcp_evidence_contract::{Expected, Material, System};
use mcp_evidence_generator::{Corpus, receipts, receipts_probes};
use mcp_evidence_reference::receipts::{Expectation, Verification, verify};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const SUITE: &str = "request-decision-receipts-v0";
const PROBES: &str = "request-decision-receipts-v0-probes";

fn document(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("JSON on standard output")
}

/// What the reference says of a case of `verify` whose files are all stored.
fn verified(material: &Material) -> Verification {
    let file = |name| material.named(name).expect("the file is stored");
    let case: Value = serde_json::from_slice(file("case.json")).expect("a case");
    let diagnostics = case["diagnostics"].as_array().expect("an array");
    let expectation = Expectation {
        scope: case["expected_scope"].as_str().expect("a scope").to_owned(),
        launch: case["lifecycle"]["launch"] == true,
        stop: case["lifecycle"]["stop"] == true,
        diagnostics: diagnostics.iter().map(|text| text.to_string()).collect(),
    };
    verify(file("requests.jsonl"), file("decisions.jsonl"), &expectation).expect("reads")
}

#[test]
fn the_reference_answers_as_every_vector_expects() {
    let output =
        run(&["run", "--builtin", "--suite", SUITE, "--suite", PROBES, "--format", "json"]);
    for result in document(&output)["results"].as_array().expect("two results") {
        for case in result["cases"].as_array().expect("cases") {
            assert_eq!(case["status"], "match", "{case}");
        }
    }
    assert_eq!(code(&output), 0);
}

/// Whatever must be rejected is rejected for one reason alone, the one that the
/// vector names, and differs from a capture that is accepted.
#[test]
fn each_rejected_capture_breaks_exactly_its_rule() {
    let Corpus { manifest, bundles, .. } = receipts();
    for (vector, bundle) in manifest.vectors.iter().zip(&bundles) {
        if vector.expected.is_accept() {
            continue;
        }
        let told: BTreeSet<&str> =
            verified(&bundle.material).findings.iter().map(|finding| finding.rule).collect();
        let named = vector.rule.as_deref().expect("a rule");
        assert_eq!(told, BTreeSet::from([named]), "{}", vector.id);
        let twin = vector.twin.as_deref().expect("a twin");
        let twin = manifest.vectors.iter().find(|vector| vector.id == twin).expect(twin);
        assert_eq!(twin.expected, expected_accepted(&twin.expected), "{}", vector.id);
    }
}

/// The expectation, if it is one of an accepted capture.
fn expected_accepted(expected: &Expected) -> Expected {
    let Expected::Surface(surface) = expected else { panic!("{expected:?}") };
    let associations = &surface["associations"];
    Expected::Surface(json!({"verdict": "accepted", "associations": associations}))
}

#[test]
fn the_corpus_tells_every_rule() {
    let output = run(&["adequacy", "--suite", SUITE, "--format", "json"]);
    let table = document(&output);
    for change in table["changes"].as_array().expect("changes") {
        assert_eq!(change["fate"], "killed", "{change}");
    }
    assert_eq!(code(&output), 0);
}

#[test]
fn every_point_is_probed_and_every_pinned_reading_told() {
    let corpus = receipts_probes();
    let expected = |probe: &str| {
        let vector = corpus.manifest.vectors.iter().find(|vector| vector.id == probe);
        match &vector.expect(probe).expected {
            Expected::Surface(surface) => surface.clone(),
            Expected::Outcome(outcome) => panic!("{probe}: {outcome}"),
        }
    };
    for point in points::of(System::RequestDecisionReceipts) {
        for (probe, answer) in point.probes.iter().zip(point.pinned().answers) {
            let answer: &Answer = answer;
            assert!(answer.is_given_by(&expected(probe)), "{probe}");
        }
    }
    let table = document(&run(&["adequacy", "--suite", PROBES, "--format", "json"]));
    let readings = table["interpretations"].as_array().expect("readings");
    let points = |fate: &str| -> BTreeSet<&str> {
        let rows = readings.iter().filter(|row| row["fate"] == fate);
        rows.filter_map(|row| row["interpretation"].as_str()).collect()
    };
    let (told, untold) = (points("killed"), points("survived"));
    assert_eq!(untold.difference(&told).collect::<Vec<_>>(), Vec::<&&str>::new());
    assert!(told.len() > 10);
}

#[test]
fn the_check_values_stand_in_the_corpus() {
    let corpus = receipts();
    for (id, bytes, digest) in [
        (
            "derive-line-feed",
            87,
            "922a089a47dc5e55f417a35b9921cb2dc1b95055c8fcc0de2622434c0a5def87",
        ),
        ("derive-cr-lf", 88, "99c13cba7bc74cec750ea87720f365cd2f1bc4bd63f4830a85e799020c2b2cc0"),
        (
            "derive-no-terminator",
            86,
            "aa82381e077aea6236f047dbceb15eb10ed500e4f1aeacd7ab3d4d780b130d8c",
        ),
    ] {
        let vector = corpus.manifest.vectors.iter().find(|vector| vector.id == id).expect(id);
        let Expected::Surface(surface) = &vector.expected else { panic!("{id}") };
        let receipt = &surface["receipts"][0];
        assert_eq!(
            (&receipt["request_bytes"], &receipt["request_sha256"]),
            (&json!(bytes), &json!(digest))
        );
    }
}

/// The stored files of a vector in a folder of their own.
fn laid_out(id: &str) -> tempfile::TempDir {
    let corpus = receipts();
    let material = corpus.material(&format!("cases/{id}")).expect(id);
    let Material::Folder(files) = material else { panic!("{id} is a folder") };
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).expect("writes");
    }
    folder
}

fn receipts_command(operation: &str, folder: &Path, options: &[&str]) -> Output {
    let mut command = program();
    command.args(["receipts", operation]).args(options).arg(folder);
    command.output().expect("the program starts")
}

const SCOPE: &str = "3f0f8e9a-5d0c-4d2b-9a51-6c1f7b0e2d44";

#[test]
fn a_capture_without_a_case_is_verified_with_what_the_command_line_says() {
    let folder = laid_out("verify-three");
    fs::remove_file(folder.path().join("case.json")).expect("removes");
    let verify = |options: &[&str]| receipts_command("verify", folder.path(), options);
    let without = verify(&[]);
    assert_eq!(code(&without), 2);
    assert!(stderr(&without).contains("--expected-scope"), "{}", stderr(&without));
    let scope = ["--expected-scope", SCOPE];
    let unproved = verify(&scope);
    assert_eq!(code(&unproved), 1);
    assert!(stdout(&unproved).contains("receipts.lifecycle.launch (§5 Before use)"));
    let whole = [&scope[..], &["--launch", "--stop"]].concat();
    let accepted = verify(&whole);
    assert_eq!(code(&accepted), 0, "{}", stdout(&accepted));
    assert!(stdout(&accepted).contains("agreement of digests authenticates nothing"));
    let stderr_of_proxy = folder.path().join("stderr.txt");
    fs::write(&stderr_of_proxy, "started\nrequest receipts: capture incomplete\n").expect("writes");
    let file = stderr_of_proxy.to_str().expect("text");
    let incomplete = verify(&[&whole[..], &["--diagnostics", file]].concat());
    assert_eq!(code(&incomplete), 1);
    assert!(stdout(&incomplete).contains("receipts.diagnostics"));
    fs::write(&stderr_of_proxy, "started\n").expect("writes");
    assert_eq!(code(&verify(&[&whole[..], &["--diagnostics", file]].concat())), 0);
}

#[test]
fn a_rejected_capture_is_told_with_record_line_and_rule() {
    let folder = laid_out("verify-sequence-gap");
    let pretty = stdout(&receipts_command("verify", folder.path(), &[]));
    for text in [
        "rejected",
        "receipts.sequence.contiguous (§5 Before use)",
        "the sequence is 3, not 2",
        "at requests.jsonl line 3, sequence",
        "no association is supported",
    ] {
        assert!(pretty.contains(text), "{text} is not in {pretty}");
    }
    let output = receipts_command("verify", folder.path(), &["--format", "json"]);
    let report = document(&output);
    assert_eq!(code(&output), 1);
    assert_eq!(report["verdict"], "rejected");
    assert_eq!(report.get("associations"), None);
    assert_eq!(
        report["findings"][0]["at"],
        json!({"file": "requests.jsonl", "line": 3, "member": "sequence"})
    );
}

#[test]
fn receipts_are_derived_up_to_where_the_capture_ends() {
    let folder = laid_out("derive-49-calls");
    let output = receipts_command("derive", folder.path(), &[]);
    assert_eq!(code(&output), 1);
    let pretty = stdout(&output);
    assert!(pretty.contains("ends before line 49 of the frames"), "{pretty}");
    let json = receipts_command("derive", folder.path(), &["--format", "json", "--scope", "other"]);
    let report = document(&json);
    assert_eq!(report["receipts"][47]["scope"], "other");
    let folder = laid_out("derive-line-feed");
    assert_eq!(code(&receipts_command("case", folder.path(), &[])), 0);
}

#[test]
fn only_a_regular_file_of_the_folder_itself_is_read() {
    let other = laid_out("verify-one");
    let folder = laid_out("verify-one");
    for name in ["case.json", "requests.jsonl", "decisions.jsonl"] {
        let path = folder.path().join(name);
        let kept = fs::read(&path).expect("reads");
        let refused = |what: &str| {
            let output = receipts_command("verify", folder.path(), &[]);
            assert_eq!(code(&output), 2, "{name} as {what}: {}", stdout(&output));
            assert!(stderr(&output).contains("not a regular file"), "{}", stderr(&output));
        };
        fs::remove_file(&path).expect("removes");
        std::os::unix::fs::symlink(other.path().join(name), &path).expect("links");
        refused("a link");
        fs::remove_file(&path).expect("removes");
        fs::create_dir(&path).expect("creates");
        refused("a folder");
        fs::remove_dir(&path).expect("removes");
        let made = Command::new("mkfifo").arg(&path).status().expect("mkfifo starts");
        assert!(made.success());
        refused("a pipe");
        fs::remove_file(&path).expect("removes");
        fs::write(&path, kept).expect("writes");
    }
    assert_eq!(code(&receipts_command("verify", folder.path(), &[])), 0);
}

#[test]
fn a_case_that_is_none_is_wrong_usage() {
    let folder = laid_out("verify-one");
    for case in [
        "{",
        "[]",
        "{}",
        r#"{"op":"verify","op":"derive","expected_scope":"","lifecycle":{"launch":true,"stop":true},"diagnostics":[]}"#,
        r#"{"op":"verify","expected_scope":"","lifecycle":[true,true],"diagnostics":[]}"#,
        r#"{"op":"look","expected_scope":"","lifecycle":{"launch":true,"stop":true},"diagnostics":[]}"#,
    ] {
        fs::write(folder.path().join("case.json"), case).expect("writes");
        let output = receipts_command("case", folder.path(), &[]);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{case}");
        assert!(stderr(&output).contains("case.json"), "{}", stderr(&output));
    }
}

/// A log of some hundred MB, in a process that may have less memory than that.
#[test]
fn memory_does_not_grow_with_the_log() {
    /// KiB of address space.
    const MEMORY: &str = "98304";
    let folder = laid_out("verify-three");
    let log = folder.path().join("decisions.jsonl");
    let mut bytes = fs::read(&log).expect("reads");
    let filler = format!("{{\"id\":\"other\",\"data\":\"{}\"}}\n", "x".repeat(1000 * 1024));
    for _ in 0..128 {
        bytes.extend_from_slice(filler.as_bytes());
    }
    fs::write(&log, bytes).expect("writes");
    let output = Command::new("sh")
        .args(["-c", "ulimit -v \"$0\"; exec \"$@\"", MEMORY, env!("CARGO_BIN_EXE_mcp-evidence")])
        .args(["receipts", "verify", "--format", "json"])
        .arg(folder.path())
        .output()
        .expect("a shell starts");
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let report = document(&output);
    assert_eq!(report["events"], 131);
    assert_eq!(report["findings"].as_array().map(Vec::len), Some(100));
    assert_eq!(report["unlisted_findings"], 2 * 128 - 100);
}

#[test]
fn a_folder_that_is_not_there_is_told_as_such() {
    for operation in ["verify", "derive"] {
        let missing = run(&["receipts", operation, "no/such/folder"]);
        assert_eq!(code(&missing), 2, "{operation}");
        let said = stderr(&missing);
        assert!(said.contains("cannot read no/such/folder: No such file"), "{operation}: {said}");
        let file = run(&["receipts", operation, "Cargo.toml"]);
        assert_eq!(code(&file), 2, "{operation}");
        assert!(stderr(&file).contains("Cargo.toml is a file; a capture is a folder"));
    }
}
