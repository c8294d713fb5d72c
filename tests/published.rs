//! The program over published bytes. The folder that holds them is named by
//! `MCP_EVIDENCE_PUBLISHED`; without it these tests are listed as ignored.

mod common;

use common::{code, run, stdout};
use libtest_mimic::{Arguments, Failed, Trial};
use mcp_evidence_reference::{Limits, inspect};
use serde_json::Value;
use std::io::Write as _;
use std::path::{Path, PathBuf};

type Test = fn(&Path) -> Result<(), Failed>;

fn main() {
    let folder = common::published();
    let tests: [(&str, Test); 4] = [
        ("the_published_manifest_is_matched", the_published_manifest_is_matched),
        ("the_published_manifest_of_v1_is_matched", the_published_manifest_of_v1_is_matched),
        ("the_published_digest_is_recognized", the_published_digest_is_recognized),
        ("the_verifier_canonicalizes_as_rfc_8785", the_verifier_canonicalizes_as_rfc_8785),
    ];
    let trials = tests
        .into_iter()
        .map(|(name, test)| {
            let folder: Option<PathBuf> = folder.clone();
            let ignored = folder.is_none();
            let run = move || test(&folder.ok_or("MCP_EVIDENCE_PUBLISHED is not set")?);
            Trial::test(name, run).with_ignored_flag(ignored)
        })
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn manifest(folder: &Path, version: &str) -> Result<String, Failed> {
    let path = folder.join(version).join("MANIFEST.json").canonicalize()?;
    Ok(path.to_str().ok_or("a path that is text")?.to_owned())
}

fn the_published_manifest_is_matched(folder: &Path) -> Result<(), Failed> {
    let output = run(&["run", "--builtin", "--manifest", &manifest(folder, "v0")?]);
    assert!(stdout(&output).contains("14 of 14 matched"), "{}", stdout(&output));
    assert_eq!(code(&output), 0);
    Ok(())
}

/// The manifest's profile decides how the built-in verifier is started.
fn the_published_manifest_of_v1_is_matched(folder: &Path) -> Result<(), Failed> {
    let output = run(&["run", "--builtin", "--manifest", &manifest(folder, "v1")?]);
    let told = stdout(&output);
    assert!(told.contains("7 of 7 matched") && !told.contains("warnings"), "{told}");
    assert_eq!(code(&output), 0);
    Ok(())
}

fn the_published_digest_is_recognized(folder: &Path) -> Result<(), Failed> {
    for version in ["v0", "v1"] {
        let output = run(&["digest", &manifest(folder, version)?]);
        let line = format!("this is the published digest of privileged-mcp-action/{version}");
        assert!(stdout(&output).contains(&line), "{}", stdout(&output));
        assert_eq!(code(&output), 0);
    }
    Ok(())
}

/// Each vector's input as the data of an event, spelled as it is: what the
/// verifier hashes holds the expected form.
fn the_verifier_canonicalizes_as_rfc_8785(folder: &Path) -> Result<(), Failed> {
    let text = std::fs::read(folder.join("canonicalization/rfc8785-vectors.json"))?;
    let vectors: Value = serde_json::from_slice(&text)?;
    let vectors = vectors.as_object().ok_or("the vectors are an object")?;
    let mut count = 0;
    for (name, vector) in vectors.iter().filter(|(name, _)| !name.starts_with('_')) {
        let text = |member: &str| vector[member].as_str().ok_or(format!("{name}: no {member}"));
        let line = format!("{{\"assayseq\":0,\"data\":{}}}", text("input")?);
        let bundle = bundle(line.as_bytes())?;
        let inspection = inspect(&*bundle, &Limits::default(), Some(0));
        let canonical = inspection.canonical.ok_or(format!("{name}: nothing was hashed"))?;
        assert_eq!(
            String::from_utf8(canonical)?,
            format!("{{\"data\":{}}}", text("expected")?),
            "{name}"
        );
        count += 1;
    }
    assert_eq!(count, 31);
    Ok(())
}

/// A bundle whose checks fail but whose one event can be read.
fn bundle(line: &[u8]) -> Result<Vec<u8>, Failed> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, bytes) in [("manifest.json", &b"{}"[..]), ("events.ndjson", line)] {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_entry_type(tar::EntryType::Regular);
        header.set_mode(0o644);
        archive.append_data(&mut header, name, bytes)?;
    }
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&archive.into_inner()?)?;
    Ok(gzip.finish()?)
}
