//! The arguments of `mcp-evidence receipts`.

use super::AnswerFormat;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct ReceiptsArguments {
    #[command(subcommand)]
    pub(crate) operation: ReceiptsOperation,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ReceiptsOperation {
    /// Hold a retained capture (requests.jsonl) against its decision log (decisions.jsonl)
    Verify(ReceiptsVerifyArguments),
    /// Make receipts of a client's frames (frames.bin) and a decision log (decisions.jsonl)
    Derive(ReceiptsDeriveArguments),
    /// Do what a folder's case.json asks for, and print the answer as JSON
    Case(ReceiptsCaseArguments),
}

#[derive(Debug, Args)]
pub(crate) struct ReceiptsVerifyArguments {
    /// The folder of the retained files; what a case.json in it says counts, too
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The one scope that the capture was given [required unless case.json has it]
    #[arg(long, value_name = "UUID")]
    pub(crate) expected_scope: Option<String>,
    /// You hold evidence that the proxy was launched for this capture
    #[arg(long)]
    pub(crate) launch: bool,
    /// You hold evidence that it was stopped
    #[arg(long)]
    pub(crate) stop: bool,
    /// The proxy's retained standard error, searched for `capture incomplete`
    #[arg(long, value_name = "FILE")]
    pub(crate) diagnostics: Option<PathBuf>,
    /// Form of the report
    #[arg(long, value_enum, default_value = "pretty")]
    pub(crate) format: AnswerFormat,
}

#[derive(Debug, Args)]
pub(crate) struct ReceiptsDeriveArguments {
    /// The folder of the retained files
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The scope of the receipts [required unless case.json has it]
    #[arg(long, value_name = "UUID")]
    pub(crate) scope: Option<String>,
    /// Form of the report
    #[arg(long, value_enum, default_value = "pretty")]
    pub(crate) format: AnswerFormat,
}

#[derive(Debug, Args)]
pub(crate) struct ReceiptsCaseArguments {
    /// The folder of the case
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}
