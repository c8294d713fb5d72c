//! References that produce an answer, measured by what the harness compares of
//! it.

use crate::failure::Failure;
use crate::place;
use mcp_evidence_contract::{Alternative, Rule, System, catalogue};
use mcp_evidence_generator::Corpus;
use mcp_evidence_harness as harness;
use mcp_evidence_harness::forbidden::in_report;
use mcp_evidence_harness::judge::{Judgement, Verdict, judge_report};
use mcp_evidence_reference::adequacy::{Change, Producer, Seen, Subject, Void, producer};

/// A reference, and a corpus of its system.
pub(crate) struct Produced {
    system: System,
    producer: Producer,
    corpus: harness::Corpus,
}

impl Produced {
    /// The reference for the corpus's profile.
    pub(crate) fn new(corpus: &Corpus) -> Result<Produced, Failure> {
        let profile = corpus.manifest.profile.as_str();
        let none = || Failure::Usage(format!("{} has no reference to measure", corpus.suite));
        Ok(Produced {
            system: corpus.system(),
            producer: producer(profile).ok_or_else(none)?,
            corpus: place::load(corpus)?,
        })
    }

    /// How the harness judges the changed answer; none where there is none.
    fn judged(&self, vector: usize, change: Change) -> Option<Judgement> {
        let answer = (self.producer.answer)(self.corpus.material(vector), change);
        let vector = &self.corpus.vectors()[vector];
        let (leaks, report) = in_report(&vector.forbidden, answer.as_object()?);
        let judged = judge_report(self.corpus.surface(), &vector.expected, report);
        Some(judged.held_to(vector, &leaks))
    }

    fn is_ours(&self, rule: &Rule) -> bool {
        self.producer.operations.contains(&rule.stage.label())
    }
}

impl Subject for Produced {
    fn rules(&self) -> Vec<&'static Rule> {
        catalogue::of(self.system).filter(|rule| self.is_ours(rule)).collect()
    }

    fn alternatives(&self) -> Vec<&'static Alternative> {
        catalogue::alternatives_of(self.system).filter(|one| self.is_ours(one.rule)).collect()
    }

    fn vectors(&self) -> usize {
        self.corpus.vectors().len()
    }

    fn notices(&self, vector: usize, change: Change) -> bool {
        let judged = self.judged(vector, change);
        judged.is_none_or(|judgement| judgement.verdict != Verdict::Match)
    }

    fn disagreement(&self, vector: usize) -> Option<Void> {
        let judged = self.judged(vector, Change::Nothing);
        let concluded = match judged.as_ref().map(|judgement| &judgement.verdict) {
            Some(Verdict::Match) => return None,
            Some(Verdict::Mismatch) => "another surface".to_owned(),
            Some(Verdict::Error(error)) => error.to_string(),
            None => "nothing".to_owned(),
        };
        let vector = &self.corpus.vectors()[vector];
        let expected = self.corpus.surface().label(&vector.expected);
        Some(Void::Disagrees { vector: vector.id.clone(), expected, concluded })
    }

    fn seen(&self, vector: usize) -> Seen {
        (self.producer.seen)(self.corpus.material(vector))
    }
}
