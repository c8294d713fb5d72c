//! `mcp-evidence validate`: every fault of a file of issue #1840.

use super::pack::show;
use super::reproduction::{corpus, read};
use crate::cli::ValidateArguments;
use crate::exit::Exit;
use crate::failure::Failure;
use mcp_evidence_reproduction::pack::PACK_LIMIT;
use mcp_evidence_reproduction::validate::{Beside, Kind, Validated, validate};
use std::io::Write;

/// Checks the file, alone and against the files that are named beside it.
pub(crate) fn run(arguments: &ValidateArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let file = read(&arguments.file, PACK_LIMIT)?;
    let bytes = |path: &Option<std::path::PathBuf>| {
        path.as_deref().map(|path| read(path, PACK_LIMIT)).transpose()
    };
    let (pack, capture) = (bytes(&arguments.pack)?, bytes(&arguments.capture)?);
    let manifest = arguments.manifest.as_deref();
    let mut lookup = |digest: &str| match corpus(manifest, digest) {
        Ok((corpus, _)) => Ok(Some(corpus)),
        Err(Failure::Usage(_)) => Ok(None),
        Err(failure) => Err(failure),
    };
    let beside = Beside { pack: pack.as_deref(), capture: capture.as_deref() };
    let kind = Kind::of(&arguments.file, &file);
    let validated: Validated = validate(kind, &file, &beside, &mut lookup)?;
    let name = arguments.file.display();
    if !validated.faults.is_empty() {
        writeln!(out, "{name}: {} with {} faults", validated.kind, validated.faults.len())?;
        for fault in &validated.faults {
            writeln!(out, "  {fault}")?;
        }
        return Ok(Exit::DoesNotHold);
    }
    writeln!(out, "{name}: {}, no fault", validated.kind)?;
    for checked in &validated.checked {
        writeln!(out, "  checked: {checked}")?;
    }
    if let Some(pack) = &validated.pack {
        show(pack, out)?;
    }
    Ok(Exit::Holds)
}
