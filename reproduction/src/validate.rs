//! Every fault of a capture, a run record, a pack or an identity, alone and
//! against the files at hand.

use crate::capture::Capture;
use crate::fault::Checker;
use crate::identity::Draft;
use crate::pack::{self, Pack};
use crate::record::{RECORD_LIMIT, RunRecord, Subject, bind, differences, score};
use crate::report::placed;
use crate::words::Form;
use mcp_evidence_generator::digest;
use mcp_evidence_harness::Corpus;
use serde_json::Value;
use std::path::Path;

/// What a file is to be read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A clean-room pack.
    Pack,
    /// `identity.toml`.
    Identity,
    /// A capture or a run record; its members tell which.
    Json,
}

impl Kind {
    /// By the file's name and how it begins.
    pub fn of(path: &Path, file: &[u8]) -> Kind {
        let is = |extension: &str| path.extension().is_some_and(|found| found == extension);
        if is("gz") || is("tgz") || file.starts_with(b"\x1f\x8b") {
            Kind::Pack
        } else if is("toml") {
            Kind::Identity
        } else {
            Kind::Json
        }
    }
}

/// The files beside the one that is checked.
#[derive(Debug, Clone, Copy, Default)]
pub struct Beside<'a> {
    /// The pack.
    pub pack: Option<&'a [u8]>,
    /// The capture that a run record is about.
    pub capture: Option<&'a [u8]>,
}

/// What was checked, and what is wrong.
#[derive(Debug, Default)]
pub struct Validated {
    /// What the file is.
    pub kind: &'static str,
    /// What was held against what, in words.
    pub checked: Vec<&'static str>,
    /// Every fault.
    pub faults: Vec<String>,
    /// The pack, where the file is a sound one.
    pub pack: Option<Pack>,
}

impl Validated {
    fn fault(&mut self, fault: impl ToString) {
        self.faults.push(fault.to_string().trim_start().to_owned());
    }

    fn faults<F: ToString>(&mut self, faults: impl IntoIterator<Item = F>) {
        faults.into_iter().for_each(|fault| self.fault(fault));
    }
}

/// A corpus by its digest, where there is one.
pub type Lookup<'a, E> = &'a mut dyn FnMut(&str) -> Result<Option<Corpus>, E>;

/// Checks a file; `corpus` looks for the expectations.
///
/// # Errors
/// What `corpus` says.
pub fn validate<E>(
    kind: Kind,
    file: &[u8],
    beside: &Beside<'_>,
    corpus: Lookup<'_, E>,
) -> Result<Validated, E> {
    match kind {
        Kind::Pack => return Ok(of_pack(file)),
        Kind::Identity => return Ok(of_identity(file)),
        Kind::Json => {}
    }
    let mut checker = Checker::default();
    let object = checker.object_of(file, RECORD_LIMIT);
    let schema = object.as_ref().and_then(|object| object.get("schema")).and_then(Value::as_str);
    let is = |of: fn(Form) -> &'static str| schema.is_some_and(|id| Form::find(id, of).is_some());
    // Without a schema that tells, the members do.
    let has = |member: &str| object.as_ref().is_some_and(|object| object.contains_key(member));
    if is(Form::capture) || !is(Form::record) && has("observations") {
        return Ok(of_capture(file, beside));
    }
    if is(Form::record) || has("cases") || has("summary") {
        return of_record(file, beside, corpus);
    }
    let mut validated = Validated { kind: "a JSON file", ..Validated::default() };
    checker.require(object.is_none(), "", || {
        "the file has the members of neither a capture nor a run record".to_owned()
    });
    if let Err(faults) = checker.finish::<()>(None) {
        validated.faults(faults.0);
    }
    Ok(validated)
}

fn of_identity(file: &[u8]) -> Validated {
    let mut validated = Validated { kind: "an identity", ..Validated::default() };
    if let Err(error) = Draft::read(file).and_then(Draft::check) {
        validated.fault(error);
    }
    validated
}

fn of_pack(file: &[u8]) -> Validated {
    let mut validated = Validated { kind: "a clean-room pack", ..Validated::default() };
    match pack::read(file) {
        Ok(pack) => validated.pack = Some(pack),
        Err(error) => validated.fault(error),
    }
    validated.checked.push("every name, digest and count that cases.json binds");
    validated
}

fn of_capture(file: &[u8], beside: &Beside<'_>) -> Validated {
    let mut validated = Validated { kind: "a capture", ..Validated::default() };
    validated.checked.push("its shape, counts and order");
    match Capture::read(file) {
        Err(faults) => validated.faults(faults.0),
        Ok(capture) => {
            if let Some(pack) = pack_beside(&mut validated, beside)
                && let Err(unbound) = bind(&capture, &pack)
            {
                validated.faults(unbound.0);
            }
        }
    }
    validated
}

fn of_record<E>(file: &[u8], beside: &Beside<'_>, lookup: Lookup<'_, E>) -> Result<Validated, E> {
    let mut validated = Validated { kind: "a run record", ..Validated::default() };
    validated.checked.push("its shape, counts and order");
    let record = match RunRecord::read(file) {
        Ok(record) => record,
        Err(faults) => {
            validated.faults(faults.0);
            return Ok(validated);
        }
    };
    let corpus = lookup(&record.source_corpus_digest)?;
    if let Some(corpus) = &corpus {
        validated.checked.push("each answer against the expectations");
        if let Err(error) = placed(&record, corpus) {
            validated.fault(error);
        }
    }
    let pack = pack_beside(&mut validated, beside);
    if let Some(pack) = &pack {
        for (what, bound, found) in [
            ("schema", record.schema.as_str(), pack.form.record()),
            ("profile", &record.profile, &pack.profile),
            ("suite", &record.suite, &pack.suite),
            ("pack_sha256", &record.pack_sha256, &pack.sha256),
            (
                "pack_declared_source_commit",
                &record.pack_declared_source_commit,
                &pack.declared_source_commit,
            ),
            ("source_corpus_digest", &record.source_corpus_digest, &pack.source_corpus_digest),
            ("rendered_set_digest", &record.rendered_set_digest, &pack.rendered_set_digest),
        ] {
            if bound != found {
                validated.fault(format!("{what}: {bound} is bound, and the pack gives {found}"));
            }
        }
        let digests = pack.cases.iter().map(|case| &case.sha256);
        if !record.cases.iter().map(|case| &case.input_sha256).eq(digests) {
            validated.fault("cases: their input digests are not those of the pack's cases");
        }
    }
    if let Some(capture) = beside.capture {
        validated.checked.push("what it says of the capture against the capture");
        let found = digest(capture);
        if found != record.capture_sha256 {
            validated.fault(format!(
                "capture_sha256: {} is bound, and the capture's bytes give {found}",
                record.capture_sha256
            ));
        }
        match Capture::read(capture) {
            Ok(capture) => validated.faults(
                differences(&record, &capture)
                    .into_iter()
                    .map(|what| format!("{what}: the capture says otherwise")),
            ),
            Err(faults) => validated.fault(format!("the capture beside it:{faults}")),
        }
    }
    if let (Some(pack), Some(capture), Some(corpus)) = (pack, beside.capture, &corpus) {
        validated.checked.push("the whole record against one scored anew");
        let scored = Subject::new(pack, corpus).and_then(|subject| score(&subject, capture));
        match scored {
            Err(error) => validated.fault(error),
            Ok(scored) if scored.record != record => {
                validated.fault("scoring the capture anew gives another record");
            }
            Ok(_) => {}
        }
    }
    Ok(validated)
}

/// The pack beside the file, if it is sound.
fn pack_beside(validated: &mut Validated, beside: &Beside<'_>) -> Option<Pack> {
    let bytes = beside.pack?;
    validated.checked.push("every binding to the pack");
    match pack::read(bytes) {
        Ok(pack) => Some(pack),
        Err(error) => {
            validated.fault(format!("the pack beside it: {error}"));
            None
        }
    }
}
