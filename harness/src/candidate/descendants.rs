//! Ending every process below this one, which has adopted the orphans.

use rustix::process::{Pid, Signal, WaitOptions, kill_process, wait};
use std::fs;
use std::time::{Duration, Instant};

/// Between two rounds: a killed process needs a moment to be gone.
const ROUND: Duration = Duration::from_micros(200);

/// Kills the children of this process, again and again, until it has none or
/// `patience` is at its end. Children of a killed child become children of
/// this process, so that every descendant has its turn, and one that detaches
/// faster than it can be read is met in another round. Says whether none is
/// left.
///
/// Safe against reused ids: a child's id stays its own until it is collected,
/// and only this thread collects.
pub(super) fn end_all(patience: Duration) -> bool {
    let started = Instant::now();
    loop {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) | Err(rustix::io::Errno::INTR) => {}
                Ok(None) => break,
                Err(_) => return true,
            }
        }
        // The newest first: of a chain that detaches, it is the one alive.
        for child in children().into_iter().rev() {
            let _ = kill_process(child, Signal::KILL);
        }
        if started.elapsed() > patience {
            return false;
        }
        std::thread::sleep(ROUND);
    }
}

/// The children of this process, which has one thread.
pub(super) fn children() -> Vec<Pid> {
    match fs::read_to_string("/proc/thread-self/children") {
        Ok(list) => list.split_ascii_whitespace().filter_map(pid).collect(),
        // A kernel built without that file.
        Err(_) => by_parent(std::process::id()),
    }
}

fn by_parent(parent: u32) -> Vec<Pid> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let numbers = entries.flatten().filter_map(|entry| pid(entry.file_name().to_str()?));
    numbers.filter(|number| parent_of(*number) == Some(parent)).collect()
}

/// The fourth field of `/proc/PID/stat`; the second, in parentheses, may hold
/// anything.
fn parent_of(pid: Pid) -> Option<u32> {
    let stat = fs::read(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
    let behind = stat.iter().rposition(|byte| *byte == b')')? + 1;
    let fields = std::str::from_utf8(&stat[behind..]).ok()?;
    fields.split_ascii_whitespace().nth(1)?.parse().ok()
}

fn pid(text: &str) -> Option<Pid> {
    Pid::from_raw(text.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn a_child_is_found_by_its_parent() {
        let mut child =
            Command::new("cat").stdin(Stdio::piped()).spawn().expect("cat is everywhere");
        let found = by_parent(std::process::id());
        assert!(found.iter().any(|pid| pid.as_raw_nonzero().get().unsigned_abs() == child.id()));
        drop(child.stdin.take());
        child.wait().expect("it ends with its input");
    }
}
