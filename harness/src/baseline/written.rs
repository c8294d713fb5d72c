//! A baseline as a run writes it anew, and what of the former one went.

use super::{Baseline, Differs, Known, SCHEMA, SuiteBaseline, differences};
use crate::reporter::json;
use crate::result::{Case, RunResult, Status};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

/// How deep an entry's list of members is: what differs has one line each.
const MEMBERS: usize = 6;

/// A baseline that makes some results pass, as far as one can, and what it does
/// not hold any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The mismatches, sorted, and what was kept.
    pub baseline: Baseline,
    /// What went with the former one, by suite, by why it went, and by case.
    pub gone: Vec<Gone>,
    /// Suites whose entries were about another corpus.
    pub moved: Vec<Moved>,
}

/// An entry of the former baseline that went, or its reason alone.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Gone {
    /// The suite.
    pub suite: String,
    /// Why it went.
    pub why: Why,
    /// The case.
    pub case: String,
    /// The reason that stood there, which may be empty.
    pub reason: String,
}

/// Why something of a former baseline is not in the new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// The case matches: its entry went.
    Matches,
    /// The case differs in other members: its entry is a new one, and the
    /// reason, which was given for others, went.
    OtherMembers,
    /// The corpus does not have the case: its entry went.
    NoCase,
    /// The entry was about another corpus, and this run has no answer that could
    /// be listed instead: it went.
    NoAnswer,
}

/// A suite whose corpus is another one than that of its former entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// The suite.
    pub suite: String,
    /// How many entries there were.
    pub entries: usize,
    /// How many of them had a reason.
    pub reasons: usize,
    /// How many of those reasons stand in the new baseline.
    pub carried: usize,
}

impl Written {
    /// The baseline of these results, in the place of `former`.
    ///
    /// A mismatch keeps the reason that `former` gives for its case, or else the
    /// one that `beside` does, where the entry there lists the same members,
    /// whatever was observed in them. Entries whose cases have no answer to be
    /// listed stay as they are, as do suites that did not run; but not those
    /// about another corpus, as they would be about nothing.
    pub fn of(
        results: &[RunResult],
        former: Option<&Baseline>,
        beside: Option<&Baseline>,
    ) -> Written {
        let mut suites: BTreeMap<&str, SuiteBaseline> = BTreeMap::new();
        for suite in former.iter().flat_map(|former| &former.suites) {
            suites.insert(&suite.suite, suite.clone());
        }
        let (mut gone, mut moved) = (Vec::new(), Vec::new());
        for result in results.iter().filter(|result| !result.summary.unscored) {
            let about = &result.setting.suite;
            let old = former.and_then(|former| former.suite(&about.id));
            let part = Part {
                result,
                old,
                beside: beside.and_then(|beside| beside.suite(&about.id)),
                is_same: old.is_some_and(|old| old.corpus_digest == about.corpus_digest),
            };
            let (known, carried) = part.known(&mut gone);
            moved.extend(part.moved(carried));
            suites.remove(about.id.as_str());
            if !known.is_empty() {
                let (suite, corpus_digest) = (about.id.clone(), about.corpus_digest.clone());
                suites.insert(&about.id, SuiteBaseline { suite, corpus_digest, known });
            }
        }
        gone.sort();
        let suites = suites.into_values().collect();
        Written { baseline: Baseline { schema: SCHEMA.to_owned(), suites }, gone, moved }
    }
}

impl Baseline {
    /// Writes the file, so that each change of it is a change of few lines.
    ///
    /// # Errors
    /// `out` does not take it.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write_lines(self, MEMBERS, out)
    }
}

/// One suite that ran, and what is known of it already.
struct Part<'a> {
    result: &'a RunResult,
    old: Option<&'a SuiteBaseline>,
    beside: Option<&'a SuiteBaseline>,
    /// Whether the old entries are about the corpus that ran.
    is_same: bool,
}

impl Part<'_> {
    /// The new entries, and how many of the old ones' reasons are in them.
    fn known(&self, gone: &mut Vec<Gone>) -> (Vec<Known>, usize) {
        let mut old = self.old.map(SuiteBaseline::by_case).unwrap_or_default();
        let beside = self.beside.map(SuiteBaseline::by_case).unwrap_or_default();
        let mut went = |known: &Known, why| {
            gone.push(Gone {
                suite: self.result.setting.suite.id.clone(),
                why,
                case: known.case.clone(),
                reason: known.reason.clone(),
            });
        };
        let mut new = Vec::new();
        let mut carried = 0;
        for case in &self.result.cases {
            let before = old.remove(case.id.as_str());
            match (listable(case), before) {
                (Some(differs), before) => {
                    let own = before.and_then(|before| reason_for(&differs, before));
                    carried += usize::from(own.is_some());
                    let other = beside.get(case.id.as_str());
                    let other = || other.and_then(|other| reason_for(&differs, other));
                    let reason = own.or_else(other).unwrap_or_default();
                    if let Some(before) = before
                        && own.is_none()
                        && !before.reason.trim().is_empty()
                    {
                        went(before, Why::OtherMembers);
                    }
                    let (case, reason) = (case.id.clone(), reason.to_owned());
                    new.push(Known { case, differs, reason });
                }
                (None, Some(before)) if case.status == Status::Match => went(before, Why::Matches),
                (None, Some(before)) if self.is_same => new.push(before.clone()),
                (None, Some(before)) => went(before, Why::NoAnswer),
                (None, None) => {}
            }
        }
        // What is left did not run, or is no case of this corpus, which shows
        // where all of it ran.
        let is_whole = self.result.cases.len() == self.result.setting.suite.vectors;
        for before in old.into_values() {
            match (is_whole, self.is_same) {
                (true, _) => went(before, Why::NoCase),
                (false, true) => new.push(before.clone()),
                (false, false) => went(before, Why::NoAnswer),
            }
        }
        new.sort_by(|one, other| one.case.cmp(&other.case));
        (new, carried)
    }

    fn moved(&self, carried: usize) -> Option<Moved> {
        let old = self.old.filter(|_| !self.is_same)?;
        let reasons = old.known.iter().filter(|known| !known.reason.trim().is_empty()).count();
        Some(Moved { suite: old.suite.clone(), entries: old.known.len(), reasons, carried })
    }
}

/// How a case differs, where an entry can say so: a text that must not be
/// printed is nothing to be excused.
fn listable(case: &Case) -> Option<Vec<Differs>> {
    match case.status {
        Status::Mismatch if case.leaks.is_empty() => {
            Some(differences(&case.expected, case.observed.as_ref().unwrap_or(&Value::Null)))
        }
        Status::Mismatch | Status::Match | Status::CandidateError | Status::NotRun => None,
    }
}

/// The reason of an entry that was given for the same members.
fn reason_for<'a>(differs: &[Differs], before: &'a Known) -> Option<&'a str> {
    fn members(differs: &[Differs]) -> BTreeSet<&str> {
        differs.iter().map(|differs| differs.member.as_str()).collect()
    }
    let is_given = !before.reason.trim().is_empty();
    (is_given && members(differs) == members(&before.differs)).then_some(before.reason.as_str())
}
