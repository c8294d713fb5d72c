//! How long a run takes beyond what its candidate takes.
//!
//! `cargo bench --bench runs`. The candidate is this program started again: it
//! sleeps for 3 ms and prints a report. The floor is the same number of its
//! starts on as many threads, without a harness. Each line gives the shortest
//! of many rounds, which what else the machine does disturbs least, and the mean
//! processor time of this process and of everything that it started.
#![allow(clippy::print_stdout, reason = "figures are for people")]

use mcp_evidence_generator as generator;
use mcp_evidence_harness::candidate::Host;
use mcp_evidence_harness::{Candidate, Corpus, Options, run};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const ROUNDS: u32 = 40;

/// What a quick candidate takes.
const WORK: Duration = Duration::from_millis(3);

/// Cores that are counted on.
const JOBS: NonZeroUsize = NonZeroUsize::new(2).expect("two is not zero");

fn main() -> ExitCode {
    let mut arguments = std::env::args_os();
    match arguments.nth(1).as_deref().and_then(|word| word.to_str()) {
        Some("supervise") => mcp_evidence_harness::supervise(arguments),
        Some("candidate") => {
            std::thread::sleep(WORK);
            println!(r#"{{"bundle_integrity":"pass","verdict":"invalid"}}"#);
            ExitCode::SUCCESS
        }
        Some(_) | None => {
            measure();
            ExitCode::SUCCESS
        }
    }
}

fn measure() {
    let program: OsString = std::env::current_exe().expect("this program has a path").into();
    let made = generator::published();
    let lookup = |file: &str| made.material(file).cloned();
    let corpus = Corpus::from_memory(&made.manifest_bytes(), lookup).expect("a sound corpus");
    let vectors = corpus.vectors().len();
    let candidate = Candidate::new(vec![program.clone(), "candidate".into()]).expect("a program");
    let options = |supervisor| Options {
        jobs: Some(JOBS),
        host: Host { supervisor, interrupt: None },
        ..Options::default()
    };
    let once = |options: &Options| {
        let result = run(&corpus, &candidate, options, &mut |_| ControlFlow::Continue(()));
        let summary = result.expect("a run that starts").summary;
        assert_eq!(summary.matches + summary.mismatches, vectors, "every case is answered");
    };
    println!("{vectors} vectors, {JOBS} at once, a candidate that sleeps for 3 ms");
    println!("{:<44}{:>10}{:>14}", "", "wall", "processor");
    shortest("floor: the candidate's starts alone", || starts(&program, vectors));
    let group = options(None);
    shortest("a run that holds process groups", || once(&group));
    let supervised = options(Some(vec![program.clone(), "supervise".into()]));
    shortest("a run with a supervisor for each case", || once(&supervised));
}

/// The candidate, so many times, on so many threads as a run would have.
fn starts(program: &OsString, count: usize) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..JOBS.get() {
            scope.spawn(|| {
                while next.fetch_add(1, Ordering::Relaxed) < count {
                    let output = Command::new(program)
                        .arg("candidate")
                        .stdin(Stdio::null())
                        .output()
                        .expect("it starts");
                    assert!(output.status.success());
                }
            });
        }
    });
}

fn shortest(name: &str, work: impl Fn()) {
    let mut wall = Duration::MAX;
    let before = used();
    for _ in 0..ROUNDS {
        let started = Instant::now();
        work();
        wall = wall.min(started.elapsed());
    }
    let processor = used().saturating_sub(before) / ROUNDS;
    let ms = |duration: Duration| format!("{:.1} ms", duration.as_secs_f64() * 1e3);
    println!("{name:<44}{:>10}{:>14}", ms(wall), ms(processor));
}

/// Processor time of this process and of all that it has collected, by the
/// system's ticks of 10 ms; nothing where they are not told.
fn used() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_ascii_whitespace();
    let ticks: u64 = fields.skip(11).take(4).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}
