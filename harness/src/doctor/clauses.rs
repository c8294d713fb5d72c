//! The five clauses of the contract, as far as a candidate keeps or breaks
//! them.

use super::{Examination, Start, advice};
use crate::exit;
use crate::judge::{CandidateError, Verdict};
use crate::result::Status;

/// Shape faults that are told of one report.
const FAULTS: usize = 20;

/// One clause and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// Its number in the published contract.
    pub number: u8,
    /// What it asks of a candidate.
    pub text: &'static str,
    /// Whether that holds.
    pub state: State,
}

/// Whether a clause holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// By every start; what else there is to say.
    Kept(String),
    /// By some start not.
    Broken(Vec<Breach>),
    /// Another clause is broken, so that nobody can tell.
    Open,
}

/// What breaks a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// The clause's number.
    pub clause: u8,
    /// The vector; `each time` where all starts break it in the same way.
    pub id: String,
    /// What is wrong, a line each.
    pub what: Vec<String>,
    /// What to do, where the fault itself does not say it.
    pub advice: Option<String>,
}

/// The clause by which a start is heard at all.
const HEARD: u8 = 4;

/// The clause that no candidate can break.
const EXIT_CODES: u8 = 5;

impl Examination {
    /// Whether every start kept every clause, whatever the verdicts are.
    pub fn is_kept(&self) -> bool {
        self.clauses().iter().all(|clause| matches!(clause.state, State::Kept(_)))
    }

    /// The clauses in their order.
    pub fn clauses(&self) -> Vec<Clause> {
        let breaches = self.breaches();
        let ended: Vec<String> = self
            .starts
            .iter()
            .map(|start| format!("{}: {}", start.id, start.status().name()))
            .collect();
        let texts = [
            ("a command that starts", "the path of a case is its last argument".to_owned()),
            (
                "exactly one JSON object on standard output, then exit",
                "exit status and standard error are recorded, never judged".to_owned(),
            ),
            (
                "an object in the shape of a report",
                "whatever else is in it is kept and shown".to_owned(),
            ),
            ("an answer to every case", ended.join(", ")),
            ("exit codes of run: nothing that a candidate could break", self.exit_code()),
        ];
        (1..)
            .zip(texts)
            .map(|(number, (text, detail))| {
                let state = state(number, &breaches).unwrap_or(State::Kept(detail));
                Clause { number, text, state }
            })
            .collect()
    }

    /// The breaches of all starts; what is the same of all is told once.
    fn breaches(&self) -> Vec<Breach> {
        let mut breaches: Vec<Breach> =
            self.starts.iter().filter_map(|start| self.breach(start)).collect();
        if let [first, rest @ ..] = &mut breaches[..]
            && rest.len() + 1 == self.starts.len()
            && !rest.is_empty()
            && rest.iter().all(|other| Breach { id: first.id.clone(), ..other.clone() } == *first)
        {
            "each time".clone_into(&mut first.id);
            breaches.truncate(1);
        }
        breaches
    }

    /// The clause that a start breaks: one at most, since nobody can tell what
    /// it would have done about the others.
    fn breach(&self, start: &Start) -> Option<Breach> {
        let (clause, what, advice) = match (&start.execution, start.error()) {
            (Err(message), _) => (HEARD, vec![message.clone()], Some(advice::NOT_RUN.to_owned())),
            (Ok(_), None) => return None,
            (Ok(_), Some(CandidateError::NotStarted(error))) => (1, vec![error.to_string()], None),
            (Ok(_), Some(CandidateError::Shape(_))) => {
                (3, shape(start), Some(self.shape_hint.clone()))
            }
            (
                Ok(execution),
                Some(
                    error @ (CandidateError::TimedOut { .. }
                    | CandidateError::StdoutOverLimit { .. }
                    | CandidateError::Signal(_)
                    | CandidateError::Report(_)),
                ),
            ) => {
                let advice = advice::of(error, execution, self.inner_hint.as_deref());
                (2, vec![error.to_string()], advice)
            }
        };
        Some(Breach { clause, id: start.id.clone(), what, advice })
    }

    /// What `run` would exit with over these cases alone.
    fn exit_code(&self) -> String {
        let is = |status| self.starts.iter().any(|start| start.status() == status);
        let code = if is(Status::CandidateError) || is(Status::NotRun) {
            exit::ERROR
        } else if is(Status::Mismatch) {
            exit::MISMATCH
        } else {
            exit::MATCH
        };
        format!("over these cases alone it is {code}")
    }
}

/// None where the clause is kept.
fn state(number: u8, breaches: &[Breach]) -> Option<State> {
    let own: Vec<Breach> =
        breaches.iter().filter(|breach| breach.clause == number).cloned().collect();
    if !own.is_empty() {
        return Some(State::Broken(own));
    }
    let open = number != EXIT_CODES
        && breaches.iter().any(|breach| breach.clause < number || breach.clause == HEARD);
    open.then_some(State::Open)
}

impl Start {
    fn error(&self) -> Option<&CandidateError> {
        match &self.judgement.as_ref()?.verdict {
            Verdict::Error(error) => Some(error),
            Verdict::Match | Verdict::Mismatch => None,
        }
    }
}

/// All that is wrong with a report at once.
fn shape(start: &Start) -> Vec<String> {
    let mut what: Vec<String> = start.faults.iter().take(FAULTS).map(ToString::to_string).collect();
    if start.faults.len() > FAULTS {
        what.push(format!("and {} more", start.faults.len() - FAULTS));
    }
    what
}
