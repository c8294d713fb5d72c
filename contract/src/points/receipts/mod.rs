//! Points of the request-decision receipts. The text has neither numbers nor
//! headings: `§2 Record` is its second paragraph.

mod derive;
mod verify;

use super::Point;

pub(super) const DERIVE: &[Point] = derive::POINTS;
pub(super) const VERIFY: &[Point] = verify::POINTS;

/// The answers under short names, for tables.
mod answer {
    use crate::points::Answer;

    pub(super) const ACCEPTED: Answer = Answer::At("/verdict", "\"accepted\"");
    pub(super) const REJECTED: Answer = Answer::At("/verdict", "\"rejected\"");
    pub(super) const COMPLETE: Answer = Answer::At("/complete", "true");
    pub(super) const INCOMPLETE: Answer = Answer::At("/complete", "false");
    /// The frame before a valid call has a receipt, so that there are two.
    pub(super) const RECORDED: Answer = Answer::At("/receipts/1/sequence", "1");
    pub(super) const PASSED: Answer = Answer::At("/receipts/1/sequence", "");
    const STATE: &str = "/receipts/0/declared_protocol_version_state";
    pub(super) const MALFORMED: Answer = Answer::At(STATE, "\"malformed\"");
    pub(super) const ABSENT: Answer = Answer::At(STATE, "\"absent\"");
    const EVENT: &str = "/receipts/0/decision_event_id";
    pub(super) const EVENT_0: Answer =
        Answer::At(EVENT, "\"evt_decision_00000000-0000-4000-8000-000000000000\"");
    pub(super) const EVENT_1: Answer =
        Answer::At(EVENT, "\"evt_decision_00000000-0000-4000-8000-000000000001\"");
}
