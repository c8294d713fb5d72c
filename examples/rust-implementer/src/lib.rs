//! The beginning of a verifier for `privileged-mcp-action/v0`: it reads the
//! archive and compares the one digest that needs no canonical form. Everything
//! else is marked TODO, and until it is written no bundle is called valid.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

const NAMES: [&str; 2] = ["manifest.json", "events.ndjson"];

/// Bytes that are unpacked at most: bundles come from anybody.
const LIMIT: u64 = 64 << 20;

/// The report of Section 3 on one bundle.
pub fn verify(bundle: &Path) -> Value {
    let integrity = read_bundle(bundle)
        .map_err(|error| format!("cannot read the bundle: {error}"))
        .and_then(|[manifest, events]| check_integrity(&manifest, &events));
    let (integrity, finding) = match integrity {
        Err(fault) => ("fail", fault),
        Ok(()) => ("pass", "TODO: stages 2 to 4 are not written yet".to_owned()),
    };
    let mut report = json!({
        "schema": "assay.privileged_mcp_action.verify.report.v0",
        "profile": "privileged-mcp-action/v0",
        "bundle_integrity": integrity,
        "findings": [finding],
        "non_claims": [
            "allow does not prove upstream delivery",
            "deny does not establish maliciousness",
            "caller-visible denial does not prove external side-effect absence",
            "bundle integrity does not upgrade source class",
        ],
    });
    if integrity == "pass" {
        // TODO: stage 2, stage 3, and the claims of stage 4 (Section 5).
        report["verdict"] = json!("invalid");
    }
    report
}

/// Section 4: a `.tar.gz` with exactly two entries, in this order.
fn read_bundle(path: &Path) -> io::Result<[Vec<u8>; 2]> {
    let unpacked = flate2::read::GzDecoder::new(File::open(path)?).take(LIMIT);
    let mut archive = tar::Archive::new(unpacked);
    let mut entries = archive.entries()?;
    let mut next = |name: &str| -> io::Result<Vec<u8>> {
        let mut entry = entries.next().ok_or_else(|| other("an entry is missing"))??;
        if entry.path_bytes() != name.as_bytes() || !entry.header().entry_type().is_file() {
            return Err(other("not the two files, in order"));
        }
        let mut content = Vec::new();
        entry.read_to_end(&mut content)?;
        Ok(content)
    };
    let files = [next(NAMES[0])?, next(NAMES[1])?];
    match entries.next() {
        None => Ok(files),
        Some(_) => Err(other("there is a third entry")),
    }
}

fn other(text: &str) -> io::Error {
    io::Error::other(text.to_owned())
}

/// Stage 1, Section 4: the first check that does not hold ends it.
fn check_integrity(manifest: &[u8], events: &[u8]) -> Result<(), String> {
    let manifest: Value = serde_json::from_slice(manifest)
        .map_err(|error| format!("the manifest is no JSON: {error}"))?;
    if manifest["files"]["events.ndjson"]["sha256"] != digest(events) {
        return Err("events.ndjson is not what the manifest pins".to_owned());
    }
    // TODO: bytes, then of each line: content hash, id, sequence, run id; event count and run_root;
    // last of all bundle_id. The rules of it:
    // mcp-evidence list rules --suite privileged-mcp-action-v0-rules 'stage1.*'
    Ok(())
}

fn digest(bytes: &[u8]) -> String {
    let hex: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{hex}")
}
