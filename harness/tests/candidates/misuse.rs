//! The caller's mistakes are told apart from everything else.

use crate::setup::{Held, Marker, fake, four, in_memory, one, options, test};
use libtest_mimic::Trial;
use mcp_evidence_harness::candidate::{CandidateUsage, Host};
use mcp_evidence_harness::select::SelectError;
use mcp_evidence_harness::{Candidate, Options, RunError, Selection, Status, exit, run};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test("misuse: nothing selected", nothing_selected),
        test("misuse: no candidate, no folder", no_candidate),
        test("misuse: a supervisor that is none", no_supervisor),
        test("misuse: the supervisor called by hand", by_hand),
    ]
}

fn selection(only: &[&str], skip: &[&str]) -> Selection {
    let owned = |globs: &[&str]| globs.iter().map(|glob| (*glob).to_owned()).collect::<Vec<_>>();
    Selection::new(&owned(only), &owned(skip)).expect("globs")
}

fn nothing_selected() {
    let corpus = in_memory(&four());
    let candidate = fake("right", &Marker::new());
    let with = |selection| Options { selection, ..options(Held::Group) };
    for selection in [selection(&["none-*"], &[]), selection(&[], &["*"])] {
        let error = run(&corpus, &candidate, &with(selection), &mut |_| panic!("an event"));
        let error = error.expect_err("nothing to run");
        assert!(matches!(error, RunError::Select(SelectError::Nothing(_))));
        assert_eq!(exit::code_of_error(&error), exit::ERROR);
    }
    let some = with(selection(&["bad-*", "typo-*"], &["*-digest"]));
    let result = run(&corpus, &candidate, &some, &mut |_| ControlFlow::Continue(()))
        .expect("a run that starts");
    assert_eq!(result.cases.len(), 1);
    assert_eq!(result.cases[0].id, "bad-reason");
    assert_eq!(result.setting.options.unmatched, ["typo-*"]);
    assert_eq!(result.setting.suite.vectors, 4);
}

fn no_candidate() {
    assert!(matches!(Candidate::new(Vec::new()), Err(CandidateUsage::NoProgram)));
    assert!(matches!(Candidate::new(vec!["".into()]), Err(CandidateUsage::NoProgram)));
    let moved = fake("right", &Marker::new()).in_folder(Path::new("/no/such/folder"));
    assert!(matches!(moved, Err(CandidateUsage::Folder(_))));
}

fn no_supervisor() {
    for (supervisor, part) in
        [("/no/such/supervisor", "cannot start the supervisor"), ("/bin/true", "without a result")]
    {
        let host = Host { supervisor: Some(vec![supervisor.into()]), interrupt: None };
        let options = Options { host, ..options(Held::Group) };
        let result = run(&one(), &fake("right", &Marker::new()), &options, &mut |_| {
            ControlFlow::Continue(())
        });
        let result = result.expect("a run that starts");
        assert_eq!(result.cases[0].status, Status::NotRun);
        let error = result.cases[0].error.as_ref().expect("an error");
        assert_eq!(error.kind, "harness");
        assert!(error.message.contains(part), "{}", error.message);
        assert_eq!(result.summary.exit_code, exit::ERROR);
    }
}

fn by_hand() {
    for arguments in [&[][..], &["1", "2"], &["x", "1", "1", "--", "true"]] {
        let output = Command::new(crate::setup::this_program())
            .arg("supervise")
            .args(arguments)
            .output()
            .expect("starts");
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
    }
    // Nobody waits at the other end of its input: nothing is started.
    let output = Command::new(crate::setup::this_program())
        .args(["supervise", "1000", "1000", "1000", "--", "echo", "started"])
        .output()
        .expect("starts");
    assert!(output.stdout.is_empty());
}
