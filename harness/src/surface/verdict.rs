//! The verdict on a record of `assay.tool_decision_surface.v0`: `valid` or
//! `invalid`.

use super::privileged::findings;
use super::{Object, ShapeFault, Surface, smallest};
use crate::warning::Warning;
use serde_json::{Value, json};

/// The surface of suites whose cases are records, and whose answer is a verdict.
#[derive(Debug, Clone)]
pub struct Checked;

impl Surface for Checked {
    fn project(&self, report: &Object) -> Result<Value, ShapeFault> {
        let verdict = report.get("verdict");
        match verdict.and_then(Value::as_str) {
            Some(word @ ("valid" | "invalid")) => Ok(json!({ "verdict": word })),
            Some(_) | None => Err(ShapeFault::new("verdict", "valid or invalid", verdict)),
        }
    }

    fn smallest(&self) -> &'static [&'static str] {
        &smallest::CHECKED
    }

    fn has_member(&self, path: &str) -> bool {
        path == "verdict"
    }

    fn accepts(&self, projection: &Value) -> Option<bool> {
        Some(projection["verdict"] == "valid")
    }

    fn label(&self, projection: &Value) -> String {
        projection["verdict"].as_str().unwrap_or("nothing").to_owned()
    }

    fn constants(&self, _expectations: &[&Value]) -> Vec<Value> {
        vec![json!({ "verdict": "invalid" }), json!({ "verdict": "valid" })]
    }

    fn warnings(&self, report: &Object, projection: &Value) -> Vec<Warning> {
        let silent = projection["verdict"] == "invalid" && self.reasons(report).is_empty();
        if silent { vec![Warning::RejectReasonMissing] } else { Vec::new() }
    }

    fn reasons(&self, report: &Object) -> Vec<Vec<String>> {
        findings(report)
    }
}
