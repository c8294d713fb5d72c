//! A measurement as it is told: numerators beside denominators, exclusions
//! with their reasons, never a bare percentage.

use mcp_evidence_contract::{Expected, Published, Rule, Stage, System};
use mcp_evidence_generator::Corpus;
use mcp_evidence_reference::adequacy::{Change, Fate, Measured, Measurement};
use serde::Serialize;
use std::collections::BTreeSet;

/// Id of the JSON form.
const SCHEMA: &str = "mcp-evidence.adequacy.v1";

/// What a suite can tell.
#[derive(Debug, Serialize)]
pub(crate) struct Table {
    schema: &'static str,
    pub(crate) suite: &'static str,
    pub(crate) corpus_digest: String,
    pub(crate) vectors: usize,
    pub(crate) control: Control,
    pub(crate) constant_answers: Vec<ConstantAnswer>,
    /// Rules that the text states: one change each, dropped or narrowed.
    pub(crate) rules: Counts,
    /// Other readings of such rules.
    pub(crate) alternatives: Counts,
    /// Only of the system that somebody else measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) published: Option<PublishedCount>,
    /// Every change that counts.
    pub(crate) changes: Vec<Row>,
    /// Pinned readings where the text leaves room: probed, never counted.
    pub(crate) interpretations: Vec<Row>,
}

/// A verifier that rejects everything, which must be noticed.
#[derive(Debug, Serialize)]
pub(crate) struct Control {
    pub(crate) noticed_by: usize,
}

/// What a program scores that answers the same to everything.
#[derive(Debug, Serialize)]
pub(crate) struct ConstantAnswer {
    pub(crate) answer: String,
    pub(crate) matches: usize,
}

#[derive(Debug, Default, Serialize)]
pub(crate) struct Counts {
    pub(crate) killed: usize,
    pub(crate) survived: usize,
    pub(crate) excluded: usize,
    pub(crate) total: usize,
}

/// The published 27: those of which the suite notices a part.
#[derive(Debug, Serialize)]
pub(crate) struct PublishedCount {
    pub(crate) told: Vec<&'static str>,
    pub(crate) not_told: Vec<&'static str>,
    pub(crate) total: usize,
}

/// One change and its fate.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) id: &'static str,
    pub(crate) change: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stage: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) operation: Option<&'static str>,
    pub(crate) section: &'static str,
    pub(crate) text: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) refines: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) interpretation: Option<&'static str>,
    pub(crate) fate: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) killed_by: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) exclusion: Option<ExclusionRow>,
}

/// Why a rule cannot be isolated.
#[derive(Debug, Serialize)]
pub(crate) struct ExclusionRow {
    pub(crate) always_fires: &'static [&'static str],
    pub(crate) reason: &'static str,
}

impl Table {
    pub(crate) fn new(corpus: &Corpus, measurement: &Measurement) -> Table {
        let row = |measured: &Measured| Row::new(corpus, measured);
        let (changes, interpretations): (Vec<_>, Vec<_>) =
            measurement.changes.iter().partition(|measured| measured.interpretation().is_none());
        let mut rules = Counts::default();
        let mut alternatives = Counts::default();
        for measured in &changes {
            let counts = match measured.change {
                Change::Reads(_) => &mut alternatives,
                Change::Without(_) | Change::Narrowed(_) => &mut rules,
                Change::Nothing | Change::RejectsAll => continue,
            };
            counts.add(&measured.fate);
        }
        Table {
            schema: SCHEMA,
            suite: corpus.suite,
            corpus_digest: corpus.manifest.corpus_digest.clone(),
            vectors: corpus.bundles.len(),
            control: Control { noticed_by: measurement.control.noticed_by },
            constant_answers: constant_answers(corpus),
            rules,
            alternatives,
            published: (corpus.system() == System::PrivilegedMcpAction)
                .then(|| PublishedCount::of(measurement)),
            changes: changes.into_iter().map(row).collect(),
            interpretations: interpretations.into_iter().map(row).collect(),
        }
    }

    /// The changes that no vector notices.
    pub(crate) fn survivors(&self) -> impl Iterator<Item = &Row> {
        self.changes.iter().filter(|row| row.fate == SURVIVED)
    }

    /// The changes that no bundle can tell.
    pub(crate) fn excluded(&self) -> impl Iterator<Item = (&Row, &ExclusionRow)> {
        self.changes.iter().filter_map(|row| Some((row, row.exclusion.as_ref()?)))
    }
}

pub(crate) const KILLED: &str = "killed";
pub(crate) const SURVIVED: &str = "survived";
pub(crate) const EXCLUDED: &str = "excluded";

impl Counts {
    fn add(&mut self, fate: &Fate) {
        self.total += 1;
        match fate {
            Fate::Killed(_) => self.killed += 1,
            Fate::Survived => self.survived += 1,
            Fate::Excluded(_) => self.excluded += 1,
        }
    }
}

impl PublishedCount {
    fn of(measurement: &Measurement) -> PublishedCount {
        let (told, not_told): (Vec<_>, Vec<_>) =
            Published::ALL.into_iter().partition(|published| measurement.tells(*published));
        PublishedCount {
            told: told.into_iter().map(Published::text).collect(),
            not_told: not_told.into_iter().map(Published::text).collect(),
            total: Published::ALL.len(),
        }
    }
}

impl Row {
    /// The number of the stage, or the operation.
    pub(crate) fn place(&self) -> String {
        match (self.stage, self.operation) {
            (Some(stage), _) => stage.to_string(),
            (None, operation) => operation.unwrap_or_default().to_owned(),
        }
    }

    fn new(corpus: &Corpus, measured: &Measured) -> Row {
        let (change, id, text) = match measured.change {
            Change::Without(rule) => ("without", rule.id, rule.text),
            Change::Narrowed(rule) => ("narrowed", rule.id, rule.text),
            Change::Reads(alternative) => ("reads", alternative.id, alternative.text),
            Change::Nothing | Change::RejectsAll => ("control", "", ""),
        };
        let rule = measured.rule();
        let (fate, killed_by, exclusion) = match &measured.fate {
            Fate::Killed(killers) => (KILLED, names(corpus, killers), None),
            Fate::Survived => (SURVIVED, Vec::new(), None),
            Fate::Excluded(exclusion) => {
                let mcp_evidence_contract::Exclusion { always_fires, reason } = *exclusion;
                (EXCLUDED, Vec::new(), Some(ExclusionRow { always_fires, reason }))
            }
        };
        Row {
            id,
            change,
            stage: rule.and_then(|rule| rule.stage.number()),
            operation: rule.and_then(operation),
            section: rule.map_or("", |rule| rule.section),
            text,
            refines: rule.and_then(|rule| rule.refines).map(Published::text),
            interpretation: measured.interpretation(),
            fate,
            killed_by,
            exclusion,
        }
    }
}

fn operation(rule: &Rule) -> Option<&'static str> {
    match rule.stage {
        Stage::Operation(operation) => Some(operation),
        Stage::Integrity(_) | Stage::Records | Stage::Binding | Stage::Claims => None,
    }
}

fn names(corpus: &Corpus, indices: &[usize]) -> Vec<String> {
    indices.iter().map(|index| corpus.manifest.vectors[*index].id.clone()).collect()
}

/// Each answer that the corpus expects, in a few words where there are some.
fn constant_answers(corpus: &Corpus) -> Vec<ConstantAnswer> {
    let expected = || corpus.manifest.vectors.iter().map(|vector| &vector.expected);
    let spelled = |expected: &Expected| match expected {
        Expected::Outcome(outcome) => match outcome.claims() {
            Some(claims) => {
                let status = format!("{:?}", claims.caller_visible_denial.status).to_lowercase();
                format!("{outcome}, caller_visible_denial {status}")
            }
            None => outcome.to_string(),
        },
        // A surface that judges nothing is no answer that fits many cases.
        Expected::Surface(surface) => surface["verdict"].as_str().unwrap_or_default().to_owned(),
    };
    let answers: BTreeSet<String> =
        expected().map(spelled).filter(|answer| !answer.is_empty()).collect();
    answers
        .into_iter()
        .map(|answer| {
            let matches = expected().filter(|expected| spelled(expected) == answer).count();
            ConstantAnswer { answer, matches }
        })
        .collect()
}
