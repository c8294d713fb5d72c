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
        "ok": !seq.is_multiple_of(7),
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

/// Bundles inside every limit that are made to take memory: records and a
/// manifest of tiny nested objects, and lines of numbers that grow when they
/// are written in canonical form.
pub(crate) fn greedy() -> [(&'static str, Vec<u8>); 2] {
    let mut nested = json!(0);
    for _ in 0..50 {
        nested = json!({"": nested});
    }
    let nested = vec![nested; 3900];
    let records = [support::decision(), support::marker(), support::establish()];
    let objects = records.map(|mut record| {
        record["further"] = json!(nested);
        record
    });
    // `1e20` becomes 21 digits.
    let mut numbers = support::decision();
    numbers["further"] = json!(vec![1e20; 1]);
    let grown = ["1e20"; 200_000].join(",");
    [
        ("3 records of 1 MiB, tiny objects", sealed(&objects, &json!(nested), |line| line)),
        (
            "1 record of 1 MiB, growing numbers",
            sealed(&[numbers], &json!(0), |line| line.replace("100000000000000000000", &grown)),
        ),
    ]
}

/// A bundle of respelled lines; the manifest carries `further`.
fn sealed(payloads: &[Value], further: &Value, spell: impl Fn(String) -> String) -> Vec<u8> {
    let events: Vec<Value> =
        payloads.iter().enumerate().map(|(seq, data)| support::event(seq, data.clone())).collect();
    let file: String = events.iter().map(|event| spell(event.to_string()) + " \n").collect();
    let mut manifest = support::manifest(file.as_bytes(), &events);
    manifest["further"] = further.clone();
    support::bundle(&manifest, file.as_bytes())
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
