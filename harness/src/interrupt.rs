//! Stopping a run from outside: by a signal, by the reader of its output, or by
//! its own first failure.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Why a run stopped before its last case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The program was sent this signal.
    Signal(i32),
    /// A case failed, and the run was to end there.
    FailFast,
    /// Nobody takes what the run tells any more.
    Reader,
}

/// Beyond every signal's number.
const FAIL_FAST: usize = 1 << 16;
const READER: usize = FAIL_FAST + 1;

impl Cause {
    fn number(self) -> usize {
        match self {
            Cause::Signal(signal) => usize::try_from(signal).unwrap_or_default(),
            Cause::FailFast => FAIL_FAST,
            Cause::Reader => READER,
        }
    }

    fn of(number: usize) -> Option<Cause> {
        match number {
            0 => None,
            FAIL_FAST => Some(Cause::FailFast),
            READER => Some(Cause::Reader),
            signal => i32::try_from(signal).ok().map(Cause::Signal),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Signal(signal) => match crate::judge::signal_name(*signal) {
                Some(name) => f.write_str(name),
                None => write!(f, "signal {signal}"),
            },
            Cause::FailFast => f.write_str("the first failure (--fail-fast)"),
            Cause::Reader => f.write_str("the reader of the output, who went away"),
        }
    }
}

/// A switch that ends runs early: candidates are stopped with all their
/// processes, and what has not been answered is `not_run`. Clones are the same
/// switch, and it never goes back: whatever is run with it later does not start.
///
/// Not for signal handlers: a thread that signals are reported to throws it.
#[derive(Debug, Clone)]
pub struct Interrupt {
    cause: Arc<AtomicUsize>,
    pipe: Arc<(PipeReader, PipeWriter)>,
}

impl Interrupt {
    /// A switch that nobody has thrown.
    ///
    /// # Errors
    /// The system gives no pipe.
    pub fn new() -> io::Result<Interrupt> {
        Ok(Interrupt { cause: Arc::default(), pipe: Arc::new(io::pipe()?) })
    }

    /// Stops everything; what stopped it first stays the cause.
    pub fn stop(&self, cause: Cause) {
        let first =
            self.cause.compare_exchange(0, cause.number(), Ordering::SeqCst, Ordering::SeqCst);
        if first.is_ok() {
            // One byte into an empty pipe: it neither blocks nor fails.
            let _ = io::Write::write(&mut &self.pipe.1, &[0]);
        }
    }

    /// Why everything is to stop; none while nothing is.
    pub fn cause(&self) -> Option<Cause> {
        Cause::of(self.cause.load(Ordering::SeqCst))
    }

    /// Readable from the moment on at which everything is to stop; nobody ever
    /// takes the byte.
    pub(crate) fn descriptor(&self) -> BorrowedFd<'_> {
        self.pipe.0.as_fd()
    }
}

impl PartialEq for Interrupt {
    /// Whether both are the same switch.
    fn eq(&self, other: &Interrupt) -> bool {
        Arc::ptr_eq(&self.cause, &other.cause)
    }
}

impl Eq for Interrupt {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_cause_stays() {
        let interrupt = Interrupt::new().expect("a pipe");
        assert_eq!(interrupt.cause(), None);
        interrupt.clone().stop(Cause::FailFast);
        interrupt.stop(Cause::Signal(2));
        assert_eq!(interrupt.cause(), Some(Cause::FailFast));
        for cause in [Cause::Signal(15), Cause::FailFast, Cause::Reader] {
            assert_eq!(Cause::of(cause.number()), Some(cause));
        }
    }
}
