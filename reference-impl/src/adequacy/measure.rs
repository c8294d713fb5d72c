//! Which vector of a corpus notices which change.

use super::Change;
use super::subject::{Bundles, Seen, Subject, Vector};
use crate::Limits;
use mcp_evidence_contract::{Exclusion, Kind, Published, Rule};
use std::fmt;

/// What became of one change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// These vectors, by index, notice.
    Killed(Vec<usize>),
    /// No vector notices.
    Survived,
    /// No bundle can isolate it, and no vector is asked to.
    Excluded(Exclusion),
}

/// One change and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measured {
    /// The change.
    pub change: Change,
    /// Its fate.
    pub fate: Fate,
}

impl Measured {
    /// The rule that the change gets wrong; none for a control.
    pub fn rule(&self) -> Option<&'static Rule> {
        match self.change {
            Change::Nothing | Change::RejectsAll => None,
            Change::Without(rule) | Change::Narrowed(rule) => Some(rule),
            Change::Reads(alternative) => Some(alternative.rule),
        }
    }

    /// The interpretation point that the change turns on, if any: such a
    /// change is probed, never scored.
    pub fn interpretation(&self) -> Option<&'static str> {
        match self.change {
            Change::Reads(alternative) => alternative.interpretation,
            Change::Nothing | Change::RejectsAll | Change::Without(_) | Change::Narrowed(_) => {
                self.rule()?.interpretation
            }
        }
    }

    /// Whether some vector notices.
    pub fn is_killed(&self) -> bool {
        matches!(self.fate, Fate::Killed(_))
    }
}

/// The control: a verifier that rejects everything must be noticed, and one
/// with nothing changed must not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Control {
    /// Vectors that notice the verifier that rejects everything.
    pub noticed_by: usize,
}

/// Why a measurement says nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Void {
    /// The unchanged program disagrees with the corpus about a vector.
    Disagrees {
        /// The vector's id.
        vector: String,
        /// What the corpus declares, in a few words.
        expected: String,
        /// What the program concludes.
        concluded: String,
    },
    /// No vector notices a verifier that rejects everything.
    ControlSurvived,
}

impl fmt::Display for Void {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Void::Disagrees { vector, expected, concluded } => write!(
                f,
                "the measurement is void: the verifier concludes {concluded} about {vector}, the \
                 corpus expects {expected}"
            ),
            Void::ControlSurvived => f.write_str(
                "the measurement is void: no vector notices a verifier that rejects every bundle",
            ),
        }
    }
}

impl std::error::Error for Void {}

/// What a corpus can tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measurement {
    /// Every change: rules in the catalogue's order, then alternative readings.
    pub changes: Vec<Measured>,
    /// The control's result.
    pub control: Control,
}

impl Measurement {
    /// The changes that count: no interpretation turns on them.
    pub fn scored(&self) -> impl Iterator<Item = &Measured> {
        self.changes.iter().filter(|measured| measured.interpretation().is_none())
    }

    /// Whether the corpus tells a rule of the published 27, which it does when
    /// it notices that some part of it is dropped or read otherwise.
    pub fn tells(&self, published: Published) -> bool {
        self.scored().any(|measured| {
            let permission = matches!(measured.change, Change::Narrowed(_));
            let refines = measured.rule().and_then(|rule| rule.refines);
            !permission && refines == Some(published) && measured.is_killed()
        })
    }
}

/// Runs the verifier under every change over every vector, on all cores.
///
/// # Errors
/// Where the unchanged verifier disagrees with the corpus, or the control is
/// not noticed.
pub fn measure(vectors: &[Vector<'_>], limits: &Limits) -> Result<Measurement, Void> {
    measure_subject(&Bundles { vectors, limits })
}

/// Runs a program under every change over every vector, on all cores.
///
/// # Errors
/// Where the unchanged program disagrees with its corpus, or the control is not
/// noticed.
pub fn measure_subject(subject: &impl Subject) -> Result<Measurement, Void> {
    let vectors: Vec<usize> = (0..subject.vectors()).collect();
    let seen = on_all_cores(&vectors, |index| (subject.disagreement(*index), subject.seen(*index)));
    if let Some(void) = seen.iter().find_map(|(disagreement, _)| disagreement.clone()) {
        return Err(void);
    }
    let noticed = |index: &&usize| subject.notices(**index, Change::RejectsAll);
    let noticed_by = vectors.iter().filter(noticed).count();
    if noticed_by == 0 {
        return Err(Void::ControlSurvived);
    }
    let changes = on_all_cores(&every_change(subject), |change| {
        let fate = match exclusion(*change) {
            Some(exclusion) => Fate::Excluded(exclusion),
            None => {
                let concerned =
                    vectors.iter().copied().filter(|index| concerns(*change, &seen[*index].1));
                let killers: Vec<usize> =
                    concerned.filter(|index| subject.notices(*index, *change)).collect();
                if killers.is_empty() { Fate::Survived } else { Fate::Killed(killers) }
            }
        };
        Measured { change: *change, fate }
    });
    Ok(Measurement { changes, control: Control { noticed_by } })
}

fn every_change(subject: &impl Subject) -> Vec<Change> {
    let rules = subject.rules().into_iter().map(|rule| match rule.kind {
        Kind::Requirement => Change::Without(rule),
        Kind::Permission => Change::Narrowed(rule),
    });
    rules.chain(subject.alternatives().into_iter().map(Change::Reads)).collect()
}

/// A dropped check that another always shadows cannot be told by any bundle.
fn exclusion(change: Change) -> Option<Exclusion> {
    match change {
        Change::Without(rule) | Change::Narrowed(rule) => rule.exclusion,
        Change::Nothing | Change::RejectsAll | Change::Reads(_) => None,
    }
}

/// Whether the change can make any difference to a vector: a program that never
/// asks for a rule behaves as the unchanged one.
fn concerns(change: Change, seen: &Seen) -> bool {
    match change {
        Change::Nothing | Change::RejectsAll => true,
        Change::Without(rule) | Change::Narrowed(rule) => seen.rules.contains(&rule),
        Change::Reads(alternative) => seen.alternatives.contains(&alternative),
    }
}

/// Maps `items` in order, in as many threads as there are cores.
fn on_all_cores<T: Sync, U: Send>(items: &[T], work: impl Fn(&T) -> U + Sync) -> Vec<U> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let share = items.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let workers: Vec<_> = items
            .chunks(share)
            .map(|chunk| scope.spawn(|| chunk.iter().map(&work).collect::<Vec<U>>()))
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| match worker.join() {
                Ok(results) => results,
                Err(panic) => std::panic::resume_unwind(panic),
            })
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{bundle, deny};
    use mcp_evidence_contract::Outcome;
    use serde_json::json;

    fn vectors<'a>(accept: &'a [u8], reject: &'a [u8], expected: Outcome) -> [Vector<'a>; 2] {
        let accepted = crate::verify_bytes(accept, &Limits::default()).outcome();
        assert!(accepted.is_accept());
        [
            Vector { id: "ok", bundle: accept, expected: accepted },
            Vector { id: "bad", bundle: reject, expected },
        ]
    }

    #[test]
    fn a_rule_is_told_by_the_vector_that_breaks_it_alone() {
        let mut broken = deny();
        broken["reason"] = json!("other");
        let (accept, reject) = (bundle(&[deny()]), bundle(&[broken]));
        let vectors = vectors(&accept, &reject, Outcome::Invalid);
        let measurement = measure(&vectors, &Limits::default()).expect("the control holds");
        let fate = |id: &str| {
            let of_rule = |m: &&Measured| m.rule().is_some_and(|rule| rule.id == id);
            &measurement.changes.iter().find(of_rule).expect(id).fate
        };
        assert_eq!(fate("stage2.decision.reason.vocabulary"), &Fate::Killed(vec![1]));
        assert_eq!(fate("stage2.permit.reason.no_declared_allowance"), &Fate::Killed(vec![0]));
        assert_eq!(fate("stage2.decision.drift-state.vocabulary"), &Fate::Survived);
        assert!(matches!(fate("stage3.marker.backed"), Fate::Excluded(_)));
        assert!(measurement.tells(Published::ReasonSet));
        assert!(!measurement.tells(Published::DriftStateSet));
        assert_eq!(measurement.control.noticed_by, 2);
    }

    #[test]
    fn a_measurement_on_a_wrong_corpus_is_void() {
        let accept = bundle(&[deny()]);
        let wrong = vectors(&accept, b"no gzip", Outcome::Invalid);
        assert!(matches!(measure(&wrong, &Limits::default()), Err(Void::Disagrees { .. })));
        let only_reject = &vectors(&accept, b"no gzip", Outcome::IntegrityFail)[1..];
        assert_eq!(measure(only_reject, &Limits::default()), Err(Void::ControlSurvived));
    }
}
