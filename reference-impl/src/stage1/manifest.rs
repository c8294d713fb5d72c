//! `manifest.json`: read strictly, its members taken, its digests compared once
//! the events have been read (§4).

use super::chain::Totals;
use super::read_whole;
use crate::Limits;
use crate::digest::{Difference, difference};
use crate::fault::{Fault, quote};
use crate::members::{self, Object};
use crate::sink::Sink;
use crate::tar::{Entry, Walk};
use mcp_evidence_contract::catalogue::{container, manifest as rules};
use mcp_evidence_contract::vocabulary::{
    ALGORITHM_CANON, ALGORITHM_HASH, ALGORITHM_ROOT, SCHEMA_VERSION,
};
use mcp_evidence_contract::{Location, Rule};
use mcp_evidence_strict_json as strict_json;
use serde_json::Value;
use std::io::Read;
use strict_json::canonical::{Rewriter, recognize};
use strict_json::{Keep, kept};

/// The manifest's members, as far as they could be read.
#[derive(Debug, Default)]
pub(super) struct Manifest {
    run_id: Option<Value>,
    event_count: Option<f64>,
    run_root: Option<String>,
    bundle_id: Option<String>,
    file_digest: Option<String>,
    file_length: Option<f64>,
}

impl Manifest {
    /// Reads the entry and checks all that the manifest alone can tell.
    pub(super) fn read<R: Read, S: Sink>(
        walk: &mut Walk<R>,
        entry: &Entry,
        limits: &Limits,
        sink: &mut S,
    ) -> Result<Manifest, Fault> {
        if entry.size > limits.manifest {
            let message = format!("manifest.json is larger than {} bytes", limits.manifest);
            return Err(Fault::new(&container::LIMIT_MANIFEST, Location::manifest(), message));
        }
        let bytes = read_whole(walk)?;
        let strict = strict_json::Limits { depth: limits.depth };
        let mut rewriter = Rewriter::default();
        let (canonical, faults) =
            rewriter.rewrite(&bytes, strict).map_err(|error| unreadable(&error))?;
        for fault in &faults {
            sink.violated(json_rule(fault.kind), at_byte(fault), || {
                format!("manifest.json is not strict JSON: {fault}")
            });
        }
        sink.used_if(&rules::MANIFEST_SPELLING, || canonical != bytes);
        match std::str::from_utf8(&bytes).ok().and_then(|text| kept(text, MEMBERS)) {
            Some(Value::Object(object)) => Ok(take(&object, &Further::of(canonical, strict), sink)),
            Some(_) | None => {
                let message = "manifest.json holds no JSON object";
                Err(Fault::new(&rules::OBJECT, Location::manifest(), message))
            }
        }
    }

    /// Compares what the manifest declares with what the events came to.
    pub(super) fn compare(&self, totals: &Totals, sink: &mut impl Sink) {
        self.compare_file(totals, sink);
        if let (Some(carried), Some(right)) = (&self.run_id, &totals.run_id)
            && carried.as_str() != Some(right)
        {
            sink.violated(&rules::RUN_ID_MATCHES, Location::manifest().member("run_id"), || {
                format!("run_id is not that of the events, {}", quote(right))
            });
        }
        if let Some(count) = self.event_count {
            sink.compared("event_count", &count.to_string(), &totals.count.to_string());
        }
        if self.event_count.is_some_and(|count| count != totals.count as f64) {
            sink.violated(
                &rules::EVENT_COUNT_VALUE,
                Location::manifest().member("event_count"),
                || format!("event_count is not {}, the number of event lines", totals.count),
            );
        }
        self.compare_root(totals, sink);
    }

    fn compare_file(&self, totals: &Totals, sink: &mut impl Sink) {
        if let Some(carried) = &self.file_digest {
            compare_digest(
                sink,
                carried,
                &totals.file_digest,
                rules::FILE_DIGEST.member,
                [&rules::FILE_DIGEST_PREFIX, &rules::FILE_DIGEST_CASE, &rules::FILE_DIGEST_VALUE],
            );
        }
        if let Some(length) = self.file_length {
            let (claimed, counted) = (length.to_string(), totals.file_length.to_string());
            sink.compared(rules::FILE_LENGTH.member, &claimed, &counted);
        }
        if self.file_length.is_some_and(|length| length != totals.file_length as f64) {
            let at = Location::manifest().member(rules::FILE_LENGTH.member);
            sink.violated(&rules::FILE_LENGTH_VALUE, at, || {
                format!("events.ndjson has {} bytes, not as many as declared", totals.file_length)
            });
        }
    }

    fn compare_root(&self, totals: &Totals, sink: &mut impl Sink) {
        // Where a content hash is wrong, that is the fault; a chain over the
        // carried hashes and one over the right ones are both accepted here.
        let over_carried = self.run_root.as_deref() == Some(&totals.root_over_carried);
        let root = if over_carried { &totals.root_over_carried } else { &totals.root };
        let self_referring = sink.reads(&rules::READS_MANIFEST_ROOT);
        if let Some(carried) = self.run_root.as_ref().filter(|_| !self_referring) {
            let member = if over_carried && totals.root_over_carried != totals.root {
                "run_root, over the content hashes as carried"
            } else {
                "run_root"
            };
            compare_digest(
                sink,
                carried,
                root,
                member,
                [&rules::RUN_ROOT_PREFIX, &rules::RUN_ROOT_CASE, &rules::RUN_ROOT_VALUE],
            );
        }
        if let Some(carried) = &self.bundle_id {
            // Two fields that agree on a wrong root are one fault, the run
            // root's: §4 asks for that comparison first.
            let agree = self.run_root.as_ref() == Some(carried);
            let expected = match &self.run_root {
                Some(run_root) if agree || self_referring => run_root,
                Some(_) | None => root,
            };
            compare_digest(
                sink,
                carried,
                expected,
                "bundle_id",
                [&rules::BUNDLE_ID_PREFIX, &rules::BUNDLE_ID_CASE, &rules::BUNDLE_ID_VALUE],
            );
        }
    }
}

/// Compares one digest of the manifest; `rules` are those of its prefix, its
/// case and its value.
fn compare_digest(
    sink: &mut impl Sink,
    carried: &str,
    right: &str,
    member: &'static str,
    [prefix, case, value]: [&'static Rule; 3],
) {
    sink.compared(member, carried, right);
    let rule = match difference(carried, right) {
        None => return,
        Some(Difference::Prefix) => prefix,
        Some(Difference::Case) => case,
        Some(Difference::Value) => value,
    };
    sink.violated(rule, Location::manifest().member(member), || {
        format!("`{member}` is {}, recomputed {right}", quote(carried))
    });
}

/// The members that are read.
const MEMBERS: Keep = Keep::Members(&[
    ("schema_version", Keep::Shallow),
    (
        "algorithms",
        Keep::Members(&[
            ("canon", Keep::Shallow),
            ("hash", Keep::Shallow),
            ("root", Keep::Shallow),
        ]),
    ),
    ("run_id", Keep::Shallow),
    ("run_root", Keep::Shallow),
    ("bundle_id", Keep::Shallow),
    ("event_count", Keep::Shallow),
    ("files", Keep::Members(&[("events.ndjson", FILE)])),
]);

const FILE: Keep =
    Keep::Members(&[("path", Keep::Shallow), ("sha256", Keep::Shallow), ("bytes", Keep::Shallow)]);

/// Whether there are members beside those that are read.
#[derive(Debug, Default)]
struct Further {
    /// In the manifest itself; its producer is known.
    member: bool,
    /// In `files`.
    file: bool,
}

impl Further {
    fn of(canonical: &[u8], limits: strict_json::Limits) -> Further {
        const KNOWN: [&str; 8] = [
            "schema_version",
            "algorithms",
            "run_id",
            "run_root",
            "bundle_id",
            "event_count",
            "files",
            "producer",
        ];
        let mut further = Further::default();
        // Members of an inner object are told before the one that holds it.
        let mut inner = false;
        recognize(canonical, limits, |level, name, _| {
            if level > 1 {
                inner |= name != "events.ndjson";
                return;
            }
            further.file |= inner && name == "files";
            further.member |= !KNOWN.contains(&name);
            inner = false;
        });
        further
    }
}

fn take(object: &Object, further: &Further, sink: &mut impl Sink) -> Manifest {
    let at = Location::manifest;
    let version = object.get("schema_version");
    let version = members::number(sink, version, &rules::SCHEMA_VERSION, at());
    if version.is_some_and(|version| version != SCHEMA_VERSION as f64) {
        sink.violated(&rules::SCHEMA_VERSION_VALUE, at().member("schema_version"), || {
            "schema_version is not 1".to_owned()
        });
    }
    algorithms(object, sink);
    let string = |sink: &mut _, name, rules| {
        members::string(sink, object.get(name), rules, at()).map(str::to_owned)
    };
    let mut manifest = Manifest {
        run_id: object.get("run_id").cloned(),
        run_root: string(sink, "run_root", &rules::RUN_ROOT),
        bundle_id: string(sink, "bundle_id", &rules::BUNDLE_ID),
        event_count: members::number(sink, object.get("event_count"), &rules::EVENT_COUNT, at()),
        ..Manifest::default()
    };
    if let Some(files) = members::object(sink, object.get("files"), &rules::FILES, at()) {
        take_files(files, further, &mut manifest, sink);
    }
    sink.used_if(&rules::MANIFEST_FURTHER_MEMBER, || further.member);
    manifest
}

fn algorithms(object: &Object, sink: &mut impl Sink) {
    let at = Location::manifest();
    let value = object.get("algorithms");
    let Some(algorithms) = members::object(sink, value, &rules::ALGORITHMS, at.clone()) else {
        return;
    };
    for (name, member, right, rule) in [
        ("canon", "algorithms.canon", ALGORITHM_CANON, &rules::ALGORITHM_CANON),
        ("hash", "algorithms.hash", ALGORITHM_HASH, &rules::ALGORITHM_HASH),
        ("root", "algorithms.root", ALGORITHM_ROOT, &rules::ALGORITHM_ROOT),
    ] {
        if algorithms.get(name).and_then(Value::as_str) != Some(right) {
            sink.violated(rule, at.clone().member(member), || {
                format!("`{member}` is not {}", quote(right))
            });
        }
    }
}

fn take_files(files: &Object, further: &Further, manifest: &mut Manifest, sink: &mut impl Sink) {
    let at = Location::manifest;
    if further.file {
        sink.violated(&rules::FURTHER_FILE, at().member("files"), || {
            "files lists another file than events.ndjson".to_owned()
        });
    }
    let entry = files.get("events.ndjson");
    let Some(entry) = members::object(sink, entry, &rules::EVENTS_FILE, at()) else { return };
    if entry.get("path").is_some_and(|path| path.as_str() != Some("events.ndjson")) {
        sink.violated(&rules::FILE_PATH, at().member("files.events.ndjson.path"), || {
            "the path of events.ndjson is another".to_owned()
        });
    }
    manifest.file_digest =
        members::string(sink, entry.get("sha256"), &rules::FILE_DIGEST, at()).map(str::to_owned);
    manifest.file_length = members::number(sink, entry.get("bytes"), &rules::FILE_LENGTH, at());
}

fn json_rule(kind: strict_json::Kind) -> &'static Rule {
    match kind {
        strict_json::Kind::Empty | strict_json::Kind::Syntax => &rules::SYNTAX,
        strict_json::Kind::NotUtf8 => &rules::UTF8,
        strict_json::Kind::ByteOrderMark => &rules::BYTE_ORDER_MARK,
        strict_json::Kind::DuplicateName => &rules::DUPLICATE_NAME,
        strict_json::Kind::LoneSurrogate => &rules::SURROGATE,
        strict_json::Kind::NumberRange => &rules::NUMBER_RANGE,
        strict_json::Kind::Depth => &rules::DEPTH,
        strict_json::Kind::Trailing => &rules::TRAILING,
    }
}

fn unreadable(error: &strict_json::Error) -> Fault {
    let message = format!("manifest.json is not strict JSON: {error}");
    Fault::new(json_rule(error.kind), at_byte(error), message)
}

fn at_byte(error: &strict_json::Error) -> Location {
    Location::manifest().offset(error.offset as u64)
}
