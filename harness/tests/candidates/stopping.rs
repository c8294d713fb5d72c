//! Runs that end early, time-outs that are tried again, and baselines.

use crate::setup::{Held, Marker, fake, four, in_memory, one, options, run_one, run_with, test};
use libtest_mimic::Trial;
use mcp_evidence_harness::baseline::{BaselineState, Written};
use mcp_evidence_harness::interrupt::Cause;
use mcp_evidence_harness::reporter::{Pretty, Style};
use mcp_evidence_harness::{Baseline, Event, Interrupt, Options, RunResult, Status, exit, run};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

pub(crate) fn tests() -> Vec<Trial> {
    let mut tests = vec![
        test("stopping: the first failure ends a run that is to", fail_fast),
        test("stopping: a time-out beside others is tried again alone", retried),
        test("stopping: a time-out alone is the last that is tried again", gave_up),
        test("stopping: a stopped supervisor is told to go on", stopped_supervisor),
        test("baseline: what is listed exactly so does not count", known),
        test("baseline: another answer, a match, and what is not there fail", unexpected),
        test("baseline: reasons and unselected entries are kept", kept),
    ];
    for held in [Held::Supervised, Held::Group] {
        tests.push(test(&format!("stopping: a sink that breaks, {held:?}"), move || broken(held)));
        tests.push(test(&format!("stopping: a switch that is thrown, {held:?}"), move || {
            thrown(held);
        }));
    }
    tests
}

fn jobs(jobs: usize, held: Held) -> Options {
    Options { jobs: NonZeroUsize::new(jobs), ..options(held) }
}

fn statuses(result: &RunResult) -> Vec<Status> {
    result.cases.iter().map(|case| case.status).collect()
}

fn fail_fast() {
    use Status::{Match, Mismatch, NotRun};
    let corpus = in_memory(&four());
    let marker = Marker::new();
    for count in [1, 4] {
        let options = Options { fail_fast: true, ..jobs(count, Held::Supervised) };
        let mut told = 0;
        let result = run(&corpus, &fake("always-invalid", &marker), &options, &mut |event| {
            told += usize::from(matches!(event, Event::Case { .. }));
            ControlFlow::Continue(())
        });
        let result = result.expect("a run that starts");
        assert_eq!(statuses(&result), [Mismatch, NotRun, NotRun, NotRun], "{count} at once");
        assert_eq!((result.partial, result.stopped_by), (true, Some(Cause::FailFast)));
        assert_eq!((result.summary.stopped, result.summary.exit_code), (3, exit::MISMATCH));
        assert_eq!(told, 4, "every case is told");
        assert!(result.cases[1].error.as_ref().is_some_and(|error| error.kind == "stopped"));
    }
    let options = Options { fail_fast: true, ..options(Held::Supervised) };
    let right = run_with(&corpus, &fake("right", &marker), &options);
    assert_eq!(statuses(&right), [Match; 4]);
    assert!(!right.partial);
    let silent = run_with(&corpus, &fake("nothing", &marker), &options);
    assert_eq!(silent.summary.exit_code, exit::ERROR);
    marker.assert_none_left();
}

fn broken(held: Held) {
    let marker = Marker::new();
    let started = Instant::now();
    let mut told = 0;
    let long = Options {
        limits: mcp_evidence_harness::Limits {
            time: Duration::from_secs(50),
            ..Default::default()
        },
        ..jobs(2, held)
    };
    // The third case hangs: it is ended, not waited for.
    let mut sink = |event: Event<'_>| {
        told += 1;
        match event {
            Event::Case { .. } => ControlFlow::Break(()),
            Event::Started(_) | Event::Finished(_) => ControlFlow::Continue(()),
        }
    };
    let result = run(&in_memory(&four()), &fake("hang-but-first", &marker), &long, &mut sink);
    let result = result.expect("a run that starts");
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    assert_eq!(told, 2, "nothing is told after that");
    assert_eq!(result.cases[0].status, Status::Match);
    assert_eq!((result.summary.stopped, result.stopped_by), (3, Some(Cause::Reader)));
    marker.assert_none_left();
    let nothing = run(&one(), &fake("right", &marker), &long, &mut |_| ControlFlow::Break(()));
    assert_eq!(nothing.expect("a run that starts").summary.stopped, 1);
}

fn thrown(held: Held) {
    let marker = Marker::new();
    let interrupt = Interrupt::new().expect("a pipe");
    let mut options = jobs(2, held);
    options.limits.time = Duration::from_secs(50);
    options.host.interrupt = Some(interrupt.clone());
    let waiting = marker.clone();
    let thrower = std::thread::spawn(move || {
        waiting.wait(Duration::from_secs(10), |found| found.len() >= 2);
        interrupt.stop(Cause::Signal(2));
    });
    let started = Instant::now();
    let result = run_with(&in_memory(&four()), &fake("hang", &marker), &options);
    thrower.join().expect("throws");
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    assert_eq!(statuses(&result), [Status::NotRun; 4]);
    assert_eq!((result.summary.exit_code, result.partial), (130, true));
    marker.assert_none_left();
    let later = run_with(&one(), &fake("right", &marker), &options);
    assert_eq!(later.summary.stopped, 1, "the switch stays where it is");
}

fn retried() {
    let marker = Marker::new();
    let corpus = in_memory(&four()[..2]);
    let options = Options { retries: 1, ..jobs(2, Held::Supervised) };
    let mut text = Vec::new();
    let mut pretty = Pretty::new(&mut text, Style::default());
    let result = run(&corpus, &fake("shy", &marker), &options, &mut |event| {
        pretty.event(&event).expect("a vector takes everything");
        ControlFlow::Continue(())
    });
    let result = result.expect("a run that starts");
    assert_eq!(result.summary.matches, 2, "{:?}", result.cases);
    assert!(result.cases.iter().any(|case| case.retries == 1));
    let text = String::from_utf8(text).expect("text");
    assert!(text.contains("(timed out beside others, and was started again alone)"), "{text}");
    let alone = Options { retries: 1, ..jobs(1, Held::Supervised) };
    let result = run_with(&one(), &fake("hang", &marker), &alone);
    assert_eq!(result.cases[0].retries, 0, "it was alone");
    marker.assert_none_left();
}

fn gave_up() {
    let marker = Marker::new();
    let options = Options { retries: 1, ..jobs(2, Held::Supervised) };
    let result = run_with(&in_memory(&four()), &fake("hang", &marker), &options);
    let retries: Vec<u32> = result.cases.iter().map(|case| case.retries).collect();
    assert_eq!(retries, [1, 0, 0, 0]);
    assert_eq!(result.summary.candidate_errors, 4);
    let none = Options { retries: 0, ..options };
    let result = run_with(&in_memory(&four()[..2]), &fake("hang", &marker), &none);
    assert!(result.cases.iter().all(|case| case.retries == 0));
    marker.assert_none_left();
}

fn stopped_supervisor() {
    let marker = Marker::new();
    let (case, _) = run_one(&fake("stops-its-supervisor", &marker), Held::Supervised);
    marker.assert_none_left();
    assert_eq!(case.status, Status::CandidateError, "{:?}", case.error);
    assert!(case.is_timed_out());
}

/// The baseline of that fake over the four vectors, as a file would hold it.
fn baseline(name: &str, marker: &Marker) -> Baseline {
    let result = run_with(&in_memory(&four()), &fake(name, marker), &options(Held::Supervised));
    let baseline = Written::of(&[result], None, None).baseline;
    let bytes = serde_json::to_vec(&baseline).expect("serializes");
    assert_eq!(Baseline::read(&bytes).expect("reads back"), baseline);
    baseline
}

fn with(baseline: &Baseline) -> Options {
    Options {
        baseline: baseline.suite("fake-suite").cloned(),
        fail_fast: true,
        ..options(Held::Supervised)
    }
}

fn known() {
    let marker = Marker::new();
    let corpus = in_memory(&four());
    let mut baseline = baseline("always-invalid", &marker);
    let cases: Vec<&str> =
        baseline.suites[0].known.iter().map(|known| known.case.as_str()).collect();
    assert_eq!(cases, ["bad-digest", "ok-deny-bound", "ok-deny-silent"], "sorted");
    baseline.suites[0].known[0].reason = "stage 1 is not written yet\u{1b}".to_owned();
    let mut text = Vec::new();
    let mut pretty = Pretty::new(&mut text, Style::default());
    let candidate = fake("always-invalid", &marker);
    let result = run(&corpus, &candidate, &with(&baseline), &mut |event| {
        pretty.event(&event).expect("a vector takes everything");
        ControlFlow::Continue(())
    });
    let result = result.expect("a run that starts");
    assert_eq!(result.summary.exit_code, exit::MATCH);
    assert_eq!((result.summary.mismatches, result.summary.known_divergences), (3, 3));
    assert!(!result.partial, "a known divergence is no failure");
    assert_eq!(result.cases[0].status, Status::Mismatch);
    let text = String::from_utf8(text).expect("text");
    for part in [
        "known     ok-deny-silent\nmatch     bad-reason\nknown     bad-digest  (stage 1 is not written yet\\u{1b})\n\n",
        "baseline: 3 listed, 3 as listed, 0 otherwise, 0 that match now; 2 without a reason",
        "1 of 4 matched, 3 known divergences\n",
    ] {
        assert!(text.contains(part), "{part:?} is not in:\n{text}");
    }
    assert!(!text.contains("Rules that"), "{text}");
}

fn unexpected() {
    let marker = Marker::new();
    let corpus = in_memory(&four());
    let listed = baseline("always-invalid", &marker);
    let all = |baseline: &Baseline| Options { fail_fast: false, ..with(baseline) };

    let right = run_with(&corpus, &fake("right", &marker), &all(&listed));
    assert_eq!((right.summary.exit_code, right.summary.unexpected_successes), (exit::MISMATCH, 3));
    let state = right.cases[0].baseline_state();
    assert_eq!(state, Some(BaselineState::UnexpectedSuccess));

    let other = run_with(&corpus, &fake("always-valid", &marker), &all(&listed));
    assert_eq!(other.summary.exit_code, exit::MISMATCH);
    assert_eq!(other.summary.known_divergences, 0);
    let note = other.cases[0].baseline.as_ref().expect("a note");
    assert_eq!(note.state, BaselineState::OtherDivergence);
    assert!(!note.listed.is_empty());

    let silent = run_with(&corpus, &fake("nothing", &marker), &all(&listed));
    assert_eq!(silent.summary.exit_code, exit::ERROR, "an error cannot be listed");

    let mut unknown = listed.clone();
    unknown.suites[0].known[0].case = "no-such-case".to_owned();
    let result = run_with(&corpus, &fake("always-invalid", &marker), &all(&unknown));
    assert_eq!(result.summary.exit_code, exit::MISMATCH);
    assert_eq!(result.baseline.expect("a record").unknown, ["no-such-case"]);

    let mut elsewhere = listed;
    elsewhere.suites[0].corpus_digest = "sha256:0".to_owned();
    let result = run_with(&corpus, &fake("right", &marker), &all(&elsewhere));
    assert_eq!((result.summary.exit_code, result.summary.unusable_entries), (exit::MISMATCH, 3));
    assert_eq!(result.summary.unexpected_successes, 0, "none of it counts");
}

fn kept() {
    let marker = Marker::new();
    let corpus = in_memory(&four());
    let mut listed = baseline("always-invalid", &marker);
    for known in &mut listed.suites[0].known {
        known.reason = format!("because of {}", known.case);
    }
    let only = mcp_evidence_harness::Selection::new(&["ok-*".to_owned()], &[]).expect("a glob");
    let some = Options { selection: only, fail_fast: false, ..with(&listed) };
    let result = run_with(&corpus, &fake("always-invalid", &marker), &some);
    assert_eq!(result.summary.exit_code, exit::MATCH);
    assert_eq!(result.baseline.as_ref().expect("a record").not_selected, 1);
    assert_eq!(Written::of(&[result], Some(&listed), None).baseline, listed);
    let right = Options { selection: Default::default(), ..some };
    let result = run_with(&corpus, &fake("right", &marker), &right);
    assert_eq!(Written::of(&[result], Some(&listed), None).baseline.suites, []);
}
