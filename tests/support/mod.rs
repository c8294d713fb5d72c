//! Sealed bundles for tests and benches, layer by layer, so that any layer can
//! be changed and all above it sealed over the change.

#![allow(dead_code, reason = "each test uses its part")]

use flate2::write::GzEncoder;
use mcp_evidence_contract::vocabulary::{
    ALGORITHM_CANON, ALGORITHM_HASH, ALGORITHM_ROOT, DECISION_NON_CLAIMS, OBSERVATION_NON_CLAIMS,
};
use mcp_evidence_generator::{canonical, chain, digest};
use serde_json::{Value, json};
use std::io::Write as _;

/// Bytes of a tar block.
pub(crate) const BLOCK: usize = 512;

/// A deny decision that every check lets through.
pub(crate) fn decision() -> Value {
    json!({
        "schema": "assay.enforcement_decision.v0",
        "decision": "deny",
        "reason": "no_declared_allowance",
        "drift_state": "not_evaluated",
        "tool": {"name": "delete_branch"},
        "action": {"target_digest": format!("sha256:{}", "0123456789abcdef".repeat(4))},
        "fail_closed": true,
        "non_claims": DECISION_NON_CLAIMS,
    })
}

/// A marker that binds to [`decision`].
pub(crate) fn marker() -> Value {
    json!({
        "schema": "assay.denied_call_observation.v0",
        "call": {
            "tool_name": "delete_branch",
            "target_digest": decision()["action"]["target_digest"],
        },
        "caller_visible_error": {"code": -32042, "origin": "assay-proxy", "reason": "denied"},
        "caller_visible_response_digest": format!("sha256:{}", "ab".repeat(32)),
        "non_claims": OBSERVATION_NON_CLAIMS,
    })
}

/// An establish record beside [`decision`].
pub(crate) fn establish() -> Value {
    json!({
        "schema": "assay.manifest_establish.v0",
        "establish_path": "established_then_denied",
        "run_outcome": "complete",
        "establish_attempted": true,
    })
}

/// Text that an event outside the namespace carries.
pub(crate) fn note(text: &str) -> Value {
    json!({"schema": "example.note.v1", "text": text})
}

/// The event around a payload, with its content hash.
pub(crate) fn event(seq: usize, payload: Value) -> Value {
    let event_type = payload.get("schema").and_then(Value::as_str).unwrap_or("example.bare");
    let mut event = json!({
        "specversion": "1.0",
        "type": event_type,
        "source": "urn:example:gateway",
        "id": format!("run-7:{seq}"),
        "time": "2026-01-01T00:00:00Z",
        "datacontenttype": "application/json",
        "assayrunid": "run-7",
        "assayseq": seq,
    });
    event["data"] = payload;
    seal_event(&mut event);
    event
}

/// Gives an event the content hash that it must carry.
pub(crate) fn seal_event(event: &mut Value) {
    let hashed: serde_json::Map<String, Value> =
        ["specversion", "type", "datacontenttype", "subject", "data"]
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), event.get(name)?.clone())))
            .collect();
    event["assaycontenthash"] = json!(digest(&canonical(&Value::Object(hashed))));
}

/// The events file of these events, in canonical lines.
pub(crate) fn events_file(events: &[Value]) -> Vec<u8> {
    events.iter().flat_map(|event| [canonical(event), b"\n".to_vec()]).flatten().collect()
}

/// The manifest over an events file; `hashes` are the content hashes of its
/// lines.
pub(crate) fn manifest_over<'a>(file: &[u8], hashes: impl Iterator<Item = &'a str>) -> Value {
    let hashes: Vec<&str> = hashes.collect();
    let root = chain(hashes.iter().copied());
    json!({
        "schema_version": 1,
        "run_id": "run-7",
        "event_count": hashes.len(),
        "run_root": root,
        "bundle_id": root,
        "algorithms": {"canon": ALGORITHM_CANON, "hash": ALGORITHM_HASH, "root": ALGORITHM_ROOT},
        "files": {"events.ndjson": {
            "path": "events.ndjson", "sha256": digest(file), "bytes": file.len(),
        }},
    })
}

/// The manifest over these events, as they are in `file`.
pub(crate) fn manifest(file: &[u8], events: &[Value]) -> Value {
    manifest_over(file, events.iter().map(|event| event["assaycontenthash"].as_str().unwrap_or("")))
}

/// A tar entry: header, data, padding.
pub(crate) fn entry(name: &str, data: &[u8]) -> Vec<u8> {
    let mut entry = vec![0; BLOCK];
    entry[..name.len()].copy_from_slice(name.as_bytes());
    entry[100..108].copy_from_slice(b"0000644\0");
    entry[108..116].copy_from_slice(b"0000000\0");
    entry[116..124].copy_from_slice(b"0000000\0");
    entry[124..136].copy_from_slice(format!("{:011o}\0", data.len()).as_bytes());
    entry[136..148].copy_from_slice(b"00000000000\0");
    entry[156] = b'0';
    entry[257..265].copy_from_slice(b"ustar\x0000");
    seal_header(&mut entry);
    entry.extend_from_slice(data);
    entry.resize(entry.len().next_multiple_of(BLOCK), 0);
    entry
}

/// Makes the checksum of the header at the start right again.
pub(crate) fn seal_header(header: &mut [u8]) {
    header[148..156].fill(b' ');
    let sum: u32 = header[..BLOCK].iter().map(|byte| u32::from(*byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
}

/// The archive of the two files.
pub(crate) fn archive(manifest: &[u8], events: &[u8]) -> Vec<u8> {
    let mut archive = entry("manifest.json", manifest);
    archive.extend(entry("events.ndjson", events));
    archive.extend([0; 2 * BLOCK]);
    archive
}

/// A gzip member around `bytes`.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    encoder.write_all(bytes).expect("writes to memory");
    encoder.finish().expect("writes to memory")
}

/// The same without compression, for many small ones.
pub(crate) fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::none());
    encoder.write_all(bytes).expect("writes to memory");
    encoder.finish().expect("writes to memory")
}

/// The bundle of an events file and its manifest.
pub(crate) fn bundle(manifest: &Value, events: &[u8]) -> Vec<u8> {
    gzip(&archive(&canonical(manifest), events))
}

/// The bundle of these payloads, one event each.
pub(crate) fn bundle_of(payloads: &[Value]) -> Vec<u8> {
    let events: Vec<Value> =
        payloads.iter().enumerate().map(|(seq, payload)| event(seq, payload.clone())).collect();
    let file = events_file(&events);
    bundle(&manifest(&file, &events), &file)
}
