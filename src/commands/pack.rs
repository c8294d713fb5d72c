//! `mcp-evidence pack`: a clean-room pack from vectors and texts.

use super::reproduction::{read, write};
use crate::cli::PackArguments;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{place, suites};
use mcp_evidence_harness::Corpus;
use mcp_evidence_reproduction::pack::{self, MEMBER_LIMIT, Texts};
use std::io::Write;

/// Builds, reads what was built as any reader would, and writes it.
pub(crate) fn run(arguments: &PackArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let corpus = match &arguments.manifest {
        Some(manifest) => Corpus::load(manifest)?,
        None => {
            let suite = arguments.suite.as_deref().unwrap_or(suites::DEFAULT);
            place::load(&suites::find(suite)?.corpus())?
        }
    };
    let texts = Texts::new(|name| read(&arguments.texts.join(name), MEMBER_LIMIT as usize))?;
    let bytes = pack::build(&corpus, &texts, &arguments.source_commit)?;
    let output = &arguments.output;
    let pack =
        pack::read(&bytes).map_err(|source| Failure::Pack { path: output.clone(), source })?;
    write(output, &bytes)?;
    writeln!(out, "wrote {}", output.display())?;
    show(&pack, out)?;
    Ok(Exit::Holds)
}

/// What binds a pack, a line each.
pub(super) fn show(pack: &pack::Pack, out: &mut impl Write) -> Result<(), Failure> {
    for (name, value) in [
        ("suite", pack.suite.as_str()),
        ("profile", &pack.profile),
        ("cases", &pack.cases.len().to_string()),
        ("pack sha256", &pack.sha256),
        ("declared source commit", &pack.declared_source_commit),
        ("corpus digest", &pack.source_corpus_digest),
        ("rendered-set digest", &pack.rendered_set_digest),
    ] {
        let value = mcp_evidence_harness::escape::escape(value, 200);
        writeln!(out, "  {name:<23} {value}")?;
    }
    Ok(())
}
