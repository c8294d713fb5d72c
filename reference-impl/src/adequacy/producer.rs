//! The references that produce an answer, as the measurement takes them.

use super::{Change, Seen};
use crate::annotations;
use crate::tool_decision;
use mcp_evidence_contract::system::TOOL_DECISION_CHECK_PROFILE;
use mcp_evidence_contract::{Material, System};
use serde_json::Value;

/// A reference whose answer is a JSON value, never anything but an object where
/// nothing is changed.
#[derive(Clone, Copy)]
pub struct Producer {
    /// The operations whose rules it holds.
    pub operations: &'static [&'static str],
    /// What the changed program answers to a case; null where it gives up.
    pub answer: fn(&Material, Change) -> Value,
    /// What the case makes it ask for.
    pub seen: fn(&Material) -> Seen,
}

/// The reference for suites of a profile, of systems that produce.
pub fn producer(profile: &str) -> Option<Producer> {
    match System::of_profile(profile)? {
        System::PrivilegedMcpAction => None,
        System::ToolDecisionSurface if profile == TOOL_DECISION_CHECK_PROFILE => {
            Some(tool_decision::CHECK)
        }
        System::ToolDecisionSurface => Some(tool_decision::CLASSIFY),
        System::RequestDecisionReceipts => Some(crate::receipts::PRODUCER),
        System::TrustAnnotations => Some(annotations::PRODUCER),
    }
}
