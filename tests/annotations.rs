//! The trust-annotations draft: its corpora against the reference, which knows
//! nothing of them, and the subcommand.

mod common;

use common::{code, run, stderr, stdout};
use mcp_evidence_contract::{Expected, System, Vector, catalogue, points};
use mcp_evidence_generator::{self as generator, Corpus};
use mcp_evidence_reference::annotations::{Evaluation, Status, evaluate};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

fn evaluated(case: &[u8]) -> Evaluation {
    evaluate(case).expect("every case can be read")
}

/// Vectors with their cases.
fn cases(corpus: &Corpus) -> impl Iterator<Item = (&Vector, &[u8])> {
    let bundles = corpus.bundles.iter().map(generator::Bundle::bytes);
    corpus.manifest.vectors.iter().zip(bundles)
}

#[test]
fn the_reference_concludes_what_every_vector_expects() {
    for corpus in [generator::annotations(), generator::annotations_probes()] {
        for (vector, case) in cases(&corpus) {
            let results = serde_json::to_value(evaluated(case).results).expect("serializes");
            let expected = Expected::Surface(json!({ "results": results }));
            assert_eq!(vector.expected, expected, "{}", vector.id);
        }
    }
}

#[test]
fn every_scored_rule_has_a_vector_and_every_vector_a_rule() {
    let corpus = generator::annotations();
    let rule = |vector: &Vector| vector.rule.clone().expect("a rule");
    let named: BTreeSet<String> = corpus.manifest.vectors.iter().map(rule).collect();
    let scored: BTreeSet<String> = catalogue::of(System::TrustAnnotations)
        .filter(|rule| rule.is_scored())
        .map(|rule| rule.id.to_owned())
        .collect();
    assert_eq!(named, scored);
}

/// Only a class that goes without `sensitive` is a reason for this warning.
#[test]
fn a_confidential_record_without_sensitive_is_warned_of() {
    let corpus = generator::annotations();
    let warned: Vec<&str> = cases(&corpus)
        .filter(|(_, case)| {
            let warnings = evaluated(case).warnings;
            warnings.iter().any(|warning| warning.rule == "annotations.scheme.class")
        })
        .map(|(vector, _)| vector.id.as_str())
        .collect();
    assert_eq!(warned, ["confidential-record", "confidential-record-of-block", "two-records"]);
}

fn measured(suite: &str) -> (i32, Value) {
    let output = run(&["adequacy", "--suite", suite, "--format", "json"]);
    (code(&output), serde_json::from_slice(&output.stdout).expect("JSON"))
}

#[test]
fn the_corpus_tells_every_rule_and_every_listed_reading() {
    let (code, table) = measured("trust-annotations-draft");
    assert_eq!(code, 0, "{table}");
    let changes = table["changes"].as_array().expect("changes");
    assert!(changes.len() > 90, "{}", changes.len());
    let untold: Vec<&Value> = changes.iter().filter(|change| change["fate"] != "killed").collect();
    assert!(untold.is_empty(), "{untold:?}");
}

/// A13 is about JCS itself, of which the reference has no other version.
#[test]
fn the_probes_tell_the_pinned_reading_of_every_point() {
    let (_, table) = measured("trust-annotations-draft-probes");
    let changes = table["interpretations"].as_array().expect("changes");
    let told: BTreeSet<&str> = changes
        .iter()
        .filter(|change| change["fate"] == "killed")
        .filter_map(|change| change["interpretation"].as_str())
        .collect();
    let points = points::of(System::TrustAnnotations).map(|point| point.id);
    assert_eq!(told, points.filter(|point| *point != "A13").collect());
}

#[test]
fn the_program_is_its_own_candidate() {
    let suite = ["run", "--suite", "trust-annotations-draft"];
    let output =
        run(&[&suite[..], &["--builtin", "--only", "key-*", "--only", "*planes*"]].concat());
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    let output = run(&[&suite[..], &["--only", "sensitive-weakened", "--", "cat"]].concat());
    assert_eq!(code(&output), 2, "a case is no answer: {}", stdout(&output));
    assert!(stdout(&output).contains("results.0._meta must be absent"), "{}", stdout(&output));
}

fn written(folder: &Path, text: &str) -> String {
    let path = folder.join("case.json");
    std::fs::write(&path, text).expect("writes");
    path.to_str().expect("text").to_owned()
}

#[test]
fn an_evaluation_is_printed_for_programs_and_for_people() {
    let folder = tempfile::tempdir().expect("a folder");
    let case = json!({"results": [{
        "_meta": {"io.modelcontextprotocol/trust-annotations": {
            "sensitive": 1, "untrusted": true,
            "evidenceRef": {"type": "a\u{1b}[31m", "canonicalization": "jcs/rfc8785"}
        }},
        "content": [{}]
    }]});
    let path = written(folder.path(), &case.to_string());
    let output = run(&["annotations", &path]);
    assert_eq!(code(&output), 0);
    assert!(!stdout(&output).contains('\u{1b}'));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["results"][0]["evidence"][0]["type"], "a\u{1b}[31m");
    let output = run(&["annotations", "--format", "pretty", &path]);
    assert_eq!(
        stdout(&output),
        "result 0: sensitive malformed, untrusted yes\n  \
           block 0: sensitive malformed, untrusted yes\n  \
           evidence at 0, of type a\\u{1b}[31m: malformed\n\
         warning at 0: sensitive is no boolean (`annotations.boolean.type`)\n\
         warning at 0: evidenceRef has no digest (`annotations.evidence.digest.required`)\n"
    );
}

#[test]
fn what_cannot_be_evaluated_exits_2() {
    let folder = tempfile::tempdir().expect("a folder");
    for (text, said) in [
        ("", "no JSON value"),
        ("{}", "`results` must be an array"),
        (r#"{"results":[],"results":[]}"#, "already has"),
    ] {
        let output = run(&["annotations", &written(folder.path(), text)]);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""));
        assert!(stderr(&output).contains(said), "{}", stderr(&output));
    }
    for missing in ["no such case", "tests"] {
        let output = run(&["annotations", missing]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(missing), "{}", stderr(&output));
    }
}

fn records() -> impl Strategy<Value = Value> {
    let text = || {
        let character = prop_oneof![
            Just('\u{e000}'),
            Just('\u{1f600}'),
            prop::char::range('a', 'c'),
            prop::char::range('\0', '\u{ff}'),
            any::<char>(),
        ];
        prop::collection::vec(character, 0..30).prop_map(String::from_iter)
    };
    let largest = (1_i64 << 53) - 1;
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-largest..=largest).prop_map(Value::from),
        (-70_000..70_000_i64).prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..30).prop_map(Value::from),
            prop::collection::vec((text(), inner), 0..30)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Writer and reader share no code and no library for either form.
    #[test]
    fn the_reference_recomputes_what_the_generator_digests(record in records()) {
        let text = record.to_string();
        for (name, digest) in [
            ("jcs/rfc8785", generator::jcs_digest(&text)),
            ("cbor/rfc8949", generator::cbor_digest(&text)),
        ] {
            let reference = json!({"type": "t", "canonicalization": name, "digest": digest});
            let annotation = json!({ "evidenceRef": reference });
            let case = json!({
                "results": [{"_meta": {"io.modelcontextprotocol/trust-annotations": annotation}}],
                "held": {"0": record},
            });
            let evaluation = evaluated(case.to_string().as_bytes());
            let evidence = &evaluation.results[0].evidence[0];
            prop_assert_eq!(evidence.status, Status::Recomputed, "{}", name);
        }
    }
}
