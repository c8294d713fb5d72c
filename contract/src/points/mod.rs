//! Where a text leaves room: the question, the reading that this kit
//! pins, the readings seen in the field, and what a verifier with each reading
//! concludes about each probe. A new point gets the next number; none is ever
//! renumbered.

mod annotations;
mod container;
mod envelope;
mod json;
mod receipts;
mod records;
mod tool_decision;

use crate::{ClaimStatus, Outcome, System};
use serde_json::Value;
use std::fmt;

/// One place where two careful readers can disagree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    /// `I07`.
    pub id: &'static str,
    /// The section that leaves room, as `§4`.
    pub section: &'static str,
    /// What the text says there, in our words.
    pub passage: &'static str,
    /// What it leaves open.
    pub question: &'static str,
    /// Why the pinned reading is pinned.
    pub reason: &'static str,
    /// The readings, the pinned one first; called A, B, C and so on.
    pub readings: &'static [Reading],
    /// Ids of the probe bundles, in the order of each reading's answers; empty
    /// where the text decides after all, and the rule corpus scores the point.
    pub probes: &'static [&'static str],
}

/// One way of reading a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// What a verifier with this reading does, in one sentence.
    pub text: &'static str,
    /// What it concludes about each probe of the point.
    pub answers: &'static [Answer],
}

/// An outcome as far as readings differ in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Integrity fails.
    Fail,
    /// Integrity passes, the records are invalid.
    Invalid,
    /// Valid, with this status of `caller_visible_denial`.
    Valid(ClaimStatus),
    /// Of another system: at this JSON pointer of the surface stands this value,
    /// as compact JSON, or nothing where that is empty.
    At(&'static str, &'static str),
}

impl Answer {
    /// Whether a projected surface gives this answer.
    pub fn is_given_by(&self, surface: &Value) -> bool {
        match self {
            Answer::Fail | Answer::Invalid | Answer::Valid(_) => {
                Answer::of_surface(surface) == Some(*self)
            }
            Answer::At(pointer, value) => at(surface, pointer) == *value,
        }
    }

    /// What a projected surface answers where this is one of the answers: in a
    /// few words, text of the surface included. None where it answers nothing.
    pub fn told_by(&self, surface: &Value) -> Option<String> {
        match self {
            Answer::Fail | Answer::Invalid | Answer::Valid(_) => {
                Answer::of_surface(surface).map(|answer| answer.to_string())
            }
            Answer::At(pointer, _) => Some(spell(pointer, &at(surface, pointer))),
        }
    }

    fn of_surface(surface: &Value) -> Option<Answer> {
        serde_json::from_value::<Outcome>(surface.clone()).ok().map(|out| Answer::of(&out))
    }

    /// The answer that `outcome` gives.
    pub fn of(outcome: &Outcome) -> Answer {
        match outcome {
            Outcome::IntegrityFail => Answer::Fail,
            Outcome::Invalid => Answer::Invalid,
            Outcome::Valid(claims) => Answer::Valid(claims.caller_visible_denial.status),
        }
    }
}

/// The value at `pointer` as compact JSON; empty where there is none.
fn at(surface: &Value, pointer: &str) -> String {
    surface.pointer(pointer).map(Value::to_string).unwrap_or_default()
}

fn spell(pointer: &str, value: &str) -> String {
    let value = if value.is_empty() { "absent" } else { value };
    format!("{pointer} {value}")
}

impl fmt::Display for Answer {
    /// `fail`, `pass / invalid`, or `pass / valid` with the status; of another
    /// system the place and the value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Answer::At(pointer, value) => return f.write_str(&spell(pointer, value)),
            Answer::Fail => "fail",
            Answer::Invalid => "pass / invalid",
            Answer::Valid(ClaimStatus::Confirmed) => {
                "pass / valid, caller_visible_denial confirmed"
            }
            Answer::Valid(ClaimStatus::Incomplete) => {
                "pass / valid, caller_visible_denial incomplete"
            }
            Answer::Valid(ClaimStatus::Refuted) => "pass / valid, caller_visible_denial refuted",
        })
    }
}

impl Point {
    /// Whether the rule corpus scores the point, so that it has no probes.
    pub const fn is_scored(&self) -> bool {
        self.probes.is_empty()
    }

    /// The pinned reading.
    pub const fn pinned(&self) -> &'static Reading {
        &self.readings[0]
    }

    /// The readings with exactly these answers, one for each probe, beside
    /// their letters: none for a reading that nobody has listed, and several
    /// where no outcome can tell them apart.
    pub fn readings_of(
        &self,
        answers: &[Answer],
    ) -> impl Iterator<Item = (char, &'static Reading)> {
        ('A'..).zip(self.readings).filter(move |(_, reading)| reading.answers == answers)
    }
}

/// Every point of a system, by number.
pub fn of(system: System) -> impl Iterator<Item = &'static Point> {
    let lists: Vec<&'static [Point]> = match system {
        System::PrivilegedMcpAction => {
            vec![container::POINTS, envelope::POINTS, json::POINTS, records::POINTS]
        }
        System::ToolDecisionSurface => vec![tool_decision::POINTS],
        System::RequestDecisionReceipts => vec![receipts::DERIVE, receipts::VERIFY],
        System::TrustAnnotations => vec![annotations::POINTS],
    };
    let mut points: Vec<&Point> = lists.into_iter().flatten().collect();
    points.sort_by_key(|point| point.id);
    points.into_iter()
}

/// Every point of every system, by number.
pub fn all() -> impl Iterator<Item = &'static Point> {
    System::ALL.into_iter().flat_map(of)
}

/// The point of that id.
pub fn find(id: &str) -> Option<&'static Point> {
    all().find(|point| point.id == id)
}

/// The answers under short names, for tables.
mod answer {
    use super::{Answer, ClaimStatus};

    pub(super) const FAIL: Answer = Answer::Fail;
    pub(super) const INVALID: Answer = Answer::Invalid;
    /// Valid, and nothing is known of what the caller saw.
    pub(super) const VALID: Answer = Answer::Valid(ClaimStatus::Incomplete);
    /// Valid, and the marker beside deny counts.
    pub(super) const CONFIRMED: Answer = Answer::Valid(ClaimStatus::Confirmed);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use std::collections::BTreeSet;

    #[test]
    fn points_are_numbered_without_a_gap() {
        for system in System::ALL {
            for (number, point) in (1..).zip(of(system)) {
                assert_eq!(point.id, format!("{}{number:02}", system.point_letter()));
            }
        }
        assert!(of(System::PrivilegedMcpAction).count() >= 44);
    }

    #[test]
    fn every_reading_answers_every_probe() {
        let mut probes = BTreeSet::new();
        for point in all() {
            assert!(point.readings.len() > 1, "{}: a point has two sides", point.id);
            for reading in point.readings {
                assert_eq!(reading.answers.len(), point.probes.len(), "{}", point.id);
            }
            for probe in point.probes {
                assert!(probes.insert(probe), "{probe} is named twice");
                let prefix = format!("{}-", point.id.to_lowercase());
                assert!(probe.starts_with(&prefix), "{probe} is not under {prefix}");
            }
        }
    }

    /// Only of I42 can no outcome tell.
    #[test]
    fn probes_tell_the_readings_apart() {
        for point in all().filter(|point| !point.is_scored() && point.id != "I42") {
            let answers: BTreeSet<String> =
                point.readings.iter().map(|reading| format!("{:?}", reading.answers)).collect();
            assert_eq!(answers.len(), point.readings.len(), "{}", point.id);
        }
    }

    #[test]
    fn pinned_readings_of_the_catalogue_are_probed() {
        for rule in catalogue::all() {
            if let Some(id) = rule.interpretation {
                let point = find(id).expect(id);
                assert!(!point.is_scored(), "{} reads {id}, which is scored", rule.id);
            }
        }
    }

    #[test]
    fn an_answer_of_another_system_is_a_value_at_a_place() {
        let surface = serde_json::json!({"receipts": [{"rpc_id": null}]});
        let null = Answer::At("/receipts/0/rpc_id", "null");
        assert!(null.is_given_by(&surface));
        assert!(Answer::At("/receipts/1", "").is_given_by(&surface));
        assert!(!Answer::At("/receipts/0/rpc_id", "").is_given_by(&surface));
        assert_eq!(null.told_by(&surface).as_deref(), Some("/receipts/0/rpc_id null"));
        assert_eq!(Answer::At("/receipts/1", "").to_string(), "/receipts/1 absent");
        assert!(!Answer::Fail.is_given_by(&surface));
    }

    #[test]
    fn answers_find_their_reading() {
        let point = find("I05").expect("I05");
        let letters = |answer| point.readings_of(&[answer]).map(|(l, _)| l).collect::<String>();
        assert_eq!(letters(answer::VALID), "A");
        assert_eq!(letters(answer::FAIL), "B");
        assert_eq!(letters(answer::INVALID), "");
    }
}
