//! The seven vectors of the published corpus of v1, byte for byte: one function
//! for each, named by its id. Expectations are written here by hand.

use crate::corpus::{Case, Corpus, Suite};
use crate::draft::Draft;
use crate::expect::{CONFIRMED, INCOMPLETE, INVALID, REFUTED};
use crate::payload::{REASON, allow, deny, marker, observation};
use crate::published::{self, accept, reject};
use crate::version::{V0, V1};
use mcp_evidence_contract::vocabulary::PROFILE_V1;
use serde_json::Value;

/// The published corpus digest over the seven bundles of v1.
pub const PUBLISHED_DIGEST_V1: &str =
    "sha256:440b6fe15d1d8604acf7ba8d05504c65e40b1d891bc0fb263ee3d196fbff4466";

const SUITE: Suite = Suite {
    id: "privileged-mcp-action-v1",
    folder: "vectors/privileged-mcp-action-v1",
    name: "privileged-mcp-action-v1-conformance",
    profile: PROFILE_V1,
    spec: "docs/profiles/privileged-mcp-action/v1.md",
    ..published::SUITE
};

/// The corpus `privileged-mcp-action-v1`, with its manifest in its own folder.
pub fn published_v1() -> Corpus {
    SUITE.corpus(vec![
        ok_001_deny_bound_v1_observation(),
        ok_002_deny_observation_missing(),
        ok_003_cross_pair_inert(),
        ok_004_allow_contradicted_by_v1_denial(),
        bad_201_v0_observation_under_v1(),
        bad_202_mixed_marker_versions(),
        bad_203_v1_marker_without_decision(),
    ])
}

fn draft(id: &str, payloads: Vec<Value>) -> Draft {
    let run_id = format!("{}-{id}", V1.run);
    Draft::new("privileged-mcp-action-v1-generator", run_id, payloads).at(V1.time)
}

fn ok_001_deny_bound_v1_observation() -> Case {
    let id = "ok-001-deny-bound-v1-observation";
    accept(
        id,
        "A deny, and the denial that the caller saw in v1's form, bound to it by tool and target: \
         both claims are confirmed.",
        draft(id, vec![deny(REASON), marker(&V1)]),
        CONFIRMED,
    )
}

fn ok_002_deny_observation_missing() -> Case {
    let id = "ok-002-deny-observation-missing";
    accept(
        id,
        "A deny alone, which looks the same under either version: what the caller saw stays open.",
        draft(id, vec![deny("credential_scope_insufficient")]),
        INCOMPLETE,
    )
}

fn ok_003_cross_pair_inert() -> Case {
    let id = "ok-003-cross-pair-inert";
    accept(
        id,
        "An observation of the v1 schema with v0's code: a sound record, and no marker of either \
         version.",
        draft(id, vec![deny(REASON), observation(V1.observation(), V0.code)]),
        INCOMPLETE,
    )
}

fn ok_004_allow_contradicted_by_v1_denial() -> Case {
    let id = "ok-004-allow-contradicted-by-v1-denial";
    accept(
        id,
        "An allow, and a denial in v1's form of the same tool and target: the producer contradicts \
         itself, so the caller-visible denial is refuted.",
        draft(id, vec![allow(), marker(&V1)]),
        REFUTED,
    )
}

fn bad_201_v0_observation_under_v1() -> Case {
    let id = "bad-201-v0-observation-under-v1";
    reject(
        id,
        "A deny and an observation of the v0 schema: v1 knows no such record, so the bundle is \
         invalid and the record is not skipped.",
        draft(id, vec![deny(REASON), marker(&V0)]),
        INVALID,
        "unknown_profile_schema",
    )
}

fn bad_202_mixed_marker_versions() -> Case {
    let id = "bad-202-mixed-marker-versions";
    reject(
        id,
        "The denial recorded twice, once in the form of each version: the older one is unknown here, \
         however sound the newer is.",
        draft(id, vec![deny(REASON), marker(&V1), marker(&V0)]),
        INVALID,
        "unknown_profile_schema",
    )
}

fn bad_203_v1_marker_without_decision() -> Case {
    let id = "bad-203-v1-marker-without-decision";
    reject(
        id,
        "The caller saw a denial in v1's form and no record says that anybody decided it.",
        draft(id, vec![marker(&V1)]),
        INVALID,
        "decision_missing",
    )
}
