//! The fourteen vectors of the published corpus, byte for byte: one function
//! for each, named by its id. Expectations are written here by hand.

use crate::corpus::{BUNDLE, Case, Corpus, Suite};
use crate::draft::Draft;
use crate::expect::{CONFIRMED, FAIL, INCOMPLETE, INVALID, REFUTED};
use crate::payload::{REASON, ZERO_DIGEST, allow, deny, establish, marker};
use crate::version::V0;
use mcp_evidence_contract::Outcome;
use mcp_evidence_contract::vocabulary::PROFILE;
use serde_json::{Value, json};

/// The published corpus digest over the fourteen bundles (§8).
pub const PUBLISHED_DIGEST: &str =
    "sha256:cb58ce91863f52e0568742b977f0642158453ec11bbcd25821f9171dccd03342";

pub(crate) const SUITE: Suite = Suite {
    id: "privileged-mcp-action-v0",
    folder: "",
    name: "privileged-mcp-action-v0-conformance",
    profile: PROFILE,
    spec: "docs/profiles/privileged-mcp-action/v0.md",
    normative_surface: "expected.bundle_integrity, expected.verdict and expected.claims are \
        compared, absent members included; first_failure_informative is this generator's own word \
        and never compared",
    bundles: "vectors",
    extension: BUNDLE,
};

/// The corpus `privileged-mcp-action-v0`, with its manifest at the root.
pub fn published() -> Corpus {
    SUITE.corpus(vec![
        ok_001_deny_bound_observation(),
        ok_002_deny_observation_missing(),
        ok_003_allow_no_outcome_observation(),
        ok_004_allow_with_diagnostic_establish(),
        ok_005_allow_contradicted_by_denial(),
        bad_101_tampered_bundle(),
        bad_102_missing_target_digest(),
        bad_103_two_decisions(),
        bad_104_unknown_schema(),
        bad_105_observation_binding_mismatch(),
        bad_106_fail_closed_inconsistent(),
        bad_107_unknown_decision_value(),
        bad_108_observation_without_decision(),
        bad_109_bundle_id_mismatch(),
    ])
}

fn draft(id: &str, payloads: Vec<Value>) -> Draft {
    Draft::new("privileged-mcp-action-v0-generator", format!("{}-{id}", V0.run), payloads)
}

pub(crate) fn accept(id: &'static str, description: &str, draft: Draft, expected: Outcome) -> Case {
    Case::new(id, description, draft.seal(), expected)
}

pub(crate) fn reject(
    id: &'static str,
    description: &str,
    draft: Draft,
    expected: Outcome,
    first_failure: &'static str,
) -> Case {
    Case { first_failure: Some(first_failure), ..accept(id, description, draft, expected) }
}

fn ok_001_deny_bound_observation() -> Case {
    let id = "ok-001-deny-bound-observation";
    accept(
        id,
        "A deny, and the denial that the caller saw, bound to it by tool and target: the producer's \
         records carry both claims, and say nothing of delivery or effect.",
        draft(id, vec![deny(REASON), marker(&V0)]),
        CONFIRMED,
    )
}

fn ok_002_deny_observation_missing() -> Case {
    let id = "ok-002-deny-observation-missing";
    accept(
        id,
        "A deny alone. Nobody recorded what the caller saw, which is normal for a notification, so \
         that claim stays open.",
        draft(id, vec![deny("credential_scope_insufficient")]),
        INCOMPLETE,
    )
}

fn ok_003_allow_no_outcome_observation() -> Case {
    let id = "ok-003-allow-no-outcome-observation";
    accept(
        id,
        "An allow alone: it shows that the call was to be forwarded, and no more.",
        draft(id, vec![allow()]),
        INCOMPLETE,
    )
}

fn ok_004_allow_with_diagnostic_establish() -> Case {
    let id = "ok-004-allow-with-diagnostic-establish";
    accept(
        id,
        "An allow beside the record of how its manifest was established: the journey is for \
         diagnosis and moves no cell.",
        draft(id, vec![allow(), establish("established_then_allowed", "complete", true)]),
        INCOMPLETE,
    )
}

fn ok_005_allow_contradicted_by_denial() -> Case {
    let id = "ok-005-allow-contradicted-by-denial";
    accept(
        id,
        "An allow, and a denial shown to the caller of the same tool and target: the producer \
         contradicts itself, so the caller-visible denial is refuted.",
        draft(id, vec![allow(), marker(&V0)]),
        REFUTED,
    )
}

fn bad_101_tampered_bundle() -> Case {
    let id = "bad-101-tampered-bundle";
    let tampered = draft(id, vec![deny(REASON), marker(&V0)]).archive(|archive| {
        let data = &mut archive.entries[1].data;
        let name = b"\"ci-agent\"";
        let at = data.windows(name.len()).position(|window| window == name);
        let at = at.expect("the decision names its caller");
        data[at + name.len() - 2] = b'X';
    });
    reject(
        id,
        "One letter of events.ndjson was changed once the manifest stood: digest, content hash and \
         chain all disagree before any record is read.",
        tampered,
        FAIL,
        "bundle_integrity",
    )
}

fn bad_102_missing_target_digest() -> Case {
    let id = "bad-102-missing-target-digest";
    let mut decision = deny("unclassified_tool_call");
    decision["action"]["target_digest"] = Value::Null;
    reject(
        id,
        "The decision's target digest is null, as it is for a call that nobody classified: nothing \
         can be bound to it, and the profile does not cover it.",
        draft(id, vec![decision]),
        INVALID,
        "target_digest_missing",
    )
}

fn bad_103_two_decisions() -> Case {
    let id = "bad-103-two-decisions";
    reject(
        id,
        "Two decision records: a bundle is about one call, and no record says which of them an \
         observation would belong to.",
        draft(id, vec![deny(REASON), allow()]),
        INVALID,
        "decision_cardinality",
    )
}

fn bad_104_unknown_schema() -> Case {
    let id = "bad-104-unknown-schema";
    let unknown = json!({"schema": "assay.enforcement_decision.v1", "decision": "deny"});
    reject(
        id,
        "Beside a sound decision stands an event whose schema is inside the namespace and unknown: \
         that is invalid, never skipped.",
        draft(id, vec![deny(REASON), unknown]),
        INVALID,
        "unknown_schema",
    )
}

fn bad_105_observation_binding_mismatch() -> Case {
    let id = "bad-105-observation-binding-mismatch";
    let mut observation = marker(&V0);
    observation["call"]["target_digest"] = json!(ZERO_DIGEST);
    reject(
        id,
        "The denial that the caller saw is about another target than the decision: a marker that \
         binds to nothing is invalid, not ignored.",
        draft(id, vec![deny(REASON), observation]),
        INVALID,
        "observation_binding",
    )
}

fn bad_106_fail_closed_inconsistent() -> Case {
    let id = "bad-106-fail-closed-inconsistent";
    let mut decision = deny(REASON);
    decision["fail_closed"] = json!(false);
    reject(
        id,
        "A deny that says it does not fail closed: the member follows from the decision, so the \
         record is malformed.",
        draft(id, vec![decision]),
        INVALID,
        "fail_closed_derivation",
    )
}

fn bad_107_unknown_decision_value() -> Case {
    let id = "bad-107-unknown-decision-value";
    let mut decision = deny(REASON);
    decision["decision"] = json!("permit");
    reject(
        id,
        "The decision is `permit`, which is neither allow nor deny.",
        draft(id, vec![decision]),
        INVALID,
        "decision_vocabulary",
    )
}

fn bad_108_observation_without_decision() -> Case {
    let id = "bad-108-observation-without-decision";
    reject(
        id,
        "The caller saw a denial and no record says that anybody decided it.",
        draft(id, vec![marker(&V0)]),
        INVALID,
        "decision_missing",
    )
}

fn bad_109_bundle_id_mismatch() -> Case {
    let id = "bad-109-bundle-id-mismatch";
    let other_id = draft(id, vec![deny(REASON), marker(&V0)]).manifest(|manifest| {
        manifest["bundle_id"] = json!(ZERO_DIGEST);
    });
    reject(
        id,
        "Everything holds but the manifest's bundle id, which is not the recomputed run root: only \
         the last check of §4 can tell.",
        other_id,
        FAIL,
        "bundle_integrity",
    )
}
