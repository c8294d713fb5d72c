//! Bundles that are made to exhaust whoever reads them. Each ends in a finding,
//! in a process that may not take much memory or time.

#![cfg(unix)]

mod support;

use mcp_evidence_contract::Outcome;
use serde_json::{Value, json};
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// KiB of address space that the verifier gets, its code, its stacks and what
/// the allocator sets aside included.
const MEMORY: &str = "393216";
/// More than any of these takes, also without optimization on a busy machine.
const TIME: Duration = Duration::from_secs(120);

const MIB: usize = 1024 * 1024;

/// The rule that the program's finding names, with these limits set.
fn rule(bundle: &[u8], limits: &[&str]) -> String {
    let report = report(bundle, limits);
    assert_eq!(report["bundle_integrity"], "fail");
    let finding = &report["findings"][0];
    assert!(finding["message"].as_str().is_some_and(|text| text.len() < 500), "{finding}");
    finding["rule"].as_str().expect("a rule").to_owned()
}

fn report(bundle: &[u8], limits: &[&str]) -> Value {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.write_all(bundle).expect("the bundle is written");
    let mut program = Command::new("sh")
        .args(["-c", "ulimit -v \"$0\"; exec \"$@\"", MEMORY])
        .arg(env!("CARGO_BIN_EXE_mcp-evidence"))
        .args(["verify", "--format", "json"])
        .args(limits.iter().flat_map(|limit| ["--limit", limit]))
        .arg(file.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let started = Instant::now();
    while program.try_wait().expect("the program can be waited for").is_none() {
        if started.elapsed() > TIME {
            program.kill().expect("the program can be ended");
            panic!("no report after {TIME:?}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let mut text = String::new();
    program.stdout.take().expect("a pipe").read_to_string(&mut text).expect("a report");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text:?}"))
}

/// An archive in a gzip member, then as many MiB of zeros.
fn with_zeros(archive: &[u8], mib: usize) -> Vec<u8> {
    use flate2::{Compress, Compression, FlushCompress};
    // After a full flush the same bytes compress to the same bytes.
    let mut compress = Compress::new(Compression::best(), false);
    let mut piece = |bytes: &[u8], flush| {
        let mut out = Vec::with_capacity(bytes.len() + 1024);
        compress.compress_vec(bytes, &mut out, flush).expect("compresses");
        out
    };
    let mut bundle = b"\x1f\x8b\x08\0\0\0\0\0\0\xff".to_vec();
    bundle.extend(piece(archive, FlushCompress::Full));
    let zeros = vec![0; MIB];
    piece(&zeros, FlushCompress::Full);
    let zeros = piece(&zeros, FlushCompress::Full);
    for _ in 0..mib {
        bundle.extend(&zeros);
    }
    bundle.extend(piece(b"", FlushCompress::Finish));
    // The trailer is not reached.
    bundle.extend([0; 8]);
    bundle
}

fn sound() -> Vec<u8> {
    let events = [support::event(0, support::decision())];
    let file = support::events_file(&events);
    let manifest = mcp_evidence_generator::canonical(&support::manifest(&file, &events));
    support::archive(&manifest, &file)
}

/// A bundle of this events file, sealed but for the content hashes.
fn of_file(file: &[u8]) -> Vec<u8> {
    support::bundle(&support::manifest_over(file, std::iter::empty()), file)
}

#[test]
fn a_little_that_decodes_to_gigabytes() {
    let bomb = with_zeros(&sound(), 2048);
    assert!(bomb.len() < 3 * MIB);
    assert_eq!(rule(&bomb, &[]), "stage1.limit.decoded");
    let kilobytes = with_zeros(&sound(), 4);
    assert!(kilobytes.len() < 8 * 1024);
    assert_eq!(rule(&kilobytes, &["decoded=1MiB"]), "stage1.limit.decoded");
}

#[test]
fn an_extension_record_of_eight_mebibytes() {
    let mut archive = support::entry("PaxHeader", &vec![b' '; 8 * MIB]);
    archive[156] = b'x';
    support::seal_header(&mut archive);
    archive.extend(sound());
    assert_eq!(rule(&support::gzip(&archive), &[]), "stage1.tar.entry-type");
    // As a third entry, behind two that are sound.
    let mut third = sound();
    third.truncate(third.len() - 2 * support::BLOCK);
    third.extend(&archive);
    assert_eq!(rule(&support::gzip(&third), &[]), "stage1.tar.entry-type");
}

#[test]
fn a_hundred_thousand_events_and_one_more() {
    // The content hash covers neither id nor sequence number.
    let line = support::event(0, json!(1)).to_string();
    let lines = (0..100_001).map(|seq| {
        let numbered = line.replace("\"run-7:0\"", &format!("\"run-7:{seq}\""));
        numbered.replace("\"assayseq\":0", &format!("\"assayseq\":{seq}")) + "\n"
    });
    let file: String = lines.collect();
    assert_eq!(rule(&of_file(file.as_bytes()), &[]), "stage1.limit.event-count");
    assert_eq!(rule(&of_file(file.as_bytes()), &["events-file=1MiB"]), "stage1.limit.events-file");
}

#[test]
fn one_endless_line() {
    let file = vec![b'a'; 300 * MIB];
    assert_eq!(rule(&of_file(&file), &[]), "stage1.limit.line");
    assert_eq!(rule(&of_file(&file), &["line=400MiB", "bundle=1KiB"]), "stage1.limit.bundle");
}

#[test]
fn a_hundred_thousand_nested_arrays() {
    let file = format!("{{\"data\":{}{}}}\n", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(rule(&of_file(file.as_bytes()), &[]), "stage1.event.json.depth");
    assert_eq!(rule(&of_file(file.as_bytes()), &["depth=127"]), "stage1.event.json.depth");
    let manifest = "[".repeat(100_000);
    let archive = support::archive(manifest.as_bytes(), b"");
    assert_eq!(rule(&support::gzip(&archive), &[]), "stage1.manifest.json.depth");
}

#[test]
fn a_number_of_a_million_digits() {
    let file = format!("{{\"data\":{}}}\n", "9".repeat(1_000_000));
    assert_eq!(rule(&of_file(file.as_bytes()), &[]), "stage1.event.json.number-range");
    let file = format!("{{\"data\":{}}}\n", "9".repeat(MIB));
    assert_eq!(rule(&of_file(file.as_bytes()), &[]), "stage1.limit.line");
}

#[test]
fn a_million_members_in_an_object() {
    let members: Vec<String> = (0..1_000_000).map(|number| format!("\"{number}\":0")).collect();
    let file = format!("{{{}}}\n", members.join(","));
    assert_eq!(rule(&of_file(file.as_bytes()), &[]), "stage1.limit.line");
    assert_eq!(rule(&of_file(file.as_bytes()), &["line=64MiB"]), "stage1.event.specversion.absent");
}

#[test]
fn a_million_repeated_names() {
    let file = format!("{{{}\"a\":0}}\n", "\"a\":0,".repeat(1_000_000));
    assert_eq!(rule(&of_file(file.as_bytes()), &[]), "stage1.limit.line");
    assert_eq!(
        rule(&of_file(file.as_bytes()), &["line=64MiB"]),
        "stage1.event.json.duplicate-name"
    );
}

#[test]
fn records_and_a_manifest_full_of_tiny_objects() {
    let mut nested = json!(0);
    for _ in 0..50 {
        nested = json!({"": nested});
    }
    let many: Vec<&Value> = vec![&nested; 3900];
    let payloads = [support::decision(), support::marker(), support::establish()];
    let events: Vec<Value> = payloads
        .into_iter()
        .enumerate()
        .map(|(seq, mut payload)| {
            payload["further"] = json!(many);
            support::event(seq, payload)
        })
        .collect();
    // A blank keeps the lines from being recognized.
    let file: String = events.iter().map(|event| format!("{event} \n")).collect();
    assert!(file.lines().all(|line| line.len() > 900_000 && line.len() < MIB));
    let mut manifest = support::manifest(file.as_bytes(), &events);
    manifest["further"] = json!(many);
    let report = report(&support::bundle(&manifest, file.as_bytes()), &[]);
    assert_eq!(report["verdict"], "valid", "{report}");
}

#[test]
fn the_same_report_whichever_way_the_lines_are_read() {
    // Long enough for a second core; the fault stands before what the decoder
    // notices at the end of the file.
    let line = support::event(0, json!("x".repeat(10_000))).to_string() + "\n";
    let mut file = line.repeat(100).into_bytes();
    file[500_000] = 0;
    let mut bundle = of_file(&file);
    let end = bundle.len();
    bundle[end - 6] ^= 1;
    bundle.extend(b"trailing");
    let first = mcp_evidence_reference::verify_bytes(&bundle, &Default::default());
    assert_eq!(first.outcome(), Outcome::IntegrityFail);
    for _ in 0..50 {
        let again = mcp_evidence_reference::verify_bytes(&bundle, &Default::default());
        assert_eq!(again, first);
    }
}
