//! What to do about an answer that is none.

use crate::candidate::{End, Execution};
use crate::escape::escape;
use crate::judge::CandidateError;
use crate::report::{self, ReportFault};
use crate::surface::Surface;
use mcp_evidence_contract::Vector;
use rustix::process::Signal;
use serde_json::Value;

/// Characters of a vector's id, of what it asks for.
const ID: usize = 80;
const EXPECTED: usize = 400;

/// Of a report in another shape than that of `surface`, and what `vector` asks
/// for.
pub(super) fn shape(surface: &dyn Surface, vector: Option<&Vector<Value>>) -> String {
    let smallest = surface.smallest().join(", ");
    let mut advice = format!("the smallest reports of the right shape: {smallest}");
    if let Some(Vector { id, expected, .. }) = vector {
        // Each cut for itself, so that what stands behind them is there.
        let (id, expected) = (escape(id, ID), escape(&expected.to_string(), EXPECTED));
        advice.push_str(&format!("; {id} asks for {expected}"));
    }
    advice + "; absent is not null"
}

/// Of a start of which nothing was heard.
pub(super) const NOT_RUN: &str = "nothing is known about this case; a candidate must leave the \
     harness's own processes alone, and start none that cannot be ended";

/// What to do about `error`, where the error itself does not say it; `inner` is
/// what the candidate's own file says about a program that it could not start.
pub(super) fn of(
    error: &CandidateError,
    execution: &Execution,
    inner: Option<&str>,
) -> Option<String> {
    Some(match error {
        CandidateError::TimedOut { .. } => timed_out(execution),
        CandidateError::StdoutOverLimit { .. } => {
            "a report has a few hundred bytes: logs belong on standard error".to_owned()
        }
        CandidateError::Signal(signal) => signalled(*signal),
        CandidateError::Report(fault) => of_report(fault, execution, inner),
        CandidateError::NotStarted(_) | CandidateError::Shape(_) => return None,
    })
}

fn timed_out(execution: &Execution) -> String {
    if report::read(&execution.stdout.bytes).is_ok() {
        "its report is there, but it did not exit: something keeps it running, such as an open \
         connection, a pool, a timer, or a wait for input"
            .to_owned()
    } else {
        "standard input is empty, so that waiting for it is in vain; where it only needs longer, \
         give --timeout SECONDS"
            .to_owned()
    }
}

fn signalled(signal: i32) -> String {
    if signal == Signal::KILL.as_raw() {
        "somebody killed it: itself, or the system for want of memory".to_owned()
    } else {
        "it crashed, and what it had printed does not count; standard error may say where"
            .to_owned()
    }
}

fn of_report(fault: &ReportFault, execution: &Execution, inner: Option<&str>) -> String {
    match fault {
        ReportFault::Empty | ReportFault::Blank { .. } => empty(execution, inner),
        ReportFault::Utf16 { .. } => "this is UTF-16: print UTF-8".to_owned(),
        ReportFault::NotUtf8 { .. } => {
            "print UTF-8; bytes that you quote from a bundle must be escaped".to_owned()
        }
        ReportFault::ByteOrderMark { .. } => "print UTF-8 without a byte order mark".to_owned(),
        ReportFault::TextBefore { .. } | ReportFault::TextAfter { .. } => {
            "banners, logs and progress belong on standard error".to_owned()
        }
        ReportFault::SecondObject { .. } => {
            "one path, one object: put everything into one, and print it once".to_owned()
        }
        ReportFault::DuplicateMember { .. } => {
            "name each member once: readers differ on which of two they take".to_owned()
        }
        ReportFault::NotANumber { .. } => "JSON has no such number: leave it out".to_owned(),
        ReportFault::Unsafe { .. } => {
            "readers differ on such a value: print it as text, or leave it out".to_owned()
        }
        ReportFault::Literal { .. } => {
            "this is how a language prints its own objects; JSON has double quotes: json.dumps, \
             JSON.stringify or the like"
                .to_owned()
        }
        ReportFault::NotJson { .. } => not_json(execution),
        ReportFault::NotAnObject { .. } => {
            "print the report's object itself, with nothing around it".to_owned()
        }
    }
}

fn empty(execution: &Execution, inner: Option<&str>) -> String {
    if let (End::Exited(126 | 127), Some(inner)) = (&execution.end, inner) {
        return inner.to_owned();
    }
    if report::read(&execution.stderr.bytes).is_ok() {
        return "its report went to standard error: print it to standard output".to_owned();
    }
    match execution.end {
        End::Exited(126 | 127) => "a shell or env could not start what it was asked to: standard \
             error says what"
            .to_owned(),
        End::Exited(_) if execution.stderr.total > 0 => {
            "it ended without a report: standard error says why. Every bundle gets a report, \
             a broken one too"
                .to_owned()
        }
        End::Exited(_)
        | End::Signalled(_)
        | End::TimedOut
        | End::StdoutOverLimit
        | End::NotStarted(_) => {
            "print the report to standard output, not into a file, and flush it before the exit"
                .to_owned()
        }
    }
}

fn not_json(execution: &Execution) -> String {
    let stdout = execution.stdout.bytes.trim_ascii_start();
    let usage = stdout.len() >= 5 && stdout[..5].eq_ignore_ascii_case(b"usage");
    if usage {
        "it wants other arguments: the harness appends one, the path of a case; give the rest \
         before it, or wrap it: sh -c 'your-verifier --bundle \"$1\" --json' --"
            .to_owned()
    } else {
        "print the report as JSON and nothing else; text for people belongs on standard error"
            .to_owned()
    }
}
