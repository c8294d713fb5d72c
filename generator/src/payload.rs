//! The three payloads of the profile (§2), as the published bundles carry them.

use crate::canonical::digest;
use crate::version::Version;
use mcp_evidence_contract::vocabulary::{
    DECISION_NON_CLAIMS, DECISION_SCHEMA, ESTABLISH_SCHEMA, MARKER_ORIGIN, OBSERVATION_NON_CLAIMS,
};
use serde_json::{Value, json};

/// The tool that every published record is about.
pub(crate) const TOOL: &str = "github.add_deploy_key";
/// `sha256` over `assay.mcp.target.v0`, NUL and the canonical `action.target`.
pub(crate) const TARGET_DIGEST: &str =
    "sha256:c3ff823d7fb2ee33b9f1a3f7be6eaf849acb980b6ec960731506436b56384dfc";
/// The reason of a decision or observation for which nothing else is said.
pub(crate) const REASON: &str = "no_declared_allowance";
/// A schema outside the profile's namespace.
pub(crate) const NOTE_SCHEMA: &str = "example.note.v0";
/// A digest of the right form that belongs to nothing.
pub(crate) const ZERO_DIGEST: &str =
    "sha256:0000000000000000000000000000000000000000000000000000000000000000";

/// A decision record to deny, for `reason`.
pub(crate) fn deny(reason: &str) -> Value {
    decision("deny", reason, "not_evaluated", true)
}

/// A decision record to allow.
pub(crate) fn allow() -> Value {
    decision("allow", "allow", "satisfied", false)
}

fn decision(decision: &str, reason: &str, drift_state: &str, fail_closed: bool) -> Value {
    json!({
        "schema": DECISION_SCHEMA,
        "decision": decision,
        "reason": reason,
        "drift_state": drift_state,
        "fail_closed": fail_closed,
        "tool": {"name": TOOL, "action_class": "github_deploy_key"},
        "action": {
            "verb": "create",
            "resource_type": "github_deploy_key",
            "target": {"provider": "github", "owner": "acme", "repo": "prod-app"},
            "target_digest": TARGET_DIGEST,
        },
        "caller": {"id": "ci-agent"},
        "credential_alias": "gh-deploy",
        "non_claims": DECISION_NON_CLAIMS,
    })
}

/// An observation record that is a marker, bound to the decisions above.
pub(crate) fn marker(version: &Version) -> Value {
    observation(version.observation(), version.code)
}

/// An observation record of `schema` with `code`, otherwise a marker.
pub(crate) fn observation(schema: &str, code: i64) -> Value {
    // The response that the caller saw; the observation carries its digest.
    let response = format!(
        r#"{{"jsonrpc":"2.0","id":9,"error":{{"code":{code},"message":"denied by policy: {REASON}"}}}}"#
    );
    json!({
        "schema": schema,
        "call": {"tool_name": TOOL, "target_digest": TARGET_DIGEST},
        "caller_visible_error": {"code": code, "origin": MARKER_ORIGIN, "reason": REASON},
        "caller_visible_response_digest": digest(response.as_bytes()),
        "non_claims": OBSERVATION_NON_CLAIMS,
    })
}

/// An observation record that is no marker, by its code alone.
pub(crate) fn inert(version: &Version) -> Value {
    let mut observation = marker(version);
    observation["caller_visible_error"]["code"] = json!(-32000);
    observation
}

/// An observation record that is no marker, by its origin alone.
pub(crate) fn inert_by_origin(version: &Version) -> Value {
    let mut observation = marker(version);
    observation["caller_visible_error"]["origin"] = json!("upstream");
    observation
}

/// A payload outside the profile's namespace.
pub(crate) fn note() -> Value {
    json!({"schema": NOTE_SCHEMA, "text": "not for this profile"})
}

/// An establish record of the journey `path`, which ended in `run_outcome`.
pub(crate) fn establish(path: &str, run_outcome: &str, attempted: bool) -> Value {
    json!({
        "schema": ESTABLISH_SCHEMA,
        "action_class": "github_deploy_key",
        "establish_path": path,
        "establish_attempted": attempted,
        "run_outcome": run_outcome,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canonical::canonical;

    #[test]
    fn the_target_digest_is_that_of_the_target() {
        let decision = deny(REASON);
        let mut bytes = b"assay.mcp.target.v0\0".to_vec();
        bytes.extend(canonical(&decision["action"]["target"]));
        assert_eq!(decision["action"]["target_digest"], digest(&bytes));
    }
}
