//! The decision record (§5 Stage 2).

use crate::corpus::Case;
use crate::expect::{INCOMPLETE, INVALID};
use crate::payload::REASON;
use crate::twin::{ALLOW, DENY, FIRST, Variant};
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::decision as rules;
use serde_json::json;

pub(super) fn vectors() -> Vec<Case> {
    let mut vectors = decisions();
    vectors.extend(reasons());
    vectors.extend(drift_states());
    vectors.extend(tools());
    vectors.extend(actions());
    vectors.extend(fail_closed());
    vectors
}

/// `fail_closed` is false in all of these, as for whatever is not a deny.
fn decisions() -> Vec<Case> {
    let unknown = &rules::DECISION_VOCABULARY;
    let member = (FIRST, rules::DECISION.member);
    vec![
        ALLOW.absent("decision-absent", &rules::DECISION, FIRST).expect(INVALID),
        ALLOW.null("decision-null", &rules::DECISION, FIRST).expect(INVALID),
        ALLOW.typed("decision-boolean", &rules::DECISION, FIRST, json!(true)).expect(INVALID),
        ALLOW.typed("decision-array", &rules::DECISION, FIRST, json!(["allow"])).expect(INVALID),
        ALLOW.value("decision-permit", unknown, member, json!("permit")).expect(INVALID),
        ALLOW.value("decision-empty", unknown, member, json!("")).expect(INVALID),
        ALLOW.value("decision-capital", unknown, member, json!("Allow")).expect(INVALID),
        ALLOW.value("decision-trailing-blank", unknown, member, json!("allow ")).expect(INVALID),
        ALLOW.value("decision-deny-capitals", unknown, member, json!("DENY")).expect(INVALID),
        ALLOW
            .value("decision-constructor", unknown, member, json!("constructor"))
            .because("A table that is a plain object has something under this name.")
            .expect(INVALID),
        ALLOW.value("decision-proto", unknown, member, json!("__proto__")).expect(INVALID),
        ALLOW.value("decision-to-string", unknown, member, json!("toString")).expect(INVALID),
    ]
}

fn reasons() -> Vec<Case> {
    let unknown = &rules::REASON_VOCABULARY;
    let member = (FIRST, rules::REASON.member);
    vec![
        DENY.absent("reason-absent", &rules::REASON, FIRST).expect(INVALID),
        DENY.null("reason-null", &rules::REASON, FIRST).expect(INVALID),
        DENY.typed("reason-number", &rules::REASON, FIRST, json!(7)).expect(INVALID),
        DENY.value("reason-unknown", unknown, member, json!("policy_denied")).expect(INVALID),
        DENY.value("reason-empty", unknown, member, json!("")).expect(INVALID),
        DENY.value("reason-capital", unknown, member, json!("No_declared_allowance"))
            .expect(INVALID),
        DENY.value("reason-trailing-blank", unknown, member, json!("no_declared_allowance "))
            .expect(INVALID),
        DENY.value("reason-deny", unknown, member, json!("deny"))
            .because("There is a reason `allow` and none of this name.")
            .expect(INVALID),
        DENY.value("reason-constructor", unknown, member, json!("constructor"))
            .because("A table that is a plain object has something under this name.")
            .expect(INVALID),
        DENY.value("reason-proto", unknown, member, json!("__proto__")).expect(INVALID),
        DENY.value("reason-to-string", unknown, member, json!("toString")).expect(INVALID),
        DENY.vary(
            "reason-in-proto",
            &rules::REASON.absent,
            "`data.reason` stands in an object under the name `__proto__`",
            |draft| {
                let inherited = json!({"reason": REASON});
                draft.leave_out(FIRST, "/reason").set(FIRST, "/__proto__", inherited)
            },
        )
        .because("A copy made by assignment inherits what stands there.")
        .expect(INVALID),
        reason("reason-unclassified", &rules::ALLOWS_UNCLASSIFIED, "unclassified_tool_call")
            .expect(INCOMPLETE),
        reason("reason-classification", &rules::ALLOWS_CLASSIFICATION, "classification_incomplete")
            .expect(INCOMPLETE),
        DENY.vary(
            "reason-no-allowance",
            &rules::ALLOWS_NO_ALLOWANCE,
            "its credential has another alias",
            |draft| draft.set(FIRST, "/credential_alias", json!("gh-read")),
        )
        .because("The reason is `no_declared_allowance`; nothing constrains the alias.")
        .expect(INCOMPLETE),
        reason("reason-scope-unknown", &rules::ALLOWS_SCOPE_UNKNOWN, "credential_scope_unknown")
            .expect(INCOMPLETE),
        reason(
            "reason-scope-insufficient",
            &rules::ALLOWS_SCOPE_INSUFFICIENT,
            "credential_scope_insufficient",
        )
        .expect(INCOMPLETE),
        reason("reason-baseline-missing", &rules::ALLOWS_BASELINE, "manifest_baseline_missing")
            .expect(INCOMPLETE),
        reason("reason-ambiguous", &rules::ALLOWS_AMBIGUOUS, "manifest_observation_ambiguous")
            .expect(INCOMPLETE),
        reason(
            "reason-current-incomplete",
            &rules::ALLOWS_CURRENT,
            "manifest_current_observation_incomplete",
        )
        .expect(INCOMPLETE),
        reason("reason-drifted", &rules::ALLOWS_DRIFTED, "manifest_drifted_since_approval")
            .expect(INCOMPLETE),
        ALLOW
            .vary("reason-allow", &rules::ALLOWS_ALLOW, "its caller is another", |draft| {
                draft.set(FIRST, "/caller/id", json!("ci-agent-2"))
            })
            .because("The reason is `allow`; nothing constrains the caller.")
            .expect(INCOMPLETE),
    ]
}

fn reason(id: &'static str, rule: &'static Rule, reason: &str) -> Variant {
    DENY.value(id, rule, (FIRST, rules::REASON.member), json!(reason))
}

fn drift_states() -> Vec<Case> {
    let unknown = &rules::DRIFT_STATE_VOCABULARY;
    let member = (FIRST, rules::DRIFT_STATE.member);
    vec![
        DENY.absent("drift-state-absent", &rules::DRIFT_STATE, FIRST).expect(INVALID),
        DENY.null("drift-state-null", &rules::DRIFT_STATE, FIRST).expect(INVALID),
        DENY.typed("drift-state-boolean", &rules::DRIFT_STATE, FIRST, json!(false)).expect(INVALID),
        DENY.value("drift-state-unknown", unknown, member, json!("stale")).expect(INVALID),
        DENY.value("drift-state-empty", unknown, member, json!("")).expect(INVALID),
        DENY.value("drift-state-capital", unknown, member, json!("Not_evaluated")).expect(INVALID),
        DENY.value("drift-state-dash", unknown, member, json!("not-evaluated")).expect(INVALID),
        DENY.value("drift-state-constructor", unknown, member, json!("constructor"))
            .because("A table that is a plain object has something under this name.")
            .expect(INVALID),
        DENY.value("drift-state-proto", unknown, member, json!("__proto__")).expect(INVALID),
        DENY.value("drift-state-to-string", unknown, member, json!("toString")).expect(INVALID),
        DENY.value("drift-state-satisfied", &rules::DRIFT_SATISFIED, member, json!("satisfied"))
            .expect(INCOMPLETE),
        DENY.value(
            "drift-state-baseline-missing",
            &rules::DRIFT_BASELINE,
            member,
            json!("baseline_missing"),
        )
        .expect(INCOMPLETE),
        DENY.value(
            "drift-state-current-incomplete",
            &rules::DRIFT_CURRENT,
            member,
            json!("current_observation_incomplete"),
        )
        .expect(INCOMPLETE),
        DENY.value(
            "drift-state-ambiguous",
            &rules::DRIFT_AMBIGUOUS,
            member,
            json!("observation_ambiguous"),
        )
        .expect(INCOMPLETE),
        DENY.value("drift-state-drifted", &rules::DRIFT_DRIFTED, member, json!("drifted"))
            .expect(INCOMPLETE),
        ALLOW
            .value(
                "drift-state-not-evaluated",
                &rules::DRIFT_NOT_EVALUATED,
                member,
                json!("not_evaluated"),
            )
            .expect(INCOMPLETE),
    ]
}

fn tools() -> Vec<Case> {
    let empty = &rules::TOOL_NAME_EMPTY;
    vec![
        DENY.absent("tool-absent", &rules::TOOL, FIRST).expect(INVALID),
        DENY.null("tool-null", &rules::TOOL, FIRST).expect(INVALID),
        DENY.typed("tool-string", &rules::TOOL, FIRST, json!("github.add_deploy_key"))
            .expect(INVALID),
        DENY.typed("tool-array", &rules::TOOL, FIRST, json!([])).expect(INVALID),
        DENY.absent("tool-name-absent", &rules::TOOL_NAME, FIRST).expect(INVALID),
        DENY.null("tool-name-null", &rules::TOOL_NAME, FIRST).expect(INVALID),
        DENY.typed("tool-name-number", &rules::TOOL_NAME, FIRST, json!(7)).expect(INVALID),
        DENY.typed("tool-name-array", &rules::TOOL_NAME, FIRST, json!(["add_key"])).expect(INVALID),
        DENY.value("tool-name-empty", empty, (FIRST, rules::TOOL_NAME.member), json!(""))
            .expect(INVALID),
    ]
}

/// The digest's forms stand in [`super::digests`].
fn actions() -> Vec<Case> {
    vec![
        DENY.absent("action-absent", &rules::ACTION, FIRST).expect(INVALID),
        DENY.null("action-null", &rules::ACTION, FIRST).expect(INVALID),
        DENY.typed("action-string", &rules::ACTION, FIRST, json!("create")).expect(INVALID),
        DENY.absent("target-digest-absent", &rules::TARGET_DIGEST, FIRST).expect(INVALID),
        DENY.null("target-digest-null", &rules::TARGET_DIGEST, FIRST).expect(INVALID),
        DENY.typed("target-digest-number", &rules::TARGET_DIGEST, FIRST, json!(7)).expect(INVALID),
        ALLOW.null("target-digest-null-allow", &rules::TARGET_DIGEST, FIRST).expect(INVALID),
    ]
}

fn fail_closed() -> Vec<Case> {
    let member = (FIRST, rules::FAIL_CLOSED.member);
    vec![
        DENY.absent("fail-closed-absent", &rules::FAIL_CLOSED, FIRST).expect(INVALID),
        ALLOW
            .absent("fail-closed-absent-allow", &rules::FAIL_CLOSED, FIRST)
            .because("A reader that takes the absent member for false finds it right.")
            .expect(INVALID),
        DENY.null("fail-closed-null", &rules::FAIL_CLOSED, FIRST).expect(INVALID),
        ALLOW
            .null("fail-closed-null-allow", &rules::FAIL_CLOSED, FIRST)
            .because("A reader that takes null for false finds it right.")
            .expect(INVALID),
        DENY.value("fail-closed-deny-false", &rules::FAIL_CLOSED_DENY, member, json!(false))
            .expect(INVALID),
        ALLOW
            .value("fail-closed-allow-true", &rules::FAIL_CLOSED_OTHER, member, json!(true))
            .expect(INVALID),
    ]
}
