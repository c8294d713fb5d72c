//! gzip, tar, the two entries, and the limits: what comes before any JSON.

use super::rules;
use crate::{Check, Rule, Stage};

const SECTION: &str = "§4";

const fn structure(id: &'static str, text: &'static str) -> Rule {
    Rule::requirement(Stage::Integrity(Check::Structure), SECTION, id, text)
}

const fn allowlist(id: &'static str, text: &'static str) -> Rule {
    Rule::requirement(Stage::Integrity(Check::Allowlist), SECTION, id, text)
}

const fn form(id: &'static str, text: &'static str) -> Rule {
    Rule::permission(Stage::Integrity(Check::Structure), SECTION, id, text)
}

const fn limit(id: &'static str, text: &'static str) -> Rule {
    Rule::requirement(Stage::Integrity(Check::Structure), "§10", id, text).reading("I22").blocking()
}

/// The bundle can be opened and read. It is no property of a bundle's bytes, so
/// no bundle can break it and [`all`](super::all) leaves it out; reports about
/// paths that cannot be read name it.
pub static READABLE: Rule =
    structure("stage1.input.readable", "the bundle can be opened and read to its end").blocking();

rules! {
    GZIP_MAGIC = structure("stage1.gzip.magic", "the bundle is a gzip file")
        .lacking("a file that is not gzip").blocking();
    GZIP_METHOD = structure("stage1.gzip.method", "the gzip member is compressed with deflate")
        .lacking("a gzip member that names another compression than deflate")
        .blocking();
    GZIP_RESERVED_FLAGS = structure("stage1.gzip.reserved-flags", "no reserved gzip flag is set")
        .reading("I27");
    GZIP_HEADER_CRC = structure("stage1.gzip.header-crc",
        "a gzip header checksum, where there is one, is right").reading("I27");
    GZIP_TRUNCATED = structure("stage1.gzip.truncated", "the gzip member is complete")
        .lacking("a gzip member that is cut short").blocking();
    GZIP_DEFLATE = structure("stage1.gzip.deflate", "the compressed data can be decoded")
        .lacking("compressed data that cannot be decoded").blocking();
    GZIP_CRC = structure("stage1.gzip.crc", "the gzip checksum fits the decoded bytes")
        .lacking("a gzip member whose checksum is wrong");
    GZIP_LENGTH = structure("stage1.gzip.length", "the gzip length fits the decoded bytes")
        .lacking("a gzip member whose length is wrong");
    GZIP_TRAILING = structure("stage1.gzip.trailing", "nothing follows the one gzip member")
        .reading("I07");

    TAR_HEADER = structure("stage1.tar.header", "the decoded bytes are a tar archive")
        .lacking("decoded bytes that are no tar archive").blocking();
    TAR_CHECKSUM = structure("stage1.tar.checksum", "the checksum of each entry's header is right")
        .lacking("a tar header whose checksum is wrong");
    TAR_CHECKSUM_FORM = structure("stage1.tar.checksum-form",
        "the checksum field holds six or seven octal digits, ended by NULs or blanks").reading("I11");
    TAR_MAGIC = structure("stage1.tar.magic", "each header carries the ustar or the GNU magic")
        .reading("I26");
    TAR_NUMBER = structure("stage1.tar.number",
        "an entry's size is octal digits from the field's first byte").reading("I11");
    TAR_ENTRY_TYPE = structure("stage1.tar.entry-type", "each entry is a regular file")
        .reading("I10");
    TAR_PREFIX = structure("stage1.tar.prefix", "no name is assembled from the prefix field")
        .reading("I09");
    TAR_FIELD_PADDING = structure("stage1.tar.field-padding",
        "nothing stands behind the NUL of a name or link field").reading("I25");
    TAR_DATA_PADDING = structure("stage1.tar.data-padding",
        "an entry's last block is filled up with zeros").reading("I25");
    TAR_TRUNCATED = structure("stage1.tar.truncated", "each entry's data is complete")
        .lacking("an archive that ends inside an entry").blocking();
    TAR_END_BLOCKS = structure("stage1.tar.end-blocks", "two zero blocks end the archive")
        .reading("I08");
    TAR_TRAILING = structure("stage1.tar.trailing", "only zeros follow the end of the archive")
        .reading("I07");

    NO_MANIFEST = allowlist("stage1.allowlist.no-entry", "the archive is not empty")
        .lacking("an archive without entries").blocking();
    MANIFEST_FIRST = allowlist("stage1.allowlist.manifest-first", "manifest.json is the first entry")
        .lacking("an archive whose first entry is not manifest.json");
    NO_EVENTS = allowlist("stage1.allowlist.one-entry", "a second entry follows the manifest")
        .lacking("an archive with one entry alone")
        .blocking();
    EVENTS_SECOND = allowlist("stage1.allowlist.events-second", "events.ndjson is the second entry")
        .lacking("an archive whose second entry is not events.ndjson");
    EXACTLY_TWO = allowlist("stage1.allowlist.exactly-two", "no third entry follows")
        .lacking("an archive with a third entry");
    ENTRY_NAME = allowlist("stage1.allowlist.name-spelling",
        "the two names are spelled exactly, without `./`, a trailing slash or an embedded NUL")
        .reading("I09");
    UNSAFE_NAME = Rule::requirement(Stage::Integrity(Check::PathSafety), SECTION,
        "stage1.path.entry-name", "no entry's name is absolute or climbs out of its folder")
        .lacking("an entry whose name leads out of the bundle")
        .excluded(
            &["stage1.allowlist.manifest-first", "stage1.allowlist.events-second",
                "stage1.allowlist.exactly-two"],
            "a name that leads elsewhere is neither of the two names, so the allowlist rejects it first");

    LIMIT_BUNDLE = limit("stage1.limit.bundle", "the bundle is not larger than its limit");
    LIMIT_DECODED = limit("stage1.limit.decoded", "the decoded archive is not larger than its limit");
    LIMIT_MANIFEST = limit("stage1.limit.manifest", "the manifest is not larger than its limit");
    LIMIT_EVENTS = limit("stage1.limit.events-file", "the events file is not larger than its limit");
    LIMIT_COUNT = limit("stage1.limit.event-count", "there are not more events than the limit");
    LIMIT_LINE = limit("stage1.limit.line", "no event line is longer than its limit");

    GNU_MAGIC = form("stage1.permit.tar-gnu-magic", "headers with the GNU magic");
    TAR_OWNER = form("stage1.permit.tar-owner", "owner and group names and ids");
    TAR_MODE = form("stage1.permit.tar-mode", "any file mode");
    TAR_MTIME = form("stage1.permit.tar-mtime", "any modification time");
    TAR_ZERO_PADDING = form("stage1.permit.tar-zero-padding",
        "any amount of zeros after the end blocks");
    TAR_NO_PADDING = form("stage1.permit.tar-no-padding",
        "an archive that ends right after its two end blocks");
    GZIP_NAME = form("stage1.permit.gzip-name", "a file name in the gzip header");
    GZIP_COMMENT = form("stage1.permit.gzip-comment", "a comment in the gzip header")
        ;
    GZIP_EXTRA = form("stage1.permit.gzip-extra", "extra fields in the gzip header")
        ;
    GZIP_RIGHT_HEADER_CRC = form("stage1.permit.gzip-header-crc", "a right gzip header checksum")
        ;
    GZIP_MTIME = form("stage1.permit.gzip-mtime", "any gzip modification time");
    GZIP_OS = form("stage1.permit.gzip-os", "any gzip operating-system byte");
}
