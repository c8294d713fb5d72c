//! From what a candidate did to what that means.

use crate::candidate::{End, Execution, Limits, StartError};
use crate::forbidden::Leak;
use crate::report::{self, ReportFault};
use crate::surface::{Object, ShapeFault, Surface};
use crate::warning::Warning;
use mcp_evidence_contract::Vector;
use rustix::process::Signal;
use serde_json::Value;
use std::time::Duration;

/// What disqualifies an answer, whatever it says. Never a match, and never a
/// correct rejection.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CandidateError {
    /// It never ran.
    #[error("{0}")]
    NotStarted(StartError),
    /// It was stopped at the time limit.
    #[error("still running after {} s, and was stopped", .limit.as_secs_f64())]
    TimedOut {
        /// The limit.
        limit: Duration,
    },
    /// It was stopped when it printed too much.
    #[error("stdout has more than {limit} bytes; the candidate was stopped")]
    StdoutOverLimit {
        /// The limit.
        limit: usize,
    },
    /// A signal ended it; what it printed does not count.
    #[error("ended by signal {0}{name}", name = signal_name(*.0).map(|name| format!(" ({name})")).unwrap_or_default())]
    Signal(i32),
    /// It did not print exactly one JSON object.
    #[error("{0}")]
    Report(ReportFault),
    /// Its object breaks the shape of a report.
    #[error("the report breaks its shape: {0}")]
    Shape(ShapeFault),
}

impl CandidateError {
    /// The name of [`CandidateError::TimedOut`].
    pub const TIMED_OUT: &str = "timed_out";

    /// The error's name in JSON results.
    pub const fn name(&self) -> &'static str {
        match self {
            CandidateError::NotStarted(_) => "not_started",
            CandidateError::TimedOut { .. } => CandidateError::TIMED_OUT,
            CandidateError::StdoutOverLimit { .. } => "stdout_over_limit",
            CandidateError::Signal(_) => "signal",
            CandidateError::Report(fault) => fault.name(),
            CandidateError::Shape(_) => "shape",
        }
    }
}

/// The answer beside the expectation.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// They agree.
    Match,
    /// They do not.
    Mismatch,
    /// There is no answer to compare.
    Error(CandidateError),
}

/// A judged answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// How it compares.
    pub verdict: Verdict,
    /// The surface that was compared; none beside an error.
    pub observed: Option<Value>,
    /// The whole report, where one could be read.
    pub report: Option<Object>,
    /// What the candidate says beside the surface, word for word.
    pub reasons: Vec<Vec<String>>,
    /// What a reviewer should know.
    pub warnings: Vec<Warning>,
}

impl Judgement {
    /// The same under what `vector` asks beside its surface: nothing that it
    /// forbids was printed, and what a comparison leaves open is what a probe is
    /// about, so that a probe is matched exactly or not at all.
    #[must_use]
    pub fn held_to(mut self, vector: &Vector<Value>, leaks: &[Leak]) -> Judgement {
        let exact = vector.point.is_none() || self.observed.as_ref() == Some(&vector.expected);
        if self.verdict == Verdict::Match && !(leaks.is_empty() && exact) {
            self.verdict = Verdict::Mismatch;
        }
        self
    }
}

/// Judges one execution.
pub fn judge(
    surface: &dyn Surface,
    expected: &Value,
    execution: &Execution,
    limits: &Limits,
) -> Judgement {
    let report = report::read(&execution.stdout.bytes);
    let stopped = match &execution.end {
        End::NotStarted(error) => Some(CandidateError::NotStarted(error.clone())),
        End::TimedOut => Some(CandidateError::TimedOut { limit: limits.time }),
        End::StdoutOverLimit => Some(CandidateError::StdoutOverLimit { limit: limits.stdout }),
        End::Signalled(signal) => Some(CandidateError::Signal(*signal)),
        End::Exited(_) => None,
    };
    match (stopped, report) {
        (Some(error), report) => failed(error, report.ok(), surface),
        (None, Err(fault)) => failed(CandidateError::Report(fault), None, surface),
        (None, Ok(report)) => judge_report(surface, expected, report),
    }
}

/// Judges a report that was read; the part that function candidates share.
pub fn judge_report(surface: &dyn Surface, expected: &Value, report: Object) -> Judgement {
    match surface.project(&report) {
        Err(fault) => failed(CandidateError::Shape(fault), Some(report), surface),
        Ok(observed) => Judgement {
            verdict: if surface.agree(expected, &observed) {
                Verdict::Match
            } else {
                Verdict::Mismatch
            },
            reasons: surface.reasons(&report),
            warnings: surface.warnings(&report, &observed),
            observed: Some(observed),
            report: Some(report),
        },
    }
}

fn failed(error: CandidateError, report: Option<Object>, surface: &dyn Surface) -> Judgement {
    Judgement {
        verdict: Verdict::Error(error),
        observed: None,
        reasons: report.as_ref().map(|report| surface.reasons(report)).unwrap_or_default(),
        report,
        warnings: Vec::new(),
    }
}

/// The usual name of a signal.
pub fn signal_name(signal: i32) -> Option<&'static str> {
    let named = [
        (Signal::HUP, "SIGHUP"),
        (Signal::INT, "SIGINT"),
        (Signal::QUIT, "SIGQUIT"),
        (Signal::ILL, "SIGILL"),
        (Signal::TRAP, "SIGTRAP"),
        (Signal::ABORT, "SIGABRT"),
        (Signal::BUS, "SIGBUS"),
        (Signal::FPE, "SIGFPE"),
        (Signal::KILL, "SIGKILL"),
        (Signal::USR1, "SIGUSR1"),
        (Signal::SEGV, "SIGSEGV"),
        (Signal::USR2, "SIGUSR2"),
        (Signal::PIPE, "SIGPIPE"),
        (Signal::ALARM, "SIGALRM"),
        (Signal::TERM, "SIGTERM"),
        (Signal::XCPU, "SIGXCPU"),
        (Signal::XFSZ, "SIGXFSZ"),
        (Signal::SYS, "SIGSYS"),
    ];
    named.into_iter().find(|(named, _)| named.as_raw() == signal).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidate::Captured;
    use crate::surface::PrivilegedMcpAction;
    use mcp_evidence_contract::vocabulary::PROFILE;
    use serde_json::json;

    #[test]
    fn how_it_ended_outranks_what_it_said() {
        let surface = PrivilegedMcpAction::new(PROFILE);
        let expected = json!({"bundle_integrity": "fail"});
        let stdout = br#"{"bundle_integrity":"fail","findings":["why"]}"#.to_vec();
        let limits = Limits::default();
        let judged = |end| {
            let execution = Execution {
                end,
                elapsed: Duration::ZERO,
                stdout: Captured { total: stdout.len() as u64, bytes: stdout.clone() },
                stderr: Captured::default(),
                left: None,
            };
            judge(&surface, &expected, &execution, &limits)
        };
        for code in [0, 1, 255] {
            assert_eq!(judged(End::Exited(code)).verdict, Verdict::Match, "exit {code}");
        }
        for (end, name) in [
            (End::Signalled(11), "signal"),
            (End::TimedOut, "timed_out"),
            (End::StdoutOverLimit, "stdout_over_limit"),
        ] {
            let judgement = judged(end);
            let Verdict::Error(error) = &judgement.verdict else {
                panic!("{name} is no error: {judgement:?}");
            };
            assert_eq!(error.name(), name);
            assert_eq!(judgement.observed, None);
            assert_eq!(judgement.reasons, [["why"]], "what it said is kept");
        }
    }

    #[test]
    fn a_signal_is_named_where_it_has_a_name() {
        assert_eq!(CandidateError::Signal(11).to_string(), "ended by signal 11 (SIGSEGV)");
        assert_eq!(CandidateError::Signal(40).to_string(), "ended by signal 40");
    }
}
