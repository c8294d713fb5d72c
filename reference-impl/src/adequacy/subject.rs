//! What is measured: a program whose rules can be changed one at a time, and
//! the vectors that may notice.

use super::{Change, Void, outcome, trace};
use crate::Limits;
use mcp_evidence_contract::{Alternative, Outcome, Rule, System, catalogue};

/// A program and a corpus.
pub trait Subject: Sync {
    /// The rules that are taken away one by one.
    fn rules(&self) -> Vec<&'static Rule>;

    /// The other readings that are taken one by one.
    fn alternatives(&self) -> Vec<&'static Alternative>;

    /// How many vectors the corpus has.
    fn vectors(&self) -> usize;

    /// Whether the changed program's answer to a vector is not the expected
    /// one.
    fn notices(&self, vector: usize, change: Change) -> bool;

    /// [`Void::Disagrees`], where the unchanged program's answer to a vector is
    /// not the expected one.
    fn disagreement(&self, vector: usize) -> Option<Void>;

    /// Everything that a change to could make a difference to a vector.
    fn seen(&self, vector: usize) -> Seen;
}

/// Rules and readings that a case makes a program ask for.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Rules, each once.
    pub rules: Vec<&'static Rule>,
    /// Alternative readings, each once.
    pub alternatives: Vec<&'static Alternative>,
}

/// One vector of a corpus of bundles.
#[derive(Debug, Clone, Copy)]
pub struct Vector<'a> {
    /// Its id.
    pub id: &'a str,
    /// The bundle's bytes.
    pub bundle: &'a [u8],
    /// The outcome that its corpus declares.
    pub expected: Outcome,
}

/// The verifier of `privileged-mcp-action`, and bundles.
pub(super) struct Bundles<'a> {
    pub(super) vectors: &'a [Vector<'a>],
    pub(super) limits: &'a Limits,
}

impl Subject for Bundles<'_> {
    fn rules(&self) -> Vec<&'static Rule> {
        catalogue::of(System::PrivilegedMcpAction).collect()
    }

    fn alternatives(&self) -> Vec<&'static Alternative> {
        catalogue::alternatives_of(System::PrivilegedMcpAction).collect()
    }

    fn vectors(&self) -> usize {
        self.vectors.len()
    }

    fn notices(&self, vector: usize, change: Change) -> bool {
        let Vector { bundle, expected, .. } = self.vectors[vector];
        outcome(bundle, self.limits, change) != Some(expected)
    }

    fn disagreement(&self, vector: usize) -> Option<Void> {
        let Vector { id, bundle, expected } = self.vectors[vector];
        let concluded = outcome(bundle, self.limits, Change::Nothing);
        let concluded = concluded.unwrap_or(Outcome::IntegrityFail);
        (concluded != expected).then(|| Void::Disagrees {
            vector: id.to_owned(),
            expected: expected.to_string(),
            concluded: concluded.to_string(),
        })
    }

    fn seen(&self, vector: usize) -> Seen {
        let trace = trace(self.vectors[vector].bundle, self.limits);
        let rules = trace.violated.into_iter().chain(trace.used).collect();
        Seen { rules, alternatives: trace.asked }
    }
}
