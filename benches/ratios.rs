//! How close the verifier comes to the floor, and how much memory it takes.
//!
//! `cargo bench --bench ratios`, or with a part of the names wanted:
//! `cargo bench --bench ratios -- 99,000`.
//!
//! Every round measures the floor and the verifier one after the other. A ratio
//! is that of the shortest times, which what else the machine does disturbs
//! least. Memory is the peak of a process of its own.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "figures are for people")]

#[path = "../tests/support/mod.rs"]
mod support;

mod large;

use large::{Case, Spelling, floor};
use mcp_evidence_reference::{Limits, verify, verify_bytes};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const ROUNDS: usize = 25;

/// Set for the process whose memory is measured: the bundle to verify.
const MEASURED: &str = "MCP_EVIDENCE_BENCH_MEASURED";

const CASES: [Case; 8] = [
    Case {
        name: "100 canonical lines of 600 B",
        events: 100,
        line: 600,
        spelling: Spelling::Canonical,
    },
    Case {
        name: "1,000 canonical lines of 600 B",
        events: 1_000,
        line: 600,
        spelling: Spelling::Canonical,
    },
    Case {
        name: "10,000 canonical lines of 600 B",
        events: 10_000,
        line: 600,
        spelling: Spelling::Canonical,
    },
    Case {
        name: "99,000 canonical lines of 600 B",
        events: 99_000,
        line: 600,
        spelling: Spelling::Canonical,
    },
    Case {
        name: "99,000 respelled lines of 600 B",
        events: 99_000,
        line: 600,
        spelling: Spelling::Respelled,
    },
    Case {
        name: "600 canonical lines of 64 KiB",
        events: 600,
        line: 65_000,
        spelling: Spelling::Canonical,
    },
    Case {
        name: "600 canonical lines of 100 KiB",
        events: 600,
        line: 102_400,
        spelling: Spelling::Canonical,
    },
    Case {
        name: "600 respelled lines of 100 KiB",
        events: 600,
        line: 102_400,
        spelling: Spelling::Respelled,
    },
];

fn main() {
    if let Some(path) = std::env::var_os(MEASURED) {
        measured(Path::new(&path));
        return;
    }
    println!("floor: decoding with zlib-rs, and two SHA-256 passes over the decoded bytes");
    println!(
        "{:<34}{:>10}{:>10}{:>12}{:>12}{:>10}",
        "", "decoded", "floor", "one core", "two cores", "peak"
    );
    let folder = tempfile::tempdir().expect("a folder for the bundles");
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let is_wanted = |name: &str| wanted.as_deref().is_none_or(|part| name.contains(part));
    for case in CASES.iter().filter(|case| is_wanted(case.name)) {
        let bundle = case.bundle();
        let path = folder.path().join("bundle.tar.gz");
        std::fs::write(&path, &bundle).expect("the bundle is written");
        let decoded = floor(&bundle);
        let report = verify_bytes(&bundle, &Limits::default());
        assert!(report.outcome().is_accept(), "{report:?}");
        let alone = ratios(&bundle, Cores::One);
        let beside = ratios(&bundle, Cores::All);
        println!(
            "{:<34}{:>7.1} MB{:>7.1} ms{:>11.2}x{:>11.2}x{:>10}",
            case.name,
            decoded as f64 / 1e6,
            alone.floor.as_secs_f64() * 1e3,
            alone.ratio,
            beside.ratio,
            peak(&path),
        );
    }
    for (name, bundle) in large::greedy().iter().filter(|(name, _)| is_wanted(name)) {
        let path = folder.path().join("bundle.tar.gz");
        std::fs::write(&path, bundle).expect("the bundle is written");
        println!("{name:<54}{:>34}", peak(&path));
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cores {
    One,
    All,
}

struct Ratios {
    floor: Duration,
    ratio: f64,
}

/// The shortest time of the floor, and that of the verifier over it.
fn ratios(bundle: &[u8], cores: Cores) -> Ratios {
    let measure = || {
        let limits = Limits::default();
        let (mut shortest, mut verifier) = (Duration::MAX, Duration::MAX);
        for _ in 0..ROUNDS {
            shortest = shortest.min(timed(|| floor(bundle)));
            verifier = verifier.min(timed(|| verify_bytes(bundle, &limits)));
        }
        Ratios { floor: shortest, ratio: verifier.as_secs_f64() / shortest.as_secs_f64() }
    };
    // The verifier asks how many cores its thread may run on.
    std::thread::scope(|scope| {
        let measuring = scope.spawn(|| {
            if cores == Cores::One {
                pin();
            }
            measure()
        });
        measuring.join().expect("the measurement does not panic")
    })
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    let _ = std::hint::black_box(work());
    start.elapsed()
}

/// Lets this thread run on one core only.
#[cfg(target_os = "linux")]
fn pin() {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let allowed = sched_getaffinity(None).expect("the allowed cores");
    let last = (0..CpuSet::MAX_CPU).rev().find(|core| allowed.is_set(*core)).expect("a core");
    let mut one = CpuSet::new();
    one.set(last);
    sched_setaffinity(None, &one).expect("an allowed core");
}

#[cfg(not(target_os = "linux"))]
fn pin() {
    eprintln!("one core cannot be chosen here: both columns are on all cores");
}

/// Peak memory of a process that verifies one bundle.
fn peak(bundle: &Path) -> String {
    let program = std::env::current_exe().expect("this program");
    let output = Command::new(program).env(MEASURED, bundle).output().expect("it starts");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn measured(bundle: &Path) {
    std::hint::black_box(verify(bundle, &Limits::default()));
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse::<f64>().ok());
    match kib {
        Some(kib) => println!("{:.1} MiB", kib / 1024.0),
        None => println!("unknown"),
    }
}
