//! The corpora of `assay.tool_decision_surface.v0`: observed calls and the
//! surface of their record, records and the verdict on them, and the points that
//! the text leaves open.
//!
//! Records are a suite of their own: their cases are records instead of calls,
//! and their answer is a verdict, so that neither a candidate nor the harness
//! has to guess which of the two a case is.

mod arguments;
mod check;
mod control;
mod decision;
mod fixtures;
mod github;
mod hashed;
mod hashes;
mod leaves;
mod probes;
mod secrets;
mod slack;
mod twin;
mod workspace;

use crate::corpus::{Corpus, Suite};
use mcp_evidence_contract::system::{TOOL_DECISION_CHECK_PROFILE, TOOL_DECISION_PROFILE};

const SPEC: &str = "Tool-decision surface (assay.tool_decision_surface.v0)";

const CLASSIFY: Suite = Suite {
    id: "tool-decision-surface-v0",
    folder: "vectors/tool-decision-surface-v0",
    name: "tool-decision-surface-v0",
    profile: TOOL_DECISION_PROFILE,
    spec: SPEC,
    normative_surface: "schema; which of the three non_claims are there; of each entry \
        classification, reason_code (where a list is expected, one of it), detail of incomplete \
        deploy keys, tool, class, verb, resource_type and target of action, effect, rule_id and \
        enforced of decision, response, and the three members of redaction; U+FFFD in an \
        expectation stands for whatever replaces a control character; a title's or a slack \
        workspace's hash of nothing may be null or absent; and nothing that is printed may hold a \
        text of forbidden",
    bundles: "cases",
    extension: ".json",
};

const CHECK: Suite = Suite {
    id: "tool-decision-surface-v0-check",
    folder: "vectors/tool-decision-surface-v0-check",
    name: "tool-decision-surface-v0-check",
    profile: TOOL_DECISION_CHECK_PROFILE,
    spec: SPEC,
    normative_surface: "verdict: valid or invalid",
    bundles: "records",
    extension: ".json",
};

const PROBES: Suite = Suite {
    id: "tool-decision-surface-v0-probes",
    folder: "vectors/tool-decision-surface-v0-probes",
    name: "tool-decision-surface-v0-probes",
    profile: TOOL_DECISION_PROFILE,
    spec: SPEC,
    normative_surface: "none: the text leaves room on each of these, and expected is what the \
        reading gives that this kit pins; point names the question",
    bundles: "cases",
    extension: ".json",
};

/// The corpus `tool-decision-surface-v0`: the seven fixtures that the text names,
/// then one rule a vector.
pub fn tool_decisions() -> Corpus {
    let files = [
        fixtures::vectors(),
        leaves::vectors(),
        arguments::vectors(),
        github::vectors(),
        slack::vectors(),
        workspace::vectors(),
        hashed::vectors(),
        secrets::vectors(),
        decision::vectors(),
        control::vectors(),
    ];
    CLASSIFY.corpus(files.into_iter().flatten().collect())
}

/// The corpus `tool-decision-surface-v0-check`: records, and whether they may be
/// written.
pub fn tool_decision_records() -> Corpus {
    CHECK.corpus(check::vectors())
}

/// The corpus `tool-decision-surface-v0-probes`, in the order of the points.
pub fn tool_decision_probes() -> Corpus {
    PROBES.corpus(probes::vectors())
}
