//! Stage 3: binding (§5 Stage 3).

use crate::sink::Sink;
use crate::stage2::{Decision, Observation, Records};
use mcp_evidence_contract::Location;
use mcp_evidence_contract::catalogue::binding as rules;
use mcp_evidence_contract::vocabulary::{MARKER_CODE, MARKER_ORIGIN};
use serde_json::Value;

/// Whether the observation is a caller-visible denial marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marker {
    /// There is one, and its binding has been judged.
    Present,
    /// No observation, or one that is inert.
    Absent,
}

/// Finds the marker and judges its binding.
pub(crate) fn bind(records: &Records, sink: &mut impl Sink) -> Marker {
    let Some(observation) = &records.observation else { return Marker::Absent };
    if !is_marker(observation, sink) {
        return Marker::Absent;
    }
    let at = Location::line(observation.line);
    if records.no_decision {
        sink.violated(&rules::BACKED, at.clone(), || {
            "a marker of a denial is backed by no decision record".to_owned()
        });
    }
    let unbindable = match &observation.target_digest {
        None | Some(Value::Null) => true,
        Some(digest) => digest.as_str() == Some(""),
    };
    if unbindable && sink.reads(&rules::SKIPS_NULL_DIGEST) {
        return Marker::Present;
    }
    if unbindable {
        let at = at.clone().member("data.call.target_digest");
        sink.violated(&rules::UNBINDABLE, at, || {
            "a marker without a target_digest can be bound to nothing".to_owned()
        });
    }
    if let Some(decision) = &records.decision {
        compare(observation, decision, at, sink);
    }
    Marker::Present
}

/// The marker triple; the schema leg holds for every selected observation.
fn is_marker(observation: &Observation, sink: &mut impl Sink) -> bool {
    let code = observation.code.as_ref();
    let number = code.and_then(Value::as_f64);
    let code_holds = number == Some(MARKER_CODE)
        || (sink.reads(&rules::COERCES_CODE)
            && code.and_then(Value::as_str).and_then(|text| text.parse().ok())
                == Some(MARKER_CODE));
    let origin_holds = observation.origin.as_ref().and_then(Value::as_str) == Some(MARKER_ORIGIN);
    if code_holds && code.is_some_and(Value::is_f64) {
        sink.used(&rules::MARKER_SPELLING);
    }
    if !code_holds && origin_holds {
        sink.used(&rules::INERT_CODE);
    }
    if code_holds && !origin_holds {
        sink.used(&rules::INERT_ORIGIN);
    }
    (code_holds || sink.reads(&rules::IGNORES_CODE))
        && (origin_holds || sink.reads(&rules::IGNORES_ORIGIN))
}

/// Exact equality on both legs, no folding and no re-encoding (§10).
fn compare(observation: &Observation, decision: &Decision, at: Location, sink: &mut impl Sink) {
    let tool = observation.tool_name.as_deref();
    if tool.is_none() || tool != decision.tool_name.as_deref() {
        sink.violated(&rules::TOOL_LEG, at.clone().member("data.call.tool_name"), || {
            "the marker's tool_name is not the decision's tool.name".to_owned()
        });
    }
    let digest = observation.target_digest.as_ref().and_then(Value::as_str);
    if digest.is_none() || digest != decision.target_digest.as_deref() {
        sink.violated(&rules::DIGEST_LEG, at.member("data.call.target_digest"), || {
            "the marker's target_digest is not the decision's action.target_digest".to_owned()
        });
    }
}
