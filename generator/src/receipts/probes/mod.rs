//! The probe corpus of the receipts: cases on which readings of the text differ.
//! None is scored; each expectation is the pinned reading's, for display.

mod derive;
mod verify;

use super::parts::{Said, call};
use crate::corpus::{Case, Corpus, Suite};
use mcp_evidence_contract::{System, points};

const SUITE: Suite = Suite {
    id: "request-decision-receipts-v0-probes",
    folder: "vectors/request-decision-receipts-v0-probes",
    name: "request-decision-receipts-v0-probes",
    normative_surface: "none: the text leaves room on each of these, and expected is what the \
        reading concludes that this kit pins; point names the question",
    ..super::SUITE
};

/// The corpus `request-decision-receipts-v0-probes`, in the order of the points.
pub fn receipts_probes() -> Corpus {
    let mut cases: Vec<Case> = derive::probes().into_iter().chain(verify::probes()).collect();
    let points: Vec<_> = points::of(System::RequestDecisionReceipts).collect();
    let order: Vec<&str> = points.iter().flat_map(|point| point.probes).copied().collect();
    cases.sort_by_key(|case| order.iter().position(|id| *id == case.id));
    for case in &mut cases {
        let point = points.iter().find(|point| point.probes.contains(&case.id));
        case.point = Some(point.expect("every probe stands in the list of its point").id);
        (case.rule, case.twin, case.edit) = (None, None, None);
    }
    SUITE.corpus(cases)
}

/// A call with the id 1 and a line feed.
fn line() -> String {
    call("\"id\":1,") + "\n"
}

fn one() -> Said {
    Said::id(1)
}
