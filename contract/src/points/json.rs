//! JSON: lines, spellings, numbers, limits.

use super::answer::{CONFIRMED, FAIL, VALID};
use super::{Point, Reading};

pub(super) const POINTS: &[Point] = &[
    Point {
        id: "I01",
        section: "§4",
        passage: "Canonical form is RFC 8785, which builds on I-JSON, where names are unique.",
        question: "What does an object mean that names a member twice?",
        reason: "Readers keep the first or the last, so that two of them verify different records \
            under one digest.",
        readings: &[
            Reading {
                text: "fails integrity, names compared after unescaping",
                answers: &[FAIL, FAIL, FAIL, FAIL, FAIL],
            },
            Reading { text: "keeps the last", answers: &[VALID, FAIL, VALID, FAIL, VALID] },
            Reading { text: "keeps the first", answers: &[FAIL, VALID, FAIL, VALID, FAIL] },
            Reading {
                text: "fails integrity where the two are spelled alike, else keeps the last",
                answers: &[FAIL, FAIL, FAIL, FAIL, VALID],
            },
        ],
        probes: &[
            "i01-manifest-last-right",
            "i01-manifest-first-right",
            "i01-event-last-right",
            "i01-event-first-right",
            "i01-event-escaped-name",
        ],
    },
    Point {
        id: "I03",
        section: "§4",
        passage: "Each event line is a JSON object.",
        question: "What ends a line?",
        reason: "LF is the one line end of NDJSON; CR is white space to JSON and covered by the \
            file's digest, and no other character of a string may split a line.",
        readings: &[
            Reading {
                text: "splits at LF alone; a CR is white space",
                answers: &[VALID, VALID, VALID, VALID],
            },
            Reading {
                text: "refuses lines that end in CR LF",
                answers: &[FAIL, VALID, VALID, VALID],
            },
            Reading {
                text: "splits wherever Unicode has a line end, inside strings too",
                answers: &[VALID, FAIL, FAIL, FAIL],
            },
            Reading { text: "splits at LF, CR LF and CR", answers: &[VALID, VALID, VALID, FAIL] },
            Reading { text: "refuses CR wherever it stands", answers: &[FAIL, VALID, VALID, FAIL] },
        ],
        probes: &["i03-cr-lf", "i03-line-separator", "i03-next-line", "i03-cr-between-tokens"],
    },
    Point {
        id: "I04",
        section: "§4",
        passage: "Each event line is a JSON object.",
        question: "May there be lines without an event?",
        reason: "A blank line is a line and holds no object.",
        readings: &[
            Reading { text: "fails integrity", answers: &[FAIL, FAIL, FAIL] },
            Reading { text: "skips them", answers: &[VALID, VALID, VALID] },
            Reading { text: "skips empty lines alone", answers: &[VALID, FAIL, VALID] },
            Reading {
                text: "skips an empty line at the end of the file alone",
                answers: &[FAIL, FAIL, VALID],
            },
        ],
        probes: &["i04-empty-line", "i04-white-line", "i04-two-line-feeds-at-end"],
    },
    Point {
        id: "I05",
        section: "§4",
        passage: "Each event line is a JSON object.",
        question: "Must the last line end in a line feed?",
        reason: "The last event can be read either way, and the digest covers the bytes.",
        readings: &[
            Reading { text: "passes without it", answers: &[VALID] },
            Reading { text: "fails integrity without it", answers: &[FAIL] },
        ],
        probes: &["i05-no-final-line-feed"],
    },
    Point {
        id: "I06",
        section: "§4",
        passage: "The manifest and each line are JSON.",
        question: "May a byte order mark come first?",
        reason: "RFC 8259 has no mark in exchanged JSON, and some readers drop what others refuse.",
        readings: &[
            Reading { text: "fails integrity", answers: &[FAIL, FAIL] },
            Reading { text: "skips it", answers: &[VALID, VALID] },
            Reading { text: "skips it in the events file alone", answers: &[VALID, FAIL] },
            Reading { text: "skips it in the manifest alone", answers: &[FAIL, VALID] },
        ],
        probes: &["i06-events-file", "i06-manifest"],
    },
    Point {
        id: "I19",
        section: "§4",
        passage: "Canonical form is RFC 8785, whose numbers are IEEE doubles.",
        question: "What is hashed for a number that no double holds exactly?",
        reason: "RFC 8785 serializes the double that the number rounds to.",
        readings: &[
            Reading { text: "hashes the rounded double", answers: &[VALID, VALID, VALID] },
            Reading { text: "keeps numbers exact, so hashes differ", answers: &[FAIL, FAIL, FAIL] },
            Reading {
                text: "keeps integers exact, rounds all else",
                answers: &[FAIL, VALID, VALID],
            },
            Reading { text: "refuses a number that underflows", answers: &[VALID, VALID, FAIL] },
        ],
        probes: &["i19-beyond-2-53", "i19-long-fraction", "i19-underflow"],
    },
    Point {
        id: "I22",
        section: "§10",
        passage: "Full verification includes size limits, and no number is given.",
        question: "How deep may JSON be nested, and how large may parts be?",
        reason: "A bound on depth bounds the stack; 64 levels, the line's own object the first, are \
            far beyond any payload, and the same holds for the manifest. Size limits have no probe: the corpora stay far below all.",
        readings: &[
            Reading { text: "allows 64 levels", answers: &[VALID, FAIL, FAIL, VALID, FAIL, FAIL] },
            Reading {
                text: "allows more than 64 and fewer than 200",
                answers: &[VALID, VALID, FAIL, VALID, VALID, FAIL],
            },
            Reading {
                text: "allows 200 or more",
                answers: &[VALID, VALID, VALID, VALID, VALID, VALID],
            },
            Reading {
                text: "allows fewer than 64",
                answers: &[FAIL, FAIL, FAIL, FAIL, FAIL, FAIL],
            },
            Reading {
                text: "allows 64 levels in a line, and 200 or more in the manifest",
                answers: &[VALID, FAIL, FAIL, VALID, VALID, VALID],
            },
        ],
        probes: &[
            "i22-depth-64",
            "i22-depth-65",
            "i22-depth-200",
            "i22-manifest-depth-64",
            "i22-manifest-depth-65",
            "i22-manifest-depth-200",
        ],
    },
    Point {
        id: "I28",
        section: "§4",
        passage: "Canonical form is RFC 8785, which builds on I-JSON, whose strings are Unicode.",
        question: "What is an escape of half a surrogate pair?",
        reason: "It stands for no character: what replaces it, or keeps it, differs from reader to \
            reader.",
        readings: &[
            Reading {
                text: "fails integrity, wherever it stands",
                answers: &[FAIL, FAIL, FAIL, FAIL, FAIL, FAIL],
            },
            Reading {
                text: "puts U+FFFD in its place",
                answers: &[VALID, VALID, VALID, VALID, VALID, VALID],
            },
            Reading {
                text: "keeps it, and cannot hash it",
                answers: &[VALID, VALID, VALID, FAIL, VALID, VALID],
            },
            Reading {
                text: "fails integrity in the events, looks for none in the manifest",
                answers: &[FAIL, FAIL, FAIL, FAIL, VALID, VALID],
            },
        ],
        probes: &[
            "i28-value",
            "i28-name",
            "i28-reversed-pair",
            "i28-hashed-as-replacement",
            "i28-manifest-value",
            "i28-manifest-name",
        ],
    },
    Point {
        id: "I29",
        section: "§4",
        passage: "Canonical form is RFC 8785, whose numbers are IEEE doubles.",
        question: "What is a number beyond the range of a double?",
        reason: "It has no canonical form, and NaN and Infinity are no JSON.",
        readings: &[
            Reading { text: "fails integrity, hashed or not", answers: &[FAIL, FAIL, FAIL, FAIL] },
            Reading {
                text: "takes it, and the two words too",
                answers: &[VALID, VALID, VALID, VALID],
            },
            Reading {
                text: "takes it for infinity, refuses the words",
                answers: &[VALID, FAIL, FAIL, VALID],
            },
            Reading {
                text: "fails integrity in the events, takes it in the manifest",
                answers: &[FAIL, FAIL, FAIL, VALID],
            },
        ],
        probes: &["i29-exponent-400", "i29-nan", "i29-infinity", "i29-manifest-exponent-400"],
    },
    Point {
        id: "I02",
        section: "§5 Stage 3",
        passage: "A marker's code is -32042; typed values are compared.",
        question: "Is -32042.0 the marker's code?",
        reason: "All spellings have the same canonical bytes, so payloads of one content hash would \
            otherwise mean different things.",
        readings: &[
            Reading { text: "compares numbers: it is", answers: &[CONFIRMED, CONFIRMED] },
            Reading { text: "takes the integer's spelling alone", answers: &[VALID, VALID] },
            Reading { text: "takes a fraction of zero, no exponent", answers: &[CONFIRMED, VALID] },
        ],
        probes: &["i02-decimal-code", "i02-exponent-code"],
    },
];
