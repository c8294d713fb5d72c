//! A capture held against the expectations: the run record.

mod agree;
mod read;
mod score;
mod shown;

pub use agree::differences;
pub use score::{Binding, ScoreError, Scored, Subject, bind, score};
pub use shown::Shown;

use crate::identity::Implementation;
use crate::python_json;
use crate::words::Form;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Bytes that a run record may have: as much as the largest capture.
pub const RECORD_LIMIT: usize = crate::capture::limit(crate::words::MOST_CASES);

/// A run record, in the published form or under our own id with the same
/// members.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// [`Form::record`].
    pub schema: String,
    /// The profile's id.
    pub profile: String,
    /// The suite's name.
    pub suite: String,
    /// The corpus digest, recomputed.
    pub source_corpus_digest: String,
    /// The rendered-set digest, recomputed.
    pub rendered_set_digest: String,
    /// Digest of the pack's bytes.
    pub pack_sha256: String,
    /// The commit that the pack declares.
    pub pack_declared_source_commit: String,
    /// That the scorer did not look into it.
    pub pack_provenance_verification: String,
    /// Who stands behind the candidate.
    pub implementation: Listed,
    /// The cases, counted.
    pub summary: Summary,
    /// What failed on our side, a text a case.
    pub harness_errors: Vec<String>,
    /// One a case, in their order.
    pub cases: Vec<RecordCase>,
    /// [`crate::words::RECORD_NON_CLAIMS`].
    pub non_claims: Vec<String>,
    /// Digest of the capture's bytes.
    pub capture_sha256: String,
}

/// An [`Implementation`] as a run record writes it: what is not given of id and
/// image is left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// Commit of its source.
    pub commit: String,
    /// Its row among the listed implementations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its image.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// Its name.
    pub name: String,
    /// How it came to be.
    pub reproduction_mode: crate::identity::Mode,
    /// Where its source stands.
    pub source: String,
    /// Its version.
    pub version: Option<String>,
}

impl From<Implementation> for Listed {
    fn from(implementation: Implementation) -> Listed {
        let Implementation { commit, id, image, name, reproduction_mode, source, version } =
            implementation;
        Listed { commit, id, image, name, reproduction_mode, source, version }
    }
}

/// The cases, counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// All of them.
    pub total: usize,
    /// Those that match.
    #[serde(rename = "match")]
    pub matches: usize,
    /// Those that do not.
    pub mismatch: usize,
    /// Those without an answer.
    pub execution_error: usize,
    /// Those that our side spoiled.
    pub harness_error: usize,
    /// Warnings on all cases together.
    pub review_warnings: usize,
}

/// One case of a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecordCase {
    /// The case.
    pub case_id: String,
    /// Digest of its bytes.
    pub input_sha256: String,
    /// What it came to.
    #[serde(flatten)]
    pub status: CaseStatus,
}

/// How the answer compares.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum CaseStatus {
    /// It is the expected one.
    Match(Compared),
    /// It is another.
    Mismatch(Compared),
    /// There is none.
    ExecutionError {
        /// Why.
        error: String,
    },
    /// Our side failed.
    HarnessError {
        /// Why.
        error: String,
    },
}

/// An answer that was compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// The surface.
    pub observed: Value,
    /// The exit status, never compared.
    pub exit_code: i64,
    /// Whether there was any byte of stderr.
    pub stderr_present: bool,
    /// What a reviewer should know; left out where there is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub review_warnings: Vec<String>,
}

impl RunRecord {
    /// The file: the same record gives the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        python_json::indented(&serde_json::to_value(self).expect("names are strings"))
    }

    /// The form whose id it carries.
    pub fn form(&self) -> Form {
        Form::find(&self.schema, Form::record).unwrap_or(Form::Own)
    }

    /// The exit code of the scoring run: 0, 1 for a mismatch, 2 for any error.
    pub fn exit_code(&self) -> u8 {
        if self.summary.execution_error > 0 || self.summary.harness_error > 0 {
            mcp_evidence_harness::exit::ERROR
        } else if self.summary.mismatch > 0 {
            mcp_evidence_harness::exit::MISMATCH
        } else {
            mcp_evidence_harness::exit::MATCH
        }
    }
}

impl Summary {
    /// The summary of these cases.
    pub fn of(cases: &[RecordCase]) -> Summary {
        let mut summary = Summary { total: cases.len(), ..Summary::default() };
        for case in cases {
            match &case.status {
                CaseStatus::Match(_) => summary.matches += 1,
                CaseStatus::Mismatch(_) => summary.mismatch += 1,
                CaseStatus::ExecutionError { .. } => summary.execution_error += 1,
                CaseStatus::HarnessError { .. } => summary.harness_error += 1,
            }
            if let CaseStatus::Match(compared) | CaseStatus::Mismatch(compared) = &case.status {
                summary.review_warnings += compared.review_warnings.len();
            }
        }
        summary
    }
}
