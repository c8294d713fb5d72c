//! `mcp-evidence init`: files to start from.

use super::reproduction::write;
use crate::cli::{InitArguments, Starter};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::starters::{self, STARTERS};
use crate::suites;
use clap::ValueEnum as _;
use mcp_evidence_harness::{escape, quote};
use mcp_evidence_reproduction::identity::TEMPLATE;
use std::io::Write;
use std::path::Path;

/// Writes the files; what is there stays.
pub(crate) fn run(arguments: &InitArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    if arguments.what == Starter::Identity {
        return identity(arguments, out);
    }
    let suite = suites::find(arguments.suite.as_deref().unwrap_or(suites::DEFAULT))?;
    let starter = STARTERS
        .iter()
        .find(|starter| starter.suite == suite.id && starter.language == arguments.what)
        .ok_or_else(|| none(suite.id))?;
    if arguments.output.is_some() {
        let text =
            "--output is for init identity; a verifier goes into a folder: init LANGUAGE DIR";
        return Err(Failure::Usage(text.to_owned()));
    }
    let folder = arguments.folder.as_deref().unwrap_or(Path::new("."));
    for path in starters::write(&starter.files, folder)? {
        let path = path.strip_prefix(".").unwrap_or(&path);
        writeln!(out, "wrote {}", escape::escape(&path.to_string_lossy(), escape::TEXT))?;
    }
    let mut next = String::new();
    if arguments.folder.is_some() {
        next = format!("cd {} && ", quote::command_line([folder]));
    }
    if let Some(build) = starter.build {
        next.push_str(build);
        next.push_str(" && ");
    }
    writeln!(out, "next: {next}mcp-evidence run")?;
    Ok(Exit::Holds)
}

/// Says what there is instead.
fn none(suite: &str) -> Failure {
    let known: Vec<String> = STARTERS
        .iter()
        .map(|starter| {
            let language = starter.language.to_possible_value();
            let language = language.map(|value| value.get_name().to_owned()).unwrap_or_default();
            format!("{language} --suite {}", starter.suite)
        })
        .collect();
    Failure::Usage(format!(
        "there is no such starter for {suite}; there are: init {}",
        known.join(", init ")
    ))
}

fn identity(arguments: &InitArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    if arguments.folder.is_some() || arguments.suite.is_some() {
        let text = "an identity goes into a file: init identity --output FILE";
        return Err(Failure::Usage(text.to_owned()));
    }
    let path = arguments.output.as_deref().unwrap_or(Path::new("identity.toml"));
    if path.symlink_metadata().is_ok() {
        let text = format!("{} is there already, and is left as it is", path.display());
        return Err(Failure::Usage(text));
    }
    write(path, TEMPLATE.as_bytes())?;
    writeln!(out, "wrote {}; fill in its first four members", path.display())?;
    Ok(Exit::Holds)
}
