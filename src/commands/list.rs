//! `mcp-evidence list`: suites, and on request vectors, rules and points.

use crate::cli::{ListArguments, Listing};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::suites;
use mcp_evidence_contract::{Kind, catalogue, points};
use std::io::Write;

/// Lists what is asked for, one a line.
pub(crate) fn run(arguments: &ListArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    match arguments.what {
        Listing::Suites => {
            for suite in suites::all() {
                let corpus = suite.corpus();
                let count = corpus.bundles.len();
                writeln!(out, "{}  {} vectors  {}", suite.id, count, suite.status)?;
                writeln!(out, "  {}", suite.about)?;
                writeln!(out, "  corpus digest {}", corpus.manifest.corpus_digest)?;
            }
        }
        Listing::Vectors => {
            for suite in suites::all() {
                let corpus = suite.corpus();
                for vector in &corpus.manifest.vectors {
                    let label = suites::label(&corpus.manifest.profile, vector);
                    writeln!(out, "{}  {}  {label}", suite.id, vector.id)?;
                }
            }
        }
        Listing::Rules => {
            for rule in catalogue::all() {
                let word = match (rule.kind, rule.interpretation, rule.exclusion) {
                    (_, Some(point), _) => format!("pinned reading of {point}"),
                    (_, None, Some(_)) => "excluded".to_owned(),
                    (Kind::Requirement, None, None) => "requirement".to_owned(),
                    (Kind::Permission, None, None) => "permission".to_owned(),
                };
                writeln!(out, "{}  {}  {word}  {}", rule.id, rule.section, rule.text)?;
            }
        }
        Listing::Points => {
            for point in points::all() {
                writeln!(out, "{}  {}  {}", point.id, point.section, point.question)?;
            }
        }
    }
    Ok(Exit::Holds)
}
