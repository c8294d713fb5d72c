//! The harness's side of a supervisor.

use super::frame::{Frame, Result as Outcome};
use super::watch::wait_for;
use super::{Candidate, End, Execution, Limits, ProcessError, group, supervisor};
use crate::escape::{TEXT, escape};
use crate::interrupt::Interrupt;
use rustix::process::{Pid, Signal, kill_process};
use std::ffi::OsString;
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// Beyond the candidate's limit and the supervisor's patience: starting, and a
/// loaded machine.
const SLACK: Duration = Duration::from_secs(10);

/// How long after the candidate's limit the supervisor is expected back. From
/// then on it is told to go on: a candidate may have stopped it.
const EXPECTED: Duration = Duration::from_millis(500);

/// Between two of those.
const AGAIN: Duration = Duration::from_millis(100);

pub(super) fn execute(
    candidate: &Candidate,
    case: &Path,
    limits: &Limits,
    prefix: &[OsString],
    interrupt: Option<&Interrupt>,
) -> Result<Execution, ProcessError> {
    let mut command = Command::new(&prefix[0]);
    command
        .args(&prefix[1..])
        .args(supervisor::arguments(limits))
        .arg(candidate.program())
        .args(candidate.arguments())
        .arg(case)
        // Open for as long as somebody waits for the result.
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        // Out of reach of the terminal's interrupt: the supervisor outlives the
        // harness for as long as it takes to end the candidate.
        .process_group(0);
    if let Some(folder) = candidate.folder() {
        command.current_dir(folder);
    }
    let mut child = command.spawn().map_err(|source| ProcessError::Supervisor {
        program: escape(&prefix[0].to_string_lossy(), TEXT),
        source,
    })?;
    let lifeline = child.stdin.take();
    let bytes = match child.stdout.take() {
        Some(pipe) => Waiting { pipe, lifeline, supervisor: Pid::from_child(&child), interrupt }
            .read_frame(limits),
        None => Ok(Came::NotInTime),
    };
    if !matches!(bytes, Ok(Came::Bytes(_) | Came::Interrupted)) {
        // Not collected yet, so this cannot hit another process.
        let _ = child.kill();
    }
    let status = child.wait().map_err(ProcessError::Watch)?;
    let bytes = match bytes.map_err(ProcessError::Watch)? {
        Came::Bytes(bytes) => bytes,
        Came::NotInTime => return Err(ProcessError::Stuck),
        Came::Interrupted => return Err(ProcessError::Interrupted),
    };
    let frame = Frame::read(&bytes).ok_or_else(|| ProcessError::Silent(status.to_string()))?;
    if frame.survivors {
        return Err(ProcessError::Survivors);
    }
    let end = match frame.result {
        Outcome::NotStarted { errno, cause } => {
            return Ok(group::not_started(candidate, errno, &cause));
        }
        Outcome::Trouble(text) => return Err(ProcessError::Reported(escape(&text, TEXT))),
        Outcome::Exited(code) => End::Exited(code),
        Outcome::Signalled(signal) => End::Signalled(signal),
        Outcome::TimedOut => End::TimedOut,
        Outcome::StdoutOverLimit => End::StdoutOverLimit,
    };
    let Frame { elapsed, stdout, stderr, left, .. } = frame;
    Ok(Execution { end, elapsed, stdout, stderr, left })
}

/// What came out of a supervisor.
enum Came {
    /// Everything up to its end.
    Bytes(Vec<u8>),
    /// Its end, after it was told that nobody waits any more.
    Interrupted,
    /// No end in time, or more than a frame can have.
    NotInTime,
}

/// A supervisor that is waited for.
struct Waiting<'a> {
    pipe: ChildStdout,
    lifeline: Option<ChildStdin>,
    supervisor: Pid,
    interrupt: Option<&'a Interrupt>,
}

impl Waiting<'_> {
    fn read_frame(mut self, limits: &Limits) -> io::Result<Came> {
        let started = Instant::now();
        let bound = Frame::bound(limits);
        let mut expected = limits.time.saturating_add(EXPECTED);
        let mut patience = limits.time.saturating_add(supervisor::PATIENCE).saturating_add(SLACK);
        let mut bytes = Vec::new();
        let mut buffer = vec![0; 64 * 1024];
        loop {
            if bytes.len() > bound {
                return Ok(Came::NotInTime);
            }
            // Late as we may be, after a pause, what has come is taken first.
            let elapsed = started.elapsed();
            let remaining = patience.saturating_sub(elapsed);
            let is_late = elapsed >= expected;
            if is_late {
                // Nothing to a process that runs. Not collected yet, so its id
                // is still its own.
                let _ = kill_process(self.supervisor, Signal::CONT);
            }
            let next = if is_late { AGAIN } else { expected - elapsed };
            let [came, interrupted] = self.wait(remaining.min(next))?;
            if interrupted {
                // It ends what it watches, and then its output ends.
                self.lifeline = None;
                expected = elapsed.saturating_add(EXPECTED);
                patience = elapsed.saturating_add(supervisor::PATIENCE).saturating_add(SLACK);
            }
            if !came {
                if remaining.is_zero() {
                    return Ok(Came::NotInTime);
                }
                continue;
            }
            match self.pipe.read(&mut buffer) {
                Ok(0) if self.lifeline.is_none() => return Ok(Came::Interrupted),
                Ok(0) => return Ok(Came::Bytes(bytes)),
                Ok(count) => bytes.extend_from_slice(&buffer[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Whether there is something to read, and whether nobody waits any more
    /// and the supervisor has not been told yet.
    fn wait(&self, timeout: Duration) -> io::Result<[bool; 2]> {
        let interrupt = self.interrupt.filter(|_| self.lifeline.is_some());
        wait_for([Some(self.pipe.as_fd()), interrupt.map(Interrupt::descriptor)], timeout)
    }
}
