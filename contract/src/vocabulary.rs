//! The closed sets and fixed strings of `privileged-mcp-action/v0`, and those
//! that v1 has instead.
//!
//! Producer strings are compared as exact bytes (§10). Other texts have files of
//! their own below.

pub mod tool_decision;

/// The profile's id.
pub const PROFILE: &str = "privileged-mcp-action/v0";
/// The id of the profile's next version.
pub const PROFILE_V1: &str = "privileged-mcp-action/v1";

/// `schema` of a report (§3).
pub const REPORT_SCHEMA: &str = "assay.privileged_mcp_action.verify.report.v0";

/// The four strings that travel with every report (§3, §6).
pub const NON_CLAIMS: [&str; 4] = [
    "allow does not prove upstream delivery",
    "deny does not establish maliciousness",
    "caller-visible denial does not prove external side-effect absence",
    "bundle integrity does not upgrade source class",
];

/// `schema` of the decision record (§2).
pub const DECISION_SCHEMA: &str = "assay.enforcement_decision.v0";
/// `schema` of the observation record (§2).
pub const OBSERVATION_SCHEMA: &str = "assay.denied_call_observation.v0";
/// `schema` of the observation record under v1.
pub const OBSERVATION_SCHEMA_V1: &str = "assay.denied_call_observation.v1";
/// `schema` of the establish record (§2).
pub const ESTABLISH_SCHEMA: &str = "assay.manifest_establish.v0";

/// The three prefixes that make up the profile's namespace (§5 Stage 2).
pub const NAMESPACE: [&str; 3] =
    ["assay.enforcement_decision.", "assay.denied_call_observation.", "assay.manifest_establish."];

/// The closed set of `decision` (§5 Stage 2).
pub const DECISIONS: [&str; 2] = ["allow", "deny"];

/// The closed producer set of `reason` (§5 Stage 2).
pub const REASONS: [&str; 10] = [
    "unclassified_tool_call",
    "classification_incomplete",
    "no_declared_allowance",
    "credential_scope_unknown",
    "credential_scope_insufficient",
    "manifest_baseline_missing",
    "manifest_observation_ambiguous",
    "manifest_current_observation_incomplete",
    "manifest_drifted_since_approval",
    "allow",
];

/// The closed set of `drift_state` (§5 Stage 2).
pub const DRIFT_STATES: [&str; 6] = [
    "satisfied",
    "baseline_missing",
    "current_observation_incomplete",
    "observation_ambiguous",
    "drifted",
    "not_evaluated",
];

/// The closed set of `establish_path` (§5 Stage 2).
pub const ESTABLISH_PATHS: [&str; 4] = [
    "no_establish_needed",
    "established_then_allowed",
    "established_then_denied",
    "immediate_deny",
];

/// The `run_outcome` at which nothing was attempted (§5 Stage 2).
pub const NOT_PERFORMED: &str = "not_performed";

/// The five strings that a decision's `non_claims` holds (§5 Stage 2). The
/// fourth holds U+2014.
pub const DECISION_NON_CLAIMS: [&str; 5] = [
    "policy decision only; does not assert or verify the upstream side effect (stays asserted, E9 ladder)",
    "an allow is the decision to forward; it does not assert the call reached or was performed by the upstream (a transport failure surfaces as proxy_failed, not here)",
    "credential referenced by alias only, never the token or declared scopes",
    "deny is fail-closed caution and allow is a policy decision \u{2014} neither is a maliciousness verdict",
    "not the observation artifact (assay.mcp_manifest_observed.v0) and not the mechanism artifact (assay.enforcement_health.v0)",
];

/// The four strings that an observation's `non_claims` holds (§5 Stage 2).
pub const OBSERVATION_NON_CLAIMS: [&str; 4] = [
    "caller-visible proxy denial observation only; policy decision lives in assay.enforcement_decision.v0",
    "does not assert or verify the upstream side effect",
    "does not assert maliciousness, safety, approval, or whole-action trust",
    "must not be read as a replacement for the bound enforcement decision record",
];

/// `caller_visible_error.code` of a marker (§5 Stage 3), compared as a number.
pub const MARKER_CODE: f64 = -32042.0;
/// `caller_visible_error.code` of a marker under v1, compared as a number.
pub const MARKER_CODE_V1: f64 = -31999.0;
/// `caller_visible_error.origin` of a marker (§5 Stage 3).
pub const MARKER_ORIGIN: &str = "assay-proxy";

/// `schema_version` of a bundle manifest (§4).
pub const SCHEMA_VERSION: u64 = 1;
/// `algorithms.canon` of a bundle manifest (§4).
pub const ALGORITHM_CANON: &str = "jcs-rfc8785";
/// `algorithms.hash` of a bundle manifest (§4).
pub const ALGORITHM_HASH: &str = "sha256";
/// `algorithms.root` of a bundle manifest (§4): a backslash and the letter n,
/// not a line feed.
pub const ALGORITHM_ROOT: &str = r#"sha256(concat(content_hash + "\n"))"#;
/// `specversion` of an event (§4).
pub const SPECVERSION: &str = "1.0";
/// `datacontenttype` of an event (§4).
pub const DATACONTENTTYPE: &str = "application/json";
