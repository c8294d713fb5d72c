//! A scored capture as the harness's reporters take it: each case by its
//! vector's name.

use super::{CaseStatus, Scored, Subject};
use crate::capture::{Observation, Said, State};
use mcp_evidence_harness::diagnosis::Diagnosis;
use mcp_evidence_harness::result::{
    CandidateRecord, Case, ErrorRecord, ExitRecord, Measured, OptionsRecord, RuleRecord, SCHEMA,
    Setting, Status, SuiteRecord, Tool,
};
use mcp_evidence_harness::select::exactly;
use mcp_evidence_harness::{RunResult, Warning, quote, summarize};
use std::ffi::OsString;

/// Stands for reasons that are known to be there and are not kept.
const NOT_KEPT: &str = "(something; a capture does not keep the words)";

/// What there is to show.
pub struct Shown<'a> {
    /// The pack and the expectations.
    pub subject: &'a Subject<'a>,
    /// What came of it.
    pub scored: &'a Scored,
    /// The candidate's own words, where it has just been asked.
    pub said: Option<&'a [Said]>,
    /// The candidate's command, where it is known.
    pub argv: &'a [OsString],
    /// The command that runs the corpus, up to the selection.
    pub repeat: Vec<OsString>,
}

impl Shown<'_> {
    /// The result, in the order of the cases.
    pub fn result(&self) -> RunResult {
        let record = &self.scored.record;
        let observations = &self.scored.capture.observations;
        let cases: Vec<Case> = (0..record.cases.len().min(observations.len()))
            .map(|index| self.case(index, &observations[index]))
            .collect();
        let surface = self.subject.corpus.surface();
        let argv = match self.argv {
            [] => vec![record.implementation.name.clone()],
            argv => argv.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
        };
        RunResult {
            schema: SCHEMA.to_owned(),
            tool: Tool::default(),
            partial: false,
            doctor: None,
            next: None,
            stopped_by: None,
            baseline: None,
            setting: Setting {
                suite: SuiteRecord {
                    id: record.suite.clone(),
                    profile: record.profile.clone(),
                    corpus_digest: record.source_corpus_digest.clone(),
                    vectors: cases.len(),
                    scored: true,
                    unlisted_files: Vec::new(),
                },
                candidate: CandidateRecord { argv, folder: None, built_in: false },
                options: OptionsRecord {
                    only: Vec::new(),
                    skip: Vec::new(),
                    unmatched: Vec::new(),
                    selected: cases.len(),
                    named: false,
                    timeout_ms: 0,
                    stdout_limit: 0,
                    stderr_limit: 0,
                    supervised: false,
                    ..OptionsRecord::default()
                },
            },
            summary: summarize(&cases, surface, true),
            diagnosis: Diagnosis::of(&cases, surface),
            readings: Vec::new(),
            cases,
            measured: Measured::default(),
        }
    }

    /// What else a reader of the result should know.
    pub fn notes(&self) -> Vec<String> {
        let answered = self.scored.capture.observations.iter().filter_map(|observation| {
            match &observation.state {
                State::Observed(answer) if answer.exit_code < 0 => Some(format!(
                    "{}: signal {} ended the candidate after its report, which this capture counts as an answer",
                    observation.case_id, -answer.exit_code
                )),
                State::Observed(_) | State::CandidateError { .. } | State::CaptureError { .. } => None,
            }
        });
        answered.collect()
    }

    fn case(&self, index: usize, observation: &Observation) -> Case {
        let place = self.subject.vectors[index];
        let corpus = self.subject.corpus;
        let vector = &corpus.vectors()[place];
        let known = corpus.rule(place).map(RuleRecord::from);
        let recorded = &self.scored.record.cases[index];
        let (status, compared, error) = match &recorded.status {
            CaseStatus::Match(compared) => (Status::Match, Some(compared), None),
            CaseStatus::Mismatch(compared) => (Status::Mismatch, Some(compared), None),
            CaseStatus::ExecutionError { error } => {
                let mut record = ErrorRecord::harness(error.clone());
                "candidate_error".clone_into(&mut record.kind);
                (Status::CandidateError, None, Some(record))
            }
            CaseStatus::HarnessError { error } => {
                (Status::NotRun, None, Some(ErrorRecord::harness(error.clone())))
            }
        };
        let warned = |warning: &Warning| {
            let name = warning.name();
            compared.is_some_and(|c| c.review_warnings.iter().any(|text| text == name))
        };
        let exit = compared.and_then(|compared| i32::try_from(compared.exit_code).ok());
        Case {
            id: vector.id.clone(),
            description: vector.description.clone(),
            case: observation.case_id.clone(),
            rule: known.or_else(|| vector.rule.as_deref().map(RuleRecord::unknown)),
            point: vector.point.clone(),
            status,
            retries: 0,
            baseline: None,
            expected: vector.expected.clone(),
            observed: compared.map(|compared| compared.observed.clone()),
            error,
            leaks: Vec::new(),
            reasons: self.reasons(index, &observation.state),
            warnings: Warning::ALL.into_iter().filter(warned).collect(),
            exit: exit.map(|code| {
                if code < 0 { ExitRecord::Signal(-code) } else { ExitRecord::Code(code) }
            }),
            stderr: None,
            stdout: None,
            report: None,
            repeat: self.repeat(&vector.id),
            inspect: None,
        }
    }

    fn reasons(&self, index: usize, state: &State) -> Vec<Vec<String>> {
        match (self.said, state) {
            (Some(said), _) => said.get(index).map(|said| said.reasons.clone()).unwrap_or_default(),
            (None, State::Observed(answer)) if answer.reviewer_reason_present => {
                vec![vec![NOT_KEPT.to_owned()]]
            }
            (None, _) => Vec::new(),
        }
    }

    fn repeat(&self, id: &str) -> String {
        let mut words = self.repeat.clone();
        words.extend([format!("--only={}", exactly(id)).into(), "--".into()]);
        if self.argv.is_empty() {
            // The record does not know the command.
            words.push("CANDIDATE".into());
        }
        words.extend(self.argv.iter().cloned());
        quote::command_line(words)
    }
}
