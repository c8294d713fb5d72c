//! The observation record (§5 Stage 2). Where a fault would break the binding
//! too, the twin is an observation that is no marker.

use crate::corpus::Case;
use crate::expect::INVALID;
use crate::twin::{SECOND, Twin};
use mcp_evidence_contract::catalogue::observation as rules;
use serde_json::{Value, json};

const CODE: (usize, &str) = (SECOND, "data.caller_visible_error.code");
const ORIGIN: (usize, &str) = (SECOND, "data.caller_visible_error.origin");
const REASON: (usize, &str) = (SECOND, "data.caller_visible_error.reason");

/// The constraints over two twins: one whose observation is a marker, one whose
/// observation is none.
pub(super) fn vectors(marker: &'static Twin, inert: &'static Twin) -> Vec<Case> {
    let code = marker.version.code;
    let tool_name = (SECOND, rules::TOOL_NAME.member);
    vec![
        inert.absent("call-absent", &rules::CALL, SECOND).expect(INVALID),
        inert.null("call-null", &rules::CALL, SECOND).expect(INVALID),
        inert.typed("call-string", &rules::CALL, SECOND, json!("add_deploy_key")).expect(INVALID),
        inert.typed("call-array", &rules::CALL, SECOND, json!([])).expect(INVALID),
        inert.absent("call-tool-name-absent", &rules::TOOL_NAME, SECOND).expect(INVALID),
        inert.null("call-tool-name-null", &rules::TOOL_NAME, SECOND).expect(INVALID),
        inert
            .value("call-tool-name-empty", &rules::TOOL_NAME_EMPTY, tool_name, json!(""))
            .expect(INVALID),
        marker.absent("error-absent", &rules::ERROR, SECOND).expect(INVALID),
        marker.null("error-null", &rules::ERROR, SECOND).expect(INVALID),
        marker
            .typed("error-string", &rules::ERROR, SECOND, json!(code.to_string()))
            .expect(INVALID),
        marker.typed("error-array", &rules::ERROR, SECOND, json!([code])).expect(INVALID),
        marker.without("error-code-absent", &rules::CODE_ABSENT, CODE).expect(INVALID),
        marker.value("error-code-null", &rules::CODE_NULL, CODE, Value::Null).expect(INVALID),
        marker.without("error-origin-absent", &rules::ORIGIN_ABSENT, ORIGIN).expect(INVALID),
        marker.value("error-origin-null", &rules::ORIGIN_NULL, ORIGIN, Value::Null).expect(INVALID),
        marker.without("error-reason-absent", &rules::REASON_ABSENT, REASON).expect(INVALID),
        marker.value("error-reason-null", &rules::REASON_NULL, REASON, Value::Null).expect(INVALID),
        inert
            .without("error-reason-absent-inert", &rules::REASON_ABSENT, REASON)
            .because("The constraints hold for every observation, marker or not.")
            .expect(INVALID),
    ]
}
