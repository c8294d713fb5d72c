//! The closed sets and fixed strings of `assay.tool_decision_surface.v0`.

/// `schema` of a tool-decision surface, which is also the id of its text.
pub const SCHEMA: &str = "assay.tool_decision_surface.v0";

/// The three sentences that travel with every tool-decision surface.
pub const NON_CLAIMS: [&str; 3] = [
    "does not prove SaaS-side persistence without external audit evidence",
    "does not infer tool actions outside observed MCP proxy traffic",
    "does not expose raw secrets or tokens",
];

/// The closed set of `classification`.
pub const CLASSIFICATIONS: [&str; 5] = [
    "classified",
    "classified_incomplete",
    "observed_unknown_tool",
    "redaction_failed",
    "not_observed",
];

/// The closed set of `reason_code`.
pub const REASON_CODES: [&str; 7] = [
    "classified_github_deploy_key",
    "classified_slack_add_member",
    "classified_workspace_admin",
    "missing_required_target_field",
    "unknown_tool_name",
    "redacted_secret_argument",
    "unsupported_argument_shape",
];

/// Arguments that are dropped, and never hashed.
pub const SECRET_ARGUMENTS: [&str; 9] = [
    "public_key",
    "private_key",
    "token",
    "access_token",
    "authorization",
    "secret",
    "credential",
    "password",
    "api_key",
];

/// What every hashed text starts with, before its domain.
pub const HASH_PREIMAGE: &str = "assay.tool_target.v0:";
