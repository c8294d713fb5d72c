//! The chain of events: each line's members, content hash, id, place and run
//! id, and the root over all of them (§4).

use super::events::Covered;
use super::line::{Envelope, Line};
use super::manifest::Manifest;
use crate::Limits;
use crate::digest::{self, Difference, Spelled, difference};
use crate::fault::{Fault, quote};
use crate::members::{self, Raw};
use crate::selection::{Event as Selected, Selection};
use crate::sink::{Event, Sink};
use mcp_evidence_contract::catalogue::{container, event as rules};
use mcp_evidence_contract::vocabulary::{DATACONTENTTYPE, SPECVERSION};
use mcp_evidence_contract::{Location, Rule};
use mcp_evidence_strict_json as strict_json;
use sha2::{Digest as _, Sha256};
use strict_json::canonical::Rewriter;

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
    run_id: Option<String>,
    lines: u64,
    count: u64,
    sequence_broken: bool,
    root: Sha256,
    /// The root over the hashes as carried, from the first that is wrong on.
    root_over_carried: Option<Sha256>,
    selection: Selection,
    /// Sequence number, recomputed hash and wrongly carried one of every event,
    /// only for the reading that sorts.
    sorted: Vec<(f64, Spelled, Option<String>)>,
    rewriter: Rewriter,
    /// Hashed bytes of one event, without its data.
    rest: String,
}

impl Chain {
    pub(super) fn new(limits: &Limits) -> Chain {
        Chain {
            limits: limits.clone(),
            run_id: None,
            lines: 0,
            count: 0,
            sequence_broken: false,
            root: Sha256::new(),
            root_over_carried: None,
            selection: Selection::default(),
            sorted: Vec::new(),
            rewriter: Rewriter::default(),
            rest: String::new(),
        }
    }

    /// Number of the line to come, from 1.
    pub(super) fn next_line(&self) -> u64 {
        self.lines + 1
    }

    /// Checks one line, given without its line feed.
    ///
    /// A canonical line is read where it stands. Any other is first read by the
    /// strict reader, which names its faults, and written in canonical form.
    pub(super) fn take<S: Sink>(&mut self, line: &[u8], sink: &mut S) -> Result<(), Fault> {
        self.lines += 1;
        // Blank lines count: 500 MiB of them are hostile too.
        if self.lines > self.limits.event_count {
            let message = format!("there are more than {} event lines", self.limits.event_count);
            return Err(Fault::new(&container::LIMIT_COUNT, Location::line(self.lines), message));
        }
        let limits = strict_json::Limits { depth: self.limits.depth };
        if let Some(envelope) = Envelope::of(line, limits) {
            sink.used_if(&rules::LINE_SPELLING, || false);
            return self.take_canonical(line, line, &envelope, sink);
        }
        let mut rewriter = std::mem::take(&mut self.rewriter);
        let taken = self.take_respelled(line, &mut rewriter, limits, sink);
        self.rewriter = rewriter;
        taken
    }

    fn take_respelled<S: Sink>(
        &mut self,
        line: &[u8],
        rewriter: &mut Rewriter,
        limits: strict_json::Limits,
        sink: &mut S,
    ) -> Result<(), Fault> {
        let at = Location::line(self.lines);
        let (canonical, faults) = match rewriter.rewrite(line, limits) {
            Ok(rewritten) => rewritten,
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
        for fault in &faults {
            sink.violated(json_rule(fault.kind), at.clone().offset(fault.offset as u64), || {
                format!("the line is not strict JSON: {fault}")
            });
        }
        sink.used_if(&rules::LINE_SPELLING, || canonical != line);
        match Envelope::of(canonical, limits) {
            Some(envelope) => self.take_canonical(line, canonical, &envelope, sink),
            // Not reached: what has been written in canonical form is
            // recognized, as the tests of both hold. If not, it fails closed.
            None => Err(Fault::new(&rules::SYNTAX, at, "the line has no canonical form")),
        }
    }

    fn take_canonical<S: Sink>(
        &mut self,
        carried: &[u8],
        canonical: &[u8],
        envelope: &Envelope<'_>,
        sink: &mut S,
    ) -> Result<(), Fault> {
        let at = Location::line(self.lines);
        if !canonical.starts_with(b"{") {
            return Err(Fault::new(&rules::OBJECT, at, "the line holds no JSON object"));
        }
        self.check_event(&Line { at, number: self.lines, carried, envelope }, sink);
        self.count += 1;
        Ok(())
    }

    fn check_event(&mut self, line: &Line<'_>, sink: &mut impl Sink) {
        let Line { at, envelope, .. } = line;
        let string =
            |sink: &mut _, value, rules| members::raw_string(sink, value, rules, at.clone());
        if string(sink, envelope.specversion, &rules::SPECVERSION)
            .is_some_and(|text| text != SPECVERSION)
        {
            sink.violated(&rules::SPECVERSION_VALUE, at.clone().member("specversion"), || {
                "specversion is not \"1.0\"".to_owned()
            });
        }
        let event_type = string(sink, envelope.event_type, &rules::TYPE);
        string(sink, envelope.source, &rules::SOURCE);
        string(sink, envelope.time, &rules::TIME);
        if string(sink, envelope.datacontenttype, &rules::DATACONTENTTYPE)
            .is_some_and(|text| text != DATACONTENTTYPE)
        {
            let at = at.clone().member("datacontenttype");
            sink.violated(&rules::DATACONTENTTYPE_VALUE, at, || {
                "datacontenttype is not \"application/json\"".to_owned()
            });
        }
        if envelope.data.is_none() {
            sink.violated(&rules::DATA_ABSENT, at.clone().member("data"), || {
                "`data` is missing".to_owned()
            });
        }
        sink.used_if(&rules::FURTHER_MEMBER, || envelope.further);
        self.check_content_hash(line, sink);
        self.check_identity(line, sink);
        self.selection.take(&Selected {
            line: line.number,
            event_type: event_type.as_deref(),
            schema: envelope.schema.and_then(Raw::text).as_deref(),
            carried: line.carried,
        });
    }

    fn check_content_hash(&mut self, line: &Line<'_>, sink: &mut impl Sink) {
        let Line { at, envelope, .. } = line;
        if envelope.subject.is_some_and(|subject| subject != Raw("null")) {
            sink.used(&rules::HASHED_SUBJECT);
        }
        let subject = !sink.reads(&rules::IGNORES_SUBJECT);
        let hashed = envelope.hashed(subject, &mut self.rest);
        let mut hasher = Sha256::new();
        for part in hashed {
            hasher.update(part);
        }
        let spelled = Spelled::of(hasher);
        let recomputed = spelled.as_str();
        sink.event(&Event { line: line.number, carried: line.carried, hashed, recomputed });
        let carried =
            members::raw_string(sink, envelope.content_hash, &rules::CONTENT_HASH, at.clone());
        let wrong = carried
            .as_deref()
            .and_then(|carried| Some((carried, difference(carried, recomputed)?)));
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
        let wrong = wrong.map(|(carried, _)| carried);
        if sink.reads(&rules::SORTS_EVENTS) {
            let seq = envelope.seq.and_then(Raw::number).unwrap_or(f64::INFINITY);
            self.sorted.push((seq, spelled, wrong.map(str::to_owned)));
        }
        link(&mut self.root, &mut self.root_over_carried, &spelled, wrong);
    }

    /// The id contract, the sequence and the run id.
    fn check_identity(&mut self, line: &Line<'_>, sink: &mut impl Sink) {
        let Line { at, envelope, .. } = line;
        let seq = members::raw_number(sink, envelope.seq, &rules::SEQ, at.clone());
        let own = members::raw_string(sink, envelope.run_id, &rules::RUN_ID, at.clone());
        let id = members::raw_string(sink, envelope.id, &rules::ID, at.clone());
        let (own, id) = (own.as_deref(), id.as_deref());
        if self.run_id.is_none() {
            self.run_id = own.map(str::to_owned);
        }
        let bundle = self.run_id.as_deref();
        let numbered = seq.and_then(members::count).unwrap_or(self.count);
        // An event of another run breaks the run id rule, one out of its place
        // the sequence rule: its id may follow either run, and either number.
        let follows = |run: Option<&str>| match (id, run) {
            (Some(id), Some(run)) => id
                .strip_prefix(run)
                .and_then(|rest| rest.strip_prefix(':'))
                .is_some_and(|digits| spells(digits, numbered) || spells(digits, self.count)),
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
    pub(super) fn check(
        mut self,
        manifest: &Manifest,
        file: Covered,
        sink: &mut impl Sink,
    ) -> Selection {
        if sink.reads(&rules::SORTS_EVENTS) {
            self.sort(sink);
        }
        let root = digest::spelled(self.root);
        let totals = Totals {
            count: self.count,
            run_id: self.run_id,
            file_digest: file.digest,
            file_length: file.length,
            root_over_carried: self.root_over_carried.map_or_else(|| root.clone(), digest::spelled),
            root,
        };
        manifest.compare(&totals, sink);
        self.selection
    }

    fn sort(&mut self, sink: &mut impl Sink) {
        self.sorted.sort_by(|one, other| one.0.total_cmp(&other.0));
        (self.root, self.root_over_carried) = (Sha256::new(), None);
        for (place, (seq, recomputed, wrong)) in self.sorted.iter().enumerate() {
            if *seq != place as f64 {
                sink.violated(&rules::SEQUENCE, Location::BUNDLE, || {
                    "assayseq has a gap, even after sorting".to_owned()
                });
            }
            link(&mut self.root, &mut self.root_over_carried, recomputed, wrong.as_deref());
        }
    }
}

/// Appends one content hash to a root, and to the one over the hashes as
/// carried, which is the same until a hash is wrong.
fn link(
    root: &mut Sha256,
    over_carried: &mut Option<Sha256>,
    right: &Spelled,
    wrong: Option<&str>,
) {
    if let Some(wrong) = wrong {
        let over_carried = over_carried.get_or_insert_with(|| root.clone());
        over_carried.update(wrong);
        over_carried.update("\n");
    } else if let Some(over_carried) = over_carried {
        over_carried.update(right.line());
    }
    root.update(right.line());
}

/// Whether `digits` are how the number is written.
fn spells(digits: &str, number: u64) -> bool {
    let one_form = !digits.starts_with(['0', '+']) || digits == "0";
    one_form && digits.parse() == Ok(number)
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
