//! Small sealed bundles for this crate's own tests, made with none of the
//! generator's code.

use crate::digest;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::io::Write as _;

/// A deny decision that every check lets through.
pub(crate) fn deny() -> Value {
    json!({
        "schema": "assay.enforcement_decision.v0",
        "decision": "deny",
        "reason": "no_declared_allowance",
        "drift_state": "not_evaluated",
        "tool": {"name": "t"},
        "action": {"target_digest": format!("sha256:{}", "0".repeat(64))},
        "fail_closed": true,
        "non_claims": mcp_evidence_contract::vocabulary::DECISION_NON_CLAIMS,
    })
}

/// Event lines for `payloads`, each with its line feed.
pub(crate) fn lines(payloads: &[Value]) -> Vec<String> {
    let line = |(seq, data): (usize, &Value)| {
        let event_type = data.get("schema").and_then(Value::as_str).unwrap_or("none");
        let mut event = json!({
            "specversion": "1.0", "type": event_type, "datacontenttype": "application/json",
            "data": data,
        });
        let hash = digest::of(&serde_json_canonicalizer::to_vec(&event).expect("canonicalizes"));
        for (name, value) in [
            ("source", json!("urn:test")),
            ("id", json!(format!("run:{seq}"))),
            ("time", json!("2026-01-01T00:00:00Z")),
            ("assayrunid", json!("run")),
            ("assayseq", json!(seq)),
            ("assaycontenthash", json!(hash)),
        ] {
            event[name] = value;
        }
        format!("{event}\n")
    };
    payloads.iter().enumerate().map(line).collect()
}

/// The manifest that seals `events`.
pub(crate) fn manifest(events: &str) -> Value {
    let mut root = Sha256::new();
    for line in events.lines() {
        let event: Value = serde_json::from_str(line).expect("a line of our own");
        root.update(event["assaycontenthash"].as_str().expect("a hash of our own"));
        root.update("\n");
    }
    let root = digest::spelled(root);
    json!({
        "schema_version": 1, "run_id": "run", "event_count": events.lines().count(),
        "run_root": root, "bundle_id": root,
        "algorithms": {
            "canon": "jcs-rfc8785", "hash": "sha256",
            "root": "sha256(concat(content_hash + \"\\n\"))",
        },
        "files": {"events.ndjson": {
            "path": "events.ndjson", "bytes": events.len(), "sha256": digest::of(events.as_bytes()),
        }},
    })
}

/// A tar entry: header, data, padding.
pub(crate) fn entry(name: &str, data: &[u8]) -> Vec<u8> {
    let mut block = vec![0; 512];
    block[..name.len()].copy_from_slice(name.as_bytes());
    block[100..108].copy_from_slice(b"0000644\0");
    block[108..116].copy_from_slice(b"0000000\0");
    block[116..124].copy_from_slice(b"0000000\0");
    block[124..136].copy_from_slice(format!("{:011o}\0", data.len()).as_bytes());
    block[136..148].copy_from_slice(b"00000000000\0");
    block[156] = b'0';
    block[257..265].copy_from_slice(b"ustar\x0000");
    reseal(&mut block);
    block.extend_from_slice(data);
    block.resize(block.len().next_multiple_of(512), 0);
    block
}

/// Writes the checksum of a header anew.
pub(crate) fn reseal(block: &mut [u8]) {
    block[148..156].fill(b' ');
    let sum: u32 = block[..512].iter().map(|byte| u32::from(*byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
}

/// A gzip member around `bytes`.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("writes to memory");
    encoder.finish().expect("writes to memory")
}

/// The archive of a manifest and events.
pub(crate) fn archive(manifest: &Value, events: &str) -> Vec<u8> {
    let mut archive = entry("manifest.json", manifest.to_string().as_bytes());
    archive.extend(entry("events.ndjson", events.as_bytes()));
    archive.extend([0; 1024]);
    archive
}

/// A bundle around `payloads`.
pub(crate) fn bundle(payloads: &[Value]) -> Vec<u8> {
    let events = lines(payloads).concat();
    gzip(&archive(&manifest(&events), &events))
}
