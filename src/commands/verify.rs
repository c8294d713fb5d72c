//! `mcp-evidence verify`: the reference verifier.

mod many;

use crate::cli::{ReportFormat, VerifyArguments};
use crate::exit::Exit;
use crate::failure::Failure;
use mcp_evidence_contract::{Claim, Outcome, Report};
use mcp_evidence_reference::{Limits, verify_as};
use serde::Serialize;
use std::io::{IsTerminal as _, Write};
use std::path::{Path, PathBuf};

/// Verifies each bundle and prints its report.
pub(crate) fn run(arguments: &VerifyArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let format = arguments.format.unwrap_or(if std::io::stdout().is_terminal() {
        ReportFormat::Table
    } else {
        ReportFormat::Json
    });
    let mut limits = Limits::default();
    for (name, value) in &arguments.limit {
        limits.set(name, *value).map_err(|error| Failure::Usage(error.to_string()))?;
    }
    if arguments.limits {
        return list(&limits, out);
    }
    let mut bundles = arguments.bundles.clone();
    for folder in &arguments.recursive {
        walk(folder, &mut bundles)?;
    }
    let profile = arguments.profile.profile();
    let several = bundles.len() > 1 || !arguments.recursive.is_empty();
    let mut accepted = true;
    many::verify_each(
        &bundles,
        |bundle| verify_as(profile, bundle, &limits),
        |bundle, report| {
            accepted &= report.outcome().is_accept();
            match format {
                ReportFormat::Json => json(report, several.then_some(bundle), out)?,
                ReportFormat::Table => table(report, bundle, out)?,
            }
            // Others read along while the work goes on.
            if several { Ok(out.flush()?) } else { Ok(()) }
        },
    )?;
    out.flush()?;
    Ok(Exit::holds(accepted))
}

/// The limits as they would be applied.
fn list(limits: &Limits, out: &mut impl Write) -> Result<Exit, Failure> {
    for limit in limits.named() {
        writeln!(out, "{:<12}{:>12}  {}", limit.name, limit.value, limit.counts)?;
    }
    Ok(Exit::Holds)
}

/// Adds the bundles in a folder and the folders below, sorted by their paths.
fn walk(folder: &Path, bundles: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let before = bundles.len();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let entry = entry?;
        let name = entry.file_name().as_encoded_bytes();
        if entry.file_type().is_file() && (name.ends_with(b".tar.gz") || name.ends_with(b".tgz")) {
            bundles.push(entry.into_path());
        }
    }
    if bundles.len() == before {
        let folder = mcp_evidence_harness::escape::escape(&folder.to_string_lossy(), PATH_SHOWN);
        let message = format!("there is no bundle (*.tar.gz, *.tgz) in {folder}");
        return Err(Failure::Usage(message));
    }
    Ok(())
}

/// A report with the path of its bundle in front.
#[derive(Serialize)]
struct Placed<'a> {
    path: &'a str,
    #[serde(flatten)]
    report: &'a Report,
}

/// One report as JSON: indented where it stands alone, else on one line, with
/// the path.
fn json(report: &Report, path: Option<&Path>, out: &mut impl Write) -> Result<(), Failure> {
    let text = match path {
        None => serde_json::to_string_pretty(report),
        Some(path) => serde_json::to_string(&Placed { path: &path.to_string_lossy(), report }),
    };
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
