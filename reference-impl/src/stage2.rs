//! Stage 2: well-formed records (§2, §5 Stage 2).
//!
//! Every violation is told, not only the first. A kind's constraints run only
//! at its allowed cardinality.

use crate::digest::{Malformed, malformed};
use crate::fault::quote;
use crate::members::{self, Object};
use crate::selection::{Kind, Record, Selection};
use crate::sink::{Sink, tell};
use crate::stage1::CheckedBundle;
use mcp_evidence_contract::catalogue::{decision, establish, namespace, observation};
use mcp_evidence_contract::vocabulary::{
    DECISION_NON_CLAIMS, DECISIONS, DRIFT_STATES, ESTABLISH_PATHS, NOT_PERFORMED,
    OBSERVATION_NON_CLAIMS, REASONS,
};
use mcp_evidence_contract::{Location, Presence, Rule};
use serde_json::Value;

/// The records at their allowed cardinality, with the members that binding and
/// claims read, as far as they could be read.
#[derive(Debug, Default)]
pub(crate) struct Records {
    pub(crate) decision: Option<Decision>,
    pub(crate) observation: Option<Observation>,
    pub(crate) establish: Option<Establish>,
    /// Whether the bundle has no decision record at all.
    pub(crate) no_decision: bool,
}

/// What later stages read of the decision record.
#[derive(Debug)]
pub(crate) struct Decision {
    pub(crate) decision: Option<String>,
    pub(crate) tool_name: Option<String>,
    pub(crate) target_digest: Option<String>,
}

/// What later stages read of the observation record.
#[derive(Debug)]
pub(crate) struct Observation {
    pub(crate) line: u64,
    pub(crate) tool_name: Option<String>,
    pub(crate) target_digest: Option<Value>,
    pub(crate) code: Option<Value>,
    pub(crate) origin: Option<Value>,
}

/// What stage 4 reads of the establish record.
#[derive(Debug)]
pub(crate) struct Establish {
    pub(crate) line: u64,
    pub(crate) path: Option<String>,
}

/// Judges the records that stage 1 let through.
pub(crate) fn judge(bundle: CheckedBundle, sink: &mut impl Sink) -> Records {
    let Selection { profile, decision, observation, establish, faults, more_faults, used } =
        bundle.selection;
    for permission in used {
        sink.used(permission);
    }
    for fault in faults {
        let superseded = profile.superseded.iter().find(|old| old.rule == fault.rule);
        let beside_own = superseded.filter(|_| observation.count > 0);
        if !beside_own.is_some_and(|superseded| sink.reads(superseded.beside_own)) {
            tell(sink, fault);
        }
    }
    sink.unlisted(more_faults);
    if decision.count == 0 {
        sink.violated(&namespace::NO_DECISION, Location::BUNDLE, || {
            "there is no decision record".to_owned()
        });
    }
    for (kind, rule, name) in [
        (&decision, &namespace::SECOND_DECISION, "decision"),
        (&observation, &namespace::SECOND_OBSERVATION, "observation"),
        (&establish, &namespace::SECOND_ESTABLISH, "establish"),
    ] {
        at_most_one(kind, rule, name, sink);
    }
    Records {
        decision: decision.single().map(|record| judge_decision(record, sink)),
        observation: observation.single().map(|record| judge_observation(record, sink)),
        establish: establish.single().map(|record| judge_establish(record, sink)),
        no_decision: decision.count == 0,
    }
}

fn at_most_one(kind: &Kind, rule: &'static Rule, name: &str, sink: &mut impl Sink) {
    if kind.count > 1 {
        sink.violated(rule, Location::BUNDLE, || {
            format!("there are {} {name} records, at most one is allowed", kind.count)
        });
    }
}

fn judge_decision(record: &Record, sink: &mut impl Sink) -> Decision {
    use decision as rules;
    let data = &record.data;
    let at = Location::line(record.line);
    let word = members::string(sink, data.get("decision"), &rules::DECISION, at.clone());
    let word_place = at.clone().member(rules::DECISION.member);
    vocabulary(sink, word, &DECISIONS, &rules::DECISION_VOCABULARY, word_place);
    let reason = members::string(sink, data.get("reason"), &rules::REASON, at.clone());
    let place = at.clone().member(rules::REASON.member);
    if let Some(index) = vocabulary(sink, reason, &REASONS, &rules::REASON_VOCABULARY, place) {
        sink.used(rules::ALLOWED_REASON[index]);
    }
    let drift = members::string(sink, data.get("drift_state"), &rules::DRIFT_STATE, at.clone());
    let place = at.clone().member(rules::DRIFT_STATE.member);
    let drift = vocabulary(sink, drift, &DRIFT_STATES, &rules::DRIFT_STATE_VOCABULARY, place);
    if let Some(index) = drift {
        sink.used(rules::ALLOWED_DRIFT_STATE[index]);
    }
    let tool = members::object(sink, data.get("tool"), &rules::TOOL, at.clone());
    let tool_name = tool.and_then(|tool| {
        let name = members::string(sink, tool.get("name"), &rules::TOOL_NAME, at.clone());
        not_empty(sink, name, &rules::TOOL_NAME, &rules::TOOL_NAME_EMPTY, &at)
    });
    let action = members::object(sink, data.get("action"), &rules::ACTION, at.clone());
    let target_digest = action.and_then(|action| {
        let digest = action.get("target_digest");
        let digest = members::string(sink, digest, &rules::TARGET_DIGEST, at.clone())?;
        if let Some(malformed) = malformed(digest) {
            let rule = match malformed {
                Malformed::Empty => &rules::DIGEST_EMPTY,
                Malformed::Prefix => &rules::DIGEST_PREFIX,
                Malformed::Length => &rules::DIGEST_LENGTH,
                Malformed::Alphabet => &rules::DIGEST_ALPHABET,
                Malformed::Case => &rules::DIGEST_CASE,
            };
            digest_fault(sink, digest, rule, &rules::TARGET_DIGEST, &at);
        }
        Some(digest)
    });
    judge_fail_closed(data, word, &at, sink);
    let non_claims = members::array(sink, data.get("non_claims"), &rules::NON_CLAIMS, at.clone());
    if let Some(carried) = non_claims {
        let required = DECISION_NON_CLAIMS.iter().zip(rules::NON_CLAIM);
        non_claims_present(sink, carried, required, &rules::NON_CLAIMS, &at);
        if carried.len() > DECISION_NON_CLAIMS.len() {
            sink.used(&rules::EXTRA_NON_CLAIM);
        }
        sink.used_if(&rules::REORDERED_NON_CLAIMS, || reordered(carried, &DECISION_NON_CLAIMS));
    }
    Decision {
        decision: word.map(str::to_owned),
        tool_name: tool_name.map(str::to_owned),
        target_digest: target_digest.map(str::to_owned),
    }
}

/// `fail_closed` equals (`decision` == "deny"). Where `decision` is no string
/// there is nothing to compare with, and that fault has been told.
fn judge_fail_closed(data: &Object, word: Option<&str>, at: &Location, sink: &mut impl Sink) {
    use decision as rules;
    let carried = members::boolean(sink, data.get("fail_closed"), &rules::FAIL_CLOSED, at.clone());
    if let (Some(carried), Some(word)) = (carried, word) {
        let derived = word == "deny";
        if carried != derived {
            let rule = if derived { &rules::FAIL_CLOSED_DENY } else { &rules::FAIL_CLOSED_OTHER };
            sink.violated(rule, at.clone().member(rules::FAIL_CLOSED.member), || {
                format!("fail_closed is {carried} beside the decision {}", quote(word))
            });
        }
    }
}

fn judge_observation(record: &Record, sink: &mut impl Sink) -> Observation {
    use observation as rules;
    let data = &record.data;
    let at = Location::line(record.line);
    let call = members::object(sink, data.get("call"), &rules::CALL, at.clone());
    let tool_name = call.and_then(|call| {
        let name = members::string(sink, call.get("tool_name"), &rules::TOOL_NAME, at.clone());
        not_empty(sink, name, &rules::TOOL_NAME, &rules::TOOL_NAME_EMPTY, &at)
    });
    let error = data.get("caller_visible_error");
    let error = members::object(sink, error, &rules::ERROR, at.clone());
    if let Some(error) = error {
        for (name, member, absent, null) in [
            ("code", "data.caller_visible_error.code", &rules::CODE_ABSENT, &rules::CODE_NULL),
            (
                "origin",
                "data.caller_visible_error.origin",
                &rules::ORIGIN_ABSENT,
                &rules::ORIGIN_NULL,
            ),
            (
                "reason",
                "data.caller_visible_error.reason",
                &rules::REASON_ABSENT,
                &rules::REASON_NULL,
            ),
        ] {
            let rule = match error.get(name) {
                None => absent,
                Some(Value::Null) => null,
                Some(_) => continue,
            };
            sink.violated(rule, at.clone().member(member), || {
                format!("`{member}` is missing or null")
            });
        }
    }
    let digest = data.get("caller_visible_response_digest");
    let digest = members::string(sink, digest, &rules::RESPONSE_DIGEST, at.clone());
    if let Some((digest, malformed)) = digest.and_then(|text| Some((text, malformed(text)?))) {
        match malformed {
            Malformed::Empty => response(sink, digest, &rules::DIGEST_EMPTY, &at),
            Malformed::Prefix => response(sink, digest, &rules::DIGEST_PREFIX, &at),
            Malformed::Length => response(sink, digest, &rules::DIGEST_LENGTH, &at),
            Malformed::Alphabet => response(sink, digest, &rules::DIGEST_ALPHABET, &at),
            Malformed::Case => sink.used(&rules::UPPERCASE_DIGEST),
        }
    }
    let non_claims = members::array(sink, data.get("non_claims"), &rules::NON_CLAIMS, at.clone());
    if let Some(carried) = non_claims {
        let required = OBSERVATION_NON_CLAIMS.iter().zip(rules::NON_CLAIM);
        non_claims_present(sink, carried, required, &rules::NON_CLAIMS, &at);
        if carried.len() > OBSERVATION_NON_CLAIMS.len() {
            sink.used(&rules::EXTRA_NON_CLAIM);
        }
        sink.used_if(&rules::REORDERED_NON_CLAIMS, || reordered(carried, &OBSERVATION_NON_CLAIMS));
    }
    Observation {
        line: record.line,
        tool_name: tool_name.map(str::to_owned),
        target_digest: call.and_then(|call| call.get("target_digest")).cloned(),
        code: error.and_then(|error| error.get("code")).cloned(),
        origin: error.and_then(|error| error.get("origin")).cloned(),
    }
}

fn response(sink: &mut impl Sink, digest: &str, rule: &'static Rule, at: &Location) {
    digest_fault(sink, digest, rule, &observation::RESPONSE_DIGEST, at);
}

fn judge_establish(record: &Record, sink: &mut impl Sink) -> Establish {
    use establish as rules;
    let data = &record.data;
    let at = Location::line(record.line);
    let path = members::string(sink, data.get("establish_path"), &rules::PATH, at.clone());
    let place = at.clone().member(rules::PATH.member);
    vocabulary(sink, path, &ESTABLISH_PATHS, &rules::PATH_VOCABULARY, place);
    let outcome = members::string(sink, data.get("run_outcome"), &rules::RUN_OUTCOME, at.clone());
    let attempted = data.get("establish_attempted");
    let attempted = members::boolean(sink, attempted, &rules::ATTEMPTED, at.clone());
    if outcome.is_some_and(|outcome| !matches!(outcome, NOT_PERFORMED | "complete")) {
        sink.used(&rules::OPEN_OUTCOME);
    }
    if let (Some(outcome), Some(attempted)) = (outcome, attempted) {
        let performed = outcome != NOT_PERFORMED;
        if attempted != performed {
            let rule = if performed {
                &rules::ATTEMPTED_PERFORMED
            } else {
                &rules::ATTEMPTED_NOT_PERFORMED
            };
            sink.violated(rule, at.member(rules::ATTEMPTED.member), || {
                format!("establish_attempted is {attempted} beside run_outcome {}", quote(outcome))
            });
        }
    }
    Establish { line: record.line, path: path.map(str::to_owned) }
}

/// The value's index in a closed set, or the rule broken.
fn vocabulary(
    sink: &mut impl Sink,
    value: Option<&str>,
    set: &[&str],
    rule: &'static Rule,
    at: Location,
) -> Option<usize> {
    let value = value?;
    let index = set.iter().position(|word| *word == value);
    if index.is_none() {
        sink.violated(rule, at, || {
            format!("{} is outside the closed set {}", quote(value), set.join(" | "))
        });
    }
    index
}

fn not_empty<'v>(
    sink: &mut impl Sink,
    value: Option<&'v str>,
    member: &'static Presence,
    rule: &'static Rule,
    at: &Location,
) -> Option<&'v str> {
    if value == Some("") {
        sink.violated(rule, at.clone().member(member.member), || {
            format!("`{}` is empty", member.member)
        });
    }
    value
}

fn digest_fault(
    sink: &mut impl Sink,
    digest: &str,
    rule: &'static Rule,
    member: &'static Presence,
    at: &Location,
) {
    sink.violated(rule, at.clone().member(member.member), || {
        format!(
            "`{}` is {}, not sha256: and 64 hexadecimal digits: broken is that {}",
            member.member,
            quote(digest),
            rule.text
        )
    });
}

/// Each producer string stands in the array verbatim; more and any order pass.
fn non_claims_present<'r>(
    sink: &mut impl Sink,
    carried: &[Value],
    required: impl Iterator<Item = (&'r &'static str, &'static Rule)>,
    member: &'static Presence,
    at: &Location,
) {
    for (text, rule) in required {
        if !carried.iter().any(|value| value.as_str() == Some(text)) {
            sink.violated(rule, at.clone().member(member.member), || {
                format!("`{}` lacks {}", member.member, quote(text))
            });
        }
    }
}

fn reordered(carried: &[Value], required: &[&str]) -> bool {
    let place = |text: &&str| carried.iter().position(|value| value.as_str() == Some(*text));
    !required.iter().filter_map(place).is_sorted()
}
