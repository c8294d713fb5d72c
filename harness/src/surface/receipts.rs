//! The two answers of request-decision receipts: `verdict` with its
//! `associations`, and `receipts` with `complete`. Findings are not compared.

use super::privileged::strings;
use super::{CaseForm, Object, ShapeFault, Surface, begins_with, smallest};
use crate::warning::Warning;
use serde_json::{Value, json};

/// Bytes of a `request_line` that is compared as it is. A longer one is compared
/// by its length and its digest, and expectations give those in its place.
const WHOLE: usize = 4096;

/// Bytes that an answer may have: 4 MiB of receipts, each escape of a request
/// line escaped again.
const ANSWER: usize = 16 << 20;

/// The surface of `assay.request_decision_receipt`.
#[derive(Debug, Clone, Copy)]
pub struct Receipts;

impl Surface for Receipts {
    fn form(&self) -> CaseForm {
        CaseForm::Folder
    }

    fn answer_limit(&self) -> usize {
        ANSWER
    }

    fn project(&self, report: &Object) -> Result<Value, ShapeFault> {
        match (report.get("verdict"), report.get("receipts")) {
            (Some(verdict), _) => verified(verdict, report.get("associations")),
            (None, Some(receipts)) => derived(receipts, report.get("complete")),
            (None, None) => {
                let asked = "accepted or rejected, or else receipts must be there";
                Err(ShapeFault::new("verdict", asked, None))
            }
        }
    }

    fn smallest(&self) -> &'static [&'static str] {
        &smallest::RECEIPTS
    }

    fn has_member(&self, path: &str) -> bool {
        begins_with(path, &["verdict", "associations", "receipts", "complete"])
    }

    fn accepts(&self, projection: &Value) -> Option<bool> {
        projection.get("verdict").map(|verdict| verdict == "accepted")
    }

    fn label(&self, projection: &Value) -> String {
        match (projection["verdict"].as_str(), projection["receipts"].as_array()) {
            (Some(verdict), _) => verdict.to_owned(),
            (None, Some(receipts)) => {
                let whole = if projection["complete"] == true { "complete" } else { "incomplete" };
                format!("{} receipts, {whole}", receipts.len())
            }
            (None, None) => "nothing".to_owned(),
        }
    }

    fn constants(&self, expectations: &[&Value]) -> Vec<Value> {
        let constants = [
            json!({"verdict": "rejected"}),
            json!({"verdict": "accepted", "associations": []}),
            json!({"receipts": [], "complete": true}),
            json!({"receipts": [], "complete": false}),
        ];
        // A suite of one operation needs no answers of the other.
        let operation = |answer: &Value| answer.get("verdict").is_some();
        constants
            .into_iter()
            .filter(|constant| expectations.iter().any(|e| operation(e) == operation(constant)))
            .collect()
    }

    fn warnings(&self, report: &Object, projection: &Value) -> Vec<Warning> {
        let silent = projection["verdict"] == "rejected" && self.reasons(report).is_empty();
        silent.then_some(Warning::RejectReasonMissing).into_iter().collect()
    }

    fn reasons(&self, report: &Object) -> Vec<Vec<String>> {
        let findings = report.get("findings").and_then(Value::as_array);
        findings.into_iter().flatten().map(strings).filter(|strings| !strings.is_empty()).collect()
    }
}

fn verified(verdict: &Value, associations: Option<&Value>) -> Result<Value, ShapeFault> {
    match (verdict.as_str(), associations) {
        (Some("rejected"), None) => Ok(json!({"verdict": "rejected"})),
        (Some("rejected"), Some(_)) => {
            Err(ShapeFault::new("associations", "absent beside verdict rejected", associations))
        }
        (Some("accepted"), Some(Value::Array(items))) => {
            for (place, item) in items.iter().enumerate() {
                association(place, item)?;
            }
            Ok(json!({"verdict": "accepted", "associations": items}))
        }
        (Some("accepted"), _) => {
            Err(ShapeFault::new("associations", "an array beside verdict accepted", associations))
        }
        (Some(_) | None, _) => {
            Err(ShapeFault::new("verdict", "accepted or rejected", Some(verdict)))
        }
    }
}

/// Three members, a whole number and two strings.
fn association(place: usize, item: &Value) -> Result<(), ShapeFault> {
    let path = format!("associations[{place}]");
    let Some(members) = item.as_object() else {
        return Err(ShapeFault::new(path, "an object", Some(item)));
    };
    let sequence = members.get("sequence");
    if !sequence.is_some_and(Value::is_u64) {
        return Err(ShapeFault::new(format!("{path}.sequence"), "a whole number", sequence));
    }
    for name in ["decision_event_id", "request_sha256"] {
        let value = members.get(name);
        if !value.is_some_and(Value::is_string) {
            return Err(ShapeFault::new(format!("{path}.{name}"), "a string", value));
        }
    }
    if members.len() > 3 {
        return Err(ShapeFault::new(path, "an object of its three members", Some(item)));
    }
    Ok(())
}

fn derived(receipts: &Value, complete: Option<&Value>) -> Result<Value, ShapeFault> {
    let Some(items) = receipts.as_array() else {
        return Err(ShapeFault::new("receipts", "an array", Some(receipts)));
    };
    let Some(Value::Bool(complete)) = complete else {
        return Err(ShapeFault::new("complete", "true or false", complete));
    };
    let receipt = |(place, item): (usize, &Value)| {
        let fault = || ShapeFault::new(format!("receipts[{place}]"), "an object", Some(item));
        item.as_object().map(shortened).ok_or_else(fault)
    };
    let receipts: Vec<Value> = items.iter().enumerate().map(receipt).collect::<Result<_, _>>()?;
    Ok(json!({"receipts": receipts, "complete": complete}))
}

/// A receipt, a long line by its length and digest.
fn shortened(receipt: &Object) -> Value {
    let mut receipt = receipt.clone();
    if let Some(line) = receipt.get_mut("request_line")
        && let Some(text) = line.as_str().filter(|text| text.len() > WHOLE)
    {
        let digest = crate::corpus::sha256(text.as_bytes());
        let digits = digest.trim_start_matches("sha256:");
        *line = json!({"bytes": text.len(), "sha256": digits});
    }
    Value::Object(receipt)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(report: Value) -> Result<Value, ShapeFault> {
        Receipts.project(report.as_object().expect("an object"))
    }

    fn one() -> Value {
        json!({"sequence": 0, "decision_event_id": "evt_decision_0", "request_sha256": "00"})
    }

    #[test]
    fn findings_and_whatever_else_there_is_are_not_compared() {
        let rejected = json!({"verdict": "rejected", "findings": ["why"], "events": 3});
        assert_eq!(project(rejected), Ok(json!({"verdict": "rejected"})));
        let accepted = json!({"verdict": "accepted", "associations": [one()]});
        let mut report = accepted.clone();
        report["findings"] = json!([]);
        assert_eq!(project(report), Ok(accepted));
        let derived = json!({"receipts": [{"sequence": 0, "further": 1}], "complete": true});
        let mut report = derived.clone();
        report["ended"] = json!(null);
        assert_eq!(project(report), Ok(derived), "further members of a receipt are compared");
    }

    #[test]
    fn a_long_line_is_compared_by_length_and_digest() {
        let report = |line: &str| json!({"receipts": [{"request_line": line}], "complete": true});
        let projected = project(report(&"a".repeat(WHOLE + 1))).expect("the shape holds");
        assert_eq!(projected["receipts"][0]["request_line"]["bytes"], WHOLE + 1);
        assert_ne!(project(report(&"b".repeat(WHOLE + 1))), Ok(projected.clone()));
        assert_eq!(project(projected.clone()), Ok(projected), "a projection projects to itself");
        let short = report(&"a".repeat(WHOLE));
        assert_eq!(project(short.clone()), Ok(short));
    }

    #[test]
    fn each_breach_of_the_shape_names_its_member() {
        let member = |report: Value| project(report).expect_err("a breach").member;
        assert_eq!(member(json!({})), "verdict");
        assert_eq!(member(json!({"verdict": true})), "verdict");
        assert_eq!(member(json!({"verdict": "accepted"})), "associations");
        assert_eq!(member(json!({"verdict": "rejected", "associations": []})), "associations");
        for (from, to) in [
            (json!({"sequence": "0"}), "associations[0].sequence"),
            (json!({"sequence": 0.5}), "associations[0].sequence"),
            (json!({"decision_event_id": null}), "associations[0].decision_event_id"),
            (json!({"request_sha256": 0}), "associations[0].request_sha256"),
            (json!({"further": 0}), "associations[0]"),
        ] {
            let mut item = one();
            for (name, value) in from.as_object().expect("an object") {
                item[name] = value.clone();
            }
            assert_eq!(member(json!({"verdict": "accepted", "associations": [item]})), to);
        }
        assert_eq!(member(json!({"verdict": "accepted", "associations": [1]})), "associations[0]");
        assert_eq!(member(json!({"receipts": {}, "complete": true})), "receipts");
        assert_eq!(member(json!({"receipts": [1], "complete": true})), "receipts[0]");
        assert_eq!(member(json!({"receipts": []})), "complete");
    }

    #[test]
    fn labels_and_warnings() {
        let rejected = json!({"verdict": "rejected"});
        assert_eq!(Receipts.label(&rejected), "rejected");
        assert_eq!(Receipts.accepts(&rejected), Some(false));
        let derived = json!({"receipts": [{}], "complete": false});
        assert_eq!(Receipts.label(&derived), "1 receipts, incomplete");
        assert_eq!(Receipts.accepts(&derived), None);
        assert_eq!(Receipts.constants(&[&derived]).len(), 2);
        assert_eq!(Receipts.constants(&[&derived, &rejected]).len(), 4);
        let report = rejected.as_object().expect("an object");
        assert_eq!(Receipts.warnings(report, &rejected), [Warning::RejectReasonMissing]);
    }
}
