//! What `derive` leaves open: which lines are calls, which event is whose, where a
//! limit lies.

use super::answer::{ABSENT, COMPLETE, EVENT_0, EVENT_1, INCOMPLETE, MALFORMED, PASSED, RECORDED};
use crate::points::{Point, Reading};

pub(super) const POINTS: &[Point] = &[
    Point {
        id: "R01",
        section: "§1 Recording",
        passage: "Receipts are made of valid tools/call request lines.",
        question: "When is a request for tools/call valid?",
        reason: "The strictest reading: a line that two readers can take apart differently, or that no \
            server need answer, is no evidence of a call.",
        readings: &[
            Reading {
                text: "takes an object with unique members, jsonrpc 2.0, an id of a type that JSON-RPC \
                    knows, an object of params and a name that is a string",
                answers: &[PASSED, PASSED, PASSED, PASSED, PASSED, PASSED, PASSED, PASSED],
            },
            Reading {
                text: "takes every object whose method is tools/call",
                answers: &[
                    RECORDED, RECORDED, RECORDED, RECORDED, RECORDED, RECORDED, RECORDED, PASSED,
                ],
            },
            Reading {
                text: "takes what JSON-RPC calls valid, whatever the params",
                answers: &[PASSED, PASSED, RECORDED, RECORDED, RECORDED, RECORDED, PASSED, PASSED],
            },
            Reading {
                text: "takes the last of two members of one name, and is strict otherwise",
                answers: &[PASSED, PASSED, RECORDED, PASSED, PASSED, PASSED, PASSED, PASSED],
            },
        ],
        probes: &[
            "r01-jsonrpc-absent",
            "r01-jsonrpc-1-0",
            "r01-repeated-member",
            "r01-params-array",
            "r01-params-absent",
            "r01-name-number",
            "r01-id-boolean",
            "r01-batch",
        ],
    },
    Point {
        id: "R02",
        section: "§2 Record",
        passage: "request_line is the UTF-8 line exactly as received.",
        question: "What becomes of a call that is not UTF-8?",
        reason: "No receipt can hold it, and the text names no diagnostic for it.",
        readings: &[
            Reading { text: "passes over it", answers: &[COMPLETE] },
            Reading { text: "ends the capture there", answers: &[INCOMPLETE] },
        ],
        probes: &["r02-not-utf-8"],
    },
    Point {
        id: "R03",
        section: "§1 Recording",
        passage: "A request line is recorded alongside the decision that was actually emitted.",
        question: "Given the frames and the log alone, which event belongs to which call?",
        reason: "The emitter runs once for each call, before the receipt is made; ids may repeat or be \
            missing. A call without an event cannot have a receipt.",
        readings: &[
            Reading {
                text: "pairs them in their order; a call without an event ends the capture, further \
                    events change nothing",
                answers: &[EVENT_0, INCOMPLETE, COMPLETE],
            },
            Reading {
                text: "pairs them by the request id of the event",
                answers: &[EVENT_1, INCOMPLETE, COMPLETE],
            },
            Reading {
                text: "is incomplete where the log has further events, too",
                answers: &[EVENT_0, INCOMPLETE, INCOMPLETE],
            },
            Reading {
                text: "passes over a call without an event",
                answers: &[EVENT_0, COMPLETE, COMPLETE],
            },
        ],
        probes: &["r03-other-order", "r03-event-missing", "r03-event-surplus"],
    },
    Point {
        id: "R15",
        section: "§4 Limits",
        passage: "Capture checks a 1 MiB request limit, stops at 48 records, and bounds the output to 4 \
            MiB.",
        question: "Is what is exactly at a limit within it?",
        reason: "A limit is the most there may be; a capture of 48 calls is not known to miss one.",
        readings: &[
            Reading { text: "within", answers: &[COMPLETE, COMPLETE, COMPLETE] },
            Reading { text: "beyond", answers: &[INCOMPLETE, INCOMPLETE, INCOMPLETE] },
            Reading {
                text: "within, but that 48 records stop the capture at once",
                answers: &[INCOMPLETE, COMPLETE, COMPLETE],
            },
        ],
        probes: &["r15-48-calls", "r15-request-1-mib", "r15-total-4-mib"],
    },
    Point {
        id: "R16",
        section: "§4 Limits",
        passage: "Requests have a limit of 1 MiB; the serialization of a decision for hashing has one, \
            too.",
        question: "Does a terminator count?",
        reason: "request_bytes includes the terminator; of a decision the JSON is serialized, and the \
            line feed added to be hashed.",
        readings: &[
            Reading {
                text: "counts the terminator of a request, not the line feed of a decision",
                answers: &[INCOMPLETE, COMPLETE],
            },
            Reading { text: "counts neither", answers: &[COMPLETE, COMPLETE] },
            Reading { text: "counts both", answers: &[INCOMPLETE, INCOMPLETE] },
        ],
        probes: &["r16-request", "r16-decision"],
    },
    Point {
        id: "R17",
        section: "§2 Record",
        passage: "The state is malformed when the value is no calendar-date version or its container is no \
            object.",
        question: "Is null malformed, or absent?",
        reason: "Null is there, is no date and is no object.",
        readings: &[
            Reading { text: "malformed in both places", answers: &[MALFORMED, MALFORMED] },
            Reading { text: "absent in both places", answers: &[ABSENT, ABSENT] },
            Reading {
                text: "absent as the container, malformed as the version",
                answers: &[ABSENT, MALFORMED],
            },
            Reading {
                text: "malformed as the container, absent as the version",
                answers: &[MALFORMED, ABSENT],
            },
        ],
        probes: &["r17-meta-null", "r17-version-null"],
    },
    Point {
        id: "R22",
        section: "§4 Limits",
        passage: "Capture checks a 1 MiB request limit.",
        question: "Does a longer frame of another method end the capture?",
        reason: "Such frames are not recorded at all, so that nothing of the capture is missing.",
        readings: &[
            Reading { text: "passes over it", answers: &[COMPLETE] },
            Reading { text: "ends the capture", answers: &[INCOMPLETE] },
        ],
        probes: &["r22-other-method"],
    },
];
