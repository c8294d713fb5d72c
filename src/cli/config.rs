//! Which `mcp-evidence.toml` counts.

use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Clone, Default, Args)]
pub(crate) struct ConfigArguments {
    /// Take the settings from this file [default: mcp-evidence.toml here or in a parent folder, up
    /// to the repository's root]
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub(crate) config: Option<PathBuf>,
    /// Take no settings from a file
    #[arg(long)]
    pub(crate) no_config: bool,
}
