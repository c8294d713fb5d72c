//! `manifest.json`: its members, and what they must agree with. Its JSON is in
//! `manifest_json.rs`.

use super::manifest_json::{COUNT, UNREAD};
use crate::canonical::indented;
use crate::corpus::Case;
use crate::edit;
use crate::expect::{FAIL, INCOMPLETE};
use crate::payload::ZERO_DIGEST;
use crate::twin::{DENY, SECOND, Variant};
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::manifest as rules;
use serde_json::{Value, json};

const DIGEST: &str = "/files/events.ndjson/sha256";
const LENGTH: &str = "/files/events.ndjson/bytes";

pub(super) fn vectors() -> Vec<Case> {
    let mut vectors = member_faults();
    vectors.extend(file_faults());
    vectors.extend(root_faults());
    vectors.extend(forms());
    vectors
}

fn member_faults() -> Vec<Case> {
    vec![
        left_out(
            "manifest-schema-version-absent",
            &rules::SCHEMA_VERSION.absent,
            "/schema_version",
        )
        .expect(FAIL),
        value(
            "manifest-schema-version-null",
            &rules::SCHEMA_VERSION.null,
            "/schema_version",
            Value::Null,
        )
        .expect(FAIL),
        value(
            "manifest-schema-version-2",
            &rules::SCHEMA_VERSION_VALUE,
            "/schema_version",
            json!(2),
        )
        .expect(FAIL),
        value(
            "manifest-schema-version-0",
            &rules::SCHEMA_VERSION_VALUE,
            "/schema_version",
            json!(0),
        )
        .expect(FAIL),
        left_out("manifest-event-count-absent", &rules::EVENT_COUNT.absent, "/event_count")
            .expect(FAIL),
        value("manifest-event-count-null", &rules::EVENT_COUNT.null, "/event_count", Value::Null)
            .expect(FAIL),
        value("manifest-event-count-2", &rules::EVENT_COUNT_VALUE, "/event_count", json!(2))
            .expect(FAIL),
        value("manifest-event-count-0", &rules::EVENT_COUNT_VALUE, "/event_count", json!(0))
            .expect(FAIL),
        left_out("manifest-run-root-absent", &rules::RUN_ROOT.absent, "/run_root").expect(FAIL),
        value("manifest-run-root-null", &rules::RUN_ROOT.null, "/run_root", Value::Null)
            .expect(FAIL),
        value("manifest-run-root-number", &rules::RUN_ROOT.wrong_type, "/run_root", json!(7))
            .expect(FAIL),
        left_out("manifest-bundle-id-absent", &rules::BUNDLE_ID.absent, "/bundle_id").expect(FAIL),
        value("manifest-bundle-id-null", &rules::BUNDLE_ID.null, "/bundle_id", Value::Null)
            .expect(FAIL),
        value("manifest-bundle-id-number", &rules::BUNDLE_ID.wrong_type, "/bundle_id", json!(7))
            .expect(FAIL),
        left_out("manifest-files-absent", &rules::FILES.absent, "/files").expect(FAIL),
        value("manifest-files-null", &rules::FILES.null, "/files", Value::Null).expect(FAIL),
        value("manifest-files-array", &rules::FILES.wrong_type, "/files", json!([])).expect(FAIL),
        left_out("manifest-file-entry-absent", &rules::EVENTS_FILE.absent, "/files/events.ndjson")
            .expect(FAIL),
        value(
            "manifest-file-entry-null",
            &rules::EVENTS_FILE.null,
            "/files/events.ndjson",
            Value::Null,
        )
        .expect(FAIL),
        value(
            "manifest-file-entry-string",
            &rules::EVENTS_FILE.wrong_type,
            "/files/events.ndjson",
            json!("events.ndjson"),
        )
        .expect(FAIL),
    ]
}

fn file_faults() -> Vec<Case> {
    vec![
        left_out("manifest-file-digest-absent", &rules::FILE_DIGEST.absent, DIGEST).expect(FAIL),
        value("manifest-file-digest-null", &rules::FILE_DIGEST.null, DIGEST, Value::Null)
            .expect(FAIL),
        value("manifest-file-digest-number", &rules::FILE_DIGEST.wrong_type, DIGEST, json!(7))
            .expect(FAIL),
        value("manifest-file-digest-zeros", &rules::FILE_DIGEST_VALUE, DIGEST, json!(ZERO_DIGEST))
            .expect(FAIL),
        DENY.vary(
            "manifest-file-digest-63-digits",
            &rules::FILE_DIGEST_VALUE,
            "the digest of events.ndjson lacks its last digit",
            |draft| {
                draft
                    .manifest(|manifest| shorten(&mut manifest["files"]["events.ndjson"]["sha256"]))
            },
        )
        .because("A comparison that stops at the shorter of the two does not notice.")
        .expect(FAIL),
        DENY.vary(
            "manifest-file-changed-later",
            &rules::FILE_DIGEST_VALUE,
            "a digit of the event's time was changed after the manifest was written",
            |draft| draft.entry(SECOND, |events| edit::replace(&mut events.data, "-24T", "-25T")),
        )
        .because("No content hash covers the time, so only the file's digest can tell.")
        .expect(FAIL),
        left_out("manifest-file-length-absent", &rules::FILE_LENGTH.absent, LENGTH).expect(FAIL),
        value("manifest-file-length-null", &rules::FILE_LENGTH.null, LENGTH, Value::Null)
            .expect(FAIL),
        DENY.vary(
            "manifest-file-length-one-more",
            &rules::FILE_LENGTH_VALUE,
            "the length of events.ndjson is one more than it is",
            |draft| {
                draft.manifest(|manifest| add(&mut manifest["files"]["events.ndjson"]["bytes"], 1))
            },
        )
        .expect(FAIL),
        DENY.vary(
            "manifest-file-length-one-less",
            &rules::FILE_LENGTH_VALUE,
            "the length of events.ndjson is one less than it is",
            |draft| {
                draft.manifest(|manifest| add(&mut manifest["files"]["events.ndjson"]["bytes"], -1))
            },
        )
        .expect(FAIL),
    ]
}

fn root_faults() -> Vec<Case> {
    vec![
        digest("manifest-run-root-bare", &rules::RUN_ROOT_PREFIX, "run_root", Form::Bare)
            .expect(FAIL),
        digest("manifest-run-root-uppercase", &rules::RUN_ROOT_CASE, "run_root", Form::Uppercase)
            .expect(FAIL),
        digest("manifest-run-root-63-digits", &rules::RUN_ROOT_VALUE, "run_root", Form::Short)
            .expect(FAIL),
        value("manifest-run-root-zeros", &rules::RUN_ROOT_VALUE, "/run_root", json!(ZERO_DIGEST))
            .because("The bundle id is right.")
            .expect(FAIL),
        digest("manifest-bundle-id-bare", &rules::BUNDLE_ID_PREFIX, "bundle_id", Form::Bare)
            .expect(FAIL),
        digest(
            "manifest-bundle-id-uppercase",
            &rules::BUNDLE_ID_CASE,
            "bundle_id",
            Form::Uppercase,
        )
        .expect(FAIL),
        digest("manifest-bundle-id-63-digits", &rules::BUNDLE_ID_VALUE, "bundle_id", Form::Short)
            .expect(FAIL),
        value(
            "manifest-bundle-id-zeros",
            &rules::BUNDLE_ID_VALUE,
            "/bundle_id",
            json!(ZERO_DIGEST),
        )
        .because("The run root is right.")
        .expect(FAIL),
        DENY.vary(
            "manifest-roots-agree",
            &rules::RUN_ROOT_VALUE,
            "run_root and bundle_id are the same 64 zeros",
            |draft| {
                draft.manifest(|manifest| {
                    manifest["run_root"] = json!(ZERO_DIGEST);
                    manifest["bundle_id"] = json!(ZERO_DIGEST);
                })
            },
        )
        .because("The two agree with each other and not with the chain.")
        .expect(FAIL),
    ]
}

fn forms() -> Vec<Case> {
    vec![
        DENY.vary(
            "manifest-indented",
            &rules::MANIFEST_SPELLING,
            "the manifest is indented and ends in a line feed",
            |draft| {
                draft.manifest_file(|file| {
                    let value: Value = serde_json::from_slice(file)
                        .expect("a manifest is JSON until it is edited");
                    *file = indented(&value);
                })
            },
        )
        .expect(INCOMPLETE),
        DENY.vary(
            "manifest-escaped",
            &rules::MANIFEST_SPELLING,
            "a letter of the member name run_root is written as an escape",
            |draft| {
                draft
                    .manifest_file(|file| edit::replace(file, "\"run_root\"", r#""run\u005froot""#))
            },
        )
        .expect(INCOMPLETE),
        DENY.vary(
            "manifest-white-space",
            &rules::MANIFEST_SPELLING,
            "blanks, tabs, line feeds and carriage returns stand around `event_count`, its colon \
             and its value",
            |draft| {
                draft.manifest_file(|file| {
                    edit::replace(file, COUNT, " \t\r\n\"event_count\"\r\t\n : \n\r\t1\t \n\r");
                })
            },
        )
        .expect(INCOMPLETE),
        DENY.vary(
            "manifest-number-forms",
            &rules::MANIFEST_SPELLING,
            "a further member holds the numbers 1e+5, 1E5, 1.50 and -0",
            |draft| {
                draft.manifest(|manifest| manifest["x_numbers"] = json!([])).manifest_file(|file| {
                    edit::replace(file, r#""x_numbers":[]"#, r#""x_numbers":[1e+5,1E5,1.50,-0]"#);
                })
            },
        )
        .expect(INCOMPLETE),
        DENY.vary(
            "manifest-string-forms",
            &rules::MANIFEST_SPELLING,
            "the producer's version is written with every escape that JSON has",
            |draft| {
                draft.manifest_file(|file| {
                    let version = r#""version":"\u0041\/\b\f\n\r\t\"\\\ud83d\uDD11""#;
                    edit::replace(file, UNREAD, version);
                })
            },
        )
        .expect(INCOMPLETE),
        DENY.vary(
            "manifest-further-member",
            &rules::MANIFEST_FURTHER_MEMBER,
            "the manifest has a member that nobody knows",
            |draft| {
                draft.manifest(|manifest| {
                    manifest["x_retention"] = json!({"days": 30, "holder": null});
                })
            },
        )
        .expect(INCOMPLETE),
    ]
}

fn value(id: &'static str, rule: &'static Rule, pointer: &'static str, value: Value) -> Variant {
    DENY.vary(id, rule, format!("`{}` is `{value}`", name(pointer)), |draft| {
        draft.manifest(|manifest| edit::set(manifest, pointer, value))
    })
}

fn left_out(id: &'static str, rule: &'static Rule, pointer: &'static str) -> Variant {
    DENY.vary(id, rule, format!("`{}` is left out", name(pointer)), |draft| {
        draft.manifest(|manifest| edit::leave_out(manifest, pointer))
    })
}

fn name(pointer: &str) -> String {
    pointer.trim_start_matches('/').replace('/', ".")
}

/// How a digest of the manifest is misspelled.
#[derive(Clone, Copy)]
enum Form {
    Bare,
    Uppercase,
    Short,
}

fn digest(id: &'static str, rule: &'static Rule, member: &'static str, form: Form) -> Variant {
    let words = match form {
        Form::Bare => format!("`{member}` lacks its `sha256:`"),
        Form::Uppercase => format!("the digits of `{member}` are in uppercase"),
        Form::Short => format!("`{member}` lacks its last digit"),
    };
    DENY.vary(id, rule, words, |draft| {
        draft.manifest(move |manifest| {
            let digest = &mut manifest[member];
            match form {
                Form::Bare => *digest = json!(digits(digest)),
                Form::Uppercase => {
                    *digest = json!(format!("sha256:{}", digits(digest).to_uppercase()))
                }
                Form::Short => shorten(digest),
            }
        })
    })
}

fn digits(digest: &Value) -> String {
    let text = digest.as_str().expect("digests are strings");
    text.strip_prefix("sha256:").expect("digests start with their algorithm").to_owned()
}

fn shorten(digest: &mut Value) {
    let digits = digits(digest);
    *digest = json!(format!("sha256:{}", &digits[..digits.len() - 1]));
}

fn add(number: &mut Value, difference: i64) {
    *number = json!(number.as_i64().expect("lengths are integers") + difference);
}
