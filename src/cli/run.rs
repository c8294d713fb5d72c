//! The arguments of `run`.

use super::seconds;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    /// Suite to run [default: privileged-mcp-action-v0]; may be given several times
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
    /// Candidates that run at once [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<std::num::NonZeroUsize>,
    /// Seconds that one case may take, each time it is started
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: Duration,
    /// How often a case that timed out beside others is started again, alone; none is any more
    /// once one has timed out alone
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) retries: u32,
    /// Stop at the first case that does not end as it must; the rest is not run. Over probes none
    /// does
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// Call the files by their vectors' names instead of case-NNN
    #[arg(long)]
    pub(crate) named: bool,
    /// Working folder of the candidate [default: this one]
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
    /// Show the candidate's reasons on matches too
    #[arg(long)]
    pub(crate) reasons: bool,
    /// Form of the result on standard output
    #[arg(long, value_enum, default_value = "pretty")]
    pub(crate) format: ResultFormat,
    /// Also write the JSON result to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The verifier: a program and its arguments; the path of a case is appended.
    /// Without it, this program's own `verify` is driven
    #[arg(last = true, value_name = "CANDIDATE")]
    pub(crate) candidate: Vec<OsString>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ResultFormat {
    /// For people
    Pretty,
    /// One JSON object with everything
    Json,
}
