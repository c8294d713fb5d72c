//! The tar layer: headers, and what ends the archive.

use crate::archive::{BLOCK, Entry, field};
use crate::corpus::Case;
use crate::draft::Draft;
use crate::expect::{FAIL, INCOMPLETE};
use crate::twin::{DENY, FIRST, SECOND};
use mcp_evidence_contract::catalogue::container as rules;

pub(super) fn vectors() -> Vec<Case> {
    let mut vectors = faults();
    vectors.extend(forms());
    vectors
}

fn faults() -> Vec<Case> {
    vec![
        DENY.vary(
            "tar-text-instead",
            &rules::TAR_HEADER,
            "the gzip member holds a text in the place of the archive",
            |draft| draft.tar(|tar| *tar = b"This is no archive. ".repeat(512)),
        )
        .expect(FAIL),
        DENY.vary(
            "tar-shorter-than-a-block",
            &rules::TAR_HEADER,
            "the archive ends after 100 bytes, within its first header",
            |draft| draft.tar(|tar| tar.truncate(100)),
        )
        .expect(FAIL),
        DENY.vary(
            "tar-first-checksum-other",
            &rules::TAR_CHECKSUM,
            "the first header's checksum field says 1",
            |draft| draft.entry(FIRST, spoil_checksum),
        )
        .expect(FAIL),
        DENY.vary(
            "tar-second-checksum-other",
            &rules::TAR_CHECKSUM,
            "the second header's checksum field says 1",
            |draft| draft.entry(SECOND, spoil_checksum),
        )
        .because("Lenient readers take it for the end of the archive, or read on.")
        .expect(FAIL),
        DENY.vary(
            "tar-cut-in-data",
            &rules::TAR_TRUNCATED,
            "the archive ends within the data of events.ndjson",
            |draft| draft.tar(|tar| tar.truncate(5 * BLOCK - 100)),
        )
        .expect(FAIL),
        DENY.vary(
            "tar-size-beyond-end",
            &rules::TAR_TRUNCATED,
            "the header of events.ndjson counts more bytes than the archive has",
            |draft| draft.entry(SECOND, |entry| entry.set(field::SIZE, b"00000100000")),
        )
        .expect(FAIL),
    ]
}

fn spoil_checksum(entry: &mut Entry) {
    entry.header[field::CHECKSUM].copy_from_slice(b"000001\0 ");
}

fn forms() -> Vec<Case> {
    vec![
        DENY.vary(
            "tar-gnu-magic",
            &rules::GNU_MAGIC,
            "both headers carry the GNU magic",
            |draft| both(draft, |entry| entry.set(field::MAGIC, b"ustar  \0")),
        )
        .expect(INCOMPLETE),
        DENY.vary(
            "tar-owner-names",
            &rules::TAR_OWNER,
            "both headers name an owner and a group",
            |draft| {
                both(draft, |entry| {
                    entry.set(field::OWNER, b"reviewer");
                    entry.set(field::GROUP, b"staff");
                })
            },
        )
        .expect(INCOMPLETE),
        DENY.vary(
            "tar-owner-ids",
            &rules::TAR_OWNER,
            "both headers carry a user and a group id",
            |draft| {
                both(draft, |entry| {
                    entry.set(field::UID, b"0001750");
                    entry.set(field::GID, b"0000144");
                })
            },
        )
        .expect(INCOMPLETE),
        DENY.vary("tar-mode", &rules::TAR_MODE, "both headers carry the mode 0600", |draft| {
            both(draft, |entry| entry.set(field::MODE, b"0000600"))
        })
        .expect(INCOMPLETE),
        DENY.vary("tar-mtime", &rules::TAR_MTIME, "both headers carry a time", |draft| {
            both(draft, |entry| entry.set(field::MTIME, b"15230525400"))
        })
        .expect(INCOMPLETE),
        DENY.vary(
            "tar-gnu-tar",
            &rules::GNU_MAGIC,
            "both headers are as GNU tar writes them for a user's files",
            |draft| {
                both(draft, |entry| {
                    entry.set(field::MAGIC, b"ustar  \0");
                    entry.set(field::MODE, b"0000664");
                    entry.set(field::UID, b"0001750");
                    entry.set(field::GID, b"0001750");
                    entry.set(field::MTIME, b"15230525400");
                    entry.set(field::OWNER, b"reviewer");
                    entry.set(field::GROUP, b"reviewer");
                })
            },
        )
        .expect(INCOMPLETE),
        DENY.vary(
            "tar-two-records",
            &rules::TAR_ZERO_PADDING,
            "zeros fill the archive up to 20,480 bytes",
            |draft| draft.tar(|tar| tar.resize(20_480, 0)),
        )
        .expect(INCOMPLETE),
        DENY.vary(
            "tar-odd-padding",
            &rules::TAR_ZERO_PADDING,
            "three zero blocks follow the two that end the archive",
            |draft| draft.archive(|archive| archive.end = Some(vec![0; 5 * BLOCK])),
        )
        .expect(INCOMPLETE),
        DENY.vary(
            "tar-no-padding",
            &rules::TAR_NO_PADDING,
            "the archive ends right after its two end blocks",
            |draft| draft.archive(|archive| archive.end = Some(vec![0; 2 * BLOCK])),
        )
        .expect(INCOMPLETE),
    ]
}

/// The same edit of both entries.
fn both(draft: Draft, edit: impl Fn(&mut Entry) + 'static) -> Draft {
    draft.archive(move |archive| archive.entries.iter_mut().for_each(edit))
}
