//! `mcp-evidence annotations`: what a client may conclude from annotated tool
//! results.

use crate::cli::{AnnotationsArguments, AnswerFormat};
use crate::exit::Exit;
use crate::failure::Failure;
use mcp_evidence_harness::escape::{TEXT, escape};
use mcp_evidence_harness::reporter::json;
use mcp_evidence_reference::annotations::{
    Claim, Claims, Evaluation, Evidence, Status, Warning, evaluate,
};
use std::fs::File;
use std::io::{self, Write};

/// Evaluates a case and prints what follows from it.
pub(crate) fn run(arguments: &AnnotationsArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let path = &arguments.case;
    let unreadable = |source| Failure::Annotations { path: path.clone(), source };
    let file = File::open(path).map_err(|source| unreadable(source.into()))?;
    let evaluation = evaluate(file).map_err(unreadable)?;
    match arguments.format {
        AnswerFormat::Pretty => write_pretty(&evaluation, out)?,
        AnswerFormat::Json => json::write_value(&evaluation, out)?,
    }
    Ok(Exit::Holds)
}

fn write_pretty(evaluation: &Evaluation, out: &mut impl Write) -> io::Result<()> {
    for (index, result) in evaluation.results.iter().enumerate() {
        writeln!(out, "result {index}: {}", claims(result.result))?;
        for (block, own) in result.blocks.iter().enumerate() {
            writeln!(out, "  block {block}: {}", claims(*own))?;
        }
        for Evidence { at, kind, status, recomputed } in &result.evidence {
            let kind = kind.as_deref().map_or("without a type".to_owned(), |kind| {
                format!("of type {}", escape(kind, TEXT))
            });
            writeln!(out, "  evidence at {at}, {kind}: {}", became(*status))?;
            if let Some(digest) = recomputed {
                writeln!(out, "    the record at hand: {digest}")?;
            }
        }
    }
    for Warning { rule, at, message } in &evaluation.warnings {
        writeln!(out, "warning at {at}: {message} (`{rule}`)")?;
    }
    Ok(())
}

fn claims(claims: Claims) -> String {
    let claim = |claim| match claim {
        Claim::True => "yes",
        Claim::False => "no",
        Claim::NoClaim => "no claim",
        Claim::Malformed => "malformed",
    };
    format!("sensitive {}, untrusted {}", claim(claims.sensitive), claim(claims.untrusted))
}

fn became(status: Status) -> &'static str {
    match status {
        Status::Recomputed => "digest recomputed",
        Status::DigestMismatch => "DIGEST MISMATCH",
        Status::UnsupportedCanonicalization => "canonicalization not supported",
        Status::RecordUnavailable => "record not at hand",
        Status::MalformedRef => "malformed",
    }
}
