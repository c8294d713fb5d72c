//! Stage 3: binding (§5 Stage 3).

use crate::sink::Sink;
use crate::stage2::{Decision, Observation, Records};
use mcp_evidence_contract::catalogue::binding as rules;
use mcp_evidence_contract::{Location, Profile, profile};
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
pub(crate) fn bind(records: &Records, profile: &Profile, sink: &mut impl Sink) -> Marker {
    let Some(observation) = &records.observation else { return Marker::Absent };
    if !is_marker(observation, &profile.marker, sink) {
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
fn is_marker(observation: &Observation, triple: &profile::Marker, sink: &mut impl Sink) -> bool {
    let code = observation.code.as_ref();
    let code_holds = is_code(code, triple, sink);
    let origin_holds = observation.origin.as_ref().and_then(Value::as_str) == Some(triple.origin);
    let foreign = triple.foreign.as_ref();
    let foreign = foreign.filter(|foreign| code.and_then(Value::as_f64) == Some(foreign.code));
    if code_holds && code.is_some_and(Value::is_f64) {
        sink.used(triple.spelling);
    }
    if !code_holds && origin_holds {
        sink.used(foreign.map_or(triple.inert_code, |foreign| foreign.inert));
    }
    if code_holds && !origin_holds {
        sink.used(triple.inert_origin);
    }
    let taken = foreign.is_some_and(|foreign| sink.reads(foreign.taken));
    (code_holds || taken || sink.reads(triple.ignores_code))
        && (origin_holds || sink.reads(triple.ignores_origin))
}

/// The code leg: a number's value counts, not its spelling (I02).
fn is_code(code: Option<&Value>, triple: &profile::Marker, sink: &mut impl Sink) -> bool {
    let respelled = code.is_some_and(Value::is_f64);
    if respelled && triple.compares_spelling.is_some_and(|reading| sink.reads(reading)) {
        return false;
    }
    code.and_then(Value::as_f64) == Some(triple.code)
        || (sink.reads(triple.coerces_code)
            && code.and_then(Value::as_str).and_then(|text| text.parse().ok()) == Some(triple.code))
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
