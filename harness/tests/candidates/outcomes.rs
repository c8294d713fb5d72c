//! Each fake candidate ends as it must, in time, and leaves no process behind.

use crate::setup::{
    Held, LIMIT, Marker, SLACK, candidate, fake, options, run_one, run_with, shell, test,
};
use libtest_mimic::Trial;
use mcp_evidence_harness::result::ExitRecord;
use mcp_evidence_harness::{Candidate, Case, Status, exit};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

/// A fake, how a case that asks for pass / invalid ends with it, and a part of
/// what is said.
const FAKES: [(&str, Status, &str, &str); 27] = [
    ("right", Status::Match, "", ""),
    ("right-and-exit-3", Status::Match, "", ""),
    ("always-invalid", Status::Match, "", ""),
    ("always-valid", Status::Mismatch, "", ""),
    ("another-class", Status::Mismatch, "", ""),
    ("hang", Status::CandidateError, "timed_out", "still running after 1 s"),
    ("nothing", Status::CandidateError, "empty_stdout", "stdout is empty"),
    ("holder", Status::Match, "", ""),
    ("dodger", Status::Match, "", ""),
    ("dodger-and-hang", Status::CandidateError, "timed_out", "still running"),
    ("endless-stdout", Status::CandidateError, "stdout_over_limit", "more than 1048576 bytes"),
    ("endless-stderr", Status::CandidateError, "timed_out", "still running"),
    ("much-stderr", Status::Match, "", ""),
    ("dies-after-report", Status::CandidateError, "signal", "signal 9 (SIGKILL)"),
    ("two-objects", Status::CandidateError, "second_object", "second JSON object"),
    ("nan", Status::CandidateError, "not_a_number", "NaN at byte 9"),
    ("duplicate", Status::CandidateError, "duplicate_member", "names a member twice"),
    ("banner", Status::CandidateError, "text_before_object", "Verifier 1.0\\n{"),
    ("invalid-utf8", Status::CandidateError, "not_utf8", "from byte 14 on: \\xff"),
    ("invalid-utf8-later", Status::CandidateError, "not_utf8", "from byte 17 on: \\xc3("),
    ("utf-16", Status::CandidateError, "utf16", "UTF-16"),
    ("byte-order-mark", Status::CandidateError, "byte_order_mark", "first: \\u{feff}{"),
    ("trailing-text", Status::CandidateError, "text_after_object", "done\\u{7}"),
    ("infinity", Status::CandidateError, "not_a_number", "-Infinity at byte 9"),
    ("python-repr", Status::CandidateError, "language_literal", "a single quote at byte 1"),
    ("only-blanks", Status::CandidateError, "blank_stdout", "white space ( \\n\\t)"),
    ("claims-beside-invalid", Status::CandidateError, "shape", "claims must be absent"),
];

pub(crate) fn tests() -> Vec<Trial> {
    let mut tests = Vec::new();
    for (name, status, kind, part) in FAKES {
        tests.push(test(&format!("outcome: {name}, supervised"), move || {
            let marker = Marker::new();
            let (case, took) = run_one(&fake(name, &marker), Held::Supervised);
            marker.assert_none_left();
            check(&case, status, kind, part);
            assert!(took < LIMIT + SLACK, "took {took:?}");
        }));
        // The group does not reach those.
        if !["holder", "dodger", "dodger-and-hang"].contains(&name) {
            tests.push(test(&format!("outcome: {name}, group"), move || {
                let marker = Marker::new();
                let (case, took) = run_one(&fake(name, &marker), Held::Group);
                marker.assert_none_left();
                check(&case, status, kind, part);
                assert!(took < LIMIT + SLACK, "took {took:?}");
            }));
        }
    }
    tests.push(test("outcome: details of an exit and of stderr", details));
    for held in [Held::Supervised, Held::Group] {
        tests.push(test(&format!("outcome: ignores SIGTERM, {held:?}"), move || {
            stopped("trap '' TERM INT HUP; while :; do sleep 1; done", held);
        }));
        tests.push(test(&format!("outcome: closes its stdout and hangs, {held:?}"), move || {
            stopped("exec 1>&- 2>&-; sleep 60", held);
        }));
        tests.push(test(&format!("outcome: stops itself, {held:?}"), move || {
            stopped("kill -STOP $$", held);
        }));
        tests.push(test(&format!("outcome: kills its process group, {held:?}"), move || {
            let marker = Marker::new();
            let (case, _) = run_one(&shell("cat \"$1\"; kill -9 0", &marker), held);
            marker.assert_none_left();
            check(&case, Status::CandidateError, "signal", "signal 9");
        }));
        tests.push(test(&format!("outcome: cannot start, {held:?}"), move || cannot_start(held)));
        tests.push(test(&format!("outcome: a program still written to, {held:?}"), move || {
            busy(held);
        }));
    }
    tests
}

fn check(case: &Case, status: Status, kind: &str, part: &str) {
    assert_eq!(case.status, status, "{:?}", case.error);
    let error = case.error.as_ref();
    assert_eq!(error.map_or("", |error| error.kind.as_str()), kind);
    let message = error.map_or("", |error| error.message.as_str());
    assert!(message.contains(part), "{message}");
    let answered = matches!(status, Status::Match | Status::Mismatch);
    assert_eq!(case.observed.is_some(), answered);
}

fn details() {
    let marker = Marker::new();
    for held in [Held::Supervised, Held::Group] {
        let (case, _) = run_one(&fake("right-and-exit-3", &marker), held);
        assert_eq!(case.exit, Some(ExitRecord::Code(3)));
        assert_eq!(case.stderr, None);
        let (case, _) = run_one(&fake("dies-after-report", &marker), held);
        assert_eq!(case.exit, Some(ExitRecord::Signal(9)));
        assert!(case.report.is_some(), "the report is kept beside the error");
        let (case, _) = run_one(&fake("much-stderr", &marker), held);
        let stderr = case.stderr.expect("stderr");
        assert_eq!((stderr.bytes, stderr.cut), (3 << 20, true));
        assert_eq!(stderr.text.len(), mcp_evidence_harness::result::EXCERPT_LIMIT);
        let (case, _) = run_one(&fake("banner", &marker), held);
        assert!(case.stdout.expect("stdout").text.starts_with("Verifier 1.0\n{"));
    }
}

fn stopped(script: &str, held: Held) {
    let marker = Marker::new();
    let (case, took) = run_one(&shell(script, &marker), held);
    marker.assert_none_left();
    check(&case, Status::CandidateError, "timed_out", "still running");
    assert!(took >= LIMIT && took < LIMIT + SLACK, "took {took:?}");
}

fn cannot_start(held: Held) {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str, mode: u32| -> Candidate {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("writes");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a mode");
        candidate([path.into_os_string()])
    };
    let missing = folder.path().join("missing");
    let cases = [
        (write("plain", "#!/bin/sh\n", 0o644), 13, "not marked executable"),
        (write("no-interpreter", "echo '{}'\n", 0o755), 8, "no interpreter line"),
        (write("other-interpreter", "#!/no/such/interpreter\n", 0o755), 2, "the file is there"),
        (candidate([missing.clone().into_os_string()]), 2, "there is no such file"),
        (candidate([folder.path().as_os_str().to_owned()]), 13, "it is a folder"),
        (candidate(["no-such-program-anywhere".into()]), 2, "in PATH"),
    ];
    for (candidate, errno, hint) in cases {
        let result = run_with(&crate::setup::one(), &candidate, &options(held));
        let case = &result.cases[0];
        check(case, Status::CandidateError, "not_started", hint);
        let error = case.error.as_ref().expect("an error");
        assert_eq!(error.errno, Some(errno));
        let program = candidate.argv()[0].to_string_lossy().into_owned();
        assert!(error.message.contains(&format!("(errno {errno})")), "{}", error.message);
        assert!(error.message.contains(&program), "{}", error.message);
        assert_eq!(result.summary.exit_code, exit::ERROR);
    }
}

/// The system refuses to start a program that somebody has open for writing.
fn busy(held: Held) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("busy");
    fs::copy("/bin/cat", &path).expect("copies");
    let open = fs::OpenOptions::new().append(true).open(&path).expect("opens");
    let closer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(150));
        drop(open);
    });
    let (case, _) = run_one(&candidate([path.into_os_string()]), held);
    closer.join().expect("closes");
    check(&case, Status::Match, "", "");
}
