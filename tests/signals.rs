//! Signals and closed pipes: a run that is stopped leaves no process and no
//! folder behind, and says what it has.

#![cfg(target_os = "linux")]

mod common;

use common::{code, stderr, stdout};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::Mode;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::fs::{self, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A folder for temporary files of its own, and in it a candidate that answers
/// one case and hangs at every other, with a detached process beside it.
struct Place {
    folder: tempfile::TempDir,
    /// Seconds that no other process of this machine sleeps for.
    seconds: String,
}

/// The first case in the order of the corpus, and a wrong answer.
const ANSWERED: &str = "*/case-004.*) echo '{\"bundle_integrity\": \"fail\"}'";

impl Place {
    fn new() -> Place {
        static NEXT: AtomicUsize = AtomicUsize::new(10);
        let seconds = format!("61.{}{}", NEXT.fetch_add(1, Ordering::Relaxed), std::process::id());
        let place = Place { folder: tempfile::tempdir().expect("a folder"), seconds };
        fs::create_dir(place.temporary()).expect("a folder");
        place.script(
            "hang",
            &format!(
                "case \"$1\" in {ANSWERED}; exit;; esac
setsid sleep {0} &
sleep {0}",
                place.seconds
            ),
        );
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn temporary(&self) -> PathBuf {
        self.path("temporary")
    }

    fn script(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("writes");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("sets the mode");
    }

    fn command(&self, arguments: &[&str]) -> Command {
        heed_signals();
        let mut command = common::program();
        command.args(arguments).current_dir(self.folder.path());
        command.env("TMPDIR", self.temporary());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn start(&self, arguments: &[&str]) -> Child {
        self.command(arguments).spawn().expect("starts")
    }

    /// Waits until candidates hang.
    fn wait_for_sleepers(&self) {
        let word = format!("sleep {}", self.seconds);
        self.wait("no candidate hangs", |place| {
            place.processes().iter().filter(|line| line.trim_end() == word).count() >= 2
        });
    }

    fn wait(&self, what: &str, mut until: impl FnMut(&Place) -> bool) {
        let started = Instant::now();
        while !until(self) {
            assert!(started.elapsed() < Duration::from_secs(30), "{what}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Command lines of what this test has started.
    fn processes(&self) -> Vec<String> {
        let folder = self.folder.path().to_string_lossy().into_owned();
        let entries = fs::read_dir("/proc").expect("a process table").flatten();
        entries
            .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
            .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
            .filter(|line| line.contains(&self.seconds) || line.contains(&folder))
            .collect()
    }

    /// Nothing is left: no process, no folder.
    fn assert_clean(&self) {
        self.wait("processes are left", |place| place.processes().is_empty());
        let left: Vec<PathBuf> =
            fs::read_dir(self.temporary()).expect("lists").flatten().map(|e| e.path()).collect();
        assert!(left.is_empty(), "{left:?}");
        assert!(!self.has_hidden(), "a half-written result is left");
    }

    /// Whether there is a file that is not whole yet.
    fn has_hidden(&self) -> bool {
        let mut files = fs::read_dir(self.folder.path()).expect("lists").flatten();
        files.any(|entry| entry.file_name().to_string_lossy().starts_with(".mcp"))
    }
}

/// Tests may have been started with signals ignored, by nohup or in the
/// background, and what they start would go on ignoring them. A handler is not
/// inherited.
fn heed_signals() {
    let status = fs::read_to_string("/proc/self/status").expect("this process");
    let set = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).expect("a set");
    let set = u64::from_str_radix(set.trim(), 16).expect("hexadecimal digits");
    for sent in [Signal::HUP, Signal::INT, Signal::QUIT, Signal::TERM] {
        if set >> (sent.as_raw() - 1) & 1 == 1 {
            signal_hook::flag::register(sent.as_raw(), Arc::default()).expect("a handler");
        }
    }
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).expect("a signal to a child");
}

fn ended(child: Child) -> Output {
    let started = Instant::now();
    let output = child.wait_with_output().expect("ends");
    assert!(started.elapsed() < Duration::from_secs(30), "did not end");
    output
}

fn read(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).expect("reads")).expect("JSON")
}

fn statuses(result: &Value) -> Vec<&str> {
    let cases = result["cases"].as_array().expect("cases");
    cases.iter().map(|case| case["status"].as_str().expect("a status")).collect()
}

#[test]
fn a_signal_stops_a_run_and_what_it_has_is_kept() {
    for sent in [Signal::HUP, Signal::INT, Signal::QUIT, Signal::TERM] {
        let number = sent.as_raw();
        let place = Place::new();
        let child = place.start(&[
            "run",
            "--jobs",
            "1",
            "--timeout",
            "60",
            "--output",
            "result.json",
            "--",
            "./hang",
        ]);
        place.wait_for_sleepers();
        signal(&child, sent);
        let output = ended(child);
        assert_eq!(code(&output), 128 + number);
        place.assert_clean();
        let result = read(&place.path("result.json"));
        assert_eq!(result["partial"], true);
        assert_eq!(result["stopped_by"]["signal"], number);
        assert_eq!(result["summary"]["exit_code"], 128 + number);
        let statuses = statuses(&result);
        assert_eq!((statuses.len(), statuses[0]), (14, "mismatch"));
        assert!(statuses[1..].iter().all(|status| *status == "not_run"), "{statuses:?}");
        assert_eq!(result["summary"]["stopped"], 13);
        let told = stdout(&output);
        assert!(told.contains("0 of 14 matched, 1 mismatched, 13 did not run"), "{told}");
    }
}

#[test]
fn the_json_result_on_standard_output_is_partial_too() {
    let place = Place::new();
    let child = place.start(&[
        "run",
        "--suite",
        "privileged-mcp-action-v0",
        "--suite",
        "privileged-mcp-action-v0-probes",
        "--format",
        "json",
        "--timeout",
        "60",
        "--",
        "./hang",
    ]);
    place.wait_for_sleepers();
    signal(&child, Signal::INT);
    let output = ended(child);
    assert_eq!(code(&output), 130);
    place.assert_clean();
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    for result in document["results"].as_array().expect("results") {
        assert_eq!(result["partial"], true);
    }
}

#[test]
fn signals_that_come_together_are_one() {
    let place = Place::new();
    let mut child =
        place.start(&["run", "--timeout", "60", "--output", "result.json", "--", "./hang"]);
    place.wait_for_sleepers();
    signal(&child, Signal::INT);
    for sent in [Signal::TERM, Signal::HUP, Signal::QUIT, Signal::INT].iter().cycle().take(200) {
        signal(&child, *sent);
        std::thread::sleep(Duration::from_micros(200));
        if child.try_wait().expect("waits").is_some() {
            break;
        }
    }
    // The system does not keep the order of signals that wait.
    let code = code(&ended(child));
    assert!([129, 130, 131, 143].contains(&code), "{code}");
    place.assert_clean();
    assert_eq!(read(&place.path("result.json"))["stopped_by"]["signal"], code - 128);
}

#[test]
fn a_later_signal_ends_what_is_stuck_and_leaves_nothing() {
    let place = Place::new();
    let fifo = place.path("fifo");
    rustix::fs::mkfifoat(rustix::fs::CWD, &fifo, Mode::RWXU).expect("a named pipe");
    // A reader that reads nothing of a result that is larger than a pipe.
    let _reader =
        OpenOptions::new().read(true).write(true).open(&fifo).expect("opens the named pipe");
    let mut child = place.start(&[
        "run",
        "--suite",
        "privileged-mcp-action-v0-rules",
        "--timeout",
        "60",
        "--output",
        "fifo",
        "--report",
        "tap=result.tap",
        "--",
        "./hang",
    ]);
    place.wait_for_sleepers();
    signal(&child, Signal::INT);
    assert!(place.has_hidden(), "no output is open");
    // Sooner or later it is late enough.
    place.wait("does not end", |_| {
        std::thread::sleep(Duration::from_millis(200));
        signal(&child, Signal::TERM);
        child.try_wait().expect("waits").is_some()
    });
    let output = ended(child);
    assert_eq!(code(&output), 143);
    let told = stderr(&output);
    assert!(
        told.contains("was given up, as another signal has come: what is not written"),
        "{told}"
    );
    place.assert_clean();
}

#[test]
fn a_signal_before_anything_runs_leaves_nothing() {
    let place = Place::new();
    let fifo = place.path("fifo");
    rustix::fs::mkfifoat(rustix::fs::CWD, &fifo, Mode::RWXU).expect("a named pipe");
    // Nobody opens the named pipe.
    let child =
        place.start(&["run", "--builtin", "--output", "result.json", "--report", "tap=fifo"]);
    place.wait("no output is open", |place| place.has_hidden());
    signal(&child, Signal::TERM);
    assert_eq!(code(&ended(child)), 143);
    place.assert_clean();
    assert!(!place.path("result.json").exists());
}

#[test]
fn a_reader_that_is_stuck_keeps_nothing_from_being_written() {
    let place = Place::new();
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let mut command =
        place.command(&["run", "--timeout", "60", "--output", "result.json", "--", "./hang"]);
    command.stdout(writer.try_clone().expect("a pipe"));
    let child = command.spawn().expect("starts");
    drop(command);
    place.wait_for_sleepers();
    let stuffed = writer.try_clone().expect("a pipe");
    let stuffing = std::thread::spawn(move || while (&writer).write_all(&[0; 4096]).is_ok() {});
    place.wait("the pipe is not full", |_| {
        let mut pipe = [PollFd::new(&stuffed, PollFlags::OUT)];
        poll(&mut pipe, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).expect("polls") == 0
    });
    signal(&child, Signal::TERM);
    let output = ended(child);
    assert_eq!(code(&output), 143);
    place.assert_clean();
    let result = read(&place.path("result.json"));
    assert_eq!((&result["partial"], &result["stopped_by"]["signal"]), (&true.into(), &15.into()));
    drop(reader);
    stuffing.join().expect("ends with its reader");
}

#[test]
fn what_was_ignored_at_the_start_stays_ignored() {
    let place = Place::new();
    let program = env!("CARGO_BIN_EXE_mcp-evidence");
    let run = "run --timeout 60 --output result.json -- ./hang";
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("trap '' HUP INT; exec {program} {run}")]);
    let mut shell = shell.current_dir(place.folder.path()).env("TMPDIR", place.temporary());
    shell = shell.stdout(Stdio::null()).stderr(Stdio::null());
    let child = shell.spawn().expect("starts");
    place.wait_for_sleepers();
    for sent in [Signal::HUP, Signal::INT, Signal::TERM] {
        signal(&child, sent);
    }
    assert_eq!(code(&ended(child)), 143);
    place.assert_clean();
    assert_eq!(read(&place.path("result.json"))["stopped_by"]["signal"], 15);
}

#[test]
fn a_reader_that_goes_away_stops_the_run() {
    let place = Place::new();
    let mut child =
        place.start(&["run", "--timeout", "5", "--output", "result.json", "--", "./hang"]);
    let mut pipe = child.stdout.take().expect("a pipe");
    let mut first = [0; 1];
    pipe.read_exact(&mut first).expect("a byte");
    drop(pipe);
    let output = ended(child);
    assert_eq!(code(&output), 141);
    place.assert_clean();
    let result = read(&place.path("result.json"));
    assert_eq!(result["stopped_by"], "reader");
}

#[test]
fn the_main_job_cleans_up_too() {
    let place = Place::new();
    // Slow enough to be met: a folder of cases is there as long as it runs.
    let child = place.start(&[]);
    place.wait("no folder", |place| {
        fs::read_dir(place.temporary()).expect("lists").next().is_some()
    });
    signal(&child, Signal::TERM);
    let code = code(&ended(child));
    assert!([0, 143].contains(&code), "{code}");
    place.assert_clean();
}

#[test]
fn a_signal_to_the_whole_group_is_one_to_the_program() {
    let place = Place::new();
    let program = env!("CARGO_BIN_EXE_mcp-evidence");
    heed_signals();
    let script = format!("{program} run --timeout 60 -- ./hang & wait");
    let mut shell = Command::new("setsid");
    shell.args(["sh", "-c", &script]).current_dir(place.folder.path());
    let mut shell =
        shell.env("TMPDIR", place.temporary()).stdout(Stdio::null()).spawn().expect("starts");
    place.wait_for_sleepers();
    rustix::process::kill_process_group(Pid::from_child(&shell), Signal::TERM).expect("a signal");
    shell.wait().expect("ends");
    // The shell goes first.
    place.wait("a folder is left", |place| {
        fs::read_dir(place.temporary()).expect("lists").next().is_none()
    });
    place.assert_clean();
}
