//! Where an annotation stands, and what its two booleans say.

use super::sample::{KEY, NONE, Sample, TRUE, bare, block, concluded, plain, result};
use crate::corpus::Case;
use mcp_evidence_contract::catalogue::annotations as rules;
use serde_json::{Value, json};

const SILENT: [&str; 2] = [NONE, NONE];

fn both() -> Value {
    json!({"sensitive": true, "untrusted": true})
}

pub(super) fn vectors() -> Vec<Case> {
    let mut cases = placement();
    cases.extend(booleans());
    cases.extend(inline());
    cases
}

fn placement() -> Vec<Case> {
    let silent = || [concluded(SILENT, &[SILENT], [])];
    vec![
        Sample::of(
            "key-beside-meta",
            &rules::KEY_META,
            "The extension's key stands beside `_meta`, in the result itself.",
        )
        .result(json!({KEY: both(), "_meta": {}, "content": [plain()]}))
        .expect(silent()),
        Sample::of(
            "key-beside-meta-of-block",
            &rules::KEY_META,
            "The extension's key stands beside `_meta`, in a block itself.",
        )
        .result(bare([json!({"type": "text", "text": "x", KEY: both()})]))
        .expect(silent()),
        Sample::of(
            "key-in-structured-content",
            &rules::KEY_META,
            "The extension's key stands in the structured content of a result.",
        )
        .result(json!({"content": [plain()], "structuredContent": {"_meta": {KEY: both()}}}))
        .expect(silent()),
        Sample::of(
            "booleans-in-meta",
            &rules::KEY_NAMESPACE,
            "The booleans stand in `_meta` itself.",
        )
        .result(json!({"_meta": {"sensitive": true, "untrusted": true}, "content": [plain()]}))
        .expect(silent()),
        Sample::of(
            "key-without-namespace",
            &rules::KEY_EXACT,
            "The key is `trust-annotations` alone.",
        )
        .result(json!({"_meta": {"trust-annotations": both()}, "content": [plain()]}))
        .expect(silent()),
        Sample::of(
            "key-of-another-namespace",
            &rules::KEY_EXACT,
            "The key belongs to another vendor's extension of the same name.",
        )
        .result(json!({
            "_meta": {"com.example/trust-annotations": both()}, "content": [plain()]
        }))
        .expect(silent()),
        Sample::of(
            "key-with-version",
            &rules::KEY_EXACT,
            "The key goes on behind the extension's name.",
        )
        .result(json!({"_meta": {format!("{KEY}/v1"): both()}, "content": [plain()]}))
        .expect(silent()),
        Sample::of(
            "key-in-block-annotations",
            &rules::KEY_NOT_IN_ANNOTATIONS,
            "The key stands in the `annotations` of a block, where audience and priority do.",
        )
        .result(bare([json!({
            "type": "text", "text": "x", "annotations": {"priority": 1, KEY: both()}
        })]))
        .expect(silent()),
        Sample::of(
            "key-in-embedded-resource",
            &rules::KEY_NOT_IN_RESOURCE,
            "The key stands in the `_meta` of an embedded resource, not of its block.",
        )
        .result(bare([json!({
            "type": "resource",
            "resource": {"uri": "file:///notes", "text": "x", "_meta": {KEY: both()}}
        })]))
        .expect(silent()),
    ]
}

fn booleans() -> Vec<Case> {
    let of = |whole: [&str; 2], blocks: &[[&str; 2]]| [concluded(whole, blocks, [])];
    vec![
        Sample::of("meta-absent", &rules::NO_ANNOTATION, "Neither result nor block has `_meta`.")
            .result(bare([plain()]))
            .expect(of(SILENT, &[SILENT])),
        Sample::of(
            "meta-of-others",
            &rules::NO_ANNOTATION,
            "`_meta` holds the key of another extension alone.",
        )
        .result(json!({"_meta": {"com.example/trace": "9f"}, "content": [plain()]}))
        .expect(of(SILENT, &[SILENT])),
        Sample::of("annotation-empty", &rules::NO_SENSITIVE, "The annotation is empty.")
            .result(result(json!({}), [plain()]))
            .expect(of(SILENT, &[SILENT])),
        Sample::of(
            "annotation-empty-on-block",
            &rules::NO_UNTRUSTED,
            "The annotation of a block is empty.",
        )
        .result(bare([block(json!({}))]))
        .expect(of(SILENT, &[SILENT])),
        Sample::of(
            "untrusted-alone",
            &rules::SENSITIVE_OPTIONAL,
            "The annotation has `untrusted` and not `sensitive`.",
        )
        .result(result(json!({"untrusted": true}), [plain()]))
        .expect(of([NONE, TRUE], &[[NONE, TRUE]])),
        Sample::of(
            "sensitive-alone",
            &rules::UNTRUSTED_OPTIONAL,
            "The annotation has `sensitive` and not `untrusted`.",
        )
        .result(result(json!({"sensitive": true}), [plain()]))
        .expect(of([TRUE, NONE], &[[TRUE, NONE]])),
        Sample::of(
            "both",
            &rules::EVIDENCE_OPTIONAL,
            "The annotation has both booleans and no reference.",
        )
        .result(result(both(), [plain()]))
        .expect(of([TRUE, TRUE], &[[TRUE, TRUE]])),
        Sample::of(
            "sensitive-without-blocks",
            &rules::RESULT_SENSITIVE,
            "A sensitive result without content.",
        )
        .result(result(json!({"sensitive": true}), []))
        .expect(of([TRUE, NONE], &[])),
        Sample::of(
            "untrusted-without-blocks",
            &rules::RESULT_UNTRUSTED,
            "An untrusted result without content.",
        )
        .result(result(json!({"untrusted": true}), []))
        .expect(of([NONE, TRUE], &[])),
        Sample::of(
            "sensitive-on-block",
            &rules::BLOCK_SENSITIVE,
            "The one block is sensitive, the result says nothing.",
        )
        .result(bare([block(json!({"sensitive": true}))]))
        .expect(of(SILENT, &[[TRUE, NONE]])),
        Sample::of(
            "untrusted-on-block",
            &rules::BLOCK_UNTRUSTED,
            "The one block is untrusted, the result says nothing.",
        )
        .result(bare([block(json!({"untrusted": true}))]))
        .expect(of(SILENT, &[[NONE, TRUE]])),
        Sample::of(
            "sensitive-is-not-untrusted",
            &rules::APART,
            "One block is sensitive and another untrusted.",
        )
        .result(bare([block(json!({"sensitive": true})), block(json!({"untrusted": true}))]))
        .expect(of(SILENT, &[[TRUE, NONE], [NONE, TRUE]])),
        Sample::of(
            "blocks-of-every-kind",
            &rules::BLOCK_UNTRUSTED,
            "An image, a link and an embedded resource, each untrusted.",
        )
        .result(bare([
            json!({"type": "image", "data": "", "mimeType": "image/png",
                    "_meta": {KEY: {"untrusted": true}}}),
            json!({"type": "resource_link", "uri": "file:///a", "name": "a",
                    "_meta": {KEY: {"untrusted": true}}}),
            json!({"type": "resource", "resource": {"uri": "file:///b", "text": ""},
                    "_meta": {KEY: {"untrusted": true}}}),
        ]))
        .expect(of(SILENT, &[[NONE, TRUE]; 3])),
        Sample::of(
            "error-result",
            &rules::RESULT_UNTRUSTED,
            "A result that reports an error is annotated like any other.",
        )
        .result(json!({
            "_meta": {KEY: {"untrusted": true}}, "content": [plain()], "isError": true
        }))
        .expect(of([NONE, TRUE], &[[NONE, TRUE]])),
    ]
}

fn inline() -> Vec<Case> {
    let of = |whole: [&str; 2]| [concluded(whole, &[whole], [])];
    vec![
        Sample::of(
            "inline-class",
            &rules::INLINE_CLASS,
            "A class stands in the annotation itself, where only booleans do.",
        )
        .result(result(json!({"class": "highly_confidential"}), [plain()]))
        .expect(of(SILENT)),
        Sample::of(
            "inline-class-beside-booleans",
            &rules::INLINE_CLASS,
            "A class and a regulatory scope stand beside the booleans, which hold as they are.",
        )
        .result(result(
            json!({"class": "public", "regulatory": ["hipaa"], "sensitive": true,
                    "untrusted": true}),
            [plain()],
        ))
        .expect(of([TRUE, TRUE])),
        Sample::of(
            "inline-origin",
            &rules::INLINE_ORIGIN,
            "An origin stands in the annotation itself.",
        )
        .result(result(json!({"origin": "open_world"}), [plain()]))
        .expect(of(SILENT)),
        Sample::of(
            "inline-open-world-hint",
            &rules::INLINE_HINT,
            "An `openWorldHint` stands in the annotation, as an earlier proposal had it.",
        )
        .result(result(json!({"openWorldHint": true}), [plain()]))
        .expect(of(SILENT)),
        Sample::of(
            "hint-in-result-annotations",
            &rules::INLINE_HINT,
            "A result carries `annotations` with an `openWorldHint`, and an empty annotation.",
        )
        .result(json!({
            "_meta": {KEY: {}}, "annotations": {"openWorldHint": true}, "content": [plain()]
        }))
        .expect(of(SILENT)),
    ]
}
