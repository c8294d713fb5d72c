//! What becomes of an evidence reference: digests, records, canonicalizations.

use super::digests::{cbor_digest, jcs_digest};
use super::evidence::{CBOR, JCS, KIND, SILENT, carries, of, policy};
use super::sample::{
    ADVISORY, HEALTH, LOCATOR, POLICY, Sample, bare, block, concluded, mismatch, plain, recomputed,
    reference, result, status, with,
};
use crate::corpus::Case;
use mcp_evidence_contract::catalogue::annotations as rules;
use serde_json::{Value, json};

fn unsupported() -> [Value; 1] {
    of(status("0", KIND, "unsupported_canonicalization"))
}

pub(super) fn vectors() -> Vec<Case> {
    let mut cases = digests();
    cases.extend(records());
    cases.extend(canonicalizations());
    cases
}

fn digests() -> Vec<Case> {
    let changed = r#"{"policy":"egress-7","outcome":"Allow"}"#;
    vec![
        Sample::of("jcs", &rules::JCS, "A record under jcs/rfc8785.")
            .result(carries(policy()))
            .record(LOCATOR, POLICY)
            .expect(of(recomputed("0", KIND, &jcs_digest(POLICY)))),
        Sample::of("cbor", &rules::CBOR, "A record under cbor/rfc8949.")
            .result(carries(reference(KIND, CBOR, cbor_digest(POLICY))))
            .record(LOCATOR, POLICY)
            .expect(of(recomputed("0", KIND, &cbor_digest(POLICY)))),
        Sample::of(
            "one-byte-changed",
            &rules::RECOMPUTED,
            "One letter of the record is another than when its digest was made.",
        )
        .result(carries(policy()))
        .record(LOCATOR, changed)
        .expect(of(mismatch("0", KIND, &jcs_digest(changed)))),
        Sample::of(
            "one-byte-changed-cbor",
            &rules::RECOMPUTED,
            "One letter of the record is another than when its digest was made over CBOR.",
        )
        .result(carries(reference(KIND, CBOR, cbor_digest(POLICY))))
        .record(LOCATOR, changed)
        .expect(of(mismatch("0", KIND, &cbor_digest(changed)))),
        Sample::of(
            "digest-of-cbor-under-jcs",
            &rules::RECOMPUTED,
            "The digest is that of the CBOR form, and jcs/rfc8785 is named.",
        )
        .result(carries(reference(KIND, JCS, cbor_digest(POLICY))))
        .record(LOCATOR, POLICY)
        .expect(of(mismatch("0", KIND, &jcs_digest(POLICY)))),
        Sample::of(
            "digest-of-jcs-under-cbor",
            &rules::RECOMPUTED,
            "The digest is that of the JCS form, and cbor/rfc8949 is named.",
        )
        .result(carries(reference(KIND, CBOR, jcs_digest(POLICY))))
        .record(LOCATOR, POLICY)
        .expect(of(mismatch("0", KIND, &cbor_digest(POLICY)))),
        Sample::of(
            "record-respelled",
            &rules::RECOMPUTED,
            "The record stands in the case in another spelling, which has the same digest.",
        )
        .result(carries(policy()))
        .record(LOCATOR, r#"{ "outcome" : "\u0061llow" , "policy" : "egress-7" }"#)
        .expect(of(recomputed("0", KIND, &jcs_digest(POLICY)))),
        Sample::of(
            "one-record-two-forms",
            &rules::PER_REFERENCE,
            "Two references to one record, the first under JCS and the second under CBOR.",
        )
        .result(result(
            json!({"evidenceRef": policy()}),
            [block(json!({"evidenceRef": reference(KIND, CBOR, cbor_digest(POLICY))}))],
        ))
        .record(LOCATOR, POLICY)
        .expect([concluded(
            SILENT,
            &[SILENT],
            [
                recomputed("0", KIND, &jcs_digest(POLICY)),
                recomputed("0/0", KIND, &cbor_digest(POLICY)),
            ],
        )]),
        Sample::of(
            "one-record-two-forms-cbor-first",
            &rules::PER_REFERENCE,
            "Two references to one record, the first under CBOR and the second under JCS.",
        )
        .result(carries(reference(KIND, CBOR, cbor_digest(POLICY))))
        .result(carries(policy()))
        .record(LOCATOR, POLICY)
        .expect([
            concluded(SILENT, &[SILENT], [recomputed("0", KIND, &cbor_digest(POLICY))]),
            concluded(SILENT, &[SILENT], [recomputed("1", KIND, &jcs_digest(POLICY))]),
        ]),
        Sample::of("two-records", &rules::RECOMPUTED, "Two references, each to its own record.")
            .result(carries(policy()))
            .result(carries(with(
                reference("data-class.v1", JCS, jcs_digest(HEALTH)),
                "ref",
                json!("audit://stream/2"),
            )))
            .record("audit://stream/2", HEALTH)
            .record(LOCATOR, POLICY)
            .expect([
                concluded(SILENT, &[SILENT], [recomputed("0", KIND, &jcs_digest(POLICY))]),
                concluded(
                    SILENT,
                    &[SILENT],
                    [recomputed("1", "data-class.v1", &jcs_digest(HEALTH))],
                ),
            ]),
    ]
}

fn records() -> Vec<Case> {
    let mut cases = vec![
        Sample::of(
            "record-held",
            &rules::HELD,
            "The record is held for the result; nothing stands under the locator.",
        )
        .result(carries(policy()))
        .held("0", POLICY)
        .expect(of(recomputed("0", KIND, &jcs_digest(POLICY)))),
        Sample::of(
            "record-held-for-block",
            &rules::HELD,
            "The record is held for the second block of the second result.",
        )
        .result(bare([plain()]))
        .result(bare([plain(), block(json!({"evidenceRef": policy()}))]))
        .held("1/1", POLICY)
        .expect([
            concluded(SILENT, &[SILENT], []),
            concluded(SILENT, &[SILENT, SILENT], [recomputed("1/1", KIND, &jcs_digest(POLICY))]),
        ]),
        Sample::of(
            "record-located",
            &rules::LOCATOR,
            "The record stands under the locator, beside others.",
        )
        .result(carries(policy()))
        .record("audit://stream/0", ADVISORY)
        .record(LOCATOR, POLICY)
        .record("audit://stream/2", HEALTH)
        .expect(of(recomputed("0", KIND, &jcs_digest(POLICY)))),
        Sample::of(
            "record-unavailable",
            &rules::UNAVAILABLE,
            "Nothing is held, and nothing stands under the locator.",
        )
        .result(carries(policy()))
        .record("audit://stream/0", POLICY)
        .expect(of(status("0", KIND, "record_unavailable"))),
        Sample::of(
            "record-unavailable-digest-of-null",
            &rules::UNAVAILABLE,
            "No record is at hand, and the digest is that of null.",
        )
        .result(carries(reference(KIND, JCS, jcs_digest("null"))))
        .expect(of(status("0", KIND, "record_unavailable"))),
        Sample::of(
            "record-held-for-another",
            &rules::UNAVAILABLE,
            "The record is held for the first block, and the second block refers to it.",
        )
        .result(bare([plain(), block(json!({"evidenceRef": policy()}))]))
        .held("0/0", POLICY)
        .expect([concluded(
            SILENT,
            &[SILENT, SILENT],
            [status("0/1", KIND, "record_unavailable")],
        )]),
    ];
    for (id, record, description) in [
        ("record-null", "null", "The record is null, which is a record."),
        ("record-false", "false", "The record is false, which is a record."),
        ("record-zero", "0", "The record is 0, which is a record."),
        ("record-empty-text", "\"\"", "The record is an empty string, which is a record."),
        ("record-empty-object", "{}", "The record is an empty object, which is a record."),
        ("record-empty-list", "[]", "The record is an empty list, which is a record."),
    ] {
        cases.push(
            Sample::of(id, &rules::HELD, description)
                .result(carries(reference(KIND, JCS, jcs_digest(record))))
                .held("0", record)
                .expect(of(recomputed("0", KIND, &jcs_digest(record)))),
        );
    }
    cases
}

fn canonicalizations() -> Vec<Case> {
    let mut cases = Vec::new();
    for (id, name, description) in [
        (
            "canonicalization-unknown",
            "xml/c14n",
            "A canonicalization that the draft does not name.",
        ),
        ("canonicalization-empty", "", "The name of the canonicalization is empty."),
        ("canonicalization-short", "jcs", "The name is jcs alone."),
        ("canonicalization-rfc-alone", "rfc8785", "The name is the RFC's alone."),
        ("canonicalization-in-capitals", "JCS/RFC8785", "The name is in capitals."),
        ("canonicalization-other-cbor", "cbor/rfc7049", "The name is that of the older CBOR."),
        ("canonicalization-none", "none", "The name says that there is none."),
    ] {
        cases.push(
            Sample::of(id, &rules::UNKNOWN_CANONICALIZATION, description)
                .result(carries(with(policy(), "canonicalization", json!(name))))
                .record(LOCATOR, POLICY)
                .expect(unsupported()),
        );
    }
    for (id, value, description) in [
        ("canonicalization-null", json!(null), "The canonicalization is null."),
        ("canonicalization-list", json!([JCS]), "The canonicalization is a list of one name."),
        ("canonicalization-true", json!(true), "The canonicalization is true."),
    ] {
        cases.push(
            Sample::of(id, &rules::CANONICALIZATION_STRING, description)
                .result(carries(with(policy(), "canonicalization", value)))
                .record(LOCATOR, POLICY)
                .expect(unsupported()),
        );
    }
    cases
}
