//! Changes to the JSON values of a bundle: payloads, events, manifest.

use super::Random;
use crate::support;
use serde_json::{Value, json};

/// Records and notes in some order, mostly one that is valid.
pub(super) fn payloads(random: &mut Random) -> Vec<Value> {
    if random.once_in(30) {
        return Vec::new();
    }
    let mut payloads = vec![support::decision()];
    if random.once_in(2) {
        payloads.push(support::marker());
    }
    if random.once_in(3) {
        payloads.push(support::establish());
    }
    if random.once_in(2) {
        payloads.push(support::note("r\u{e9}sum\u{e9} \u{1f600} \"quoted\" \u{1}"));
    }
    if random.once_in(4) {
        let rotated = random.below(payloads.len());
        payloads.rotate_left(rotated);
    }
    if random.once_in(4) {
        let allow = [
            ("decision", json!("allow")),
            ("reason", json!("allow")),
            ("fail_closed", json!(false)),
        ];
        for payload in &mut payloads {
            if payload["schema"] == "assay.enforcement_decision.v0" {
                for (name, value) in allow.clone() {
                    payload[name] = value;
                }
            }
        }
    }
    payloads
}

const PAYLOAD_POINTERS: [&str; 25] = [
    "/schema",
    "/decision",
    "/reason",
    "/drift_state",
    "/tool",
    "/tool/name",
    "/action",
    "/action/target_digest",
    "/fail_closed",
    "/non_claims",
    "/non_claims/0",
    "/call",
    "/call/tool_name",
    "/call/target_digest",
    "/caller_visible_error",
    "/caller_visible_error/code",
    "/caller_visible_error/origin",
    "/caller_visible_error/reason",
    "/caller_visible_response_digest",
    "/establish_path",
    "/run_outcome",
    "/establish_attempted",
    "/further",
    "/approval_retained_view",
    "/text",
];

pub(super) fn change_payloads(payloads: &mut Vec<Value>, random: &mut Random) -> String {
    if payloads.is_empty() || random.once_in(10) {
        payloads.push(match random.below(6) {
            0 => support::decision(),
            1 => support::marker(),
            2 => support::establish(),
            _ => any_value(random),
        });
        return "a further payload".to_owned();
    }
    let place = random.below(payloads.len());
    if random.once_in(12) {
        payloads.remove(place);
        return format!("payload {place} is gone");
    }
    format!("payload {place}: {}", change(&mut payloads[place], &PAYLOAD_POINTERS, random))
}

const EVENT_POINTERS: [&str; 16] = [
    "/specversion",
    "/type",
    "/type",
    "/source",
    "/id",
    "/time",
    "/datacontenttype",
    "/assayrunid",
    "/assayseq",
    "/assaycontenthash",
    "/data",
    "/subject",
    "/subject",
    "/further",
    "/assaygit",
    "/data/schema",
];

pub(super) fn change_event(events: &mut Vec<Value>, random: &mut Random) -> String {
    if events.is_empty() {
        events.push(any_value(random));
        return "an event that is any value".to_owned();
    }
    let place = random.below(events.len());
    match random.below(14) {
        0 => {
            let other = random.below(events.len());
            events.swap(place, other);
            return format!("events {place} and {other} swapped");
        }
        1 => {
            events[place] = any_value(random);
            return format!("event {place} is {}", events[place]);
        }
        2 => {
            let copy = events[place].clone();
            events.push(copy);
            return format!("event {place} once more");
        }
        _ => {}
    }
    format!("event {place}: {}", change(&mut events[place], &EVENT_POINTERS, random))
}

const MANIFEST_POINTERS: [&str; 18] = [
    "/schema_version",
    "/run_id",
    "/event_count",
    "/run_root",
    "/bundle_id",
    "/algorithms",
    "/algorithms/canon",
    "/algorithms/hash",
    "/algorithms/root",
    "/algorithms/further",
    "/files",
    "/files/events.ndjson",
    "/files/events.ndjson/path",
    "/files/events.ndjson/sha256",
    "/files/events.ndjson/bytes",
    "/files/other",
    "/producer",
    "/further",
];

pub(super) fn change_manifest(manifest: &mut Value, random: &mut Random) -> String {
    format!("manifest: {}", change(manifest, &MANIFEST_POINTERS, random))
}

/// Sets, twists or takes out a member.
fn change(value: &mut Value, pointers: &[&'static str], random: &mut Random) -> String {
    let pointer = random.of(pointers);
    let (parent, name) = pointer.rsplit_once('/').unwrap_or(("", pointer));
    let Some(Value::Object(parent)) = value.pointer_mut(parent) else {
        return format!("{pointer} is out of reach");
    };
    if random.once_in(6) {
        parent.remove(name);
        return format!("{pointer} is gone");
    }
    let new = match parent.get(name) {
        Some(old) if random.once_in(2) => twist(old, random),
        Some(_) | None => any_value(random),
    };
    let shown = format!("{pointer} is {new}");
    parent.insert(name.to_owned(), new);
    shown
}

/// Nearly the same value.
fn twist(value: &Value, random: &mut Random) -> Value {
    match value {
        Value::String(text) => match random.below(9) {
            0 => json!(text.to_uppercase()),
            1 => json!(text.trim_start_matches("sha256:")),
            2 => json!(format!("{text} ")),
            3 => json!(format!(" {text}")),
            4 => json!([text]),
            5 => json!(text.chars().skip(1).collect::<String>()),
            6 => json!(format!("{text}0")),
            7 => json!(text.replace('0', "1")),
            _ => json!(text.replace(".v0", ".v1")),
        },
        Value::Number(number) => {
            let number = number.as_f64().unwrap_or(0.0);
            match random.below(6) {
                0 => json!(number + 1.0),
                1 => json!(number - 1.0),
                2 => json!(number + 0.5),
                3 => json!(-number),
                4 => json!(number.to_string()),
                _ => json!(number),
            }
        }
        Value::Bool(truth) => match random.below(3) {
            0 => json!(!truth),
            1 => json!(u8::from(*truth)),
            _ => json!(truth.to_string()),
        },
        Value::Array(items) => {
            let mut items = items.clone();
            match random.below(5) {
                0 => items.reverse(),
                1 => drop(items.pop()),
                2 => items.push(any_value(random)),
                3 => items.extend(items.clone()),
                _ => return json!(items.iter().filter_map(Value::as_str).collect::<String>()),
            }
            Value::Array(items)
        }
        Value::Object(_) if random.once_in(2) => json!([value]),
        Value::Object(_) | Value::Null => any_value(random),
    }
}

/// A value that some check may stumble over.
fn any_value(random: &mut Random) -> Value {
    const WORDS: [&str; 26] = [
        "",
        " ",
        "allow",
        "deny",
        "1.0",
        "application/json",
        "run-7",
        "run-7:0",
        "run-7:00",
        "run-7:1",
        "assay.enforcement_decision.v0",
        "assay.denied_call_observation.v0",
        "assay.manifest_establish.v0",
        "assay.enforcement_decision.v0 ",
        "assay.enforcement_decision.",
        "assay.enforcement_decision",
        "ASSAY.enforcement_decision.v0",
        "assay.manifest_establish.v1",
        "assay-proxy",
        "-32042",
        "not_performed",
        "immediate_deny",
        "no_establish_needed",
        "established_then_allowed",
        "events.ndjson",
        "\u{1f600}\u{e000}\\\"\u{0}",
    ];
    match random.below(16) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(false),
        3 => json!(0),
        4 => json!(1),
        5 => json!(-32042),
        6 => json!(-32042.0),
        7 => json!(1e300),
        8 => json!([]),
        9 => json!({}),
        10 => json!({"schema": random.of(&WORDS), "name": "", "\u{10000}": 1, "\u{e000}": 2}),
        11 => json!([[null, 0.1, -0.0, 1e21, 123456789012345680000.0, 5e-324]]),
        12 => json!(format!("sha256:{}", random.of(&["0", "a", "A", "g", "00"])).repeat(64)),
        13 => json!(format!("sha256:{}", random.of(&["0", "a", "A", "g"]).repeat(64))),
        _ => json!(random.of(&WORDS)),
    }
}
