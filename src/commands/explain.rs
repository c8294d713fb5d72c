//! `mcp-evidence explain`: a rule, an alternative reading, a vector or an
//! interpretation point.

use crate::cli::ExplainArguments;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::suites::{self, Suite};
use mcp_evidence_contract::points::{Answer, Point};
use mcp_evidence_contract::{
    Alternative, Expected, Kind, Profile, Rule, Stage, System, Values, Vector, catalogue, points,
};
use mcp_evidence_generator::Corpus;
use mcp_evidence_harness::select;
use std::io::{self, Write};

/// Prints whatever has that id.
pub(crate) fn run(arguments: &ExplainArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let id = arguments.id.as_str();
    let corpora: Vec<_> = suites::all().map(|suite| (suite, suite.corpus())).collect();
    let mut found = false;
    if let Some(rule) = catalogue::find(id) {
        found = true;
        explain_rule(rule, &corpora, out)?;
    }
    if let Some(alternative) = catalogue::alternatives().find(|one| one.id == id) {
        found = true;
        explain_alternative(alternative, out)?;
    }
    if let Some(point) = points::find(id) {
        found = true;
        explain_point(point, out)?;
    }
    for (suite, corpus) in &corpora {
        if let Some(vector) = corpus.manifest.vectors.iter().find(|vector| vector.id == id) {
            found = true;
            explain_vector(suite, corpus, vector, out)?;
        }
    }
    if found {
        return Ok(Exit::Holds);
    }
    Err(Failure::Usage(unknown(id, &corpora)))
}

/// Says what there is, near ids first.
fn unknown(id: &str, corpora: &[(&Suite, Corpus)]) -> String {
    let vectors = corpora.iter().flat_map(|(_, corpus)| &corpus.manifest.vectors);
    let names = catalogue::all()
        .map(|rule| rule.id)
        .chain(catalogue::alternatives().map(|alternative| alternative.id))
        .chain(points::all().map(|point| point.id))
        .chain(vectors.map(|vector| vector.id.as_str()));
    if let Ok(suite) = suites::find(id) {
        return format!("{id} is a suite: mcp-evidence list vectors --suite {}", suite.id);
    }
    match select::question(&select::meant(id, names)) {
        Some(question) => format!("nothing is called {id:?}: {question}"),
        None => format!(
            "nothing is called {id:?}; `mcp-evidence list rules`, `list vectors` and `list points` \
             name what can be explained"
        ),
    }
}

fn explain_rule(rule: &Rule, corpora: &[(&Suite, Corpus)], out: &mut impl Write) -> io::Result<()> {
    let kind = match rule.kind {
        Kind::Requirement if matches!(rule.stage, Stage::Operation(_)) => "requirement",
        Kind::Requirement => "requirement: a bundle that breaks it is rejected",
        Kind::Permission => "permission: a case that uses it is not rejected for that",
    };
    writeln!(out, "{} ({}, {})", rule.id, rule.stage.label(), rule.section)?;
    writeln!(out, "  {}", rule.text)?;
    if rule.values != Values::InText {
        let values = rule.values.to_string();
        writeln!(out, "  {values}")?;
        // What looks like another character has another number.
        for character in values.chars().filter(|character| !character.is_ascii()) {
            writeln!(out, "  {character} in it is U+{:04X}", u32::from(character))?;
        }
    }
    writeln!(out, "  {kind}")?;
    if rule.blocking {
        writeln!(out, "  once it is broken, nothing more can be read")?;
    }
    if !rule.see.is_empty() {
        writeln!(out, "  see also {}", rule.see.join(", "))?;
    }
    if !rule.hashing.is_empty() {
        writeln!(out, "  where a good bundle is rejected, the likely cause is {}", rule.hashing)?;
        writeln!(
            out,
            "  the bytes to hash: mcp-evidence inspect BUNDLE --canonical N, N being the event's \
             assayseq"
        )?;
    }
    if let Some(published) = rule.refines {
        writeln!(out, "  a part of the published rule: {published}")?;
    }
    if let Some(point) = rule.interpretation {
        writeln!(out, "  pinned reading of {point}, where the text leaves room: never scored")?;
    }
    if let Some(exclusion) = rule.exclusion {
        writeln!(out, "  no bundle can isolate it: {}", exclusion.reason)?;
        writeln!(out, "  always fires with it: {}", exclusion.always_fires.join(" or "))?;
    }
    for alternative in catalogue::alternatives().filter(|one| one.rule.id == rule.id) {
        writeln!(out, "  another reading: {} ({})", alternative.text, alternative.id)?;
    }
    if let Some((system, url)) = catalogue::system_of(rule).and_then(published) {
        writeln!(out, "  the text of {}: {url}", system.title())?;
    }
    for (suite, corpus) in corpora {
        let told: Vec<&Vector> = corpus
            .manifest
            .vectors
            .iter()
            .filter(|vector| rule_of(corpus, vector) == Some(rule.id))
            .collect();
        if !told.is_empty() {
            writeln!(out, "  in {}:", suite.id)?;
        }
        for vector in told {
            let label = suites::label(&corpus.manifest.profile, vector);
            writeln!(out, "    vector {}: {label}", vector.id)?;
            if rule.stage == Stage::Claims {
                explain_claims(vector, out)?;
            }
        }
    }
    Ok(())
}

/// The four claims, whole, where a vector expects any.
fn explain_claims(vector: &Vector, out: &mut impl Write) -> io::Result<()> {
    let Expected::Outcome(outcome) = &vector.expected else { return Ok(()) };
    let Some(claims) = outcome.claims() else { return Ok(()) };
    writeln!(out, "    claims {}", serde_json::to_string(claims).map_err(io::Error::other)?)
}

/// A system with the place of its text, where that is public.
fn published(system: System) -> Option<(System, &'static str)> {
    Some((system, system.published_at()?))
}

/// The rule that a vector is about: published manifests have no member for it.
pub(super) fn rule_of<'a>(corpus: &Corpus, vector: &'a Vector) -> Option<&'a str> {
    let profile = Profile::of_id(&corpus.manifest.profile);
    let published = profile.and_then(|profile| profile.broken_by(&vector.id)).map(|rule| rule.id);
    vector.rule.as_deref().or(published)
}

fn explain_alternative(alternative: &Alternative, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", alternative.id)?;
    writeln!(out, "  a verifier that {}", alternative.text)?;
    writeln!(out, "  gets this rule wrong: {}", alternative.rule.id)
}

fn explain_vector(
    suite: &Suite,
    corpus: &Corpus,
    vector: &Vector,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{} (suite {})", vector.id, suite.id)?;
    writeln!(out, "  {}", vector.description)?;
    match &vector.expected {
        Expected::Outcome(outcome) => {
            writeln!(out, "  expected {}", Answer::of(outcome))?;
            explain_claims(vector, out)?;
        }
        Expected::Surface(surface) => {
            let text = serde_json::to_string_pretty(surface).map_err(io::Error::other)?;
            writeln!(out, "  expected {}", text.replace('\n', "\n  "))?;
        }
    }
    if let Some(rule) = rule_of(corpus, vector) {
        writeln!(out, "  tells the rule {rule}")?;
    }
    if let (Some(twin), Some(edit)) = (&vector.twin, &vector.edit) {
        writeln!(out, "  differs from {twin}: {edit}")?;
    }
    if let Some(point) = &vector.point {
        writeln!(out, "  probes the point {point}, never scored")?;
    }
    writeln!(out, "  {}", vector.sha256)
}

fn explain_point(point: &Point, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{} ({})", point.id, point.section)?;
    writeln!(out, "  the text: {}", point.passage)?;
    writeln!(out, "  open: {}", point.question)?;
    writeln!(out, "  pinned: {}", point.pinned().text)?;
    writeln!(out, "  because: {}", point.reason)?;
    for (letter, reading) in ('A'..).zip(point.readings) {
        writeln!(out, "  reading {letter}: {}", reading.text)?;
        for (probe, answer) in point.probes.iter().zip(reading.answers) {
            writeln!(out, "    {probe}: {}", answer)?;
        }
    }
    if point.is_scored() {
        writeln!(out, "  the text decides after all: scored by the rule corpus")?;
    }
    Ok(())
}
