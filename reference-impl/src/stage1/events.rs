//! `events.ndjson`: decoded and hashed in pieces, split into lines on LF alone.
//!
//! A file of some size is decoded and hashed on a second core while its lines
//! are read on this one. Both ways take the same pieces in the same order, and
//! what the decoder notices beyond the piece of a fault is forgotten: which way
//! was taken cannot be told from a report.

use super::chain::Chain;
use crate::Limits;
use crate::digest;
use crate::fault::{Fault, Mark};
use crate::sink::Sink;
use crate::tar::{Entry, Walk};
use mcp_evidence_contract::Location;
use mcp_evidence_contract::catalogue::container as rules;
use sha2::{Digest as _, Sha256};
use std::io::Read;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::{mem, panic, thread};

/// Decoded bytes taken at a time. Fits the caches beside the decoder's window.
const PIECE: usize = 128 * 1024;

/// Pieces under way between the two cores: enough that neither waits for the
/// other's longest line.
const PIECES: usize = 4;

/// From how many bytes on a second core is worth the start of a thread.
const BESIDE: u64 = 2 * PIECE as u64;

/// What the manifest pins of the file.
#[derive(Debug)]
pub(super) struct Covered {
    pub(super) digest: String,
    pub(super) length: u64,
}

/// Reads the entry and lets each line pass through the chain.
pub(super) fn read<R: Read + Send, S: Sink>(
    walk: &mut Walk<R>,
    entry: &Entry,
    limits: &Limits,
    sink: &mut S,
) -> Result<(Chain, Covered), Fault> {
    if entry.size > limits.events_file {
        let message = format!("events.ndjson is larger than {} bytes", limits.events_file);
        let at = Location { entry: Some("events.ndjson"), ..Location::BUNDLE };
        return Err(Fault::new(&rules::LIMIT_EVENTS, at, message));
    }
    let mut lines = Lines { chain: Chain::new(limits), started: Vec::new(), longest: limits.line };
    let mut source = Source { walk, file: Sha256::new(), length: 0 };
    let second = is_worth_a_thread(entry.size) && beside(&mut source, &mut lines, sink)?;
    if !second {
        alone(&mut source, &mut lines, sink)?;
    }
    lines.end(sink)?;
    let covered = Covered { digest: digest::spelled(source.file), length: source.length };
    Ok((lines.chain, covered))
}

fn is_worth_a_thread(size: u64) -> bool {
    size >= BESIDE && thread::available_parallelism().is_ok_and(|cores| cores.get() > 1)
}

/// Fills and takes one piece after the other.
fn alone<R: Read, S: Sink>(
    source: &mut Source<'_, R>,
    lines: &mut Lines,
    sink: &mut S,
) -> Result<(), Fault> {
    let mut piece = Piece::new();
    while piece.more {
        source.fill(&mut piece);
        lines.take(&piece.bytes[..piece.length], sink)?;
        mem::replace(&mut piece.behind, Ok(()))?;
    }
    Ok(())
}

/// Fills pieces on another thread and takes them on this one. `false`, and
/// nothing is read, where the system gives no thread.
fn beside<R: Read + Send, S: Sink>(
    source: &mut Source<'_, R>,
    lines: &mut Lines,
    sink: &mut S,
) -> Result<bool, Fault> {
    let (full, filled) = sync_channel(PIECES);
    let (empty, emptied) = sync_channel(PIECES);
    for _ in 0..PIECES {
        // There is room for all of them, and the other end is still here.
        let _ = empty.send(Piece::new());
    }
    let taken = thread::scope(|scope| {
        let reader = &mut *source;
        let filling =
            thread::Builder::new().spawn_scoped(scope, move || fill(reader, &emptied, &full));
        let Ok(filling) = filling else { return Ok(false) };
        let taken = take(lines, sink, &filled, &empty);
        // Whoever still waits for the other end learns that it is gone.
        drop((filled, empty));
        match filling.join() {
            Ok(()) => taken.map(|()| true),
            Err(panic) => panic::resume_unwind(panic),
        }
    });
    taken.map_err(|(fault, mark)| {
        source.walk.rewind(mark);
        fault
    })
}

/// Fills each piece that comes back, until the last one or nobody takes them.
fn fill<R: Read>(source: &mut Source<'_, R>, emptied: &Receiver<Piece>, full: &SyncSender<Piece>) {
    while let Ok(mut piece) = emptied.recv() {
        source.fill(&mut piece);
        let more = piece.more;
        if full.send(piece).is_err() || !more {
            break;
        }
    }
}

/// Takes the pieces as they come. With a fault goes what the decoder had
/// noticed when it had filled that piece and no more.
fn take<S: Sink>(
    lines: &mut Lines,
    sink: &mut S,
    filled: &Receiver<Piece>,
    empty: &SyncSender<Piece>,
) -> Result<(), (Fault, Mark)> {
    while let Ok(mut piece) = filled.recv() {
        lines.take(&piece.bytes[..piece.length], sink).map_err(|fault| (fault, piece.mark))?;
        mem::replace(&mut piece.behind, Ok(())).map_err(|fault| (fault, piece.mark))?;
        // The other end is gone after its last piece.
        let _ = empty.send(piece);
    }
    Ok(())
}

/// A part of the file, and how it went.
struct Piece {
    bytes: Box<[u8]>,
    length: usize,
    /// The fault that was met behind the bytes.
    behind: Result<(), Fault>,
    /// Whether more may follow.
    more: bool,
    /// What the decoder had noticed by then.
    mark: Mark,
}

impl Piece {
    fn new() -> Piece {
        Piece {
            bytes: vec![0; PIECE].into_boxed_slice(),
            length: 0,
            behind: Ok(()),
            more: true,
            mark: Mark::default(),
        }
    }
}

/// The file being decoded and hashed.
struct Source<'w, R> {
    walk: &'w mut Walk<R>,
    file: Sha256,
    length: u64,
}

impl<R: Read> Source<'_, R> {
    fn fill(&mut self, piece: &mut Piece) {
        (piece.length, piece.behind) = self.walk.fill_data(&mut piece.bytes);
        piece.more = piece.length == PIECE && piece.behind.is_ok();
        piece.mark = self.walk.mark();
        self.file.update(&piece.bytes[..piece.length]);
        self.length += piece.length as u64;
    }
}

/// The lines, put together from pieces.
struct Lines {
    chain: Chain,
    /// The beginning of a line whose end has not come.
    started: Vec<u8>,
    /// Bytes that a line may have.
    longest: u64,
}

impl Lines {
    fn take<S: Sink>(&mut self, piece: &[u8], sink: &mut S) -> Result<(), Fault> {
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', piece) {
            let line = &piece[start..end];
            self.bound(line)?;
            if self.started.is_empty() {
                self.chain.take(line, sink)?;
            } else {
                self.started.extend_from_slice(line);
                self.chain.take(&self.started, sink)?;
                self.started.clear();
            }
            start = end + 1;
        }
        let rest = &piece[start..];
        self.bound(rest)?;
        self.started.extend_from_slice(rest);
        Ok(())
    }

    /// Takes the last line, whose line feed may be missing.
    fn end<S: Sink>(&mut self, sink: &mut S) -> Result<(), Fault> {
        if self.started.is_empty() { Ok(()) } else { self.chain.take(&self.started, sink) }
    }

    /// Whether the started line may grow by `more`.
    fn bound(&self, more: &[u8]) -> Result<(), Fault> {
        if (self.started.len() + more.len()) as u64 > self.longest {
            let message = format!("the line is longer than {} bytes", self.longest);
            let at = Location::line(self.chain.next_line());
            return Err(Fault::new(&rules::LIMIT_LINE, at, message));
        }
        Ok(())
    }
}
