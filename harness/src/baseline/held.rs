//! A baseline beside a run.

use super::{Differs, Known, SuiteBaseline, differences};
use crate::result::{Case, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// How a listed case came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BaselineState {
    /// Exactly as it is listed: the run does not fail for it.
    KnownDivergence,
    /// It differs from what is expected, but not as it is listed.
    OtherDivergence,
    /// It matches: the entry has to go.
    UnexpectedSuccess,
}

/// What the baseline says about a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BaselineNote {
    /// How the case came out beside its entry.
    pub state: BaselineState,
    /// The entry's reason.
    pub reason: String,
    /// What is listed, where something else came out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub listed: Vec<Differs>,
}

/// The baseline of a run, as the result keeps it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BaselineRecord {
    /// Entries for the suite.
    pub entries: usize,
    /// Those whose reason nobody has given.
    pub without_reason: usize,
    /// Those whose cases were not selected: nothing is said about them.
    pub not_selected: usize,
    /// Cases that are listed and that the corpus does not have.
    pub unknown: Vec<String>,
    /// The digest of another corpus, where the entries are about that: none of
    /// them counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_corpus: Option<String>,
}

impl BaselineRecord {
    /// How many entries are about nothing in this corpus.
    pub fn unusable(&self) -> usize {
        if self.other_corpus.is_some() { self.entries } else { self.unknown.len() }
    }
}

/// A baseline held beside a run over one corpus.
#[derive(Debug)]
pub struct Held<'a> {
    known: BTreeMap<&'a str, &'a Known>,
    record: BaselineRecord,
}

impl<'a> Held<'a> {
    /// `baseline` beside the corpus with this digest and these ids, of which
    /// those in `selected` run.
    pub fn new<'i>(
        baseline: &'a SuiteBaseline,
        corpus_digest: &str,
        ids: impl Iterator<Item = &'i str>,
        selected: &BTreeSet<&str>,
    ) -> Held<'a> {
        let ids: BTreeSet<&str> = ids.collect();
        let entries = baseline.known.len();
        let without_reason =
            baseline.known.iter().filter(|known| known.reason.trim().is_empty()).count();
        let mut record = BaselineRecord { entries, without_reason, ..BaselineRecord::default() };
        if baseline.corpus_digest != corpus_digest {
            record.other_corpus = Some(baseline.corpus_digest.clone());
            return Held { known: BTreeMap::new(), record };
        }
        let mut known = baseline.by_case();
        record.unknown = known
            .keys()
            .filter(|case| !ids.contains(*case))
            .map(|case| (*case).to_owned())
            .collect();
        known.retain(|case, _| selected.contains(case));
        record.not_selected = entries - known.len() - record.unknown.len();
        Held { known, record }
    }

    /// What the result keeps of it.
    pub fn record(&self) -> BaselineRecord {
        self.record.clone()
    }

    /// What there is to say about a case; nothing where it is not listed, or has
    /// no answer that could be.
    pub fn note(&self, case: &Case) -> Option<BaselineNote> {
        let known = self.known.get(case.id.as_str())?;
        let state = match case.status {
            Status::CandidateError | Status::NotRun => return None,
            Status::Match => BaselineState::UnexpectedSuccess,
            Status::Mismatch => {
                let observed = case.observed.as_ref().unwrap_or(&Value::Null);
                let mut listed = known.differs.clone();
                listed.sort_by(|one, other| one.member.cmp(&other.member));
                // No entry excuses a text that must not be printed.
                if case.leaks.is_empty() && differences(&case.expected, observed) == listed {
                    BaselineState::KnownDivergence
                } else {
                    BaselineState::OtherDivergence
                }
            }
        };
        let listed = match state {
            BaselineState::OtherDivergence => known.differs.clone(),
            BaselineState::KnownDivergence | BaselineState::UnexpectedSuccess => Vec::new(),
        };
        Some(BaselineNote { state, reason: known.reason.clone(), listed })
    }
}
