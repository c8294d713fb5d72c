//! Which rules a candidate was seen to implement, from a run over the rule
//! corpus. A rejection is evidence about a rule only where the vector's twin,
//! which differs by one edit, was accepted.

use super::ReportError;
use super::markdown::{Page, code, plain};
use mcp_evidence_contract::{Kind, Published, Rule, catalogue};
use mcp_evidence_harness::result::SCHEMA;
use mcp_evidence_harness::{Corpus, RunResult};
use mcp_evidence_strict_json::{Limits, parse};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Bytes that a result may have.
pub const RESULT_LIMIT: usize = 64 << 20;

/// A run over the rule corpus, compared anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesRun {
    argv: Vec<String>,
    corpus_digest: String,
    vectors: usize,
    matched: usize,
    rules: Vec<Seen>,
}

/// One rule of the corpus.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Seen {
    rule: &'static Rule,
    /// Its vectors that gave no evidence.
    lacking: Vec<String>,
}

impl RulesRun {
    /// Reads the JSON result of a run over `corpus`. What it says about
    /// matches is not taken over: every answer is compared again.
    ///
    /// # Errors
    /// It is no such result, or one over another corpus.
    pub fn read(bytes: &[u8], corpus: &Corpus) -> Result<RulesRun, ReportError> {
        let unreadable = |reason: String| ReportError::RulesRun(reason);
        if bytes.len() > RESULT_LIMIT {
            return Err(unreadable(format!("it has more than {RESULT_LIMIT} bytes")));
        }
        let value = parse(bytes, Limits::default());
        let value = value.map_err(|error| unreadable(format!("it is not strict JSON: {error}")))?;
        let result: RunResult = serde_json::from_value(value)
            .map_err(|error| unreadable(format!("it is no result of `run`: {error}")))?;
        let digest = &corpus.manifest().corpus_digest;
        if result.schema != SCHEMA {
            return Err(unreadable(format!("its schema is not {SCHEMA}")));
        }
        if result.setting.suite.corpus_digest != *digest {
            let found = result.setting.suite.corpus_digest;
            return Err(ReportError::RulesCorpus { found, expected: digest.clone() });
        }
        let answers: BTreeMap<&str, &Value> = result
            .cases
            .iter()
            .filter_map(|case| Some((case.id.as_str(), case.observed.as_ref()?)))
            .collect();
        let surface = corpus.surface();
        let matched: BTreeSet<&str> = corpus
            .vectors()
            .iter()
            .filter(|vector| {
                let answer = answers.get(vector.id.as_str());
                answer.is_some_and(|answer| surface.agree(&vector.expected, answer))
            })
            .map(|vector| vector.id.as_str())
            .collect();
        let mut rules: BTreeMap<&str, Seen> = BTreeMap::new();
        for (index, vector) in corpus.vectors().iter().enumerate() {
            let Some(rule) = corpus.rule(index) else { continue };
            let seen = rules.entry(rule.id).or_insert(Seen { rule, lacking: Vec::new() });
            let twin = vector.twin.as_deref().is_none_or(|twin| matched.contains(twin));
            if !matched.contains(vector.id.as_str()) || !twin {
                seen.lacking.push(vector.id.clone());
            }
        }
        let in_order = catalogue::all().filter_map(|rule| rules.remove(rule.id));
        Ok(RulesRun {
            rules: in_order.collect(),
            argv: result.setting.candidate.argv,
            corpus_digest: digest.clone(),
            vectors: corpus.vectors().len(),
            matched: matched.len(),
        })
    }

    /// Writes the section. `not_told` are the published rules about which the
    /// scored corpus says nothing.
    pub(super) fn write(&self, page: &mut Page, not_told: &[Published]) {
        page.paragraph(&format!(
            "From a run over this kit's rule corpus ({} vectors, corpus digest {}), of which {} \
             matched. The candidate was started as {}; that this is the implementation above is \
             the author's word. A rule counts as seen when each of its vectors gave the expected \
             outcome, and each accepted vector that a rejected one differs from by a single edit \
             did too.",
            self.vectors,
            code(&self.corpus_digest),
            self.matched,
            code(&mcp_evidence_harness::quote::command_line(&self.argv)),
        ));
        let row = |stage: u8| {
            let of = |kind| self.rules.iter().filter(move |seen| seen.is(stage, kind));
            let count = |kind| {
                let seen = of(kind).filter(|seen| seen.lacking.is_empty()).count();
                format!("{seen} of {}", of(kind).count())
            };
            [stage.to_string(), count(Kind::Requirement), count(Kind::Permission)]
        };
        page.table(
            ["stage", "rules seen enforced", "permissions seen granted"],
            &(1..=4).map(row).collect::<Vec<_>>(),
        );
        let further: Vec<&Published> =
            not_told.iter().filter(|published| self.sees(**published)).collect();
        page.paragraph(&format!(
            "Of the {} published rules about which the scored corpus says nothing, {} were seen \
             enforced here:",
            not_told.len(),
            further.len()
        ));
        page.list(further.iter().map(|published| plain(published.text())));
        let lacking: Vec<&Seen> = self.rules.iter().filter(|seen| !seen.lacking.is_empty()).collect();
        if lacking.is_empty() {
            page.paragraph("Every rule of the rule corpus was seen.");
            return;
        }
        page.paragraph(&format!("Not seen, {} of {}:", lacking.len(), self.rules.len()));
        page.list(lacking.into_iter().map(Seen::line));
    }

    /// Whether every rule that refines a published one was seen.
    fn sees(&self, published: Published) -> bool {
        let mut refining = self
            .rules
            .iter()
            .filter(|seen| seen.rule.kind == Kind::Requirement)
            .filter(|seen| seen.rule.refines == Some(published))
            .peekable();
        refining.peek().is_some() && refining.all(|seen| seen.lacking.is_empty())
    }
}

impl Seen {
    fn is(&self, stage: u8, kind: Kind) -> bool {
        self.rule.stage.number() == stage && self.rule.kind == kind
    }

    fn line(&self) -> String {
        /// Vectors that are named.
        const NAMED: usize = 3;
        let named: Vec<String> = self.lacking.iter().take(NAMED).map(|id| code(id)).collect();
        let more = self.lacking.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let Rule { id, section, text, .. } = self.rule;
        format!("{} ({section}): {} At {}{more}.", code(id), sentence(text), named.join(", "))
    }
}

fn sentence(text: &str) -> String {
    let text = plain(text);
    if text.ends_with('.') { text } else { format!("{text}.") }
}
