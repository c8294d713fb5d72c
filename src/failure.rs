//! Why a command could not be carried out: exit code 2, but for a closed pipe and
//! a signal. What a bundle or a candidate is guilty of is no failure.

use crate::exit::Exit;
use crate::notice::shown;
use crate::signals;
use mcp_evidence_generator as generator;
use mcp_evidence_harness as harness;
use mcp_evidence_harness::interrupt::Cause;
use mcp_evidence_reproduction as reproduction;
use std::io;
use std::path::PathBuf;

/// One kind for each party that can be at fault.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The command line asks for something that cannot be.
    #[error("{0}")]
    Usage(String),
    /// A glob does not parse.
    #[error(transparent)]
    Select(#[from] harness::select::SelectError),
    /// The candidate's command line cannot be used.
    #[error(transparent)]
    Candidate(#[from] harness::candidate::CandidateUsage),
    /// A file of settings cannot be used.
    #[error(transparent)]
    Config(#[from] crate::config::ConfigError),
    /// A starter is not written.
    #[error(transparent)]
    Starter(#[from] crate::starters::StarterError),
    /// A corpus is broken.
    #[error(transparent)]
    Corpus(#[from] harness::Broken),
    /// A run could not be carried out.
    #[error(transparent)]
    Run(#[from] harness::RunError),
    /// A bundle to be inspected cannot be read.
    #[error("cannot read {}: {source}", shown(path))]
    Bundle {
        /// The bundle.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A case of annotated tool results cannot be evaluated.
    #[error("{}: {source}", shown(path))]
    Annotations {
        /// The case.
        path: PathBuf,
        /// Why.
        source: mcp_evidence_reference::annotations::CaseError,
    },
    /// A folder of bundles cannot be walked.
    #[error("cannot walk the folder: {0}")]
    Walk(#[from] walkdir::Error),
    /// A measurement says nothing.
    #[error(transparent)]
    Void(#[from] mcp_evidence_reference::adequacy::Void),
    /// A result file could not be written; an older one is as it was.
    #[error(
        "cannot write {}: {source}; check the folder, its permissions and free space",
        shown(path)
    )]
    ResultFile {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A stored result is none.
    #[error("{}: {source}", shown(path))]
    Results {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        source: harness::results::ResultsError,
    },
    /// A baseline is none.
    #[error("{}: {source}", shown(path))]
    Baseline {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: harness::baseline::BaselineFault,
    },
    /// Known divergences are not written over what somebody else wrote.
    #[error(
        "{}: not written, as it was changed while the run went on: run again",
        .0.display()
    )]
    BaselineChanged(PathBuf),
    /// Known divergences are not written where nobody could read them.
    #[error(
        "{}: not written: it would have {bytes} bytes, and up to {} are read; the answers are too \
         long to be listed",
        path.display(),
        harness::baseline::BASELINE_LIMIT
    )]
    BaselineLong {
        /// The file.
        path: PathBuf,
        /// How many bytes it would have.
        bytes: usize,
    },
    /// Standard output could not be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    /// The corpora could not be written.
    #[error(transparent)]
    Write(#[from] generator::WriteError),
    /// A tree could not be compared.
    #[error(transparent)]
    Check(#[from] generator::CheckError),
    /// A file cannot be read.
    #[error("cannot read {}: {source}", shown(path))]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A folder of receipts cannot be used.
    #[error(transparent)]
    Receipts(#[from] mcp_evidence_reference::receipts::CaseError),
    /// An identity cannot be used.
    #[error(transparent)]
    Identity(#[from] reproduction::identity::IdentityError),
    /// A pack is broken.
    #[error(
        "{}: {source}\nnothing of it was used; compare its sha256 with that of its release",
        shown(path)
    )]
    Pack {
        /// The pack.
        path: PathBuf,
        /// Why.
        source: reproduction::pack::PackError,
    },
    /// A pack cannot be built.
    #[error(transparent)]
    Build(#[from] reproduction::pack::BuildError),
    /// Nothing can be put to a candidate.
    #[error(transparent)]
    Observe(#[from] reproduction::capture::ObserverError),
    /// A capture is not scored.
    #[error(transparent)]
    Score(#[from] reproduction::record::ScoreError),
    /// A report cannot be written.
    #[error(transparent)]
    Report(#[from] reproduction::report::ReportError),
    /// Signals cannot be handled.
    #[error("cannot handle signals: {0}")]
    Signals(io::Error),
    /// A signal stopped what leaves nothing behind when it is not whole.
    #[error("stopped by {0}; nothing was written")]
    Stopped(harness::interrupt::Cause),
    /// Several things could not be done, each of its own.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Several(Vec<Failure>),
    /// This program cannot find its own executable, which it starts again.
    #[error("cannot tell where this program stands: {0}")]
    OwnPath(io::Error),
}

impl Failure {
    /// All of them, a line each; one is told as it would be alone.
    pub(crate) fn all(mut failures: Vec<Failure>) -> Failure {
        match failures.len() {
            1 => failures.swap_remove(0),
            _ => Failure::Several(failures),
        }
    }

    /// The exit code that follows. An output that cannot be written after a
    /// signal is no news: its reader was sent the same one, or is stuck.
    pub(crate) fn exit(&self) -> Exit {
        if let Failure::Stopped(cause) = self {
            return Exit::of_stop(*cause);
        }
        if let Failure::Output(_) = self
            && let Some(cause @ Cause::Signal(_)) = signals::stopped()
        {
            return Exit::of_stop(cause);
        }
        if self.is_closed_pipe() { Exit::ClosedPipe } else { Exit::Error }
    }

    /// Whether the reader of standard output went away.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
