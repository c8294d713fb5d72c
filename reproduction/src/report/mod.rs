//! The implementation report of issue #1840 as Markdown: filled with all that
//! the files say, blank where only the author knows.

mod markdown;
mod rules;
mod scope;
mod write;

pub use rules::{RESULT_LIMIT, RulesRun};

use crate::capture::Capture;
use crate::fault::Faults;
use crate::identity::Identity;
use crate::record::{CaseStatus, Listed, RunRecord, differences};
use crate::render::render;
use mcp_evidence_generator::digest;
use mcp_evidence_harness::Corpus;
use mcp_evidence_harness::escape::{TEXT, escape};

/// Why a report is not written: the files contradict each other, or one is
/// broken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// The run record is broken.
    #[error("the run record cannot be used:{0}")]
    Record(Faults),
    /// The capture is broken.
    #[error("the capture cannot be used:{0}")]
    Capture(Faults),
    /// The capture is another one.
    #[error("the capture is {found}, and the run record is about {expected}")]
    OtherCapture {
        /// The capture's digest.
        found: String,
        /// The record's.
        expected: String,
    },
    /// The record says otherwise than its capture.
    #[error("the run record and its capture differ in: {0}")]
    Contradicts(String),
    /// The identity names another implementation.
    #[error("the identity and the run record differ in: {0}")]
    OtherIdentity(String),
    /// The record's answers and its words about them do not go together.
    #[error("the run record says {said} about {case}, and its answer is {so}")]
    Status {
        /// The case.
        case: String,
        /// What the record says.
        said: &'static str,
        /// What a comparison gives.
        so: &'static str,
    },
    /// The record is not about this corpus.
    #[error("the run record does not belong to this corpus: {0}")]
    OtherCorpus(String),
    /// The result of the run over the rule corpus is broken.
    #[error("the result of the run over the rule corpus cannot be used: {}", escape(.0, TEXT))]
    RulesRun(String),
    /// It is a run over another corpus.
    #[error("the result is about the corpus {}, and the rule corpus is {expected}; run `mcp-evidence run --suite privileged-mcp-action-v0-rules --format json -- CANDIDATE` with this version", escape(.found, TEXT))]
    RulesCorpus {
        /// The digest in the result.
        found: String,
        /// The rule corpus's.
        expected: String,
    },
}

/// Everything that a report is made of, each part held against the others.
pub struct Report<'c> {
    record: RunRecord,
    record_sha256: String,
    capture: Option<Capture>,
    identity: Option<Identity>,
    corpus: Option<Placed<'c>>,
    rules_run: Option<RulesRun>,
}

/// The corpus of a record, with each case's vector.
struct Placed<'c> {
    corpus: &'c Corpus,
    vectors: Vec<usize>,
}

impl<'c> Report<'c> {
    /// A report about a run record's bytes.
    ///
    /// # Errors
    /// The record is broken.
    pub fn new(record: &[u8]) -> Result<Report<'c>, ReportError> {
        Ok(Report {
            record_sha256: digest(record),
            record: RunRecord::read(record).map_err(ReportError::Record)?,
            capture: None,
            identity: None,
            corpus: None,
            rules_run: None,
        })
    }

    /// The record.
    pub fn record(&self) -> &RunRecord {
        &self.record
    }

    /// Adds the capture's bytes.
    ///
    /// # Errors
    /// It is broken, or the record is about another.
    pub fn capture(mut self, bytes: &[u8]) -> Result<Report<'c>, ReportError> {
        let (found, expected) = (digest(bytes), self.record.capture_sha256.clone());
        if found != expected {
            return Err(ReportError::OtherCapture { found, expected });
        }
        let capture = Capture::read(bytes).map_err(ReportError::Capture)?;
        let differ = differences(&self.record, &capture);
        if !differ.is_empty() {
            return Err(ReportError::Contradicts(differ.join(", ")));
        }
        self.capture = Some(capture);
        Ok(self)
    }

    /// Adds what the author says.
    ///
    /// # Errors
    /// It names another implementation than the record.
    pub fn identity(mut self, identity: Identity) -> Result<Report<'c>, ReportError> {
        let given = Listed::from(identity.implementation.clone());
        let recorded = &self.record.implementation;
        let members = [
            ("name", given.name == recorded.name),
            ("version", given.version == recorded.version),
            ("source", given.source == recorded.source),
            ("commit", given.commit == recorded.commit),
            ("mode", given.reproduction_mode == recorded.reproduction_mode),
            ("id", given.id == recorded.id),
            ("image", given.image == recorded.image),
        ];
        let differ: Vec<&str> =
            members.into_iter().filter(|(_, same)| !same).map(|(name, _)| name).collect();
        if !differ.is_empty() {
            return Err(ReportError::OtherIdentity(differ.join(", ")));
        }
        self.identity = Some(identity);
        Ok(self)
    }

    /// Adds the expectations, against which the record is compared anew.
    ///
    /// # Errors
    /// The record is about other cases, or says of one what is not so.
    pub fn corpus(mut self, corpus: &'c Corpus) -> Result<Report<'c>, ReportError> {
        let vectors = placed(&self.record, corpus)?;
        self.corpus = Some(Placed { corpus, vectors });
        Ok(self)
    }

    /// Adds a run over the rule corpus.
    #[must_use]
    pub fn rules_run(mut self, run: RulesRun) -> Report<'c> {
        self.rules_run = Some(run);
        self
    }

    /// The page.
    pub fn to_markdown(&self) -> String {
        write::page(self)
    }
}

/// For each case of a record its vector in `corpus`.
///
/// # Errors
/// The record is about other cases, or says of one what is not so.
pub fn placed(record: &RunRecord, corpus: &Corpus) -> Result<Vec<usize>, ReportError> {
    let manifest = corpus.manifest();
    if record.source_corpus_digest != manifest.corpus_digest || record.profile != manifest.profile {
        return Err(ReportError::OtherCorpus("the corpus digest or the profile is another".into()));
    }
    let cases = render(corpus).map_err(|error| ReportError::OtherCorpus(error.to_string()))?;
    let same = |(recorded, case): (&crate::record::RecordCase, &crate::render::Case)| {
        recorded.input_sha256 == case.sha256
    };
    if record.cases.len() != cases.len() || !record.cases.iter().zip(&cases).all(same) {
        return Err(ReportError::OtherCorpus("its cases are others".into()));
    }
    for (recorded, case) in record.cases.iter().zip(&cases) {
        let (said, compared) = match &recorded.status {
            CaseStatus::Match(compared) => ("match", compared),
            CaseStatus::Mismatch(compared) => ("mismatch", compared),
            CaseStatus::ExecutionError { .. } | CaseStatus::HarnessError { .. } => continue,
        };
        let expected = &corpus.vectors()[case.vector].expected;
        let agree = corpus.surface().agree(expected, &compared.observed);
        let so = if agree { "match" } else { "mismatch" };
        if said != so {
            return Err(ReportError::Status { case: recorded.case_id.clone(), said, so });
        }
    }
    Ok(cases.into_iter().map(|case| case.vector).collect())
}
