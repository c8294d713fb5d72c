//! The corpora against the reference verifier, which knows nothing of them.

use mcp_evidence_contract::points::{self, Answer};
use mcp_evidence_contract::{Kind, Outcome, Profile, Published, Rule, System, catalogue};
use mcp_evidence_generator::{Corpus, probes, published, published_v1, rules, rules_v1};
use mcp_evidence_reference::adequacy::{
    Change, Fate, Measured, Measurement, Vector, measure_as, trace_as,
};
use mcp_evidence_reference::{Limits, verify_bytes, verify_bytes_as};
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
    let measurement = measure_as(profile(corpus), &vectors(corpus), &Limits::default());
    measurement.expect("the measurement stands")
}

fn profile(corpus: &Corpus) -> &'static Profile {
    Profile::of_id(&corpus.manifest.profile).expect("a profile that is known")
}

#[test]
fn the_verifier_concludes_what_every_vector_expects() {
    let corpora = mcp_evidence_generator::corpora();
    for corpus in corpora.iter().filter(|one| one.system() == System::PrivilegedMcpAction) {
        for vector in vectors(corpus) {
            let report = verify_bytes_as(profile(corpus), vector.bundle, &Limits::default());
            assert_eq!(report.outcome(), vector.expected, "{}: {report:?}", vector.id);
        }
    }
}

/// Whatever must be rejected is rejected for one reason alone, the one that the
/// vector names; a rule that no bundle can isolate counts beside its shadow.
#[test]
fn each_reject_vector_breaks_exactly_its_rule() {
    [rules(), rules_v1()].iter().for_each(rejects_break_exactly_their_rule);
}

fn rejects_break_exactly_their_rule(corpus: &Corpus) {
    for (vector, bundle) in corpus.manifest.vectors.iter().zip(&corpus.bundles) {
        if vector.expected.is_accept() {
            continue;
        }
        let violated = trace_as(profile(corpus), bundle.bytes(), &Limits::default()).violated;
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
    [rules(), rules_v1()].iter().for_each(accepts_use_their_permission);
}

fn accepts_use_their_permission(corpus: &Corpus) {
    for (vector, bundle) in corpus.manifest.vectors.iter().zip(&corpus.bundles) {
        if !vector.expected.is_accept() {
            continue;
        }
        let trace = trace_as(profile(corpus), bundle.bytes(), &Limits::default());
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

/// The rules that v1 changes, and those alone: the others are v0's business.
#[test]
fn the_rule_corpus_of_v1_tells_every_rule_that_v1_changes() {
    let corpus = rules_v1();
    let measurement = measured(&corpus);
    for change in measurement.scored() {
        assert_ne!(change.fate, Fate::Survived, "{:?}", change.change);
    }
    let of_rules = |measured: &&Measured| !matches!(measured.change, Change::Reads(_));
    let measured = measurement.changes.iter().filter(of_rules).count();
    assert_eq!(measured, catalogue::about(profile(&corpus)).count());
    let excluded = measurement.changes.iter().filter(|c| matches!(c.fate, Fate::Excluded(_)));
    let excluded: Vec<&str> = excluded.filter_map(|c| c.rule()).map(|rule| rule.id).collect();
    assert_eq!(excluded, ["stage3.marker.backed", "stage3.marker.unbindable"]);
}

/// The published seven tell the v0 schema from the v1 one and the cross pair, and
/// nothing of the unknown schemas, the code's spelling or the binding.
#[test]
fn the_published_corpus_of_v1_tells_two_of_its_five_own_rules() {
    let measurement = measured(&published_v1());
    let own =
        measurement.changes.iter().filter(|change| !matches!(change.change, Change::Reads(_)));
    let own = own.filter(|change| change.rule().is_some_and(|rule| rule.section.ends_with("(v1)")));
    let (told, untold): (Vec<_>, Vec<_>) = own.partition(|change| change.is_killed());
    let ids = |changes: Vec<&_>| -> Vec<&str> {
        changes.into_iter().filter_map(|change: &Measured| change.rule()).map(|r| r.id).collect()
    };
    assert_eq!(
        ids(told),
        ["stage2.namespace.v1.observation-v0", "stage3.permit.v1.inert.code-of-v0"]
    );
    assert_eq!(untold.len(), 3);
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
