//! The answer of the trust-annotations draft: `results`, one for each result of
//! the case.

use super::privileged::strings;
use super::{Object, ShapeFault, Surface};
use crate::escape::escape;
use crate::warning::Warning;
use serde_json::{Value, json};

/// What can be claimed about a boolean.
const CLAIMS: [&str; 4] = ["true", "false", "no_claim", "malformed"];

/// What can become of a reference, and whether a digest is recomputed then.
const STATUSES: [(&str, bool); 5] = [
    ("recomputed", true),
    ("digest_mismatch", true),
    ("unsupported_canonicalization", false),
    ("record_unavailable", false),
    ("malformed_ref", false),
];

/// The surface of suites of the draft: `results`, whole.
#[derive(Debug, Clone, Copy)]
pub struct TrustAnnotations;

impl Surface for TrustAnnotations {
    fn project(&self, report: &Object) -> Result<Value, ShapeFault> {
        let results = array(report.get("results"), "results")?;
        for (index, result) in results.iter().enumerate() {
            let at = format!("results.{index}");
            let members = object(Some(result), &at, &["result", "blocks", "evidence"])?;
            claims(members.get("result"), &format!("{at}.result"))?;
            let place = format!("{at}.blocks");
            for (block, value) in array(members.get("blocks"), &place)?.iter().enumerate() {
                claims(Some(value), &format!("{place}.{block}"))?;
            }
            let place = format!("{at}.evidence");
            for (entry, value) in array(members.get("evidence"), &place)?.iter().enumerate() {
                evidence(value, &format!("{place}.{entry}"))?;
            }
        }
        Ok(json!({ "results": results }))
    }

    fn accepts(&self, _projection: &Value) -> Option<bool> {
        None
    }

    /// The claims of the first results, and what became of their references.
    fn label(&self, projection: &Value) -> String {
        /// Results that are told in a label.
        const TOLD: usize = 3;
        let results = projection["results"].as_array().map_or(&[][..], Vec::as_slice);
        let mut labels: Vec<String> = results.iter().take(TOLD).map(label).collect();
        match results.len() {
            0 => labels.push("no result".to_owned()),
            more if more > TOLD => labels.push(format!("{} further results", more - TOLD)),
            _ => {}
        }
        labels.join("; ")
    }

    fn constants(&self, _expectations: &[&Value]) -> Vec<Value> {
        let silent = json!({"sensitive": "no_claim", "untrusted": "no_claim"});
        vec![
            json!({ "results": [] }),
            json!({"results": [{"result": silent, "blocks": [silent], "evidence": []}]}),
        ]
    }

    fn warnings(&self, _report: &Object, _projection: &Value) -> Vec<Warning> {
        Vec::new()
    }

    fn reasons(&self, report: &Object) -> Vec<Vec<String>> {
        let warnings = report.get("warnings").and_then(Value::as_array);
        warnings.into_iter().flatten().map(strings).filter(|strings| !strings.is_empty()).collect()
    }
}

/// One result in a few words, all of them from closed sets.
fn label(result: &Value) -> String {
    let claim = |name: &str| result["result"][name].as_str().unwrap_or("nothing").to_owned();
    let mut label = format!("sensitive {}, untrusted {}", claim("sensitive"), claim("untrusted"));
    let entries = result["evidence"].as_array().map_or(&[][..], Vec::as_slice);
    let mut counts = STATUSES.map(|(status, _)| (status, 0_usize));
    for (status, count) in &mut counts {
        *count = entries.iter().filter(|entry| entry["status"] == *status).count();
    }
    for (status, count) in counts {
        match count {
            0 => {}
            1 => label.push_str(&format!(", {status}")),
            several => label.push_str(&format!(", {several} {status}")),
        }
    }
    label
}

fn array<'v>(found: Option<&'v Value>, member: &str) -> Result<&'v Vec<Value>, ShapeFault> {
    found.and_then(Value::as_array).ok_or_else(|| ShapeFault::new(member, "an array", found))
}

/// An object with no other members than `may`.
fn object<'v>(
    found: Option<&'v Value>,
    member: &str,
    may: &[&str],
) -> Result<&'v Object, ShapeFault> {
    let members = found.and_then(Value::as_object);
    let members = members.ok_or_else(|| ShapeFault::new(member, "an object", found))?;
    match members.iter().find(|(name, _)| !may.contains(&name.as_str())) {
        None => Ok(members),
        Some((name, value)) => {
            let expected = format!("absent: beside {} nothing is compared", may.join(", "));
            Err(ShapeFault::new(format!("{member}.{}", escape(name, 80)), &expected, Some(value)))
        }
    }
}

fn claims(found: Option<&Value>, member: &str) -> Result<(), ShapeFault> {
    let names = ["sensitive", "untrusted"];
    let members = object(found, member, &names)?;
    for name in names {
        let claim = members.get(name);
        if !claim.and_then(Value::as_str).is_some_and(|claim| CLAIMS.contains(&claim)) {
            let expected = "true, false, no_claim or malformed, as a string";
            return Err(ShapeFault::new(format!("{member}.{name}"), expected, claim));
        }
    }
    Ok(())
}

fn evidence(value: &Value, member: &str) -> Result<(), ShapeFault> {
    let members = object(Some(value), member, &["at", "type", "status", "recomputed"])?;
    let fault = |name: &str, expected: &str, found: Option<&Value>| {
        Err(ShapeFault::new(format!("{member}.{name}"), expected, found))
    };
    let at = members.get("at");
    if !at.is_some_and(Value::is_string) {
        return fault("at", "a result's index, or a result's and a block's, as in 0/1", at);
    }
    let kind = members.get("type");
    if kind.is_some_and(|kind| !kind.is_string()) {
        return fault("type", "a string, or absent", kind);
    }
    let status = members.get("status");
    let known = status.and_then(Value::as_str);
    let Some((_, computed)) = STATUSES.iter().find(|(status, _)| Some(*status) == known) else {
        let statuses = STATUSES.map(|(status, _)| status).join(", ");
        return fault("status", &format!("one of {statuses}"), status);
    };
    let recomputed = members.get("recomputed");
    match (computed, recomputed) {
        (true, Some(Value::String(_))) | (false, None) => Ok(()),
        (true, found) => fault("recomputed", "the digest that came out", found),
        (false, found) => fault("recomputed", "absent where no digest is recomputed", found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer() -> Value {
        json!({
            "results": [{
                "result": {"sensitive": "true", "untrusted": "no_claim"},
                "blocks": [{"sensitive": "true", "untrusted": "false"}],
                "evidence": [
                    {"at": "0", "type": "t", "status": "recomputed", "recomputed": "sha256:"},
                    {"at": "0/0", "status": "malformed_ref"},
                    {"at": "0/1", "type": "t", "status": "malformed_ref"}
                ]
            }]
        })
    }

    fn project(report: &Value) -> Result<Value, ShapeFault> {
        TrustAnnotations.project(report.as_object().expect("an object"))
    }

    #[test]
    fn results_are_compared_and_nothing_else() {
        let mut report = answer();
        report["warnings"] = json!([{"at": "0", "message": "why"}, "because", 5, {"at": 1}]);
        assert_eq!(project(&report), Ok(answer()));
        let reasons = TrustAnnotations.reasons(report.as_object().expect("an object"));
        assert_eq!(reasons, [vec!["0".to_owned(), "why".to_owned()], vec!["because".to_owned()]]);
        assert_eq!(project(&json!({"results": []})), Ok(json!({"results": []})));
    }

    #[test]
    fn labels_are_short_and_of_closed_words() {
        let label = |surface: &Value| TrustAnnotations.label(surface);
        assert_eq!(
            label(&answer()),
            "sensitive true, untrusted no_claim, recomputed, 2 malformed_ref"
        );
        assert_eq!(label(&json!({"results": []})), "no result");
        let silent = answer()["results"][0].clone();
        let many: Vec<Value> = vec![silent; 5];
        assert!(label(&json!({ "results": many })).ends_with("; 2 further results"));
    }

    #[test]
    fn each_breach_of_the_shape_names_its_member() {
        let cases: [(&str, Value, &str); 14] = [
            ("", json!({}), "results"),
            ("", json!({"results": {}}), "results"),
            ("/results/0", json!([]), "results.0"),
            ("/results/0/result", json!({"sensitive": "true"}), "results.0.result.untrusted"),
            ("/results/0/result/sensitive", json!(true), "results.0.result.sensitive"),
            ("/results/0/result/sensitive", json!("yes"), "results.0.result.sensitive"),
            ("/results/0/blocks", json!(null), "results.0.blocks"),
            ("/results/0/blocks/0", json!("true"), "results.0.blocks.0"),
            ("/results/0/evidence/0/at", json!(0), "results.0.evidence.0.at"),
            ("/results/0/evidence/0/type", json!(null), "results.0.evidence.0.type"),
            ("/results/0/evidence/0/status", json!("ok"), "results.0.evidence.0.status"),
            ("/results/0/evidence/0/recomputed", json!(null), "results.0.evidence.0.recomputed"),
            (
                "/results/0/evidence/1",
                json!({"at": "0", "status": "malformed_ref", "recomputed": "x"}),
                "results.0.evidence.1.recomputed",
            ),
            (
                "/results/0/evidence/1",
                json!({"at": "0", "status": "malformed_ref", "note\u{1b}": 1}),
                "results.0.evidence.1.note\\u{1b}",
            ),
        ];
        for (place, value, member) in cases {
            let mut report = answer();
            *report.pointer_mut(place).expect(place) = value;
            let fault = project(&report).expect_err("a breach");
            assert_eq!(fault.member, member, "{fault}");
        }
    }
}
