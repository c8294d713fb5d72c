//! The arguments of the subcommands for issue #1840.

use super::seconds;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct PackArguments {
    /// Folder of the texts: README.md, spec.md, descriptor.json, canonicalization/README.md and
    /// canonicalization/rfc8785-vectors.json; other files are ignored
    #[arg(long, value_name = "DIR")]
    pub(crate) texts: PathBuf,
    /// Commit that the pack declares to be made from, 40 hex digits
    #[arg(long, value_name = "HEX")]
    pub(crate) source_commit: String,
    /// File to write
    #[arg(long, value_name = "PACK")]
    pub(crate) output: PathBuf,
    /// Suite whose vectors become the cases [default: privileged-mcp-action-v0]
    #[arg(long, value_name = "SUITE", conflicts_with = "manifest")]
    pub(crate) suite: Option<String>,
    /// Corpus of this manifest instead of a built-in suite
    #[arg(long, value_name = "FILE")]
    pub(crate) manifest: Option<PathBuf>,
}

/// Who stands behind the candidate: a file, single members, or both.
#[derive(Debug, Default, Args)]
pub(crate) struct IdentityArguments {
    /// identity.toml of the implementation; `init identity` writes a template
    #[arg(long, value_name = "FILE")]
    pub(crate) identity: Option<PathBuf>,
    /// Name of the implementation; like the next ones it outranks the file
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    /// Its version
    #[arg(long = "implementation-version", value_name = "TEXT")]
    pub(crate) version: Option<String>,
    /// Absolute http(s) URL of its source
    #[arg(long, value_name = "URL")]
    pub(crate) source: Option<String>,
    /// Full commit of its source, 40 hex digits
    #[arg(long, value_name = "HEX")]
    pub(crate) commit: Option<String>,
    /// Reproduction mode: blind_from_spec, from_spec_then_conformance, commissioned_clean_room or
    /// other_disclosed
    #[arg(long, value_name = "MODE")]
    pub(crate) mode: Option<String>,
    /// Its row id; stands with --image or not at all
    #[arg(long = "implementation-id", value_name = "ID")]
    pub(crate) id: Option<String>,
    /// Its image, name@sha256:DIGEST
    #[arg(long, value_name = "IMAGE")]
    pub(crate) image: Option<String>,
}

/// How cases are put to a candidate.
#[derive(Debug, Args)]
pub(crate) struct RunLimits {
    /// Candidates that run at once [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<std::num::NonZeroUsize>,
    /// Seconds that one case may take
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: Duration,
    /// Working folder of the candidate [default: this one]
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = "Exit codes:\n  0  the candidate answered every case\n  2  a candidate \
    or capture error on some case (the capture is written), or nothing was captured")]
pub(crate) struct CaptureArguments {
    /// Clean-room pack
    #[arg(long, value_name = "PACK")]
    pub(crate) pack: PathBuf,
    #[command(flatten)]
    pub(crate) identity: IdentityArguments,
    /// Capture to write
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) limits: RunLimits,
    /// The verifier: a program and its arguments; the path of a case is appended
    #[arg(last = true, required = true, value_name = "CANDIDATE")]
    pub(crate) candidate: Vec<OsString>,
}

#[derive(Debug, Args)]
#[command(after_help = "Exit codes:\n  0  every case matched\n  1  a mismatch\n  2  an execution \
    or harness error on some case, or nothing was scored and nothing written; 2 outranks 1")]
pub(crate) struct ScoreArguments {
    /// Clean-room pack
    #[arg(long, value_name = "PACK")]
    pub(crate) pack: PathBuf,
    /// Capture over the pack; the candidate is not started
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["candidate", "identity", "name", "version", "source", "commit",
            "mode", "id", "image", "keep_capture"],
        required_unless_present = "candidate"
    )]
    pub(crate) capture: Option<PathBuf>,
    /// Manifest of the corpus that the pack was rendered from [default: the built-in corpus with
    /// the pack's corpus digest]
    #[arg(long, value_name = "FILE")]
    pub(crate) manifest: Option<PathBuf>,
    /// Run record to write
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) identity: IdentityArguments,
    /// With a candidate: also write the capture that was scored
    #[arg(long, value_name = "FILE")]
    pub(crate) keep_capture: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: RunLimits,
    /// Show the candidate's reasons on matches too
    #[arg(long)]
    pub(crate) reasons: bool,
    /// Capture and score in one go: the verifier, a program and its arguments
    #[arg(last = true, value_name = "CANDIDATE")]
    pub(crate) candidate: Vec<OsString>,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    /// Run record
    #[arg(long, value_name = "FILE")]
    pub(crate) run: PathBuf,
    /// The capture that the record is about
    #[arg(long, value_name = "FILE")]
    pub(crate) capture: Option<PathBuf>,
    /// identity.toml with what only the author knows
    #[arg(long, value_name = "FILE")]
    pub(crate) identity: Option<PathBuf>,
    /// JSON result of `run --suite privileged-mcp-action-v0-rules --format json` over the same
    /// candidate
    #[arg(long, value_name = "RESULT")]
    pub(crate) rules_run: Option<PathBuf>,
    /// Manifest of the corpus, where it is no built-in one
    #[arg(long, value_name = "FILE")]
    pub(crate) manifest: Option<PathBuf>,
    /// File to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = "Exit codes:\n  0  no fault\n  1  every fault is listed\n  2  a file \
    cannot be read")]
pub(crate) struct ValidateArguments {
    /// Capture, run record, clean-room pack or identity.toml
    pub(crate) file: PathBuf,
    /// Pack that the file must bind to
    #[arg(long, value_name = "PACK")]
    pub(crate) pack: Option<PathBuf>,
    /// Capture that the run record must be about; with --pack it is scored again
    #[arg(long, value_name = "FILE")]
    pub(crate) capture: Option<PathBuf>,
    /// Manifest of the corpus, where it is no built-in one
    #[arg(long, value_name = "FILE")]
    pub(crate) manifest: Option<PathBuf>,
}
