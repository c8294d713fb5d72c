//! What a verification of receipts takes: time, and the peak memory of a process
//! of its own, with a log that fits and with logs that are far too long.
//!
//! `cargo bench --bench receipts`
#![allow(clippy::print_stdout, reason = "figures are for people")]

use mcp_evidence_reference::receipts::{Expectation, Receipt, derive, verify};
use std::fs::File;
use std::io::{BufReader, BufWriter, Write as _};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const ROUNDS: usize = 15;

/// Set for the process whose memory is measured: the folder of the files.
const MEASURED: &str = "MCP_EVIDENCE_BENCH_MEASURED";

const SCOPE: &str = "3f0f8e9a-5d0c-4d2b-9a51-6c1f7b0e2d44";

/// Name, records, letters in each request, and lines that the log has beside
/// those of the records, each of so many letters.
const CASES: [(&str, usize, usize, usize, usize); 4] = [
    ("48 short records", 48, 100, 0, 0),
    ("48 records, 4 MiB in all", 48, 86_000, 0, 0),
    ("the same, and 64 MB more of log", 48, 86_000, 64, 1_000_000),
    ("the same, and 512 MB more of log", 48, 86_000, 512, 1_000_000),
];

fn main() {
    if let Some(folder) = std::env::var_os(MEASURED) {
        verified(Path::new(&folder));
        println!("{}", peak());
        return;
    }
    println!("{:<36}{:>12}{:>12}{:>12}", "", "files", "time", "peak");
    for (name, records, letters, further, length) in CASES {
        let folder = tempfile::tempdir().expect("a folder for the files");
        let bytes = write(folder.path(), records, letters, further, length);
        let mut shortest = Duration::MAX;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            verified(folder.path());
            shortest = shortest.min(start.elapsed());
        }
        let program = std::env::current_exe().expect("this program");
        let output =
            Command::new(program).env(MEASURED, folder.path()).output().expect("it starts");
        println!(
            "{name:<36}{:>9.1} MB{:>9.1} ms{:>12}",
            bytes as f64 / 1e6,
            shortest.as_secs_f64() * 1e3,
            String::from_utf8_lossy(&output.stdout).trim(),
        );
    }
}

/// Writes a capture and its log, and gives their length.
fn write(folder: &Path, records: usize, letters: usize, further: usize, length: usize) -> u64 {
    let frame = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{{\"name\":\"echo\",\
         \"arguments\":{{\"text\":\"{}\"}}}}}}\n",
        "a".repeat(letters)
    );
    let event = |id: usize, filler: &str| {
        format!(
            "{{\"specversion\":\"1.0\",\"id\":\"evt_decision_{id}\",\"type\":\"assay.tool.decision\",\
             \"data\":{{\"tool\":\"echo\",\"decision\":\"allow\",\"filler\":\"{filler}\"}}}}\n"
        )
    };
    let log: String = (0..records).map(|id| event(id, "")).collect();
    let derivation =
        derive(frame.repeat(records).as_bytes(), log.as_bytes(), SCOPE).expect("memory is read");
    assert!(derivation.is_complete(), "{:?}", derivation.ended);
    let capture: Vec<u8> = derivation.receipts.iter().flat_map(Receipt::line).collect();
    std::fs::write(folder.join("requests.jsonl"), &capture).expect("the capture is written");
    let path = folder.join("decisions.jsonl");
    let mut file = BufWriter::new(File::create(&path).expect("the log is made"));
    file.write_all(log.as_bytes()).expect("the log is written");
    let filler = "a".repeat(length);
    for id in 0..further {
        file.write_all(event(records + id, &filler).as_bytes()).expect("the log is written");
    }
    drop(file);
    capture.len() as u64 + path.metadata().expect("the log is there").len()
}

fn verified(folder: &Path) {
    let open = |name| BufReader::new(File::open(folder.join(name)).expect("the file is there"));
    let expectation =
        Expectation { scope: SCOPE.to_owned(), launch: true, stop: true, diagnostics: Vec::new() };
    let verification = verify(open("requests.jsonl"), open("decisions.jsonl"), &expectation);
    std::hint::black_box(verification.expect("the files can be read"));
}

/// The peak memory of this process.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse::<f64>().ok());
    kib.map_or_else(|| "unknown".to_owned(), |kib| format!("{:.1} MiB", kib / 1024.0))
}
