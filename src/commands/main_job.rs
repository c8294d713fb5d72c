//! `mcp-evidence` alone: rebuild the published corpus, compare it with its
//! digest and its files, drive the built-in verifier over it.

use crate::commands::generate::published_digest;
use crate::commands::run::drive;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{place, suites};
use mcp_evidence_contract::profile;
use mcp_evidence_generator as generator;
use mcp_evidence_harness::Options;
use mcp_evidence_harness::reporter::Style;
use std::io::Write;

/// Does the main job.
pub(crate) fn run(out: &mut impl Write) -> Result<Exit, Failure> {
    let corpus = generator::published();
    let digest = &corpus.manifest.corpus_digest;
    writeln!(out, "{}: {} vectors rebuilt in memory", corpus.suite, corpus.bundles.len())?;
    let published = published_digest(&corpus) == Some(digest);
    let word = if published { "the published one" } else { "NOT the published one" };
    writeln!(out, "  corpus digest {digest}: {word}")?;
    let mut same = true;
    match place::checkout(&corpus) {
        Some(folder) => {
            let differences = generator::check(std::slice::from_ref(&corpus), &[], &folder)?;
            same = differences.is_empty();
            for difference in &differences {
                writeln!(out, "  {difference}")?;
            }
            if same {
                writeln!(out, "  files in this checkout: identical")?;
            }
        }
        None => writeln!(out, "  files: not compared, this folder holds no copy of the corpus")?,
    }
    let options = Options {
        host: place::host()?,
        repeat: ["mcp-evidence", "run", "--suite", suites::DEFAULT].map(Into::into).into(),
        ..Options::default()
    };
    let style = Style { colour: place::colour(), ..Style::default() };
    let corpus = place::load(&corpus)?;
    writeln!(out)?;
    let built_in = place::built_in(profile::V0.id)?;
    let (result, told) = drive(&corpus, &built_in, &options, style, out)?;
    told?;
    let matched = Exit::of_run(&result.summary);
    Ok(if matched == Exit::Holds { Exit::holds(published && same) } else { matched })
}
