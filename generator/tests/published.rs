//! The generator against published bytes. The folder that holds them is named
//! by `MCP_EVIDENCE_PUBLISHED`; without it these tests are listed as ignored.

use libtest_mimic::{Arguments, Failed, Trial};
use mcp_evidence_generator::{canonical, digest, published};
use serde_json::Value;
use std::path::PathBuf;

const VARIABLE: &str = "MCP_EVIDENCE_PUBLISHED";

/// A test over the published folder.
type Test = fn(PathBuf) -> Result<(), Failed>;

fn main() {
    let folder = std::env::var_os(VARIABLE).map(PathBuf::from);
    let tests: [(&str, Test); 3] = [
        ("canonical_json_is_rfc_8785", canonical_json_is_rfc_8785),
        ("bundles_are_the_published_ones", bundles_are_the_published_ones),
        ("manifest_says_what_the_published_one_says", manifest_says_what_the_published_one_says),
    ];
    let trials = tests
        .into_iter()
        .map(|(name, test)| {
            let folder = folder.clone();
            let ignored = folder.is_none();
            let run = move || test(folder.ok_or_else(|| format!("{VARIABLE} is not set"))?);
            Trial::test(name, run).with_ignored_flag(ignored)
        })
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn read(path: PathBuf) -> Result<Vec<u8>, Failed> {
    std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()).into())
}

fn canonical_json_is_rfc_8785(folder: PathBuf) -> Result<(), Failed> {
    let vectors: Value =
        serde_json::from_slice(&read(folder.join("canonicalization/rfc8785-vectors.json"))?)?;
    let vectors = vectors.as_object().ok_or("the vectors are an object")?;
    let mut count = 0;
    for (name, vector) in vectors.iter().filter(|(name, _)| !name.starts_with('_')) {
        let text = |member: &str| vector[member].as_str().ok_or(format!("{name}: no {member}"));
        let value: Value = serde_json::from_str(text("input")?)?;
        assert_eq!(String::from_utf8(canonical(&value))?, text("expected")?, "{name}");
        count += 1;
    }
    assert_eq!(count, 31);
    Ok(())
}

fn bundles_are_the_published_ones(folder: PathBuf) -> Result<(), Failed> {
    let corpus = published();
    assert_eq!(corpus.bundles.len(), 14);
    for bundle in corpus.bundles {
        let published = read(folder.join("v0").join(&bundle.file))?;
        if let Some(offset) = (0..published.len().max(bundle.bytes().len()))
            .find(|&at| published.get(at) != bundle.bytes().get(at))
        {
            return Err(format!("{} differs from byte {offset}", bundle.file).into());
        }
        assert_eq!(digest(&published), digest(bundle.bytes()));
    }
    Ok(())
}

/// Sentences are ours; every other member is the published one, in its order.
fn manifest_says_what_the_published_one_says(folder: PathBuf) -> Result<(), Failed> {
    let theirs = String::from_utf8(read(folder.join("v0/MANIFEST.json"))?)?;
    let ours = String::from_utf8(published().manifest_bytes())?;
    let sentences = ["generator", "normative_surface", "corpus_digest_method", "description"];
    let sentence = |line: &str| {
        let name = line.trim_start().trim_start_matches('"').split('"').next().unwrap_or("");
        sentences.iter().find(|sentence| **sentence == name).copied()
    };
    assert_eq!(theirs.lines().count(), ours.lines().count());
    for (theirs, ours) in theirs.lines().zip(ours.lines()) {
        match (sentence(theirs), sentence(ours)) {
            (None, None) => assert_eq!(theirs, ours),
            (theirs, ours) => assert_eq!(theirs, ours),
        }
    }
    assert_eq!(theirs.ends_with("}\n"), ours.ends_with("}\n"));
    Ok(())
}
