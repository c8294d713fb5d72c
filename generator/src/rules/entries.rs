//! The two-file allowlist, and names that lead elsewhere.

use crate::archive::{Entry, field};
use crate::corpus::Case;
use crate::draft::Draft;
use crate::expect::FAIL;
use crate::twin::{DENY, FIRST, SECOND};
use mcp_evidence_contract::catalogue::container as rules;

pub(super) fn vectors() -> Vec<Case> {
    vec![
        DENY.vary("entries-none", &rules::NO_MANIFEST, "the archive has no entry", |draft| {
            draft.archive(|archive| archive.entries.clear())
        })
        .expect(FAIL),
        DENY.vary(
            "entries-manifest-renamed",
            &rules::MANIFEST_FIRST,
            "the first entry is called bundle.json",
            |draft| renamed(draft, FIRST, b"bundle.json"),
        )
        .expect(FAIL),
        DENY.vary(
            "entries-manifest-capital",
            &rules::MANIFEST_FIRST,
            "the first entry is called Manifest.json",
            |draft| renamed(draft, FIRST, b"Manifest.json"),
        )
        .expect(FAIL),
        DENY.vary(
            "entries-manifest-in-folder",
            &rules::MANIFEST_FIRST,
            "the first entry is called bundle/manifest.json",
            |draft| renamed(draft, FIRST, b"bundle/manifest.json"),
        )
        .expect(FAIL),
        DENY.vary(
            "entries-manifest-leading-blank",
            &rules::MANIFEST_FIRST,
            "the first entry is called ` manifest.json`",
            |draft| renamed(draft, FIRST, b" manifest.json"),
        )
        .expect(FAIL),
        DENY.vary(
            "entries-manifest-trailing-blank",
            &rules::MANIFEST_FIRST,
            "the first entry is called `manifest.json `",
            |draft| renamed(draft, FIRST, b"manifest.json "),
        )
        .expect(FAIL),
        DENY.vary(
            "entries-manifest-trailing-dot",
            &rules::MANIFEST_FIRST,
            "the first entry is called `manifest.json.`",
            |draft| renamed(draft, FIRST, b"manifest.json."),
        )
        .expect(FAIL),
        DENY.vary(
            "entries-swapped",
            &rules::MANIFEST_FIRST,
            "events.ndjson stands before manifest.json",
            |draft| draft.archive(|archive| archive.entries.swap(0, 1)),
        )
        .because("A reader that looks files up by name does not notice.")
        .expect(FAIL),
        DENY.vary(
            "entries-manifest-alone",
            &rules::NO_EVENTS,
            "the archive ends after manifest.json",
            |draft| draft.archive(|archive| archive.entries.truncate(1)),
        )
        .expect(FAIL),
        DENY.vary(
            "entries-events-renamed",
            &rules::EVENTS_SECOND,
            "the second entry is called events.jsonl",
            |draft| renamed(draft, SECOND, b"events.jsonl"),
        )
        .expect(FAIL),
        DENY.vary(
            "entries-events-capital",
            &rules::EVENTS_SECOND,
            "the second entry is called EVENTS.NDJSON",
            |draft| renamed(draft, SECOND, b"EVENTS.NDJSON"),
        )
        .expect(FAIL),
        DENY.vary(
            "entries-events-leading-blank",
            &rules::EVENTS_SECOND,
            "the second entry is called ` events.ndjson`",
            |draft| renamed(draft, SECOND, b" events.ndjson"),
        )
        .expect(FAIL),
        DENY.vary(
            "entries-events-trailing-blank",
            &rules::EVENTS_SECOND,
            "the second entry is called `events.ndjson `",
            |draft| renamed(draft, SECOND, b"events.ndjson "),
        )
        .expect(FAIL),
        DENY.vary(
            "entries-events-trailing-dot",
            &rules::EVENTS_SECOND,
            "the second entry is called `events.ndjson.`",
            |draft| renamed(draft, SECOND, b"events.ndjson."),
        )
        .expect(FAIL),
        DENY.vary(
            "entries-third",
            &rules::EXACTLY_TWO,
            "a third entry follows, notes.txt",
            |draft| draft.archive(|archive| archive.entries.push(file("notes.txt", b"notes\n"))),
        )
        .expect(FAIL),
        DENY.vary(
            "entries-third-empty",
            &rules::EXACTLY_TWO,
            "a third entry follows, notes.txt, without any data",
            |draft| draft.archive(|archive| archive.entries.push(file("notes.txt", b""))),
        )
        .expect(FAIL),
        DENY.vary(
            "entries-events-twice",
            &rules::EXACTLY_TWO,
            "events.ndjson follows a second time, with the same bytes",
            |draft| repeated(draft, SECOND),
        )
        .because("A reader that looks files up by name takes either.")
        .expect(FAIL),
        DENY.vary(
            "entries-manifest-twice",
            &rules::EXACTLY_TWO,
            "manifest.json follows a second time, with the same bytes",
            |draft| repeated(draft, FIRST),
        )
        .expect(FAIL),
        DENY.vary(
            "entries-absolute-name",
            &rules::UNSAFE_NAME,
            "the first entry is called /manifest.json",
            |draft| renamed(draft, FIRST, b"/manifest.json"),
        )
        .because("Libraries that strip the slash find both files.")
        .expect(FAIL),
        DENY.vary(
            "entries-parent-name",
            &rules::UNSAFE_NAME,
            "the first entry is called ../manifest.json",
            |draft| renamed(draft, FIRST, b"../manifest.json"),
        )
        .expect(FAIL),
        DENY.vary(
            "entries-third-with-parent-name",
            &rules::UNSAFE_NAME,
            "a third entry follows, ../../notes.txt",
            |draft| {
                draft.archive(|archive| {
                    let mut entry = file("notes.txt", b"notes\n");
                    entry.set(field::NAME, b"../../notes.txt");
                    archive.entries.push(entry);
                })
            },
        )
        .expect(FAIL),
    ]
}

fn file(name: &str, data: &[u8]) -> Entry {
    Entry::file(name, data.to_vec())
}

fn renamed(draft: Draft, place: usize, name: &'static [u8]) -> Draft {
    draft.entry(place, |entry| entry.set(field::NAME, name))
}

fn repeated(draft: Draft, place: usize) -> Draft {
    draft.archive(move |archive| {
        let again = archive.entries[place].clone();
        archive.entries.push(again);
    })
}
