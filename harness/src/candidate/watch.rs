//! The one loop that watches a candidate: both pipes, its end, the clock.

use super::{Captured, Limits};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::{ChildStderr, ChildStdout};
use std::time::{Duration, Instant};

/// How long pipes that others still hold stay open after the candidate's exit.
const AFTER_EXIT: Duration = Duration::from_millis(200);

/// How often ended descendants are collected, so that a candidate that spawns
/// without end does not fill the process table.
const COLLECT: Duration = Duration::from_millis(50);

/// How often the end of a process is looked for where no descriptor tells it.
const LOOK: Duration = Duration::from_millis(5);

/// Bytes taken from a pipe at once: what a Linux pipe holds.
const CHUNK: usize = 64 * 1024;

/// How a process ended by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// With an exit status.
    Exited(i32),
    /// By a signal.
    Signalled(i32),
}

/// Why watching stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// The candidate ended.
    Ended(Ended),
    /// The time is up.
    TimedOut,
    /// Stdout grew beyond its limit.
    StdoutOverLimit,
    /// Nobody waits for the result any more.
    Abandoned,
}

/// The processes behind the pipes.
pub(super) trait Processes {
    /// Collects what has ended, and says how the candidate did, once it has.
    fn collect(&mut self) -> io::Result<Option<Ended>>;

    /// A descriptor that becomes readable when the candidate ends.
    fn end(&self) -> Option<BorrowedFd<'_>>;

    /// A descriptor that becomes readable, or is closed at its other end, when
    /// nobody waits any more.
    fn abandonment(&self) -> Option<BorrowedFd<'_>>;
}

/// What watching came to.
pub(super) struct Watched {
    pub(super) stop: Stop,
    pub(super) elapsed: Duration,
    pub(super) stdout: Captured,
    pub(super) stderr: Captured,
}

/// One end of a pipe, until the other is closed.
struct Pipe {
    file: Option<File>,
    captured: Captured,
    limit: usize,
}

impl Pipe {
    fn new(pipe: Option<OwnedFd>, limit: usize) -> Pipe {
        Pipe { file: pipe.map(File::from), captured: Captured::default(), limit }
    }

    /// Takes what is there; called only when a read cannot block.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        match file.read(buffer) {
            Ok(0) => self.file = None,
            Ok(count) => self.captured.take(&buffer[..count], self.limit),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

/// Watches until the candidate has ended and its pipes are closed, or a limit
/// is reached. Ends nothing itself.
pub(super) fn watch(
    processes: &mut dyn Processes,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    limits: &Limits,
    started: Instant,
) -> io::Result<Watched> {
    let mut stdout = Pipe::new(stdout.map(OwnedFd::from), limits.stdout);
    let mut stderr = Pipe::new(stderr.map(OwnedFd::from), limits.stderr);
    let mut buffer = vec![0; CHUNK];
    let mut ended: Option<(Ended, Instant)> = None;
    let stop = loop {
        let status = processes.collect()?;
        let now = Instant::now();
        if let (None, Some(status)) = (ended, status) {
            ended = Some((status, now));
        }
        if stdout.captured.is_cut() {
            break Stop::StdoutOverLimit;
        }
        let remaining = match ended {
            Some((status, at)) => {
                let remaining = (at + AFTER_EXIT).saturating_duration_since(now);
                let closed = stdout.file.is_none() && stderr.file.is_none();
                if closed || remaining.is_zero() {
                    break Stop::Ended(status);
                }
                remaining
            }
            None => {
                let remaining = limits.time.saturating_sub(now - started);
                if remaining.is_zero() {
                    break Stop::TimedOut;
                }
                remaining
            }
        };
        let end = processes.end().filter(|_| ended.is_none());
        let tick = if ended.is_none() && end.is_none() { LOOK } else { COLLECT };
        let [out_ready, err_ready, _, abandoned] = wait_for(
            [
                stdout.file.as_ref().map(File::as_fd),
                stderr.file.as_ref().map(File::as_fd),
                end,
                processes.abandonment(),
            ],
            remaining.min(tick),
        )?;
        if abandoned {
            break Stop::Abandoned;
        }
        if out_ready {
            stdout.read(&mut buffer)?;
        }
        if err_ready {
            stderr.read(&mut buffer)?;
        }
    };
    let elapsed = match ended {
        Some((_, at)) => at - started,
        None => started.elapsed(),
    };
    Ok(Watched { stop, elapsed, stdout: stdout.captured, stderr: stderr.captured })
}

/// Waits until one of the descriptors is ready, and says which are: a pipe that
/// is can be read without blocking.
pub(super) fn wait_for<const N: usize>(
    descriptors: [Option<BorrowedFd<'_>>; N],
    timeout: Duration,
) -> io::Result<[bool; N]> {
    let mut polled: Vec<PollFd<'_>> = Vec::with_capacity(N);
    let places = descriptors.map(|descriptor| {
        let descriptor = descriptor?;
        polled.push(PollFd::from_borrowed_fd(descriptor, PollFlags::IN));
        Some(polled.len() - 1)
    });
    poll_for(&mut polled, timeout)?;
    Ok(places.map(|place| place.is_some_and(|place| !polled[place].revents().is_empty())))
}

/// `poll`, in which an interruption counts as the end of the time.
fn poll_for(descriptors: &mut [PollFd<'_>], timeout: Duration) -> io::Result<()> {
    let timeout = Timespec {
        tv_sec: timeout.as_secs().try_into().unwrap_or(i64::MAX),
        tv_nsec: timeout.subsec_nanos().into(),
    };
    match poll(descriptors, Some(&timeout)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
