//! gzip and tar.

use super::answer::{FAIL, VALID};
use super::{Point, Reading};

const ARCHIVE: &str = "The bundle is a .tar.gz with two entries; of both formats the text names no \
    version, no dialect and no end.";

pub(super) const POINTS: &[Point] = &[
    Point {
        id: "I07",
        section: "§4",
        passage: ARCHIVE,
        question: "May anything follow the one gzip member, or the end of the archive inside it?",
        reason: "A verified file must not carry bytes that no check covers; zeros after the end \
            blocks are the format's own padding.",
        readings: &[
            Reading {
                text: "fails integrity: nothing follows the member, only zeros follow the end blocks",
                answers: &[FAIL, FAIL, FAIL, FAIL],
            },
            Reading {
                text: "stops reading at the end blocks and never looks further",
                answers: &[VALID, VALID, VALID, VALID],
            },
            Reading {
                text: "skips zeros, joins further members, refuses other bytes after the member; \
                    ignores what follows the end blocks",
                answers: &[VALID, FAIL, VALID, VALID],
            },
            Reading {
                text: "joins further members and refuses all else after the member; ignores what \
                    follows the end blocks",
                answers: &[FAIL, FAIL, VALID, VALID],
            },
            Reading {
                text: "refuses whatever follows the member, ignores what follows the end blocks",
                answers: &[FAIL, FAIL, FAIL, VALID],
            },
        ],
        probes: &[
            "i07-zeros-after-member",
            "i07-text-after-member",
            "i07-second-member",
            "i07-text-after-end-blocks",
        ],
    },
    Point {
        id: "I08",
        section: "§4",
        passage: ARCHIVE,
        question: "Must two zero blocks end the archive?",
        reason: "Without its end an archive cannot be told from one that was cut between entries.",
        readings: &[
            Reading { text: "fails integrity without both of them", answers: &[FAIL, FAIL] },
            Reading { text: "takes the end of the data for the end", answers: &[VALID, VALID] },
            Reading { text: "is content with one zero block", answers: &[FAIL, VALID] },
        ],
        probes: &["i08-no-end-block", "i08-one-end-block"],
    },
    Point {
        id: "I09",
        section: "§4",
        passage: "Exactly two entries, manifest.json and events.ndjson, and path safety is checked.",
        question: "Is a name that becomes manifest.json once it is normalized that entry?",
        reason: "Two readers that normalize differently would see different files; the two names \
            are meant exactly.",
        readings: &[
            Reading {
                text: "fails integrity unless the name field holds the exact name and nothing else",
                answers: &[FAIL, FAIL, FAIL, FAIL],
            },
            Reading {
                text: "normalizes paths, ends names at their NUL, joins the prefix",
                answers: &[VALID, VALID, VALID, FAIL],
            },
            Reading {
                text: "ends the name at its NUL, joins the prefix, and then wants it exact",
                answers: &[FAIL, FAIL, VALID, FAIL],
            },
            Reading {
                text: "reads the name field alone up to its NUL and wants it exact",
                answers: &[FAIL, FAIL, VALID, VALID],
            },
        ],
        probes: &["i09-dot-slash", "i09-trailing-slash", "i09-embedded-nul", "i09-prefix-field"],
    },
    Point {
        id: "I10",
        section: "§4",
        passage: ARCHIVE,
        question: "Which entry types count, and are extension records applied?",
        reason: "An extension record changes what the next header means, and only some readers \
            apply it; a regular file, type `0` or NUL, is the same to all.",
        readings: &[
            Reading {
                text: "takes regular files alone and fails integrity on any other type",
                answers: &[VALID, FAIL, FAIL, FAIL, FAIL, FAIL],
            },
            Reading {
                text: "applies extension records, reads contiguous files as regular ones, and finds \
                    no data in a directory",
                answers: &[VALID, VALID, FAIL, VALID, VALID, VALID],
            },
            Reading {
                text: "looks at no type: each header is an entry with data",
                answers: &[VALID, VALID, VALID, FAIL, FAIL, FAIL],
            },
            Reading {
                text: "applies extension records and takes nothing but regular files besides",
                answers: &[VALID, FAIL, FAIL, VALID, VALID, VALID],
            },
        ],
        probes: &[
            "i10-type-nul",
            "i10-contiguous-file",
            "i10-directory-with-data",
            "i10-pax-comment",
            "i10-pax-path",
            "i10-gnu-long-name",
        ],
    },
    Point {
        id: "I11",
        section: "§4",
        passage: ARCHIVE,
        question: "How may the numbers of a header be spelled?",
        reason: "Digits from the first byte, ended by NULs, blanks or the field's end, are what \
            real writers use; blank-led and base-256 numbers and signed sums are read by some and \
            not by others.",
        readings: &[
            Reading {
                text: "takes octal digits from the first byte and an unsigned sum of six or seven \
                    digits, and fails integrity on all else",
                answers: &[VALID, VALID, VALID, FAIL, FAIL, FAIL, FAIL],
            },
            Reading {
                text: "takes whatever tar libraries have met: base-256, leading blanks, signed sums",
                answers: &[VALID, VALID, VALID, VALID, VALID, VALID, VALID],
            },
            Reading {
                text: "takes base-256 and leading blanks, and unsigned sums alone",
                answers: &[VALID, VALID, VALID, VALID, VALID, FAIL, VALID],
            },
            Reading {
                text: "skips leading blanks, takes neither base-256 nor signed sums",
                answers: &[VALID, VALID, VALID, FAIL, VALID, FAIL, VALID],
            },
            Reading {
                text: "takes the one spelling of the published archives",
                answers: &[FAIL, FAIL, FAIL, FAIL, FAIL, FAIL, FAIL],
            },
        ],
        probes: &[
            "i11-size-ended-by-blank",
            "i11-size-fills-field",
            "i11-checksum-seven-digits",
            "i11-size-base-256",
            "i11-size-blank-led",
            "i11-checksum-signed",
            "i11-checksum-blank-led",
        ],
    },
    Point {
        id: "I12",
        section: "§4",
        passage: ARCHIVE,
        question: "Must a verifier read the archives that other tools write?",
        reason: "Any conforming producer may write them: the GNU magic, owners, modes, times, \
            padding and the optional parts of a gzip header carry no meaning here. The rule corpus \
            scores each of them as a permission.",
        readings: &[
            Reading { text: "reads all of them", answers: &[] },
            Reading { text: "reads the form of the published archives alone", answers: &[] },
        ],
        probes: &[],
    },
    Point {
        id: "I25",
        section: "§4",
        passage: ARCHIVE,
        question: "May bytes stand where the format has only filling?",
        reason: "They would be bytes of a verified bundle that no check covers.",
        readings: &[
            Reading { text: "fails integrity: filling is zeros", answers: &[FAIL, FAIL, FAIL] },
            Reading { text: "never looks at filling", answers: &[VALID, VALID, VALID] },
        ],
        probes: &["i25-data-padding", "i25-name-field-tail", "i25-link-field-tail"],
    },
    Point {
        id: "I26",
        section: "§4",
        passage: ARCHIVE,
        question: "Is a header without the ustar or the GNU magic a tar header?",
        reason: "The old headers lack the fields that say how the rest is to be read.",
        readings: &[
            Reading { text: "fails integrity", answers: &[FAIL] },
            Reading { text: "takes any header whose checksum is right", answers: &[VALID] },
        ],
        probes: &["i26-no-magic"],
    },
    Point {
        id: "I27",
        section: "§4",
        passage: ARCHIVE,
        question: "What of reserved gzip flags, and of a wrong header checksum?",
        reason: "RFC 1952 has a reader refuse unknown flags, and a checksum that is there is there \
            to be checked.",
        readings: &[
            Reading { text: "fails integrity on both", answers: &[FAIL, FAIL] },
            Reading { text: "ignores both", answers: &[VALID, VALID] },
            Reading {
                text: "refuses reserved flags, skips the header checksum",
                answers: &[FAIL, VALID],
            },
            Reading {
                text: "checks the header checksum, ignores reserved flags",
                answers: &[VALID, FAIL],
            },
        ],
        probes: &["i27-reserved-flag", "i27-header-crc-wrong"],
    },
];
