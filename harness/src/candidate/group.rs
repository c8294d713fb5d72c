//! Without a supervisor: the candidate's process group, and nothing beyond it.

use super::watch::{Ended, Processes, Stop, watch};
use super::{Candidate, Captured, End, Execution, Limits, ProcessError, StartError, start_error};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Pipes, an empty input, and a process group of its own: what reaches the
/// caller's group, from a terminal or from the candidate, stays apart.
pub(super) fn prepare(command: &mut Command) -> &mut Command {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0)
}

pub(super) fn execute(
    candidate: &Candidate,
    case: &Path,
    limits: &Limits,
) -> Result<Execution, ProcessError> {
    let mut command = Command::new(candidate.program());
    command.args(candidate.arguments()).arg(case);
    if let Some(folder) = candidate.folder() {
        command.current_dir(folder);
    }
    let mut child = match start_error::spawn(prepare(&mut command)) {
        Ok(child) => child,
        Err(error) => {
            return Ok(not_started(candidate, error.raw_os_error(), &error.to_string()));
        }
    };
    let started = Instant::now();
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let mut group = Group::of(&child);
    let watched = watch(&mut group, stdout, stderr, limits, started);
    group.kill();
    // Killed or ended: this does not block.
    let collected = child.wait();
    let watched = watched.map_err(ProcessError::Watch)?;
    collected.map_err(ProcessError::Watch)?;
    Ok(Execution {
        end: match watched.stop {
            Stop::Ended(Ended::Exited(code)) => End::Exited(code),
            Stop::Ended(Ended::Signalled(signal)) => End::Signalled(signal),
            Stop::TimedOut | Stop::Abandoned => End::TimedOut,
            Stop::StdoutOverLimit => End::StdoutOverLimit,
        },
        elapsed: watched.elapsed,
        stdout: watched.stdout,
        stderr: watched.stderr,
        left: None,
    })
}

/// A candidate that never ran.
pub(super) fn not_started(candidate: &Candidate, errno: Option<i32>, cause: &str) -> Execution {
    Execution {
        end: End::NotStarted(StartError::new(candidate.program(), errno, cause)),
        elapsed: Duration::ZERO,
        stdout: Captured::default(),
        stderr: Captured::default(),
        left: None,
    }
}

struct Group {
    leader: Option<Pid>,
    #[cfg(target_os = "linux")]
    pidfd: Option<OwnedFd>,
}

impl Group {
    fn of(child: &Child) -> Group {
        let leader = child.id().try_into().ok().and_then(Pid::from_raw);
        Group {
            leader,
            #[cfg(target_os = "linux")]
            pidfd: leader.and_then(|pid| {
                rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).ok()
            }),
        }
    }

    /// The leader has not been collected, so the group's id is still its own.
    fn kill(&self) {
        if let Some(leader) = self.leader {
            let _ = kill_process_group(leader, Signal::KILL);
        }
    }
}

impl Processes for Group {
    fn collect(&mut self) -> io::Result<Option<Ended>> {
        let Some(leader) = self.leader else { return Ok(None) };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = match waitid(WaitId::Pid(leader), options) {
            Ok(Some(status)) => status,
            Ok(None) | Err(rustix::io::Errno::INTR) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        Ok(match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => Some(Ended::Exited(code)),
            (None, Some(signal)) => Some(Ended::Signalled(signal)),
            (None, None) => None,
        })
    }

    #[cfg(target_os = "linux")]
    fn end(&self) -> Option<BorrowedFd<'_>> {
        self.pidfd.as_ref().map(std::os::fd::AsFd::as_fd)
    }

    #[cfg(not(target_os = "linux"))]
    fn end(&self) -> Option<BorrowedFd<'_>> {
        None
    }
}
