//! What an evaluation says, as it is printed.

use mcp_evidence_contract::Rule;
use serde::Serialize;

/// What is claimed about one boolean. Of two levels the later in this order
/// holds: true stays true, and what may have been true stands before false.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// Nothing is said, which is not false.
    NoClaim,
    /// False is written out.
    False,
    /// A value stands there that is no boolean.
    Malformed,
    /// True.
    True,
}

/// The claims about a result or about one of its blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Claims {
    /// To be treated as confidential.
    pub sensitive: Claim,
    /// From an open-world source.
    pub untrusted: Claim,
}

impl Claims {
    /// No claim about either.
    pub(super) const NONE: Claims = Claims { sensitive: Claim::NoClaim, untrusted: Claim::NoClaim };

    /// The union of two levels.
    pub(super) fn union(self, other: Claims) -> Claims {
        Claims {
            sensitive: self.sensitive.max(other.sensitive),
            untrusted: self.untrusted.max(other.untrusted),
        }
    }
}

/// What became of an evidence reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The record at hand has the digest.
    Recomputed,
    /// The record at hand has another digest.
    DigestMismatch,
    /// Neither `jcs/rfc8785` nor `cbor/rfc8949`.
    UnsupportedCanonicalization,
    /// No record is at hand.
    RecordUnavailable,
    /// A required member is missing or has the wrong form.
    MalformedRef,
}

/// One evidence reference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Evidence {
    /// The result's index, or the result's and the block's: `0`, `0/1`.
    pub at: String,
    /// The reference's type, where it is a string. Text of the case: escape it
    /// before display.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// What became of it.
    pub status: Status,
    /// The digest of the record at hand, where one was computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recomputed: Option<String>,
}

/// What is concluded about one result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ResultClaims {
    /// About the result as a whole.
    pub result: Claims,
    /// About each of its content blocks.
    pub blocks: Vec<Claims>,
    /// The references of the result and then of its blocks, in their order.
    pub evidence: Vec<Evidence>,
}

/// Something that whoever reads the results should know. Nothing of the case is
/// quoted in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// Id of the rule that it is about.
    pub rule: &'static str,
    /// The result or block, as in [`Evidence::at`].
    pub at: String,
    /// What is the matter, in a sentence.
    pub message: String,
}

/// What a client may conclude from a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Evaluation {
    /// One for each result of the case.
    pub results: Vec<ResultClaims>,
    /// Reasons, at most a hundred; no conclusion turns on them.
    pub warnings: Vec<Warning>,
}

/// Warnings as they gather.
#[derive(Debug, Default)]
pub(super) struct Warnings {
    kept: Vec<Warning>,
    more: u64,
}

impl Warnings {
    /// Most that an evaluation lists.
    const MOST: usize = 100;

    pub(super) fn tell(&mut self, rule: &'static Rule, at: &str, message: impl Into<String>) {
        if self.kept.len() < Self::MOST {
            self.kept.push(Warning { rule: rule.id, at: at.to_owned(), message: message.into() });
        } else {
            self.more += 1;
        }
    }

    /// Those that were kept, and in the last one how many were not.
    pub(super) fn into_listed(mut self) -> Vec<Warning> {
        if let (Some(last), 1..) = (self.kept.last_mut(), self.more) {
            last.message =
                format!("{}; {} further warnings are not listed", last.message, self.more);
        }
        self.kept
    }
}
