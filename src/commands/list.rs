//! `mcp-evidence list`: suites, and on request vectors, rules and points; all of
//! them, or those of one suite and those that a glob matches.

use super::explain::rule_of;
use crate::cli::{ListArguments, Listing};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::suites::{self, Suite};
use mcp_evidence_contract::{Kind, Rule, catalogue, points};
use mcp_evidence_generator::Corpus;
use mcp_evidence_harness::select::{self, Globs};
use std::io::Write;

/// Lists what is asked for, one a line.
pub(crate) fn run(arguments: &ListArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let globs = Globs::new(&arguments.globs)?;
    let named = arguments.suite.as_deref().map(suites::find).transpose()?;
    let all = entries(arguments.what, named);
    let listed = all.iter().filter(|entry| globs.pass(&entry.id)).map(|entry| &entry.lines);
    let listed: Vec<&String> = listed.collect();
    if listed.is_empty() {
        return Err(Failure::Usage(nothing(arguments, &all)));
    }
    for lines in listed {
        writeln!(out, "{lines}")?;
    }
    Ok(Exit::Holds)
}

/// Something with an id, and what is said of it.
struct Entry {
    id: String,
    lines: String,
}

/// All that there is of a kind, or of it in one suite.
fn entries(what: Listing, named: Option<&'static Suite>) -> Vec<Entry> {
    let suites = || suites::all().filter(|suite| named.is_none_or(|named| named.id == suite.id));
    let of_suite = || named.map(Suite::corpus);
    match what {
        Listing::Suites => suites().map(suite).collect(),
        Listing::Vectors => suites().flat_map(vectors).collect(),
        Listing::Rules => {
            let corpus = of_suite();
            let about = |corpus: &Corpus, id: &str| {
                corpus.manifest.vectors.iter().any(|vector| rule_of(corpus, vector) == Some(id))
            };
            catalogue::all()
                .filter(|rule| corpus.as_ref().is_none_or(|corpus| about(corpus, rule.id)))
                .map(rule)
                .collect()
        }
        Listing::Points => {
            let corpus = of_suite();
            let about = |corpus: &Corpus, id: &str| {
                corpus.manifest.vectors.iter().any(|vector| vector.point.as_deref() == Some(id))
            };
            points::all()
                .filter(|point| corpus.as_ref().is_none_or(|corpus| about(corpus, point.id)))
                .map(|point| Entry {
                    id: point.id.to_owned(),
                    lines: format!("{}  {}  {}", point.id, point.section, point.question),
                })
                .collect()
        }
    }
}

fn suite(suite: &Suite) -> Entry {
    let corpus = suite.corpus();
    let lines = format!(
        "{}  {} vectors  {}\n  {}\n  corpus digest {}",
        suite.id,
        corpus.bundles.len(),
        suite.status,
        suite.about,
        corpus.manifest.corpus_digest
    );
    Entry { id: suite.id.to_owned(), lines }
}

fn vectors(suite: &Suite) -> Vec<Entry> {
    let corpus = suite.corpus();
    let vectors = corpus.manifest.vectors.iter().map(|vector| {
        let label = suites::label(&corpus.manifest.profile, vector);
        Entry { id: vector.id.clone(), lines: format!("{}  {}  {label}", suite.id, vector.id) }
    });
    vectors.collect()
}

fn rule(rule: &Rule) -> Entry {
    let word = match (rule.kind, rule.interpretation, rule.exclusion) {
        (_, Some(point), _) => format!("pinned reading of {point}"),
        (_, None, Some(_)) => "excluded".to_owned(),
        (Kind::Requirement, None, None) => "requirement".to_owned(),
        (Kind::Permission, None, None) => "permission".to_owned(),
    };
    let lines = format!("{}  {}  {word}  {}", rule.id, rule.section, rule.text);
    Entry { id: rule.id.to_owned(), lines }
}

/// Why nothing is listed, and what may have been meant.
fn nothing(arguments: &ListArguments, all: &[Entry]) -> String {
    let what = match arguments.what {
        Listing::Suites => "suite",
        Listing::Vectors => "vector",
        Listing::Rules => "rule",
        Listing::Points => "point",
    };
    let of = arguments.suite.as_deref().map(|suite| format!(" of {suite}")).unwrap_or_default();
    if all.is_empty() {
        return format!("no vector{of} is about a {what}");
    }
    let globs: Vec<String> = arguments.globs.iter().map(|glob| format!("{glob:?}")).collect();
    let ids = || all.iter().map(|entry| entry.id.as_str());
    let meant: Vec<String> =
        arguments.globs.iter().flat_map(|glob| select::meant(glob, ids())).collect();
    let hint = select::question(&meant).map(|text| format!(": {text}")).unwrap_or_default();
    format!("no {what}{of} matches {}{hint}", globs.join(" or "))
}
