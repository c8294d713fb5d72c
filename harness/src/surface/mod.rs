//! What of a report is compared, suite family by suite family.

mod annotations;
mod privileged;
mod receipts;
mod smallest;
mod tool_decision;
mod verdict;

pub use annotations::TrustAnnotations;
pub use privileged::PrivilegedMcpAction;
pub use receipts::Receipts;
pub use tool_decision::ToolDecisionSurface;
pub use verdict::Checked;

use crate::warning::Warning;
use mcp_evidence_contract::System;
use mcp_evidence_contract::system::TOOL_DECISION_CHECK_PROFILE;
use serde_json::{Map, Value};
use std::fmt;

/// A report, or an expectation, as the object it is.
pub type Object = Map<String, Value>;

/// What a case is on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaseForm {
    /// A file, called `case-NNN` and this, dot included.
    File(&'static str),
    /// A folder called `case-NNN`, in which the files have names of their own.
    Folder,
}

/// The normative surface of a family of suites: which shape a report must
/// have, what is projected from it, and how that compares.
///
/// Expectations and projections are JSON objects that hold a member exactly
/// where it is present: an absent member never equals a present one.
pub trait Surface: Send + Sync {
    /// What a candidate is given.
    fn form(&self) -> CaseForm {
        CaseForm::File(".json")
    }

    /// Bytes that an answer may need, where that is more than what a run allows
    /// anyway.
    fn answer_limit(&self) -> usize {
        0
    }

    /// Projects the surface from a report or from an expectation.
    ///
    /// # Errors
    /// The object breaks the surface's shape.
    fn project(&self, report: &Object) -> Result<Value, ShapeFault>;

    /// Projects the surface from what a vector expects, which may leave open
    /// what the text leaves open.
    ///
    /// # Errors
    /// The object breaks the surface's shape.
    fn expectation(&self, expected: &Object) -> Result<Value, ShapeFault> {
        self.project(expected)
    }

    /// Whether a projection can have this member, by its path as a baseline
    /// writes it: `verdict`, `list[0].name`.
    fn has_member(&self, path: &str) -> bool;

    /// The smallest reports of the right shape, one of each kind, as JSON: for
    /// somebody whose report has another.
    fn smallest(&self) -> &'static [&'static str];

    /// Every breach of the surface's shape, that of [`Surface::project`] first;
    /// none where the shape holds.
    fn faults(&self, report: &Object) -> Vec<ShapeFault> {
        self.project(report).err().into_iter().collect()
    }

    /// Whether two projections agree.
    fn agree(&self, expected: &Value, observed: &Value) -> bool {
        expected == observed
    }

    /// Whether a projection accepts its case, for suites where there is such a
    /// thing.
    fn accepts(&self, projection: &Value) -> Option<bool>;

    /// A projection in a few words: `pass / invalid`.
    fn label(&self, projection: &Value) -> String;

    /// The answers that say nothing about the case: what a program could give
    /// to every vector, taken from what the vectors expect.
    fn constants(&self, expectations: &[&Value]) -> Vec<Value>;

    /// What a reviewer should know about a report, unscored.
    fn warnings(&self, report: &Object, projection: &Value) -> Vec<Warning>;

    /// What the candidate says beside the surface, word for word: for each of
    /// its findings the strings in it.
    fn reasons(&self, report: &Object) -> Vec<Vec<String>>;
}

/// The surface that belongs to a profile, by the profile's id.
pub fn of_profile(profile: &str) -> Option<Box<dyn Surface>> {
    match System::of_profile(profile)? {
        System::PrivilegedMcpAction => Some(Box::new(PrivilegedMcpAction::new(profile))),
        System::ToolDecisionSurface if profile == TOOL_DECISION_CHECK_PROFILE => {
            Some(Box::new(Checked))
        }
        System::ToolDecisionSurface => Some(Box::new(ToolDecisionSurface)),
        System::RequestDecisionReceipts => Some(Box::new(Receipts)),
        System::TrustAnnotations => Some(Box::new(TrustAnnotations)),
    }
}

/// Whether a path begins with one of these members of the surface's own object.
fn begins_with(path: &str, members: &[&str]) -> bool {
    path.split(['.', '[']).next().is_some_and(|first| members.contains(&first))
}

/// A member that breaks a report's shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShapeFault {
    /// The member, as a dotted path from the report's own object.
    pub member: String,
    /// What the shape asks of it.
    pub expected: String,
    /// What stands there instead, bounded and escaped.
    pub found: String,
}

impl ShapeFault {
    /// A fault at `member`, where `found` stands or nothing does.
    pub fn new(member: impl Into<String>, expected: &str, found: Option<&Value>) -> ShapeFault {
        /// A wrong value is shown as far as a right one could be long.
        const SHOWN: usize = 80;
        ShapeFault {
            member: member.into(),
            expected: expected.to_owned(),
            found: match found {
                None => "absent".to_owned(),
                Some(Value::Object(members)) => format!("an object of {}", members.len()),
                Some(Value::Array(items)) => format!("an array of {}", items.len()),
                Some(value) => crate::escape::escape(&value.to_string(), SHOWN),
            },
        }
    }
}

impl fmt::Display for ShapeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} must be {}, and is {}", self.member, self.expected, self.found)
    }
}

impl std::error::Error for ShapeFault {}
