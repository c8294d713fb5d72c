//! What a supervisor hands back: one line of JSON, then the bytes of stdout and
//! of stderr.

use super::watch::{Ended, Stop};
use super::{Captured, Limits};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::time::Duration;

/// The first word of a frame; another version is another word.
const FORMAT: &str = "mcp-evidence.supervised.v1";

/// Bytes that the first line may have.
const HEADER: usize = 4096;

#[derive(Debug, Serialize, Deserialize)]
struct Header {
    format: String,
    result: Result,
    elapsed: Duration,
    stdout: Size,
    stderr: Size,
    /// Descendants that were alive when the candidate exited.
    left: Option<usize>,
    /// Whether descendants are left that could not be ended.
    survivors: bool,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Size {
    kept: usize,
    total: u64,
}

/// What became of the candidate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Result {
    NotStarted {
        errno: Option<i32>,
        cause: String,
    },
    Exited(i32),
    Signalled(i32),
    TimedOut,
    StdoutOverLimit,
    /// The supervisor's own failure.
    Trouble(String),
}

impl Result {
    /// None where nobody waits for a result.
    pub(super) fn of(stop: Stop) -> Option<Result> {
        match stop {
            Stop::Ended(Ended::Exited(code)) => Some(Result::Exited(code)),
            Stop::Ended(Ended::Signalled(signal)) => Some(Result::Signalled(signal)),
            Stop::TimedOut => Some(Result::TimedOut),
            Stop::StdoutOverLimit => Some(Result::StdoutOverLimit),
            Stop::Abandoned => None,
        }
    }
}

/// A result with everything that goes with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) result: Result,
    pub(super) elapsed: Duration,
    pub(super) stdout: Captured,
    pub(super) stderr: Captured,
    pub(super) left: Option<usize>,
    pub(super) survivors: bool,
}

impl Frame {
    /// A result without output.
    pub(super) fn bare(result: Result) -> Frame {
        Frame {
            result,
            elapsed: Duration::ZERO,
            stdout: Captured::default(),
            stderr: Captured::default(),
            left: None,
            survivors: false,
        }
    }

    /// How many bytes a frame can have within `limits`.
    pub(super) fn bound(limits: &Limits) -> usize {
        HEADER.saturating_add(limits.stdout).saturating_add(limits.stderr)
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let size = |captured: &Captured| Size { kept: captured.bytes.len(), total: captured.total };
        let header = Header {
            format: FORMAT.to_owned(),
            result: self.result.clone(),
            elapsed: self.elapsed,
            stdout: size(&self.stdout),
            stderr: size(&self.stderr),
            left: self.left,
            survivors: self.survivors,
        };
        serde_json::to_writer(&mut *out, &header)?;
        out.write_all(b"\n")?;
        out.write_all(&self.stdout.bytes)?;
        out.write_all(&self.stderr.bytes)?;
        out.flush()
    }

    /// None unless `bytes` is one whole frame.
    pub(super) fn read(bytes: &[u8]) -> Option<Frame> {
        let line = bytes.iter().take(HEADER).position(|byte| *byte == b'\n')?;
        let header: Header = serde_json::from_slice(&bytes[..line]).ok()?;
        let (stdout, stderr) = bytes[line + 1..].split_at_checked(header.stdout.kept)?;
        if header.format != FORMAT || stderr.len() != header.stderr.kept {
            return None;
        }
        Some(Frame {
            result: header.result,
            elapsed: header.elapsed,
            stdout: Captured { bytes: stdout.to_vec(), total: header.stdout.total },
            stderr: Captured { bytes: stderr.to_vec(), total: header.stderr.total },
            left: header.left,
            survivors: header.survivors,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_nothing_else_is() {
        let frame = Frame {
            result: Result::Signalled(9),
            elapsed: Duration::from_micros(1234),
            stdout: Captured { bytes: b"{}\n".to_vec(), total: 3 },
            stderr: Captured { bytes: b"\n\n".to_vec(), total: 5 },
            left: Some(2),
            survivors: false,
        };
        let mut bytes = Vec::new();
        frame.write(&mut bytes).expect("a vector takes everything");
        assert_eq!(Frame::read(&bytes).as_ref(), Some(&frame));
        for end in 0..bytes.len() {
            assert_eq!(Frame::read(&bytes[..end]), None, "cut at {end}");
        }
        bytes.push(b'x');
        assert_eq!(Frame::read(&bytes), None, "a byte more");
    }
}
