//! The manifest and the envelope of events.

use super::answer::{FAIL, INVALID, VALID};
use super::{Point, Reading};

pub(super) const POINTS: &[Point] = &[
    Point {
        id: "I13",
        section: "§4",
        passage: "The manifest carries the algorithms block, with three values.",
        question: "Must a verifier look at it, and how closely?",
        reason: "The text gives the values; a manifest that names other algorithms says that its \
            digests mean something else. Further members say nothing of these three.",
        readings: &[
            Reading {
                text: "fails integrity when it is absent or one of the three is another",
                answers: &[FAIL, FAIL, FAIL, FAIL, VALID, FAIL, FAIL, FAIL, FAIL],
            },
            Reading {
                text: "never looks at it",
                answers: &[VALID, VALID, VALID, VALID, VALID, VALID, VALID, VALID, VALID],
            },
            Reading {
                text: "wants the block to be exactly the three members",
                answers: &[FAIL, FAIL, FAIL, FAIL, FAIL, FAIL, FAIL, FAIL, FAIL],
            },
            Reading {
                text: "checks the values of a block that is there",
                answers: &[VALID, FAIL, FAIL, FAIL, VALID, FAIL, FAIL, FAIL, FAIL],
            },
            Reading {
                text: "checks the values of a block that is there and not null",
                answers: &[VALID, FAIL, FAIL, FAIL, VALID, FAIL, FAIL, VALID, FAIL],
            },
            Reading {
                text: "wants the three values, in any case",
                answers: &[FAIL, FAIL, FAIL, FAIL, VALID, VALID, VALID, FAIL, FAIL],
            },
            Reading {
                text: "wants the three values, the hash in any case",
                answers: &[FAIL, FAIL, FAIL, FAIL, VALID, FAIL, VALID, FAIL, FAIL],
            },
        ],
        probes: &[
            "i13-algorithms-absent",
            "i13-other-canon",
            "i13-other-hash",
            "i13-root-with-line-feed",
            "i13-further-algorithm",
            "i13-canon-capitals",
            "i13-hash-capitals",
            "i13-algorithms-null",
            "i13-algorithms-array",
        ],
    },
    Point {
        id: "I14",
        section: "§4",
        passage: "Each event carries datacontenttype (\"application/json\").",
        question: "May it be another type, hashed as it is?",
        reason: "The text gives the value in the same breath as specversion's.",
        readings: &[
            Reading { text: "fails integrity", answers: &[FAIL, FAIL] },
            Reading { text: "accepts what the content hash covers", answers: &[VALID, VALID] },
            Reading { text: "accepts the same type with parameters", answers: &[FAIL, VALID] },
        ],
        probes: &["i14-text-plain", "i14-charset-parameter"],
    },
    Point {
        id: "I15",
        section: "§4",
        passage: "The files entry pins the file's sha256, with no word on how it is spelled.",
        question: "May the digest lack its prefix, or be in uppercase?",
        reason: "Every other digest of the bundle is the exact string; digests are compared without \
            folding or re-encoding.",
        readings: &[
            Reading { text: "fails integrity on both", answers: &[FAIL, FAIL] },
            Reading { text: "normalizes both", answers: &[VALID, VALID] },
            Reading { text: "folds case, wants the prefix", answers: &[FAIL, VALID] },
            Reading { text: "takes bare digits, in lowercase", answers: &[VALID, FAIL] },
        ],
        probes: &["i15-file-digest-bare", "i15-file-digest-uppercase"],
    },
    Point {
        id: "I16",
        section: "§4",
        passage: "Each event carries a source and a run id; the id is run id, colon, number.",
        question: "Are there constraints on source and run id?",
        reason: "The text gives none.",
        readings: &[
            Reading { text: "passes all three", answers: &[VALID, VALID, VALID] },
            Reading { text: "wants one source in all events", answers: &[FAIL, VALID, VALID] },
            Reading { text: "wants the source to be a URI", answers: &[VALID, FAIL, VALID] },
            Reading { text: "splits the id at its first colon", answers: &[VALID, VALID, FAIL] },
            Reading { text: "refuses all three", answers: &[FAIL, FAIL, FAIL] },
        ],
        probes: &["i16-two-sources", "i16-source-without-colon", "i16-run-id-with-colon"],
    },
    Point {
        id: "I17",
        section: "§4",
        passage: "Each event carries at least the listed members; the manifest's are listed too.",
        question: "Must members be there that only the published bundles have?",
        reason: "A writer from the text alone does not know of them.",
        readings: &[
            Reading { text: "passes without them", answers: &[VALID, VALID] },
            Reading { text: "wants all of them", answers: &[FAIL, FAIL] },
            Reading { text: "wants those of the events", answers: &[FAIL, VALID] },
            Reading { text: "wants the manifest's producer", answers: &[VALID, FAIL] },
        ],
        probes: &["i17-event-extras-absent", "i17-manifest-producer-absent"],
    },
    Point {
        id: "I18",
        section: "§4",
        passage: "Sequence is contiguous from 0, and the count is checked.",
        question: "Is a bundle without events sound?",
        reason: "Every check of the list holds over nothing; what is missing is the decision, and \
            that is a matter of stage 2.",
        readings: &[
            Reading { text: "passes integrity, and is invalid", answers: &[INVALID] },
            Reading { text: "fails integrity", answers: &[FAIL] },
        ],
        probes: &["i18-no-events"],
    },
    Point {
        id: "I20",
        section: "§4",
        passage: "The content hash covers subject, omitted when it is absent.",
        question: "Is a subject that is null absent?",
        reason: "A member that is there is present, whatever its value.",
        readings: &[
            Reading { text: "hashes it as null", answers: &[VALID, FAIL] },
            Reading { text: "leaves it out of the hash", answers: &[FAIL, VALID] },
            Reading { text: "refuses it", answers: &[FAIL, FAIL] },
        ],
        probes: &["i20-null-hashed", "i20-null-left-out"],
    },
    Point {
        id: "I23",
        section: "§4",
        passage: "Each event carries a time, which the content hash leaves out.",
        question: "Must it be an RFC 3339 time?",
        reason: "The text asks for no format and nothing depends on the value.",
        readings: &[
            Reading { text: "passes any string", answers: &[VALID] },
            Reading { text: "fails integrity on any other string", answers: &[FAIL] },
        ],
        probes: &["i23-time-in-words"],
    },
    Point {
        id: "I24",
        section: "§4",
        passage: "Counts, lengths, versions and sequence numbers are shown as integers.",
        question: "May 1 be spelled 1.0 or 1e0, or be given as true or \"1\"?",
        reason: "The spellings have one canonical form and so are one value; a boolean or a string \
            is another value.",
        readings: &[
            Reading {
                text: "takes every spelling of the number and no other type",
                answers: &[VALID, VALID, VALID, VALID, FAIL, FAIL, FAIL, FAIL],
            },
            Reading {
                text: "takes the integer's spelling alone",
                answers: &[FAIL, FAIL, FAIL, FAIL, FAIL, FAIL, FAIL, FAIL],
            },
            Reading {
                text: "compares loosely, so that true is 1",
                answers: &[VALID, VALID, VALID, VALID, VALID, VALID, FAIL, FAIL],
            },
            Reading {
                text: "wants an integer's spelling, yet takes true for one",
                answers: &[FAIL, FAIL, FAIL, FAIL, VALID, VALID, FAIL, FAIL],
            },
            Reading {
                text: "reads numbers out of strings",
                answers: &[VALID, VALID, VALID, VALID, FAIL, FAIL, VALID, VALID],
            },
        ],
        probes: &[
            "i24-schema-version-decimal",
            "i24-event-count-exponent",
            "i24-bytes-decimal",
            "i24-sequence-decimal",
            "i24-schema-version-true",
            "i24-event-count-true",
            "i24-event-count-string",
            "i24-sequence-string",
        ],
    },
    Point {
        id: "I30",
        section: "§4",
        passage: "The files map has an entry for events.ndjson; the two-file allowlist and path \
            safety are checked.",
        question: "May the map list more, or give that entry another path?",
        reason: "The allowlist has two files and the paths are theirs; an entry without a path \
            points nowhere else.",
        readings: &[
            Reading { text: "fails integrity on both", answers: &[FAIL, FAIL, VALID] },
            Reading { text: "looks at neither", answers: &[VALID, VALID, VALID] },
            Reading { text: "wants the path to be there too", answers: &[FAIL, FAIL, FAIL] },
            Reading {
                text: "ignores paths, allows no further entry",
                answers: &[FAIL, VALID, VALID],
            },
            Reading {
                text: "checks the path, allows further entries",
                answers: &[VALID, FAIL, VALID],
            },
        ],
        probes: &["i30-further-file", "i30-other-path", "i30-path-absent"],
    },
    Point {
        id: "I31",
        section: "§4",
        passage: "Each event line carries at least the listed members.",
        question: "May a listed member be null, empty, or of another type than shown?",
        reason: "A member of another type carries nothing that the checks can use. Data may be any \
            JSON value, and a string may be empty. Ids, run ids and content hashes of another type \
            fail under every reading, as they then differ from what they must equal.",
        readings: &[
            Reading {
                text: "fails integrity on null and other types; empty strings and any data pass",
                answers: &[
                    FAIL, FAIL, FAIL, VALID, VALID, FAIL, FAIL, FAIL, FAIL, FAIL, FAIL, FAIL, FAIL,
                    FAIL, FAIL, FAIL, FAIL, FAIL, FAIL,
                ],
            },
            Reading {
                text: "takes whatever is there",
                answers: &[
                    VALID, VALID, VALID, VALID, VALID, FAIL, FAIL, VALID, VALID, VALID, FAIL, FAIL,
                    VALID, VALID, FAIL, FAIL, FAIL, FAIL, FAIL,
                ],
            },
            Reading {
                text: "takes null and the empty string for absent, looks at no type",
                answers: &[
                    VALID, FAIL, FAIL, FAIL, FAIL, FAIL, FAIL, FAIL, VALID, VALID, FAIL, FAIL,
                    FAIL, VALID, FAIL, FAIL, FAIL, FAIL, FAIL,
                ],
            },
            Reading {
                text: "takes null for absent, looks at no type",
                answers: &[
                    VALID, FAIL, FAIL, FAIL, VALID, FAIL, FAIL, FAIL, VALID, VALID, FAIL, FAIL,
                    FAIL, VALID, FAIL, FAIL, FAIL, FAIL, FAIL,
                ],
            },
            Reading {
                text: "takes whatever is there, but for datacontenttype, whose value it compares",
                answers: &[
                    VALID, VALID, FAIL, VALID, VALID, FAIL, FAIL, VALID, VALID, VALID, FAIL, FAIL,
                    VALID, FAIL, FAIL, FAIL, FAIL, FAIL, FAIL,
                ],
            },
            Reading {
                text: "takes null for absent, looks at no type and compares the value of datacontenttype",
                answers: &[
                    VALID, FAIL, FAIL, FAIL, VALID, FAIL, FAIL, FAIL, VALID, VALID, FAIL, FAIL,
                    FAIL, FAIL, FAIL, FAIL, FAIL, FAIL, FAIL,
                ],
            },
            Reading {
                text: "wants the types, takes null for the empty value of a member's type",
                answers: &[
                    FAIL, VALID, FAIL, VALID, VALID, FAIL, FAIL, VALID, FAIL, FAIL, FAIL, FAIL,
                    VALID, FAIL, FAIL, FAIL, VALID, FAIL, FAIL,
                ],
            },
        ],
        probes: &[
            "i31-time-number",
            "i31-source-null",
            "i31-datacontenttype-null",
            "i31-data-null",
            "i31-source-empty",
            "i31-specversion-null",
            "i31-specversion-number",
            "i31-type-null",
            "i31-type-number",
            "i31-source-number",
            "i31-id-null",
            "i31-id-number",
            "i31-time-null",
            "i31-datacontenttype-number",
            "i31-run-id-null",
            "i31-run-id-number",
            "i31-sequence-null",
            "i31-content-hash-null",
            "i31-content-hash-number",
        ],
    },
    Point {
        id: "I32",
        section: "§4",
        passage: "Run-id consistency is checked; the manifest's members are listed without a run id.",
        question: "What of the manifest's run_id?",
        reason: "The text never lists it, so it may be absent; one that is there and differs is not \
            consistent. Without events it differs from none.",
        readings: &[
            Reading {
                text: "passes its absence, fails on another than the events', of whatever type",
                answers: &[VALID, FAIL, FAIL, FAIL, INVALID, INVALID],
            },
            Reading {
                text: "wants it, and the events'",
                answers: &[FAIL, FAIL, FAIL, FAIL, FAIL, FAIL],
            },
            Reading {
                text: "never looks at it",
                answers: &[VALID, VALID, VALID, VALID, INVALID, INVALID],
            },
            Reading {
                text: "passes its absence, wants a string, and the events', where it is there",
                answers: &[VALID, FAIL, FAIL, FAIL, FAIL, FAIL],
            },
            Reading {
                text: "takes null for its absence, fails on another than the events'",
                answers: &[VALID, FAIL, FAIL, VALID, INVALID, INVALID],
            },
            Reading {
                text: "takes null for its absence, wants a string, and the events', otherwise",
                answers: &[VALID, FAIL, FAIL, VALID, FAIL, INVALID],
            },
        ],
        probes: &[
            "i32-run-id-absent",
            "i32-run-id-other",
            "i32-run-id-number",
            "i32-run-id-null",
            "i32-run-id-number-no-events",
            "i32-run-id-null-no-events",
        ],
    },
    Point {
        id: "I33",
        section: "§4",
        passage: "The root is over the content hashes in sequence order; sequence is contiguous.",
        question: "May lines be stored in another order than their numbers?",
        reason: "Contiguous from 0 is said of the lines as they are stored; a file in another order \
            is a file that somebody changed.",
        readings: &[
            Reading { text: "fails integrity: the file's order counts", answers: &[FAIL] },
            Reading { text: "sorts by number first", answers: &[VALID] },
        ],
        probes: &["i33-stored-backwards"],
    },
];
