//! The probe corpus: bundles on which readings of the text differ. None is
//! scored; each expectation is the pinned reading's, for display. One file for
//! each part of a bundle.

mod container;
mod envelope;
mod json;
mod numbers;
mod records;
mod values;

use crate::corpus::{BUNDLE, Case, Corpus, Suite};
use crate::draft::Draft;
use crate::twin::Twin;
use mcp_evidence_contract::vocabulary::PROFILE;
use mcp_evidence_contract::{Outcome, System, points};

const SUITE: Suite = Suite {
    id: "privileged-mcp-action-v0-probes",
    folder: "vectors/privileged-mcp-action-v0-probes",
    name: "privileged-mcp-action-v0-probes",
    profile: PROFILE,
    spec: "docs/profiles/privileged-mcp-action/v0.md",
    normative_surface: "none: the text leaves room on each of these, and expected is what the \
        reading concludes that this kit pins; point names the question",
    bundles: "bundles",
    extension: BUNDLE,
};

/// The corpus `privileged-mcp-action-v0-probes`, in the order of the points.
pub fn probes() -> Corpus {
    let files = [
        json::vectors(),
        numbers::vectors(),
        container::vectors(),
        envelope::vectors(),
        values::vectors(),
        records::vectors(),
    ];
    let mut cases: Vec<Case> = files.into_iter().flatten().collect();
    let order: Vec<&str> =
        points::of(System::PrivilegedMcpAction).flat_map(|point| point.probes).copied().collect();
    cases.sort_by_key(|case| order.iter().position(|id| *id == case.id));
    SUITE.corpus(cases)
}

/// A probe that waits for its expectation.
struct Probe {
    id: &'static str,
    description: String,
    draft: Draft,
}

impl Twin {
    /// A probe that differs from the twin by `change`: in words, it is the
    /// twin, except that `edit`.
    fn probe(&self, id: &'static str, edit: &str, change: impl FnOnce(Draft) -> Draft) -> Probe {
        let description = format!("{}, except that {edit}.", self.title);
        Probe { id, description, draft: change(self.draft()) }
    }
}

impl Probe {
    /// The finished probe, with the outcome of the pinned reading.
    fn expect(self, expected: Outcome) -> Case {
        let point = points::all().find(|point| point.probes.contains(&self.id));
        let point = point.expect("every probe stands in the list of its point");
        Case {
            point: Some(point.id),
            ..Case::new(self.id, self.description, self.draft.seal(), expected)
        }
    }
}
