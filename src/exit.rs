//! From outcomes to exit codes, in one place.

use mcp_evidence_harness as harness;
use mcp_evidence_harness::interrupt::Cause;
use mcp_evidence_harness::result::Summary;
use std::process::ExitCode;

/// What a command came to; what outranks comes later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// 0: everything asked for holds.
    Holds,
    /// 1: something asked for does not hold: a mismatch, a bundle that is not
    /// pass and valid, a file that differs.
    DoesNotHold,
    /// 2: it could not be asked: wrong usage, a broken corpus, a candidate or
    /// harness error (for `doctor`: a broken contract), output that cannot be
    /// written.
    Error,
    /// 128 and this signal's number: the signal stopped it, 129 for SIGHUP, 130
    /// for SIGINT, 131 for SIGQUIT and 143 for SIGTERM.
    Stopped(u8),
    /// 141: the reader of standard output went away (128 and SIGPIPE's number,
    /// as shells report it).
    ClosedPipe,
}

impl Exit {
    /// 0 where `condition` holds, else 1.
    pub(crate) fn holds(condition: bool) -> Exit {
        if condition { Exit::Holds } else { Exit::DoesNotHold }
    }

    /// What a run came to, by the harness's own clause.
    pub(crate) fn of_run(summary: &Summary) -> Exit {
        match summary.exit_code {
            harness::exit::MATCH => Exit::Holds,
            harness::exit::MISMATCH => Exit::DoesNotHold,
            code => match code.checked_sub(harness::exit::SIGNAL) {
                Some(signal) => Exit::Stopped(signal),
                None => Exit::Error,
            },
        }
    }

    /// What a command came to that something stopped.
    pub(crate) fn of_stop(cause: Cause) -> Exit {
        match cause {
            Cause::Signal(signal) => u8::try_from(signal).map_or(Exit::Error, Exit::Stopped),
            Cause::FailFast | Cause::Reader => Exit::Error,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Holds => 0,
            Exit::DoesNotHold => 1,
            Exit::Error => 2,
            Exit::Stopped(signal) => harness::exit::SIGNAL.saturating_add(signal),
            Exit::ClosedPipe => 141,
        })
    }
}
