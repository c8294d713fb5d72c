//! The verifier over the corpora as they stand in the checkout: it knows their
//! files and nothing of what wrote them. These tests are what mutants of the
//! stage files have to survive.

use mcp_evidence_contract::catalogue::{self, binding, event, v1};
use mcp_evidence_contract::{Kind, Manifest, Outcome, Profile, Rule, System};
use mcp_evidence_reference::adequacy::{Change, outcome, outcome_as, trace, trace_as};
use mcp_evidence_reference::profile::{V0, V1};
use mcp_evidence_reference::{Limits, verify_as, verify_bytes_as};
use std::path::{Path, PathBuf};

const PUBLISHED: &str = "MANIFEST.json";
const RULES: &str = "vectors/privileged-mcp-action-v0-rules/MANIFEST.json";
const PROBES: &str = "vectors/privileged-mcp-action-v0-probes/MANIFEST.json";
const PUBLISHED_V1: &str = "vectors/privileged-mcp-action-v1/MANIFEST.json";
const RULES_V1: &str = "vectors/privileged-mcp-action-v1-rules/MANIFEST.json";

type Vector = mcp_evidence_contract::Vector<Outcome>;

struct Corpus {
    folder: PathBuf,
    profile: &'static Profile,
    vectors: Vec<Vector>,
}

impl Corpus {
    fn load(manifest: &str) -> Corpus {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(manifest);
        let text = std::fs::read(&path).expect("a manifest of the checkout");
        let manifest: Manifest<Outcome> =
            serde_json::from_slice(&text).expect("the manifest's form");
        let folder = path.parent().expect("a file stands in a folder").to_owned();
        let profile = Profile::of_id(&manifest.profile).expect("a profile that is known");
        Corpus { folder, profile, vectors: manifest.vectors }
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
    let corpora =
        [(PUBLISHED, 14), (RULES, 525), (PROBES, 162), (PUBLISHED_V1, 7), (RULES_V1, 128)];
    for (manifest, count) in corpora {
        let corpus = Corpus::load(manifest);
        assert_eq!(corpus.vectors.len(), count);
        for vector in &corpus.vectors {
            let report = verify_as(corpus.profile, &corpus.path(vector), &Limits::default());
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
    for corpus in [RULES, RULES_V1].map(Corpus::load) {
        findings_of(&corpus, &contradictions);
    }
}

fn findings_of(corpus: &Corpus, contradictions: &[&str]) {
    for vector in &corpus.vectors {
        let report = verify_as(corpus.profile, &corpus.path(vector), &Limits::default());
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
    let plain = verify_as(corpus.profile, &corpus.path(corpus.find("deny")), &Limits::default());
    assert_eq!(plain.findings(), []);
}

/// A permission's vector uses it, and not every accepted bundle does.
#[test]
fn permissions_are_seen_where_they_are_used() {
    [RULES, RULES_V1].map(Corpus::load).iter().for_each(permissions_are_seen);
}

fn permissions_are_seen(corpus: &Corpus) {
    let accepted: Vec<(&Vector, Vec<&Rule>)> = corpus
        .vectors
        .iter()
        .filter(|vector| vector.expected.is_accept())
        .map(|vector| {
            let bundle = corpus.bytes(vector);
            (vector, trace_as(corpus.profile, &bundle, &Limits::default()).used)
        })
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
    for corpus in [RULES, RULES_V1].map(Corpus::load) {
        corpus.vectors.iter().for_each(|vector| tells_its_rule(&corpus, vector));
    }
}

fn tells_its_rule(corpus: &Corpus, vector: &Vector) {
    let Some(rule) = rule(vector).filter(|rule| rule.exclusion.is_none()) else { return };
    let change = match rule.kind {
        Kind::Requirement if vector.expected.is_accept() => return,
        Kind::Requirement => Change::Without(rule),
        Kind::Permission => Change::Narrowed(rule),
    };
    let bundle = corpus.bytes(vector);
    let changed = outcome_as(corpus.profile, &bundle, &Limits::default(), change);
    assert_ne!(changed, Some(vector.expected), "{} does not tell {}", vector.id, rule.id);
    let twin = vector.twin.as_deref().map(|id| corpus.find(id));
    if let (Kind::Requirement, Some(twin), Some(changed)) = (rule.kind, twin, changed) {
        let accepted = changed.is_accept() && twin.expected.is_accept();
        assert!(accepted, "{} without {}: {changed}", vector.id, rule.id);
    }
}

/// Some vector tells each other reading of a rule that the text states, and a
/// vector that does is one that the reading concerns: none but a few of all.
#[test]
fn other_readings_are_told() {
    for corpus in [RULES, RULES_V1].map(Corpus::load) {
        let bundles: Vec<Vec<u8>> = corpus.vectors.iter().map(|v| corpus.bytes(v)).collect();
        let stated = catalogue::alternatives_of(System::PrivilegedMcpAction)
            .filter(|one| one.interpretation.is_none() && (corpus.profile.is_about)(one.rule));
        for alternative in stated {
            let reads = Change::Reads(alternative);
            let told = corpus.vectors.iter().zip(&bundles).filter(|(vector, bundle)| {
                let read = outcome_as(corpus.profile, bundle, &Limits::default(), reads);
                read != Some(vector.expected)
            });
            let told = told.count();
            assert!(told > 0, "{} is told by no vector", alternative.id);
            assert!(told < corpus.vectors.len() / 2, "{} is told by {told}", alternative.id);
        }
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

/// The same under v1, whose code has a spelling to be told, and where v0's code
/// is told from any other.
#[test]
fn each_leg_of_the_marker_of_v1_is_told_apart() {
    let corpus = Corpus::load(RULES_V1);
    let legs = [&v1::INERT_CODE, &v1::INERT_CODE_OF_V0, &v1::CODE_SPELLING, &binding::INERT_ORIGIN];
    for (id, used) in [
        ("deny-marker", &[][..]),
        ("code-exponent", &[&v1::CODE_SPELLING]),
        ("deny-inert", &[&v1::INERT_CODE]),
        ("deny-cross-pair", &[&v1::INERT_CODE_OF_V0]),
        ("cross-pair-decimal", &[&v1::INERT_CODE_OF_V0]),
        ("deny-other-origin", &[&binding::INERT_ORIGIN]),
    ] {
        let trace = trace_as(&V1, &corpus.bytes(corpus.find(id)), &Limits::default());
        let of_legs: Vec<&Rule> =
            trace.used.into_iter().filter(|rule| legs.contains(rule)).collect();
        assert_eq!(of_legs, used, "{id}");
    }
}

/// A bundle says nothing of its profile, so either can be asked for. The versions
/// differ in observations alone: a bundle without one comes out the same, and one
/// whose observation is the other version's is invalid, for that.
#[test]
fn under_the_other_version_an_observation_is_unknown_and_all_else_the_same() {
    for (manifest, other) in [(RULES, &V1), (RULES_V1, &V0)] {
        let corpus = Corpus::load(manifest);
        let (mut same, mut invalid) = (0, 0);
        for vector in corpus.vectors.iter().filter(|vector| vector.expected.is_accept()) {
            let bundle = corpus.bytes(vector);
            let report = verify_bytes_as(other, &bundle, &Limits::default());
            let findings: Vec<&str> = report.findings().iter().map(|found| found.rule).collect();
            let unknown = match other.name {
                "v1" => "stage2.namespace.v1.observation-v0",
                _ => "stage2.schema.unrecognized.observation",
            };
            if findings.contains(&unknown) {
                assert_eq!(findings, [unknown], "{}", vector.id);
                assert_eq!(report.outcome(), Outcome::Invalid, "{}", vector.id);
                invalid += 1;
            } else {
                assert_eq!(report.outcome(), vector.expected, "{}", vector.id);
                same += 1;
            }
        }
        assert!(same > 0 && invalid > 0, "{same} come out the same, {invalid} invalid");
    }
}

/// Bytes that stage 1 rejects are rejected whatever the profile.
#[test]
fn integrity_is_the_same_under_either_version() {
    let corpus = Corpus::load(RULES);
    let failing = corpus.vectors.iter().filter(|v| v.expected == Outcome::IntegrityFail);
    for vector in failing {
        let [v0, v1] = [&V0, &V1]
            .map(|profile| verify_bytes_as(profile, &corpus.bytes(vector), &Limits::default()));
        assert_eq!(v0.findings(), v1.findings(), "{}", vector.id);
        assert_eq!(v1.outcome(), Outcome::IntegrityFail, "{}", vector.id);
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
