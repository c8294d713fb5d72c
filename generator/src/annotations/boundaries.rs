//! What claims do not come from: tools, other results, schemes, digests.

use super::digests::jcs_digest;
use super::sample::{
    ADVISORY, HEALTH, KEY, LOCATOR, NONE, POLICY, Sample, TRUE, bare, block, concluded, mismatch,
    plain, recomputed, reference, result, status, with, without,
};
use crate::corpus::Case;
use mcp_evidence_contract::catalogue::annotations as rules;
use serde_json::{Value, json};

const SILENT: [&str; 2] = [NONE, NONE];
const JCS: &str = "jcs/rfc8785";

fn tool(hint: bool) -> Value {
    json!({
        "name": "fetch", "inputSchema": {"type": "object"}, "annotations": {"openWorldHint": hint}
    })
}

pub(super) fn vectors() -> Vec<Case> {
    let mut cases = tools_and_results();
    cases.extend(schemes());
    cases.extend(beside_evidence());
    cases
}

fn tools_and_results() -> Vec<Case> {
    let of = |whole: [&str; 2]| [concluded(whole, &[whole], [])];
    vec![
        Sample::of(
            "open-world-tool",
            &rules::HINT_TRUE,
            "The tool reaches an open world; this result of it makes no claim.",
        )
        .result(bare([plain()]))
        .tool(tool(true))
        .expect(of(SILENT)),
        Sample::of(
            "open-world-tool-sensitive-result",
            &rules::HINT_TRUE,
            "The tool reaches an open world; this result of it is sensitive and no more.",
        )
        .result(result(json!({"sensitive": true}), [plain()]))
        .tool(tool(true))
        .expect(of([TRUE, NONE])),
        Sample::of(
            "closed-world-tool",
            &rules::HINT_FALSE,
            "The tool reaches no open world, and reads untrusted data from a store.",
        )
        .result(result(json!({"untrusted": true}), [plain()]))
        .tool(tool(false))
        .expect(of([NONE, TRUE])),
        Sample::of(
            "annotated-tool",
            &rules::TOOL_DEFINITION,
            "The tool's definition is annotated, its result is not.",
        )
        .result(bare([plain()]))
        .tool(json!({
            "name": "search", "inputSchema": {"type": "object"},
            "_meta": {KEY: {"sensitive": true, "untrusted": true}}
        }))
        .expect(of(SILENT)),
        Sample::of(
            "second-result-silent",
            &rules::NO_PROPAGATION,
            "The first result is sensitive and untrusted, the second makes no claim.",
        )
        .result(result(json!({"sensitive": true, "untrusted": true}), [plain()]))
        .result(bare([plain()]))
        .expect([concluded([TRUE, TRUE], &[[TRUE, TRUE]], []), concluded(SILENT, &[SILENT], [])]),
        Sample::of(
            "first-result-silent",
            &rules::NO_PROPAGATION,
            "The first result makes no claim, the second is untrusted.",
        )
        .result(result(json!({}), [plain()]))
        .result(result(json!({"untrusted": true}), [plain()]))
        .expect([concluded(SILENT, &[SILENT], []), concluded([NONE, TRUE], &[[NONE, TRUE]], [])]),
        Sample::of(
            "results-each-their-own",
            &rules::NO_PROPAGATION,
            "One result is sensitive, the next is untrusted, the third is neither.",
        )
        .result(result(json!({"sensitive": true}), [plain()]))
        .result(result(json!({"untrusted": true}), [plain()]))
        .result(result(json!({}), [plain()]))
        .expect([
            concluded([TRUE, NONE], &[[TRUE, NONE]], []),
            concluded([NONE, TRUE], &[[NONE, TRUE]], []),
            concluded(SILENT, &[SILENT], []),
        ]),
        Sample::of("no-results", &rules::NO_ANNOTATION, "A case without a result.").expect([]),
    ]
}

fn schemes() -> Vec<Case> {
    let confidential = || reference("data-class.v1", JCS, jcs_digest(HEALTH));
    let advisory = || reference("resource-class.v1", JCS, jcs_digest(ADVISORY));
    vec![
        Sample::of(
            "confidential-record",
            &rules::SCHEME_CLASS,
            "The record is of a confidential class, and `sensitive` is absent: no claim is made, \
             and a warning is due.",
        )
        .result(result(json!({"evidenceRef": advisory()}), [plain()]))
        .record(LOCATOR, ADVISORY)
        .expect([concluded(
            SILENT,
            &[SILENT],
            [recomputed("0", "resource-class.v1", &jcs_digest(ADVISORY))],
        )]),
        Sample::of(
            "confidential-record-of-block",
            &rules::SCHEME_CLASS,
            "The record of a block is of a confidential class, and `sensitive` is absent.",
        )
        .result(bare([block(json!({"evidenceRef": confidential()})), plain()]))
        .held("0/0", HEALTH)
        .expect([concluded(
            SILENT,
            &[SILENT, SILENT],
            [recomputed("0/0", "data-class.v1", &jcs_digest(HEALTH))],
        )]),
        Sample::of(
            "data-class-without-record",
            &rules::SCHEME_TYPE,
            "The type of the reference is that of data classes, and its record is not at hand.",
        )
        .result(result(json!({"evidenceRef": confidential()}), [plain()]))
        .expect([concluded(
            SILENT,
            &[SILENT],
            [status("0", "data-class.v1", "record_unavailable")],
        )]),
        Sample::of(
            "open-world-record",
            &rules::SCHEME_ORIGIN,
            "The record names an open-world origin, and `untrusted` is absent.",
        )
        .result(result(json!({"sensitive": true, "evidenceRef": advisory()}), [plain()]))
        .record(LOCATOR, ADVISORY)
        .expect([concluded(
            [TRUE, NONE],
            &[[TRUE, NONE]],
            [recomputed("0", "resource-class.v1", &jcs_digest(ADVISORY))],
        )]),
        Sample::of(
            "matching-digest",
            &rules::PROVES_BYTES,
            "The digest matches; the result stays as untrusted as it is.",
        )
        .result(result(
            json!({"untrusted": true,
                    "evidenceRef": reference("policy-decision", JCS, jcs_digest(POLICY))}),
            [plain()],
        ))
        .record(LOCATOR, POLICY)
        .expect([concluded(
            [NONE, TRUE],
            &[[NONE, TRUE]],
            [recomputed("0", "policy-decision", &jcs_digest(POLICY))],
        )]),
        Sample::of(
            "boolean-beside-scheme",
            &rules::SCHEME_CLASS,
            "Boolean and scheme are both given, as servers are asked to.",
        )
        .result(result(json!({"sensitive": true, "evidenceRef": confidential()}), [plain()]))
        .record(LOCATOR, HEALTH)
        .expect([concluded(
            [TRUE, NONE],
            &[[TRUE, NONE]],
            [recomputed("0", "data-class.v1", &jcs_digest(HEALTH))],
        )]),
    ]
}

/// The booleans beside references that come to nothing.
fn beside_evidence() -> Vec<Case> {
    let policy = || reference("policy-decision", JCS, jcs_digest(POLICY));
    let annotated = |reference: Value| {
        let annotation = json!({"sensitive": true, "untrusted": true, "evidenceRef": reference});
        result(annotation, [plain()])
    };
    let of = |evidence: Value| [concluded([TRUE, TRUE], &[[TRUE, TRUE]], [evidence])];
    vec![
        Sample::of(
            "booleans-beside-malformed",
            &rules::MALFORMED_KEEPS,
            "The reference lacks its digest; the booleans hold.",
        )
        .result(annotated(without(policy(), "digest")))
        .record(LOCATOR, POLICY)
        .expect(of(status("0", "policy-decision", "malformed_ref"))),
        Sample::of(
            "booleans-beside-mismatch",
            &rules::MISMATCH_KEEPS,
            "The record has another digest; the booleans hold.",
        )
        .result(annotated(policy()))
        .record(LOCATOR, r#"{"policy":"egress-7","outcome":"deny"}"#)
        .expect(of(mismatch(
            "0",
            "policy-decision",
            &jcs_digest(r#"{"policy":"egress-7","outcome":"deny"}"#),
        ))),
        Sample::of(
            "booleans-beside-unsupported",
            &rules::UNSUPPORTED_KEEPS,
            "The canonicalization is unknown; the booleans hold.",
        )
        .result(annotated(with(policy(), "canonicalization", json!("xml/c14n"))))
        .record(LOCATOR, POLICY)
        .expect(of(status("0", "policy-decision", "unsupported_canonicalization"))),
        Sample::of(
            "booleans-beside-unavailable",
            &rules::UNAVAILABLE_KEEPS,
            "The record is not at hand; the booleans hold.",
        )
        .result(annotated(policy()))
        .expect(of(status("0", "policy-decision", "record_unavailable"))),
    ]
}
