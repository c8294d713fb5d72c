//! Which vectors of a corpus run.

mod hints;
mod near;

pub use hints::{Hints, Names};
pub use near::{meant, question};

use crate::corpus::Corpus;
use globset::{Glob, GlobMatcher};
use std::collections::BTreeSet;

/// What vectors must have to run. Each kind of condition narrows, and several of
/// one kind widen: some `only` must match the id, some rule glob the id of the
/// vector's rule, some stage must be that of its rule, wherever there are any of
/// that kind; and no `skip` may match the id.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    only: Vec<GlobMatcher>,
    skip: Vec<GlobMatcher>,
    rules: Vec<GlobMatcher>,
    stages: Vec<u8>,
    among: Option<BTreeSet<String>>,
}

/// A selection that cannot run: the caller's mistake.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SelectError {
    /// A pattern is not a glob.
    #[error("{0}")]
    Pattern(String),
    /// No vector is left.
    #[error(
        "nothing is selected: no vector of the suite passes --only, --skip, --rule and --stage{0}"
    )]
    Nothing(Hints),
}

/// The vectors that run, by index, and the patterns that matched none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picked {
    pub(crate) vectors: Vec<usize>,
    pub(crate) unmatched: Vec<String>,
}

impl Selection {
    /// The globs as they were given.
    ///
    /// # Errors
    /// One of them is malformed.
    pub fn new(only: &[String], skip: &[String]) -> Result<Selection, SelectError> {
        Ok(Selection { only: compile(only)?, skip: compile(skip)?, ..Selection::default() })
    }

    /// The same, of vectors whose rule's id matches one of these globs. A vector
    /// without a rule has none that could match.
    ///
    /// # Errors
    /// One of them is malformed.
    pub fn by_rule(self, globs: &[String]) -> Result<Selection, SelectError> {
        Ok(Selection { rules: compile(globs)?, ..self })
    }

    /// The same, of vectors whose rule belongs to one of these stages. A rule
    /// that is not in the catalogue has none.
    #[must_use]
    pub fn by_stage(self, stages: &[u8]) -> Selection {
        Selection { stages: stages.to_vec(), ..self }
    }

    /// The same, of vectors with these ids.
    #[must_use]
    pub fn among(self, ids: BTreeSet<String>) -> Selection {
        Selection { among: Some(ids), ..self }
    }

    /// The patterns that select.
    pub fn only(&self) -> Vec<String> {
        texts(&self.only)
    }

    /// The patterns that leave out.
    pub fn skip(&self) -> Vec<String> {
        texts(&self.skip)
    }

    /// The patterns over rules.
    pub fn rules(&self) -> Vec<String> {
        texts(&self.rules)
    }

    /// The stages.
    pub fn stages(&self) -> Vec<u8> {
        self.stages.clone()
    }

    /// Whether only vectors of a list run.
    pub fn is_listed(&self) -> bool {
        self.among.is_some()
    }

    fn picks(&self, vector: &Known<'_>) -> bool {
        let any = |globs: &[GlobMatcher], text: &str| globs.iter().any(|glob| glob.is_match(text));
        let rule = || vector.rule.is_some_and(|rule| any(&self.rules, rule));
        let stage = || vector.stage.is_some_and(|stage| self.stages.contains(&stage));
        self.among.as_ref().is_none_or(|ids| ids.contains(vector.id))
            && (self.only.is_empty() || any(&self.only, vector.id))
            && (self.rules.is_empty() || rule())
            && (self.stages.is_empty() || stage())
            && !any(&self.skip, vector.id)
    }

    /// Whether some vector of `corpus` runs.
    pub fn selects_any(&self, corpus: &Corpus) -> bool {
        known(corpus).any(|vector| self.picks(&vector))
    }

    pub(crate) fn pick(&self, corpus: &Corpus) -> Result<Picked, SelectError> {
        let all: Vec<Known<'_>> = known(corpus).collect();
        let vectors = all.iter().enumerate().filter(|(_, vector)| self.picks(vector));
        let vectors: Vec<usize> = vectors.map(|(at, _)| at).collect();
        if vectors.is_empty() {
            let here = Names::new(&corpus.manifest().suite, corpus);
            return Err(SelectError::Nothing(Hints::new(self, &[here], &[])));
        }
        let ids = self.only.iter().chain(&self.skip);
        let ids = ids.filter(|glob| !all.iter().any(|vector| glob.is_match(vector.id)));
        let rules = self.rules.iter().filter(|glob| {
            !all.iter().any(|vector| vector.rule.is_some_and(|rule| glob.is_match(rule)))
        });
        let unmatched = ids.chain(rules).map(|glob| glob.glob().glob().to_owned()).collect();
        Ok(Picked { vectors, unmatched })
    }
}

/// What of a vector a selection looks at.
struct Known<'a> {
    id: &'a str,
    rule: Option<&'a str>,
    stage: Option<u8>,
}

fn known(corpus: &Corpus) -> impl Iterator<Item = Known<'_>> {
    corpus.vectors().iter().enumerate().map(|(index, vector)| {
        let rule = corpus.rule(index);
        Known {
            id: &vector.id,
            rule: rule.map(|rule| rule.id).or(vector.rule.as_deref()),
            stage: rule.and_then(|rule| rule.stage.number()),
        }
    })
}

/// The pattern that matches exactly this id.
pub fn exactly(id: &str) -> String {
    // A backslash is left alone by the library, and would escape what follows.
    globset::escape(id).replace('\\', "[\\\\]")
}

fn compile(patterns: &[String]) -> Result<Vec<GlobMatcher>, SelectError> {
    patterns.iter().map(|text| matcher(text)).collect()
}

fn matcher(text: &str) -> Result<GlobMatcher, SelectError> {
    match Glob::new(text) {
        Ok(glob) => Ok(glob.compile_matcher()),
        Err(error) => {
            let error = crate::escape::escape(&error.to_string(), crate::escape::TEXT);
            Err(SelectError::Pattern(error))
        }
    }
}

/// Patterns over names of any kind.
#[derive(Debug, Clone)]
pub struct Globs(Vec<GlobMatcher>);

impl Globs {
    /// The globs as they were given.
    ///
    /// # Errors
    /// One of them is malformed.
    pub fn new(patterns: &[String]) -> Result<Globs, SelectError> {
        Ok(Globs(compile(patterns)?))
    }

    /// Whether one of them matches, or there is none.
    pub fn pass(&self, name: &str) -> bool {
        self.0.is_empty() || self.0.iter().any(|glob| glob.is_match(name))
    }
}

fn texts(globs: &[GlobMatcher]) -> Vec<String> {
    globs.iter().map(|glob| glob.glob().glob().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picks(only: &[&str], skip: &[&str], id: &str) -> bool {
        let owned =
            |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let vector = Known { id, rule: None, stage: None };
        Selection::new(&owned(only), &owned(skip)).expect("globs").picks(&vector)
    }

    #[test]
    fn kinds_narrow_and_several_of_a_kind_widen() {
        let vector = |id, rule, stage| Known { id, rule, stage };
        let selection = |rules: &[&str], stages: &[u8], only: &[&str], skip: &[&str]| {
            let owned =
                |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
            let selection = Selection::new(&owned(only), &owned(skip)).expect("globs");
            selection.by_rule(&owned(rules)).expect("globs").by_stage(stages)
        };
        let reason = vector("reason-x", Some("stage2.decision.reason.vocabulary"), Some(2));
        let bare = vector("ok-001", None, None);
        assert!(selection(&["stage2.*"], &[], &[], &[]).picks(&reason));
        assert!(selection(&["stage1.*", "*.reason.*"], &[2, 3], &["reason-*"], &[]).picks(&reason));
        assert!(!selection(&["stage2.*"], &[3], &[], &[]).picks(&reason));
        assert!(!selection(&["stage2.*"], &[], &["ok-*"], &[]).picks(&reason));
        assert!(!selection(&["stage2.*"], &[], &[], &["reason-*"]).picks(&reason));
        assert!(!selection(&["*"], &[], &[], &[]).picks(&bare), "it has no rule");
        assert!(!selection(&[], &[2], &[], &[]).picks(&bare));
        let among = Selection::default().among(["ok-001".to_owned()].into());
        assert!(among.picks(&bare) && !among.picks(&reason));
    }

    #[test]
    fn only_selects_and_skip_leaves_out() {
        assert!(picks(&[], &[], "ok-001"));
        assert!(picks(&["ok-*", "bad-1??"], &[], "bad-101"));
        assert!(!picks(&["ok-*"], &[], "bad-101"));
        assert!(!picks(&["ok-*"], &["*-001"], "ok-001"));
        assert!(picks(&[&exactly("a[1]*")], &[], "a[1]*"));
        assert!(!picks(&[&exactly("a*")], &[], "ab"));
    }

    #[test]
    fn a_malformed_glob_is_an_error() {
        let error = Selection::new(&["a[".to_owned()], &[]).expect_err("unclosed");
        assert!(matches!(error, SelectError::Pattern(text) if text.contains("a[")));
    }
}
