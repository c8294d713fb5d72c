//! `mcp-evidence report`: the implementation report of issue #1840.

use super::reproduction::{corpus, read, write};
use crate::cli::ReportArguments;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{place, suites};
use mcp_evidence_reproduction::capture::limit;
use mcp_evidence_reproduction::identity::{Draft, IDENTITY_LIMIT};
use mcp_evidence_reproduction::record::RECORD_LIMIT;
use mcp_evidence_reproduction::report::{RESULT_LIMIT, Report, RulesRun};
use mcp_evidence_reproduction::words::MOST_CASES;
use std::io::Write;

/// The suite whose run tells about further rules.
const RULES: &str = "privileged-mcp-action-v0-rules";

/// Holds the files against each other and writes the report.
pub(crate) fn run(arguments: &ReportArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let mut report = Report::new(&read(&arguments.run, RECORD_LIMIT)?)?;
    if let Some(path) = &arguments.capture {
        report = report.capture(&read(path, limit(MOST_CASES))?)?;
    }
    if let Some(path) = &arguments.identity {
        report = report.identity(Draft::read(&read(path, IDENTITY_LIMIT)?)?.check()?)?;
    }
    if let Some(path) = &arguments.rules_run {
        let rules = place::load(&suites::find(RULES)?.corpus())?;
        report = report.rules_run(RulesRun::read(&read(path, RESULT_LIMIT)?, &rules)?);
    }
    let corpus = match corpus(arguments.manifest.as_deref(), &report.record().source_corpus_digest)
    {
        Ok((corpus, _)) => Some(corpus),
        // A foreign corpus that is not at hand leaves blanks and is no failure.
        Err(Failure::Usage(_)) => None,
        Err(failure) => return Err(failure),
    };
    let text = match &corpus {
        Some(corpus) => report.corpus(corpus)?.to_markdown(),
        None => report.to_markdown(),
    };
    match &arguments.output {
        Some(path) => {
            write(path, text.as_bytes())?;
            writeln!(out, "wrote {}", path.display())?;
        }
        None => out.write_all(text.as_bytes())?,
    }
    Ok(Exit::Holds)
}
