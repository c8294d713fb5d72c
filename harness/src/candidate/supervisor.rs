//! The supervisor's side: a process of its own for each case.

use super::descendants::{children, end_all};
use super::frame::{Frame, Result as Outcome};
use super::watch::{Ended, Processes, Stop, wait_for, watch};
use super::{Limits, start_error};
use rustix::process::{
    Pid, PidfdFlags, WaitOptions, getpid, pidfd_open, set_child_subreaper, wait,
};
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::{Child, Command, ExitCode};
use std::time::{Duration, Instant};

/// How long descendants are hunted before the supervisor says that some are
/// left: they could only be in the kernel, or another user's.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// The arguments of [`supervise`], as the harness spells them.
pub(super) fn arguments(limits: &Limits) -> [OsString; 4] {
    [
        limits.time.as_millis().min(u64::MAX.into()).to_string().into(),
        limits.stdout.to_string().into(),
        limits.stderr.to_string().into(),
        "--".into(),
    ]
}

/// The whole life of a supervisor: `arguments` are what the harness put behind
/// [`Host::supervisor`](super::Host::supervisor). Starts the candidate, holds
/// it to its limits, ends every process that is left, and writes a frame to
/// standard output.
///
/// It does so for as long as somebody holds the other end of its standard input.
/// When that is closed, because the harness gives up or because it is gone, the
/// same loop wakes and the candidate is stopped first. (A parent-death signal
/// would kill the supervisor itself at that moment, and would come when the
/// thread ends that started it.)
///
/// The calling process must have one thread and no children of its own.
pub fn supervise(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let Some(order) = Order::read(arguments) else {
        let _ = io::stderr().write_all(b"this command is for the harness alone\n");
        return ExitCode::from(2);
    };
    let frame = match order.carry_out() {
        Ok(Some(frame)) => frame,
        Ok(None) => return ExitCode::SUCCESS,
        Err(error) => Frame::bare(Outcome::Trouble(error.to_string())),
    };
    match frame.write(&mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(2),
    }
}

struct Order {
    limits: Limits,
    command: Command,
}

impl Order {
    fn read(arguments: impl IntoIterator<Item = OsString>) -> Option<Order> {
        let mut arguments = arguments.into_iter();
        let mut number = || arguments.next()?.to_str()?.parse::<u64>().ok();
        let limits = Limits {
            time: Duration::from_millis(number()?),
            stdout: number()?.try_into().ok()?,
            stderr: number()?.try_into().ok()?,
        };
        if arguments.next()? != "--" {
            return None;
        }
        let mut command = Command::new(arguments.next()?);
        command.args(arguments);
        Some(Order { limits, command })
    }

    /// None when nobody waits any more.
    fn carry_out(mut self) -> io::Result<Option<Frame>> {
        set_child_subreaper(Some(getpid()))?;
        let harness = io::stdin();
        let [abandoned] = wait_for([Some(harness.as_fd())], Duration::ZERO)?;
        if abandoned {
            return Ok(None);
        }
        let mut child = match start_error::spawn(super::group::prepare(&mut self.command)) {
            Ok(child) => child,
            Err(error) => {
                return Ok(Some(Frame::bare(Outcome::NotStarted {
                    errno: error.raw_os_error(),
                    cause: error.to_string(),
                })));
            }
        };
        let started = Instant::now();
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let mut family = Family::of(&child, harness.as_fd());
        let watched = watch(&mut family, stdout, stderr, &self.limits, started);
        // What has ended is collected: what is a child now, it has left behind.
        let collected = family.collect();
        let left = children().len();
        let survivors = !end_all(PATIENCE);
        let watched = watched?;
        collected?;
        let left = matches!(watched.stop, Stop::Ended(_)).then_some(left);
        Ok(Outcome::of(watched.stop).map(|result| Frame {
            result,
            elapsed: watched.elapsed,
            stdout: watched.stdout,
            stderr: watched.stderr,
            left,
            survivors,
        }))
    }
}

/// A descriptor of a process; none where the kernel has no such thing.
fn descriptor(pid: Pid) -> Option<OwnedFd> {
    pidfd_open(pid, PidfdFlags::empty()).ok()
}

/// The candidate and everything below it.
struct Family<'a> {
    candidate: Option<Pid>,
    pidfd: Option<OwnedFd>,
    ended: Option<Ended>,
    harness: BorrowedFd<'a>,
}

impl Family<'_> {
    fn of<'a>(child: &Child, harness: BorrowedFd<'a>) -> Family<'a> {
        let candidate = child.id().try_into().ok().and_then(Pid::from_raw);
        Family { candidate, pidfd: candidate.and_then(descriptor), ended: None, harness }
    }
}

impl Processes for Family<'_> {
    fn collect(&mut self) -> io::Result<Option<Ended>> {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some((pid, status))) if Some(pid) == self.candidate => {
                    self.ended = match (status.exit_status(), status.terminating_signal()) {
                        (Some(code), _) => Some(Ended::Exited(code)),
                        (None, Some(signal)) => Some(Ended::Signalled(signal)),
                        (None, None) => None,
                    };
                }
                Ok(Some(_)) | Err(rustix::io::Errno::INTR) => {}
                Ok(None) => return Ok(self.ended),
                Err(rustix::io::Errno::CHILD) if self.ended.is_some() => return Ok(self.ended),
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn end(&self) -> Option<BorrowedFd<'_>> {
        self.pidfd.as_ref().map(AsFd::as_fd)
    }

    fn abandonment(&self) -> Option<BorrowedFd<'_>> {
        Some(self.harness)
    }
}
