//! The chain of events: each line's members, content hash, id, place and run
//! id, and the root over all of them (§4).

use super::manifest::Manifest;
use crate::Limits;
use crate::digest::{self, Difference, difference};
use crate::fault::{Fault, quote};
use crate::members::{self, Object};
use crate::selection::Selection;
use crate::sink::{Event, Sink};
use mcp_evidence_contract::catalogue::{container, event as rules};
use mcp_evidence_contract::vocabulary::{DATACONTENTTYPE, SPECVERSION};
use mcp_evidence_contract::{Location, Rule};
use mcp_evidence_strict_json as strict_json;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// What the events came to.
pub(super) struct Totals {
    pub(super) count: u64,
    pub(super) run_id: Option<String>,
    pub(super) file_digest: String,
    pub(super) file_length: u64,
    /// The run root over the recomputed content hashes.
    pub(super) root: String,
    /// The run root over the content hashes as carried.
    pub(super) root_over_carried: String,
}

/// The events read so far: hashes and counts, never the lines themselves.
pub(super) struct Chain {
    limits: Limits,
    manifest_run_id: Option<String>,
    run_id: Option<String>,
    lines: u64,
    count: u64,
    sequence_broken: bool,
    file: Sha256,
    file_length: u64,
    root: Sha256,
    root_over_carried: Sha256,
    selection: Selection,
    /// Sequence number, recomputed and carried hash of every event, only for
    /// the reading that sorts.
    sorted: Vec<(f64, String, String)>,
}

/// What `assaycontenthash` covers, members in any order: canonical form sorts
/// them.
#[derive(Serialize)]
struct Hashed<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    specversion: Option<&'a Value>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    event_type: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    datacontenttype: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<&'a Value>,
}

impl Chain {
    pub(super) fn new(limits: &Limits, manifest_run_id: Option<&str>) -> Chain {
        Chain {
            limits: limits.clone(),
            manifest_run_id: manifest_run_id.map(str::to_owned),
            run_id: None,
            lines: 0,
            count: 0,
            sequence_broken: false,
            file: Sha256::new(),
            file_length: 0,
            root: Sha256::new(),
            root_over_carried: Sha256::new(),
            selection: Selection::default(),
            sorted: Vec::new(),
        }
    }

    /// Number of the line to come, from 1.
    pub(super) fn next_line(&self) -> u64 {
        self.lines + 1
    }

    /// Takes bytes of the file into its digest and length.
    pub(super) fn cover(&mut self, bytes: &[u8]) {
        self.file.update(bytes);
        self.file_length += bytes.len() as u64;
    }

    /// Checks one line, given without its line feed.
    pub(super) fn take<S: Sink>(&mut self, line: &[u8], sink: &mut S) -> Result<(), Fault> {
        self.lines += 1;
        let at = Location::line(self.lines);
        let strict = strict_json::Limits { depth: self.limits.depth };
        let document = match strict_json::read(line, strict) {
            Ok(document) => document,
            Err(error) if error.kind == strict_json::Kind::Empty => {
                sink.violated(&rules::BLANK_LINE, at, || "the line is blank".to_owned());
                return Ok(());
            }
            Err(error) => {
                let message = format!("the line is not strict JSON: {error}");
                let at = at.offset(error.offset as u64);
                return Err(Fault::new(json_rule(error.kind), at, message));
            }
        };
        for fault in &document.faults {
            sink.violated(json_rule(fault.kind), at.clone().offset(fault.offset as u64), || {
                format!("the line is not strict JSON: {fault}")
            });
        }
        sink.used_if(&rules::LINE_SPELLING, || {
            serde_json_canonicalizer::to_vec(&document.value)
                .is_ok_and(|canonical| canonical != line)
        });
        let Value::Object(event) = document.value else {
            return Err(Fault::new(&rules::OBJECT, at, "the line holds no JSON object"));
        };
        if self.count == self.limits.event_count {
            let message = format!("there are more than {} events", self.limits.event_count);
            return Err(Fault::new(&container::LIMIT_COUNT, at, message));
        }
        self.check_event(event, line.len(), at, sink);
        self.count += 1;
        Ok(())
    }

    fn check_event(
        &mut self,
        mut event: Object,
        length: usize,
        at: Location,
        sink: &mut impl Sink,
    ) {
        let string =
            |sink: &mut _, name, rules| members::string(sink, event.get(name), rules, at.clone());
        if string(sink, "specversion", &rules::SPECVERSION).is_some_and(|text| text != SPECVERSION)
        {
            sink.violated(&rules::SPECVERSION_VALUE, at.clone().member("specversion"), || {
                "specversion is not \"1.0\"".to_owned()
            });
        }
        string(sink, "type", &rules::TYPE);
        string(sink, "source", &rules::SOURCE);
        string(sink, "time", &rules::TIME);
        if string(sink, "datacontenttype", &rules::DATACONTENTTYPE)
            .is_some_and(|text| text != DATACONTENTTYPE)
        {
            let at = at.clone().member("datacontenttype");
            sink.violated(&rules::DATACONTENTTYPE_VALUE, at, || {
                "datacontenttype is not \"application/json\"".to_owned()
            });
        }
        if !event.contains_key("data") {
            sink.violated(&rules::DATA_ABSENT, at.clone().member("data"), || {
                "`data` is missing".to_owned()
            });
        }
        sink.used_if(&rules::FURTHER_MEMBER, || event.keys().any(|name| !is_known(name)));
        self.check_content_hash(&event, length, &at, sink);
        self.check_identity(&event, &at, sink);
        let data = event.remove("data");
        self.selection.take(self.lines, event.get("type").and_then(Value::as_str), data);
    }

    fn check_content_hash(
        &mut self,
        event: &Object,
        length: usize,
        at: &Location,
        sink: &mut impl Sink,
    ) {
        let mut hashed = Hashed {
            specversion: event.get("specversion"),
            event_type: event.get("type"),
            datacontenttype: event.get("datacontenttype"),
            subject: event.get("subject"),
            data: event.get("data"),
        };
        if hashed.subject.is_some_and(|subject| !subject.is_null()) {
            sink.used(&rules::HASHED_SUBJECT);
        }
        if sink.reads(&rules::IGNORES_SUBJECT) {
            hashed.subject = None;
        }
        let canonical = serde_json_canonicalizer::to_vec(&hashed)
            .expect("strict JSON holds only finite numbers and string names, which canonicalize");
        let recomputed = digest::of(&canonical);
        sink.event(&Event {
            line: self.lines,
            length,
            object: event,
            canonical: &canonical,
            recomputed: &recomputed,
        });
        let carried = event.get("assaycontenthash");
        let carried = members::string(sink, carried, &rules::CONTENT_HASH, at.clone());
        let wrong = carried.and_then(|carried| Some((carried, difference(carried, &recomputed)?)));
        if let Some((carried, difference)) = wrong {
            let rule = match difference {
                Difference::Prefix => &rules::CONTENT_HASH_PREFIX,
                Difference::Case => &rules::CONTENT_HASH_CASE,
                Difference::Value => &rules::CONTENT_HASH_VALUE,
            };
            sink.violated(rule, at.clone().member("assaycontenthash"), || {
                format!("assaycontenthash is {}, recomputed {recomputed}", quote(carried))
            });
        }
        let carried = carried.unwrap_or(&recomputed);
        if sink.reads(&rules::SORTS_EVENTS) {
            let seq = event.get("assayseq").and_then(Value::as_f64).unwrap_or(f64::INFINITY);
            self.sorted.push((seq, recomputed.clone(), carried.to_owned()));
        }
        link(&mut self.root, &recomputed);
        link(&mut self.root_over_carried, carried);
    }

    /// The id contract, the sequence and the run id.
    fn check_identity(&mut self, event: &Object, at: &Location, sink: &mut impl Sink) {
        let seq = members::number(sink, event.get("assayseq"), &rules::SEQ, at.clone());
        let own = members::string(sink, event.get("assayrunid"), &rules::RUN_ID, at.clone());
        let id = members::string(sink, event.get("id"), &rules::ID, at.clone());
        if self.run_id.is_none() {
            self.run_id = own.map(str::to_owned);
        }
        let bundle = self.run_id.as_deref().or(self.manifest_run_id.as_deref());
        let numbered = seq.and_then(members::count).unwrap_or(self.count);
        // An event of another run breaks the run id rule; its id may follow
        // either run.
        let follows = |run: Option<&str>| match (id, run) {
            (Some(id), Some(run)) => {
                id.strip_prefix(run).and_then(|rest| rest.strip_prefix(':'))
                    == Some(numbered.to_string().as_str())
            }
            (None, _) | (_, None) => true,
        };
        if !follows(own.or(bundle)) && !follows(bundle) {
            sink.violated(&rules::ID_VALUE, at.clone().member("id"), || {
                format!(
                    "id is {}, not {}",
                    quote(id.unwrap_or_default()),
                    quote(&format!("{}:{numbered}", own.or(bundle).unwrap_or_default()))
                )
            });
        }
        let out_of_place = seq.is_some_and(|seq| seq != self.count as f64);
        if out_of_place && !self.sequence_broken && !sink.reads(&rules::SORTS_EVENTS) {
            self.sequence_broken = true;
            sink.violated(&rules::SEQUENCE, at.clone().member("assayseq"), || {
                format!("assayseq is not {}, the line's place", self.count)
            });
        }
        if let (Some(own), Some(first)) = (own, self.run_id.as_deref())
            && own != first
        {
            sink.violated(&rules::RUN_ID_CONSISTENT, at.clone().member("assayrunid"), || {
                format!("assayrunid is {}, before it {}", quote(own), quote(first))
            });
        }
    }

    /// Compares the manifest with what the events came to, and hands over what
    /// the profile selects from them.
    pub(super) fn check(mut self, manifest: &Manifest, sink: &mut impl Sink) -> Selection {
        if sink.reads(&rules::SORTS_EVENTS) {
            self.sort(sink);
        }
        let totals = Totals {
            count: self.count,
            run_id: self.run_id,
            file_digest: digest::spelled(self.file),
            file_length: self.file_length,
            root: digest::spelled(self.root),
            root_over_carried: digest::spelled(self.root_over_carried),
        };
        manifest.compare(&totals, sink);
        self.selection
    }

    fn sort(&mut self, sink: &mut impl Sink) {
        self.sorted.sort_by(|one, other| one.0.total_cmp(&other.0));
        (self.root, self.root_over_carried) = (Sha256::new(), Sha256::new());
        for (place, (seq, recomputed, carried)) in self.sorted.iter().enumerate() {
            if *seq != place as f64 {
                sink.violated(&rules::SEQUENCE, Location::BUNDLE, || {
                    "assayseq has a gap, even after sorting".to_owned()
                });
            }
            link(&mut self.root, recomputed);
            link(&mut self.root_over_carried, carried);
        }
    }
}

/// Appends one content hash and its line feed to a root.
fn link(root: &mut Sha256, content_hash: &str) {
    root.update(content_hash.as_bytes());
    root.update(b"\n");
}

fn is_known(name: &str) -> bool {
    matches!(
        name,
        "specversion" | "type" | "source" | "id" | "time" | "datacontenttype" | "subject" | "data"
    ) || name.starts_with("assay")
}

fn json_rule(kind: strict_json::Kind) -> &'static Rule {
    match kind {
        strict_json::Kind::Empty => &rules::BLANK_LINE,
        strict_json::Kind::Syntax => &rules::SYNTAX,
        strict_json::Kind::NotUtf8 => &rules::UTF8,
        strict_json::Kind::ByteOrderMark => &rules::BYTE_ORDER_MARK,
        strict_json::Kind::DuplicateName => &rules::DUPLICATE_NAME,
        strict_json::Kind::LoneSurrogate => &rules::SURROGATE,
        strict_json::Kind::NumberRange => &rules::NUMBER_RANGE,
        strict_json::Kind::Depth => &rules::DEPTH,
        strict_json::Kind::Trailing => &rules::TRAILING,
    }
}
