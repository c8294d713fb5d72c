//! The triple of `privileged-mcp-action` (§3): `bundle_integrity`, `verdict`,
//! `claims`.

use super::{CaseForm, Object, ShapeFault, Surface, smallest};
use crate::warning::Warning;
use mcp_evidence_contract::vocabulary::REPORT_SCHEMA;
use mcp_evidence_contract::{ClaimStatus, SourceClass};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::StrDeserializer;
use serde_json::{Value, json};

/// The four cells, in the order of §3.
const CELLS: [&str; 4] = [
    "policy_decision_recorded",
    "caller_visible_denial",
    "upstream_delivery",
    "external_side_effect",
];

/// The members of a cell.
const CELL: [&str; 2] = ["status", "source_class"];

/// The surface of `privileged-mcp-action`, any version: they share the report.
#[derive(Debug, Clone)]
pub struct PrivilegedMcpAction {
    profile: String,
}

impl PrivilegedMcpAction {
    /// The surface of suites of `profile`, which a report should name.
    pub fn new(profile: &str) -> PrivilegedMcpAction {
        PrivilegedMcpAction { profile: profile.to_owned() }
    }
}

impl Surface for PrivilegedMcpAction {
    fn form(&self) -> CaseForm {
        CaseForm::File(".bundle.tar.gz")
    }

    fn project(&self, report: &Object) -> Result<Value, ShapeFault> {
        let mut faults = self.faults(report);
        if !faults.is_empty() {
            return Err(faults.remove(0));
        }
        // The shape holds: what is there of the three belongs there.
        let members = ["bundle_integrity", "verdict", "claims"].into_iter();
        let present = members.filter_map(|name| Some((name.to_owned(), report.get(name)?.clone())));
        Ok(Value::Object(present.collect()))
    }

    fn faults(&self, report: &Object) -> Vec<ShapeFault> {
        let integrity = report.get("bundle_integrity");
        let verdict = report.get("verdict");
        let claims = report.get("claims");
        let mut faults = Vec::new();
        match integrity.and_then(Value::as_str) {
            Some("fail") => {
                let beside = "absent beside bundle_integrity fail";
                absent(&mut faults, "verdict", beside, verdict);
                absent(&mut faults, "claims", beside, claims);
                return faults;
            }
            Some("pass") => {}
            Some(_) | None => {
                faults.push(ShapeFault::new("bundle_integrity", "pass or fail", integrity));
                // What stands there in spite of that is held to the other shape.
                if verdict.is_none() && claims.is_none() {
                    return faults;
                }
            }
        }
        match verdict.and_then(Value::as_str) {
            Some("invalid") => {
                absent(&mut faults, "claims", "absent beside verdict invalid", claims);
            }
            Some("valid") => matrix(&mut faults, claims),
            Some(_) | None => {
                let expected = "valid or invalid beside bundle_integrity pass";
                faults.push(ShapeFault::new("verdict", expected, verdict));
                if claims.is_some() {
                    matrix(&mut faults, claims);
                }
            }
        }
        faults
    }

    fn smallest(&self) -> &'static [&'static str] {
        &smallest::PRIVILEGED
    }

    fn has_member(&self, path: &str) -> bool {
        let of_a_cell = |path: &str| {
            path.split_once('.')
                .is_some_and(|(cell, member)| CELLS.contains(&cell) && CELL.contains(&member))
        };
        matches!(path, "bundle_integrity" | "verdict")
            || path.strip_prefix("claims.").is_some_and(of_a_cell)
    }

    fn accepts(&self, projection: &Value) -> Option<bool> {
        Some(projection.get("claims").is_some())
    }

    fn label(&self, projection: &Value) -> String {
        let member = |name: &str| projection.get(name).and_then(Value::as_str);
        match (member("bundle_integrity"), member("verdict")) {
            (Some(integrity), Some(verdict)) => format!("{integrity} / {verdict}"),
            (Some(integrity), None) => integrity.to_owned(),
            (None, _) => "nothing".to_owned(),
        }
    }

    fn constants(&self, expectations: &[&Value]) -> Vec<Value> {
        let mut constants = vec![
            json!({ "bundle_integrity": "fail" }),
            json!({ "bundle_integrity": "pass", "verdict": "invalid" }),
        ];
        for expected in expectations.iter().filter(|expected| expected.get("claims").is_some()) {
            if !constants.contains(expected) {
                constants.push((*expected).clone());
            }
        }
        constants
    }

    fn warnings(&self, report: &Object, projection: &Value) -> Vec<Warning> {
        let is =
            |member: &str, text: &str| report.get(member).and_then(Value::as_str) == Some(text);
        let invalid = projection.get("verdict").and_then(Value::as_str) == Some("invalid");
        let mut warnings = Vec::new();
        if invalid && self.reasons(report).is_empty() {
            warnings.push(Warning::RejectReasonMissing);
        }
        if !is("schema", REPORT_SCHEMA) {
            warnings.push(Warning::ReportSchemaMissingOrUnexpected);
        }
        if !is("profile", &self.profile) {
            warnings.push(Warning::ReportProfileMissingOrUnexpected);
        }
        warnings
    }

    fn reasons(&self, report: &Object) -> Vec<Vec<String>> {
        findings(report)
    }
}

/// The strings of each of a report's findings.
pub(super) fn findings(report: &Object) -> Vec<Vec<String>> {
    let findings = report.get("findings").and_then(Value::as_array);
    findings.into_iter().flatten().map(strings).filter(|strings| !strings.is_empty()).collect()
}

/// The strings of a finding: itself, or those among its values; blank ones say
/// nothing.
pub(super) fn strings(finding: &Value) -> Vec<String> {
    let mut strings: Vec<String> = match finding.as_object() {
        Some(members) => members.values().filter_map(Value::as_str).map(str::to_owned).collect(),
        None => finding.as_str().map(str::to_owned).into_iter().collect(),
    };
    strings.retain(|text| !text.trim().is_empty());
    strings
}

fn absent(faults: &mut Vec<ShapeFault>, member: &str, expected: &str, found: Option<&Value>) {
    if found.is_some() {
        faults.push(ShapeFault::new(member, expected, found));
    }
}

/// A word of a closed set. Only a string is one: by itself, serde would also
/// take an object with the word as its member.
fn word<'de, T: Deserialize<'de>>(value: Option<&'de Value>) -> Option<T> {
    let text: StrDeserializer<'de, serde::de::value::Error> = value?.as_str()?.into_deserializer();
    T::deserialize(text).ok()
}

fn matrix(faults: &mut Vec<ShapeFault>, claims: Option<&Value>) {
    let Some(cells) = claims.and_then(Value::as_object) else {
        faults.push(ShapeFault::new("claims", "an object beside verdict valid", claims));
        return;
    };
    for (name, value) in cells.iter().filter(|(name, _)| !CELLS.contains(&name.as_str())) {
        let member = format!("claims.{}", crate::escape::escape(name, 80));
        faults.push(ShapeFault::new(member, "absent: the matrix has four cells", Some(value)));
    }
    for name in CELLS {
        cell(faults, name, cells.get(name));
    }
}

fn cell(faults: &mut Vec<ShapeFault>, name: &str, found: Option<&Value>) {
    let path = format!("claims.{name}");
    let Some(members) = found.and_then(Value::as_object) else {
        faults.push(ShapeFault::new(path, "an object", found));
        return;
    };
    let status = members.get("status");
    let class = members.get("source_class");
    let member = format!("{path}.source_class");
    match word::<ClaimStatus>(status) {
        None => {
            let expected = "confirmed, incomplete or refuted";
            faults.push(ShapeFault::new(format!("{path}.status"), expected, status));
        }
        Some(ClaimStatus::Incomplete) => absent(faults, &member, "absent at incomplete", class),
        Some(ClaimStatus::Confirmed | ClaimStatus::Refuted) => {
            if word::<SourceClass>(class).is_none() {
                let expected = "a class of the closed set at confirmed and refuted";
                faults.push(ShapeFault::new(member, expected, class));
            }
        }
    }
    for (name, value) in members.iter().filter(|(name, _)| !CELL.contains(&name.as_str())) {
        let member = format!("{path}.{}", crate::escape::escape(name, 80));
        let expected = "absent: a cell has status and source_class";
        faults.push(ShapeFault::new(member, expected, Some(value)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcp_evidence_contract::vocabulary::PROFILE;
    use mcp_evidence_contract::{Claim, ClaimMatrix, Outcome};

    fn object(value: Value) -> Object {
        value.as_object().expect("an object").clone()
    }

    fn surface() -> PrivilegedMcpAction {
        PrivilegedMcpAction::new(PROFILE)
    }

    fn valid() -> Value {
        let outcome = Outcome::Valid(ClaimMatrix {
            policy_decision_recorded: Claim::CONFIRMED,
            caller_visible_denial: Claim::REFUTED,
            upstream_delivery: Claim::INCOMPLETE,
            external_side_effect: Claim::INCOMPLETE,
        });
        serde_json::to_value(outcome).expect("serializes")
    }

    #[test]
    fn other_members_break_nothing_and_are_not_compared() {
        for surface_only in [
            valid(),
            json!({"bundle_integrity": "pass", "verdict": "invalid"}),
            json!({"bundle_integrity": "fail"}),
        ] {
            let mut report = object(surface_only.clone());
            report.insert("schema".into(), json!(["another"]));
            report.insert("profile".into(), Value::Null);
            report.insert("findings".into(), json!({"not": "a list"}));
            report.insert("vendor".into(), json!(1));
            assert_eq!(surface().project(&report), Ok(surface_only));
        }
    }

    #[test]
    fn another_class_of_the_closed_set_has_the_shape() {
        let text = valid().to_string().replacen("producer_reported", "issuer_attested", 1);
        let other: Value = serde_json::from_str(&text).expect("JSON");
        let observed = surface().project(&object(other)).expect("the shape holds");
        assert!(!surface().agree(&valid(), &observed));
    }

    #[test]
    fn each_breach_of_the_shape_names_its_member() {
        let changed = |from: &str, to: &str| -> Value {
            let text = valid().to_string();
            assert!(text.contains(from), "{from} is not in {text}");
            serde_json::from_str(&text.replacen(from, to, 1)).expect("JSON")
        };
        let cases = [
            (json!({}), "bundle_integrity", "absent"),
            (json!({"bundle_integrity": "PASS"}), "bundle_integrity", "\"PASS\""),
            (json!({"bundle_integrity": true}), "bundle_integrity", "true"),
            (json!({"bundle_integrity": "fail", "verdict": "invalid"}), "verdict", "\"invalid\""),
            (json!({"bundle_integrity": "fail", "verdict": null}), "verdict", "null"),
            (json!({"bundle_integrity": "fail", "claims": {}}), "claims", "an object of 0"),
            (json!({"bundle_integrity": "pass"}), "verdict", "absent"),
            (json!({"bundle_integrity": "pass", "verdict": "ok"}), "verdict", "\"ok\""),
            (
                json!({"bundle_integrity": "pass", "verdict": "invalid", "claims": null}),
                "claims",
                "null",
            ),
            (json!({"bundle_integrity": "pass", "verdict": "valid"}), "claims", "absent"),
            (
                json!({"bundle_integrity": "pass", "verdict": "valid", "claims": []}),
                "claims",
                "an array of 0",
            ),
            (changed("upstream_delivery", "delivery"), "claims.delivery", "an object of 1"),
            (
                changed(",\"upstream_delivery\":{\"status\":\"incomplete\"}", ""),
                "claims.upstream_delivery",
                "absent",
            ),
            (
                changed("{\"status\":\"incomplete\"}", "\"incomplete\""),
                "claims.external_side_effect",
                "\"incomplete\"",
            ),
            (changed("refuted", "denied"), "claims.caller_visible_denial.status", "\"denied\""),
            (changed("\"refuted\"", "null"), "claims.caller_visible_denial.status", "null"),
            (
                changed("\"refuted\"", "{\"refuted\":null}"),
                "claims.caller_visible_denial.status",
                "an object of 1",
            ),
            (
                changed("\"producer_reported\"", "{\"producer_reported\":null}"),
                "claims.caller_visible_denial.source_class",
                "an object of 1",
            ),
            (
                changed("producer_reported", "reported_trace"),
                "claims.caller_visible_denial.source_class",
                "\"reported_trace\"",
            ),
            (
                changed("\"source_class\":\"producer_reported\",", ""),
                "claims.caller_visible_denial.source_class",
                "absent",
            ),
            (
                changed("\"incomplete\"", "\"incomplete\",\"source_class\":null"),
                "claims.external_side_effect.source_class",
                "null",
            ),
            (
                changed("\"incomplete\"", "\"incomplete\",\"note\":\"x\""),
                "claims.external_side_effect.note",
                "\"x\"",
            ),
        ];
        for (report, member, found) in cases {
            let fault = surface().project(&object(report.clone())).expect_err("a breach");
            assert_eq!((fault.member.as_str(), fault.found.as_str()), (member, found), "{report}");
        }
    }

    #[test]
    fn every_breach_is_told_and_the_first_is_that_of_a_run() {
        let cell = json!({"status": "incomplete", "source_class": null});
        let members = |report: Value| -> Vec<String> {
            let report = object(report);
            let faults = surface().faults(&report);
            assert_eq!(surface().project(&report).err().as_ref(), faults.first());
            faults.into_iter().map(|fault| fault.member).collect()
        };
        let claims = json!({"policy_decision_recorded": "confirmed", "note": 1,
            "caller_visible_denial": {"status": "yes", "why": ""}, "upstream_delivery": cell});
        let of_the_claims = [
            "claims.note",
            "claims.policy_decision_recorded",
            "claims.caller_visible_denial.status",
            "claims.caller_visible_denial.why",
            "claims.upstream_delivery.source_class",
            "claims.external_side_effect",
        ];
        let wrong = json!({"bundle_integrity": true, "verdict": "ok", "claims": claims});
        assert_eq!(members(wrong), [&["bundle_integrity", "verdict"], &of_the_claims[..]].concat());
        let valid = json!({"bundle_integrity": "pass", "verdict": "valid", "claims": claims});
        assert_eq!(members(valid), of_the_claims);
        let fail = json!({"bundle_integrity": "fail", "verdict": null, "claims": null});
        assert_eq!(members(fail), ["verdict", "claims"]);
        assert_eq!(members(json!({"verdict": "invalid"})), ["bundle_integrity"]);
        assert_eq!(members(json!({})), ["bundle_integrity"]);
    }

    #[test]
    fn warnings_follow_the_published_words() {
        let report = |findings: Value| {
            object(json!({
                "schema": REPORT_SCHEMA, "profile": PROFILE,
                "bundle_integrity": "pass", "verdict": "invalid", "findings": findings
            }))
        };
        let warnings = |report: &Object| {
            surface().warnings(report, &surface().project(report).expect("the shape holds"))
        };
        for findings in [json!([]), json!([" ", 1, {"at": 5, "b": "\n"}, ["x"]]), json!("why")] {
            assert_eq!(warnings(&report(findings)), [Warning::RejectReasonMissing]);
        }
        for findings in [json!(["why"]), json!([{"at": 5, "text": "why"}])] {
            assert_eq!(warnings(&report(findings)), []);
        }
        let mut other = report(json!(["why"]));
        other.remove("schema");
        other.insert("profile".into(), json!("privileged-mcp-action/v1"));
        assert_eq!(
            warnings(&other),
            [Warning::ReportSchemaMissingOrUnexpected, Warning::ReportProfileMissingOrUnexpected]
        );
        let fail = object(json!({"bundle_integrity": "fail"}));
        assert!(!warnings(&fail).contains(&Warning::RejectReasonMissing));
    }
}
