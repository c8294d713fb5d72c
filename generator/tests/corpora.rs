//! What holds for the corpora as they are written.

use mcp_evidence_contract::points::{self, Answer};
use mcp_evidence_contract::{Kind, Outcome, Stage, System, Vector, catalogue};
use mcp_evidence_generator::{
    BREAKS_TWO_RULES, Corpus, PUBLISHED_DIGEST, case_digest, chain, corpora, probes, published,
    rules,
};
use std::collections::BTreeSet;

/// The published sha256 of each bundle, in listed order.
const BUNDLES: [(&str, &str); 14] = [
    (
        "ok-001-deny-bound-observation",
        "sha256:424e0b646474e9bf667d640db89f4dd90e22d1aaa410df9f9a58c67bc35c8788",
    ),
    (
        "ok-002-deny-observation-missing",
        "sha256:006f82172b11d9666e76aa448fae3860c3be89d21c165d237eb25ab5fea39ca7",
    ),
    (
        "ok-003-allow-no-outcome-observation",
        "sha256:6419d2f7053c906a05af284cff58069e690ce2412533cd1425031530b8f666a3",
    ),
    (
        "ok-004-allow-with-diagnostic-establish",
        "sha256:d1a80cea3b313807fa3fdd73836e2bc69b6967970bc107045b0f811ce330533a",
    ),
    (
        "ok-005-allow-contradicted-by-denial",
        "sha256:06f8630d054c968194f55a7389581c6d4f9b000968fb04a49d3eab0939cd5258",
    ),
    (
        "bad-101-tampered-bundle",
        "sha256:dbdc3e1bfb10dc7c0bc10c8b5203f375c5b56662addaa74a473624e99379c0d7",
    ),
    (
        "bad-102-missing-target-digest",
        "sha256:a64859e51dc3e59f8857441918f513966e4fb79c3472ec897fc3e2d73f1fc35e",
    ),
    (
        "bad-103-two-decisions",
        "sha256:c77adc4ebfdb801dd6546cabe4c9cbfefcfda8d4ff471cebe8b5e03f49a04984",
    ),
    (
        "bad-104-unknown-schema",
        "sha256:b41d7393c5bb21d4d0c73e0b88b801586b21737c4101d72fc08d576c738e36bb",
    ),
    (
        "bad-105-observation-binding-mismatch",
        "sha256:f51650e548c16d634231b9e996003de910ea08d578899461591afe2b0e46f58d",
    ),
    (
        "bad-106-fail-closed-inconsistent",
        "sha256:ad27643fae729345b8ea032584c65a9c216be4aa41f393cf41e366c04de45c51",
    ),
    (
        "bad-107-unknown-decision-value",
        "sha256:77f6ee67633f38344ad1b9de107e05caac1936b6d34f46661917a521f5f77a62",
    ),
    (
        "bad-108-observation-without-decision",
        "sha256:1cda7319299edbdf4cd2f0d4e64d0f90ed4a79f750e8e4e1e09e3ae85ed586f1",
    ),
    (
        "bad-109-bundle-id-mismatch",
        "sha256:4fb021dc51aa7958281d19118fc8bd554cec7fc38da69fd53cbbb45c580f868d",
    ),
];

#[test]
fn the_published_bundles_have_their_published_digests() {
    let corpus = published();
    for (vector, (id, sha256)) in corpus.manifest.vectors.iter().zip(BUNDLES) {
        assert_eq!((vector.id.as_str(), vector.sha256.as_str()), (id, sha256));
    }
    assert_eq!(corpus.manifest.vectors.len(), BUNDLES.len());
    assert_eq!(corpus.manifest.corpus_digest, PUBLISHED_DIGEST);
    assert_eq!(
        PUBLISHED_DIGEST,
        "sha256:cb58ce91863f52e0568742b977f0642158453ec11bbcd25821f9171dccd03342"
    );
    assert_eq!((corpus.manifest.counts.accept, corpus.manifest.counts.reject), (5, 9));
}

#[test]
fn two_generations_are_equal() {
    assert!(corpora() == corpora());
}

#[test]
fn manifests_agree_with_the_bundles() {
    for corpus in corpora() {
        let vectors = &corpus.manifest.vectors;
        assert_eq!(vectors.len(), corpus.bundles.len(), "{}", corpus.suite);
        for (vector, bundle) in vectors.iter().zip(&corpus.bundles) {
            assert_eq!(vector.file, bundle.file);
            assert_eq!(
                vector.sha256,
                case_digest(&bundle.material, &vector.recipe),
                "{}",
                vector.id
            );
        }
        let digests = vectors.iter().map(|vector| vector.sha256.as_str());
        assert_eq!(corpus.manifest.corpus_digest, chain(digests), "{}", corpus.suite);
    }
}

fn vectors_of(corpus: &Corpus) -> impl Iterator<Item = &Vector> {
    corpus.manifest.vectors.iter()
}

#[test]
fn ids_and_bundles_are_unique() {
    for corpus in corpora() {
        let ids: BTreeSet<_> = vectors_of(&corpus).map(|vector| &vector.id).collect();
        assert_eq!(ids.len(), corpus.bundles.len(), "{}", corpus.suite);
        // A probe may serve two points, a vector of a rule is never another's.
        if !corpus.suite.ends_with("-probes") {
            let bundles: BTreeSet<_> = vectors_of(&corpus).map(|vector| &vector.sha256).collect();
            assert_eq!(bundles.len(), corpus.bundles.len(), "{}", corpus.suite);
        }
    }
}

#[test]
fn every_scored_rule_has_a_vector() {
    let corpus = rules();
    let told: BTreeSet<_> =
        vectors_of(&corpus).filter_map(|vector| vector.rule.as_deref()).collect();
    let missing: Vec<_> = catalogue::of(System::PrivilegedMcpAction)
        .filter(|rule| rule.is_scored() && !told.contains(rule.id))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_vector_expects_what_its_rule_asks_for() {
    for vector in vectors_of(&rules()) {
        let id = vector.rule.as_deref().expect(&vector.id);
        let rule = catalogue::find(id).expect(id);
        assert!(rule.interpretation.is_none(), "{} turns on an open point", vector.id);
        let expected = match (rule.kind, rule.stage) {
            (Kind::Permission, _) => vector.expected.is_accept(),
            (Kind::Requirement, Stage::Integrity(_)) => vector.expected == Outcome::IntegrityFail,
            (Kind::Requirement, _) => vector.expected == Outcome::Invalid,
        };
        assert!(expected, "{} expects {}", vector.id, vector.expected);
    }
}

#[test]
fn every_reject_differs_from_an_accepted_twin_by_an_edit() {
    let corpus = rules();
    for vector in vectors_of(&corpus) {
        let Some(twin) = &vector.twin else {
            assert!(vector.expected.is_accept(), "{} has no twin", vector.id);
            continue;
        };
        let twin = vectors_of(&corpus).find(|other| other.id == *twin).expect(twin);
        assert!(twin.expected.is_accept() && twin.twin.is_none(), "{}", vector.id);
        assert!(vector.edit.is_some() && vector.sha256 != twin.sha256, "{}", vector.id);
    }
}

#[test]
fn vectors_that_break_two_rules_are_named_with_the_other() {
    let corpus = rules();
    for (id, other) in BREAKS_TWO_RULES {
        let vector = vectors_of(&corpus).find(|vector| vector.id == id).expect(id);
        let other = catalogue::find(other).expect(other);
        assert!(other.is_scored() && vector.rule.as_deref() != Some(other.id), "{id}");
    }
    let named = |id: &str| BREAKS_TWO_RULES.iter().any(|(named, _)| *named == id);
    for vector in vectors_of(&corpus) {
        let rule = vector.rule.as_deref().and_then(catalogue::find).expect(&vector.id);
        assert!(rule.is_scored() || named(&vector.id), "{} tells an excluded rule", vector.id);
    }
}

#[test]
fn the_rule_corpus_stays_below_a_mebibyte() {
    let size: usize = rules().files().iter().map(|file| file.bytes.len()).sum();
    assert!(size < 1 << 20, "{size} bytes");
}

#[test]
fn every_open_point_is_probed_and_probes_expect_the_pinned_reading() {
    let corpus = probes();
    let mut vectors = vectors_of(&corpus);
    for point in points::of(System::PrivilegedMcpAction).filter(|point| !point.is_scored()) {
        for (probe, answer) in point.probes.iter().zip(point.pinned().answers) {
            let vector = vectors.next().expect(probe);
            assert_eq!((vector.id.as_str(), vector.point.as_deref()), (*probe, Some(point.id)));
            let expected = vector.expected.outcome().expect("an outcome");
            assert_eq!(Answer::of(&expected), *answer, "{probe}");
            assert!(vector.rule.is_none() && vector.twin.is_none(), "{probe}");
        }
    }
    assert!(vectors.next().is_none(), "a probe without a point");
}
