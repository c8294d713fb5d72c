//! What `mcp-evidence.toml` says where the command line does not.

use crate::cli::RunArguments;
use crate::config::{self, Config};
use crate::failure::Failure;
use crate::suites;
use mcp_evidence_harness::reporter::FileIdentity;
use std::path::PathBuf;

/// The arguments with the file's settings where nothing was typed. A rerun takes
/// suites and time limit from its result; and known divergences are those of
/// the file's own command.
pub(super) fn filled(
    arguments: &RunArguments,
    config: Option<&Config>,
) -> Result<RunArguments, Failure> {
    let mut filled = arguments.clone();
    if filled.suite.iter().any(|suite| suite == config::ALL) {
        let all = config.map(Config::all).unwrap_or_default();
        if all.is_empty() {
            let text = "--suite all is every suite that mcp-evidence.toml has a command for: there \
                is none, so name the suites; mcp-evidence list shows them";
            return Err(Failure::Usage(text.to_owned()));
        }
        filled.suite.retain(|suite| suite != config::ALL);
        filled.suite.extend(all);
    }
    // Under whichever of its names: from here on a suite has one.
    for name in &mut filled.suite {
        *name = suites::find(name)?.id.to_owned();
    }
    let Some(config) = config else { return Ok(filled) };
    filled.jobs = filled.jobs.or(config.jobs());
    if filled.candidate.is_empty() && !filled.builtin {
        let is_to_begin = |path: &PathBuf| {
            let new = filled.write_baseline.as_deref().and_then(FileIdentity::of);
            !path.exists() && new.is_some() && new == FileIdentity::of(path)
        };
        let of_file = config.baseline().filter(|path| !is_to_begin(path));
        filled.baseline = filled.baseline.or(of_file);
    }
    if filled.rerun.is_some() {
        return Ok(filled);
    }
    if filled.suite.is_empty() && filled.manifest.is_none() {
        filled.suite = config.suites().to_vec();
    }
    filled.timeout = filled.timeout.or(config.timeout());
    Ok(filled)
}
