//! What a candidate sees of the harness, and how cases run beside each other.

use crate::setup::{
    Held, Marker, candidate, fake, four, in_memory, one, options, run_one, run_with, shell, test,
    this_program,
};
use libtest_mimic::Trial;
use mcp_evidence_harness::{Case, Event, Options, Status, run};
use rustix::process::{Pid, Signal, kill_process};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::time::{Duration, Instant};

pub(crate) fn tests() -> Vec<Trial> {
    let mut tests = vec![
        test("processes: a shell that forks and forks again", forks),
        test("processes: a group reaches no further than the group", group_is_a_group),
        test("processes: a killed supervisor is our error", supervisor_killed),
        test("processes: supervisors start no slower than they may", overhead),
    ];
    for held in [Held::Supervised, Held::Group] {
        tests.push(test(&format!("processes: surroundings, {held:?}"), move || {
            surroundings(held);
        }));
        tests.push(test(&format!("processes: paths and names, {held:?}"), move || paths(held)));
        tests.push(test(&format!("processes: at once and in order, {held:?}"), move || {
            at_once(held);
        }));
    }
    tests
}

/// Faster than anything that starts a program: a chain of forks, each of which
/// has lost its parent when it is seen, beside a candidate that hangs.
fn forks() {
    for script in ["f() { f & }; f; sleep 60", "f() { f & }; f; cat \"$1\""] {
        let marker = Marker::new();
        let (_, took) = run_one(&shell(script, &marker), Held::Supervised);
        marker.assert_none_left();
        assert!(took < Duration::from_secs(2), "took {took:?}");
    }
}

fn group_is_a_group() {
    let marker = Marker::new();
    let (case, took) = run_one(&fake("holder", &marker), Held::Group);
    assert_eq!(case.status, Status::Match);
    assert!(took < Duration::from_secs(1), "the open pipe is not waited for: {took:?}");
    let left = marker.wait(Duration::from_secs(1), |left| left.len() == 1);
    end(&left);
    let (case, _) = run_one(&shell("sleep 60 & cat \"$1\"", &marker), Held::Group);
    assert_eq!(case.status, Status::Match);
    marker.wait(Duration::from_secs(1), <[i32]>::is_empty);
}

pub(crate) fn end(processes: &[i32]) {
    for process in processes {
        if let Some(pid) = Pid::from_raw(*process) {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

fn supervisor_killed() {
    let marker = Marker::new();
    let (case, _) = run_one(&shell("kill -9 $PPID; sleep 60", &marker), Held::Supervised);
    assert_eq!(case.status, Status::NotRun);
    let error = case.error.expect("an error");
    assert_eq!(error.kind, "harness");
    assert!(error.message.contains("signal: 9"), "{}", error.message);
    end(&marker.processes());
}

/// Fourteen cases at a few milliseconds each; the bound is generous, as other
/// tests run beside this one.
fn overhead() {
    let marker = Marker::new();
    let vectors: Vec<_> = (0..14)
        .map(|n| crate::setup::vector(&format!("v-{n}"), mcp_evidence_contract::Outcome::Invalid))
        .collect();
    let corpus = in_memory(&vectors);
    let started = Instant::now();
    let result = run_with(&corpus, &fake("right", &marker), &options(Held::Supervised));
    assert_eq!(result.summary.matches, 14);
    assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
}

fn surroundings(held: Held) {
    let marker = Marker::new();
    let said = |case: &Case| -> Vec<String> { case.reasons.concat() };
    let (case, _) = run_one(&fake("looks-around", &marker), held);
    let path = std::env::var("PATH").unwrap_or_default();
    let here = std::env::current_dir().expect("a folder");
    let expected = |name: &str, folder: &std::path::Path| {
        vec![
            // This program, `fake`, its name, the marker, and the one that the
            // harness appends.
            "arguments 5".to_owned(),
            "absolute true".to_owned(),
            format!("name {name}"),
            format!("folder {}", folder.display()),
            format!("path {path}"),
            "input 0".to_owned(),
        ]
    };
    assert_eq!(said(&case), expected("case-001.bundle.tar.gz", &here));

    let folder = tempfile::tempdir().expect("a folder");
    let elsewhere = folder.path().canonicalize().expect("a path");
    let moved = fake("looks-around", &marker).in_folder(&elsewhere).expect("a folder");
    let named = Options { named: true, ..options(held) };
    let result = run_with(&one(), &moved, &named);
    assert_eq!(said(&result.cases[0]), expected("bad-one.bundle.tar.gz", &elsewhere));
    assert_eq!(result.setting.candidate.folder, Some(elsewhere.display().to_string()));
}

/// A relative path is the caller's, in whatever folder the candidate runs; a
/// name is looked up.
fn paths(held: Held) {
    let marker = Marker::new();
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().canonicalize().expect("a path").join("a candidate");
    symlink(this_program(), &link).expect("links");
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).expect("a folder");
    let up: PathBuf = here.components().skip(1).map(|_| "..").collect();
    let relative = up.join(link.strip_prefix("/").expect("absolute"));
    let argv = [relative.into(), "fake".into(), "right".into(), marker.0.clone().into()];
    let elsewhere = tempfile::tempdir().expect("a folder");
    let moved = candidate(argv).in_folder(elsewhere.path()).expect("a folder");
    assert_eq!(run_one(&moved, held).0.status, Status::Match);
    assert_eq!(run_one(&candidate(["cat".into()]), held).0.status, Status::Match);
}

fn at_once(held: Held) {
    let marker = Marker::new();
    let corpus = in_memory(&four());
    let jobs = |jobs| Options { jobs: NonZeroUsize::new(jobs), ..options(held) };
    let started = Instant::now();
    let result = run_with(&corpus, &fake("slow", &marker), &jobs(4));
    assert_eq!(result.measured.jobs, 4);
    assert!(started.elapsed() < Duration::from_millis(1500), "{:?}", started.elapsed());
    let started = Instant::now();
    run_with(&corpus, &fake("slow", &marker), &jobs(1));
    assert!(started.elapsed() >= Duration::from_secs(2), "{:?}", started.elapsed());

    let mut told = Vec::new();
    let slow_on_first = fake("slow-on-first", &marker);
    let result = run(&corpus, &slow_on_first, &jobs(2), &mut |event| {
        told.push(match event {
            Event::Started(setting) => format!("started {}", setting.options.selected),
            Event::Case { case, .. } => case.id.clone(),
            Event::Finished(result) => format!("finished {}", result.summary.matches),
        });
        ControlFlow::Continue(())
    });
    result.expect("a run that starts");
    let order =
        ["started 4", "ok-deny-bound", "ok-deny-silent", "bad-reason", "bad-digest", "finished 4"];
    assert_eq!(told, order);
}
