//! I07 to I11, I25 to I27: gzip and tar.

use super::Probe;
use crate::archive::{BLOCK, Entry, field};
use crate::corpus::Case;
use crate::expect::{FAIL, INCOMPLETE};
use crate::gzip::Gzip;
use crate::twin::{DENY, FIRST, SECOND};

pub(super) fn vectors() -> Vec<Case> {
    let mut vectors = ends();
    vectors.extend(names());
    vectors.extend(types());
    vectors.extend(numbers());
    vectors.extend(filling());
    vectors.extend(headers());
    vectors
}

fn ends() -> Vec<Case> {
    vec![
        DENY.probe("i07-zeros-after-member", "512 zeros follow the gzip member", |draft| {
            draft.bundle(|bundle| bundle.extend([0; BLOCK]))
        })
        .expect(FAIL),
        DENY.probe("i07-text-after-member", "a text follows the gzip member", |draft| {
            draft.bundle(|bundle| bundle.extend(b"hidden"))
        })
        .expect(FAIL),
        DENY.probe("i07-second-member", "a second gzip member follows, with a text", |draft| {
            draft.bundle(|bundle| bundle.extend(Gzip::default().member(b"hidden")))
        })
        .expect(FAIL),
        DENY.probe(
            "i07-text-after-end-blocks",
            "the zeros after the archive's end blocks end in a text",
            |draft| {
                draft.tar(|tar| {
                    let end = tar.len() - b"hidden".len();
                    tar[end..].copy_from_slice(b"hidden");
                })
            },
        )
        .expect(FAIL),
        DENY.probe("i08-no-end-block", "the archive ends with its last entry", |draft| {
            draft.archive(|archive| archive.end = Some(Vec::new()))
        })
        .expect(FAIL),
        DENY.probe("i08-one-end-block", "the archive ends with one zero block", |draft| {
            draft.archive(|archive| archive.end = Some(vec![0; BLOCK]))
        })
        .expect(FAIL),
    ]
}

fn names() -> Vec<Case> {
    vec![
        DENY.probe("i09-dot-slash", "both names start with `./`", |draft| {
            draft.archive(|archive| {
                archive.entries[FIRST].set(field::NAME, b"./manifest.json");
                archive.entries[SECOND].set(field::NAME, b"./events.ndjson");
            })
        })
        .expect(FAIL),
        DENY.probe("i09-trailing-slash", "the first name is `manifest.json/`", |draft| {
            draft.entry(FIRST, |entry| entry.set(field::NAME, b"manifest.json/"))
        })
        .expect(FAIL),
        DENY.probe("i09-embedded-nul", "NUL and `.bak` follow in the first name", |draft| {
            draft.entry(FIRST, |entry| entry.set(field::NAME, b"manifest.json\0.bak"))
        })
        .expect(FAIL),
        DENY.probe("i09-prefix-field", "the prefix of the first name is `bundle`", |draft| {
            draft.entry(FIRST, |entry| entry.set(field::PREFIX, b"bundle"))
        })
        .expect(FAIL),
    ]
}

fn types() -> Vec<Case> {
    vec![
        DENY.probe(
            "i10-type-nul",
            "both entries are of type NUL, the older regular file",
            |draft| {
                draft.archive(|archive| {
                    for entry in &mut archive.entries {
                        entry.set(field::TYPE, b"\0");
                    }
                })
            },
        )
        .expect(INCOMPLETE),
        DENY.probe("i10-contiguous-file", "events.ndjson is a contiguous file", |draft| {
            draft.entry(SECOND, |entry| entry.set(field::TYPE, b"7"))
        })
        .expect(FAIL),
        DENY.probe("i10-directory-with-data", "events.ndjson is a directory with data", |draft| {
            draft.entry(SECOND, |entry| entry.set(field::TYPE, b"5"))
        })
        .expect(FAIL),
        extended(
            "i10-pax-comment",
            "a PAX record with a comment precedes events.ndjson",
            b"events.ndjson",
            || record("PaxHeaders/events.ndjson", b"x", b"19 comment=written\n"),
        )
        .expect(FAIL),
        extended(
            "i10-pax-path",
            "a PAX record calls the second entry events.ndjson, its header `data`",
            b"data",
            || record("PaxHeaders/data", b"x", b"22 path=events.ndjson\n"),
        )
        .expect(FAIL),
        extended(
            "i10-gnu-long-name",
            "a GNU record calls the second entry events.ndjson, its header `data`",
            b"data",
            || record("././@LongLink", b"L", b"events.ndjson\0"),
        )
        .expect(FAIL),
    ]
}

fn extended(id: &'static str, words: &str, name: &'static [u8], record: fn() -> Entry) -> Probe {
    DENY.probe(id, words, |draft| {
        draft.archive(move |archive| {
            archive.entries[SECOND].set(field::NAME, name);
            archive.entries.insert(SECOND, record());
        })
    })
}

/// An extension record, which says something of the entry that follows.
fn record(name: &'static str, kind: &'static [u8], data: &[u8]) -> Entry {
    let mut entry = Entry::file("record", data.to_vec());
    entry.set(field::NAME, name.as_bytes());
    entry.set(field::TYPE, kind);
    entry
}

fn numbers() -> Vec<Case> {
    vec![
        size("i11-size-ended-by-blank", "a blank ends the size", |size| {
            format!("{size:011o} ").into_bytes()
        })
        .expect(INCOMPLETE),
        size("i11-size-fills-field", "the digits of the size fill its field", |size| {
            format!("{size:012o}").into_bytes()
        })
        .expect(INCOMPLETE),
        checksum("i11-checksum-seven-digits", "the checksum is seven digits and NUL", |sum| {
            format!("{sum:07o}\0")
        })
        .expect(INCOMPLETE),
        size("i11-size-base-256", "the size is in base 256", |size| {
            let mut bytes = vec![0x80, 0, 0, 0];
            bytes.extend(size.to_be_bytes());
            bytes
        })
        .expect(FAIL),
        size("i11-size-blank-led", "blanks lead the size", |size| {
            format!("{size:>11o}\0").into_bytes()
        })
        .expect(FAIL),
        DENY.probe(
            "i11-checksum-signed",
            "an owner has a byte above 127, and the first checksum takes bytes for signed",
            |draft| {
                draft.entry(FIRST, |entry| {
                    entry.set(field::OWNER, b"ren\xe9e");
                    let signed = sum(entry) - 256;
                    entry.header[field::CHECKSUM]
                        .copy_from_slice(format!("{signed:06o}\0 ").as_bytes());
                })
            },
        )
        .expect(FAIL),
        checksum("i11-checksum-blank-led", "blanks lead the checksum", |sum| {
            format!("{sum:>6o}\0 ")
        })
        .expect(FAIL),
    ]
}

fn size(id: &'static str, words: &str, spell: fn(u64) -> Vec<u8>) -> Probe {
    let words = format!("{words} in the header of events.ndjson");
    DENY.probe(id, &words, |draft| {
        draft.entry(SECOND, move |entry| {
            let text = spell(entry.data.len() as u64);
            entry.set(field::SIZE, &text);
        })
    })
}

fn checksum(id: &'static str, words: &str, spell: fn(u64) -> String) -> Probe {
    DENY.probe(id, &format!("{words} in the first header"), |draft| {
        draft.entry(FIRST, move |entry| {
            let text = spell(sum(entry));
            entry.header[field::CHECKSUM].copy_from_slice(text.as_bytes());
        })
    })
}

/// The sum that belongs into the checksum field.
fn sum(entry: &Entry) -> u64 {
    let field = entry.header[field::CHECKSUM].iter().map(|byte| u64::from(*byte)).sum::<u64>();
    let all: u64 = entry.header.iter().map(|byte| u64::from(*byte)).sum();
    all - field + 8 * u64::from(b' ')
}

fn filling() -> Vec<Case> {
    vec![
        DENY.probe("i25-data-padding", "a text stands behind the manifest's data", |draft| {
            draft.entry(FIRST, |entry| entry.padding[..6].copy_from_slice(b"hidden"))
        })
        .expect(FAIL),
        DENY.probe("i25-name-field-tail", "a text stands at the end of a name field", |draft| {
            draft.entry(FIRST, |entry| {
                entry.edit_header(|header| {
                    header[field::NAME][94..].copy_from_slice(b"hidden");
                });
            })
        })
        .expect(FAIL),
        DENY.probe("i25-link-field-tail", "a text stands at the end of a link field", |draft| {
            draft.entry(FIRST, |entry| {
                entry.edit_header(|header| {
                    header[field::LINK][94..].copy_from_slice(b"hidden");
                });
            })
        })
        .expect(FAIL),
    ]
}

fn headers() -> Vec<Case> {
    vec![
        DENY.probe("i26-no-magic", "neither header has a magic", |draft| {
            draft.archive(|archive| {
                for entry in &mut archive.entries {
                    entry.set(field::MAGIC, b"");
                }
            })
        })
        .expect(FAIL),
        DENY.probe("i27-reserved-flag", "a reserved flag of the gzip header is set", |draft| {
            draft.gzip(|gzip| gzip.further_flags = 0x20)
        })
        .expect(FAIL),
        DENY.probe("i27-header-crc-wrong", "the gzip header has a wrong checksum", |draft| {
            draft.gzip(|gzip| gzip.header_crc = true).bundle(|bundle| bundle[10] ^= 1)
        })
        .expect(FAIL),
    ]
}
