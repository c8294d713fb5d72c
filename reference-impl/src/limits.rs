//! How much of a bundle is ever read or held, named in one place.

use mcp_evidence_strict_json as strict_json;
use std::fmt;

/// Bounds on one bundle. Each is inclusive: a bundle at the limit passes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the bundle file. Default 100 MiB: a bundle is mailed around and
    /// attached to issues.
    pub bundle: u64,
    /// Bytes of the decoded archive. Default 1 GiB: deflate reaches a thousand
    /// to one, so the file's size alone bounds nothing.
    pub decoded: u64,
    /// Bytes of `manifest.json`. Default 1 MiB: the file is held in memory, and
    /// a manifest takes less than a kilobyte.
    pub manifest: u64,
    /// Bytes of `events.ndjson`. Default 500 MiB: half of what may be decoded.
    pub events_file: u64,
    /// Events. Default 100,000: one call leaves a handful, a long-lived stream
    /// that is exported whole stays below.
    pub event_count: u64,
    /// Bytes of one event line without its line feed. Default 1 MiB: lines are
    /// held in memory one at a time.
    pub line: u64,
    /// Levels of nesting in the manifest and in each line, whose own object is
    /// level 1. Default 64: it bounds the stack, and payloads need a handful.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        const MIB: u64 = 1024 * 1024;
        Limits {
            bundle: 100 * MIB,
            decoded: 1024 * MIB,
            manifest: MIB,
            events_file: 500 * MIB,
            event_count: 100_000,
            line: MIB,
            depth: 64,
        }
    }
}

/// One limit by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedLimit {
    /// The name, as in `stage1.limit.NAME` of the findings.
    pub name: &'static str,
    /// Its value.
    pub value: u64,
    /// What it counts.
    pub counts: &'static str,
}

impl Limits {
    /// Every limit.
    pub fn named(&self) -> [NamedLimit; 7] {
        let limit = |name, value, counts| NamedLimit { name, value, counts };
        [
            limit("bundle", self.bundle, "bytes of the bundle file"),
            limit("decoded", self.decoded, "bytes of the decoded archive"),
            limit("manifest", self.manifest, "bytes of manifest.json"),
            limit("events-file", self.events_file, "bytes of events.ndjson"),
            limit("event-count", self.event_count, "events"),
            limit("line", self.line, "bytes of an event line, without its line feed"),
            limit("depth", self.depth as u64, "levels of nesting in the manifest and in a line"),
        ]
    }

    /// Sets the limit of this name.
    ///
    /// # Errors
    /// Where there is no limit of that name, or the reader would not go as far.
    pub fn set(&mut self, name: &str, value: u64) -> Result<(), LimitError> {
        let limit = match name {
            "bundle" => &mut self.bundle,
            "decoded" => &mut self.decoded,
            "manifest" => &mut self.manifest,
            "events-file" => &mut self.events_file,
            "event-count" => &mut self.event_count,
            "line" => &mut self.line,
            "depth" => {
                let most = strict_json::Limits::MAX_DEPTH;
                self.depth = usize::try_from(value)
                    .ok()
                    .filter(|depth| *depth <= most)
                    .ok_or(LimitError::TooDeep { most })?;
                return Ok(());
            }
            _ => return Err(LimitError::Unknown { name: name.to_owned() }),
        };
        *limit = value;
        Ok(())
    }
}

/// Why a limit cannot be set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LimitError {
    /// There is none of that name.
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// The stack bounds the depth that can be read.
    TooDeep {
        /// The deepest.
        most: usize,
    },
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LimitError::Unknown { name } => {
                let known = Limits::default().named().map(|limit| limit.name);
                write!(f, "there is no limit {name:?}; the limits are {}", known.join(", "))
            }
            LimitError::TooDeep { most } => {
                write!(f, "nothing is read that is nested deeper than {most} levels")
            }
        }
    }
}

impl std::error::Error for LimitError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_can_be_set_by_its_name() {
        let mut limits = Limits::default();
        for (place, limit) in Limits::default().named().into_iter().enumerate() {
            limits.set(limit.name, 7).expect("a limit of that name");
            assert_eq!(limits.named()[place].value, 7, "{}", limit.name);
        }
        assert!(matches!(limits.set("lines", 7), Err(LimitError::Unknown { .. })));
        assert_eq!(limits.set("depth", 128), Err(LimitError::TooDeep { most: 127 }));
        assert_eq!(limits.set("depth", 127), Ok(()));
    }
}
