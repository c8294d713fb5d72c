//! `cases.json`: what it must say before anything is held against it.

use crate::fault::{Checker, Faults, Object};
use crate::pack::{CASES_LIMIT, case_file};
use crate::words::{Form, MOST_CASES, PUBLISHED_CASES, case_id, is_commit, is_digest};
use mcp_evidence_contract::vocabulary::PROFILE;
use serde::Serialize;

/// The members of `cases.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Cases {
    pub(super) case_count: usize,
    pub(super) cases: Vec<Case>,
    pub(super) declared_source_commit: String,
    pub(super) profile: String,
    pub(super) rendered_set_digest: String,
    pub(super) schema: &'static str,
    pub(super) source_corpus_digest: String,
}

/// One entry of `cases`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Case {
    pub(super) file: String,
    pub(super) id: String,
    pub(super) sha256: String,
}

const MEMBERS: [&str; 7] = [
    "case_count",
    "cases",
    "declared_source_commit",
    "profile",
    "rendered_set_digest",
    "schema",
    "source_corpus_digest",
];

/// A digest in the published spelling, in the words of a fault.
pub(crate) const DIGEST: &str = "sha256: and 64 lowercase hex digits";
/// A commit in the published spelling.
pub(crate) const COMMIT: &str = "a commit of 40 lowercase hex digits";

impl Cases {
    /// Reads and checks everything that `cases.json` says by itself.
    pub(super) fn read(bytes: &[u8]) -> Result<(Form, Cases), Faults> {
        let mut checker = Checker::default();
        let cases =
            checker.object_of(bytes, CASES_LIMIT).and_then(|object| read(&mut checker, &object));
        checker.finish(cases)
    }
}

fn read(checker: &mut Checker, object: &Object) -> Option<(Form, Cases)> {
    checker.names("", object, &MEMBERS, &[]);
    let schema = checker.text("", object, "schema", "the id of a clean-room pack", |text| {
        Form::find(text, Form::pack).is_some()
    });
    let form = schema.and_then(|schema| Form::find(schema, Form::pack));
    let profile =
        checker.text("", object, "profile", "the id of a profile", |text| !text.is_empty());
    let commit = checker.text("", object, "declared_source_commit", COMMIT, is_commit);
    let corpus = checker.text("", object, "source_corpus_digest", DIGEST, is_digest);
    let rendered = checker.text("", object, "rendered_set_digest", DIGEST, is_digest);
    let count = checker.integer("", object, "case_count", 1..=MOST_CASES as i64);
    let items = checker.array("", object, "cases")?;
    if form == Some(Form::Published) {
        checker.constant("", object, "profile", PROFILE);
        checker.require(items.len() == PUBLISHED_CASES, "cases", || {
            format!("the published pack has {PUBLISHED_CASES} cases, {} are listed", items.len())
        });
    }
    if let Some(count) = count {
        checker.require(count as usize == items.len(), "case_count", || {
            format!("it says {count}, and {} cases are listed", items.len())
        });
    }
    let mut cases = Vec::new();
    for (index, item) in items.iter().enumerate().take(MOST_CASES + 1) {
        let at = format!("cases[{index}]");
        let Some(item) = checker.members(&at, Some(item), &["file", "id", "sha256"], &[]) else {
            continue;
        };
        let id = case_id(index);
        let file = case_file(&id);
        checker.constant(&at, item, "id", &id);
        checker.constant(&at, item, "file", &file);
        let sha256 = checker.text(&at, item, "sha256", DIGEST, is_digest);
        cases.extend(sha256.map(|sha256| Case { file, id, sha256: sha256.to_owned() }));
    }
    let form = form?;
    let cases = Cases {
        case_count: cases.len(),
        cases,
        declared_source_commit: commit?.to_owned(),
        profile: profile?.to_owned(),
        rendered_set_digest: rendered?.to_owned(),
        schema: form.pack(),
        source_corpus_digest: corpus?.to_owned(),
    };
    Some((form, cases))
}
