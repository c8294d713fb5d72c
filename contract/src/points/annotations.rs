//! The trust-annotations draft: booleans, references, numbers.

use super::{Answer, Point, Reading};

/// What stands at a place of the answer.
macro_rules! at {
    ($place:literal: $($value:literal),+) => {
        &[$(Answer::At(concat!("/results/0/", $place), concat!("\"", $value, "\""))),+]
    };
}

pub(super) const POINTS: &[Point] = &[
    Point {
        id: "A01",
        section: "§Annotation shape",
        passage: "Both booleans are optional and default to false or absent; absence is no claim, \
            and never an asserted false.",
        question: "What is a false that is written out?",
        reason: "Whoever wrote it said something, and a reader who wants less can still take it \
            for no claim; the other way round nothing can be told apart.",
        readings: &[
            Reading {
                text: "reports false, and hands it on to the blocks",
                answers: &[
                    Answer::At("/results/0/result/sensitive", "\"false\""),
                    Answer::At("/results/0/blocks/0/sensitive", "\"false\""),
                    Answer::At("/results/0/blocks/0/untrusted", "\"false\""),
                ],
            },
            Reading {
                text: "reports no claim",
                answers: &[
                    Answer::At("/results/0/result/sensitive", "\"no_claim\""),
                    Answer::At("/results/0/blocks/0/sensitive", "\"no_claim\""),
                    Answer::At("/results/0/blocks/0/untrusted", "\"no_claim\""),
                ],
            },
            Reading {
                text: "reports false, and does not hand it on to the blocks",
                answers: &[
                    Answer::At("/results/0/result/sensitive", "\"false\""),
                    Answer::At("/results/0/blocks/0/sensitive", "\"false\""),
                    Answer::At("/results/0/blocks/0/untrusted", "\"no_claim\""),
                ],
            },
        ],
        probes: &["a01-false-on-result", "a01-false-on-block", "a01-false-handed-on"],
    },
    Point {
        id: "A02",
        section: "§Annotation shape",
        passage: "`sensitive` and `untrusted` are optional booleans.",
        question: "What does a value say that is no boolean?",
        reason: "A coerced value is a guess about a security label, and taking it for no claim \
            hides that one was attempted.",
        readings: &[
            Reading {
                text: "reports it as malformed",
                answers: at!("result/sensitive": "malformed", "malformed", "malformed", "malformed"),
            },
            Reading {
                text: "takes what is truthy for true, and the rest for no claim",
                answers: at!("result/sensitive": "true", "true", "no_claim", "true"),
            },
            Reading {
                text: "takes text and numbers for the boolean that they spell, null for no claim",
                answers: at!("result/sensitive": "true", "true", "no_claim", "false"),
            },
            Reading {
                text: "reports no claim",
                answers: at!("result/sensitive": "no_claim", "no_claim", "no_claim", "no_claim"),
            },
            Reading {
                text: "takes null for absent, and reports the rest as malformed",
                answers: at!("result/sensitive": "malformed", "malformed", "no_claim", "malformed"),
            },
        ],
        probes: &["a02-text-true", "a02-number-one", "a02-null", "a02-text-false"],
    },
    Point {
        id: "A03",
        section: "§Attachment point",
        passage: "A block refines the result's claim and does not weaken it: once true, it stays \
            true.",
        question: "What do two levels make of which one is malformed?",
        reason: "What is true on one level stays so; else the unreadable one may have been true, \
            and no claim or false would hide that.",
        readings: &[
            Reading {
                text: "true stands before malformed, malformed before false and no claim",
                answers: at!("blocks/0/sensitive":
                    "true", "true", "malformed", "malformed", "malformed"),
            },
            Reading {
                text: "the other level decides",
                answers: at!("blocks/0/sensitive": "true", "true", "false", "false", "no_claim"),
            },
            Reading {
                text: "malformed stands before everything",
                answers: at!("blocks/0/sensitive":
                    "malformed", "malformed", "malformed", "malformed", "malformed"),
            },
            Reading {
                text: "the block decides where it has the member",
                answers: at!("blocks/0/sensitive":
                    "true", "malformed", "false", "malformed", "malformed"),
            },
        ],
        probes: &[
            "a03-malformed-result-true-block",
            "a03-true-result-malformed-block",
            "a03-malformed-result-false-block",
            "a03-false-result-malformed-block",
            "a03-malformed-result-silent-block",
        ],
    },
    Point {
        id: "A04",
        section: "§Annotation shape",
        passage: "The annotation is an object with three optional members.",
        question: "What does an annotation say that is no object?",
        reason: "Something was to be said, and nobody can read what.",
        readings: &[
            Reading {
                text: "reports both booleans as malformed",
                answers: at!("result/untrusted": "malformed", "malformed", "malformed"),
            },
            Reading {
                text: "takes it for none",
                answers: at!("result/untrusted": "no_claim", "no_claim", "no_claim"),
            },
            Reading {
                text: "takes null for none, and the rest for malformed",
                answers: at!("result/untrusted": "no_claim", "malformed", "malformed"),
            },
        ],
        probes: &["a04-annotation-null", "a04-annotation-text", "a04-annotation-list"],
    },
    Point {
        id: "A05",
        section: "§The evidenceRef slot",
        passage: "`evidenceRef` is an optional pointer with three required members.",
        question: "Is a null `evidenceRef` a reference?",
        reason: "The member is there, and has none of what it must have.",
        readings: &[
            Reading {
                text: "reports a malformed reference",
                answers: at!("evidence/0/status": "malformed_ref"),
            },
            Reading {
                text: "reports none",
                answers: &[Answer::At("/results/0/evidence/0/status", "")],
            },
        ],
        probes: &["a05-reference-null"],
    },
    Point {
        id: "A06",
        section: "§The evidenceRef slot",
        passage: "The example's digest starts with sha256: and shows no digits.",
        question: "May a digest be written in capitals?",
        reason: "One spelling for one digest lets digests be compared as text.",
        readings: &[
            Reading {
                text: "reports a malformed reference",
                answers: at!("evidence/0/status": "malformed_ref", "malformed_ref"),
            },
            Reading {
                text: "compares without regard to case",
                answers: at!("evidence/0/status": "recomputed", "recomputed"),
            },
            Reading {
                text: "reports that the digest does not match",
                answers: at!("evidence/0/status": "digest_mismatch", "digest_mismatch"),
            },
            Reading {
                text: "takes digits of either case, and the prefix in lowercase alone",
                answers: at!("evidence/0/status": "recomputed", "malformed_ref"),
            },
        ],
        probes: &["a06-digits-in-capitals", "a06-prefix-in-capitals"],
    },
    Point {
        id: "A07",
        section: "§The evidenceRef slot",
        passage: "`digest` is the hash of the record; the example's is a sha256.",
        question: "What is a digest of another algorithm?",
        reason: "The draft shows one algorithm and names no way to choose another.",
        readings: &[
            Reading {
                text: "reports a malformed reference",
                answers: at!("evidence/0/status": "malformed_ref"),
            },
            Reading { text: "recomputes it", answers: at!("evidence/0/status": "recomputed") },
            Reading {
                text: "reports that the digest does not match",
                answers: at!("evidence/0/status": "digest_mismatch"),
            },
        ],
        probes: &["a07-sha512"],
    },
    Point {
        id: "A08",
        section: "§The evidenceRef slot",
        passage: "`type` is required, and an open string.",
        question: "Is the empty string a type?",
        reason: "An open string excludes none.",
        readings: &[
            Reading { text: "takes it", answers: at!("evidence/0/status": "recomputed") },
            Reading {
                text: "reports a malformed reference",
                answers: at!("evidence/0/status": "malformed_ref"),
            },
        ],
        probes: &["a08-type-empty"],
    },
    Point {
        id: "A09",
        section: "§The evidenceRef slot",
        passage: "`schema` is recommended and `ref` optional.",
        question: "What if one of them is no string?",
        reason: "The triple is the minimum for recomputing, and it is there.",
        readings: &[
            Reading {
                text: "overlooks it",
                answers: at!("evidence/0/status": "recomputed", "recomputed"),
            },
            Reading {
                text: "reports a malformed reference",
                answers: at!("evidence/0/status": "malformed_ref", "malformed_ref"),
            },
            Reading {
                text: "takes null for absent, and the rest for malformed",
                answers: at!("evidence/0/status": "malformed_ref", "recomputed"),
            },
        ],
        probes: &["a09-schema-number", "a09-ref-null"],
    },
    Point {
        id: "A10",
        section: "§The evidenceRef slot",
        passage: "The canonicalization says how the client can hash the record again.",
        question: "Which is told where the canonicalization is unknown and the record is not at \
            hand?",
        reason: "The canonicalization stands in the reference itself: fetching the record would \
            not help.",
        readings: &[
            Reading {
                text: "that the canonicalization is not supported",
                answers: at!("evidence/0/status": "unsupported_canonicalization"),
            },
            Reading {
                text: "that the record is not available",
                answers: at!("evidence/0/status": "record_unavailable"),
            },
        ],
        probes: &["a10-unknown-without-record"],
    },
    Point {
        id: "A11",
        section: "§The evidenceRef slot",
        passage: "cbor/rfc8949 names a family of encodings; RFC 8949 has a deterministic one in \
            4.2.1 and advice on JSON in 6.2.",
        question: "How are numbers written in CBOR that are no integer within ±(2^53−1)?",
        reason: "RFC 8949, 6.2, has this range by default, and 4.2.1 asks for the shortest form.",
        readings: &[
            Reading {
                text: "as the shortest floating-point number that keeps the double",
                answers: at!("evidence/0/status": "recomputed", "recomputed", "recomputed"),
            },
            Reading {
                text: "as floating-point numbers of eight bytes",
                answers: at!("evidence/0/status":
                    "digest_mismatch", "digest_mismatch", "digest_mismatch"),
            },
            Reading {
                text: "as integers where they are some, else as the shortest floating-point number",
                answers: at!("evidence/0/status": "recomputed", "recomputed", "digest_mismatch"),
            },
        ],
        probes: &["a11-half", "a11-single", "a11-beyond-the-integers"],
    },
    Point {
        id: "A12",
        section: "§The evidenceRef slot",
        passage: "A record is JSON, where 1, 1.0 and 1e0 are one number.",
        question: "Is a number in CBOR an integer because of its value or of its spelling?",
        reason: "RFC 8949, 6.2, asks for the value; so does JCS, which writes all three as 1.",
        readings: &[
            Reading {
                text: "because of its value; minus zero is 0",
                answers: at!("evidence/0/status": "recomputed", "recomputed", "recomputed"),
            },
            Reading {
                text: "because of its spelling",
                answers: at!("evidence/0/status":
                    "digest_mismatch", "digest_mismatch", "recomputed"),
            },
            Reading {
                text: "because of its spelling, in which minus zero is a floating-point number",
                answers: at!("evidence/0/status":
                    "digest_mismatch", "digest_mismatch", "digest_mismatch"),
            },
            Reading {
                text: "because of its value; minus zero is a floating-point number",
                answers: at!("evidence/0/status": "recomputed", "recomputed", "digest_mismatch"),
            },
        ],
        probes: &["a12-fraction-of-zero", "a12-exponent", "a12-minus-zero"],
    },
    Point {
        id: "A13",
        section: "§The evidenceRef slot",
        passage: "jcs/rfc8785 writes numbers as ECMAScript does, whose numbers are doubles.",
        question: "How is an integer written in JCS that no double holds?",
        reason: "RFC 8785 has doubles and nothing else.",
        readings: &[
            Reading {
                text: "as the nearest double",
                answers: at!("evidence/0/status": "recomputed"),
            },
            Reading {
                text: "with all of its digits",
                answers: at!("evidence/0/status": "digest_mismatch"),
            },
        ],
        probes: &["a13-beyond-the-doubles"],
    },
];
