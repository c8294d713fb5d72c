//! Results for the tests of reporters.

use crate::diagnosis::Diagnosis;
use crate::result::{
    CandidateRecord, Case, ErrorRecord, Excerpt, Measured, OptionsRecord, RuleRecord, RunResult,
    SCHEMA, Setting, Status, SuiteRecord, Tool,
};
use crate::surface::PrivilegedMcpAction;
use crate::{summary, warning};
use mcp_evidence_contract::{catalogue, vocabulary};
use serde_json::{Value, json};

/// What a hostile candidate says: markup of every format, ends of what it
/// stands in, orders to a terminal, text that runs backwards, one endless word.
pub(super) fn hostile() -> Vec<String> {
    [
        "<script>document.title='broken'</script><img src=x onerror=alert(1)>",
        "\"]]><!-- --> </pre></details>&lt; %0A::error::x",
        "\u{202e}backwards\u{2066}\u{1b}[31m\u{0}\u{9b}",
        "```\n# heading\n@everyone #1 | cell \\",
        "::error title=x::y\r\n::stop-commands::z",
        "ok 1 # SKIP\n...\n---\nBail out!",
    ]
    .map(str::to_owned)
    .into_iter()
    .chain(["w".repeat(10_000)])
    .collect()
}

fn valid(upstream: &str) -> Value {
    let mut upstream_delivery = json!({ "status": upstream });
    if upstream != "incomplete" {
        upstream_delivery["source_class"] = "producer_reported".into();
    }
    json!({
        "bundle_integrity": "pass", "verdict": "valid",
        "claims": {
            "policy_decision_recorded":
                { "status": "confirmed", "source_class": "producer_reported" },
            "caller_visible_denial": { "status": "incomplete" },
            "upstream_delivery": upstream_delivery,
            "external_side_effect": { "status": "incomplete" }
        }
    })
}

fn case(id: &str, status: Status) -> Case {
    Case {
        id: id.to_owned(),
        description: format!("About {id}."),
        case: "case-001".to_owned(),
        rule: None,
        point: None,
        status,
        retries: 0,
        baseline: None,
        expected: valid("incomplete"),
        observed: Some(valid("incomplete")),
        error: None,
        leaks: Vec::new(),
        reasons: Vec::new(),
        warnings: vec![warning::Warning::RejectReasonMissing],
        exit: None,
        stderr: None,
        stdout: None,
        report: None,
        repeat: format!("mcp-evidence run --only {id} -- ./verifier"),
        inspect: None,
    }
}

/// A run with a case of each kind, by a candidate of this name; what it says is
/// [`hostile`].
pub(crate) fn result(program: &str) -> RunResult {
    let invalid = json!({ "bundle_integrity": "pass", "verdict": "invalid" });
    let mut lacking = case("lacking", Status::Mismatch);
    lacking.rule = Some(RuleRecord::from(&catalogue::decision::REASON_VOCABULARY));
    lacking.expected = invalid;
    lacking.reasons = hostile().into_iter().map(|text| vec![text, "more".to_owned()]).collect();
    let mut cell = case("one cell", Status::Mismatch);
    cell.observed = Some(valid("confirmed"));
    let mut error = case("no answer", Status::CandidateError);
    error.observed = None;
    error.error = Some(ErrorRecord {
        kind: "not_json".to_owned(),
        ..ErrorRecord::harness("it is no JSON".to_owned())
    });
    error.stdout = Some(Excerpt { text: hostile().concat(), bytes: 99_999, cut: true });
    let mut unheard = case("hostile \\ # ` | <b>", Status::NotRun);
    unheard.observed = None;
    unheard.error = Some(ErrorRecord::harness("cannot lay out the case".to_owned()));
    of(program, "suite", vec![case("matching", Status::Match), lacking, cell, error, unheard], true)
}

/// A run of two probes: one as pinned, one otherwise.
pub(super) fn probes(program: &str) -> RunResult {
    let mut cases = vec![case("probe-a", Status::Match), case("probe-b", Status::Mismatch)];
    for case in &mut cases {
        case.point = Some("I07".to_owned());
    }
    cases[1].observed = Some(json!({ "bundle_integrity": "fail" }));
    of(program, "probes", cases, false)
}

pub(super) fn of(program: &str, suite: &str, cases: Vec<Case>, scored: bool) -> RunResult {
    let surface = PrivilegedMcpAction::new(vocabulary::PROFILE);
    let measured = Measured {
        started_in: None,
        jobs: 1,
        total_ms: 10.0,
        cases_ms: cases.iter().map(|case| (case.id.clone(), 1500.0)).collect(),
    };
    RunResult {
        schema: SCHEMA.to_owned(),
        tool: Tool::default(),
        partial: false,
        doctor: None,
        next: None,
        stopped_by: None,
        baseline: None,
        setting: Setting {
            suite: SuiteRecord {
                id: suite.to_owned(),
                profile: vocabulary::PROFILE.to_owned(),
                corpus_digest: format!("sha256:{}", "0".repeat(64)),
                vectors: cases.len(),
                scored,
                unlisted_files: Vec::new(),
            },
            candidate: CandidateRecord {
                argv: vec![program.to_owned()],
                folder: None,
                built_in: false,
            },
            options: OptionsRecord {
                selected: cases.len(),
                timeout_ms: 30_000,
                ..OptionsRecord::default()
            },
        },
        summary: summary::of(&cases, &surface, scored),
        diagnosis: Diagnosis::of(&cases, &surface),
        readings: Vec::new(),
        cases,
        measured,
    }
}
