//! Verifications and derivations for people. An id may be anybody's text.

use mcp_evidence_harness::escape::{TEXT, escape};
use mcp_evidence_reference::receipts::{
    CONCLUSION, Derivation, NOT_ESTABLISHED, Verdict, Verification,
};
use std::io::{self, Write};
use std::path::Path;

/// Characters of an event id that are shown.
const ID: usize = 80;

pub(super) fn verification(
    verification: &Verification,
    folder: &Path,
    out: &mut impl Write,
) -> io::Result<()> {
    let Verification { associations, findings, unlisted, records, events } = verification;
    let verdict = match verification.verdict() {
        Verdict::Accepted => "accepted",
        Verdict::Rejected => "rejected",
    };
    writeln!(out, "{verdict}  {}", shown(folder))?;
    writeln!(out, "  {records} records in the capture, {events} events in the log")?;
    for association in associations {
        let id = escape(&association.decision_event_id, ID);
        let digest = escape(&association.request_sha256, ID);
        writeln!(out, "  {:>2}  {id}  request {digest}", association.sequence)?;
    }
    for finding in findings {
        writeln!(out, "  {} ({})", finding.rule, finding.section)?;
        writeln!(out, "      {}", escape(&finding.message, TEXT))?;
        writeln!(out, "      at {}", finding.at)?;
    }
    if *unlisted > 0 {
        writeln!(out, "  and {unlisted} more")?;
    }
    match verification.verdict() {
        Verdict::Accepted => writeln!(out, "supported: {CONCLUSION}")?,
        Verdict::Rejected => {
            writeln!(out, "keep the files as they are; no association is supported")?
        }
    }
    writeln!(out, "not established: {NOT_ESTABLISHED}")
}

pub(super) fn derivation(
    derivation: &Derivation,
    folder: &Path,
    out: &mut impl Write,
) -> io::Result<()> {
    let complete = if derivation.is_complete() { "complete" } else { "incomplete" };
    writeln!(out, "{complete}  {}", shown(folder))?;
    writeln!(out, "  {} receipts", derivation.receipts.len())?;
    for receipt in &derivation.receipts {
        let id = escape(&receipt.decision_event_id, ID);
        let rpc_id = match receipt.rpc_id_present {
            true => escape(&receipt.rpc_id.to_string(), ID),
            false => "missing".to_owned(),
        };
        writeln!(
            out,
            "  {:>2}  {id}  {} bytes, sha256 {}, id {rpc_id}, version {}",
            receipt.sequence,
            receipt.request_bytes,
            receipt.request_sha256,
            receipt.declared_protocol_version_state,
        )?;
    }
    if let Some(ended) = derivation.ended {
        writeln!(out, "  ends before line {} of the frames: {}", ended.frame, ended.reason)?;
    }
    writeln!(out, "--format json prints the receipts themselves")
}

fn shown(path: &Path) -> String {
    escape(&path.to_string_lossy(), TEXT)
}
