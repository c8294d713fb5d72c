//! The smallest reports of the right shape, one of each kind, suite family by
//! suite family.

/// `privileged-mcp-action`, as `run --help` shows them.
pub(super) const PRIVILEGED: [&str; 3] = [
    r#"{"bundle_integrity": "fail"}"#,
    r#"{"bundle_integrity": "pass", "verdict": "invalid"}"#,
    concat!(
        r#"{"bundle_integrity": "pass", "verdict": "valid", "claims": {"#,
        r#""policy_decision_recorded": {"status": "confirmed", "source_class": "producer_reported"}, "#,
        r#""caller_visible_denial": {"status": "incomplete"}, "#,
        r#""upstream_delivery": {"status": "incomplete"}, "#,
        r#""external_side_effect": {"status": "incomplete"}}}"#
    ),
];

/// Records of tool decisions, checked.
pub(super) const CHECKED: [&str; 2] = [r#"{"verdict": "valid"}"#, r#"{"verdict": "invalid"}"#];

/// Observed calls.
pub(super) const TOOL_DECISION: [&str; 1] =
    [r#"{"observed_tool_decisions": [{"classification": "classified"}]}"#];

/// Request-decision receipts, either operation.
pub(super) const RECEIPTS: [&str; 3] = [
    r#"{"verdict": "rejected"}"#,
    r#"{"verdict": "accepted", "associations": []}"#,
    r#"{"receipts": [], "complete": true}"#,
];

/// Trust annotations.
pub(super) const ANNOTATIONS: [&str; 1] = [concat!(
    r#"{"results": [{"result": {"sensitive": "no_claim", "untrusted": "no_claim"}, "#,
    r#""blocks": [], "evidence": []}]}"#
)];

#[cfg(test)]
mod tests {
    use crate::surface::{
        Checked, Object, PrivilegedMcpAction, Receipts, Surface, ToolDecisionSurface,
        TrustAnnotations,
    };
    use mcp_evidence_contract::vocabulary;

    #[test]
    fn the_smallest_reports_have_the_right_shape() {
        let surfaces: [Box<dyn Surface>; 5] = [
            Box::new(PrivilegedMcpAction::new(vocabulary::PROFILE)),
            Box::new(Checked),
            Box::new(ToolDecisionSurface),
            Box::new(Receipts),
            Box::new(TrustAnnotations),
        ];
        for surface in surfaces {
            for text in surface.smallest() {
                let report: Object = serde_json::from_str(text).expect("an object");
                assert_eq!(surface.faults(&report), [], "{text}");
            }
        }
    }
}
