//! `mcp-evidence compare`: stored results side by side, in any form.

use super::files::{self, Files};
use super::reproduction::read;
use crate::cli::{CompareArguments, CompareFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use mcp_evidence_harness::reporter::{Comparison, Output, html, json, markdown, plain};
use mcp_evidence_harness::results::{RESULT_LIMIT, Results};
use std::io::Write;
use std::path::PathBuf;

/// Reads the results and writes them as one document.
pub(crate) fn run(arguments: &CompareArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let failed = |path: &PathBuf, source| Failure::ResultFile { path: path.clone(), source };
    let mut files = Files::default();
    for path in &arguments.results {
        files.uses(files::RESULT, path);
    }
    let output = match &arguments.output {
        Some(path) => {
            files.replaces("--output", path, None)?;
            Some((path, Output::open(path).map_err(|source| failed(path, source))?))
        }
        None => None,
    };
    let mut results = Vec::new();
    for path in &arguments.results {
        let document = Results::read(&read(path, RESULT_LIMIT)?)
            .map_err(|source| Failure::Results { path: path.clone(), source })?;
        let file = path.display().to_string();
        results.extend(document.into_runs().into_iter().map(|run| (run, file.clone())));
    }
    let comparison = Comparison::stored(&results);
    let mut text = Vec::new();
    match arguments.format {
        CompareFormat::Pretty => text.extend(plain::document(&comparison).bytes()),
        CompareFormat::Html => text.extend(html::page(&comparison).bytes()),
        CompareFormat::Markdown => text.extend(markdown::page(&comparison).bytes()),
        CompareFormat::Json => json::write_value(&comparison.table(), &mut text)?,
    }
    match output {
        Some((path, output)) => {
            output.write(|out| out.write_all(&text)).map_err(|source| failed(path, source))?;
        }
        None => out.write_all(&text)?,
    }
    Ok(Exit::Holds)
}
