//! Selection of records, their members, binding.

use super::answer::{CONFIRMED, FAIL, INVALID, VALID};
use super::{Point, Reading};

pub(super) const POINTS: &[Point] = &[
    Point {
        id: "I21",
        section: "§5 Stage 2",
        passage: "The response digest is a sha256:-prefixed 64-hex string; of the target digest the \
            text says lowercase.",
        question: "May the response digest be in uppercase?",
        reason: "The text names a case two bullets earlier and none here, and the value is never \
            compared.",
        readings: &[
            Reading { text: "takes either case", answers: &[CONFIRMED] },
            Reading { text: "invalid unless lowercase", answers: &[INVALID] },
        ],
        probes: &["i21-response-digest-uppercase"],
    },
    Point {
        id: "I34",
        section: "§2",
        passage: "Events are selected by the exact schema of their payload; events outside the \
            namespace are ignored.",
        question: "What is an event whose data is no object, or has no schema string?",
        reason: "It declares no schema of the namespace, so it is outside, unless its type says \
            that it is inside.",
        readings: &[
            Reading {
                text: "ignores it; invalid under a type of the namespace",
                answers: &[VALID, VALID, VALID, VALID, VALID, INVALID],
            },
            Reading {
                text: "fails integrity unless data is an object",
                answers: &[FAIL, FAIL, FAIL, VALID, VALID, FAIL],
            },
            Reading {
                text: "invalid unless data is an object with a schema string",
                answers: &[INVALID, INVALID, INVALID, INVALID, INVALID, INVALID],
            },
        ],
        probes: &[
            "i34-data-null",
            "i34-data-array",
            "i34-data-string",
            "i34-schema-number",
            "i34-schema-absent",
            "i34-type-inside-over-array",
        ],
    },
    Point {
        id: "I35",
        section: "§2",
        passage: "The event's type must equal the schema; a mismatch in either direction is invalid.",
        question: "What counts when type and schema are both inside the namespace and differ?",
        reason: "Such an event is a mismatch whichever is believed; records are selected by schema.",
        readings: &[
            Reading { text: "invalid", answers: &[INVALID, INVALID] },
            Reading { text: "believes the type", answers: &[VALID, INVALID] },
            Reading { text: "believes the schema", answers: &[INVALID, VALID] },
        ],
        probes: &["i35-type-is-decision", "i35-schema-is-decision"],
    },
    Point {
        id: "I36",
        section: "§5 Stage 2",
        passage: "A schema that starts with one of three dotted prefixes and is not the exact v0 \
            string is unrecognized.",
        question: "Where does the namespace end?",
        reason: "The three prefixes are given as exact strings: what lacks the dot, has another case \
            or a leading blank is outside; an empty or blank-ended version is inside and unknown. \
            The rule corpus scores both sides.",
        readings: &[
            Reading { text: "takes the three prefixes as exact bytes", answers: &[] },
            Reading { text: "takes all of `assay.` for the namespace", answers: &[] },
        ],
        probes: &[],
    },
    Point {
        id: "I37",
        section: "§5 Stage 2",
        passage: "call.tool_name is non-empty.",
        question: "Is a number a name, and are blanks empty?",
        reason: "A name is a string, and a string of blanks has characters.",
        readings: &[
            Reading { text: "wants a string, takes blanks", answers: &[INVALID, VALID, VALID] },
            Reading { text: "takes any value that is not empty", answers: &[VALID, VALID, VALID] },
            Reading {
                text: "wants a string that is more than blanks",
                answers: &[INVALID, INVALID, INVALID],
            },
        ],
        probes: &["i37-tool-name-number", "i37-tool-name-blanks", "i37-decision-tool-blanks"],
    },
    Point {
        id: "I38",
        section: "§5 Stage 2",
        passage: "code, origin and reason are present and non-null; only stage 3 compares values.",
        question: "Are false, the empty string and an empty object present?",
        reason: "Stage 2 asks for presence alone, so each is; none of them is the marker's value.",
        readings: &[
            Reading {
                text: "takes them for present, and never for a marker's",
                answers: &[VALID, VALID, VALID, VALID, VALID, CONFIRMED, CONFIRMED],
            },
            Reading {
                text: "takes what counts as false for absent",
                answers: &[INVALID, INVALID, INVALID, INVALID, INVALID, INVALID, INVALID],
            },
            Reading {
                text: "takes the empty string for absent",
                answers: &[VALID, INVALID, VALID, VALID, INVALID, CONFIRMED, INVALID],
            },
            Reading {
                text: "wants a number and two strings",
                answers: &[INVALID, INVALID, INVALID, INVALID, VALID, INVALID, CONFIRMED],
            },
        ],
        probes: &[
            "i38-code-false",
            "i38-code-empty",
            "i38-code-object",
            "i38-origin-false",
            "i38-origin-empty",
            "i38-reason-false",
            "i38-reason-empty",
        ],
    },
    Point {
        id: "I39",
        section: "§5 Stage 2",
        passage: "fail_closed equals (decision == \"deny\"); establish_attempted is a boolean.",
        question: "Is 1 true, or \"true\"?",
        reason: "An equality with a boolean holds for a boolean.",
        readings: &[
            Reading { text: "invalid", answers: &[INVALID, INVALID, INVALID, INVALID] },
            Reading { text: "takes both for true", answers: &[VALID, VALID, VALID, VALID] },
            Reading { text: "takes 1 for true", answers: &[VALID, INVALID, VALID, INVALID] },
            Reading {
                text: "takes 1 for true in fail_closed, where no type is named",
                answers: &[VALID, INVALID, INVALID, INVALID],
            },
        ],
        probes: &[
            "i39-fail-closed-1",
            "i39-fail-closed-string",
            "i39-attempted-1",
            "i39-attempted-string",
        ],
    },
    Point {
        id: "I40",
        section: "§5 Stage 2",
        passage: "non_claims is an array that contains at least the producer's strings.",
        question: "May it be another container, or hold further values of any type?",
        reason: "An object or a text that contains the strings is no array; at least leaves room for \
            whatever else the array holds.",
        readings: &[
            Reading {
                text: "wants an array, takes further members of any type and repeats",
                answers: &[INVALID, INVALID, INVALID, VALID, VALID],
            },
            Reading {
                text: "takes whatever contains the strings",
                answers: &[VALID, VALID, VALID, VALID, VALID],
            },
            Reading {
                text: "wants an array of nothing but strings",
                answers: &[INVALID, INVALID, INVALID, INVALID, VALID],
            },
            Reading {
                text: "wants an array of different strings",
                answers: &[INVALID, INVALID, INVALID, INVALID, INVALID],
            },
        ],
        probes: &[
            "i40-object",
            "i40-one-string",
            "i40-observation-string",
            "i40-further-number",
            "i40-repeated-string",
        ],
    },
    Point {
        id: "I41",
        section: "§5 Stage 2",
        passage: "At most one observation; its constraints run only at its allowed cardinality.",
        question: "Does an observation count that is no marker?",
        reason: "The text counts records of a schema; what is a marker is known only in stage 3.",
        readings: &[
            Reading { text: "counts records", answers: &[INVALID, INVALID] },
            Reading { text: "counts markers", answers: &[CONFIRMED, VALID] },
        ],
        probes: &["i41-marker-and-inert", "i41-two-inert"],
    },
    Point {
        id: "I42",
        section: "§5 Stage 3",
        passage: "A violation of cardinality invalidates on its own; a marker binds to the decision.",
        question: "Are the observation and the marker still looked at when the decision is missing, \
            doubled or invalid?",
        reason: "Every detected violation should be reported, so they are, as far as they can be \
            read. No outcome can tell: the bundle is invalid either way, and only findings differ.",
        readings: &[
            Reading { text: "looks at them", answers: &[INVALID, INVALID] },
            Reading { text: "skips them", answers: &[INVALID, INVALID] },
        ],
        probes: &["i42-two-decisions-unbound-marker", "i42-invalid-decision-invalid-observation"],
    },
    Point {
        id: "I43",
        section: "§5 Stage 4",
        passage: "The verifier does not recompute whether the decision was correct.",
        question: "Must the target digest be that of the target, and the reason fit the decision?",
        reason: "The text constrains the digest's form and the reason's vocabulary, and no more.",
        readings: &[
            Reading { text: "asks for neither", answers: &[VALID, VALID, VALID] },
            Reading { text: "recomputes the target digest", answers: &[INVALID, VALID, VALID] },
            Reading { text: "wants the reason to fit", answers: &[VALID, INVALID, INVALID] },
            Reading { text: "asks for both", answers: &[INVALID, INVALID, INVALID] },
        ],
        probes: &[
            "i43-digest-of-another-target",
            "i43-deny-for-allow",
            "i43-allow-with-deny-reason",
        ],
    },
    Point {
        id: "I44",
        section: "§7",
        passage: "The decision may carry approval_retained_view; v0 does not read it in stage 4.",
        question: "Does any value of it matter?",
        reason: "Under v0 the member moves no cell, and no constraint of stage 2 names it.",
        readings: &[
            Reading { text: "no effect", answers: &[VALID, VALID, VALID] },
            Reading { text: "refuses the member", answers: &[INVALID, INVALID, INVALID] },
            Reading { text: "takes the readable view alone", answers: &[VALID, INVALID, INVALID] },
        ],
        probes: &["i44-readable-view", "i44-unknown-view", "i44-number"],
    },
];
