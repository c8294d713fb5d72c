//! A harness that is killed takes supervisor and candidate with it.

use crate::setup::{Held, Marker, fake, one, options, run_with, test, this_program};
use libtest_mimic::Trial;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;

pub(crate) fn tests() -> Vec<Trial> {
    ["hang", "dodger-and-hang", "endless-stderr"]
        .into_iter()
        .flat_map(|name| {
            [
                test(&format!("harness killed: {name}"), move || {
                    ended(name, |harness| kill_process(harness, Signal::KILL));
                }),
                test(&format!("harness interrupted as by a terminal: {name}"), move || {
                    ended(name, |harness| kill_process_group(harness, Signal::INT));
                }),
            ]
        })
        .collect()
}

/// `NAME MARKER`: a harness that runs that fake, with more patience than the
/// test has.
pub(crate) fn play(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let mut word = || arguments.next().and_then(|word| word.into_string().ok()).expect("a word");
    let (name, marker) = (word(), Marker(word()));
    let mut options = options(Held::Supervised);
    options.limits.time = Duration::from_secs(50);
    run_with(&one(), &fake(&name, &marker), &options);
    ExitCode::SUCCESS
}

fn ended(name: &str, how: impl FnOnce(Pid) -> rustix::io::Result<()>) {
    let marker = Marker::new();
    // A killed harness leaves its folder behind.
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness: Child = Command::new(this_program())
        .args(["harness", name, &marker.0])
        .env("TMPDIR", folder.path())
        .stdout(Stdio::null())
        .process_group(0)
        .spawn()
        .expect("starts");
    let pid = Pid::from_child(&harness);
    // The harness itself, its supervisor, and the candidate.
    marker.wait(Duration::from_secs(10), |found| found.len() >= 3);
    how(pid).expect("a signal to a child");
    harness.wait().expect("it was signalled");
    marker.wait(Duration::from_secs(1), <[i32]>::is_empty);
}
