//! Which rules a candidate was seen to implement, from a run over the rule
//! corpus. The corpus tells a rule by the vectors whose outcome changes when
//! that rule alone is dropped or read otherwise.

use super::ReportError;
use super::markdown::{Page, code, plain};
use super::scope::measured;
use mcp_evidence_contract::{Kind as RuleKind, Published, Rule, Vector};
use mcp_evidence_harness::escape::and_more;
use mcp_evidence_harness::result::SCHEMA;
use mcp_evidence_harness::{Corpus, RunResult, quote};
use mcp_evidence_reference::adequacy::{Change, Fate};
use mcp_evidence_strict_json::{Limits, parse};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Bytes that a result may have.
pub const RESULT_LIMIT: usize = 64 << 20;

/// Rules that are listed as not seen before the rest is counted.
const LISTED: usize = 40;

/// A run over the rule corpus, compared anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesRun {
    argv: Vec<String>,
    corpus_digest: String,
    vectors: usize,
    matched: usize,
    told: Vec<Told>,
    /// Rules that no bundle can tell.
    excluded: Vec<&'static Rule>,
}

/// One thing that the corpus tells.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Told {
    kind: Kind,
    id: &'static str,
    text: &'static str,
    rule: &'static Rule,
    /// Vectors that would have to match and did not.
    lacking: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Enforced,
    Granted,
    ReadRightly,
}

impl RulesRun {
    /// Reads the JSON result of a run over `corpus`. What it says about
    /// matches is not taken over: every answer is compared again.
    ///
    /// # Errors
    /// It is no such result, or one over another corpus.
    pub fn read(bytes: &[u8], corpus: &Corpus) -> Result<RulesRun, ReportError> {
        let result = result(bytes, corpus)?;
        let measurement = measured(corpus);
        let measurement = measurement
            .ok_or_else(|| ReportError::RulesRun("the corpus cannot be measured".to_owned()))?;
        let matched = matched(&result, corpus);
        let mut told = Vec::new();
        let mut excluded = Vec::new();
        for measured in measurement.scored() {
            let Some(rule) = measured.rule() else { continue };
            let (kind, id, text) = match measured.change {
                Change::Without(rule) => (Kind::Enforced, rule.id, rule.text),
                Change::Narrowed(rule) => (Kind::Granted, rule.id, rule.text),
                Change::Reads(reading) => (Kind::ReadRightly, reading.id, reading.text),
                Change::Nothing | Change::RejectsAll => continue,
            };
            match &measured.fate {
                Fate::Killed(tellers) => {
                    told.push(Told {
                        kind,
                        id,
                        text,
                        rule,
                        lacking: lacking(rule, tellers, corpus, &matched),
                    });
                }
                Fate::Excluded(_) => excluded.push(rule),
                Fate::Survived => {}
            }
        }
        Ok(RulesRun {
            argv: result.setting.candidate.argv,
            corpus_digest: corpus.manifest().corpus_digest.clone(),
            vectors: corpus.vectors().len(),
            matched: matched.len(),
            told,
            excluded,
        })
    }

    /// Writes the section. `not_told` are the published rules about which the
    /// scored corpus says nothing.
    pub(super) fn write(&self, page: &mut Page, not_told: &[Published]) {
        page.paragraph(&format!(
            "From a run over this kit's rule corpus ({} vectors, corpus digest {}), of which {} \
             matched. The candidate was started as {}; that this is the implementation above is \
             the author's word. A rule counts as seen when the candidate gave the expected answer \
             to every vector whose outcome changes when that rule alone is dropped, and to the \
             accepted twin from which such a vector differs by one edit. A permission counts as \
             seen when its own vectors were answered as expected or, where it has none, an \
             accepted one that uses it.",
            self.vectors,
            code(&self.corpus_digest),
            self.matched,
            code(&quote::command_line(&self.argv)),
        ));
        let row = |stage: u8| {
            let count = |kind| {
                let of = || self.told.iter().filter(move |told| told.is(stage, kind));
                format!("{} of {}", of().filter(|told| told.seen()).count(), of().count())
            };
            let counts = [Kind::Enforced, Kind::Granted, Kind::ReadRightly].map(count);
            let [enforced, granted, read] = counts;
            [stage.to_string(), enforced, granted, read]
        };
        page.table(
            [
                "stage",
                "rules seen enforced",
                "permissions seen granted",
                "other readings seen avoided",
            ],
            &(1..=4).map(row).collect::<Vec<_>>(),
        );
        let further: Vec<&Published> =
            not_told.iter().filter(|published| self.sees(**published)).collect();
        page.paragraph(&format!(
            "Of the {} published rules about which the scored corpus says nothing, {} were seen \
             here{}",
            not_told.len(),
            further.len(),
            if further.is_empty() { "." } else { ":" }
        ));
        page.list(further.iter().map(|published| plain(published.text())));
        let lacking: Vec<&Told> = self.told.iter().filter(|told| !told.seen()).collect();
        if lacking.is_empty() {
            page.paragraph("Everything that the rule corpus tells was seen.");
        } else {
            page.paragraph(&format!("Not seen, {} of {}:", lacking.len(), self.told.len()));
            let more = lacking.len().saturating_sub(LISTED);
            page.list(lacking.into_iter().take(LISTED).map(Told::line));
            if more > 0 {
                page.paragraph(&format!("And {more} more, which the run's own result names."));
            }
        }
        if !self.excluded.is_empty() {
            page.paragraph(
                "No bundle can tell a verifier that merely drops one of these, so nothing is said \
                 about them:",
            );
            let rules = self.excluded.iter();
            page.list(rules.map(|rule| format!("{}: {}.", code(rule.id), plain(rule.text))));
        }
    }

    /// Whether everything was seen by which the rule corpus tells a published
    /// rule, and there is such a thing.
    fn sees(&self, published: Published) -> bool {
        let mut telling = self
            .told
            .iter()
            .filter(|told| told.kind != Kind::Granted && told.rule.refines == Some(published))
            .peekable();
        telling.peek().is_some() && telling.all(Told::seen)
    }
}

impl Told {
    fn is(&self, stage: u8, kind: Kind) -> bool {
        self.rule.stage.number() == Some(stage) && self.kind == kind
    }

    fn seen(&self) -> bool {
        self.lacking.is_empty()
    }

    fn line(&self) -> String {
        /// Vectors that are named.
        const NAMED: usize = 3;
        let named: Vec<String> = self.lacking.iter().take(NAMED).map(|id| code(id)).collect();
        let more = and_more(self.lacking.len().saturating_sub(NAMED));
        let what = match self.kind {
            Kind::Enforced => "the rule that",
            Kind::Granted => "the permission of",
            Kind::ReadRightly => "keeping clear of a verifier that",
        };
        format!(
            "{} ({}): {what} {}; see {}{more}",
            code(self.id),
            self.rule.section,
            plain(self.text),
            named.join(", ")
        )
    }
}

/// The result, if it is one over `corpus`.
fn result(bytes: &[u8], corpus: &Corpus) -> Result<RunResult, ReportError> {
    let unreadable = ReportError::RulesRun;
    if bytes.len() > RESULT_LIMIT {
        return Err(unreadable(format!("it has more than {RESULT_LIMIT} bytes")));
    }
    let value = parse(bytes, Limits::default());
    let value = value.map_err(|error| unreadable(format!("it is not strict JSON: {error}")))?;
    let result: RunResult = serde_json::from_value(value)
        .map_err(|error| unreadable(format!("it is no result of `run`: {error}")))?;
    if result.schema != SCHEMA {
        return Err(unreadable(format!("its schema is not {SCHEMA}")));
    }
    let expected = &corpus.manifest().corpus_digest;
    if result.setting.suite.corpus_digest != *expected {
        let found = result.setting.suite.corpus_digest;
        return Err(ReportError::RulesCorpus { found, expected: expected.clone() });
    }
    Ok(result)
}

/// Ids of the vectors to which the answer is the expected one.
fn matched<'c>(result: &RunResult, corpus: &'c Corpus) -> BTreeSet<&'c str> {
    let mut answers: BTreeMap<&str, &Value> = BTreeMap::new();
    for case in &result.cases {
        // What a case says beside an error is no answer.
        if let (Some(observed), None) = (&case.observed, &case.error) {
            answers.insert(&case.id, observed);
        }
    }
    let agrees = |vector: &&Vector<Value>| {
        let answer = answers.get(vector.id.as_str());
        answer.is_some_and(|answer| corpus.surface().agree(&vector.expected, answer))
    };
    corpus.vectors().iter().filter(agrees).map(|vector| vector.id.as_str()).collect()
}

/// The vectors that would have to match for `rule` to count as seen and did
/// not.
///
/// What breaks a requirement must be answered rightly wherever it tells, and
/// its accepted twin too. A permission is used all over the corpus, where an
/// answer may be wrong for another reason: its own vectors decide or, where it
/// has none, any accepted one.
fn lacking(
    rule: &'static Rule,
    tellers: &[usize],
    corpus: &Corpus,
    matched: &BTreeSet<&str>,
) -> Vec<String> {
    let vectors: Vec<_> = tellers.iter().map(|teller| &corpus.vectors()[*teller]).collect();
    let own = |vector: &&Vector<Value>| vector.rule.as_deref() == Some(rule.id);
    let (needed, any): (Vec<_>, bool) = match rule.kind {
        RuleKind::Requirement => (vectors, false),
        RuleKind::Permission if vectors.iter().any(&own) => {
            (vectors.into_iter().filter(own).collect(), false)
        }
        RuleKind::Permission => {
            let accepts = |v: &&Vector<Value>| corpus.surface().accepts(&v.expected) == Some(true);
            (vectors.into_iter().filter(accepts).collect(), true)
        }
    };
    let ids = needed.iter().flat_map(|vector| std::iter::once(&vector.id).chain(&vector.twin));
    let mut lacking: Vec<String> = Vec::new();
    for id in ids {
        let is_matched = matched.contains(id.as_str());
        if is_matched && any {
            return Vec::new();
        }
        if !is_matched && !lacking.contains(id) {
            lacking.push(id.clone());
        }
    }
    lacking
}
