//! Binding and scoring. The candidate is never started here, and no value of
//! the capture is adopted that can be recomputed.

use super::{CaseStatus, Compared, RecordCase, RunRecord, Summary};
use crate::capture::{Answer, Capture, State};
use crate::fault::Faults;
use crate::pack::Pack;
use crate::render::{Case, RenderError, render};
use crate::words::{PROVENANCE, RECORD_NON_CLAIMS};
use mcp_evidence_generator::{chain, digest};
use mcp_evidence_harness::escape::{TEXT, escape};
use mcp_evidence_harness::surface::Surface;
use mcp_evidence_harness::{Corpus, Warning};
use serde_json::Value;

/// Why nothing was scored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScoreError {
    /// The corpus cannot be rendered.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The pack was not made from this corpus.
    #[error("the pack does not belong to this corpus:{0}")]
    OtherCorpus(Mismatches),
    /// The capture is broken: every fault.
    #[error("the capture cannot be used:{0}")]
    Capture(Faults),
    /// The capture was not made over this pack: everything that differs.
    #[error("the capture does not bind to this pack:{0}")]
    Unbound(Mismatches),
}

/// Bindings that do not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatches(pub Vec<Binding>);

impl std::fmt::Display for Mismatches {
    /// One a line.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|binding| write!(f, "\n  {binding}"))
    }
}

/// One binding that does not hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}: {} is bound, {} was recomputed", escape(.bound, TEXT), escape(.recomputed, TEXT))]
pub struct Binding {
    /// What is bound.
    pub what: String,
    /// The value that stands in the file.
    pub bound: String,
    /// The value that was recomputed.
    pub recomputed: String,
}

/// A pack beside the corpus that it was rendered from.
pub struct Subject<'c> {
    /// The pack.
    pub pack: Pack,
    /// The expectations.
    pub corpus: &'c Corpus,
    /// For each case of the pack its vector's place in the corpus.
    pub vectors: Vec<usize>,
}

impl<'c> Subject<'c> {
    /// Renders the corpus, which must give the pack's cases.
    ///
    /// # Errors
    /// The pack is one of another corpus.
    pub fn new(pack: Pack, corpus: &'c Corpus) -> Result<Subject<'c>, ScoreError> {
        let manifest = corpus.manifest();
        let computed = chain(manifest.vectors.iter().map(|vector| vector.sha256.as_str()));
        let mut held = Held::default();
        held.hold("profile", &pack.profile, &manifest.profile);
        held.hold("source_corpus_digest", &pack.source_corpus_digest, &computed);
        held.finish().map_err(ScoreError::OtherCorpus)?;
        let cases = render(corpus)?;
        let mut held = Held::default();
        held.hold("case_count", &pack.cases.len().to_string(), &cases.len().to_string());
        for (packed, case) in pack.cases.iter().zip(&cases) {
            held.hold(&packed.id, &packed.sha256, &case.sha256);
        }
        let rendered = chain(cases.iter().map(|case| case.sha256.as_str()));
        held.hold("rendered_set_digest", &pack.rendered_set_digest, &rendered);
        held.finish().map_err(ScoreError::OtherCorpus)?;
        let vectors = cases.iter().map(|case: &Case| case.vector).collect();
        Ok(Subject { pack, corpus, vectors })
    }
}

/// A run record and the capture that it is about.
#[derive(Debug, Clone, PartialEq)]
pub struct Scored {
    /// The record.
    pub record: RunRecord,
    /// The capture.
    pub capture: Capture,
}

/// Scores a capture's bytes against the expectations.
///
/// # Errors
/// The capture is broken or does not bind.
pub fn score(subject: &Subject<'_>, capture_bytes: &[u8]) -> Result<Scored, ScoreError> {
    let capture = Capture::read(capture_bytes).map_err(ScoreError::Capture)?;
    bind(&capture, &subject.pack).map_err(ScoreError::Unbound)?;
    let surface = subject.corpus.surface();
    let cases: Vec<RecordCase> = capture
        .observations
        .iter()
        .zip(&subject.vectors)
        .map(|(observation, vector)| RecordCase {
            case_id: observation.case_id.clone(),
            input_sha256: observation.input_sha256.clone(),
            status: status(
                &observation.state,
                &subject.corpus.vectors()[*vector].expected,
                surface,
            ),
        })
        .collect();
    let harness_errors = cases.iter().filter_map(|case| match &case.status {
        CaseStatus::HarnessError { error } => Some(format!("{}: {error}", case.case_id)),
        CaseStatus::Match(_) | CaseStatus::Mismatch(_) | CaseStatus::ExecutionError { .. } => None,
    });
    let pack = &subject.pack;
    let record = RunRecord {
        schema: pack.form.record().to_owned(),
        profile: pack.profile.clone(),
        suite: pack.suite.clone(),
        source_corpus_digest: pack.source_corpus_digest.clone(),
        rendered_set_digest: pack.rendered_set_digest.clone(),
        pack_sha256: pack.sha256.clone(),
        pack_declared_source_commit: pack.declared_source_commit.clone(),
        pack_provenance_verification: PROVENANCE.to_owned(),
        implementation: capture.implementation.clone().into(),
        summary: Summary::of(&cases),
        harness_errors: harness_errors.collect(),
        cases,
        non_claims: RECORD_NON_CLAIMS.map(str::to_owned).to_vec(),
        capture_sha256: digest(capture_bytes),
    };
    Ok(Scored { record, capture })
}

/// Holds everything that binds a capture to a pack.
///
/// # Errors
/// Everything that differs.
pub fn bind(capture: &Capture, pack: &Pack) -> Result<(), Mismatches> {
    let mut held = Held::default();
    held.hold("schema", &capture.schema, pack.form.capture());
    held.hold("profile", &capture.profile, &pack.profile);
    held.hold("suite", &capture.suite, &pack.suite);
    held.hold("pack_sha256", &capture.pack_sha256, &pack.sha256);
    let commit = &capture.pack_declared_source_commit;
    held.hold("pack_declared_source_commit", commit, &pack.declared_source_commit);
    held.hold("source_corpus_digest", &capture.source_corpus_digest, &pack.source_corpus_digest);
    held.hold("rendered_set_digest", &capture.rendered_set_digest, &pack.rendered_set_digest);
    let counts = [capture.observations.len(), pack.cases.len()].map(|count| count.to_string());
    held.hold("number of observations", &counts[0], &counts[1]);
    for (index, (observation, case)) in capture.observations.iter().zip(&pack.cases).enumerate() {
        let at = format!("observations[{index}]");
        held.hold(&format!("{at}.case_id"), &observation.case_id, &case.id);
        held.hold(&format!("{at}.input_sha256"), &observation.input_sha256, &case.sha256);
    }
    held.finish()
}

/// Gathers what does not hold.
#[derive(Default)]
struct Held(Vec<Binding>);

impl Held {
    fn hold(&mut self, what: &str, bound: &str, recomputed: &str) {
        if bound != recomputed {
            let [what, bound, recomputed] = [what, bound, recomputed].map(str::to_owned);
            self.0.push(Binding { what, bound, recomputed });
        }
    }

    fn finish(self) -> Result<(), Mismatches> {
        if self.0.is_empty() { Ok(()) } else { Err(Mismatches(self.0)) }
    }
}

fn status(state: &State, expected: &Value, surface: &dyn Surface) -> CaseStatus {
    match state {
        State::CandidateError { error } => CaseStatus::ExecutionError { error: error.clone() },
        State::CaptureError { error } => CaseStatus::HarnessError { error: error.clone() },
        State::Observed(answer) => {
            let compared = Compared {
                observed: answer.observed.clone(),
                exit_code: answer.exit_code,
                stderr_present: answer.stderr_present,
                review_warnings: warnings(answer).map(|w| w.name().to_owned()).collect(),
            };
            if surface.agree(expected, &answer.observed) {
                CaseStatus::Match(compared)
            } else {
                CaseStatus::Mismatch(compared)
            }
        }
    }
}

/// What a reviewer should know, from what the capture keeps of the report.
fn warnings(answer: &Answer) -> impl Iterator<Item = Warning> + use<> {
    let invalid = answer.observed.get("verdict").and_then(Value::as_str) == Some("invalid");
    let (reason, schema, profile) = (
        answer.reviewer_reason_present,
        answer.report_schema_matches,
        answer.report_profile_matches,
    );
    let lacks = move |warning: &Warning| match warning {
        Warning::RejectReasonMissing => invalid && !reason,
        Warning::ReportSchemaMissingOrUnexpected => !schema,
        Warning::ReportProfileMissingOrUnexpected => !profile,
    };
    Warning::ALL.into_iter().filter(lacks)
}
