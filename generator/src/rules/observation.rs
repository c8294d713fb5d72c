//! The observation record (§5 Stage 2). Where a fault would break the binding
//! too, the twin is an observation that is no marker.

use crate::corpus::Case;
use crate::expect::INVALID;
use crate::twin::{DENY_INERT, DENY_MARKER, SECOND};
use mcp_evidence_contract::catalogue::observation as rules;
use serde_json::{Value, json};

const CODE: (usize, &str) = (SECOND, "data.caller_visible_error.code");
const ORIGIN: (usize, &str) = (SECOND, "data.caller_visible_error.origin");
const REASON: (usize, &str) = (SECOND, "data.caller_visible_error.reason");

pub(super) fn vectors() -> Vec<Case> {
    let tool_name = (SECOND, rules::TOOL_NAME.member);
    vec![
        DENY_INERT.absent("call-absent", &rules::CALL, SECOND).expect(INVALID),
        DENY_INERT.null("call-null", &rules::CALL, SECOND).expect(INVALID),
        DENY_INERT
            .typed("call-string", &rules::CALL, SECOND, json!("add_deploy_key"))
            .expect(INVALID),
        DENY_INERT.typed("call-array", &rules::CALL, SECOND, json!([])).expect(INVALID),
        DENY_INERT.absent("call-tool-name-absent", &rules::TOOL_NAME, SECOND).expect(INVALID),
        DENY_INERT.null("call-tool-name-null", &rules::TOOL_NAME, SECOND).expect(INVALID),
        DENY_INERT
            .value("call-tool-name-empty", &rules::TOOL_NAME_EMPTY, tool_name, json!(""))
            .expect(INVALID),
        DENY_MARKER.absent("error-absent", &rules::ERROR, SECOND).expect(INVALID),
        DENY_MARKER.null("error-null", &rules::ERROR, SECOND).expect(INVALID),
        DENY_MARKER.typed("error-string", &rules::ERROR, SECOND, json!("-32042")).expect(INVALID),
        DENY_MARKER.typed("error-array", &rules::ERROR, SECOND, json!([-32042])).expect(INVALID),
        DENY_MARKER.without("error-code-absent", &rules::CODE_ABSENT, CODE).expect(INVALID),
        DENY_MARKER.value("error-code-null", &rules::CODE_NULL, CODE, Value::Null).expect(INVALID),
        DENY_MARKER.without("error-origin-absent", &rules::ORIGIN_ABSENT, ORIGIN).expect(INVALID),
        DENY_MARKER
            .value("error-origin-null", &rules::ORIGIN_NULL, ORIGIN, Value::Null)
            .expect(INVALID),
        DENY_MARKER.without("error-reason-absent", &rules::REASON_ABSENT, REASON).expect(INVALID),
        DENY_MARKER
            .value("error-reason-null", &rules::REASON_NULL, REASON, Value::Null)
            .expect(INVALID),
        DENY_INERT
            .without("error-reason-absent-inert", &rules::REASON_ABSENT, REASON)
            .because("The constraints hold for every observation, marker or not.")
            .expect(INVALID),
    ]
}
