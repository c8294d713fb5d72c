//! The arguments of `init`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "A file that is there is never overwritten: where one is, nothing is written."
)]
pub(crate) struct InitArguments {
    /// What to write
    #[arg(value_enum)]
    pub(crate) what: Starter,
    /// Folder to write a program into [default: this one]
    #[arg(value_name = "DIR", conflicts_with = "output")]
    pub(crate) folder: Option<PathBuf>,
    /// Suite that the program is for [default: privileged-mcp-action-v0]
    #[arg(long, value_name = "SUITE")]
    pub(crate) suite: Option<String>,
    /// File to write an identity to [default: identity.toml]
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Starter {
    /// identity.toml: who stands behind a candidate, for `capture` and `report`
    Identity,
    /// A program to go on with, in Python
    Python,
    /// A program to go on with, in JavaScript for Node
    Node,
    /// A program to go on with, in Go
    Go,
    /// A program to go on with, in POSIX shell
    Shell,
}
