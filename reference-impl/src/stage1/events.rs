//! `events.ndjson`: split into lines on LF alone, one line held at a time.

use super::chain::Chain;
use crate::Limits;
use crate::fault::Fault;
use crate::sink::Sink;
use crate::tar::{Entry, Walk};
use mcp_evidence_contract::Location;
use mcp_evidence_contract::catalogue::container as rules;
use std::io::Read;

/// Decoded bytes taken at a time.
const CHUNK: usize = 32 * 1024;

/// Reads the entry and lets each line pass through the chain.
pub(super) fn read<R: Read, S: Sink>(
    walk: &mut Walk<R>,
    entry: &Entry,
    limits: &Limits,
    manifest_run_id: Option<&str>,
    sink: &mut S,
) -> Result<Chain, Fault> {
    if entry.size > limits.events_file {
        let message = format!("events.ndjson is larger than {} bytes", limits.events_file);
        let at = Location { entry: Some("events.ndjson"), ..Location::BUNDLE };
        return Err(Fault::new(&rules::LIMIT_EVENTS, at, message));
    }
    let mut chain = Chain::new(limits, manifest_run_id);
    let mut line = Vec::new();
    let mut buffer = vec![0; CHUNK];
    loop {
        let read = walk.data(&mut buffer)?;
        if read == 0 {
            break;
        }
        chain.cover(&buffer[..read]);
        let mut rest = &buffer[..read];
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            extend(&mut line, &rest[..end], &chain, limits)?;
            chain.take(&line, sink)?;
            line.clear();
            rest = &rest[end + 1..];
        }
        extend(&mut line, rest, &chain, limits)?;
    }
    // The last line feed may be missing.
    if !line.is_empty() {
        chain.take(&line, sink)?;
    }
    Ok(chain)
}

fn extend(line: &mut Vec<u8>, more: &[u8], chain: &Chain, limits: &Limits) -> Result<(), Fault> {
    if (line.len() + more.len()) as u64 > limits.line {
        let message = format!("the line is longer than {} bytes", limits.line);
        return Err(Fault::new(&rules::LIMIT_LINE, Location::line(chain.next_line()), message));
    }
    line.extend_from_slice(more);
    Ok(())
}
