//! The arguments of `doctor`.

use super::{ConfigArguments, seconds};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
#[command(after_help = "Exit codes:\n  0  both starts kept the contract, whatever the verdicts \
    are\n  2  one of them broke it, or nothing could be started")]
pub(crate) struct DoctorArguments {
    /// Suite whose vectors are taken: one to accept and one to reject, or two that
    /// ask for different answers [default: privileged-mcp-action-v0]
    #[arg(long, value_name = "SUITE", conflicts_with = "manifest")]
    pub(crate) suite: Option<String>,
    /// Take the vectors of this manifest's corpus instead of a built-in suite
    #[arg(long, value_name = "FILE")]
    pub(crate) manifest: Option<PathBuf>,
    /// Seconds that one case may take [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// Working folder of the candidate [default: this one]
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
    /// The verifier: a program and its arguments; the path of a case is appended.
    /// Without it, the command of mcp-evidence.toml
    #[arg(last = true, value_name = "CANDIDATE")]
    pub(crate) candidate: Vec<OsString>,
}
