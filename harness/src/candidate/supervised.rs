//! The harness's side of a supervisor.

use super::frame::{Frame, Result as Outcome};
use super::watch::poll_for;
use super::{Candidate, End, Execution, Limits, ProcessError, group, supervisor};
use crate::escape::{TEXT, escape};
use rustix::event::{PollFd, PollFlags};
use std::ffi::OsString;
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// Beyond the candidate's limit and the supervisor's patience: starting, and a
/// loaded machine.
const SLACK: Duration = Duration::from_secs(10);

pub(super) fn execute(
    candidate: &Candidate,
    case: &Path,
    limits: &Limits,
    prefix: &[OsString],
) -> Result<Execution, ProcessError> {
    let mut command = Command::new(&prefix[0]);
    command
        .args(&prefix[1..])
        .args(supervisor::arguments(limits))
        .arg(candidate.program())
        .args(candidate.arguments())
        .arg(case)
        .stdin(Stdio::null())
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
    let patience = limits.time.saturating_add(supervisor::PATIENCE).saturating_add(SLACK);
    let bytes = match child.stdout.take() {
        Some(mut pipe) => read_frame(&mut pipe, Frame::bound(limits), patience),
        None => Ok(None),
    };
    if !matches!(bytes, Ok(Some(_))) {
        // Not collected yet, so this cannot hit another process.
        let _ = child.kill();
    }
    let status = child.wait().map_err(ProcessError::Watch)?;
    let bytes = bytes.map_err(ProcessError::Watch)?.ok_or(ProcessError::Stuck)?;
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

/// Everything up to the end of the pipe; none when that does not come in time
/// or more comes than a frame can have.
fn read_frame(
    pipe: &mut ChildStdout,
    bound: usize,
    patience: Duration,
) -> io::Result<Option<Vec<u8>>> {
    let started = Instant::now();
    let mut bytes = Vec::new();
    let mut buffer = vec![0; 64 * 1024];
    loop {
        if bytes.len() > bound {
            return Ok(None);
        }
        // Late as we may be, after a pause, what has come is taken first.
        let remaining = patience.saturating_sub(started.elapsed());
        let mut descriptors = [PollFd::new(pipe, PollFlags::IN)];
        poll_for(&mut descriptors, remaining)?;
        if descriptors[0].revents().is_empty() {
            if remaining.is_zero() {
                return Ok(None);
            }
            continue;
        }
        match pipe.read(&mut buffer) {
            Ok(0) => return Ok(Some(bytes)),
            Ok(count) => bytes.extend_from_slice(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
