//! How far a run is, on a terminal and nowhere else. `script` of util-linux lends
//! the terminal; where it is missing these are listed as ignored.
#![allow(clippy::print_stderr, reason = "what is left out is told")]

mod common;

use common::place::Place;
use common::{code, stderr, stdout};
use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::process::Command;

/// Nine vectors, one by one.
const RUN: &str = "run --jobs 1 --only 'bad-10*' -- ./slow";

/// The same without waiting: the line is there from the start.
const FAST: &str = "run --jobs 1 --only 'bad-10*' -- ./reject";

fn main() {
    let missing = common::is_missing("script", "script");
    if missing {
        eprintln!("script is not on this machine: what a terminal shows is listed as ignored");
    }
    let trials = vec![
        Trial::test("a pipe sees nothing of it", a_pipe_sees_nothing),
        Trial::test("a terminal sees it come and go", comes_and_goes).with_ignored_flag(missing),
        Trial::test("a narrow terminal holds it", narrow).with_ignored_flag(missing),
        Trial::test("a file gets the output alone", beside_a_file).with_ignored_flag(missing),
        Trial::test("nothing where it cannot be", nothing_elsewhere).with_ignored_flag(missing),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Each case takes longer than a line stands at least, and is a mismatch but for
/// those that fail at stage 1.
fn slow() -> Place {
    let place = Place::new();
    place.script("slow", "sleep 0.25; echo '{\"bundle_integrity\": \"fail\"}'");
    place
}

/// What a terminal of this kind is sent.
fn terminal(place: &Place, kind: &str, arguments: &str) -> Result<String, Failed> {
    let command = format!("exec {} {arguments}", env!("CARGO_BIN_EXE_mcp-evidence"));
    let output = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(place.folder.path())
        .env("TERM", kind)
        .env("NO_COLOR", "1")
        .output()?;
    Ok(stdout(&output))
}

/// What is to be seen once all of it has been sent.
fn screen(sent: &str) -> Vec<String> {
    let mut lines = vec![Vec::new()];
    let mut column = 0;
    for character in sent.chars() {
        match character {
            '\n' => lines.push(Vec::new()),
            '\r' => column = 0,
            character => {
                let line = lines.last_mut().expect("there is one line at least");
                if line.len() <= column {
                    line.resize(column + 1, ' ');
                }
                line[column] = character;
                column += 1;
            }
        }
    }
    let line = |line: &Vec<char>| line.iter().collect::<String>().trim_end().to_owned();
    lines.iter().map(line).collect()
}

fn a_pipe_sees_nothing() -> Result<(), Failed> {
    let words = ["run", "--only", "bad-10*", "--", "./reject"];
    let output = Place::new().run(&words);
    assert_eq!(code(&output), 1);
    assert_eq!(stderr(&output), "");
    assert!(!stdout(&output).contains('\r'));
    Ok(())
}

/// A line beyond the last column would stand on the next row, and stay.
fn narrow() -> Result<(), Failed> {
    let place = slow();
    let program = env!("CARGO_BIN_EXE_mcp-evidence");
    let command = format!("stty cols 12; exec {program} {RUN} >told");
    let output = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(place.folder.path())
        .env("TERM", "xterm")
        .output()?;
    let sent = stdout(&output);
    assert!(sent.contains("\r3 of 9, 2 m"), "{sent:?}");
    let longest = sent.split('\r').map(|line| line.trim_end().len()).max();
    assert!(longest.is_some_and(|length| length < 12), "{sent:?}");
    Ok(())
}

fn comes_and_goes() -> Result<(), Failed> {
    let place = slow();
    let words = ["run", "--jobs", "1", "--only", "bad-10*", "--", "./slow"];
    let told = stdout(&place.run(&words));
    let sent = terminal(&place, "xterm", RUN)?;
    let count = told.lines().filter(|line| line.starts_with("MISMATCH")).count();
    let selected = "9 of 14 vectors";
    assert!(count > 2 && told.contains(selected), "{told}");
    for shown in ["\r0 of 9", "\r1 of 9", &format!("\r9 of 9, {count} mismatched")] {
        assert!(sent.contains(shown), "{shown:?} was not shown:\n{sent:?}");
    }
    assert!(!sent.contains('\u{1b}'), "it needs no escape sequence");
    let told: Vec<&str> = told.split('\n').map(str::trim_end).collect();
    assert_eq!(screen(&sent), told, "nothing of it is left");
    Ok(())
}

fn beside_a_file() -> Result<(), Failed> {
    let place = Place::new();
    let sent = terminal(&place, "xterm", &format!("{FAST} >told"))?;
    assert!(sent.contains("\r0 of 9"), "{sent:?}");
    assert_eq!(screen(&sent), [""]);
    let told = fs::read_to_string(place.path("told"))?;
    assert!(told.contains("MISMATCH") && !told.contains('\r'), "{told}");
    Ok(())
}

fn nothing_elsewhere() -> Result<(), Failed> {
    let place = Place::new();
    for (kind, arguments) in [
        ("dumb", FAST.to_owned()),
        ("", FAST.to_owned()),
        ("xterm", FAST.replace("run", "run --format tap")),
        ("xterm", format!("{FAST} 2>&1 | cat")),
    ] {
        let sent = terminal(&place, kind, &arguments)?;
        assert!(sent.contains("bad-101"), "{kind}: {sent}");
        assert!(!sent.contains("\r0 of"), "{kind}: {sent:?}");
    }
    Ok(())
}
