//! A pack from a corpus and a folder of texts.

use super::cases::{Case, Cases};
use super::{CASES, MEMBER_LIMIT, PACK_LIMIT, TEXTS, case_file};
use crate::python_json;
use crate::render::{RenderError, render};
use crate::words::{Form, PUBLISHED_SUITE, is_commit, slug};
use mcp_evidence_contract::vocabulary::PROFILE;
use mcp_evidence_generator::{PUBLISHED_DIGEST, chain, gzip, tar};
use mcp_evidence_harness::Corpus;
use mcp_evidence_harness::escape::{TEXT, escape};
use std::collections::BTreeMap;

/// The five texts of a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texts(BTreeMap<&'static str, Vec<u8>>);

impl Texts {
    /// The texts, each by its name below the folder; `text` gives the bytes.
    ///
    /// # Errors
    /// What `text` says of the first that it cannot give.
    pub fn new<E>(mut text: impl FnMut(&'static str) -> Result<Vec<u8>, E>) -> Result<Texts, E> {
        TEXTS.into_iter().map(|name| Ok((name, text(name)?))).collect::<Result<_, E>>().map(Texts)
    }
}

/// Why a pack was not built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The commit has another form.
    #[error("the source commit {} is not 40 lowercase hex digits; `git rev-parse HEAD` prints it", escape(.0, TEXT))]
    Commit(String),
    /// No outcome of the corpus counts.
    #[error("the corpus {} is one of probes, which are never scored: there is no pack of it", escape(.0, TEXT))]
    Unscored(String),
    /// Vectors cannot be rendered.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// No reader would take the pack.
    #[error("{name} has {size} bytes; a pack holds at most {limit}")]
    TooLarge {
        /// The member, or the pack.
        name: String,
        /// Its bytes.
        size: usize,
        /// The limit.
        limit: usize,
    },
}

/// A pack of `corpus`, whose bytes these arguments alone decide.
///
/// # Errors
/// The corpus cannot be rendered, or an argument cannot be used.
pub fn build(corpus: &Corpus, texts: &Texts, commit: &str) -> Result<Vec<u8>, BuildError> {
    if !is_commit(commit) {
        return Err(BuildError::Commit(commit.to_owned()));
    }
    let manifest = corpus.manifest();
    if !corpus.is_scored() {
        return Err(BuildError::Unscored(manifest.suite.clone()));
    }
    let rendered = render(corpus)?;
    let published = manifest.corpus_digest == PUBLISHED_DIGEST && manifest.profile == PROFILE;
    let (form, suite) = if published {
        (Form::Published, PUBLISHED_SUITE.to_owned())
    } else {
        (Form::Own, slug(&manifest.suite))
    };
    let cases = Cases {
        case_count: rendered.len(),
        declared_source_commit: commit.to_owned(),
        profile: manifest.profile.clone(),
        rendered_set_digest: chain(rendered.iter().map(|case| case.sha256.as_str())),
        schema: form.pack(),
        source_corpus_digest: manifest.corpus_digest.clone(),
        cases: rendered
            .iter()
            .map(|case| Case {
                file: case_file(&case.id),
                id: case.id.clone(),
                sha256: case.sha256.clone(),
            })
            .collect(),
    };
    let binding = serde_json::to_value(&cases).expect("strings and a number");
    let mut members: BTreeMap<String, Vec<u8>> =
        texts.0.iter().map(|(name, text)| ((*name).to_owned(), text.clone())).collect();
    members.insert(CASES.to_owned(), python_json::indented(&binding));
    members.extend(rendered.into_iter().map(|case| (case_file(&case.id), case.bytes)));
    let bounded = |name: &str, size: usize, limit: usize| {
        if size <= limit {
            Ok(())
        } else {
            Err(BuildError::TooLarge { name: name.to_owned(), size, limit })
        }
    };
    for (name, bytes) in &members {
        bounded(name, bytes.len(), MEMBER_LIMIT as usize)?;
    }
    let files = members.into_iter().map(|(name, bytes)| (format!("{suite}/{name}"), bytes));
    let pack = gzip(&tar(files));
    bounded("the pack", pack.len(), PACK_LIMIT)?;
    Ok(pack)
}
