//! The verifier over the corpora as they stand in the checkout: it knows their
//! files and nothing of what wrote them. These tests are what mutants of the
//! stage files have to survive.

use mcp_evidence_contract::catalogue::{self, binding, event};
use mcp_evidence_contract::{Kind, Manifest, Outcome, Rule, System};
use mcp_evidence_reference::adequacy::{Change, outcome, trace};
use mcp_evidence_reference::{Limits, verify};
use std::path::{Path, PathBuf};

const PUBLISHED: &str = "MANIFEST.json";
const RULES: &str = "vectors/privileged-mcp-action-v0-rules/MANIFEST.json";
const PROBES: &str = "vectors/privileged-mcp-action-v0-probes/MANIFEST.json";

type Vector = mcp_evidence_contract::Vector<Outcome>;

struct Corpus {
    folder: PathBuf,
    vectors: Vec<Vector>,
}

impl Corpus {
    fn load(manifest: &str) -> Corpus {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(manifest);
        let text = std::fs::read(&path).expect("a manifest of the checkout");
        let manifest: Manifest<Outcome> =
            serde_json::from_slice(&text).expect("the manifest's form");
        let folder = path.parent().expect("a file stands in a folder").to_owned();
        Corpus { folder, vectors: manifest.vectors }
    }

    fn path(&self, vector: &Vector) -> PathBuf {
        self.folder.join(&vector.file)
    }

    fn bytes(&self, vector: &Vector) -> Vec<u8> {
        std::fs::read(self.path(vector)).expect("a vector of the checkout")
    }

    fn find(&self, id: &str) -> &Vector {
        self.vectors.iter().find(|vector| vector.id == id).expect("a vector of the corpus")
    }
}

/// The rule that a vector names, of the catalogue.
fn rule(vector: &Vector) -> Option<&'static Rule> {
    catalogue::find(vector.rule.as_deref()?)
}

#[test]
fn every_vector_comes_out_as_expected() {
    for (manifest, count) in [(PUBLISHED, 14), (RULES, 525), (PROBES, 162)] {
        let corpus = Corpus::load(manifest);
        assert_eq!(corpus.vectors.len(), count);
        for vector in &corpus.vectors {
            let report = verify(&corpus.path(vector), &Limits::default());
            assert_eq!(report.outcome(), vector.expected, "{}: {report:?}", vector.id);
        }
    }
}

/// Contradictions are findings, and the only ones of an accepted bundle (§5
/// Stage 4).
#[test]
fn findings_name_the_rule() {
    let contradictions = [
        "stage4.permit.establish.allow.established_then_denied",
        "stage4.permit.establish.allow.immediate_deny",
        "stage4.permit.establish.deny.established_then_allowed",
        "stage4.permit.row.allow-marker",
    ];
    let corpus = Corpus::load(RULES);
    for vector in &corpus.vectors {
        let report = verify(&corpus.path(vector), &Limits::default());
        let told: Vec<&str> = report.findings().iter().map(|finding| finding.rule).collect();
        let Some(rule) = rule(vector) else { continue };
        if !vector.expected.is_accept() {
            // An integrity failure has one finding, the first in §4's order.
            let shadowed = rule.exclusion.is_some() && rule.stage.number() == Some(1);
            assert!(told.contains(&rule.id) || shadowed, "{}: {told:?}", vector.id);
        } else if contradictions.contains(&rule.id) {
            assert!(told.contains(&rule.id), "{}: {told:?}", vector.id);
        } else {
            let surplus = told.iter().any(|id| !contradictions.contains(id));
            assert!(!surplus, "{}: {told:?}", vector.id);
        }
    }
    let plain = verify(&corpus.path(corpus.find("deny")), &Limits::default());
    assert_eq!(plain.findings(), []);
}

/// A permission's vector uses it, and not every accepted bundle does.
#[test]
fn permissions_are_seen_where_they_are_used() {
    let corpus = Corpus::load(RULES);
    let accepted: Vec<(&Vector, Vec<&Rule>)> = corpus
        .vectors
        .iter()
        .filter(|vector| vector.expected.is_accept())
        .map(|vector| (vector, trace(&corpus.bytes(vector), &Limits::default()).used))
        .collect();
    for (vector, used) in &accepted {
        let Some(rule) = rule(vector).filter(|rule| rule.kind == Kind::Permission) else {
            continue;
        };
        assert!(used.contains(&rule), "{} does not use {}", vector.id, rule.id);
        let without = accepted.iter().filter(|(_, used)| !used.contains(&rule)).count();
        assert!(without > 0, "{} is used by every accepted vector", rule.id);
    }
}

/// Without its rule, a reject vector is accepted as its twin is; and with the
/// permission taken for a fault, an accept vector no longer is accepted.
#[test]
fn each_vector_tells_its_rule() {
    let corpus = Corpus::load(RULES);
    for vector in &corpus.vectors {
        let Some(rule) = rule(vector).filter(|rule| rule.exclusion.is_none()) else { continue };
        let bundle = corpus.bytes(vector);
        let changed = match rule.kind {
            Kind::Requirement if vector.expected.is_accept() => continue,
            Kind::Requirement => outcome(&bundle, &Limits::default(), Change::Without(rule)),
            Kind::Permission => outcome(&bundle, &Limits::default(), Change::Narrowed(rule)),
        };
        assert_ne!(changed, Some(vector.expected), "{} does not tell {}", vector.id, rule.id);
        let twin = vector.twin.as_deref().map(|id| corpus.find(id));
        if let (Kind::Requirement, Some(twin), Some(changed)) = (rule.kind, twin, changed) {
            let accepted = changed.is_accept() && twin.expected.is_accept();
            assert!(accepted, "{} without {}: {changed}", vector.id, rule.id);
        }
    }
}

/// Some vector tells each other reading of a rule that the text states, and a
/// vector that does is one that the reading concerns: none but a few of all.
#[test]
fn other_readings_are_told() {
    let corpus = Corpus::load(RULES);
    let bundles: Vec<Vec<u8>> = corpus.vectors.iter().map(|v| corpus.bytes(v)).collect();
    let stated = catalogue::alternatives_of(System::PrivilegedMcpAction)
        .filter(|one| one.interpretation.is_none());
    for alternative in stated {
        let told = corpus
            .vectors
            .iter()
            .zip(&bundles)
            .filter(|(vector, bundle)| {
                let read = outcome(bundle, &Limits::default(), Change::Reads(alternative));
                read != Some(vector.expected)
            })
            .count();
        assert!(told > 0, "{} is told by no vector", alternative.id);
        assert!(told < corpus.vectors.len() / 2, "{} is told by {told}", alternative.id);
    }
}

/// Only the number as a string is coerced to a marker's code, not any word.
#[test]
fn the_reading_that_coerces_a_code_coerces_that_code() {
    let corpus = Corpus::load(RULES);
    let read = |id: &str| {
        let bundle = corpus.bytes(corpus.find(id));
        outcome(&bundle, &Limits::default(), Change::Reads(&binding::COERCES_CODE))
    };
    assert_ne!(read("inert-code-string"), Some(corpus.find("inert-code-string").expected));
    assert_eq!(read("inert-code-word"), Some(corpus.find("inert-code-word").expected));
}

/// A marker, and an observation that fails one leg of the triple, use exactly
/// the permission of that leg.
#[test]
fn each_leg_of_the_marker_is_told_apart() {
    let corpus = Corpus::load(RULES);
    let legs = [&binding::INERT_CODE, &binding::INERT_ORIGIN, &binding::MARKER_SPELLING];
    for (id, used) in [
        ("deny-marker", &[][..]),
        ("deny-inert", &[&binding::INERT_CODE]),
        ("deny-other-origin", &[&binding::INERT_ORIGIN]),
        ("inert-code-fraction", &[&binding::INERT_CODE]),
    ] {
        let trace = trace(&corpus.bytes(corpus.find(id)), &Limits::default());
        let of_legs: Vec<&Rule> =
            trace.used.into_iter().filter(|rule| legs.contains(rule)).collect();
        assert_eq!(of_legs, used, "{id}");
    }
}

/// The reading that sorts accepts what is only out of order, and neither a gap
/// nor a root over the order of the lines.
#[test]
fn the_reading_that_sorts_still_counts() {
    let reads = |corpus: &Corpus, id: &str| {
        let bundle = corpus.bytes(corpus.find(id));
        let sorts = Change::Reads(&event::SORTS_EVENTS);
        outcome(&bundle, &Limits::default(), sorts).expect("readable").is_accept()
    };
    let (rules, probes) = (Corpus::load(RULES), Corpus::load(PROBES));
    let swapped: Vec<&str> = probes
        .vectors
        .iter()
        .map(|probe| probe.id.as_str())
        .filter(|id| id.starts_with("i33-"))
        .collect();
    assert!(swapped.iter().any(|id| reads(&probes, id)), "{swapped:?}");
    assert!(reads(&rules, "deny-marker"));
    assert!(!reads(&rules, "chain-sequence-gap"));
    assert!(!reads(&rules, "chain-sequence-backwards"));
}
