//! Evaluations of small cases, whole.

use super::evaluation::{Claim, Evaluation, Status};
use super::{CaseError, evaluate};
use proptest::prelude::*;
use serde_json::{Value, json};

const KEY: &str = "io.modelcontextprotocol/trust-annotations";
const CONFIDENTIAL: &str =
    "sha256:c509d629b2ab94b573c44ac10acb4941ab3949ff3cf857983c643bb0a476cefb";

fn evaluated(case: &Value) -> Evaluation {
    evaluate(case.to_string().as_bytes()).expect("reads")
}

fn annotated(annotation: Value) -> Value {
    json!({"_meta": {KEY: annotation}})
}

fn record() -> Value {
    json!({
        "class": "confidential", "container_visibility": "public", "origin": "open_world",
        "resource_kind": "security_advisory_draft"
    })
}

fn reference() -> Value {
    json!({
        "type": "data-class.v1", "digest": CONFIDENTIAL, "canonicalization": "jcs/rfc8785",
        "ref": "audit://1"
    })
}

#[test]
fn an_evaluation_is_printed_in_one_form() {
    let case = json!({
        "results": [{
            "_meta": {KEY: {"untrusted": true, "evidenceRef": reference()}},
            "content": [{"type": "text", "text": "x"}, annotated(json!({"sensitive": false}))]
        }],
        "records": {"audit://1": record()}
    });
    let printed = serde_json::to_value(evaluated(&case)).expect("serializes");
    assert_eq!(
        printed,
        json!({
            "results": [{
                "result": {"sensitive": "no_claim", "untrusted": "true"},
                "blocks": [
                    {"sensitive": "no_claim", "untrusted": "true"},
                    {"sensitive": "false", "untrusted": "true"}
                ],
                "evidence": [{
                    "at": "0", "type": "data-class.v1", "status": "recomputed",
                    "recomputed": CONFIDENTIAL
                }]
            }],
            "warnings": [{
                "rule": "annotations.scheme.class", "at": "0",
                "message": "the record at hand is of a confidential class, and sensitive is not true"
            }]
        })
    );
}

/// What two levels make, for each boolean alike.
#[test]
fn the_union_of_two_levels() {
    let values = [
        (None, Claim::NoClaim),
        (Some(json!(false)), Claim::False),
        (Some(json!("true")), Claim::Malformed),
        (Some(json!(true)), Claim::True),
    ];
    for name in ["sensitive", "untrusted"] {
        let level = |value: &Option<Value>| match value {
            None => annotated(json!({})),
            Some(value) => annotated(json!({name: value})),
        };
        for (whole, result_claim) in &values {
            for (own, block_claim) in &values {
                let mut result = level(whole);
                result["content"] = json!([level(own), {}]);
                let evaluation = evaluated(&json!({"results": [result]}));
                let of = |claims: super::Claims| {
                    if name == "sensitive" { claims.sensitive } else { claims.untrusted }
                };
                let [only] = evaluation.results.as_slice() else { panic!("one result") };
                assert_eq!(of(only.result), *result_claim);
                assert_eq!(of(only.blocks[0]), *result_claim.max(block_claim));
                assert_eq!(of(only.blocks[1]), *result_claim);
            }
        }
    }
}

#[test]
fn whatever_stands_there_is_a_result() {
    let odd = [json!(null), json!([]), json!({"content": {}}), json!({"_meta": [KEY]}), json!("x")];
    let evaluation = evaluated(&json!({"results": odd}));
    assert_eq!(evaluation.results.len(), odd.len());
    for result in evaluation.results {
        assert_eq!(result.result, super::Claims::NONE);
        assert!(result.blocks.is_empty() && result.evidence.is_empty());
    }
    for odd in [json!(null), json!("true"), json!([true]), json!(1)] {
        let evaluation = evaluated(&json!({"results": [annotated(odd)]}));
        let claims = evaluation.results[0].result;
        assert_eq!((claims.sensitive, claims.untrusted), (Claim::Malformed, Claim::Malformed));
        assert_eq!(evaluation.warnings.len(), 2);
    }
}

fn status(reference: Value, more: Value) -> (Status, Option<String>) {
    let mut case = json!({"results": [annotated(json!({"evidenceRef": reference}))]});
    for (name, value) in more.as_object().expect("an object") {
        case[name] = value.clone();
    }
    let mut results = evaluated(&case).results;
    let evidence = results.remove(0).evidence.remove(0);
    (evidence.status, evidence.recomputed)
}

#[test]
fn a_status_says_how_far_recomputing_came() {
    let with = |member: &str, value: Value| {
        let mut reference = reference();
        reference[member] = value;
        reference
    };
    let held = || json!({"held": {"0": record()}});
    let digest = Some(CONFIDENTIAL.to_owned());
    assert_eq!(status(reference(), held()), (Status::Recomputed, digest.clone()));
    assert_eq!(status(reference(), json!({})), (Status::RecordUnavailable, None));
    let other = format!("sha256:{}", "0".repeat(64));
    assert_eq!(status(with("digest", json!(other)), held()), (Status::DigestMismatch, digest));
    for name in ["jcs", "JCS/RFC8785", "cbor/rfc7049", ""] {
        let unknown = with("canonicalization", json!(name));
        assert_eq!(status(unknown.clone(), held()), (Status::UnsupportedCanonicalization, None));
        assert_eq!(status(unknown, json!({})), (Status::UnsupportedCanonicalization, None));
    }
    let no_string = with("canonicalization", json!(null));
    assert_eq!(status(no_string, held()), (Status::UnsupportedCanonicalization, None));
    for (member, value) in [
        ("type", json!(1)),
        ("digest", json!(null)),
        ("digest", json!("")),
        ("digest", json!(CONFIDENTIAL.to_uppercase())),
        ("digest", json!(CONFIDENTIAL.replace("sha256:", "sha512:"))),
        ("digest", json!(&CONFIDENTIAL[..70])),
        ("digest", json!(CONFIDENTIAL.replace('c', "g"))),
    ] {
        assert_eq!(status(with(member, value), held()), (Status::MalformedRef, None), "{member}");
    }
    for odd in [json!(null), json!([]), json!("audit://1"), json!({})] {
        assert_eq!(status(odd, held()), (Status::MalformedRef, None));
    }
}

#[test]
fn what_is_held_goes_before_what_is_located() {
    let located = json!({"audit://1": {"class": "public"}});
    let both = json!({"held": {"0": record()}, "records": located});
    assert_eq!(status(reference(), both).0, Status::Recomputed);
    let (status, recomputed) = status(reference(), json!({"records": located}));
    assert_eq!(status, Status::DigestMismatch);
    assert!(recomputed.is_some());
}

#[test]
fn warnings_are_bounded() {
    let results: Vec<Value> = (0..80).map(|_| annotated(json!("x"))).collect();
    let warnings = evaluated(&json!({"results": results})).warnings;
    assert_eq!(warnings.len(), 100);
    let last = &warnings[99].message;
    assert_eq!(last, "the annotation is no object; 60 further warnings are not listed");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// Nothing panics, and what could be read has its shape.
    #[test]
    fn a_damaged_case_is_evaluated_or_refused(at: prop::sample::Index, put: u8, cut: bool) {
        let case = json!({
            "results": [
                {"_meta": {KEY: {"sensitive": true, "evidenceRef": reference()}},
                 "content": [annotated(json!({"untrusted": true, "evidenceRef": reference()}))]},
            ],
            "held": {"0/0": record()}, "records": {"audit://1": record()}
        });
        let mut bytes = case.to_string().into_bytes();
        let at = at.index(bytes.len());
        if cut { bytes.truncate(at) } else { bytes[at] = put }
        match evaluate(bytes.as_slice()) {
            Ok(evaluation) => prop_assert!(evaluation.results.len() <= 1),
            Err(CaseError::Json(_) | CaseError::Member { .. }) => {}
            Err(other) => prop_assert!(false, "{other}"),
        }
    }
}
