//! The answer of the trust-annotations draft: `results`, one for each result of
//! the case.

use super::privileged::strings;
use super::{Object, ShapeFault, Surface, begins_with, smallest};
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

/// Breaches of the shape that are told of one report.
const MOST_FAULTS: usize = 20;

/// The surface of suites of the draft: `results`, whole.
#[derive(Debug, Clone, Copy)]
pub struct TrustAnnotations;

impl Surface for TrustAnnotations {
    fn project(&self, report: &Object) -> Result<Value, ShapeFault> {
        match self.faults(report).into_iter().next() {
            None => Ok(json!({ "results": report.get("results") })),
            Some(fault) => Err(fault),
        }
    }

    /// At most twenty.
    fn faults(&self, report: &Object) -> Vec<ShapeFault> {
        let mut faults = Vec::new();
        for (index, value) in array(&mut faults, "results", report.get("results")).enumerate() {
            let at = format!("results.{index}");
            let members = object(&mut faults, &at, Some(value), &["result", "blocks", "evidence"]);
            let Some(members) = members else { continue };
            claims(&mut faults, &format!("{at}.result"), members.get("result"));
            let place = format!("{at}.blocks");
            let blocks = array(&mut faults, &place, members.get("blocks"));
            for (block, value) in blocks.enumerate() {
                claims(&mut faults, &format!("{place}.{block}"), Some(value));
            }
            let place = format!("{at}.evidence");
            let entries = array(&mut faults, &place, members.get("evidence"));
            for (entry, value) in entries.enumerate() {
                evidence(&mut faults, &format!("{place}.{entry}"), value);
            }
            if faults.len() > MOST_FAULTS {
                break;
            }
        }
        faults.truncate(MOST_FAULTS);
        faults
    }

    fn smallest(&self) -> &'static [&'static str] {
        &smallest::ANNOTATIONS
    }

    fn has_member(&self, path: &str) -> bool {
        begins_with(path, &["results"])
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

/// The elements of an array; none, and a fault, where there is no array.
fn array<'v>(
    faults: &mut Vec<ShapeFault>,
    member: &str,
    found: Option<&'v Value>,
) -> std::slice::Iter<'v, Value> {
    match found.and_then(Value::as_array) {
        Some(items) => items.iter(),
        None => {
            faults.push(ShapeFault::new(member, "an array", found));
            [].iter()
        }
    }
}

/// An object with no other members than `may`.
fn object<'v>(
    faults: &mut Vec<ShapeFault>,
    member: &str,
    found: Option<&'v Value>,
    may: &[&str],
) -> Option<&'v Object> {
    let Some(members) = found.and_then(Value::as_object) else {
        faults.push(ShapeFault::new(member, "an object", found));
        return None;
    };
    if let Some((name, value)) = members.iter().find(|(name, _)| !may.contains(&name.as_str())) {
        let expected = format!("absent: beside {} nothing is compared", may.join(", "));
        let place = format!("{member}.{}", escape(name, 80));
        faults.push(ShapeFault::new(place, &expected, Some(value)));
    }
    Some(members)
}

fn claims(faults: &mut Vec<ShapeFault>, member: &str, found: Option<&Value>) {
    let names = ["sensitive", "untrusted"];
    let Some(members) = object(faults, member, found, &names) else { return };
    for name in names {
        let claim = members.get(name);
        if !claim.and_then(Value::as_str).is_some_and(|claim| CLAIMS.contains(&claim)) {
            let expected = "true, false, no_claim or malformed, as a string";
            faults.push(ShapeFault::new(format!("{member}.{name}"), expected, claim));
        }
    }
}

fn evidence(faults: &mut Vec<ShapeFault>, member: &str, value: &Value) {
    let may = ["at", "type", "status", "recomputed"];
    let Some(members) = object(faults, member, Some(value), &may) else { return };
    let mut fault = |name: &str, expected: &str| {
        faults.push(ShapeFault::new(format!("{member}.{name}"), expected, members.get(name)));
    };
    if !members.get("at").is_some_and(Value::is_string) {
        fault("at", "a result's index, or a result's and a block's, as in 0/1");
    }
    if members.get("type").is_some_and(|kind| !kind.is_string()) {
        fault("type", "a string, or absent");
    }
    let known = members.get("status").and_then(Value::as_str);
    match STATUSES.iter().find(|(status, _)| Some(*status) == known) {
        None => fault("status", &format!("one of {}", STATUSES.map(|(word, _)| word).join(", "))),
        Some((_, true)) => {
            if !members.get("recomputed").is_some_and(Value::is_string) {
                fault("recomputed", "the digest that came out");
            }
        }
        Some((_, false)) => {
            if members.contains_key("recomputed") {
                fault("recomputed", "absent where no digest is recomputed");
            }
        }
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

    #[test]
    fn breaches_are_told_all_within_their_bound() {
        let report = json!({"results": [{"result": {"sensitive": 1}, "evidence": [{}]}]});
        let faults = |report: &Value| TrustAnnotations.faults(report.as_object().expect("one"));
        let members: Vec<String> = faults(&report)
            .into_iter()
            .map(|fault| fault.member.replacen("results.0.", "", 1))
            .collect();
        assert_eq!(
            members,
            [
                "result.sensitive",
                "result.untrusted",
                "blocks",
                "evidence.0.at",
                "evidence.0.status"
            ]
        );
        let many = vec![json!(null); 1000];
        assert_eq!(faults(&json!({ "results": many })).len(), MOST_FAULTS);
    }
}
