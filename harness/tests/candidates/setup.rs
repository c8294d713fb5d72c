//! A tiny corpus, candidates over it, and a look at the process table.

use libtest_mimic::Trial;
use mcp_evidence_contract::{
    Claim, ClaimMatrix, Counts, Manifest, Outcome, Recipe, Vector, catalogue, vocabulary,
};
use mcp_evidence_harness::candidate::Host;
use mcp_evidence_harness::{Candidate, Case, Corpus, Limits, Options, RunResult, run};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

pub(crate) const LIMIT: Duration = Duration::from_secs(1);

/// What the issue allows beyond the limit.
pub(crate) const SLACK: Duration = Duration::from_secs(1);

pub(crate) const DENY_BOUND: Outcome = Outcome::Valid(ClaimMatrix {
    policy_decision_recorded: Claim::CONFIRMED,
    caller_visible_denial: Claim::CONFIRMED,
    upstream_delivery: Claim::INCOMPLETE,
    external_side_effect: Claim::INCOMPLETE,
});

pub(crate) const SILENT: Outcome = Outcome::Valid(ClaimMatrix {
    policy_decision_recorded: Claim::CONFIRMED,
    caller_visible_denial: Claim::INCOMPLETE,
    upstream_delivery: Claim::INCOMPLETE,
    external_side_effect: Claim::INCOMPLETE,
});

pub(crate) fn test(name: &str, run: impl FnOnce() + Send + 'static) -> Trial {
    Trial::test(name, move || {
        run();
        Ok(())
    })
}

/// A vector whose "bundle" is its own right report, so that a fake candidate
/// can know the answer.
pub(crate) fn vector(id: &str, expected: Outcome) -> (Vector, Vec<u8>) {
    let bytes = serde_json::to_vec(&expected).expect("serializes");
    let bytes = [&bytes[..bytes.len() - 1], format!(",\"id\":\"{id}\"}}").as_bytes()].concat();
    let vector = Vector {
        id: id.to_owned(),
        file: format!("vectors/{id}.bundle.tar.gz"),
        sha256: mcp_evidence_harness::corpus::sha256(&bytes),
        description: format!("About {id}."),
        expected: expected.into(),
        first_failure_informative: None,
        rule: None,
        twin: None,
        edit: None,
        point: None,
        forbidden: Vec::new(),
        recipe: Recipe::new(),
    };
    (vector, bytes)
}

/// Two vectors to accept, differently, and two to reject, differently.
pub(crate) fn four() -> Vec<(Vector, Vec<u8>)> {
    let mut four = vec![
        vector("ok-deny-bound", DENY_BOUND),
        vector("ok-deny-silent", SILENT),
        vector("bad-reason", Outcome::Invalid),
        vector("bad-digest", Outcome::IntegrityFail),
    ];
    four[1].0.rule = Some(catalogue::binding::ROW_DENY.id.to_owned());
    four[2].0.rule = Some(catalogue::decision::REASON_VOCABULARY.id.to_owned());
    four[3].0.rule = Some(catalogue::manifest::FILE_DIGEST_VALUE.id.to_owned());
    four
}

pub(crate) fn manifest(vectors: &[(Vector, Vec<u8>)]) -> Manifest {
    let digests: String =
        vectors.iter().map(|(vector, _)| format!("{}\n", vector.sha256)).collect();
    let accept = vectors.iter().filter(|(vector, _)| vector.expected.is_accept()).count();
    Manifest {
        suite: "fake-suite".to_owned(),
        profile: vocabulary::PROFILE.to_owned(),
        spec: "none".to_owned(),
        generator: "this test".to_owned(),
        normative_surface: "the triple".to_owned(),
        corpus_digest_method: "sha256 over the digests".to_owned(),
        corpus_digest: mcp_evidence_harness::corpus::sha256(digests.as_bytes()),
        counts: Counts { accept, reject: vectors.len() - accept },
        vectors: vectors.iter().map(|(vector, _)| vector.clone()).collect(),
    }
}

/// Writes a corpus below `folder` and gives the manifest's path.
pub(crate) fn write(folder: &Path, manifest: &Manifest, vectors: &[(Vector, Vec<u8>)]) -> PathBuf {
    fs::create_dir_all(folder.join("vectors")).expect("a folder");
    for (vector, bytes) in vectors {
        fs::write(folder.join(&vector.file), bytes).expect("a vector");
    }
    let path = folder.join("MANIFEST.json");
    fs::write(&path, serde_json::to_vec_pretty(manifest).expect("serializes")).expect("a manifest");
    path
}

pub(crate) fn in_memory(vectors: &[(Vector, Vec<u8>)]) -> Corpus {
    let manifest = serde_json::to_vec(&manifest(vectors)).expect("serializes");
    Corpus::from_memory(&manifest, |file| {
        vectors.iter().find(|(vector, _)| vector.file == file).map(|(_, bytes)| bytes.clone())
    })
    .expect("a sound corpus")
}

pub(crate) fn this_program() -> OsString {
    std::env::current_exe().expect("this program has a path").into()
}

/// The fake candidate of that name; what it starts carries the same marker.
pub(crate) fn fake(name: &str, marker: &Marker) -> Candidate {
    candidate([this_program(), "fake".into(), name.into(), marker.0.clone().into()])
}

/// A shell script as a candidate; `$1` is the case.
pub(crate) fn shell(script: &str, marker: &Marker) -> Candidate {
    candidate(["/bin/sh".into(), "-c".into(), script.into(), marker.0.clone().into()])
}

pub(crate) fn candidate(argv: impl IntoIterator<Item = OsString>) -> Candidate {
    Candidate::new(argv.into_iter().collect()).expect("a program")
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Held {
    Supervised,
    Group,
}

pub(crate) fn options(held: Held) -> Options {
    let supervisor = match held {
        Held::Supervised => Some(vec![this_program(), "supervise".into()]),
        Held::Group => None,
    };
    Options {
        limits: Limits { time: LIMIT, ..Limits::default() },
        host: Host { supervisor },
        repeat: vec!["mcp-evidence".into(), "run".into()],
        ..Options::default()
    }
}

pub(crate) fn run_with(corpus: &Corpus, candidate: &Candidate, options: &Options) -> RunResult {
    run(corpus, candidate, options, &mut |_| {}).expect("a run that starts")
}

/// One vector, that asks for pass / invalid.
pub(crate) fn one() -> Corpus {
    in_memory(&[vector("bad-one", Outcome::Invalid)])
}

/// The case of a run over [`one`], and how long it took.
pub(crate) fn run_one(candidate: &Candidate, held: Held) -> (Case, Duration) {
    let started = Instant::now();
    let mut result = run_with(&one(), candidate, &options(held));
    (result.cases.remove(0), started.elapsed())
}

/// A word that no other process has in its arguments.
#[derive(Debug, Clone)]
pub(crate) struct Marker(pub(crate) String);

impl Marker {
    pub(crate) fn new() -> Marker {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        Marker(format!("marker-{}-{next}-", std::process::id()))
    }

    /// Processes that carry the marker, this one aside.
    pub(crate) fn processes(&self) -> Vec<i32> {
        let mut found = Vec::new();
        for entry in fs::read_dir("/proc").expect("a process table").flatten() {
            let number = entry.file_name().to_str().and_then(|name| name.parse().ok());
            let Some(number) = number else { continue };
            let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            let carries = line.windows(self.0.len()).any(|window| window == self.0.as_bytes());
            if carries && number != std::process::id().cast_signed() {
                found.push(number);
            }
        }
        found
    }

    /// Waits until `enough` holds of the processes that carry the marker.
    pub(crate) fn wait(&self, within: Duration, enough: impl Fn(&[i32]) -> bool) -> Vec<i32> {
        let started = Instant::now();
        loop {
            let processes = self.processes();
            if enough(&processes) {
                return processes;
            }
            assert!(started.elapsed() < within, "after {within:?}: {processes:?}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub(crate) fn assert_none_left(&self) {
        assert_eq!(self.processes(), Vec::<i32>::new(), "processes are left");
    }
}
