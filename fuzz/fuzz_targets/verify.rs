//! Any bytes as an events file: sealed as they are, and with each line that is
//! an object made an event. Respelling the lines never changes the outcome.
#![no_main]

#[path = "shape.rs"]
mod shape;
#[path = "../../tests/support/mod.rs"]
mod support;

use libfuzzer_sys::fuzz_target;
use mcp_evidence_strict_json::{Limits, parse};
use serde_json::{Value, json};
use shape::verified;

fuzz_target!(|bytes: &[u8]| {
    let raw = |line: &[u8]| parse(line, Limits::default()).ok();
    let lines: Vec<Value> = bytes.split(|byte| *byte == b'\n').filter_map(raw).collect();
    let manifest = support::manifest(bytes, &lines);
    verified(&support::stored(&support::archive(manifest.to_string().as_bytes(), bytes)));

    let mut events = Vec::new();
    for mut event in lines.into_iter().filter(Value::is_object) {
        let seq = events.len();
        let whole = support::event(seq, json!({}));
        for (name, value) in whole.as_object().expect("an object") {
            if event.get(name).is_none() || matches!(name.as_str(), "id" | "assayrunid" | "assayseq") {
                event[name] = value.clone();
            }
        }
        support::seal_event(&mut event);
        events.push(event);
    }
    let canonical = support::events_file(&events);
    let respelled: String = events.iter().map(|event| format!(" {event}\t\n")).collect();
    let outcomes = [canonical.as_slice(), respelled.as_bytes()].map(|file| {
        let manifest = support::manifest(file, &events);
        verified(&support::stored(&support::archive(manifest.to_string().as_bytes(), file))).outcome()
    });
    assert_eq!(outcomes[0], outcomes[1]);
});
