//! A run record as hostile input: the shape, and what the published schema
//! alone lets through.

use super::{CaseStatus, Compared, RECORD_LIMIT, RecordCase, RunRecord, Summary};
use crate::capture::EXIT_CODES;
use crate::capture::read::{Head, Nulls, case, implementation, observed};
use crate::fault::{Checker, Faults, Object};
use crate::pack::cases::DIGEST;
use crate::words::{Form, MOST_CASES, PROVENANCE, RECORD_NON_CLAIMS, is_digest};
use mcp_evidence_harness::Warning;
use mcp_evidence_harness::surface::{Surface, of_profile};
use serde_json::Value;

const MEMBERS: [&str; 14] = [
    "capture_sha256",
    "cases",
    "harness_errors",
    "implementation",
    "non_claims",
    "pack_declared_source_commit",
    "pack_provenance_verification",
    "pack_sha256",
    "profile",
    "rendered_set_digest",
    "schema",
    "source_corpus_digest",
    "suite",
    "summary",
];

const SUMMARY: [&str; 6] =
    ["execution_error", "harness_error", "match", "mismatch", "review_warnings", "total"];

impl RunRecord {
    /// Reads a run record and checks everything that it says by itself.
    ///
    /// # Errors
    /// Every fault.
    pub fn read(bytes: &[u8]) -> Result<RunRecord, Faults> {
        let mut checker = Checker::default();
        let record =
            checker.object_of(bytes, RECORD_LIMIT).and_then(|object| read(&mut checker, &object));
        checker.finish(record)
    }
}

fn read(checker: &mut Checker, object: &Object) -> Option<RunRecord> {
    checker.names("", object, &MEMBERS, &[]);
    let head = Head::read(checker, object, "a run record", Form::record);
    checker.constant("", object, "pack_provenance_verification", PROVENANCE);
    let implementation = implementation(checker, object, Nulls::AreLeftOut);
    let capture = checker.text("", object, "capture_sha256", DIGEST, is_digest);
    checker.constants(object, "non_claims", &RECORD_NON_CLAIMS);
    let summary = summary(checker, object);
    let errors = checker.array("", object, "harness_errors").unwrap_or_default();
    let mut harness_errors = Vec::new();
    for (index, error) in errors.iter().enumerate() {
        match error.as_str() {
            Some(text) => harness_errors.push(text.to_owned()),
            None => checker.fault(&format!("harness_errors[{index}]"), "a text is asked for"),
        }
    }
    let items = checker.array("", object, "cases")?;
    head.count(checker, "cases", items.len());
    let surface = head.profile.and_then(of_profile);
    let mut cases = Vec::new();
    for (index, item) in items.iter().enumerate().take(MOST_CASES) {
        let at = format!("cases[{index}]");
        cases.extend(record_case(checker, &at, item, index, surface.as_deref()));
    }
    // Where a case is unreadable there is nothing to count.
    if cases.len() == items.len()
        && let Some(summary) = &summary
    {
        compare(checker, summary, &Summary::of(&cases));
    }
    Some(RunRecord {
        schema: head.form?.record().to_owned(),
        profile: head.profile?.to_owned(),
        suite: head.suite?.to_owned(),
        source_corpus_digest: head.corpus?.to_owned(),
        rendered_set_digest: head.rendered?.to_owned(),
        pack_sha256: head.pack_sha256?.to_owned(),
        pack_declared_source_commit: head.commit?.to_owned(),
        pack_provenance_verification: PROVENANCE.to_owned(),
        implementation: implementation?.into(),
        summary: summary?,
        harness_errors,
        cases,
        non_claims: RECORD_NON_CLAIMS.map(str::to_owned).to_vec(),
        capture_sha256: capture?.to_owned(),
    })
}

fn summary(checker: &mut Checker, object: &Object) -> Option<Summary> {
    let summary = checker.members("summary", Some(object.get("summary")?), &SUMMARY, &[])?;
    let mut count = |name| {
        let most = (MOST_CASES * Warning::ALL.len()) as i64;
        checker.integer("summary", summary, name, 0..=most).map(|count| count as usize)
    };
    let total = count("total");
    let matches = count("match");
    let mismatch = count("mismatch");
    let execution_error = count("execution_error");
    let harness_error = count("harness_error");
    let review_warnings = count("review_warnings");
    Some(Summary {
        total: total?,
        matches: matches?,
        mismatch: mismatch?,
        execution_error: execution_error?,
        harness_error: harness_error?,
        review_warnings: review_warnings?,
    })
}

fn compare(checker: &mut Checker, declared: &Summary, counted: &Summary) {
    for (name, declared, counted) in [
        ("total", declared.total, counted.total),
        ("match", declared.matches, counted.matches),
        ("mismatch", declared.mismatch, counted.mismatch),
        ("execution_error", declared.execution_error, counted.execution_error),
        ("harness_error", declared.harness_error, counted.harness_error),
        ("review_warnings", declared.review_warnings, counted.review_warnings),
    ] {
        checker.require(declared == counted, &format!("summary.{name}"), || {
            format!("it says {declared}, and the cases give {counted}")
        });
    }
}

fn record_case(
    checker: &mut Checker,
    at: &str,
    item: &Value,
    index: usize,
    surface: Option<&dyn Surface>,
) -> Option<RecordCase> {
    const ERROR: [&str; 4] = ["case_id", "error", "input_sha256", "status"];
    const COMPARED: [&str; 6] =
        ["case_id", "exit_code", "input_sha256", "observed", "status", "stderr_present"];
    let statuses = ["match", "mismatch", "execution_error", "harness_error"];
    let status = item.get("status").and_then(Value::as_str).unwrap_or_default();
    let answered = matches!(status, "match" | "mismatch");
    let (required, optional) =
        if answered { (&COMPARED[..], &["review_warnings"][..]) } else { (&ERROR[..], &[][..]) };
    let object = checker.members(at, Some(item), required, optional)?;
    let wanted = "match, mismatch, execution_error or harness_error";
    checker.text(at, object, "status", wanted, |text| statuses.contains(&text));
    let (case_id, input_sha256) = case(checker, at, object, index);
    let status = if answered {
        let compared = compared(checker, at, object, surface);
        compared.map(if status == "match" { CaseStatus::Match } else { CaseStatus::Mismatch })
    } else {
        let error = checker.text(at, object, "error", "a text", |text| !text.is_empty());
        let error = error.map(str::to_owned);
        match status {
            "execution_error" => error.map(|error| CaseStatus::ExecutionError { error }),
            _ => error.map(|error| CaseStatus::HarnessError { error }),
        }
    };
    Some(RecordCase { case_id, input_sha256: input_sha256?, status: status? })
}

fn compared(
    checker: &mut Checker,
    at: &str,
    object: &Object,
    surface: Option<&dyn Surface>,
) -> Option<Compared> {
    let observed = observed(checker, at, object, surface);
    let exit_code = checker.integer(at, object, "exit_code", EXIT_CODES);
    let stderr_present = checker.boolean(at, object, "stderr_present");
    let names = Warning::ALL.map(Warning::name);
    let items = checker.array(at, object, "review_warnings");
    let mut review_warnings: Vec<String> = Vec::new();
    for (index, item) in items.unwrap_or_default().iter().enumerate() {
        let new = |text: &&str| {
            names.contains(text) && !review_warnings.iter().any(|known| known == text)
        };
        match item.as_str().filter(new) {
            Some(text) => review_warnings.push(text.to_owned()),
            None => checker.fault(
                &format!("{at}.review_warnings[{index}]"),
                format!("each of {} may stand there once", names.join(", ")),
            ),
        }
    }
    checker.require(items.is_none_or(|items| !items.is_empty()), at, || {
        "review_warnings is left out where there is none".to_owned()
    });
    Some(Compared {
        observed: observed?,
        exit_code: exit_code?,
        stderr_present: stderr_present?,
        review_warnings,
    })
}
