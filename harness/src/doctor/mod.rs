//! First contact: a candidate is started on one vector to accept and one to
//! reject, and held against the contract, clause by clause.

mod advice;
mod clauses;
mod lines;

pub use clauses::{Breach, Clause, State};

use crate::candidate::{self, Candidate, Execution, Host, Limits};
use crate::corpus::Corpus;
use crate::forbidden::{self, Leak};
use crate::judge::{Judgement, judge};
use crate::reporter::diff;
use crate::result::Status;
use crate::run::{LayOutError, PrivateFolder, RunError, lay_out};
use crate::surface::ShapeFault;
use serde_json::Value;
use std::ffi::OsString;
use std::path::PathBuf;

/// What two starts of a candidate came to.
#[derive(Debug)]
pub struct Examination {
    /// The starts, that of the vector to accept first.
    pub starts: Vec<Start>,
    /// What each was held to.
    pub limits: Limits,
    /// Where the candidate ran.
    pub folder: PathBuf,
    /// What to do about a report of another shape than that of the suite.
    shape_hint: String,
    /// Why a script that was started could not start something itself, where
    /// its own file shows it.
    inner_hint: Option<String>,
}

/// One start.
#[derive(Debug)]
pub struct Start {
    /// The vector's id.
    pub id: String,
    /// The answer that the vector asks for, in a few words.
    pub asked: String,
    /// Whether that is the pinned reading of a point that the text leaves open,
    /// and nothing to be held to.
    pub is_pinned: bool,
    /// Program and arguments, the path of the case last.
    pub argv: Vec<OsString>,
    /// What happened; a failure on our side in words.
    pub execution: Result<Execution, String>,
    /// What that means; none where we failed.
    pub judgement: Option<Judgement>,
    /// The answer that it gave, in a few words.
    pub answer: Option<String>,
    /// The members in which that is another than the expected one, where it is.
    pub differs: Option<String>,
    /// Where a text stands that the vector forbids; the texts themselves are put
    /// out of sight.
    pub leaks: Vec<Leak>,
    /// Every breach of the report's shape.
    pub faults: Vec<ShapeFault>,
}

impl Examination {
    /// The one answer that it gave to all cases, in a few words, where they ask
    /// for several: the whole surfaces are compared.
    fn alike(&self) -> Option<&str> {
        let observed = |start: &Start| start.judgement.as_ref()?.observed.clone();
        let [one, rest @ ..] = &self.starts[..] else { return None };
        let answer = observed(one)?;
        let same = rest.iter().all(|start| observed(start).as_ref() == Some(&answer));
        // Where a text leaves room, one answer may be right twice.
        let right = self.starts.iter().all(|start| start.status() == Status::Match);
        one.answer.as_deref().filter(|_| same && !right && !rest.is_empty())
    }
}

impl Start {
    /// How the case would end in a run.
    pub fn status(&self) -> Status {
        let judgement = self.judgement.as_ref();
        judgement.map_or(Status::NotRun, |judgement| Status::from(&judgement.verdict))
    }
}

/// Starts `candidate` on a vector of `corpus` to accept and on one to reject.
///
/// # Errors
/// There is no private folder for the cases, or no room in it.
pub fn examine(
    corpus: &Corpus,
    candidate: &Candidate,
    limits: &Limits,
    host: &Host,
) -> Result<Examination, RunError> {
    let folder = PrivateFolder::new().map_err(RunError::Folder)?;
    // As in a run: some answers are long.
    let limits = &Limits { stdout: limits.stdout.max(corpus.surface().answer_limit()), ..*limits };
    let chosen = chosen(corpus);
    let first = chosen.first().map(|index| &corpus.vectors()[*index]);
    let starts = chosen
        .iter()
        .map(|index| {
            let case = lay_out(folder.path(), corpus, *index, false)?;
            let execution = candidate::execute(candidate, &case, limits, host);
            let execution = execution.map_err(|error| error.to_string());
            Ok(start(corpus, *index, candidate, case, execution, limits))
        })
        .collect::<Result<_, LayOutError>>()?;
    let here = || std::env::current_dir().unwrap_or_default();
    Ok(Examination {
        starts,
        limits: *limits,
        folder: candidate.folder().map_or_else(here, ToOwned::to_owned),
        shape_hint: advice::shape(corpus.surface(), first),
        inner_hint: candidate.inner_hint(),
    })
}

fn start(
    corpus: &Corpus,
    index: usize,
    candidate: &Candidate,
    case: PathBuf,
    mut execution: Result<Execution, String>,
    limits: &Limits,
) -> Start {
    let vector = &corpus.vectors()[index];
    let surface = corpus.surface();
    // Nobody is shown what the vector forbids to print.
    let leaks = execution
        .as_mut()
        .map(|execution| forbidden::guard(&vector.forbidden, execution))
        .unwrap_or_default();
    let judgement = execution.as_ref().ok().map(|execution| {
        judge(surface, &vector.expected, execution, limits).held_to(vector, &leaks)
    });
    let report = judgement.as_ref().and_then(|judgement| judgement.report.as_ref());
    let answer = judgement.as_ref().and_then(|judgement| judgement.observed.as_ref());
    let agrees = |observed: &Value| {
        let exactly = *observed == vector.expected;
        exactly || vector.point.is_none() && surface.agree(&vector.expected, observed)
    };
    Start {
        id: vector.id.clone(),
        asked: surface.label(&vector.expected),
        is_pinned: vector.point.is_some(),
        argv: candidate.argv().iter().cloned().chain([case.into()]).collect(),
        answer: answer.map(|observed| surface.label(observed)),
        differs: answer
            .filter(|observed| !agrees(observed))
            .map(|observed| diff::members(&vector.expected, observed)),
        leaks,
        faults: report.map(|report| surface.faults(report)).unwrap_or_default(),
        judgement,
        execution,
    }
}

/// The first vector to accept and the first to reject; where the suite knows no
/// such thing, the first two that ask for different answers.
fn chosen(corpus: &Corpus) -> Vec<usize> {
    let expected: Vec<&Value> = corpus.vectors().iter().map(|vector| &vector.expected).collect();
    let accepts = |accepted: bool| {
        expected.iter().position(|expected| corpus.surface().accepts(expected) == Some(accepted))
    };
    let first = accepts(true).unwrap_or_default();
    let other = accepts(false)
        .or_else(|| expected.iter().position(|other| Some(other) != expected.get(first)));
    let chosen = [Some(first), other.filter(|other| *other != first)];
    chosen.into_iter().flatten().filter(|index| *index < expected.len()).collect()
}
