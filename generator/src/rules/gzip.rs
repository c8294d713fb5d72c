//! The gzip layer.

use crate::corpus::Case;
use crate::expect::{FAIL, INCOMPLETE};
use crate::twin::DENY;
use mcp_evidence_contract::catalogue::container as rules;

pub(super) fn vectors() -> Vec<Case> {
    let mut vectors = faults();
    vectors.extend(forms());
    vectors
}

/// Bytes of a gzip header without optional parts.
const HEADER: usize = 10;
/// Bytes of a gzip trailer.
const TRAILER: usize = 8;

fn faults() -> Vec<Case> {
    vec![
        DENY.vary("gzip-empty-file", &rules::GZIP_MAGIC, "the file has no byte at all", |draft| {
            draft.bundle(Vec::clear)
        })
        .expect(FAIL),
        DENY.vary(
            "gzip-bare-archive",
            &rules::GZIP_MAGIC,
            "the archive is stored as it is, without gzip",
            |draft| draft.gzip(|gzip| gzip.bare = true),
        )
        .because("Libraries that detect the compression read it all the same.")
        .expect(FAIL),
        DENY.vary(
            "gzip-other-magic",
            &rules::GZIP_MAGIC,
            "the second byte is 8c, not 8b",
            |draft| draft.bundle(|bundle| bundle[1] = 0x8c),
        )
        .expect(FAIL),
        DENY.vary(
            "gzip-other-method",
            &rules::GZIP_METHOD,
            "the compression method is 7, which is reserved",
            |draft| draft.bundle(|bundle| bundle[2] = 7),
        )
        .expect(FAIL),
        DENY.vary(
            "gzip-cut-in-header",
            &rules::GZIP_TRUNCATED,
            "the file ends after six bytes of its header",
            |draft| draft.bundle(|bundle| bundle.truncate(6)),
        )
        .expect(FAIL),
        DENY.vary(
            "gzip-cut-in-data",
            &rules::GZIP_TRUNCATED,
            "the file ends halfway through the compressed data",
            |draft| draft.bundle(|bundle| bundle.truncate(bundle.len() / 2)),
        )
        .expect(FAIL),
        DENY.vary(
            "gzip-cut-before-trailer",
            &rules::GZIP_TRUNCATED,
            "the file ends with the compressed data, without checksum and length",
            |draft| draft.bundle(|bundle| bundle.truncate(bundle.len() - TRAILER)),
        )
        .because("Everything can be decoded, and nothing says that it is what was written.")
        .expect(FAIL),
        DENY.vary(
            "gzip-cut-in-trailer",
            &rules::GZIP_TRUNCATED,
            "the last byte of the file is missing",
            |draft| {
                draft.bundle(|bundle| {
                    bundle.pop();
                })
            },
        )
        .expect(FAIL),
        DENY.vary(
            "gzip-reserved-block-type",
            &rules::GZIP_DEFLATE,
            "the first block of the compressed data is of the reserved type 3",
            |draft| draft.bundle(|bundle| bundle[HEADER] |= 0b110),
        )
        .expect(FAIL),
        DENY.vary(
            "gzip-checksum-other",
            &rules::GZIP_CRC,
            "one bit of the gzip checksum is flipped",
            |draft| {
                draft.bundle(|bundle| {
                    let at = bundle.len() - TRAILER;
                    bundle[at] ^= 1;
                })
            },
        )
        .expect(FAIL),
        DENY.vary(
            "gzip-length-other",
            &rules::GZIP_LENGTH,
            "one bit of the gzip length is flipped",
            |draft| {
                draft.bundle(|bundle| {
                    let at = bundle.len() - 4;
                    bundle[at] ^= 1;
                })
            },
        )
        .expect(FAIL),
    ]
}

fn forms() -> Vec<Case> {
    vec![
        DENY.vary("gzip-name", &rules::GZIP_NAME, "the gzip header carries a file name", |draft| {
            draft.gzip(|gzip| gzip.name = Some(b"bundle.tar"))
        })
        .expect(INCOMPLETE),
        DENY.vary(
            "gzip-comment",
            &rules::GZIP_COMMENT,
            "the gzip header carries a comment",
            |draft| draft.gzip(|gzip| gzip.comment = Some(b"exported for review")),
        )
        .expect(INCOMPLETE),
        DENY.vary(
            "gzip-extra-field",
            &rules::GZIP_EXTRA,
            "the gzip header carries an extra field",
            |draft| draft.gzip(|gzip| gzip.extra = Some(b"EX\x04\x00\x00\x01\x02\x03")),
        )
        .expect(INCOMPLETE),
        DENY.vary(
            "gzip-header-checksum",
            &rules::GZIP_RIGHT_HEADER_CRC,
            "a right checksum ends the gzip header",
            |draft| draft.gzip(|gzip| gzip.header_crc = true),
        )
        .expect(INCOMPLETE),
        DENY.vary("gzip-mtime", &rules::GZIP_MTIME, "the gzip header carries a time", |draft| {
            draft.gzip(|gzip| gzip.mtime = 1_784_851_200)
        })
        .expect(INCOMPLETE),
        DENY.vary(
            "gzip-os",
            &rules::GZIP_OS,
            "the gzip header names the operating system 3, Unix",
            |draft| draft.gzip(|gzip| gzip.os = 3),
        )
        .expect(INCOMPLETE),
        DENY.vary(
            "gzip-every-field",
            &rules::GZIP_RIGHT_HEADER_CRC,
            "the gzip header has every optional part, a right checksum last",
            |draft| {
                draft.gzip(|gzip| {
                    gzip.extra = Some(b"EX\x02\x00\x00\x00");
                    gzip.name = Some(b"bundle.tar");
                    gzip.comment = Some(b"exported for review");
                    gzip.header_crc = true;
                })
            },
        )
        .expect(INCOMPLETE),
    ]
}
