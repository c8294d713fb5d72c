//! Which vectors of a corpus run.

use crate::corpus::Corpus;
use globset::{Glob, GlobMatcher};

/// Globs over vector ids. A vector runs when some `only` matches, or there is
/// none, and no `skip` does.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    only: Vec<GlobMatcher>,
    skip: Vec<GlobMatcher>,
}

/// A selection that cannot run: the caller's mistake.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SelectError {
    /// A pattern is not a glob.
    #[error("{0}")]
    Pattern(String),
    /// No vector is left.
    #[error("nothing is selected: no vector of the suite passes --only and --skip")]
    Nothing,
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
        Ok(Selection { only: compile(only)?, skip: compile(skip)? })
    }

    /// The patterns that select.
    pub fn only(&self) -> Vec<String> {
        texts(&self.only)
    }

    /// The patterns that leave out.
    pub fn skip(&self) -> Vec<String> {
        texts(&self.skip)
    }

    fn picks(&self, id: &str) -> bool {
        let any = |globs: &[GlobMatcher]| globs.iter().any(|glob| glob.is_match(id));
        (self.only.is_empty() || any(&self.only)) && !any(&self.skip)
    }

    /// Whether some vector of `corpus` runs.
    pub fn selects_any(&self, corpus: &Corpus) -> bool {
        corpus.ids().any(|id| self.picks(id))
    }

    pub(crate) fn pick(&self, corpus: &Corpus) -> Result<Picked, SelectError> {
        let ids: Vec<&str> = corpus.ids().collect();
        let vectors: Vec<usize> =
            ids.iter().enumerate().filter(|(_, id)| self.picks(id)).map(|(at, _)| at).collect();
        if vectors.is_empty() {
            return Err(SelectError::Nothing);
        }
        let globs = self.only.iter().chain(&self.skip);
        let unmatched = globs.filter(|glob| !ids.iter().any(|id| glob.is_match(id)));
        let unmatched = unmatched.map(|glob| glob.glob().glob().to_owned()).collect();
        Ok(Picked { vectors, unmatched })
    }
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

fn texts(globs: &[GlobMatcher]) -> Vec<String> {
    globs.iter().map(|glob| glob.glob().glob().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picks(only: &[&str], skip: &[&str], id: &str) -> bool {
        let owned =
            |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        Selection::new(&owned(only), &owned(skip)).expect("globs").picks(id)
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
