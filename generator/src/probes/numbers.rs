//! I02, I19, I24, I29: spellings of numbers, and what is none.

use super::Probe;
use crate::corpus::Case;
use crate::edit;
use crate::expect::{CONFIRMED, FAIL, INCOMPLETE};
use crate::twin::{DENY, DENY_MARKER, DENY_NOTE, FIRST, SECOND};
use serde_json::{Value, json};

pub(super) fn vectors() -> Vec<Case> {
    let mut vectors = marker_codes();
    vectors.extend(rounded());
    vectors.extend(counts());
    vectors.extend(out_of_range());
    vectors
}

fn marker_codes() -> Vec<Case> {
    vec![
        marker_code("i02-decimal-code", "-32042.0").expect(CONFIRMED),
        marker_code("i02-exponent-code", "-3.2042e4").expect(CONFIRMED),
    ]
}

fn marker_code(id: &'static str, spelling: &'static str) -> Probe {
    DENY_MARKER.probe(id, &format!("the marker's code is spelled {spelling}"), |draft| {
        draft.events_file(move |file| {
            edit::replace(file, r#""code":-32042"#, format!(r#""code":{spelling}"#));
        })
    })
}

fn rounded() -> Vec<Case> {
    vec![
        noted("i19-beyond-2-53", json!(9_007_199_254_740_992_u64), "9007199254740993")
            .expect(INCOMPLETE),
        noted("i19-long-fraction", json!(0.1), "0.1000000000000000055511151231257827")
            .expect(INCOMPLETE),
        noted("i19-underflow", json!(0), "1e-400").expect(INCOMPLETE),
    ]
}

/// A note whose text is the double `hashed`, spelled otherwise in its line.
fn noted(id: &'static str, hashed: Value, spelling: &'static str) -> Probe {
    let words = format!("a number of the note is spelled {spelling} and hashed as {hashed}");
    DENY_NOTE.probe(id, &words, |draft| {
        let canonical = format!(r#""text":{hashed}"#);
        draft.set(SECOND, "/text", hashed).events_file(move |file| {
            edit::replace(file, &canonical, format!(r#""text":{spelling}"#));
        })
    })
}

fn counts() -> Vec<Case> {
    vec![
        DENY.probe("i24-schema-version-decimal", "`schema_version` is spelled 1.0", |draft| {
            draft.manifest_file(|file| {
                edit::replace(file, r#""schema_version":1"#, r#""schema_version":1.0"#);
            })
        })
        .expect(INCOMPLETE),
        DENY.probe("i24-event-count-exponent", "`event_count` is spelled 1e0", |draft| {
            draft.manifest_file(|file| {
                edit::replace(file, r#""event_count":1"#, r#""event_count":1e0"#);
            })
        })
        .expect(INCOMPLETE),
        DENY.probe("i24-bytes-decimal", "the length of events.ndjson ends in .0", |draft| {
            draft.manifest_file(|file| edit::replace(file, r#","path""#, r#".0,"path""#))
        })
        .expect(INCOMPLETE),
        DENY.probe("i24-sequence-decimal", "`assayseq` is spelled 0.0", |draft| {
            draft.events_file(|file| edit::replace(file, r#""assayseq":0"#, r#""assayseq":0.0"#))
        })
        .expect(INCOMPLETE),
        DENY.probe("i24-schema-version-true", "`schema_version` is `true`", |draft| {
            draft.manifest(|manifest| manifest["schema_version"] = json!(true))
        })
        .expect(FAIL),
        DENY.probe("i24-event-count-true", "`event_count` is `true`", |draft| {
            draft.manifest(|manifest| manifest["event_count"] = json!(true))
        })
        .expect(FAIL),
        DENY.probe("i24-event-count-string", "`event_count` is `\"1\"`", |draft| {
            draft.manifest(|manifest| manifest["event_count"] = json!("1"))
        })
        .expect(FAIL),
        DENY.probe("i24-sequence-string", "`assayseq` is `\"0\"`", |draft| {
            draft.event(FIRST, |event| event["assayseq"] = json!("0"))
        })
        .expect(FAIL),
    ]
}

fn out_of_range() -> Vec<Case> {
    vec![
        unhashed("i29-exponent-400", "1e400").expect(FAIL),
        unhashed("i29-nan", "NaN").expect(FAIL),
        unhashed("i29-infinity", "Infinity").expect(FAIL),
        DENY.probe("i29-manifest-exponent-400", "the producer's version is 1e400", |draft| {
            draft.manifest_file(|file| {
                edit::replace(file, r#""version":"0.1.0""#, r#""version":1e400"#);
            })
        })
        .expect(FAIL),
    ]
}

fn unhashed(id: &'static str, number: &'static str) -> Probe {
    let words = format!("a member that no hash covers is {number}");
    DENY.probe(id, &words, |draft| {
        draft.events_file(move |file| {
            edit::replace(file, r#""assaygit":"unknown""#, format!(r#""assaygit":{number}"#));
        })
    })
}
