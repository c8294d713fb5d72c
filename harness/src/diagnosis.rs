//! Which rules a candidate seems to lack, and which it overdoes.

use crate::escape::{COMMAND, escape};
use crate::quote;
use crate::reporter::diff;
use crate::result::{Case, RuleRecord, Status};
use crate::surface::Surface;
use mcp_evidence_contract::catalogue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// Rules by what the candidate's mismatches say about them, each list by stage
/// and then in the order of the cases.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Diagnosis {
    /// A vector that breaks the rule was accepted, or answered otherwise where
    /// nothing is accepted or rejected.
    pub lacks: Vec<Diagnosed>,
    /// A vector that must be accepted was rejected.
    pub too_strict: Vec<Diagnosed>,
    /// Rejected or accepted as it must be, and yet another answer: the wrong
    /// stage, or other claims.
    pub otherwise: Vec<Diagnosed>,
}

/// What a mismatch says about a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// Accepts what breaks the rule.
    Accepts,
    /// Rejects what the rule allows.
    Rejects,
    /// Rejects, but with another answer.
    RejectsOtherwise,
    /// Accepts, but with other claims.
    AcceptsOtherwise,
    /// Gives another answer, where nothing is accepted or rejected.
    AnswersOtherwise,
}

/// A rule, and the vectors that tell about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Diagnosed {
    /// The rule.
    pub rule: RuleRecord,
    /// What the candidate does.
    pub finding: Finding,
    /// Ids of the vectors.
    pub vectors: Vec<String>,
    /// The members in which the answer to the first of them is another than the
    /// expected one, where it is no matter of accepting or rejecting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub differs: Option<String>,
    /// What is likely wrong, where the integrity of the first of them fails for
    /// the bytes that the candidate hashes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub likely: Option<String>,
    /// The command that shows the bundle of that vector.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inspect: Option<String>,
}

impl fmt::Display for Diagnosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RuleRecord { id, section, text, permission, .. } = &self.rule;
        let (id, text) = (id.as_str(), text.as_deref().unwrap_or("a rule of the corpus"));
        let lacking = catalogue::find(id).map_or("", |rule| rule.lacking);
        match (self.finding, permission) {
            (Finding::Accepts, _) if !lacking.is_empty() => write!(f, "accepts {lacking}")?,
            (Finding::Accepts, _) => {
                write!(f, "accepts a case in which this does not hold: {text}")?
            }
            (Finding::Rejects, true) => write!(f, "rejects what is allowed: {text}")?,
            (Finding::Rejects, false) => write!(f, "rejects a case in which this holds: {text}")?,
            (Finding::RejectsOtherwise, _) => {
                write!(f, "rejects, but not for this: {text}")?;
            }
            (Finding::AnswersOtherwise, _) if !lacking.is_empty() => f.write_str(lacking)?,
            (Finding::AnswersOtherwise, _) => write!(f, "answers otherwise: {text}")?,
            (Finding::AcceptsOtherwise, _) => write!(f, "accepts with other claims: {text}")?,
        }
        match section {
            Some(section) => write!(f, " ({section}, `{id}`)"),
            None => write!(f, " (`{id}`)"),
        }
    }
}

/// What is likely wrong with a candidate that fails the integrity of this case,
/// although its rule allows it, where that is the bytes that are hashed.
pub(crate) fn likely(case: &Case) -> Option<&'static str> {
    let rule = case.rule.as_ref().filter(|rule| rule.permission && fails_integrity(case))?;
    let hashing = catalogue::find(&rule.id)?.hashing;
    (!hashing.is_empty()).then_some(hashing)
}

/// The command that shows a bundle, up to its name.
pub(crate) const INSPECT: [&str; 2] = ["mcp-evidence", "inspect"];

/// Whether the candidate fails the integrity of a bundle.
pub(crate) fn fails_integrity(case: &Case) -> bool {
    case.observed.as_ref().is_some_and(|observed| observed["bundle_integrity"] == "fail")
}

/// Whether the candidate fails the integrity of a bundle that must pass.
pub(crate) fn fails_good_bundle(case: &Case) -> bool {
    fails_integrity(case) && case.expected["bundle_integrity"] == "pass"
}

/// The command that shows the bundle of a case; the results of earlier versions
/// do not tell it.
pub(crate) fn inspecting(case: &Case) -> String {
    let by_id = || quote::command_line(INSPECT.into_iter().chain([case.id.as_str()]));
    case.inspect.clone().unwrap_or_else(by_id)
}

/// The command that prints the bytes to hash, for a person to fill in the event;
/// `inspecting` shows the bundle.
pub(crate) fn bytes_to_hash(inspecting: &str) -> String {
    let command = escape(inspecting, COMMAND);
    format!("{command} --canonical N, N being the event's assayseq")
}

impl Diagnosis {
    /// The same without what only these vectors tell.
    #[must_use]
    pub fn without(&self, vectors: &BTreeSet<&str>) -> Diagnosis {
        let keep = |list: &[Diagnosed]| {
            let mut kept = list.to_vec();
            for diagnosed in &mut kept {
                // What is said of the first vector is said of no other.
                let first = diagnosed.vectors.first();
                if first.is_some_and(|id| vectors.contains(id.as_str())) {
                    diagnosed.differs = None;
                    diagnosed.likely = None;
                    diagnosed.inspect = None;
                }
                diagnosed.vectors.retain(|id| !vectors.contains(id.as_str()));
            }
            kept.retain(|diagnosed| !diagnosed.vectors.is_empty());
            kept
        };
        Diagnosis {
            lacks: keep(&self.lacks),
            too_strict: keep(&self.too_strict),
            otherwise: keep(&self.otherwise),
        }
    }

    /// The diagnosis of one run.
    pub fn of<'a>(cases: impl IntoIterator<Item = &'a Case>, surface: &dyn Surface) -> Diagnosis {
        let mut diagnosis = Diagnosis::default();
        for case in cases {
            let (Status::Mismatch, Some(rule), Some(observed)) =
                (case.status, &case.rule, &case.observed)
            else {
                continue;
            };
            let finding = match (surface.accepts(&case.expected), surface.accepts(observed)) {
                (Some(false), Some(true)) => Finding::Accepts,
                (Some(true), Some(false)) => Finding::Rejects,
                (Some(false), Some(false)) => Finding::RejectsOtherwise,
                (Some(true), Some(true)) => Finding::AcceptsOtherwise,
                (None, _) | (_, None) => Finding::AnswersOtherwise,
            };
            let differs = match finding {
                Finding::Accepts | Finding::Rejects => None,
                // Where only what must not be printed was, the answer is the right one.
                Finding::RejectsOtherwise
                | Finding::AcceptsOtherwise
                | Finding::AnswersOtherwise => (case.expected != *observed
                    && case.leaks.is_empty())
                .then(|| diff::members(&case.expected, observed)),
            };
            diagnosis.add(Diagnosed {
                rule: rule.clone(),
                finding,
                vectors: vec![case.id.clone()],
                differs,
                likely: likely(case).map(str::to_owned),
                inspect: likely(case).map(|_| inspecting(case)),
            });
        }
        diagnosis.sort();
        diagnosis
    }

    /// The diagnosis of several runs as one.
    pub fn merge(diagnoses: impl IntoIterator<Item = Diagnosis>) -> Diagnosis {
        let mut merged = Diagnosis::default();
        for diagnosis in diagnoses {
            let Diagnosis { lacks, too_strict, otherwise } = diagnosis;
            for diagnosed in lacks.into_iter().chain(too_strict).chain(otherwise) {
                merged.add(diagnosed);
            }
        }
        merged.sort();
        merged
    }

    /// The lists, each under the title that all reporters give it.
    pub fn lists(&self) -> [(&'static str, &[Diagnosed]); 3] {
        let Diagnosis { lacks, too_strict, otherwise } = self;
        [
            ("Rules that this candidate seems to lack", lacks),
            ("Rules that it enforces too strictly", too_strict),
            ("Rules that it answers in another way", otherwise),
        ]
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.lacks.is_empty() && self.too_strict.is_empty() && self.otherwise.is_empty()
    }

    fn add(&mut self, diagnosed: Diagnosed) {
        let list = match diagnosed.finding {
            Finding::Accepts | Finding::AnswersOtherwise => &mut self.lacks,
            Finding::Rejects => &mut self.too_strict,
            Finding::RejectsOtherwise | Finding::AcceptsOtherwise => &mut self.otherwise,
        };
        let same = list
            .iter_mut()
            .find(|other| other.rule.id == diagnosed.rule.id && other.finding == diagnosed.finding);
        match same {
            Some(other) => other.vectors.extend(diagnosed.vectors),
            None => list.push(diagnosed),
        }
    }

    fn sort(&mut self) {
        for list in [&mut self.lacks, &mut self.too_strict, &mut self.otherwise] {
            list.sort_by_key(|diagnosed| {
                let RuleRecord { stage, operation, .. } = &diagnosed.rule;
                (stage.unwrap_or(u8::MAX), operation.clone())
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_said_of_the_first_vector_alone() {
        let diagnosed = Diagnosed {
            rule: RuleRecord::unknown("r"),
            finding: Finding::RejectsOtherwise,
            vectors: vec!["one".to_owned(), "two".to_owned()],
            differs: Some("verdict".to_owned()),
            likely: None,
            inspect: None,
        };
        let diagnosis = Diagnosis { otherwise: vec![diagnosed], ..Diagnosis::default() };
        for (known, differs) in [("one", None), ("two", Some("verdict"))] {
            let left = diagnosis.without(&BTreeSet::from([known]));
            assert_eq!(left.otherwise[0].differs.as_deref(), differs);
        }
    }
}
