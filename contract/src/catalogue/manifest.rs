//! `manifest.json`: its members, the digests it pins, and the chain.

use super::{members, rules};
use crate::vocabulary;
use crate::{Alternative, Check, Rule, Stage};

const SECTION: &str = "§4";
const STRUCTURE: Stage = Stage::Integrity(Check::Structure);

const fn at(check: Check, id: &'static str, text: &'static str) -> Rule {
    Rule::requirement(Stage::Integrity(check), SECTION, id, text)
}

members! {
    SCHEMA_VERSION = STRUCTURE, SECTION, "stage1.manifest.schema-version", "schema_version",
        "an integer", type reads "I24";
    ALGORITHMS = STRUCTURE, SECTION, "stage1.manifest.algorithms", "algorithms", "an object",
        type reads "I13", null reads "I13", absent reads "I13";
    EVENT_COUNT = STRUCTURE, SECTION, "stage1.manifest.event-count", "event_count",
        "an integer", type reads "I24";
    RUN_ROOT = STRUCTURE, SECTION, "stage1.manifest.run-root", "run_root", "a string";
    BUNDLE_ID = STRUCTURE, SECTION, "stage1.manifest.bundle-id", "bundle_id", "a string";
    FILES = STRUCTURE, SECTION, "stage1.manifest.files", "files", "an object";
    EVENTS_FILE = STRUCTURE, SECTION, "stage1.manifest.files.events", "files.events.ndjson",
        "an object";
    FILE_DIGEST = STRUCTURE, SECTION, "stage1.manifest.files.events.sha256",
        "files.events.ndjson.sha256", "a string";
    FILE_LENGTH = STRUCTURE, SECTION, "stage1.manifest.files.events.bytes",
        "files.events.ndjson.bytes", "an integer", type reads "I24";
}

rules! {
    UTF8 = at(Check::Structure, "stage1.manifest.json.utf8", "the manifest is UTF-8")
        .lacking("a manifest that is not UTF-8").blocking();
    SYNTAX = at(Check::Structure, "stage1.manifest.json.syntax", "the manifest is JSON")
        .lacking("a manifest that is not JSON").blocking();
    TRAILING = at(Check::Structure, "stage1.manifest.json.trailing",
        "nothing but white space follows the manifest's object")
        .lacking("a manifest with text behind its object");
    DUPLICATE_NAME = at(Check::Structure, "stage1.manifest.json.duplicate-name",
        "no object of the manifest names a member twice").reading("I01");
    BYTE_ORDER_MARK = at(Check::Structure, "stage1.manifest.json.byte-order-mark",
        "the manifest does not start with a byte order mark").reading("I06").blocking();
    SURROGATE = at(Check::Structure, "stage1.manifest.json.surrogate",
        "no string of the manifest holds a lone surrogate").reading("I28").blocking();
    NUMBER_RANGE = at(Check::Structure, "stage1.manifest.json.number-range",
        "each number of the manifest fits a double").reading("I29").blocking();
    DEPTH = at(Check::Structure, "stage1.manifest.json.depth",
        "the manifest is not nested deeper than the limit").reading("I22").blocking();
    OBJECT = at(Check::Structure, "stage1.manifest.object", "the manifest is a JSON object")
        .lacking("a manifest that is no JSON object")
        .blocking();

    SCHEMA_VERSION_VALUE = at(Check::Structure, "stage1.manifest.schema-version.value",
        "schema_version is 1")
        .lacking("a manifest of another schema_version than 1");
    ALGORITHM_CANON = at(Check::Structure, "stage1.manifest.algorithms.canon",
        "algorithms.canon is jcs-rfc8785").reading("I13");
    ALGORITHM_HASH = at(Check::Structure, "stage1.manifest.algorithms.hash",
        "algorithms.hash is sha256").reading("I13");
    ALGORITHM_ROOT = at(Check::Structure, "stage1.manifest.algorithms.root",
        "algorithms.root is the published formula").reading("I13").exactly(vocabulary::ALGORITHM_ROOT);

    FURTHER_FILE = at(Check::Allowlist, "stage1.manifest.files.further",
        "files lists events.ndjson alone").reading("I30");
    FILE_PATH = at(Check::PathSafety, "stage1.manifest.files.events.path",
        "the entry's path, where given, is events.ndjson").reading("I30");

    FILE_DIGEST_PREFIX = at(Check::Files, "stage1.files.sha256.prefix",
        "the file's digest starts with sha256:").reading("I15");
    FILE_DIGEST_CASE = at(Check::Files, "stage1.files.sha256.case",
        "the file's digest is lowercase hex").reading("I15");
    FILE_DIGEST_VALUE = at(Check::Files, "stage1.files.sha256.value",
        "the manifest's digest is that of events.ndjson")
        .lacking("a manifest whose digest is not that of events.ndjson");
    FILE_LENGTH_VALUE = at(Check::Files, "stage1.files.bytes.value",
        "the manifest's byte length is that of events.ndjson")
        .lacking("a manifest whose byte length is not that of events.ndjson");

    RUN_ID_MATCHES = at(Check::RunId, "stage1.run-id.manifest",
        "the manifest's run_id, where given, is the events'").reading("I32");
    EVENT_COUNT_VALUE = at(Check::EventCount, "stage1.event-count.value",
        "event_count is the number of events")
        .lacking("a manifest whose event_count is not the number of events");

    RUN_ROOT_PREFIX = at(Check::RunRoot, "stage1.run-root.prefix", "run_root starts with sha256:")
        .lacking("a run_root without its sha256: prefix");
    RUN_ROOT_CASE = at(Check::RunRoot, "stage1.run-root.case", "run_root is lowercase hex")
        .lacking("a run_root in uppercase");
    RUN_ROOT_VALUE = at(Check::RunRoot, "stage1.run-root.value",
        "run_root is sha256: and the SHA-256 over the content hashes as they are written, sha256: included, each followed by a line feed")
        .lacking("a run_root that is not the digest over the content hashes")
        .see(&["stage1.content-hash.value"]);
    BUNDLE_ID_PREFIX = at(Check::BundleId, "stage1.bundle-id.prefix",
        "bundle_id starts with sha256:")
        .lacking("a bundle_id without its sha256: prefix");
    BUNDLE_ID_CASE = at(Check::BundleId, "stage1.bundle-id.case", "bundle_id is lowercase hex")
        .lacking("a bundle_id in uppercase");
    BUNDLE_ID_VALUE = at(Check::BundleId, "stage1.bundle-id.value",
        "bundle_id equals the recomputed run root")
        .lacking("a bundle_id that is not the recomputed run root")
        .see(&["stage1.run-root.value"]);

    MANIFEST_SPELLING = Rule::permission(STRUCTURE, SECTION, "stage1.permit.manifest-spelling",
        "a manifest that is not in canonical form");
    MANIFEST_FURTHER_MEMBER = Rule::permission(STRUCTURE, SECTION,
        "stage1.permit.manifest-member", "further members in the manifest");
}

/// `bundle_id` is held against the manifest's own `run_root`.
pub static READS_MANIFEST_ROOT: Alternative = Alternative {
    id: "stage1.bundle-id.value.reads-manifest-root",
    rule: &BUNDLE_ID_VALUE,
    text: "compares bundle_id with the manifest's run_root and never recomputes the root",
    interpretation: None,
};

/// The manifest's own members are held against each other only.
pub(super) static ALTERNATIVES: &[&Alternative] = &[&READS_MANIFEST_ROOT];
