//! A corpus is checked before anything runs.

use crate::setup::{DENY_BOUND, SILENT, four, manifest, test, vector, write};
use libtest_mimic::Trial;
use mcp_evidence_contract::{Manifest, Outcome, Vector};
use mcp_evidence_harness::{Broken, Corpus, digest};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use tempfile::TempDir;

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test("corpus: a sound one loads, and says what it does not name", sound),
        test("corpus: every fault is its own", faults),
        test("corpus: files and paths", files),
        test("corpus: the digest, from the files alone", digests),
        test("corpus: cases are numbered by digest", numbers),
    ]
}

fn written(change: impl FnOnce(&mut Manifest, &mut Vec<(Vector, Vec<u8>)>)) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut vectors = four();
    let mut manifest = manifest(&vectors);
    change(&mut manifest, &mut vectors);
    let path = write(folder.path(), &manifest, &vectors);
    (folder, path)
}

fn broken(change: impl FnOnce(&mut Manifest, &mut Vec<(Vector, Vec<u8>)>)) -> Broken {
    let (_folder, path) = written(change);
    match Corpus::load(&path) {
        Ok(_) => panic!("the corpus loads"),
        Err(error) => error,
    }
}

fn sound() {
    let (folder, path) = written(|_, _| {});
    let other = folder.path().join("vectors/other-suite");
    fs::create_dir(&other).expect("a folder");
    fs::write(other.join("MANIFEST.json"), "{}").expect("writes");
    fs::write(other.join("its-vector.bundle.tar.gz"), "x").expect("writes");
    let below = folder.path().join("vectors/below");
    fs::create_dir(&below).expect("a folder");
    fs::write(below.join("forgotten.bundle.tar.gz"), "x").expect("writes");
    fs::write(folder.path().join("vectors/notes.txt"), "x").expect("writes");
    fs::write(folder.path().join("README.md"), "x").expect("writes");
    let corpus = Corpus::load(&path).expect("a sound corpus");
    assert_eq!(
        corpus.ids().collect::<Vec<_>>(),
        ["ok-deny-bound", "ok-deny-silent", "bad-reason", "bad-digest"]
    );
    assert_eq!(corpus.unlisted(), ["vectors/below/forgotten.bundle.tar.gz", "vectors/notes.txt"]);
    assert_eq!(corpus.rule(2).map(|rule| rule.id), Some("stage2.decision.reason.vocabulary"));
    assert_eq!(corpus.rule(0), None);
}

fn faults() {
    let error = broken(|_, vectors| vectors[1].1.push(b' '));
    assert!(matches!(&error, Broken::VectorDigest { id, .. } if id == "ok-deny-silent"), "{error}");
    let error = broken(|manifest, _| manifest.corpus_digest = "sha256:00".to_owned());
    assert!(matches!(error, Broken::CorpusDigest { .. }), "{error}");
    let error = broken(|manifest, _| manifest.vectors.swap(0, 1));
    assert!(matches!(error, Broken::CorpusDigest { .. }), "{error}");
    let error = broken(|manifest, _| manifest.vectors[1].id = "ok-deny-bound".to_owned());
    assert!(matches!(error, Broken::RepeatedId(_)), "{error}");
    for id in ["", " ", "a\u{1b}[2J", &"x".repeat(300)] {
        let error = broken(|manifest, _| manifest.vectors[1].id = id.to_owned());
        assert!(matches!(error, Broken::Id(_)), "{error}");
        assert!(!error.to_string().contains('\u{1b}'));
    }
    let error = broken(|manifest, _| manifest.vectors.clear());
    assert!(matches!(error, Broken::Empty), "{error}");
    let error = broken(|manifest, _| manifest.profile = "no/such".to_owned());
    assert!(matches!(error, Broken::Profile(_)), "{error}");
    let error = broken(|manifest, _| manifest.counts.accept = 3);
    assert!(matches!(error, Broken::Counts { .. }), "{error}");
}

fn files() {
    for file in ["../outside", "/etc/hostname", "vectors/../../x", "", ".", "vectors", "a\\b"] {
        let error = broken(|manifest, _| manifest.vectors[0].file = file.to_owned());
        assert!(matches!(error, Broken::Path { .. }), "{file}: {error}");
    }
    let error = broken(|manifest, _| manifest.vectors[0].file = "vectors/none".to_owned());
    assert!(matches!(error, Broken::Missing { .. }), "{error}");

    let (folder, path) = written(|_, _| {});
    let outside = tempfile::tempdir().expect("a folder");
    let vector = folder.path().join("vectors/bad-digest.bundle.tar.gz");
    fs::rename(&vector, outside.path().join("moved")).expect("moves");
    symlink(outside.path().join("moved"), &vector).expect("links");
    let error = Corpus::load(&path).err().expect("a link to the outside");
    assert!(matches!(error, Broken::Path { .. }), "{error}");

    let error = Corpus::load(&folder.path().join("none.json")).err().expect("no manifest");
    assert!(matches!(error, Broken::Unreadable { .. }), "{error}");
    let error = Corpus::load(folder.path()).err().expect("a folder is no manifest");
    assert!(matches!(error, Broken::Unreadable { .. }), "{error}");
    for (text, json) in [("{\"a\":1,\"a\":2}", true), ("{}", false), ("[]", false), ("nul", true)] {
        fs::write(&path, text).expect("writes");
        let error = Corpus::load(&path).err().expect("no manifest");
        assert_eq!(matches!(error, Broken::Json(_)), json, "{error}");
        assert_eq!(matches!(error, Broken::Form(_)), !json, "{error}");
    }
    // An expectation that the types of the contract cannot even express.
    let (_folder, path) = written(|_, _| {});
    let text = fs::read_to_string(&path).expect("reads");
    let changed = text.replacen("\"verdict\": \"invalid\"", "\"verdict\": \"perhaps\"", 1);
    fs::write(&path, changed).expect("writes");
    let error = Corpus::load(&path).err().expect("an expectation without sense");
    assert!(matches!(&error, Broken::Expectation { id, .. } if id == "bad-reason"), "{error}");
    assert!(error.to_string().contains("expected.verdict must be valid or invalid"), "{error}");
    let changed =
        text.replacen("\"verdict\": \"invalid\"", "\"verdict\": \"invalid\", \"x\": 1", 1);
    fs::write(&path, changed).expect("writes");
    let error = Corpus::load(&path).err().expect("an expectation with more than the surface");
    assert!(matches!(&error, Broken::Expectation { .. }), "{error}");
}

fn digests() {
    let (folder, path) = written(|_, _| {});
    let whole = digest(&path).expect("a manifest");
    assert!(whole.holds());
    assert_eq!(whole.computed.as_deref(), Some(whole.declared.as_str()));
    let changed = folder.path().join("vectors/bad-reason.bundle.tar.gz");
    fs::write(&changed, "other").expect("writes");
    let other = digest(&path).expect("a manifest");
    assert!(!other.holds());
    assert_ne!(other.computed.as_deref(), Some(other.declared.as_str()));
    assert_eq!(other.vectors.iter().filter(|v| v.computed.as_ref() != Ok(&v.declared)).count(), 1);
    fs::remove_file(&changed).expect("removes");
    let missing = digest(&path).expect("a manifest");
    assert_eq!(missing.computed, None);
    assert!(missing.vectors[2].computed.is_err());
}

fn numbers() {
    let vectors = [vector("a", Outcome::Invalid), vector("b", SILENT), vector("c", DENY_BOUND)];
    let corpus = crate::setup::in_memory(&vectors);
    let mut by_digest: Vec<usize> = (0..3).collect();
    by_digest.sort_by_key(|index| &vectors[*index].0.sha256);
    for (place, index) in by_digest.into_iter().enumerate() {
        assert_eq!(corpus.case_name(index), format!("case-00{}", place + 1));
    }
}
