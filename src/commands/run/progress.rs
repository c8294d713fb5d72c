//! How far a run is: one line on standard error, rewritten where it stands, and
//! gone before anything else is printed. (A bar of `indicatif` would be drawn anew
//! behind each line beside it, however fast these come.)

use mcp_evidence_harness::{Event, Status};
use std::cell::RefCell;
use std::io::{self, IsTerminal as _, Write};
use std::time::{Duration, Instant};

/// How long a line stands at least.
const PAUSE: Duration = Duration::from_millis(200);

/// The line, and what it tells.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// Whether there is somebody to see it, on a terminal that can take a line
    /// back.
    is_seen: bool,
    is_scored: bool,
    selected: usize,
    done: usize,
    mismatched: usize,
    errors: usize,
    written: Option<Instant>,
    /// Columns that it covers now.
    width: usize,
}

impl Progress {
    /// For standard error, where that is a terminal and `TERM` names one.
    pub(super) fn new() -> Progress {
        let is_able =
            std::env::var_os("TERM").is_some_and(|name| !name.is_empty() && name != "dumb");
        Progress { is_seen: is_able && io::stderr().is_terminal(), ..Progress::default() }
    }

    /// Counts, and shows it unless the line has just been written.
    pub(super) fn event(&mut self, event: &Event<'_>) {
        if !self.is_seen {
            return;
        }
        match event {
            Event::Started(setting) => {
                self.selected = setting.options.selected;
                self.is_scored = setting.suite.scored;
            }
            Event::Case { case, .. } if case.is_stopped() => return,
            Event::Case { case, .. } => {
                self.done += 1;
                match case.status {
                    Status::Match | Status::NotRun => {}
                    Status::Mismatch => self.mismatched += usize::from(case.fails()),
                    Status::CandidateError => self.errors += 1,
                }
            }
            Event::Finished(_) => return self.erase(),
        }
        if self.written.is_none_or(|written| written.elapsed() >= PAUSE) {
            self.write();
        }
    }

    fn write(&mut self) {
        let mut text = self.text();
        // What a line does not hold would stand on the next one, and stay.
        text.truncate(columns().saturating_sub(1));
        put(&format!("\r{text:<width$}", width = self.width));
        self.width = self.width.max(text.len());
        self.written = Some(Instant::now());
    }

    /// Leaves the terminal as if there had been nothing.
    fn erase(&mut self) {
        if self.width > 0 {
            put(&format!("\r{:width$}\r", "", width = self.width));
            self.width = 0;
        }
    }

    fn text(&self) -> String {
        let mut text = format!("{} of {}", self.done, self.selected);
        // Over probes a mismatch is another reading.
        if self.mismatched > 0 && self.is_scored {
            text.push_str(&format!(", {} mismatched", self.mismatched));
        }
        match self.errors {
            0 => {}
            1 => text.push_str(", 1 error"),
            errors => text.push_str(&format!(", {errors} errors")),
        }
        text
    }
}

/// That nobody can be told is no failure.
fn put(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Columns of the terminal, as far as it says; it may become narrower.
fn columns() -> usize {
    match rustix::termios::tcgetwinsize(io::stderr()) {
        Ok(size) if size.ws_col > 0 => size.ws_col.into(),
        Ok(_) | Err(_) => usize::MAX,
    }
}

/// A run that ends early takes it back too.
impl Drop for Progress {
    fn drop(&mut self) {
        self.erase();
    }
}

/// An output on the same terminal, maybe: the line is gone before it gets
/// anything.
pub(super) struct Beside<'a, W> {
    pub(super) out: W,
    pub(super) progress: &'a RefCell<Progress>,
}

impl<W: Write> Write for Beside<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.progress.borrow_mut().erase();
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_how_many_and_what_went_wrong() {
        let progress = |done, mismatched, errors| {
            let is_scored = true;
            Progress { selected: 525, is_scored, done, mismatched, errors, ..Progress::default() }
        };
        for (told, text) in [
            (progress(0, 0, 0), "0 of 525"),
            (progress(214, 3, 0), "214 of 525, 3 mismatched"),
            (progress(215, 3, 1), "215 of 525, 3 mismatched, 1 error"),
            (progress(215, 0, 2), "215 of 525, 2 errors"),
        ] {
            assert_eq!(told.text(), text);
        }
        let probes = Progress { is_scored: false, ..progress(9, 5, 0) };
        assert_eq!(probes.text(), "9 of 525");
    }
}
