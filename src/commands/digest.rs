//! `mcp-evidence digest`: a corpus digest from the files alone.

use super::generate::PUBLISHED;
use crate::cli::DigestArguments;
use crate::exit::Exit;
use crate::failure::Failure;
use mcp_evidence_harness::escape::{TEXT, escape};
use std::io::Write;

/// Recomputes and compares.
pub(crate) fn run(arguments: &DigestArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let manifest = &arguments.manifest;
    if !manifest.exists() {
        return Err(Failure::Usage(format!(
            "cannot read {}: there is no such file; give the manifest of a corpus, as in \
             mcp-evidence digest DIR/MANIFEST.json, beside the files that it lists; mcp-evidence \
             generate --out DIR writes those of the kit",
            escape(&manifest.to_string_lossy(), TEXT)
        )));
    }
    let digest = mcp_evidence_harness::digest(manifest)?;
    for vector in &digest.vectors {
        let (mark, computed) = match &vector.computed {
            Ok(computed) if *computed == vector.declared => ("same  ", computed.clone()),
            Ok(computed) => ("DIFFER", computed.clone()),
            Err(reason) => ("NO FILE", escape(reason, TEXT)),
        };
        writeln!(out, "{mark} {computed}  {}", escape(&vector.id, TEXT))?;
        if mark != "same  " {
            writeln!(out, "       {} in the manifest", escape(&vector.declared, TEXT))?;
        }
    }
    match &digest.computed {
        None => writeln!(out, "no corpus digest: a file cannot be read")?,
        Some(computed) => {
            writeln!(out, "corpus digest {computed}")?;
            if *computed != digest.declared {
                writeln!(out, "  the manifest declares {}", escape(&digest.declared, TEXT))?;
            } else {
                writeln!(out, "  the manifest declares the same")?;
            }
            for (profile, _, _) in PUBLISHED.iter().filter(|(_, _, digest)| digest == computed) {
                writeln!(out, "  this is the published digest of {}", profile.id)?;
            }
        }
    }
    Ok(if digest.computed.is_none() { Exit::Error } else { Exit::holds(digest.holds()) })
}
