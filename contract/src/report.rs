//! What a verifier prints about one bundle (§3).

use crate::vocabulary::{NON_CLAIMS, PROFILE, REPORT_SCHEMA};
use crate::{BundleIntegrity, ClaimMatrix, Outcome, Rule, Verdict};
use serde::Serialize;

/// The report of §3. Members serialize in the order of the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    schema: &'static str,
    profile: &'static str,
    bundle_integrity: BundleIntegrity,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict>,
    #[serde(skip_serializing_if = "Option::is_none")]
    claims: Option<ClaimMatrix>,
    findings: Vec<Finding>,
    non_claims: [&'static str; 4],
}

impl Report {
    /// A report of `privileged-mcp-action/v0`, with the four fixed non-claims.
    pub fn new(outcome: Outcome, findings: Vec<Finding>) -> Report {
        Report {
            schema: REPORT_SCHEMA,
            profile: PROFILE,
            bundle_integrity: outcome.bundle_integrity(),
            verdict: outcome.verdict(),
            claims: outcome.claims().copied(),
            findings,
            non_claims: NON_CLAIMS,
        }
    }

    /// The report's comparison surface.
    pub fn outcome(&self) -> Outcome {
        match (self.verdict, self.claims) {
            (Some(Verdict::Valid), Some(claims)) => Outcome::Valid(claims),
            (Some(_), _) => Outcome::Invalid,
            (None, _) => Outcome::IntegrityFail,
        }
    }

    /// What the verifier has to say about the bundle, in its own words.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }
}

/// One thing that a verifier noticed. Serializes as
/// `{rule, stage, section, message, at}`; `at` is left out where the finding
/// is about the whole bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Id of the rule in the [`catalogue`](crate::catalogue).
    pub rule: &'static str,
    /// The verification stage, 1 to 4; left out where the text has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<u8>,
    /// The section that states the rule, as `§5 Stage 2`.
    pub section: &'static str,
    /// What is wrong, for people. May quote bundle content: escape before display.
    pub message: String,
    /// Where.
    #[serde(skip_serializing_if = "Location::is_whole_bundle")]
    pub at: Location,
}

impl Finding {
    /// A finding about `rule`.
    pub fn new(rule: &'static Rule, message: String, at: Location) -> Finding {
        Finding { rule: rule.id, stage: rule.stage.number(), section: rule.section, message, at }
    }
}

/// Where in a bundle something was found; absent parts are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Location {
    /// The entry's fixed name, never text from the bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<&'static str>,
    /// Line of `events.ndjson`, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// Member, as a dotted path from the line's or the file's own object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<&'static str>,
    /// Byte offset into the decoded archive or, beside `line`, into that line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
}

impl Location {
    /// The bundle as a whole.
    pub const BUNDLE: Location = Location { entry: None, line: None, member: None, offset: None };

    /// A byte of the decoded archive.
    pub fn archive(offset: u64) -> Location {
        Location { offset: Some(offset), ..Location::BUNDLE }
    }

    /// The manifest entry.
    pub fn manifest() -> Location {
        Location { entry: Some("manifest.json"), ..Location::BUNDLE }
    }

    /// A line of the events entry, from 1.
    pub fn line(line: u64) -> Location {
        Location { entry: Some("events.ndjson"), line: Some(line), ..Location::BUNDLE }
    }

    /// The same place, at one member.
    #[must_use]
    pub fn member(self, member: &'static str) -> Location {
        Location { member: Some(member), ..self }
    }

    /// The same place, at one byte.
    #[must_use]
    pub fn offset(self, offset: u64) -> Location {
        Location { offset: Some(offset), ..self }
    }

    /// Whether no part narrows the place down.
    pub fn is_whole_bundle(&self) -> bool {
        *self == Location::BUNDLE
    }
}

impl std::fmt::Display for Location {
    /// `events.ndjson line 2, data.reason`; nothing for the whole bundle.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut parts = Vec::new();
        match (self.entry, self.line) {
            (Some(entry), Some(line)) => parts.push(format!("{entry} line {line}")),
            (Some(entry), None) => parts.push(entry.to_owned()),
            (None, _) => {}
        }
        if let Some(member) = self.member {
            parts.push(member.to_owned());
        }
        if let Some(offset) = self.offset {
            parts.push(format!("byte {offset}"));
        }
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    #[test]
    fn members_stand_in_the_order_of_section_3() {
        let report = Report::new(Outcome::IntegrityFail, Vec::new());
        assert_eq!(
            serde_json::to_string(&report).expect("serializes"),
            concat!(
                r#"{"schema":"assay.privileged_mcp_action.verify.report.v0","#,
                r#""profile":"privileged-mcp-action/v0","bundle_integrity":"fail","findings":[],"#,
                r#""non_claims":["allow does not prove upstream delivery","#,
                r#""deny does not establish maliciousness","#,
                r#""caller-visible denial does not prove external side-effect absence","#,
                r#""bundle integrity does not upgrade source class"]}"#
            )
        );
    }

    #[test]
    fn a_finding_names_rule_section_and_place() {
        let finding = Finding::new(
            &catalogue::decision::REASON_VOCABULARY,
            "no such reason".to_owned(),
            Location::line(1).member("data.reason"),
        );
        assert_eq!(
            serde_json::to_string(&finding).expect("serializes"),
            r#"{"rule":"stage2.decision.reason.vocabulary","stage":2,"section":"§5 Stage 2","message":"no such reason","at":{"entry":"events.ndjson","line":1,"member":"data.reason"}}"#
        );
        assert_eq!(finding.at.to_string(), "events.ndjson line 1, data.reason");
    }
}
