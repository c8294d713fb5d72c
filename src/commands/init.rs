//! `mcp-evidence init`: files to start from.

use super::reproduction::write;
use crate::cli::{InitArguments, Starter};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::starters::{self, Template};
use mcp_evidence_harness::{escape, quote};
use mcp_evidence_reproduction::identity::TEMPLATE;
use std::io::Write;
use std::path::Path;

/// Writes the files; what is there stays.
pub(crate) fn run(arguments: &InitArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let templates: &[Template] = match arguments.what {
        Starter::Identity => return identity(arguments, out),
        Starter::Python => &starters::PYTHON,
        Starter::Node => &starters::NODE,
        Starter::Go => &starters::GO,
        Starter::Shell => &starters::SHELL,
    };
    if arguments.output.is_some() {
        let text =
            "--output is for init identity; a verifier goes into a folder: init LANGUAGE DIR";
        return Err(Failure::Usage(text.to_owned()));
    }
    let folder = arguments.folder.as_deref().unwrap_or(Path::new("."));
    for path in starters::write(templates, folder)? {
        let path = path.strip_prefix(".").unwrap_or(&path);
        writeln!(out, "wrote {}", escape::escape(&path.to_string_lossy(), escape::TEXT))?;
    }
    let mut next = String::new();
    if arguments.folder.is_some() {
        next = format!("cd {} && ", quote::command_line([folder]));
    }
    if arguments.what == Starter::Go {
        next.push_str("go build -o verify verify.go && ");
    }
    writeln!(out, "next: {next}mcp-evidence run")?;
    Ok(Exit::Holds)
}

fn identity(arguments: &InitArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    if arguments.folder.is_some() {
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
