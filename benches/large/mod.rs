//! Large bundles, and the floor that no verifier can be faster than.

#![allow(dead_code, reason = "each bench uses its part")]

use crate::support;
use mcp_evidence_generator::canonical;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};
use zlib_rs::{Inflate, InflateFlush, Status};

/// How event lines are spelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// In canonical form.
    Canonical,
    /// Members in falling order, blanks, escapes that are not needed.
    Respelled,
}

/// A bundle to be measured.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Case {
    /// Its name in tables.
    pub(crate) name: &'static str,
    /// Events, one of them a decision.
    pub(crate) events: usize,
    /// Bytes of a line, about.
    pub(crate) line: usize,
    /// How lines are spelled.
    pub(crate) spelling: Spelling,
}

impl Case {
    /// The bundle.
    pub(crate) fn bundle(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut hashes = Vec::with_capacity(self.events);
        for seq in 0..self.events {
            let payload = if seq == 0 { support::decision() } else { payload(seq, self.line) };
            let event = support::event(seq, payload);
            match self.spelling {
                Spelling::Canonical => file.extend(canonical(&event)),
                Spelling::Respelled => respell(&event, &mut file),
            }
            file.push(b'\n');
            hashes.push(event["assaycontenthash"].as_str().expect("sealed").to_owned());
        }
        let manifest = support::manifest_over(&file, hashes.iter().map(String::as_str));
        support::bundle(&manifest, &file)
    }
}

/// What a gateway logs about a call that is none of the profile's business.
fn payload(seq: usize, line: usize) -> Value {
    // A fixed sequence that compresses about as well as identifiers do.
    let id = (seq as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut payload = json!({
        "schema": "example.tool_call.v1",
        "call": {"id": format!("{id:016x}"), "tool_name": "read_file", "attempt": seq % 3},
        "latency_ms": seq % 977,
        "ok": seq % 7 != 0,
        "path": format!("/srv/projects/{}/notes-{seq}.md", seq % 13),
        "tags": ["read", "workspace", "r\u{e9}sum\u{e9}"],
    });
    let rest = line.saturating_sub(480);
    let text = format!("line {seq} of the file, and what it says there\n");
    payload["excerpt"] = json!(text.repeat(rest.div_ceil(text.len())));
    payload
}

/// Writes a value so that nothing of its canonical form is left but its
/// meaning.
fn respell(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Object(members) => respell_members(members, out),
        Value::Array(items) => {
            out.extend(b"[ ");
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.extend(b", ");
                }
                respell(item, out);
            }
            out.extend(b" ]");
        }
        Value::String(text) => {
            let text = Value::from(text.as_str()).to_string();
            out.extend(text.replace('/', "\\/").replace('\u{e9}', "\\u00e9").into_bytes());
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => out.extend(value.to_string().bytes()),
    }
}

fn respell_members(members: &Map<String, Value>, out: &mut Vec<u8>) {
    out.extend(b"{ ");
    for (at, (name, member)) in members.iter().rev().enumerate() {
        if at > 0 {
            out.extend(b", ");
        }
        out.extend(Value::from(name.as_str()).to_string().bytes());
        out.extend(b": ");
        respell(member, out);
    }
    out.extend(b" }");
}

/// The floor: decoding with the reader's library, and two SHA-256 passes over
/// what comes out. Gives the decoded length.
pub(crate) fn floor(bundle: &[u8]) -> u64 {
    const GZIP_HEADER: usize = 10;
    const PIECE: usize = 128 * 1024;
    let mut inflate = Inflate::new(false, 15);
    let mut hashers = [Sha256::new(), Sha256::new()];
    let mut piece = vec![0; PIECE];
    loop {
        let from = GZIP_HEADER + inflate.total_in() as usize;
        let before = inflate.total_out();
        let status = inflate
            .decompress(&bundle[from..], &mut piece, InflateFlush::NoFlush)
            .expect("a bundle of our own");
        let decoded = (inflate.total_out() - before) as usize;
        for hasher in &mut hashers {
            hasher.update(&piece[..decoded]);
        }
        if status == Status::StreamEnd {
            break;
        }
    }
    for hasher in hashers {
        std::hint::black_box(hasher.finalize());
    }
    inflate.total_out()
}
