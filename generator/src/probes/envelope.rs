//! I13 to I18, I30, I32: the manifest, and what the two files say together.

use super::Probe;
use crate::corpus::Case;
use crate::edit;
use crate::expect::{FAIL, INCOMPLETE, INVALID};
use crate::payload::ZERO_DIGEST;
use crate::twin::{DENY, DENY_NOTE, FIRST, SECOND};
use serde_json::{Value, json};

pub(super) fn vectors() -> Vec<Case> {
    let mut vectors = algorithms();
    vectors.extend(content_types());
    vectors.extend(files());
    vectors.extend(runs());
    vectors.extend(extras());
    vectors
}

fn algorithms() -> Vec<Case> {
    vec![
        manifest("i13-algorithms-absent", "the manifest lacks `algorithms`", |manifest| {
            edit::leave_out(manifest, "/algorithms");
        })
        .expect(FAIL),
        manifest("i13-other-canon", "`algorithms.canon` is `\"jcs\"`", |manifest| {
            manifest["algorithms"]["canon"] = json!("jcs");
        })
        .expect(FAIL),
        manifest("i13-other-hash", "`algorithms.hash` is `\"sha512\"`", |manifest| {
            manifest["algorithms"]["hash"] = json!("sha512");
        })
        .expect(FAIL),
        manifest(
            "i13-root-with-line-feed",
            "`algorithms.root` holds a line feed in the place of a backslash and an n",
            |manifest| {
                manifest["algorithms"]["root"] = json!("sha256(concat(content_hash + \"\n\"))");
            },
        )
        .expect(FAIL),
        manifest("i13-further-algorithm", "`algorithms` has a further member", |manifest| {
            manifest["algorithms"]["signature"] = json!("none");
        })
        .expect(INCOMPLETE),
        manifest("i13-canon-capitals", "`algorithms.canon` is `\"JCS-RFC8785\"`", |manifest| {
            manifest["algorithms"]["canon"] = json!("JCS-RFC8785");
        })
        .expect(FAIL),
        manifest("i13-hash-capitals", "`algorithms.hash` is `\"SHA256\"`", |manifest| {
            manifest["algorithms"]["hash"] = json!("SHA256");
        })
        .expect(FAIL),
        manifest("i13-algorithms-null", "the manifest's `algorithms` is `null`", |manifest| {
            manifest["algorithms"] = Value::Null;
        })
        .expect(FAIL),
        manifest("i13-algorithms-array", "the manifest's `algorithms` is `[]`", |manifest| {
            manifest["algorithms"] = json!([]);
        })
        .expect(FAIL),
    ]
}

fn manifest(id: &'static str, words: &str, edit: fn(&mut Value)) -> Probe {
    DENY.probe(id, words, |draft| draft.manifest(edit))
}

fn content_types() -> Vec<Case> {
    vec![
        content_type("i14-text-plain", "text/plain").expect(FAIL),
        content_type("i14-charset-parameter", "application/json; charset=utf-8").expect(FAIL),
    ]
}

fn content_type(id: &'static str, name: &'static str) -> Probe {
    let words = format!("the note's `datacontenttype` is `\"{name}\"`, and hashed so");
    DENY_NOTE.probe(id, &words, |draft| {
        draft.envelope(SECOND, move |event| event["datacontenttype"] = json!(name))
    })
}

fn files() -> Vec<Case> {
    vec![
        manifest("i15-file-digest-bare", "the file's digest lacks `sha256:`", |manifest| {
            let digest = &mut manifest["files"]["events.ndjson"]["sha256"];
            *digest = json!(digits(digest));
        })
        .expect(FAIL),
        manifest("i15-file-digest-uppercase", "the file's digest is in uppercase", |manifest| {
            let digest = &mut manifest["files"]["events.ndjson"]["sha256"];
            *digest = json!(format!("sha256:{}", digits(digest).to_uppercase()));
        })
        .expect(FAIL),
        manifest("i30-further-file", "`files` lists a third file", |manifest| {
            manifest["files"]["notes.txt"] =
                json!({"path": "notes.txt", "sha256": ZERO_DIGEST, "bytes": 0});
        })
        .expect(FAIL),
        manifest("i30-other-path", "the path of events.ndjson leads to a folder", |manifest| {
            manifest["files"]["events.ndjson"]["path"] = json!("data/events.ndjson");
        })
        .expect(FAIL),
        manifest("i30-path-absent", "events.ndjson has no path", |manifest| {
            edit::leave_out(manifest, "/files/events.ndjson/path");
        })
        .expect(INCOMPLETE),
    ]
}

fn digits(digest: &Value) -> String {
    let text = digest.as_str().expect("digests are strings");
    text.trim_start_matches("sha256:").to_owned()
}

fn runs() -> Vec<Case> {
    vec![
        DENY_NOTE
            .probe("i16-two-sources", "the note's source is another", |draft| {
                draft.envelope(SECOND, |event| event["source"] = json!("urn:example:notes"))
            })
            .expect(INCOMPLETE),
        DENY.probe("i16-source-without-colon", "the source is `\"exporter\"`", |draft| {
            draft.envelope(FIRST, |event| event["source"] = json!("exporter"))
        })
        .expect(INCOMPLETE),
        DENY.probe("i16-run-id-with-colon", "the run id is `\"pmav0:deny\"`", |draft| {
            draft.run("pmav0:deny")
        })
        .expect(INCOMPLETE),
        manifest("i32-run-id-absent", "the manifest lacks `run_id`", |manifest| {
            edit::leave_out(manifest, "/run_id");
        })
        .expect(INCOMPLETE),
        manifest("i32-run-id-other", "the manifest's `run_id` is another", |manifest| {
            manifest["run_id"] = json!("pmav0-other");
        })
        .expect(FAIL),
        manifest("i32-run-id-number", "the manifest's `run_id` is `7`", |manifest| {
            manifest["run_id"] = json!(7);
        })
        .expect(FAIL),
        manifest("i32-run-id-null", "the manifest's `run_id` is `null`", |manifest| {
            manifest["run_id"] = Value::Null;
        })
        .expect(FAIL),
        without_events("i32-run-id-number-no-events", json!(7)).expect(INVALID),
        without_events("i32-run-id-null-no-events", Value::Null).expect(INVALID),
        DENY_NOTE
            .probe(
                "i33-stored-backwards",
                "the events are stored in the order 1, 0, and the run root follows the numbers",
                |draft| {
                    draft.events_file(|file| {
                        let first =
                            file.iter().position(|byte| *byte == b'\n').expect("lines end in LF");
                        file.rotate_left(first + 1);
                    })
                },
            )
            .expect(FAIL),
    ]
}

fn without_events(id: &'static str, run_id: Value) -> Probe {
    let words = format!("there is no event, and the manifest's `run_id` is `{run_id}`");
    DENY.probe(id, &words, |draft| {
        draft.payloads(Vec::clear).manifest(|manifest| manifest["run_id"] = run_id)
    })
}

fn extras() -> Vec<Case> {
    vec![
        DENY.probe(
            "i17-event-extras-absent",
            "the event lacks producer, version, git and privacy members",
            |draft| {
                draft.envelope(FIRST, |event| {
                    for name in ["producer", "producerversion", "git", "pii", "secrets"] {
                        edit::leave_out(event, &format!("/assay{name}"));
                    }
                })
            },
        )
        .expect(INCOMPLETE),
        manifest("i17-manifest-producer-absent", "the manifest lacks `producer`", |manifest| {
            edit::leave_out(manifest, "/producer");
        })
        .expect(INCOMPLETE),
        DENY.probe("i18-no-events", "there is no event, and every hash is over none", |draft| {
            draft.payloads(Vec::clear)
        })
        .expect(INVALID),
    ]
}
