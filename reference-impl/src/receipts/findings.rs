//! What a verification has to say, bounded.

use super::limits;
use crate::held::Held;
use mcp_evidence_contract::{Kind, Rule};
use serde::Serialize;
use std::fmt;

/// The files of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Source {
    /// What the caller says about the capture: `case.json`, or flags.
    #[serde(rename = "case.json")]
    Case,
    /// The capture.
    #[serde(rename = "requests.jsonl")]
    Capture,
    /// The decision log.
    #[serde(rename = "decisions.jsonl")]
    Log,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Source::Case => "case.json",
            Source::Capture => "requests.jsonl",
            Source::Log => "decisions.jsonl",
        })
    }
}

/// Where something was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// The file.
    pub file: Source,
    /// Its line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The member of the object in that line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<&'static str>,
}

impl Place {
    pub(super) const fn line(file: Source, line: u64) -> Place {
        Place { file, line: Some(line), member: None }
    }

    pub(super) const fn file(file: Source) -> Place {
        Place { file, line: None, member: None }
    }

    pub(super) const fn member(self, member: &'static str) -> Place {
        Place { member: Some(member), ..self }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(line) = self.line {
            write!(f, " line {line}")?;
        }
        if let Some(member) = self.member {
            write!(f, ", {member}")?;
        }
        Ok(())
    }
}

/// One broken rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Id of the rule.
    pub rule: &'static str,
    /// The paragraph that states it.
    pub section: &'static str,
    /// What was seen, bounded and without control characters.
    pub message: String,
    /// Where.
    pub at: Place,
}

/// The findings so far, the first of them word for word.
pub(super) struct Findings<'h, H> {
    pub(super) held: &'h H,
    pub(super) kept: Vec<Finding>,
    pub(super) count: u64,
}

impl<'h, H: Held> Findings<'h, H> {
    pub(super) fn new(held: &'h H) -> Findings<'h, H> {
        Findings { held, kept: Vec::new(), count: 0 }
    }

    pub(super) fn violated(
        &mut self,
        rule: &'static Rule,
        at: Place,
        message: impl FnOnce() -> String,
    ) {
        // A permission is told of only where it is not granted.
        if rule.kind == Kind::Requirement && !self.held.holds(rule) {
            return;
        }
        self.count += 1;
        if self.kept.len() < limits::FINDINGS {
            let Rule { id, section, .. } = *rule;
            self.kept.push(Finding { rule: id, section, message: message(), at });
        }
    }
}
