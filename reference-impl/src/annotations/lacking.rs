//! What an evaluation concludes that lacks a rule: nothing, while all are held.

use super::claims::KEY;
use super::evaluation::{Claim, Claims, Status};
use crate::held::Held;
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::annotations as rules;
use serde_json::Value;

/// An annotation of `host` where none stands by the draft.
pub(super) fn elsewhere<'c>(host: &'c Value, held: &impl Held) -> Option<&'c Value> {
    let meta = host.get("_meta");
    let bare = meta.filter(|meta| meta.get("sensitive").or(meta.get("untrusted")).is_some());
    let places: [(&'static Rule, Option<&Value>); 5] = [
        (&rules::KEY_META, host.get(KEY)),
        (&rules::KEY_NAMESPACE, bare),
        (&rules::KEY_EXACT, meta.and_then(|meta| meta.get("trust-annotations"))),
        (&rules::KEY_NOT_IN_ANNOTATIONS, host.get("annotations").and_then(|one| one.get(KEY))),
        (&rules::KEY_NOT_IN_RESOURCE, host.pointer("/resource/_meta").and_then(|one| one.get(KEY))),
    ];
    places.into_iter().find(|(rule, found)| found.is_some() && !held.holds(rule))?.1
}

/// The claims of an annotation, with what else stands in it taken for more than
/// it is.
pub(super) fn inline(claims: Claims, annotation: &Value, held: &impl Held) -> Claims {
    let says =
        |member: &str, text: &str| annotation.get(member).and_then(Value::as_str) == Some(text);
    let hint = annotation.get("openWorldHint") == Some(&Value::Bool(true));
    let known = ["sensitive", "untrusted", "evidenceRef"];
    let extra = annotation
        .as_object()
        .is_some_and(|members| members.keys().any(|name| !known.contains(&name.as_str())));
    if extra && held.reads(&rules::EXTRA_SPOILS) {
        return Claims::NONE;
    }
    Claims {
        sensitive: raised(
            claims.sensitive,
            is_confidential(annotation),
            &rules::INLINE_CLASS,
            held,
        ),
        untrusted: raised(
            raised(claims.untrusted, hint, &rules::INLINE_HINT, held),
            says("origin", "open_world"),
            &rules::INLINE_ORIGIN,
            held,
        ),
    }
}

/// The claims of a place, with those its reference is taken for.
pub(super) fn referred(
    claims: Claims,
    status: Status,
    kind: Option<&str>,
    record: Option<&Value>,
    held: &impl Held,
) -> Claims {
    let keeps: Option<&'static Rule> = match status {
        Status::Recomputed => None,
        Status::DigestMismatch => Some(&rules::MISMATCH_KEEPS),
        Status::UnsupportedCanonicalization => Some(&rules::UNSUPPORTED_KEEPS),
        Status::RecordUnavailable => Some(&rules::UNAVAILABLE_KEEPS),
        Status::MalformedRef => Some(&rules::MALFORMED_KEEPS),
    };
    if keeps.is_some_and(|rule| !held.holds(rule)) {
        return Claims::NONE;
    }
    if status == Status::Recomputed && !held.holds(&rules::PROVES_BYTES) {
        return Claims { untrusted: Claim::NoClaim, ..claims };
    }
    let confidential = record.is_some_and(is_confidential);
    let open = record.is_some_and(|record| record["origin"] == "open_world");
    let sensitive = raised(claims.sensitive, confidential, &rules::SCHEME_CLASS, held);
    let typed = kind == Some("data-class.v1");
    Claims {
        sensitive: raised(sensitive, typed, &rules::SCHEME_TYPE, held),
        untrusted: raised(claims.untrusted, open, &rules::SCHEME_ORIGIN, held),
    }
}

/// The claims of a result, with those its tools are taken for.
pub(super) fn advertised(claims: Claims, tools: &[Value], held: &impl Held) -> Claims {
    let hint = |flag: bool| {
        tools.iter().any(|tool| tool.pointer("/annotations/openWorldHint") == Some(&flag.into()))
    };
    // Tools are only looked at without a rule: there may be many, for many results.
    let raises = !held.holds(&rules::HINT_TRUE) && hint(true);
    let undone = !held.holds(&rules::HINT_FALSE) && hint(false);
    let untrusted = raised(claims.untrusted, raises, &rules::HINT_TRUE, held);
    Claims { untrusted: if undone { Claim::NoClaim } else { untrusted }, ..claims }
}

/// Whether a class says so.
pub(super) fn is_confidential(record: &Value) -> bool {
    matches!(
        record.get("class").and_then(Value::as_str),
        Some("confidential" | "highly_confidential")
    )
}

fn raised(claim: Claim, seen: bool, rule: &'static Rule, held: &impl Held) -> Claim {
    if seen && claim == Claim::NoClaim && !held.holds(rule) { Claim::True } else { claim }
}
