//! The arguments of `run`.

use super::reports::{ReportFile, ResultFormat, output_file, report_file};
use super::{ConfigArguments, seconds};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// Times that a case is started again where nobody says how often.
pub(crate) const RETRIES: u32 = 1;

#[derive(Debug, Clone, Args)]
#[command(after_long_help = super::help::RUN)]
pub(crate) struct RunArguments {
    /// Suite to run [default: privileged-mcp-action-v0]; may be given several times; `all` is every
    /// suite that mcp-evidence.toml has a command for
    #[arg(long, value_name = "SUITE", conflicts_with = "manifest")]
    pub(crate) suite: Vec<String>,
    /// Run the corpus of this manifest instead of a built-in suite
    #[arg(long, value_name = "FILE")]
    pub(crate) manifest: Option<PathBuf>,
    /// Only vectors whose id matches this glob; may be given several times
    #[arg(long, value_name = "GLOB")]
    pub(crate) only: Vec<String>,
    /// Leave out vectors whose id matches this glob; may be given several times
    #[arg(long, value_name = "GLOB")]
    pub(crate) skip: Vec<String>,
    /// Only vectors whose rule's id matches this glob, as in 'stage2.decision.*'; may be given
    /// several times
    #[arg(long, value_name = "GLOB")]
    pub(crate) rule: Vec<String>,
    /// Only vectors whose rule belongs to this stage; may be given several times
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) stage: Vec<u8>,
    /// Only what did not match in this JSON result
    #[arg(long, value_name = "RESULT")]
    pub(crate) rerun: Option<PathBuf>,
    /// Candidates that run at once [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<std::num::NonZeroUsize>,
    /// Seconds that one case may take, each time it is started [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// How often a case that timed out beside others is started again, alone; none is any more
    /// once one has timed out alone
    #[arg(long, value_name = "N", default_value_t = RETRIES)]
    pub(crate) retries: u32,
    /// Stop at the first case that does not end as it must; the rest is not run. Over probes only
    /// one without an answer does
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// Known divergences: a mismatch that is listed there exactly so does not count
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write this run's mismatches as known divergences, each with a reason to be filled in; reasons
    /// of the file as it was, or of --baseline, are kept, and what goes is told. The exit code is the
    /// run's
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    pub(crate) write_baseline: Option<PathBuf>,
    /// Call the files by their vectors' names instead of case-NNN
    #[arg(long)]
    pub(crate) named: bool,
    /// Working folder of the candidate [default: this one]
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
    /// Show the candidate's reasons on matches too
    #[arg(long)]
    pub(crate) reasons: bool,
    /// List every case of a long suite and every rule, and known divergences in full
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// Form of the result on standard output
    #[arg(long, value_enum, default_value = "pretty")]
    pub(crate) format: ResultFormat,
    /// Also write the JSON result to this file; that it can be written is made sure of first
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    pub(crate) output: Option<PathBuf>,
    /// Also write a report in this form to this file, as in junit=report.xml; may be
    /// given several times. Forms: json, junit, tap, markdown, github, html
    #[arg(long, value_name = "FORMAT=FILE", value_parser = report_file)]
    pub(crate) report: Vec<ReportFile>,
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
    /// Drive this program's own verifier, under the suite's profile, instead of a candidate
    #[arg(long, conflicts_with = "candidate")]
    pub(crate) builtin: bool,
    /// The verifier: a program and its arguments; the path of a case is appended.
    /// Without it, the command of mcp-evidence.toml; without either, a run is refused unless
    /// --builtin is given
    #[arg(last = true, value_name = "CANDIDATE")]
    pub(crate) candidate: Vec<OsString>,
}
