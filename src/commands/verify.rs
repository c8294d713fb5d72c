//! `mcp-evidence verify`: the reference verifier.

use crate::cli::{ReportFormat, VerifyArguments};
use crate::exit::Exit;
use crate::failure::Failure;
use mcp_evidence_contract::{Claim, Outcome, Report};
use mcp_evidence_reference::{Limits, verify};
use std::io::{IsTerminal as _, Write};
use std::path::Path;

/// Verifies each bundle and prints its report.
pub(crate) fn run(arguments: &VerifyArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let format = arguments.format.unwrap_or(if std::io::stdout().is_terminal() {
        ReportFormat::Table
    } else {
        ReportFormat::Json
    });
    let limits = Limits::default();
    let several = arguments.bundles.len() > 1;
    let mut accepted = true;
    for bundle in &arguments.bundles {
        let report = verify(bundle, &limits);
        accepted &= report.outcome().is_accept();
        match format {
            ReportFormat::Json => json(&report, several, out)?,
            ReportFormat::Table => table(&report, bundle, out)?,
        }
    }
    out.flush()?;
    Ok(Exit::holds(accepted))
}

/// One report as JSON: indented where it stands alone, else on one line.
fn json(report: &Report, compact: bool, out: &mut impl Write) -> Result<(), Failure> {
    let text =
        if compact { serde_json::to_string(report) } else { serde_json::to_string_pretty(report) };
    writeln!(out, "{}", text.map_err(std::io::Error::from)?)?;
    Ok(())
}

fn table(report: &Report, bundle: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let path = mcp_evidence_harness::escape::escape(&bundle.to_string_lossy(), PATH_SHOWN);
    let outcome = report.outcome();
    writeln!(out, "{path}")?;
    writeln!(out, "  {:<26}{}", "bundle_integrity", spelled(&outcome.bundle_integrity()))?;
    if let Some(verdict) = outcome.verdict() {
        writeln!(out, "  {:<26}{}", "verdict", spelled(&verdict))?;
    }
    if let Outcome::Valid(claims) = outcome {
        for (name, claim) in [
            ("policy_decision_recorded", claims.policy_decision_recorded),
            ("caller_visible_denial", claims.caller_visible_denial),
            ("upstream_delivery", claims.upstream_delivery),
            ("external_side_effect", claims.external_side_effect),
        ] {
            writeln!(out, "  {name:<26}{}", cell(claim))?;
        }
    }
    for finding in report.findings() {
        writeln!(out, "  finding: {} ({}, `{}`)", finding.message, finding.section, finding.rule)?;
        if !finding.at.is_whole_bundle() {
            writeln!(out, "           at {}", finding.at)?;
        }
    }
    Ok(())
}

/// Longest path that is shown, in characters.
const PATH_SHOWN: usize = 400;

fn cell(claim: Claim) -> String {
    match claim.source_class {
        Some(class) => format!("{} ({})", spelled(&claim.status), spelled(&class)),
        None => spelled(&claim.status),
    }
}

/// A word of a closed vocabulary as the specification spells it.
fn spelled(word: &impl serde::Serialize) -> String {
    match word.serialize(serde_json::value::Serializer) {
        Ok(serde_json::Value::String(text)) => text,
        Ok(other) => other.to_string(),
        Err(error) => error.to_string(),
    }
}
