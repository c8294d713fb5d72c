//! What `verify` leaves open: what a line is, what a value is, what counts of the
//! log and of the run.

use super::answer::{ACCEPTED, REJECTED};
use crate::points::{Point, Reading};

pub(super) const POINTS: &[Point] = &[
    Point {
        id: "R04",
        section: "§5 Before use",
        passage: "Malformed lines are rejected.",
        question: "Is an object malformed that names a member twice?",
        reason: "Two readers take it apart differently, so that its digest says nothing of what was read.",
        readings: &[
            Reading { text: "rejects it in both files", answers: &[REJECTED, REJECTED] },
            Reading { text: "takes the last", answers: &[ACCEPTED, ACCEPTED] },
            Reading { text: "rejects it in a receipt alone", answers: &[REJECTED, ACCEPTED] },
        ],
        probes: &["r04-receipt", "r04-event"],
    },
    Point {
        id: "R05",
        section: "§5 Before use",
        passage: "Malformed lines are rejected.",
        question: "Is a blank line malformed?",
        reason: "Each record is a line, and a blank line is none; a file that was edited shows it there.",
        readings: &[
            Reading { text: "rejects it in both files", answers: &[REJECTED, REJECTED] },
            Reading { text: "passes over it", answers: &[ACCEPTED, ACCEPTED] },
            Reading { text: "rejects it in the capture alone", answers: &[REJECTED, ACCEPTED] },
        ],
        probes: &["r05-capture", "r05-log"],
    },
    Point {
        id: "R06",
        section: "§5 Before use",
        passage: "Truncated lines are rejected; a decision is hashed with its line feed.",
        question: "Is a last line truncated that lacks its line feed alone?",
        reason: "Both writers end every line in one, so that something is missing.",
        readings: &[
            Reading { text: "rejects it in both files", answers: &[REJECTED, REJECTED] },
            Reading { text: "takes it for whole", answers: &[ACCEPTED, ACCEPTED] },
            Reading {
                text: "takes it for whole in the capture alone",
                answers: &[ACCEPTED, REJECTED],
            },
        ],
        probes: &["r06-capture", "r06-log"],
    },
    Point {
        id: "R07",
        section: "§2 Record",
        passage: "Each record has experimental schema assay.request_decision_receipt.v0, whose members are \
            listed.",
        question: "May a receipt have further members?",
        reason: "The writer writes none: whoever added one has changed the line.",
        readings: &[
            Reading { text: "rejects it", answers: &[REJECTED] },
            Reading { text: "passes over it", answers: &[ACCEPTED] },
        ],
        probes: &["r07-further-member"],
    },
    Point {
        id: "R08",
        section: "§2 Record",
        passage: "request_line is the line exactly as received.",
        question: "May there be a line feed within it?",
        reason: "What the proxy reads ends at the first one.",
        readings: &[
            Reading { text: "rejects it", answers: &[REJECTED] },
            Reading { text: "accepts it", answers: &[ACCEPTED] },
        ],
        probes: &["r08-line-feed-within"],
    },
    Point {
        id: "R09",
        section: "§4 Limits",
        passage: "Capture bounds requests, decisions and the whole output.",
        question: "Is a retained capture rejected that passes these bounds?",
        reason: "Nothing that captures within its limits wrote it; and without them a reader has none of \
            its own.",
        readings: &[
            Reading { text: "rejects it", answers: &[REJECTED, REJECTED, REJECTED] },
            Reading { text: "takes any length", answers: &[ACCEPTED, ACCEPTED, ACCEPTED] },
            Reading {
                text: "bounds request and decision alone",
                answers: &[REJECTED, REJECTED, ACCEPTED],
            },
        ],
        probes: &["r09-request", "r09-decision", "r09-total"],
    },
    Point {
        id: "R10",
        section: "§2 Record",
        passage: "decision_sha256 is the SHA-256 of the event; of request_sha256 alone the text says \
            lowercase.",
        question: "May its digits be uppercase, or follow a prefix?",
        reason: "The writer spells both digests alike.",
        readings: &[
            Reading { text: "rejects both", answers: &[REJECTED, REJECTED] },
            Reading { text: "accepts both", answers: &[ACCEPTED, ACCEPTED] },
            Reading { text: "accepts uppercase", answers: &[ACCEPTED, REJECTED] },
        ],
        probes: &["r10-uppercase", "r10-prefix"],
    },
    Point {
        id: "R11",
        section: "§2 Record",
        passage: "scope is a fresh local capture UUID.",
        question: "Does its case count?",
        reason: "It is a coordinate, and is compared as the writer wrote it.",
        readings: &[
            Reading { text: "compares it character by character", answers: &[REJECTED] },
            Reading { text: "compares it as a UUID", answers: &[ACCEPTED] },
        ],
        probes: &["r11-scope-uppercase"],
    },
    Point {
        id: "R12",
        section: "§5 Before use",
        passage: "Captures with incomplete diagnostics are rejected; the diagnostic is a fixed one.",
        question: "Does a diagnostic of another text count?",
        reason: "Whoever retained it thought it worth keeping; which texts are harmless the text does not \
            say.",
        readings: &[
            Reading { text: "rejects whatever diagnostic there is", answers: &[REJECTED] },
            Reading { text: "rejects that of an incomplete capture alone", answers: &[ACCEPTED] },
        ],
        probes: &["r12-other-diagnostic"],
    },
    Point {
        id: "R13",
        section: "§5 Before use",
        passage: "Exact populations of event ids are compared; a receipt is associated with a decision \
            event.",
        question: "What is an event of another type in the log?",
        reason: "A fresh log is kept for each capture, and holds decisions; whatever else is in it was \
            not expected.",
        readings: &[
            Reading { text: "rejects it", answers: &[REJECTED, REJECTED] },
            Reading {
                text: "passes over it, so that no receipt can refer to it",
                answers: &[ACCEPTED, REJECTED],
            },
            Reading {
                text: "takes it for an event like any other",
                answers: &[REJECTED, ACCEPTED],
            },
        ],
        probes: &["r13-not-referred-to", "r13-referred-to"],
    },
    Point {
        id: "R14",
        section: "§5 Before use",
        passage: "Request id types and presence are compared; the decision projection may collapse a \
            missing id and null.",
        question: "What of the id is held against the event?",
        reason: "Where the event has an id it is the id of the request; null says nothing of it.",
        readings: &[
            Reading {
                text: "type and value, where the event has one",
                answers: &[REJECTED, ACCEPTED],
            },
            Reading { text: "its type, where the event has one", answers: &[ACCEPTED, ACCEPTED] },
            Reading { text: "type and value, null included", answers: &[REJECTED, REJECTED] },
        ],
        probes: &["r14-another-value", "r14-event-null"],
    },
    Point {
        id: "R18",
        section: "§1 Recording",
        passage: "The file is created at the first frame that is not server/discover; records are \
            tools/call requests.",
        question: "Is a capture without records accepted, beside a log without events?",
        reason: "A session without calls leaves just that; there is nothing that would be missing.",
        readings: &[
            Reading { text: "accepts it, with no association", answers: &[ACCEPTED] },
            Reading { text: "rejects it", answers: &[REJECTED] },
        ],
        probes: &["r18-empty"],
    },
    Point {
        id: "R19",
        section: "§2 Record",
        passage: "request_bytes is a length, sequence an index, rpc_id has the original type and value.",
        question: "When are two spellings one number?",
        reason: "A length and an index are counted, and are spelled as whole numbers; ids are compared by \
            value, and not rounded.",
        readings: &[
            Reading {
                text: "wants whole numbers of counts, compares ids by their exact value",
                answers: &[REJECTED, REJECTED, ACCEPTED, REJECTED],
            },
            Reading {
                text: "compares doubles",
                answers: &[ACCEPTED, ACCEPTED, ACCEPTED, ACCEPTED],
            },
            Reading {
                text: "compares spellings",
                answers: &[REJECTED, REJECTED, REJECTED, REJECTED],
            },
            Reading {
                text: "compares exact values",
                answers: &[ACCEPTED, ACCEPTED, ACCEPTED, REJECTED],
            },
        ],
        probes: &["r19-bytes-decimal", "r19-sequence-decimal", "r19-id-decimal", "r19-id-large"],
    },
    Point {
        id: "R20",
        section: "§5 Before use",
        passage: "Occurrence indices are contiguous; populations of event ids are exact.",
        question: "Must the events of the log stand in the order of the receipts?",
        reason: "The order of the log is nowhere compared; the references say which event is which.",
        readings: &[
            Reading { text: "takes any order", answers: &[ACCEPTED] },
            Reading { text: "rejects another order", answers: &[REJECTED] },
        ],
        probes: &["r20-log-reordered"],
    },
    Point {
        id: "R21",
        section: "§2 Record",
        passage: "decision_sha256 covers the compact JSON and the line feed, as the emitter wrote it.",
        question: "What is hashed of a retained line that is not compact?",
        reason: "References are resolved against retained bytes; what is written anew is no longer \
            retained.",
        readings: &[
            Reading { text: "the line as it stands", answers: &[ACCEPTED] },
            Reading { text: "its compact form", answers: &[REJECTED] },
        ],
        probes: &["r21-event-blanks"],
    },
];
