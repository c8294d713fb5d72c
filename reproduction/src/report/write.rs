//! The sections of the report, in the order in which issue #1840 asks for them.

use super::Report;
use super::markdown::{BLANK, Page, code, given, link, listed, plain};
use super::scope::Scope;
use crate::identity::{About, Identity};
use crate::record::{CaseStatus, RecordCase};
use crate::words::CAPTURE_NON_CLAIMS;
use mcp_evidence_generator::PUBLISHED_DIGEST;
use serde_json::Value;

/// Rows of a table without column heads.
type Rows = Vec<[String; 2]>;

pub(super) fn page(report: &Report<'_>) -> String {
    let mut page = Page::default();
    let record = &report.record;
    page.heading(1, &format!("Implementation report: {}", plain(&record.implementation.name)));
    page.paragraph(&format!(
        "About {}, suite {}. Filled by mcp-evidence {} from the run record and what was given \
         beside it. {BLANK} stands where that does not say; it is the author's to fill in or to \
         leave open.",
        code(&record.profile),
        code(&record.suite),
        env!("CARGO_PKG_VERSION")
    ));
    let about = report.identity.as_ref().map(|identity| identity.about.clone()).unwrap_or_default();
    section(&mut page, "Implementation", implementation(report, &about));
    section(&mut page, "Reproduction method", method(report, &about));
    section(&mut page, "Pinned inputs", inputs(report, &about));
    result(&mut page, report);
    section(&mut page, "Verification", verification(&about));
    scope(&mut page, report);
    page.heading(2, "Non-claims");
    let non_claims = record.non_claims.iter().map(String::as_str);
    let mut all: Vec<&str> = non_claims.collect();
    all.extend(
        CAPTURE_NON_CLAIMS
            .into_iter()
            .filter(|claim| !record.non_claims.iter().any(|known| known == claim)),
    );
    page.list(all.into_iter().map(plain));
    page.finish()
}

fn section(page: &mut Page, title: &str, rows: Rows) {
    page.heading(2, title);
    page.table(["", ""], &rows);
}

fn row(label: &str, cell: String) -> [String; 2] {
    [label.to_owned(), cell]
}

fn implementation(report: &Report<'_>, about: &About) -> Rows {
    let who = &report.record.implementation;
    let mut rows = vec![
        row("name", plain(&who.name)),
        row("version", who.version.as_deref().map_or("none".to_owned(), plain)),
        row("source", link(&who.source)),
        row("commit", code(&who.commit)),
    ];
    if let (Some(id), Some(image)) = (&who.id, &who.image) {
        rows.push(row("row id", code(id)));
        rows.push(row("declared image", code(image)));
    }
    rows.push(row("language", given(about.language.as_deref())));
    rows.push(row("runtime", given(about.runtime.as_deref())));
    rows.push(row("author", given(about.author.as_deref())));
    rows.push(row("contact", given(about.contact.as_deref())));
    rows
}

fn method(report: &Report<'_>, about: &About) -> Rows {
    let empty: Vec<String> = Vec::new();
    let of = |list: fn(&Identity) -> &Vec<String>| {
        listed(report.identity.as_ref().map_or(&empty, |identity| list(identity)))
    };
    vec![
        row("mode", code(report.record.implementation.reproduction_mode.name())),
        row("frozen at", given(about.frozen_at.as_deref())),
        row("first run at", given(about.first_run_at.as_deref())),
        row("read before the freeze", of(|identity| &identity.materials.before_freeze)),
        row("read after the freeze", of(|identity| &identity.materials.after_freeze)),
        row("relationship", given(about.relationship.as_deref())),
        row("funding", given(about.funding.as_deref())),
        row("authorship", of(|identity| &identity.authorship)),
        row("how the output was checked", given(about.output_checked.as_deref())),
        row("independence, in the author's words", given(about.independence.as_deref())),
    ]
}

fn inputs(report: &Report<'_>, about: &About) -> Rows {
    let record = &report.record;
    let published = if record.source_corpus_digest == PUBLISHED_DIGEST {
        ", the published corpus"
    } else {
        ", not the published corpus"
    };
    vec![
        row("pack release", given(about.pack_release.as_deref())),
        row("pack sha256", code(&record.pack_sha256)),
        row("attestation", given(about.attestation.as_deref())),
        row(
            "declared source commit",
            format!(
                "{} (recorded by the scorer, not verified)",
                code(&record.pack_declared_source_commit)
            ),
        ),
        row("corpus digest", format!("{}{published}", code(&record.source_corpus_digest))),
        row("rendered-set digest", code(&record.rendered_set_digest)),
        row("scorer version", scorer(about)),
    ]
}

/// Run records do not name their scorer, so this program cannot know it.
fn scorer(about: &About) -> String {
    let scorer = given(about.scorer.as_deref());
    let version = env!("CARGO_PKG_VERSION");
    format!("{scorer} (this report was written by mcp-evidence {version})")
}

fn result(page: &mut Page, report: &Report<'_>) {
    let record = &report.record;
    let summary = &record.summary;
    let capture = match report.capture {
        Some(_) => "the file was at hand and has this digest",
        None => "the file was not at hand",
    };
    let compared = match report.corpus {
        Some(_) => "every answer was compared again with the expectations for this report",
        None => "the expectations were not at hand; the record's own words are repeated",
    };
    let rows = vec![
        row("run record", code(&report.record_sha256)),
        row("capture", format!("{} ({capture})", code(&record.capture_sha256))),
        row("matches", format!("{} of {} ({compared})", summary.matches, summary.total)),
        row("mismatches", summary.mismatch.to_string()),
        row("execution errors", summary.execution_error.to_string()),
        row("harness errors", summary.harness_error.to_string()),
        row("review warnings, unscored", summary.review_warnings.to_string()),
    ];
    section(page, "Result", rows);
    for (index, case) in record.cases.iter().enumerate() {
        match &case.status {
            CaseStatus::Match(_) => {}
            CaseStatus::Mismatch(compared) => {
                mismatch(page, report, index, case, &compared.observed)
            }
            CaseStatus::ExecutionError { error } => {
                error_case(page, report, index, case, "execution error", error);
            }
            CaseStatus::HarnessError { error } => {
                error_case(page, report, index, case, "harness error", error);
            }
        }
    }
    let warned: Vec<String> = record.cases.iter().filter_map(warnings).collect();
    if !warned.is_empty() {
        page.heading(3, "Review warnings");
        page.list(warned);
    }
}

fn mismatch(
    page: &mut Page,
    report: &Report<'_>,
    index: usize,
    case: &RecordCase,
    observed: &Value,
) {
    page.heading(3, &format!("Mismatch: {}", named(report, index, case)));
    let mut rows = Vec::new();
    if let Some(placed) = &report.corpus {
        let vector = &placed.corpus.vectors()[placed.vectors[index]];
        rows.push(row("about", plain(&vector.description)));
        if let Some(rule) = placed.corpus.rule(placed.vectors[index]) {
            rows.push(row(
                "rule",
                format!("{}, {}: {}", rule.section, code(rule.id), plain(rule.text)),
            ));
        }
        rows.push(row("expected", code(&vector.expected.to_string())));
    }
    rows.push(row("observed", code(&observed.to_string())));
    let about = report.identity.as_ref().map(|identity| &identity.about);
    let reading = about.and_then(|about| about.readings.get(&case.case_id));
    rows.push(row("reading taken from the text", given(reading.map(String::as_str))));
    page.table(["", ""], &rows);
}

fn error_case(
    page: &mut Page,
    report: &Report<'_>,
    index: usize,
    case: &RecordCase,
    what: &str,
    error: &str,
) {
    page.heading(3, &format!("No answer: {}", named(report, index, case)));
    page.table(["", ""], &[row(what, plain(error))]);
}

/// A case by its id, and by its vector's name where that is known.
fn named(report: &Report<'_>, index: usize, case: &RecordCase) -> String {
    match &report.corpus {
        Some(placed) => {
            let vector = &placed.corpus.vectors()[placed.vectors[index]];
            format!("{}, which is {}", code(&case.case_id), code(&vector.id))
        }
        None => code(&case.case_id),
    }
}

fn warnings(case: &RecordCase) -> Option<String> {
    let (CaseStatus::Match(compared) | CaseStatus::Mismatch(compared)) = &case.status else {
        return None;
    };
    let names: Vec<String> = compared.review_warnings.iter().map(|name| code(name)).collect();
    (!names.is_empty()).then(|| format!("{}: {}", code(&case.case_id), names.join(", ")))
}

fn verification(about: &About) -> Rows {
    vec![
        row("command", given(about.command.as_deref())),
        row("CI run", given(about.ci_run.as_deref())),
        row("operating system", given(about.operating_system.as_deref())),
        row("re-run", given(about.rerun.as_deref())),
    ]
}

fn scope(page: &mut Page, report: &Report<'_>) {
    page.heading(2, "Scope");
    page.paragraph("A matching run is agreement on the bytes of these cases.");
    let measured = report.corpus.as_ref().and_then(|placed| Scope::measure(placed.corpus));
    match &measured {
        Some(scope) => scope.write(page),
        None => page.paragraph(
            "What the cases can and cannot tell was not measured: the corpus was not at hand, or \
             this kit has no verifier of its profile.",
        ),
    }
    page.heading(3, "Further rules that the candidate was seen to implement");
    match &report.rules_run {
        Some(run) => run.write(page, measured.as_ref().map_or(&[], |scope| &scope.not_told)),
        None => page.paragraph(&format!(
            "{BLANK} (no run over the rule corpus was given: `mcp-evidence run --suite \
             privileged-mcp-action-v0-rules --format json --output rules.json -- CANDIDATE`, then \
             `mcp-evidence report --rules-run rules.json …`)"
        )),
    }
}
