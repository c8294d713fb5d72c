//! From outcomes to exit codes, in one place.

use mcp_evidence_harness as harness;
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
        match harness::exit::code(summary) {
            0 => Exit::Holds,
            1 => Exit::DoesNotHold,
            _ => Exit::Error,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Holds => 0,
            Exit::DoesNotHold => 1,
            Exit::Error => 2,
            Exit::ClosedPipe => 141,
        })
    }
}
