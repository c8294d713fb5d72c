//! Which vector of a corpus notices which change.

use super::{Change, Trace, outcome_as, trace_as};
use crate::Limits;
use mcp_evidence_contract::profile::{Profile, V0};
use mcp_evidence_contract::{Exclusion, Kind, Outcome, Published, Rule, catalogue};
use std::fmt;

/// One vector of the corpus to be measured.
#[derive(Debug, Clone, Copy)]
pub struct Vector<'a> {
    /// Its id.
    pub id: &'a str,
    /// The bundle's bytes.
    pub bundle: &'a [u8],
    /// The outcome that its corpus declares.
    pub expected: Outcome,
}

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
    /// The unchanged verifier disagrees with the corpus about a vector.
    Disagrees {
        /// The vector's id.
        vector: String,
        /// What the corpus declares.
        expected: Outcome,
        /// What the verifier concludes.
        concluded: Outcome,
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

/// Runs the verifier of v0 under every change over every vector, on all cores.
///
/// # Errors
/// Where the unchanged verifier disagrees with the corpus, or the control is
/// not noticed.
pub fn measure(vectors: &[Vector<'_>], limits: &Limits) -> Result<Measurement, Void> {
    measure_as(&V0, vectors, limits)
}

/// [`measure`] under a profile of the caller's choice, over the changes to the
/// rules that the profile's corpora are about.
///
/// # Errors
/// As [`measure`].
pub fn measure_as(
    profile: &'static Profile,
    vectors: &[Vector<'_>],
    limits: &Limits,
) -> Result<Measurement, Void> {
    let outcome = |bundle: &[u8], change| outcome_as(profile, bundle, limits, change);
    let traces = on_all_cores(vectors, |vector| {
        let concluded = outcome(vector.bundle, Change::Nothing).unwrap_or(Outcome::IntegrityFail);
        (concluded, trace_as(profile, vector.bundle, limits))
    });
    for (vector, (concluded, _)) in vectors.iter().zip(&traces) {
        if *concluded != vector.expected {
            return Err(Void::Disagrees {
                vector: vector.id.to_owned(),
                expected: vector.expected,
                concluded: *concluded,
            });
        }
    }
    let noticed_by = vectors
        .iter()
        .filter(|v| outcome(v.bundle, Change::RejectsAll) != Some(v.expected))
        .count();
    if noticed_by == 0 {
        return Err(Void::ControlSurvived);
    }
    let changes = on_all_cores(&every_change(profile), |change| {
        let fate = match exclusion(*change) {
            Some(exclusion) => Fate::Excluded(exclusion),
            None => {
                let killers: Vec<usize> = vectors
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| concerns(*change, &traces[*index].1))
                    .filter(|(_, v)| outcome(v.bundle, *change) != Some(v.expected))
                    .map(|(index, _)| index)
                    .collect();
                if killers.is_empty() { Fate::Survived } else { Fate::Killed(killers) }
            }
        };
        Measured { change: *change, fate }
    });
    Ok(Measurement { changes, control: Control { noticed_by } })
}

fn every_change(profile: &'static Profile) -> Vec<Change> {
    let rules = catalogue::about(profile).map(|rule| match rule.kind {
        Kind::Requirement => Change::Without(rule),
        Kind::Permission => Change::Narrowed(rule),
    });
    let readings = catalogue::alternatives().filter(|one| (profile.is_about)(one.rule));
    rules.chain(readings.map(Change::Reads)).collect()
}

/// A dropped check that another always shadows cannot be told by any bundle.
fn exclusion(change: Change) -> Option<Exclusion> {
    match change {
        Change::Without(rule) | Change::Narrowed(rule) => rule.exclusion,
        Change::Nothing | Change::RejectsAll | Change::Reads(_) => None,
    }
}

/// Whether the change can make any difference to a vector: a sink that is never
/// told of a rule behaves as the unchanged one.
fn concerns(change: Change, trace: &Trace) -> bool {
    match change {
        Change::Nothing | Change::RejectsAll => true,
        Change::Without(rule) => trace.violated.contains(&rule),
        Change::Narrowed(rule) => trace.used.contains(&rule),
        Change::Reads(alternative) => trace.asked.contains(&alternative),
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
