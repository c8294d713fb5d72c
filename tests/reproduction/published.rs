//! The published pack and the published schemas.

use crate::support::{
    Folder, IDENTITY, built_in, fake, ignores_python, published_folder, python, trial,
};
use libtest_mimic::{Failed, Trial};
use mcp_evidence_generator::digest;
use mcp_evidence_reference::container::{Bounds, unpack};
use serde_json::Value;
use std::path::Path;

const PACK: &str = "pack/privileged-mcp-action-v0-clean-room.tar.gz";
const PACK_SHA256: &str = "sha256:4a3d5a713d424b37eb77ab238e73582e3dd26d42f8b656d0a6216c2993909b72";
const COMMIT: &str = "0c055ead5a2661569d544df4a0df40df90b98e18";

pub(crate) fn trials() -> Vec<Trial> {
    let ignored = published_folder().is_none();
    let python = || python().ok_or_else(|| Failed::from("there is no python3"));
    vec![
        trial("published::pack_is_rebuilt_from_its_texts", rebuilt).with_ignored_flag(ignored),
        trial("published::built_in_verifier", || reproduced(built_in())).with_ignored_flag(ignored),
        trial("published::python_candidate", move || reproduced(python()?))
            .with_ignored_flag(ignored || ignores_python()),
        trial("published::schemas_take_mismatches_and_errors", others).with_ignored_flag(ignored),
        trial("published::another_profile_is_packed", another_profile).with_ignored_flag(ignored),
    ]
}

fn folder() -> Result<std::path::PathBuf, Failed> {
    published_folder().ok_or_else(|| "MCP_EVIDENCE_PUBLISHED is not set".into())
}

fn read(path: &Path) -> Result<Vec<u8>, Failed> {
    std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

fn rebuilt() -> Result<(), Failed> {
    let published = read(&folder()?.join(PACK))?;
    assert_eq!(digest(&published), PACK_SHA256);
    let folder = Folder::new();
    let bounds = Bounds { decoded: 1 << 30, entries: 100, entry: 1 << 30 };
    for file in unpack(&published, &bounds)? {
        let name = String::from_utf8(file.name)?;
        if !name.contains("/cases") {
            folder.write(&name, file.data);
        }
    }
    let texts = "privileged-mcp-action-v0";
    let pack = ["pack", "--texts", texts, "--source-commit", COMMIT, "--output", "pack.tar.gz"];
    folder.run(pack).code(0);
    assert!(folder.read("pack.tar.gz") == published, "the rebuilt pack has other bytes");
    Ok(())
}

/// Captures and scores in two phases and in one; everything is as published
/// tools take it.
fn reproduced(candidate: Vec<String>) -> Result<(), Failed> {
    let work = Folder::new();
    let (capture, record) = both_phases(&work, candidate, 0)?;
    assert_eq!(record["summary"]["match"], 14);
    assert_eq!(record["pack_sha256"], PACK_SHA256);
    assert_eq!(capture["pack_declared_source_commit"], COMMIT);
    let validate = ["validate", "run.json", "--capture", "capture.json", "--pack", "pack.tar.gz"];
    work.run(validate).code(0);
    Ok(())
}

fn others() -> Result<(), Failed> {
    let (_, record) = both_phases(&Folder::new(), fake("invalid"), 1)?;
    assert_eq!(record["summary"]["mismatch"], 7);
    assert_eq!(record["summary"]["review_warnings"], 28);
    let (_, record) = both_phases(&Folder::new(), fake("wide"), 2)?;
    assert_eq!(record["summary"]["execution_error"], 14);
    Ok(())
}

fn both_phases(work: &Folder, candidate: Vec<String>, code: i32) -> Result<(Value, Value), Failed> {
    work.write("pack.tar.gz", read(&folder()?.join(PACK))?);
    let with = |words: &[&str]| {
        let words = words.iter().chain(&IDENTITY).chain(&["--"]).map(|word| (*word).to_owned());
        words.chain(candidate.clone()).collect::<Vec<_>>()
    };
    let capture = with(&["capture", "--pack", "pack.tar.gz", "--output", "capture.json"]);
    work.run(capture).code(if code == 2 { 2 } else { 0 });
    let score =
        ["score", "--pack", "pack.tar.gz", "--capture", "capture.json", "--output", "run.json"];
    work.run(score).code(code);
    work.run(with(&["score", "--pack", "pack.tar.gz", "--output", "one.json"])).code(code);
    assert_eq!(work.read("run.json"), work.read("one.json"));
    let (capture, record) = (work.json("capture.json"), work.json("run.json"));
    assert_valid("capture.schema.json", &capture)?;
    assert_valid("report.schema.json", &record)?;
    Ok((capture, record))
}

fn assert_valid(schema: &str, instance: &Value) -> Result<(), Failed> {
    let schema = serde_json::from_slice(&read(&folder()?.join(schema))?)?;
    let validator = jsonschema::validator_for(&schema)?;
    let errors: Vec<String> =
        validator.iter_errors(instance).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    // A validator that takes everything would say the same.
    assert!(!validator.is_valid(&Value::Null));
    Ok(())
}

/// The seven published vectors of v1, under our own ids.
fn another_profile() -> Result<(), Failed> {
    let manifest = folder()?.join("v1/MANIFEST.json");
    let manifest = ["--manifest".to_owned(), manifest.to_string_lossy().into_owned()];
    let work = Folder::new();
    for name in mcp_evidence_reproduction::pack::TEXTS {
        work.write(&format!("texts/{name}"), "");
    }
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let pack = ["pack", "--texts", "texts", "--source-commit", COMMIT, "--output", "pack.tar.gz"];
    work.run([words(&pack), manifest.to_vec()].concat()).code(0);
    let capture = ["capture", "--pack", "pack.tar.gz", "--output", "capture.json"];
    let capture = [words(&capture), words(&IDENTITY), words(&["--"]), fake("invalid")].concat();
    work.run(capture).code(0);
    let score =
        ["score", "--pack", "pack.tar.gz", "--capture", "capture.json", "--output", "run.json"];
    work.run([words(&score), manifest.to_vec()].concat()).code(1);
    let record = work.json("run.json");
    assert_eq!(record["schema"], "mcp-evidence.run_record.v1");
    assert_eq!(record["summary"]["total"], 7);
    assert_eq!(record["summary"]["match"], 3);
    Ok(())
}
