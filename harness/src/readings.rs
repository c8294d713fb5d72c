//! Which reading a candidate takes of each point where the text leaves room.

use crate::escape::{TEXT, escape};
use crate::result::{Case, is_zero};
use mcp_evidence_contract::points::{self, Point};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A point, and what the candidate's answers to its probes say about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PointReading {
    /// `I07`.
    pub point: String,
    /// The section that leaves room.
    pub section: String,
    /// What it leaves open.
    pub question: String,
    /// How many of the point's probes have no answer: the candidate gave none, or
    /// they did not run. Where there are any, the reading is not told: what is
    /// missing may be what tells two readings apart.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unanswered: usize,
    /// How many probes the point has.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub probes: usize,
    /// The listed readings that fit every answer; none for a reading that
    /// nobody has listed, and where some probe has no answer.
    pub takes: Vec<NamedReading>,
    /// Whether the pinned reading is among them; not where some probe has no
    /// answer.
    pub as_pinned: bool,
    /// The reading that this kit pins.
    pub pinned: NamedReading,
    /// Why.
    pub reason: String,
    /// The probes that ran, with the candidate's answers.
    pub answers: Vec<ProbeAnswer>,
}

/// A reading and its letter within the point.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NamedReading {
    /// `A` for the pinned one, then `B` and so on.
    pub letter: char,
    /// What a verifier with this reading does.
    pub text: String,
}

/// What the candidate answers to one probe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProbeAnswer {
    /// The probe's id.
    pub probe: String,
    /// The outcome in a few words; none beside a candidate error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
}

impl PointReading {
    /// Why the reading is not told, where it is not.
    pub(crate) fn not_told(&self) -> Option<String> {
        let PointReading { unanswered, probes, answers, .. } = self;
        let not_selected = probes.saturating_sub(answers.len());
        let parts = [
            (unanswered.saturating_sub(not_selected), "without an answer"),
            (not_selected, "not selected"),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        let parts = parts.join(", ");
        (*unanswered > 0).then(|| format!("not told: of {probes} probes, {parts}"))
    }
}

/// The readings that the cases of a probe corpus show, by number of the point.
pub(crate) fn of(cases: &[Case]) -> Vec<PointReading> {
    points::all().filter_map(|point| of_point(point, cases)).collect()
}

fn of_point(point: &'static Point, cases: &[Case]) -> Option<PointReading> {
    // Each probe that ran, by its place among the point's answers.
    let ran: Vec<(usize, &Case)> = point
        .probes
        .iter()
        .enumerate()
        .filter_map(|(place, probe)| Some((place, cases.iter().find(|case| case.id == *probe)?)))
        .collect();
    if ran.is_empty() {
        return None;
    }
    let probes = point.probes.len();
    let unanswered = probes - ran.iter().filter(|(_, case)| case.observed.is_some()).count();
    let named = ('A'..)
        .zip(point.readings)
        .map(|(letter, reading)| NamedReading { letter, text: reading.text.to_owned() });
    let fits = |place: usize| {
        let reading = &point.readings[place];
        let fits = |(probe, case): &(usize, &Case)| {
            let observed = case.observed.as_ref();
            observed.is_some_and(|observed| reading.answers[*probe].is_given_by(observed))
        };
        unanswered == 0 && ran.iter().all(fits)
    };
    let readings: Vec<NamedReading> = named.collect();
    let takes = readings.iter().enumerate().filter(|(place, _)| fits(*place));
    Some(PointReading {
        point: point.id.to_owned(),
        section: point.section.to_owned(),
        question: point.question.to_owned(),
        unanswered,
        probes,
        takes: takes.map(|(_, reading)| reading.clone()).collect(),
        as_pinned: fits(0),
        pinned: NamedReading { letter: 'A', text: point.pinned().text.to_owned() },
        reason: point.reason.to_owned(),
        answers: ran
            .iter()
            .map(|(probe, case)| ProbeAnswer {
                probe: case.id.clone(),
                answer: case
                    .observed
                    .as_ref()
                    .and_then(|observed| point.pinned().answers[*probe].told_by(observed))
                    .map(|answer| escape(&answer, TEXT)),
            })
            .collect(),
    })
}
