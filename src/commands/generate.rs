//! `mcp-evidence generate`: writes the corpora and the documents that are made
//! from them, or compares a tree with them.

use crate::cli::GenerateArguments;
use crate::documents;
use crate::exit::Exit;
use crate::failure::Failure;
use mcp_evidence_contract::{Profile, profile};
use mcp_evidence_generator::{self as generator, Corpus, PUBLISHED_DIGEST, PUBLISHED_DIGEST_V1};
use std::io::Write;

/// Writes every corpus below a folder, or with `--check` compares.
pub(crate) fn run(arguments: &GenerateArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let corpora = generator::corpora();
    let documents = documents::all()?;
    let folder = arguments.out.as_path();
    if !arguments.check {
        generator::write(&corpora, &documents, folder)?;
        for corpus in &corpora {
            writeln!(
                out,
                "wrote {} vectors of {}, corpus digest {}",
                corpus.bundles.len(),
                corpus.suite,
                corpus.manifest.corpus_digest
            )?;
        }
        for document in &documents {
            writeln!(out, "wrote {}", document.path)?;
        }
        return Ok(Exit::Holds);
    }
    let mut holds = true;
    for corpus in &corpora {
        if let Some(published) = published_digest(corpus) {
            let same = corpus.manifest.corpus_digest == published;
            holds &= same;
            let word = if same { "is the published one" } else { "is NOT the published one" };
            writeln!(out, "{}: the corpus digest {word}, {published}", corpus.suite)?;
        }
    }
    let differences = generator::check(&corpora, &documents, folder)?;
    for difference in &differences {
        writeln!(out, "{difference}")?;
    }
    if differences.is_empty() {
        let files: usize = corpora.iter().map(|corpus| corpus.bundles.len() + 1).sum();
        let files = files + documents.len();
        writeln!(out, "all {files} files are as the generator writes them")?;
    }
    Ok(Exit::holds(holds && differences.is_empty()))
}

/// The corpora that somebody else published: profile, suite and digest.
pub(crate) static PUBLISHED: [(&Profile, &str, &str); 2] = [
    (&profile::V0, "privileged-mcp-action-v0", PUBLISHED_DIGEST),
    (&profile::V1, "privileged-mcp-action-v1", PUBLISHED_DIGEST_V1),
];

/// The digest that a corpus must have because somebody else published it.
pub(crate) fn published_digest(corpus: &Corpus) -> Option<&'static str> {
    PUBLISHED.iter().find(|(_, suite, _)| *suite == corpus.suite).map(|(_, _, digest)| *digest)
}
