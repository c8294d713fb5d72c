//! The corpora against the reference verifier, which knows nothing of them.

use mcp_evidence_contract::points::{self, Answer};
use mcp_evidence_contract::{Kind, Outcome, Published, Rule, System, catalogue};
use mcp_evidence_generator::{Corpus, probes, published, rules};
use mcp_evidence_reference::adequacy::{Fate, Measurement, Vector, measure, trace};
use mcp_evidence_reference::{Limits, verify_bytes};
use std::collections::BTreeSet;

fn vectors(corpus: &Corpus) -> Vec<Vector<'_>> {
    let vectors = corpus.manifest.vectors.iter().zip(&corpus.bundles);
    vectors
        .map(|(vector, bundle)| Vector {
            id: &vector.id,
            bundle: bundle.bytes(),
            expected: vector.expected.outcome().expect("an outcome"),
        })
        .collect()
}

fn measured(corpus: &Corpus) -> Measurement {
    measure(&vectors(corpus), &Limits::default()).expect("the measurement stands")
}

#[test]
fn the_verifier_concludes_what_every_vector_expects() {
    let corpora = mcp_evidence_generator::corpora();
    for corpus in corpora.iter().filter(|one| one.system() == System::PrivilegedMcpAction) {
        for vector in vectors(corpus) {
            let report = verify_bytes(vector.bundle, &Limits::default());
            assert_eq!(report.outcome(), vector.expected, "{}: {report:?}", vector.id);
        }
    }
}

/// Whatever must be rejected is rejected for one reason alone, the one that the
/// vector names; a rule that no bundle can isolate counts beside its shadow.
#[test]
fn each_reject_vector_breaks_exactly_its_rule() {
    let corpus = rules();
    for (vector, bundle) in corpus.manifest.vectors.iter().zip(&corpus.bundles) {
        if vector.expected.is_accept() {
            continue;
        }
        let violated = trace(bundle.bytes(), &Limits::default()).violated;
        let named = vector.rule.as_deref().expect("a rule");
        assert!(violated.iter().any(|rule| rule.id == named), "{}: {violated:?}", vector.id);
        let shadows: &[&str] = catalogue::find(named)
            .and_then(|rule| rule.exclusion)
            .map_or(&[], |exclusion| exclusion.always_fires);
        let others: Vec<&str> =
            violated.iter().map(|rule| rule.id).filter(|id| *id != named).collect();
        if shadows.is_empty() {
            assert!(others.is_empty(), "{} breaks {named} and {others:?}", vector.id);
        } else {
            assert_eq!(others.len(), 1, "{} breaks {named} and {others:?}", vector.id);
            assert!(shadows.contains(&others[0]), "{} breaks {others:?}", vector.id);
        }
    }
}

#[test]
fn each_accept_vector_uses_its_permission_and_breaks_nothing() {
    let corpus = rules();
    for (vector, bundle) in corpus.manifest.vectors.iter().zip(&corpus.bundles) {
        if !vector.expected.is_accept() {
            continue;
        }
        let trace = trace(bundle.bytes(), &Limits::default());
        assert_eq!(trace.violated, Vec::<&Rule>::new(), "{}", vector.id);
        let rule = vector.rule.as_deref().and_then(catalogue::find);
        if let Some(rule) = rule.filter(|rule| rule.kind == Kind::Permission) {
            assert!(trace.used.contains(&rule), "{} does not use {}", vector.id, rule.id);
        }
    }
}

#[test]
fn the_rule_corpus_tells_every_rule() {
    let corpus = rules();
    let measurement = measured(&corpus);
    for change in measurement.scored() {
        assert_ne!(change.fate, Fate::Survived, "{:?}", change.change);
    }
    let not_told: Vec<Published> =
        Published::ALL.into_iter().filter(|rule| !measurement.tells(*rule)).collect();
    assert_eq!(not_told, [Published::MarkerBacked], "no bundle can isolate that one");
}

#[test]
fn the_published_corpus_tells_five_of_the_27() {
    let corpus = published();
    let measurement = measured(&corpus);
    let told: Vec<Published> =
        Published::ALL.into_iter().filter(|rule| measurement.tells(*rule)).collect();
    assert_eq!(
        told,
        [
            Published::ExactlyOneDecision,
            Published::UnknownSchema,
            Published::TargetDigest,
            Published::FailClosed,
            Published::BindingDigest,
        ]
    );
}

#[test]
fn every_open_point_is_probed_and_every_pinned_reading_followed() {
    let corpus = probes();
    let outcome = |probe: &str| -> Outcome {
        let index = corpus.manifest.vectors.iter().position(|vector| vector.id == probe);
        let bundle = &corpus.bundles[index.expect("a probe of the corpus")];
        verify_bytes(bundle.bytes(), &Limits::default()).outcome()
    };
    for point in points::of(System::PrivilegedMcpAction).filter(|point| !point.is_scored()) {
        let answers: Vec<Answer> =
            point.probes.iter().map(|probe| Answer::of(&outcome(probe))).collect();
        assert_eq!(answers, point.pinned().answers, "{}", point.id);
    }
    let probed: BTreeSet<&str> =
        points::of(System::PrivilegedMcpAction).flat_map(|point| point.probes).copied().collect();
    let listed: BTreeSet<&str> = corpus.manifest.vectors.iter().map(|v| v.id.as_str()).collect();
    assert_eq!(probed, listed);
}

/// A pinned reading without a probe could change without anybody noticing: of
/// the rules that stand on one point, the probes tell at least one. Limits are
/// far above any probe, and are tested where they are enforced.
#[test]
fn the_probes_tell_the_pinned_reading_of_every_point() {
    let corpus = probes();
    let measurement = measured(&corpus);
    let points = |killed: bool| -> BTreeSet<&str> {
        let changes = measurement.changes.iter().filter(|change| change.is_killed() == killed);
        changes.filter_map(|change| change.interpretation()).collect()
    };
    let untold: Vec<&str> = points(false).difference(&points(true)).copied().collect();
    assert_eq!(untold, Vec::<&str>::new());
}
