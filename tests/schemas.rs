//! What is written keeps the schemas that `schema` prints, by somebody else's
//! validator; what is broken does not.

mod common;

use common::{checkout, code, run, run_in, stdout};
use jsonschema::Validator;
use mcp_evidence_harness::surface::{PrivilegedMcpAction, Surface as _};
use serde_json::{Value, json};

fn schema(what: &str) -> Validator {
    let output = run(&["schema", what]);
    assert_eq!(code(&output), 0);
    let schema: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    jsonschema::draft202012::meta::validate(&schema).expect("a schema");
    jsonschema::validator_for(&schema).expect("a schema")
}

fn faults(validator: &Validator, value: &Value) -> Vec<String> {
    validator.iter_errors(value).map(|error| error.to_string()).collect()
}

fn json_of(arguments: &[&str]) -> Value {
    serde_json::from_slice(&run(arguments).stdout).expect("JSON")
}

#[test]
fn results_of_one_suite_and_of_several_keep_their_schema() {
    let schema = schema("result");
    let one = json_of(&["run", "--builtin", "--format", "json"]);
    assert_eq!(faults(&schema, &one), [""; 0]);
    let several = json_of(&[
        "run",
        "--format",
        "json",
        "--only",
        "bad-10*",
        "--only",
        "i0*",
        "--suite",
        "privileged-mcp-action-v0",
        "--suite",
        "privileged-mcp-action-v0-probes",
        "--",
        "true",
    ]);
    assert_eq!(several["schema"], "mcp-evidence.results.v1");
    assert_eq!(faults(&schema, &several), [""; 0], "candidate errors and readings");
    for (pointer, value) in [
        ("/schema", json!("mcp-evidence.result.v2")),
        ("/cases/0/status", json!("passed")),
        ("/cases/0/id", json!(1)),
        ("/summary/matches", json!(-1)),
        ("/suite", json!(null)),
        ("/diagnosis/lacks", json!([{}])),
    ] {
        let mut broken = one.clone();
        *broken.pointer_mut(pointer).expect("a member") = value;
        assert!(!schema.is_valid(&broken), "{pointer}");
    }
}

#[test]
fn a_written_baseline_keeps_its_schema() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("baseline.json");
    let file = path.to_str().expect("text");
    let answer = r#"echo '{"bundle_integrity": "fail"}'"#;
    assert_eq!(code(&run(&["run", "--write-baseline", file, "--", "sh", "-c", answer])), 1);
    let schema = schema("baseline");
    let mut baseline: Value =
        serde_json::from_slice(&std::fs::read(&path).expect("reads")).expect("JSON");
    assert_eq!(faults(&schema, &baseline), [""; 0]);
    assert!(baseline["suites"][0]["known"].as_array().is_some_and(|known| known.len() > 5));
    for (pointer, value) in [
        ("/suites/0/corpus_digest", json!("sha256:0")),
        ("/suites/0/known/0/differs", json!([])),
        ("/suites/0/known/0/reason", json!(null)),
    ] {
        let mut broken = baseline.clone();
        *broken.pointer_mut(pointer).expect("a member") = value;
        assert!(!schema.is_valid(&broken), "{pointer}");
    }
    baseline["more"] = json!(1);
    assert!(!schema.is_valid(&baseline));
    baseline = json!({"schema": "mcp-evidence.baseline.v1", "suites": []});
    assert_eq!(faults(&schema, &baseline), [""; 0], "everything matched");
}

#[test]
fn every_shipped_manifest_keeps_its_schema() {
    let schema = schema("manifest");
    let folders = std::fs::read_dir(checkout().join("vectors")).expect("the corpora");
    let mut paths = vec![checkout().join("MANIFEST.json")];
    paths.extend(folders.flatten().map(|entry| entry.path().join("MANIFEST.json")));
    let mut count = 0;
    let mut manifest = Value::Null;
    for path in paths.into_iter().rev() {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        manifest = serde_json::from_slice(&bytes).expect("JSON");
        assert_eq!(faults(&schema, &manifest), [""; 0], "{}", path.display());
        count += 1;
    }
    assert!(count >= 3, "{count} manifests");
    assert_eq!(manifest["suite"], "privileged-mcp-action-v0-conformance");
    for (pointer, value) in [
        ("/corpus_digest", json!("sha256:ABC")),
        ("/vectors/0/sha256", json!("00")),
        ("/vectors/0/expected", json!({"bundle_integrity": "fail", "verdict": "invalid"})),
        ("/vectors/0/expected", json!({"bundle_integrity": "fail", "more": 1})),
        ("/counts/accept", json!("7")),
        ("/vectors", json!({})),
    ] {
        let mut broken = manifest.clone();
        *broken.pointer_mut(pointer).expect("a member") = value;
        assert!(!schema.is_valid(&broken), "{pointer}");
    }
    let mut other = manifest;
    other["profile"] = json!("another-profile/v0");
    other["vectors"][0]["expected"] = json!({"answer": 42});
    assert!(schema.is_valid(&other), "another profile has another surface");
}

#[test]
fn the_schema_of_a_report_says_what_the_shape_check_says() {
    let schema = schema("report");
    let surface = PrivilegedMcpAction::new("privileged-mcp-action/v0");
    let agree = |report: &Value| {
        let holds = report.as_object().is_some_and(|object| surface.project(object).is_ok());
        assert_eq!(schema.is_valid(report), holds, "{report}");
        holds
    };
    let listed = stdout(&run_in(&checkout().join("vectors"), &["verify", "--recursive", "."]));
    let mut valid = None;
    for line in listed.lines() {
        let report: Value = serde_json::from_str(line).expect("a report a line");
        assert!(agree(&report));
        if report["verdict"] == "valid" {
            valid = Some(report);
        }
    }
    let valid = valid.expect("some report is valid");
    // Each member of the surface missing, and in turn every kind of value.
    let pointers = [
        "/bundle_integrity",
        "/verdict",
        "/claims",
        "/claims/upstream_delivery",
        "/claims/upstream_delivery/status",
        "/claims/policy_decision_recorded/status",
        "/claims/policy_decision_recorded/source_class",
        "/claims/upstream_delivery/source_class",
        "/claims/more",
        "/claims/upstream_delivery/more",
        "/findings",
        "/more",
    ];
    let values = [
        None,
        Some(json!(null)),
        Some(json!("pass")),
        Some(json!("fail")),
        Some(json!("valid")),
        Some(json!("invalid")),
        Some(json!("confirmed")),
        Some(json!("refuted")),
        Some(json!("incomplete")),
        Some(json!("issuer_attested")),
        Some(json!("other")),
        Some(json!(1)),
        Some(json!([])),
        Some(json!({})),
        Some(json!({"confirmed": null})),
        Some(json!({"status": "incomplete"})),
    ];
    let mut outcomes = [0, 0];
    for base in [
        valid,
        json!({"bundle_integrity": "pass", "verdict": "invalid"}),
        json!({"bundle_integrity": "fail"}),
        json!([]),
    ] {
        for pointer in pointers {
            for value in &values {
                let mut report = base.clone();
                let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
                let Some(members) = report.pointer_mut(parent).and_then(Value::as_object_mut)
                else {
                    continue;
                };
                match value {
                    Some(value) => drop(members.insert(name.to_owned(), value.clone())),
                    None => drop(members.remove(name)),
                }
                outcomes[usize::from(agree(&report))] += 1;
            }
        }
    }
    assert!(outcomes.iter().all(|count| *count > 50), "{outcomes:?}");
}
