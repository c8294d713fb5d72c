//! The command line as it is typed.

mod completions;
mod config;
mod doctor;
#[cfg(test)]
mod documented;
mod help;
mod init;
mod reproduction;

pub(crate) use completions::CompletionsArguments;
pub(crate) use config::ConfigArguments;
pub(crate) use doctor::DoctorArguments;
pub(crate) use init::{InitArguments, Starter};
pub(crate) use reproduction::{
    CaptureArguments, IdentityArguments, PackArguments, ReportArguments, RunLimits, ScoreArguments,
    ValidateArguments,
};

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

const EXIT_CODES: &str = "\
Exit codes:
  0  everything asked for holds (run: every selected vector matched)
  1  something does not hold (a mismatch; a bundle that is not pass and valid; a file that differs)
  2  it could not be asked (wrong usage, a broken corpus, a candidate error, unwritable output;
     doctor: the contract is broken); 2 outranks 1

Without a command: rebuilds the published corpus in memory, compares it with its digest and
its files, and drives the built-in verifier over it.";

/// Conformance kit for evidence about MCP tool calls
#[derive(Debug, Parser)]
#[command(name = "mcp-evidence", version, after_help = EXIT_CODES, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Drive a verifier over a corpus and compare what it concludes
    Run(RunArguments),
    /// Look closely at two starts of a verifier: what it is given, what it says, what to mend
    Doctor(DoctorArguments),
    /// Verify bundles with the reference verifier
    Verify(VerifyArguments),
    /// Say what a client may conclude from annotated tool results
    Annotations(AnnotationsArguments),
    /// Write the corpora, or compare a tree with them
    Generate(GenerateArguments),
    /// Recompute a corpus digest from the files alone
    Digest(DigestArguments),
    /// List suites, vectors, rules or interpretation points
    List(ListArguments),
    /// Explain a rule, a vector or an interpretation point
    Explain(ExplainArguments),
    /// Show what is in a bundle, claimed beside recomputed
    Inspect(InspectArguments),
    /// Measure which vector of a suite can tell which rule
    Adequacy(AdequacyArguments),
    /// Build a clean-room pack: opaque cases, texts, and what binds them (issue #1840)
    Pack(PackArguments),
    /// Run a verifier over a pack's cases and keep what it said (issue #1840)
    Capture(CaptureArguments),
    /// Hold a capture against the expectations and write the run record (issue #1840)
    Score(ScoreArguments),
    /// Write the implementation report (issue #1840)
    Report(ReportArguments),
    /// Check a capture, a run record, a pack or an identity, and say every fault
    Validate(ValidateArguments),
    /// Write a verifier to start from, or an identity
    Init(InitArguments),
    /// Print completions for a shell
    Completions(CompletionsArguments),
}

#[derive(Debug, Clone, Args)]
#[command(after_long_help = help::RUN)]
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
    /// Candidates that run at once [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<std::num::NonZeroUsize>,
    /// Seconds that one case may take [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
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
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
    /// The verifier: a program and its arguments; the path of a case is appended.
    /// Without it, the command of mcp-evidence.toml; where there is no such file, this program's
    /// own `verify`
    #[arg(last = true, value_name = "CANDIDATE")]
    pub(crate) candidate: Vec<OsString>,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArguments {
    /// Bundles to verify, in this order
    #[arg(required_unless_present_any = ["recursive", "limits"], value_name = "BUNDLE")]
    pub(crate) bundles: Vec<PathBuf>,
    /// Verify every bundle (*.tar.gz, *.tgz) in this folder and below, sorted by
    /// path; may be given several times
    #[arg(long, value_name = "DIR")]
    pub(crate) recursive: Vec<PathBuf>,
    /// Set a limit, as in `line=65536` or `decoded=2GiB`; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = limit)]
    pub(crate) limit: Vec<(String, u64)>,
    /// Only print the limits
    #[arg(long)]
    pub(crate) limits: bool,
    /// Form of the reports [default: table on a terminal, else json]
    #[arg(long, value_enum)]
    pub(crate) format: Option<ReportFormat>,
}

#[derive(Debug, Args)]
pub(crate) struct AnnotationsArguments {
    /// The case: a JSON file with `results`, and `tools`, `records` and `held`
    /// where there are any
    pub(crate) case: PathBuf,
    /// Form of the evaluation
    #[arg(long, value_enum, default_value = "json")]
    pub(crate) format: ResultFormat,
}

#[derive(Debug, Args)]
pub(crate) struct GenerateArguments {
    /// Compare instead of writing; name the first difference of each file
    #[arg(long)]
    pub(crate) check: bool,
    /// Root of the tree to write or compare
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) out: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct DigestArguments {
    /// Manifest of the corpus
    #[arg(default_value = "MANIFEST.json")]
    pub(crate) manifest: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct ListArguments {
    /// What to list
    #[arg(value_enum, default_value = "suites")]
    pub(crate) what: Listing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listing {
    /// Suites with their digests
    Suites,
    /// Vectors of every suite with their expected outcomes
    Vectors,
    /// Rules of the catalogue
    Rules,
    /// Points where the profile text leaves room
    Points,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// Id of a rule, a vector or an interpretation point
    pub(crate) id: String,
}

#[derive(Debug, Args)]
pub(crate) struct InspectArguments {
    /// The bundle: a file, or the id of a vector
    pub(crate) bundle: PathBuf,
    /// Print only the canonical bytes that the content hash of the event with
    /// this assayseq covers
    #[arg(long, value_name = "SEQ")]
    pub(crate) canonical: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct AdequacyArguments {
    /// Suite to measure
    #[arg(long, value_name = "SUITE", default_value = "privileged-mcp-action-v0")]
    pub(crate) suite: String,
    /// Form of the measurement
    #[arg(long, value_enum, default_value = "pretty")]
    pub(crate) format: AdequacyFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum AdequacyFormat {
    /// For people
    Pretty,
    /// One JSON object with everything
    Json,
    /// A page for documentation
    Markdown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ResultFormat {
    /// For people
    Pretty,
    /// One JSON object with everything
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// The report of Section 3; one a line, with the path, where there are
    /// several bundles
    Json,
    /// For people
    Table,
}

/// Seconds, with a fraction if need be; a millisecond at least, a day at most.
fn seconds(text: &str) -> Result<Duration, String> {
    text.parse::<f64>().ok().and_then(bounded).ok_or_else(|| SECONDS.to_owned())
}

/// What a time limit must be.
pub(crate) const SECONDS: &str = "give seconds between 0.001 and 86400, as in 10 or 0.5";

/// A time limit within its bounds.
pub(crate) fn bounded(seconds: f64) -> Option<Duration> {
    const DAY: f64 = 86_400.0;
    (0.001..=DAY).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// A limit's name and value; the value may count in KiB, MiB or GiB.
fn limit(text: &str) -> Result<(String, u64), String> {
    let parsed = text.split_once('=').and_then(|(name, value)| {
        let (digits, unit) = ["KiB", "MiB", "GiB"]
            .into_iter()
            .zip([10, 20, 30])
            .find_map(|(unit, shift)| Some((value.strip_suffix(unit)?, 1_u64 << shift)))
            .unwrap_or((value, 1));
        let number: u64 = digits.parse().ok()?;
        Some((name.to_owned(), number.checked_mul(unit)?))
    });
    parsed
        .ok_or_else(|| "give a name and a whole number, as in line=65536 or line=64KiB".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn limits_have_names_and_values() {
        assert_eq!(limit("line=65536"), Ok(("line".to_owned(), 65_536)));
        assert_eq!(limit("line=64KiB"), Ok(("line".to_owned(), 65_536)));
        assert_eq!(limit("decoded=2GiB"), Ok(("decoded".to_owned(), 2 << 30)));
        for text in ["line", "line=", "line=-1", "line=1.5", "line=1KB", "line=99999999999GiB"] {
            assert!(limit(text).is_err(), "{text}");
        }
    }

    #[test]
    fn time_limits_are_bounded() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for text in ["0", "0.0001", "-1", "nan", "inf", "1e9", "ten", ""] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
