//! The command line as it is typed.

mod completions;
mod config;
mod doctor;
#[cfg(test)]
mod documented;
mod help;
mod init;
mod list;
mod receipts;
mod reports;
mod reproduction;
mod run;

pub(crate) use completions::CompletionsArguments;
pub(crate) use config::ConfigArguments;
pub(crate) use doctor::DoctorArguments;
pub(crate) use init::{InitArguments, Starter};
pub(crate) use list::{ListArguments, Listing};
pub(crate) use receipts::{
    ReceiptsArguments, ReceiptsDeriveArguments, ReceiptsOperation, ReceiptsVerifyArguments,
};
pub(crate) use reports::{
    CompareArguments, CompareFormat, FileFormat, ReportFile, ResultFormat, SchemaArguments,
    SchemaOf,
};
pub(crate) use reproduction::{
    CaptureArguments, IdentityArguments, PackArguments, ReportArguments, RunLimits, ScoreArguments,
    ValidateArguments,
};
pub(crate) use run::{RETRIES, RunArguments};

use clap::{Args, Parser, Subcommand, ValueEnum};
use mcp_evidence_contract::{Profile, profile};
use std::path::PathBuf;
use std::time::Duration;

const EXIT_CODES: &str = "\
Exit codes:
  0  everything asked for holds (run: every selected vector matched)
  1  something does not hold (a mismatch; a bundle that is not pass and valid; a file that differs)
  2  it could not be asked (wrong usage, a broken corpus, a candidate error, unwritable output;
     doctor: the contract is broken); 2 outranks 1
  129, 130, 131, 143  stopped by SIGHUP, SIGINT, SIGQUIT or SIGTERM
  141                 the reader of standard output went away

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
    /// Show stored results side by side, or one of them in another form
    Compare(CompareArguments),
    /// Verify bundles with the reference verifier
    Verify(VerifyArguments),
    /// Write the record of observed tool calls, as the reference does
    Classify(ClassifyArguments),
    /// Judge such a record
    Check(CheckArguments),
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
    /// Print the JSON Schema of a result, a manifest or a report
    Schema(SchemaArguments),
    /// Show what is in a bundle, claimed beside recomputed
    Inspect(InspectArguments),
    /// Measure which vector of a suite can tell which rule
    Adequacy(AdequacyArguments),
    /// Derive or verify request-decision receipts
    Receipts(ReceiptsArguments),
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

#[derive(Debug, Args)]
pub(crate) struct VerifyArguments {
    /// Bundles to verify, in this order
    #[arg(required_unless_present_any = ["recursive", "limits"], value_name = "BUNDLE")]
    pub(crate) bundles: Vec<PathBuf>,
    /// Verify every bundle (*.tar.gz, *.tgz) in this folder and below, sorted by
    /// path; may be given several times
    #[arg(long, value_name = "DIR")]
    pub(crate) recursive: Vec<PathBuf>,
    /// Version of the profile under which to verify; never detected
    #[arg(long, value_enum, default_value = "v0")]
    pub(crate) profile: Version,
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
    pub(crate) format: AnswerFormat,
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
    /// Manifest of the corpus, beside its files; `generate --out DIR` writes the kit's own
    #[arg(default_value = "MANIFEST.json")]
    pub(crate) manifest: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct ClassifyArguments {
    /// The case: a JSON file with the observed calls
    pub(crate) case: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// The record: a JSON file of schema assay.tool_decision_surface.v0
    pub(crate) surface: PathBuf,
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
    /// Version of the profile under which to read it; never detected [default: that
    /// of the vector's suite; v0 for a file]
    #[arg(long, value_enum)]
    pub(crate) profile: Option<Version>,
    /// Suite of the vector, as several may have one of that id
    #[arg(long, value_name = "SUITE")]
    pub(crate) suite: Option<String>,
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
pub(crate) enum AnswerFormat {
    /// For people
    Pretty,
    /// One JSON object
    Json,
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

/// A version of `privileged-mcp-action`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Version {
    /// privileged-mcp-action/v0
    V0,
    /// privileged-mcp-action/v1
    V1,
}

impl Version {
    /// What differs in it.
    pub(crate) fn profile(self) -> &'static Profile {
        match self {
            Version::V0 => &profile::V0,
            Version::V1 => &profile::V1,
        }
    }
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
    fn versions_are_typed_as_profiles_call_them() {
        for (version, profile) in Version::value_variants().iter().zip(Profile::ALL) {
            let typed = version.to_possible_value().expect("no version is hidden");
            assert_eq!((typed.get_name(), version.profile()), (profile.name, profile));
        }
        assert_eq!(Version::value_variants().len(), Profile::ALL.len());
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
