//! Cases on which readings of the draft differ. None is scored; each
//! expectation is the pinned reading's.

use super::digests::{cbor_digest, jcs_digest};
use super::sample::{
    FALSE, MALFORMED, NONE, POLICY, POLICY_JCS, Sample, TRUE, bare, block, concluded, plain,
    recomputed, reference, result, status, with, without,
};
use crate::canonical::digest;
use crate::corpus::Case;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha512};

const SILENT: [&str; 2] = [NONE, NONE];
const JCS: &str = "jcs/rfc8785";
const CBOR: &str = "cbor/rfc8949";
const KIND: &str = "policy-decision";

pub(super) fn vectors() -> Vec<Case> {
    let mut cases = booleans();
    cases.extend(unions());
    cases.extend(annotations());
    cases.extend(references());
    cases.extend(numbers());
    cases
}

fn booleans() -> Vec<Case> {
    let mut cases = vec![
        Sample::probe("a01-false-on-result", "`sensitive` is false on a result without blocks.")
            .result(result(json!({"sensitive": false}), []))
            .expect([concluded([FALSE, NONE], &[], [])]),
        Sample::probe("a01-false-on-block", "`sensitive` is false on a block.")
            .result(bare([block(json!({"sensitive": false}))]))
            .expect([concluded(SILENT, &[[FALSE, NONE]], [])]),
        Sample::probe(
            "a01-false-handed-on",
            "`untrusted` is false on a result, and its block says \
            nothing.",
        )
        .result(result(json!({"untrusted": false}), [plain()]))
        .expect([concluded([NONE, FALSE], &[[NONE, FALSE]], [])]),
    ];
    for (id, value, description) in [
        ("a02-text-true", json!("true"), "`sensitive` is the text true."),
        ("a02-number-one", json!(1), "`sensitive` is the number 1."),
        ("a02-null", json!(null), "`sensitive` is null."),
        ("a02-text-false", json!("false"), "`sensitive` is the text false."),
    ] {
        cases.push(
            Sample::probe(id, description)
                .result(result(json!({ "sensitive": value }), []))
                .expect([concluded([MALFORMED, NONE], &[], [])]),
        );
    }
    cases
}

fn unions() -> Vec<Case> {
    let odd = || json!("yes");
    [
        (
            "a03-malformed-result-true-block",
            odd(),
            Some(json!(true)),
            MALFORMED,
            TRUE,
            "`sensitive` is a text on the result and true on its block.",
        ),
        (
            "a03-true-result-malformed-block",
            json!(true),
            Some(odd()),
            TRUE,
            TRUE,
            "`sensitive` is true on the result and a text on its block.",
        ),
        (
            "a03-malformed-result-false-block",
            odd(),
            Some(json!(false)),
            MALFORMED,
            MALFORMED,
            "`sensitive` is a text on the result and false on its block.",
        ),
        (
            "a03-false-result-malformed-block",
            json!(false),
            Some(odd()),
            FALSE,
            MALFORMED,
            "`sensitive` is false on the result and a text on its block.",
        ),
        (
            "a03-malformed-result-silent-block",
            odd(),
            None,
            MALFORMED,
            MALFORMED,
            "`sensitive` is a text on the result, and its block's annotation is empty.",
        ),
    ]
    .into_iter()
    .map(|(id, whole, own, result_claim, block_claim, description)| {
        let own = own.map_or(json!({}), |own| json!({ "sensitive": own }));
        Sample::probe(id, description)
            .result(result(json!({ "sensitive": whole }), [block(own)]))
            .expect([concluded([result_claim, NONE], &[[block_claim, NONE]], [])])
    })
    .collect()
}

fn annotations() -> Vec<Case> {
    [
        ("a04-annotation-null", json!(null), "The annotation is null."),
        ("a04-annotation-text", json!("untrusted"), "The annotation is a text."),
        ("a04-annotation-list", json!(["untrusted"]), "The annotation is a list."),
    ]
    .into_iter()
    .map(|(id, annotation, description)| {
        Sample::probe(id, description).result(result(annotation, [])).expect([concluded(
            [MALFORMED, MALFORMED],
            &[],
            [],
        )])
    })
    .collect()
}

fn references() -> Vec<Case> {
    let policy = || reference(KIND, JCS, jcs_digest(POLICY));
    let came_out = || recomputed("0", KIND, &jcs_digest(POLICY));
    let malformed = || status("0", KIND, "malformed_ref");
    let digits = || jcs_digest(POLICY).replace("sha256:", "");
    let sha512 = base16ct::lower::encode_string(&Sha512::digest(POLICY_JCS));
    let probe = |id, description, reference: Value, evidence: Value| {
        Sample::probe(id, description)
            .result(result(json!({ "evidenceRef": reference }), [plain()]))
            .held("0", POLICY)
            .expect([concluded(SILENT, &[SILENT], [evidence])])
    };
    let digest = |text: String| with(policy(), "digest", json!(text));
    vec![
        probe(
            "a05-reference-null",
            "The reference is null.",
            json!(null),
            json!({"at": "0", "status": "malformed_ref"}),
        ),
        probe(
            "a06-digits-in-capitals",
            "The right digits, in capitals.",
            digest(format!("sha256:{}", digits().to_uppercase())),
            malformed(),
        ),
        probe(
            "a06-prefix-in-capitals",
            "The right digits behind SHA256:.",
            digest(format!("SHA256:{}", digits())),
            malformed(),
        ),
        probe(
            "a07-sha512",
            "The right digest of another algorithm.",
            digest(format!("sha512:{sha512}")),
            malformed(),
        ),
        probe(
            "a08-type-empty",
            "The type is empty.",
            with(policy(), "type", json!("")),
            recomputed("0", "", &jcs_digest(POLICY)),
        ),
        probe(
            "a09-schema-number",
            "The schema is a number.",
            with(policy(), "schema", json!(1)),
            came_out(),
        ),
        probe(
            "a09-ref-null",
            "The locator is null, and the record is held.",
            with(policy(), "ref", json!(null)),
            came_out(),
        ),
        Sample::probe(
            "a10-unknown-without-record",
            "The canonicalization is unknown, and no record is at hand.",
        )
        .result(result(
            json!({"evidenceRef":
                    with(without(policy(), "ref"), "canonicalization", json!("xml/c14n"))}),
            [plain()],
        ))
        .expect([concluded(
            SILENT,
            &[SILENT],
            [status("0", KIND, "unsupported_canonicalization")],
        )]),
    ]
}

/// The encodings of these are written by hand, from RFC 8949, 3.3 and appendix
/// A.
fn numbers() -> Vec<Case> {
    let probe = |id, description, name: &str, record: &str, digest: String| {
        Sample::probe(id, description)
            .result(result(
                json!({"evidenceRef": reference(KIND, name, digest.clone())}),
                [plain()],
            ))
            .held("0", record)
            .expect([concluded(SILENT, &[SILENT], [recomputed("0", KIND, &digest)])])
    };
    vec![
        probe(
            "a11-half",
            "1.5 under CBOR: two bytes hold it.",
            CBOR,
            "[1.5]",
            digest(&[0x81, 0xf9, 0x3e, 0x00]),
        ),
        probe(
            "a11-single",
            "100000.5 under CBOR: four bytes hold it.",
            CBOR,
            "[100000.5]",
            digest(&[0x81, 0xfa, 0x47, 0xc3, 0x50, 0x40]),
        ),
        probe(
            "a11-beyond-the-integers",
            "2^53 under CBOR, as the number that four bytes hold.",
            CBOR,
            "[9007199254740992]",
            digest(&[0x81, 0xfa, 0x5a, 0x00, 0x00, 0x00]),
        ),
        probe("a12-fraction-of-zero", "1.0 under CBOR.", CBOR, "[1.0]", cbor_digest("[1]")),
        probe("a12-exponent", "1e2 under CBOR.", CBOR, "[1e2]", cbor_digest("[100]")),
        probe("a12-minus-zero", "-0 under CBOR.", CBOR, "[-0]", cbor_digest("[0]")),
        probe(
            "a13-beyond-the-doubles",
            "2^53 + 1 under JCS.",
            JCS,
            "[9007199254740993]",
            digest(b"[9007199254740992]"),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use crate::annotations::annotations_probes;
    use mcp_evidence_contract::{Expected, System, points};

    #[test]
    fn every_point_is_probed_and_probes_expect_the_pinned_reading() {
        let corpus = annotations_probes();
        let mut vectors = corpus.manifest.vectors.iter();
        for point in points::of(System::TrustAnnotations) {
            for (probe, answer) in point.probes.iter().zip(point.pinned().answers) {
                let vector = vectors.next().expect(probe);
                assert_eq!((vector.id.as_str(), vector.point.as_deref()), (*probe, Some(point.id)));
                let Expected::Surface(surface) = &vector.expected else { panic!("{probe}") };
                assert!(answer.is_given_by(surface), "{probe}: {answer}");
            }
        }
        assert_eq!(vectors.next(), None);
    }
}
