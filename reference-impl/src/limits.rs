//! How much of a bundle is ever read or held, named in one place.

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
