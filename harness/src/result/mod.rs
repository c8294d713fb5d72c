//! The result of a run, as data: what the JSON reporter writes.

mod next;
mod setting;

pub use next::NextStep;
pub use setting::{CandidateRecord, OptionsRecord, Setting, SuiteRecord, Tool};

use crate::baseline::{BaselineNote, BaselineRecord};
use crate::candidate::{End, Execution};
use crate::diagnosis::Diagnosis;
use crate::forbidden::Leak;
use crate::interrupt::Cause;
use crate::readings::PointReading;
use crate::warning::Warning;
use mcp_evidence_contract::{Kind, Rule, Stage};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// `schema` of a result.
pub const SCHEMA: &str = "mcp-evidence.result.v1";

/// Bytes of standard error, or of a standard output that is no report, that a
/// result keeps for each case.
pub const EXCERPT_LIMIT: usize = 64 * 1024;

/// Everything that a run found. Two runs of one candidate over one corpus
/// differ at most in `measured`, and in what a time limit decides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunResult {
    /// [`SCHEMA`].
    #[schemars(extend("const" = SCHEMA))]
    pub schema: String,
    /// What wrote the result.
    pub tool: Tool,
    /// Whether the run was stopped before its last case had ended.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// What stopped it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<Cause>,
    /// The command that shows what to mend first, where no case was answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doctor: Option<String>,
    /// What to do next, where no rule that the candidate lacks tells it: the
    /// baseline does not hold any more, or everything matched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<NextStep>,
    /// What was run over what.
    #[serde(flatten)]
    pub setting: Setting,
    /// The selected cases, in the order of the corpus.
    pub cases: Vec<Case>,
    /// The known divergences that it was held against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<BaselineRecord>,
    /// The cases, counted.
    pub summary: Summary,
    /// The rules that the candidate seems to lack, and those it overdoes.
    pub diagnosis: Diagnosis,
    /// The reading that the candidate takes of each point, where the corpus
    /// probes points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<PointReading>,
    /// What no two runs have in common.
    pub measured: Measured,
}

/// How a case ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The answer is the expected one.
    Match,
    /// The answer is another.
    Mismatch,
    /// There is no answer.
    CandidateError,
    /// The candidate was not asked, or we failed to hear it.
    NotRun,
}

/// One case of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Case {
    /// The vector's id.
    pub id: String,
    /// What the vector is about.
    pub description: String,
    /// The name under which the candidate saw it.
    pub case: String,
    /// The rule that the vector breaks, or the permission that it uses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleRecord>,
    /// The interpretation point that the vector probes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<String>,
    /// How it ended.
    pub status: Status,
    /// How often it was started again, alone, after a time-out beside others;
    /// everything here is about the last start.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub retries: u32,
    /// What the baseline says about it, where it is listed there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<BaselineNote>,
    /// The surface that was expected.
    pub expected: Value,
    /// The surface of the answer; none beside an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed: Option<Value>,
    /// Why there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorRecord>,
    /// Where a text stands that the vector forbids. The texts themselves are put
    /// out of sight everywhere in the result.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaks: Vec<Leak>,
    /// What the candidate says beside the surface, word for word: for each of
    /// its findings the strings in it.
    pub reasons: Vec<Vec<String>>,
    /// What a reviewer should know; unscored.
    pub warnings: Vec<Warning>,
    /// How the process ended; none where there was none or it was stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<ExitRecord>,
    /// Standard error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<Excerpt>,
    /// Standard output, where it is no report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stdout: Option<Excerpt>,
    /// The whole report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<Value>,
    /// The command that repeats this case alone.
    pub repeat: String,
    /// The command that shows the case's bundle, where the candidate fails the
    /// integrity of one that it must not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inspect: Option<String>,
}

/// For members that say something only where there is something to count.
pub(crate) fn is_zero<T: Default + PartialEq>(number: &T) -> bool {
    *number == T::default()
}

/// A rule as a result names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleRecord {
    /// The rule's id.
    pub id: String,
    /// The stage whose outcome turns on it; absent where the id is not in the
    /// catalogue, as are the other members.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<u8>,
    /// The operation, where the text has no stages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
    /// The section that states it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// What it asks or grants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether it grants something instead of asking.
    #[serde(default)]
    pub permission: bool,
}

impl From<&Rule> for RuleRecord {
    fn from(rule: &Rule) -> RuleRecord {
        RuleRecord {
            id: rule.id.to_owned(),
            stage: rule.stage.number(),
            operation: match rule.stage {
                Stage::Operation(operation) => Some(operation.to_owned()),
                Stage::Integrity(_) | Stage::Records | Stage::Binding | Stage::Claims => None,
            },
            section: Some(rule.section.to_owned()),
            text: Some(rule.text.to_owned()),
            permission: rule.kind == Kind::Permission,
        }
    }
}

impl RuleRecord {
    /// An id that is not in the catalogue.
    pub fn unknown(id: &str) -> RuleRecord {
        RuleRecord {
            id: id.to_owned(),
            stage: None,
            operation: None,
            section: None,
            text: None,
            permission: false,
        }
    }

    /// `stage 2`, the operation, or `other` where the catalogue does not say.
    pub fn label(&self) -> String {
        match (&self.stage, &self.operation) {
            (Some(stage), _) => format!("stage {stage}"),
            (None, Some(operation)) => operation.clone(),
            (None, None) => "other".to_owned(),
        }
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorRecord {
    /// The error's name: that of a [`CandidateError`](crate::judge::CandidateError), `harness`, or `stopped`
    /// where the run ended first.
    pub kind: String,
    /// The error in words; text of the candidate in it is escaped.
    pub message: String,
    /// The system's number, where the program did not start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errno: Option<i32>,
    /// The program that did not start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The member that breaks the report's shape.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
}

/// How a process ended by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExitRecord {
    /// With this status.
    Code(i32),
    /// By this signal.
    Signal(i32),
}

impl ExitRecord {
    /// None where the process did not run or was stopped.
    pub fn of(end: &End) -> Option<ExitRecord> {
        match end {
            End::Exited(code) => Some(ExitRecord::Code(*code)),
            End::Signalled(signal) => Some(ExitRecord::Signal(*signal)),
            End::NotStarted(_) | End::TimedOut | End::StdoutOverLimit => None,
        }
    }
}

/// The beginning of a stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Excerpt {
    /// Its text; bytes that are not UTF-8 are replaced.
    pub text: String,
    /// How many bytes came.
    pub bytes: u64,
    /// Whether `text` holds only the first of them.
    pub cut: bool,
}

impl Excerpt {
    /// None for an empty stream.
    pub fn of(captured: &crate::candidate::Captured) -> Option<Excerpt> {
        let kept = &captured.bytes[..captured.bytes.len().min(EXCERPT_LIMIT)];
        (captured.total > 0).then(|| Excerpt {
            text: String::from_utf8_lossy(kept).into_owned(),
            bytes: captured.total,
            cut: captured.total > kept.len() as u64,
        })
    }

    /// Both streams of an execution: standard output only where it is no
    /// report.
    pub(crate) fn streams(execution: &Execution, is_report: bool) -> [Option<Excerpt>; 2] {
        let stdout = if is_report { None } else { Excerpt::of(&execution.stdout) };
        [stdout, Excerpt::of(&execution.stderr)]
    }
}

/// The cases, counted.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// How many cases were selected.
    pub selected: usize,
    /// Cases that ended as [`Status::Match`].
    pub matches: usize,
    /// Cases that ended as [`Status::Mismatch`].
    pub mismatches: usize,
    /// Cases that ended as [`Status::CandidateError`].
    pub candidate_errors: usize,
    /// Cases that ended as [`Status::NotRun`].
    pub not_run: usize,
    /// How many of those are not run because the run was stopped.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stopped: usize,
    /// Mismatches that a baseline lists exactly so.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub known_divergences: usize,
    /// Mismatches of cases that it lists, but with another answer.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub other_divergences: usize,
    /// Matches of cases that it lists: entries that have to go.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unexpected_successes: usize,
    /// Entries of it that are about no case of this corpus.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unusable_entries: usize,
    /// How often each warning stands on a case, by its name.
    pub warnings: BTreeMap<String, usize>,
    /// What a program scores that gives one answer to everything; of several
    /// answers of one kind, the best.
    pub constants: Vec<Constant>,
    /// The answer, in a few words, that this candidate gave to every case,
    /// where more than one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constant_answer: Option<String>,
    /// Whether this is a corpus of probes, in which no mismatch counts.
    #[serde(default)]
    pub unscored: bool,
    /// The exit code that follows.
    pub exit_code: u8,
}

/// What a constant answer scores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Constant {
    /// The answer in a few words.
    pub answer: String,
    /// The answer.
    pub surface: Value,
    /// How many of the selected cases it matches.
    pub matches: usize,
}

/// What depends on the machine and the moment; never compared.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Measured {
    /// The folder in which the run was started, absolute: what a relative path of
    /// the candidate's command is taken from. Bytes that are not UTF-8 are
    /// replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_in: Option<String>,
    /// How many cases ran at once at most.
    pub jobs: usize,
    /// From the first start to the last end, in milliseconds.
    pub total_ms: f64,
    /// For each case, from its candidate's start to its end, in milliseconds.
    pub cases_ms: BTreeMap<String, f64>,
}
