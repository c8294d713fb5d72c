//! The supervisor's side: a process of its own for each case.

use super::descendants::{children, end_all};
use super::frame::{Frame, Result as Outcome};
use super::watch::{Ended, Processes, Stop, watch};
use super::{Limits, start_error};
use rustix::process::{
    Pid, PidfdFlags, WaitOptions, getpid, getppid, pidfd_open, set_child_subreaper, wait,
};
use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::{Child, Command, ExitCode};
use std::time::{Duration, Instant};

/// How long descendants are hunted before the supervisor says that some are
/// left: they could only be in the kernel, or another user's.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// The arguments of [`supervise`], as the harness spells them.
pub(super) fn arguments(limits: &Limits) -> [OsString; 5] {
    [
        std::process::id().to_string().into(),
        limits.time.as_millis().min(u64::MAX.into()).to_string().into(),
        limits.stdout.to_string().into(),
        limits.stderr.to_string().into(),
        "--".into(),
    ]
}

/// The whole life of a supervisor: `arguments` are what the harness put behind
/// [`Host::supervisor`](super::Host::supervisor). Starts the candidate, holds
/// it to its limits, ends every process that is left, and writes a frame to
/// standard output. It ends with the harness: a descriptor of the harness's
/// process wakes the same loop, so that the candidate is stopped first. (A
/// parent-death signal would kill the supervisor itself at that moment, and
/// would come when the thread ends that started it.)
///
/// The calling process must have one thread and no children of its own.
pub fn supervise(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let Some(order) = Order::read(arguments) else {
        eprintln!("this command is for the harness alone");
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
    harness: Pid,
    limits: Limits,
    command: Command,
}

impl Order {
    fn read(arguments: impl IntoIterator<Item = OsString>) -> Option<Order> {
        let mut arguments = arguments.into_iter();
        let mut number = || arguments.next()?.to_str()?.parse::<u64>().ok();
        let harness = Pid::from_raw(number()?.try_into().ok()?)?;
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
        Some(Order { harness, limits, command })
    }

    /// None when the harness is gone.
    fn carry_out(mut self) -> io::Result<Option<Frame>> {
        set_child_subreaper(Some(getpid()))?;
        let harness = Harness { pid: self.harness, pidfd: descriptor(self.harness) };
        // Only now: had the harness ended before its descriptor was opened,
        // the id could be another's, and the parent would be too.
        if harness.is_gone() {
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
        let mut family = Family::of(&child, &harness);
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

struct Harness {
    pid: Pid,
    pidfd: Option<OwnedFd>,
}

impl Harness {
    /// An orphan has another parent.
    fn is_gone(&self) -> bool {
        getppid() != Some(self.pid)
    }
}

/// The candidate and everything below it.
struct Family<'a> {
    candidate: Option<Pid>,
    pidfd: Option<OwnedFd>,
    ended: Option<Ended>,
    harness: &'a Harness,
}

impl Family<'_> {
    fn of<'a>(child: &Child, harness: &'a Harness) -> Family<'a> {
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

    fn harness(&self) -> Option<BorrowedFd<'_>> {
        self.harness.pidfd.as_ref().map(AsFd::as_fd)
    }

    fn is_abandoned(&self) -> bool {
        self.harness.is_gone()
    }
}
