//! Evidence references: what one needs, and where it stands.

use super::digests::{cbor_digest, jcs_digest};
use super::sample::{
    ADVISORY, HEALTH, LOCATOR, NONE, POLICY, Sample, bare, block, concluded, mismatch, plain,
    recomputed, reference, result, status, with, without,
};
use crate::corpus::Case;
use mcp_evidence_contract::catalogue::annotations as rules;
use serde_json::{Value, json};

pub(super) const SILENT: [&str; 2] = [NONE, NONE];
pub(super) const JCS: &str = "jcs/rfc8785";
pub(super) const CBOR: &str = "cbor/rfc8949";
pub(super) const KIND: &str = "policy-decision";

/// The reference that most of these are one edit away from.
pub(super) fn policy() -> Value {
    reference(KIND, JCS, jcs_digest(POLICY))
}

pub(super) fn carries(reference: Value) -> Value {
    result(json!({ "evidenceRef": reference }), [plain()])
}

/// What is concluded where the result carries the one reference.
pub(super) fn of(evidence: Value) -> [Value; 1] {
    [concluded(SILENT, &[SILENT], [evidence])]
}

/// A malformed reference whose type is a string.
fn malformed() -> [Value; 1] {
    of(status("0", KIND, "malformed_ref"))
}

/// A malformed reference without such a type.
fn malformed_untyped() -> [Value; 1] {
    of(json!({"at": "0", "status": "malformed_ref"}))
}

pub(super) fn vectors() -> Vec<Case> {
    let mut cases = types();
    cases.extend(required());
    cases.extend(optional());
    cases.extend(levels());
    cases
}

fn types() -> Vec<Case> {
    let unknown = "com.example/sequence-shape.v7";
    vec![
        Sample::of(
            "type-unknown",
            &rules::TYPE_OPEN,
            "A type that nobody has registered; its record is at hand.",
        )
        .result(carries(with(policy(), "type", json!(unknown))))
        .record(LOCATOR, POLICY)
        .expect(of(recomputed("0", unknown, &jcs_digest(POLICY)))),
        Sample::of(
            "type-unknown-without-record",
            &rules::TYPE_OPEN,
            "A type that nobody has registered; no record is at hand.",
        )
        .result(carries(with(policy(), "type", json!(unknown))))
        .expect(of(status("0", unknown, "record_unavailable"))),
        Sample::of(
            "type-unknown-mismatch",
            &rules::TYPE_OPEN,
            "A type that nobody has registered; its record has another digest.",
        )
        .result(carries(with(policy(), "type", json!(unknown))))
        .record(LOCATOR, HEALTH)
        .expect(of(mismatch("0", unknown, &jcs_digest(HEALTH)))),
        Sample::of(
            "type-known-in-capitals",
            &rules::TYPE_OPEN,
            "A type that differs from a known one in case is another type, and no fault.",
        )
        .result(carries(with(policy(), "type", json!("Policy-Decision"))))
        .record(LOCATOR, POLICY)
        .expect(of(recomputed("0", "Policy-Decision", &jcs_digest(POLICY)))),
        Sample::of("type-absent", &rules::TYPE_REQUIRED, "The reference has no type.")
            .result(carries(without(policy(), "type")))
            .record(LOCATOR, POLICY)
            .expect(malformed_untyped()),
        Sample::of("type-number", &rules::TYPE_STRING, "The type is a number.")
            .result(carries(with(policy(), "type", json!(1))))
            .record(LOCATOR, POLICY)
            .expect(malformed_untyped()),
        Sample::of("type-null", &rules::TYPE_STRING, "The type is null.")
            .result(carries(with(policy(), "type", json!(null))))
            .record(LOCATOR, POLICY)
            .expect(malformed_untyped()),
        Sample::of("type-list", &rules::TYPE_STRING, "The type is a list of one type.")
            .result(carries(with(policy(), "type", json!([KIND]))))
            .record(LOCATOR, POLICY)
            .expect(malformed_untyped()),
    ]
}

fn required() -> Vec<Case> {
    let digits = jcs_digest(POLICY).replace("sha256:", "");
    let digest = |digest: Value| carries(with(policy(), "digest", digest));
    let of_rule = |id, rule, description, digest_value| {
        Sample::of(id, rule, description)
            .result(digest(digest_value))
            .record(LOCATOR, POLICY)
            .expect(malformed())
    };
    vec![
        Sample::of("digest-absent", &rules::DIGEST_REQUIRED, "The reference has no digest.")
            .result(carries(without(policy(), "digest")))
            .record(LOCATOR, POLICY)
            .expect(malformed()),
        of_rule("digest-null", &rules::DIGEST_STRING, "The digest is null.", json!(null)),
        of_rule(
            "digest-object",
            &rules::DIGEST_STRING,
            "The digest is an object of algorithm and digits.",
            json!({ "sha256": digits }),
        ),
        of_rule(
            "digest-without-prefix",
            &rules::DIGEST_PREFIX,
            "The right digits without the algorithm in front.",
            json!(digits),
        ),
        of_rule("digest-empty", &rules::DIGEST_PREFIX, "The digest is empty.", json!("")),
        of_rule(
            "digest-short",
            &rules::DIGEST_LENGTH,
            "The last of the right digits is missing.",
            json!(format!("sha256:{}", &digits[..63])),
        ),
        of_rule(
            "digest-long",
            &rules::DIGEST_LENGTH,
            "A digit follows the right ones.",
            json!(format!("sha256:{digits}0")),
        ),
        of_rule(
            "digest-with-line-feed",
            &rules::DIGEST_LENGTH,
            "A line feed follows the right digits.",
            json!(format!("sha256:{digits}\n")),
        ),
        of_rule(
            "digest-base64",
            &rules::DIGEST_LENGTH,
            "The digest is in base64.",
            json!("sha256:pJ2bnrHqn3Tx8nXpbDLo4ZqFhR1tK0yfXW5mJm1c2gk="),
        ),
        of_rule(
            "digest-alphabet",
            &rules::DIGEST_ALPHABET,
            "The last digit is no hexadecimal one.",
            json!(format!("sha256:{}g", &digits[..63])),
        ),
        of_rule(
            "digest-of-other-digits",
            &rules::DIGEST_ALPHABET,
            "The last digit is the four of another script.",
            json!(format!("sha256:{}\u{0664}", &digits[..63])),
        ),
        Sample::of(
            "canonicalization-absent",
            &rules::CANONICALIZATION_REQUIRED,
            "The reference does not say how its digest was made, which is that of the JCS form.",
        )
        .result(carries(without(policy(), "canonicalization")))
        .record(LOCATOR, POLICY)
        .expect(malformed()),
        Sample::of(
            "canonicalization-absent-cbor",
            &rules::CANONICALIZATION_REQUIRED,
            "The reference does not say how its digest was made, which is that of the CBOR form.",
        )
        .result(carries(without(reference(KIND, CBOR, cbor_digest(POLICY)), "canonicalization")))
        .record(LOCATOR, POLICY)
        .expect(malformed()),
        Sample::of(
            "reference-string",
            &rules::REFERENCE_OBJECT,
            "The reference is a locator alone.",
        )
        .result(carries(json!(LOCATOR)))
        .record(LOCATOR, POLICY)
        .expect(malformed_untyped()),
        Sample::of(
            "reference-list",
            &rules::REFERENCE_OBJECT,
            "The reference is a list of one reference.",
        )
        .result(carries(json!([policy()])))
        .record(LOCATOR, POLICY)
        .expect(malformed_untyped()),
        Sample::of("reference-empty", &rules::TYPE_REQUIRED, "The reference is empty.")
            .result(carries(json!({})))
            .expect(malformed_untyped()),
    ]
}

fn optional() -> Vec<Case> {
    let came_out = || of(recomputed("0", KIND, &jcs_digest(POLICY)));
    vec![
        Sample::of("schema-absent", &rules::SCHEMA_OPTIONAL, "The reference has no schema.")
            .result(carries(without(policy(), "schema")))
            .record(LOCATOR, POLICY)
            .expect(came_out()),
        Sample::of(
            "ref-absent",
            &rules::REF_OPTIONAL,
            "The reference has no locator; its record is held.",
        )
        .result(carries(without(policy(), "ref")))
        .held("0", POLICY)
        .expect(came_out()),
        Sample::of(
            "minimum",
            &rules::SCHEMA_OPTIONAL,
            "The reference has type, digest and canonicalization, which is the minimum.",
        )
        .result(carries(without(without(policy(), "ref"), "schema")))
        .held("0", POLICY)
        .expect(came_out()),
        Sample::of(
            "minimum-without-record",
            &rules::REF_OPTIONAL,
            "The minimum, and no record at hand.",
        )
        .result(carries(without(without(policy(), "ref"), "schema")))
        .expect(of(status("0", KIND, "record_unavailable"))),
    ]
}

fn levels() -> Vec<Case> {
    let on_block = || block(json!({ "evidenceRef": with(policy(), "ref", json!("audit://b")) }));
    let came_out = |at: &str| recomputed(at, KIND, &jcs_digest(POLICY));
    vec![
        Sample::of(
            "references-on-both-levels",
            &rules::EACH_LEVEL,
            "Result and block have a reference each, and each comes out.",
        )
        .result(result(json!({"evidenceRef": policy()}), [plain(), on_block()]))
        .record(LOCATOR, POLICY)
        .record("audit://b", POLICY)
        .expect([concluded(SILENT, &[SILENT, SILENT], [came_out("0"), came_out("0/1")])]),
        Sample::of(
            "references-part",
            &rules::EACH_LEVEL,
            "Result and block have a reference each: the result's does not match, the block's \
             does.",
        )
        .result(result(json!({"evidenceRef": policy()}), [on_block()]))
        .record(LOCATOR, ADVISORY)
        .record("audit://b", POLICY)
        .expect([concluded(
            SILENT,
            &[SILENT],
            [mismatch("0", KIND, &jcs_digest(ADVISORY)), came_out("0/0")],
        )]),
        Sample::of(
            "reference-of-result-alone",
            &rules::OWN_REFERENCE,
            "The result has a reference, its blocks have none.",
        )
        .result(result(json!({"evidenceRef": policy()}), [plain(), block(json!({}))]))
        .record(LOCATOR, POLICY)
        .expect([concluded(SILENT, &[SILENT, SILENT], [came_out("0")])]),
        Sample::of(
            "reference-of-block-alone",
            &rules::OWN_REFERENCE,
            "A block has a reference, its result has none.",
        )
        .result(bare([plain(), on_block()]))
        .record("audit://b", POLICY)
        .expect([concluded(SILENT, &[SILENT, SILENT], [came_out("0/1")])]),
        Sample::of(
            "references-of-two-results",
            &rules::OWN_REFERENCE,
            "Each of two results has a reference; what is held for one is not at hand for the \
             other.",
        )
        .result(carries(without(policy(), "ref")))
        .result(carries(without(policy(), "ref")))
        .held("1", POLICY)
        .expect([
            concluded(SILENT, &[SILENT], [status("0", KIND, "record_unavailable")]),
            concluded(SILENT, &[SILENT], [came_out("1")]),
        ]),
    ]
}
