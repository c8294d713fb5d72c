//! The lines of a capture as a whole (§2, §4, §5): scope, sequence, bounds.

use super::findings::{Findings, Place, Source};
use super::limits;
use super::lines::Lines;
use super::record::{Record, Seen, check};
use crate::fault::quote;
use crate::held::Held;
use mcp_evidence_contract::catalogue::receipts::verify as rules;
use std::io::{self, BufRead};

/// What is held of a capture: at most as many records as there may be.
#[derive(Debug, Default)]
pub(super) struct Capture {
    pub(super) records: Vec<Record>,
    /// Whether some line could not be read as a record, or was not kept: what
    /// it refers to is not known then.
    pub(super) unread: bool,
}

/// The next sequence number.
enum Next {
    First,
    Is(u64),
    /// A line before was unreadable.
    Unknown,
}

/// Reads a capture.
pub(super) fn read<H: Held>(
    capture: impl BufRead,
    scope: &str,
    findings: &mut Findings<'_, H>,
) -> io::Result<Capture> {
    let mut lines = Lines::new(capture, limits::RECORD_HELD);
    let mut read = Capture::default();
    let mut next = Next::First;
    let mut total = 0;
    let mut many = false;
    while let Some(line) = lines.next()? {
        let at = Place::line(Source::Capture, line.number);
        total += line.length;
        if total > limits::TOTAL && findings.held.holds(&rules::TOTAL_LIMIT) {
            findings.violated(&rules::TOTAL_LIMIT, at, || {
                format!("the capture has more than {} bytes", limits::TOTAL)
            });
            read.unread = true;
            break;
        }
        if read.records.len() == limits::RECORDS
            && findings.held.holds(&rules::COUNT)
            && !line.is_blank()
        {
            if !many {
                findings.violated(&rules::COUNT, at, || {
                    format!("the capture has more than {} records", limits::RECORDS)
                });
            }
            many = true;
            read.unread = true;
            continue;
        }
        match check(&line, findings) {
            Seen::Blank => {}
            Seen::Unreadable => {
                read.unread = true;
                next = Next::Unknown;
            }
            Seen::Record(record) => {
                read.unread |= record.event_id.is_none();
                next = sequence(&record, next, findings);
                let first = read.records.iter().find_map(|record| record.scope.as_deref());
                self::scope(&record, first, scope, findings);
                read.records.push(*record);
            }
        }
    }
    Ok(read)
}

fn sequence<H: Held>(record: &Record, next: Next, findings: &mut Findings<'_, H>) -> Next {
    let at = Place::line(Source::Capture, record.line).member("sequence");
    let Some(found) = record.sequence else {
        return match next {
            Next::First => Next::Is(1),
            Next::Is(next) => Next::Is(next.saturating_add(1)),
            Next::Unknown => Next::Unknown,
        };
    };
    match next {
        Next::First if found != 0 => findings.violated(&rules::SEQUENCE_START, at, || {
            format!("the first sequence is {found}, not 0")
        }),
        Next::Is(next) if found != next => {
            findings.violated(&rules::SEQUENCE_CONTIGUOUS, at, || {
                format!("the sequence is {found}, not {next}")
            });
        }
        Next::First | Next::Is(_) | Next::Unknown => {}
    }
    Next::Is(found.saturating_add(1))
}

/// The first scope is held against the expected one, every other against the
/// first.
fn scope<H: Held>(
    record: &Record,
    first: Option<&str>,
    expected: &str,
    findings: &mut Findings<'_, H>,
) {
    let at = Place::line(Source::Capture, record.line).member("scope");
    let Some(found) = record.scope.as_deref() else { return };
    match first {
        None if found == expected => {}
        None if found.eq_ignore_ascii_case(expected) => {
            findings.violated(&rules::SCOPE_CASE, at, || {
                format!("the scope is {}, in another case than expected", quote(found))
            });
        }
        None => findings.violated(&rules::SCOPE_EXPECTED, at, || {
            format!("the scope is {}, expected is {}", quote(found), quote(expected))
        }),
        Some(first) if found != first => findings.violated(&rules::SCOPE_ONE, at, || {
            format!("the scope is {}, that of the first receipt is {}", quote(found), quote(first))
        }),
        Some(_) => {}
    }
}
