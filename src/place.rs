//! Where this program stands: its own executable as candidate and supervisor,
//! and the checkout around the current folder, if there is one.

use crate::failure::Failure;
use crate::signals;
use mcp_evidence_contract::system::TOOL_DECISION_CHECK_PROFILE;
use mcp_evidence_contract::{Profile, System};
use mcp_evidence_generator::Corpus;
use mcp_evidence_harness::candidate::Host;
use mcp_evidence_harness::{self as harness, Candidate};
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

/// Bytes that a manifest may have before it is taken for this corpus's.
const MANIFEST_LIMIT: u64 = 1 << 20;

/// The hidden subcommand that watches one candidate process.
pub(crate) const SUPERVISE: &str = "supervise";

/// The harness's host: this program, which supervises, and which signals stop
/// from now on through the host alone.
pub(crate) fn host() -> Result<Host, Failure> {
    let program = std::env::current_exe().map_err(Failure::OwnPath)?;
    let interrupt = signals::interrupt().map_err(Failure::Signals)?;
    Ok(Host {
        supervisor: Some(vec![program.into(), SUPERVISE.into()]),
        interrupt: Some(interrupt),
    })
}

/// The reference for a profile as a candidate, behind the same process boundary
/// as any other.
pub(crate) fn built_in(profile: &str) -> Result<Candidate, Failure> {
    let command = match System::of_profile(profile) {
        Some(System::PrivilegedMcpAction) | None => {
            let profile = Profile::of_id(profile).ok_or_else(|| {
                let known = Profile::ALL.map(|profile| profile.id).join(", ");
                let text = format!("the built-in verifier knows {known}, and not {profile:?}");
                Failure::Usage(format!("{text}; name a candidate behind --"))
            })?;
            vec!["verify", "--profile", profile.name, "--format", "json", "--"]
        }
        Some(System::ToolDecisionSurface) if profile == TOOL_DECISION_CHECK_PROFILE => {
            vec!["check", "--"]
        }
        Some(System::ToolDecisionSurface) => vec!["classify", "--"],
        Some(System::RequestDecisionReceipts) => vec!["receipts", "case", "--"],
        Some(System::TrustAnnotations) => vec!["annotations", "--"],
    };
    let program = std::env::current_exe().map_err(Failure::OwnPath)?;
    let argv = std::iter::once(program.into()).chain(command.iter().map(Into::into)).collect();
    Ok(Candidate::new(argv)?.built_in())
}

/// A generated corpus as the harness takes it.
pub(crate) fn load(corpus: &Corpus) -> Result<harness::Corpus, Failure> {
    let lookup = |file: &str| corpus.material(file).cloned();
    Ok(harness::Corpus::from_memory(&corpus.manifest_bytes(), lookup)?)
}

/// The nearest folder, this one or a parent, whose manifest is that of this
/// corpus, written by this generator.
pub(crate) fn checkout(corpus: &Corpus) -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().find(|folder| holds(folder, corpus)).map(Path::to_owned)
}

fn holds(folder: &Path, corpus: &Corpus) -> bool {
    let path = folder.join(corpus.manifest_path());
    // Anybody may have put anything of that name into a parent folder.
    if !path.metadata().is_ok_and(|found| found.is_file() && found.len() <= MANIFEST_LIMIT) {
        return false;
    }
    let Ok(bytes) = std::fs::read(path) else { return false };
    let Ok(manifest) = serde_json::from_slice::<serde_json::Value>(&bytes) else { return false };
    manifest["suite"] == corpus.manifest.suite.as_str()
        && manifest["generator"] == corpus.manifest.generator.as_str()
}

/// Whether standard output takes colour: a terminal, and `NO_COLOR` unset.
pub(crate) fn colour() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|text| text.is_empty())
}
