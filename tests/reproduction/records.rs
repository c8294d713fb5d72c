//! Tampered run records: `validate` says every fault, `report` refuses.

use crate::support::{Folder, edited, our_pack, scored, trial};
use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![
        trial("record::our_own_is_sound", sound),
        trial("record::every_fault_is_said", several),
    ];
    for member in MEMBERS {
        let edit = move |record: &mut Value| {
            record.as_object_mut().expect("an object").remove(member);
        };
        let test =
            move || refuse(&edited(&scored().1, edit), &format!("{member}: the member is missing"));
        trials.push(trial(format!("record::without_{member}"), test));
    }
    for (name, edit, reason) in EDITS {
        let test = move || refuse(&edited(&scored().1, edit), reason);
        trials.push(trial(format!("record::{name}"), test));
    }
    for (name, edit, reason) in BINDINGS {
        let test = move || unbound(&edited(&scored().1, edit), reason);
        trials.push(trial(format!("record::unbound::{name}"), test));
    }
    trials
}

fn folder(record: &[u8]) -> Folder {
    let folder = Folder::new();
    folder.write("pack.tar.gz", our_pack());
    folder.write("capture.json", &scored().0);
    folder.write("run.json", record);
    folder
}

const VALIDATE: [&str; 6] =
    ["validate", "run.json", "--pack", "pack.tar.gz", "--capture", "capture.json"];

fn sound() -> Result<(), Failed> {
    let stdout = folder(&scored().1).run(VALIDATE).code(0).stdout();
    assert!(stdout.contains("no fault") && stdout.contains("one scored anew"), "{stdout}");
    Ok(())
}

fn several() -> Result<(), Failed> {
    let record = edited(&scored().1, |record| {
        record["summary"]["match"] = json!(13);
        record["suite"] = json!(1);
        record["cases"][0]["case_id"] = json!("case-002");
    });
    let stdout = folder(&record).run(VALIDATE).code(1).stdout();
    for part in ["with 3 faults", "\n  summary.match: ", "\n  suite: ", "\n  cases[0].case_id: "] {
        assert!(stdout.contains(part), "{stdout}");
    }
    Ok(())
}

/// The record is broken by itself.
fn refuse(record: &[u8], reason: &str) -> Result<(), Failed> {
    let folder = folder(record);
    let stdout = folder.run(["validate", "run.json"]).code(1).stdout();
    assert!(stdout.contains(reason), "{stdout}");
    let report = folder.run(["report", "--run", "run.json", "--output", "report.md"]).code(2);
    assert!(report.stderr().contains(reason), "{}", report.stderr());
    assert!(!folder.has("report.md"));
    Ok(())
}

/// The record is whole and belongs to other files.
fn unbound(record: &[u8], reason: &str) -> Result<(), Failed> {
    let stdout = folder(record).run(VALIDATE).code(1).stdout();
    assert!(stdout.contains(reason), "{stdout}");
    Ok(())
}

const MEMBERS: [&str; 13] = [
    "capture_sha256",
    "cases",
    "harness_errors",
    "implementation",
    "non_claims",
    "pack_declared_source_commit",
    "pack_provenance_verification",
    "pack_sha256",
    "profile",
    "rendered_set_digest",
    "source_corpus_digest",
    "suite",
    "summary",
];

type Edit = fn(&mut Value);

fn other_digest() -> Value {
    json!(format!("sha256:{}", "0".repeat(64)))
}

fn cases(record: &mut Value) -> &mut Vec<Value> {
    record["cases"].as_array_mut().expect("an array")
}

const EDITS: [(&str, Edit, &str); 27] = [
    ("surplus_member", |r| r["badge"] = json!("gold"), "badge: there is no such member"),
    (
        "without_schema",
        |r| {
            r.as_object_mut().expect("an object").remove("schema");
        },
        "schema: the member is missing",
    ),
    ("schema", |r| r["schema"] = json!("v9"), "schema: the id of a run record"),
    ("profile", |r| r["profile"] = json!("x"), "profile: \"privileged-mcp-action/v0\""),
    (
        "provenance",
        |r| r["pack_provenance_verification"] = json!("verified"),
        "pack_provenance_verification: \"not_performed",
    ),
    ("non_claims", |r| r["non_claims"][1] = json!("independent"), "non_claims[1]: "),
    ("harness_errors", |r| r["harness_errors"] = json!([1]), "harness_errors[0]: a text"),
    (
        "id_null",
        |r| r["implementation"]["id"] = json!(null),
        "implementation.id: null stands there",
    ),
    ("id_without_image", |r| r["implementation"]["id"] = json!("a"), "id and image stand together"),
    (
        "total",
        |r| r["summary"]["total"] = json!(15),
        "summary.total: it says 15, and the cases give 14",
    ),
    (
        "match_and_mismatch",
        |r| {
            r["summary"]["match"] = json!(13);
            r["summary"]["mismatch"] = json!(1);
        },
        "summary.mismatch: it says 1",
    ),
    (
        "execution_error",
        |r| r["summary"]["execution_error"] = json!(1),
        "summary.execution_error: it says 1",
    ),
    (
        "harness_error",
        |r| r["summary"]["harness_error"] = json!(1),
        "summary.harness_error: it says 1",
    ),
    (
        "review_warnings",
        |r| r["summary"]["review_warnings"] = json!(1),
        "summary.review_warnings: it says 1",
    ),
    (
        "negative_count",
        |r| r["summary"]["mismatch"] = json!(-1),
        "summary.mismatch: an integer from 0",
    ),
    (
        "summary_member",
        |r| r["summary"]["score"] = json!(1),
        "summary.score: there is no such member",
    ),
    ("case_order", |r| cases(r).swap(0, 1), "cases[0].case_id: \"case-001\" is asked for"),
    (
        "case_less",
        |r| {
            cases(r).pop();
        },
        "14 cases are asked for, 13 stand there",
    ),
    ("case_twice", |r| cases(r)[1] = cases(r)[0].clone(), "cases[1].case_id"),
    (
        "status_unknown",
        |r| r["cases"][0]["status"] = json!("pass"),
        "cases[0].status: match, mismatch",
    ),
    (
        "status_untrue",
        |r| {
            r["cases"][0]["status"] = json!("mismatch");
            r["summary"]["match"] = json!(13);
            r["summary"]["mismatch"] = json!(1);
        },
        "the run record says mismatch about case-001, and its answer is match",
    ),
    (
        "answer_untrue",
        |r| r["cases"][0]["observed"] = json!({"bundle_integrity": "fail"}),
        "says match about case-001, and its answer is mismatch",
    ),
    (
        "warnings_empty",
        |r| r["cases"][0]["review_warnings"] = json!([]),
        "review_warnings is left out",
    ),
    (
        "warnings_unknown",
        |r| r["cases"][0]["review_warnings"] = json!(["x"]),
        "cases[0].review_warnings[0]",
    ),
    (
        "warnings_twice",
        |r| {
            r["cases"][0]["review_warnings"] =
                json!(["reject_reason_missing", "reject_reason_missing"])
        },
        "cases[0].review_warnings[1]",
    ),
    (
        "error_beside_match",
        |r| r["cases"][0]["error"] = json!("x"),
        "cases[0].error: there is no such member",
    ),
    ("input_digests", |r| r["cases"][0]["input_sha256"] = other_digest(), "its cases are others"),
];

const BINDINGS: [(&str, Edit, &str); 8] = [
    (
        "exit_code",
        |r| r["cases"][2]["exit_code"] = json!(5),
        "case-003: the capture says otherwise",
    ),
    (
        "an_answer_for_an_error",
        |r| {
            let case = &r["cases"][2];
            r["cases"][2] = json!({
                "case_id": case["case_id"], "input_sha256": case["input_sha256"],
                "status": "execution_error", "error": "x",
            });
            r["summary"]["match"] = json!(13);
            r["summary"]["execution_error"] = json!(1);
        },
        "case-003: the capture says otherwise",
    ),
    ("pack", |r| r["pack_sha256"] = other_digest(), "pack_sha256: sha256:000"),
    (
        "commit",
        |r| r["pack_declared_source_commit"] = json!("0".repeat(40)),
        "pack_declared_source_commit: 000",
    ),
    ("corpus", |r| r["source_corpus_digest"] = other_digest(), "source_corpus_digest: sha256:000"),
    ("rendered", |r| r["rendered_set_digest"] = other_digest(), "rendered_set_digest: sha256:000"),
    ("capture", |r| r["capture_sha256"] = other_digest(), "capture_sha256: sha256:000"),
    (
        "identity",
        |r| r["implementation"]["name"] = json!("another"),
        "scoring the capture anew gives another record",
    ),
];
