//! Results and their blocks: the default, its refinement, the union.

use super::sample::{NONE, Sample, TRUE, bare, block, concluded, plain, result};
use crate::corpus::Case;
use mcp_evidence_contract::catalogue::annotations as rules;
use serde_json::json;

const SILENT: [&str; 2] = [NONE, NONE];

pub(super) fn vectors() -> Vec<Case> {
    let of = |whole: [&str; 2], blocks: &[[&str; 2]]| [concluded(whole, blocks, [])];
    vec![
        Sample::of(
            "sensitive-for-every-block",
            &rules::DEFAULT_SENSITIVE,
            "A sensitive result with three blocks that are not annotated.",
        )
        .result(result(json!({"sensitive": true}), [plain(), plain(), plain()]))
        .expect(of([TRUE, NONE], &[[TRUE, NONE]; 3])),
        Sample::of(
            "untrusted-for-every-block",
            &rules::DEFAULT_UNTRUSTED,
            "An untrusted result with three blocks that are not annotated.",
        )
        .result(result(json!({"untrusted": true}), [plain(), plain(), plain()]))
        .expect(of([NONE, TRUE], &[[NONE, TRUE]; 3])),
        Sample::of(
            "block-with-empty-annotation",
            &rules::DEFAULT_PER_BOOLEAN,
            "Both are true of the result, and a block's annotation is empty.",
        )
        .result(result(json!({"sensitive": true, "untrusted": true}), [block(json!({}))]))
        .expect(of([TRUE, TRUE], &[[TRUE, TRUE]])),
        Sample::of(
            "sensitive-result-untrusted-block",
            &rules::DEFAULT_PER_BOOLEAN,
            "The result is sensitive, and a block adds that it is untrusted.",
        )
        .result(result(json!({"sensitive": true}), [block(json!({"untrusted": true})), plain()]))
        .expect(of([TRUE, NONE], &[[TRUE, TRUE], [TRUE, NONE]])),
        Sample::of(
            "untrusted-result-sensitive-block",
            &rules::DEFAULT_PER_BOOLEAN,
            "The result is untrusted, and a block adds that it is sensitive.",
        )
        .result(result(json!({"untrusted": true}), [plain(), block(json!({"sensitive": true}))]))
        .expect(of([NONE, TRUE], &[[NONE, TRUE], [TRUE, TRUE]])),
        Sample::of(
            "sensitive-weakened",
            &rules::WEAKEN_SENSITIVE,
            "The result is sensitive, and a block says that it is not.",
        )
        .result(result(json!({"sensitive": true}), [block(json!({"sensitive": false}))]))
        .expect(of([TRUE, NONE], &[[TRUE, NONE]])),
        Sample::of(
            "untrusted-weakened",
            &rules::WEAKEN_UNTRUSTED,
            "The result is untrusted, and a block says that it is not.",
        )
        .result(result(json!({"untrusted": true}), [block(json!({"untrusted": false})), plain()]))
        .expect(of([NONE, TRUE], &[[NONE, TRUE], [NONE, TRUE]])),
        Sample::of(
            "one-weakened-one-raised",
            &rules::WEAKEN_SENSITIVE,
            "A block denies the result's `sensitive` and adds `untrusted`.",
        )
        .result(result(
            json!({"sensitive": true}),
            [block(json!({"sensitive": false, "untrusted": true}))],
        ))
        .expect(of([TRUE, NONE], &[[TRUE, TRUE]])),
        Sample::of(
            "true-on-both-levels",
            &rules::DEFAULT_PER_BOOLEAN,
            "Result and block say the same.",
        )
        .result(result(
            json!({"sensitive": true, "untrusted": true}),
            [block(json!({"sensitive": true, "untrusted": true}))],
        ))
        .expect(of([TRUE, TRUE], &[[TRUE, TRUE]])),
        Sample::of(
            "block-is-not-the-result",
            &rules::NOT_THE_RESULT,
            "One search result among others is untrusted and sensitive: the result itself makes \
             no claim.",
        )
        .result(bare([plain(), block(json!({"sensitive": true, "untrusted": true}))]))
        .expect(of(SILENT, &[SILENT, [TRUE, TRUE]])),
        Sample::of(
            "block-is-not-the-next-block",
            &rules::NOT_THE_SIBLINGS,
            "The first of three blocks is sensitive: the others make no claim.",
        )
        .result(bare([block(json!({"sensitive": true})), plain(), block(json!({}))]))
        .expect(of(SILENT, &[[TRUE, NONE], SILENT, SILENT])),
        Sample::of(
            "block-is-not-the-one-before",
            &rules::NOT_THE_RESULT,
            "The last of three blocks is untrusted: the others make no claim.",
        )
        .result(bare([plain(), block(json!({})), block(json!({"untrusted": true}))]))
        .expect(of(SILENT, &[SILENT, SILENT, [NONE, TRUE]])),
    ]
}
