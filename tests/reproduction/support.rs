//! What the tests share: the program, a folder each, our own pack.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a candidate prints")]

use libtest_mimic::{Failed, Trial};
use mcp_evidence_generator as generator;
use mcp_evidence_harness::Corpus;
use mcp_evidence_reference::container::{Bounds, unpack};
use mcp_evidence_reproduction::pack::{self, Texts};
use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

pub(crate) const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";
/// The identity of the captures, as flags.
pub(crate) const IDENTITY: [&str; 8] = [
    "--name",
    "tried",
    "--source",
    "https://example.org/tried",
    "--commit",
    "ffffffffffffffffffffffffffffffffffffffff",
    "--mode",
    "other_disclosed",
];

/// A test as a trial; what it panics with or returns is its failure.
pub(crate) fn trial(
    name: impl Into<String>,
    test: impl FnOnce() -> Result<(), Failed> + Send + 'static,
) -> Trial {
    Trial::test(name, test)
}

/// A folder of its own, gone with this value.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("below the folder")).expect("makes folders");
        fs::write(path, bytes).expect("writes");
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&self.read(name)).expect("JSON")
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.path().join(name).exists()
    }

    /// Runs the program in this folder.
    pub(crate) fn run<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Ended {
        let output = Command::new(env!("CARGO_BIN_EXE_mcp-evidence"))
            .args(arguments)
            .current_dir(self.path())
            .output();
        Ended(output.expect("the program starts"))
    }
}

/// What the program came to.
pub(crate) struct Ended(Output);

impl Ended {
    pub(crate) fn stdout(&self) -> String {
        String::from_utf8(self.0.stdout.clone()).expect("text")
    }

    pub(crate) fn stderr(&self) -> String {
        String::from_utf8(self.0.stderr.clone()).expect("text")
    }

    /// Panics unless it exited with this code.
    #[track_caller]
    pub(crate) fn code(self, code: i32) -> Ended {
        let (stdout, stderr) = (self.stdout(), self.stderr());
        assert_eq!(self.0.status.code(), Some(code), "stdout: {stdout}\nstderr: {stderr}");
        self
    }
}

/// The built-in verifier as a candidate.
pub(crate) fn built_in() -> Vec<String> {
    [env!("CARGO_BIN_EXE_mcp-evidence"), "verify", "--format", "json", "--"]
        .map(str::to_owned)
        .to_vec()
}

/// The Python candidate, or why there is none.
pub(crate) fn python() -> Option<Vec<String>> {
    let there = Command::new("python3").arg("--version").output().is_ok();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/candidates/python/verify.py");
    there.then(|| vec!["python3".to_owned(), script.to_string_lossy().into_owned()])
}

/// Whether a test that needs Python is ignored: not where it is required.
pub(crate) fn ignores_python() -> bool {
    let required = std::env::var("MCP_EVIDENCE_REQUIRE").unwrap_or_default();
    python().is_none() && !required.split([',', ' ']).any(|word| word == "python")
}

/// The folder of published bytes.
pub(crate) fn published_folder() -> Option<PathBuf> {
    std::env::var_os("MCP_EVIDENCE_PUBLISHED").map(PathBuf::from)
}

pub(crate) fn corpus_of(corpus: &generator::Corpus) -> Corpus {
    let lookup = |file: &str| corpus.material(file).cloned();
    Corpus::from_memory(&corpus.manifest_bytes(), lookup).expect("sound")
}

/// A text that stands in for a published one.
pub(crate) fn text(name: &str) -> Vec<u8> {
    format!("In place of {name}.\n").into_bytes()
}

/// Our own pack: the published cases among texts of no meaning.
pub(crate) fn our_pack() -> &'static [u8] {
    static PACK: OnceLock<Vec<u8>> = OnceLock::new();
    PACK.get_or_init(|| {
        let corpus = corpus_of(&generator::published());
        let texts = Texts::new(|name| Ok::<_, Failed>(text(name))).expect("all there");
        pack::build(&corpus, &texts, COMMIT).expect("builds")
    })
}

/// Its members, by their names.
pub(crate) fn members() -> Vec<(String, Vec<u8>)> {
    let bounds = Bounds { decoded: 1 << 30, entries: 100, entry: 1 << 30 };
    let files = unpack(our_pack(), &bounds).expect("sound").into_iter();
    files.map(|file| (String::from_utf8(file.name).expect("text"), file.data)).collect()
}

/// A pack of these members, whatever they are called: the generator itself
/// writes no name that leads elsewhere.
pub(crate) fn sealed(members: Vec<(String, Vec<u8>)>) -> Vec<u8> {
    let mut tar = Vec::new();
    for (name, data) in members {
        let blocks = 512 + data.len().next_multiple_of(512);
        let mut entry = generator::tar([("x".to_owned(), data)]);
        entry.truncate(blocks);
        entry[..name.len()].copy_from_slice(name.as_bytes());
        sum(&mut entry);
        tar.extend(entry);
    }
    tar.resize((tar.len() + 1024).next_multiple_of(10_240), 0);
    generator::gzip(&tar)
}

/// Makes the checksum of the header right that `entry` begins with.
pub(crate) fn sum(entry: &mut [u8]) {
    entry[148..156].fill(b' ');
    let sum: u32 = entry[..512].iter().map(|byte| u32::from(*byte)).sum();
    entry[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
}

/// A capture and a run record over our pack, by the built-in verifier.
pub(crate) fn scored() -> &'static (Vec<u8>, Vec<u8>) {
    static SCORED: OnceLock<(Vec<u8>, Vec<u8>)> = OnceLock::new();
    SCORED.get_or_init(|| {
        let folder = Folder::new();
        folder.write("pack.tar.gz", our_pack());
        let arguments = ["score", "--pack", "pack.tar.gz", "--output", "run.json"];
        let arguments = arguments.iter().chain(&IDENTITY).map(|word| (*word).to_owned());
        let candidate = ["--keep-capture", "capture.json", "--"].map(str::to_owned);
        folder.run(arguments.chain(candidate).chain(built_in())).code(0);
        (folder.read("capture.json"), folder.read("run.json"))
    })
}

/// `bytes` as JSON, edited and written again.
pub(crate) fn edited(bytes: &[u8], edit: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut value = serde_json::from_slice(bytes).expect("JSON");
    edit(&mut value);
    serde_json::to_vec_pretty(&value).expect("serializes")
}

/// The first argument of this program started again as a candidate.
const FAKE: &str = "--fake-candidate";

/// This program as a candidate that behaves as `what` says.
pub(crate) fn fake(what: &str) -> Vec<String> {
    let program = std::env::current_exe().expect("this program stands somewhere");
    vec![program.to_string_lossy().into_owned(), FAKE.to_owned(), what.to_owned()]
}

pub(crate) fn is_fake_candidate() -> bool {
    std::env::args().nth(1).as_deref() == Some(FAKE)
}

pub(crate) fn fake_candidate() {
    let mut arguments = std::env::args().skip(2);
    let what = arguments.next().expect("what to do");
    let mut out = std::io::stdout();
    let answer = |text: &str| println!("{text}");
    match what.as_str() {
        "invalid" => answer(
            r#"{"bundle_integrity":"pass","verdict":"invalid","findings":["I \u001b[31mrefuse"]}"#,
        ),
        "silent" => {}
        "wide" => answer(&"\u{1f642}".repeat(5000)),
        "long" => (0..2000).for_each(|_| {
            let _ = out.write_all(&[b' '; 1024]);
        }),
        "noisy" => {
            eprintln!("on the way");
            answer(r#"{"bundle_integrity":"fail"}"#);
            std::process::exit(7);
        }
        "marking" => {
            // Where a refused pack must never lead.
            fs::write("candidate-was-started", "").expect("writes");
        }
        other => panic!("no fake {other}"),
    }
}
