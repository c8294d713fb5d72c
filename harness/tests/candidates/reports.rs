//! What a run says, to people and to programs.

use crate::setup::{Held, Marker, fake, four, in_memory, options, run_with, test, vector};
use libtest_mimic::Trial;
use mcp_evidence_contract::Outcome;
use mcp_evidence_harness::diagnosis::Diagnosis;
use mcp_evidence_harness::reporter::{Pretty, Style, json};
use mcp_evidence_harness::{Candidate, RunResult, Warning, exit, run};
use std::ops::ControlFlow;

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test("report: a right candidate", right),
        test("report: a mismatch says all there is to say", mismatch),
        test("report: one claim that differs takes one line", one_claim),
        test("report: of a long suite only news is listed", long),
        test("report: a constant answer is told so", constant),
        test("report: hostile reasons are counted, kept and escaped", hostile),
        test("report: an error that repeats is told once", repeated_error),
        test("report: JSON is the same for the same answers, and reads back", same_json),
    ]
}

fn told(name: &str, style: Style) -> (RunResult, String) {
    told_by(&fake(name, &Marker::new()), style)
}

fn told_by(candidate: &Candidate, style: Style) -> (RunResult, String) {
    let mut text = Vec::new();
    let mut pretty = Pretty::new(&mut text, style);
    let corpus = in_memory(&four());
    let options = options(Held::Supervised);
    let result = run(&corpus, candidate, &options, &mut |event| {
        pretty.event(&event).expect("a vector takes everything");
        ControlFlow::Continue(())
    });
    (result.expect("a run that starts"), String::from_utf8(text).expect("text"))
}

fn assert_has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in:\n{text}");
    }
}

fn right() {
    let (result, text) = told("right", Style::default());
    assert_eq!(result.summary.exit_code, exit::MATCH);
    assert_has(
        &text,
        &[
            "match     ok-deny-bound\n",
            "4 of 4 matched\n",
            &result.setting.suite.corpus_digest,
            "fail 1, pass / invalid 1, pass / valid 1; this candidate 4",
            "  4 cases: the report's `schema` is absent or is not the one of the specification",
            "  1 case: the report rejects, and nothing in `findings` says why (reject_reason_missing)\n",
            "\n\n4 of 4 matched\n",
        ],
    );
    assert!(!text.contains('\u{1b}') && !text.contains("gave one answer"), "{text}");
    assert_eq!(result.summary.warnings[Warning::RejectReasonMissing.name()], 1);
    let (_, text) = told("right", Style { reasons: true, ..Style::default() });
    assert_has(
        &text,
        &[
            "match     bad-reason\n          rule      §5 Stage 2, stage2.decision.reason.vocabulary: \
             reason is one of the ten producer strings\n          says      nothing about it\n",
            "match     ok-deny-silent\n          allowed   §5 Stage 4",
        ],
    );
}

fn mismatch() {
    let (result, text) = told("always-valid", Style::default());
    assert_eq!(result.summary.exit_code, exit::MISMATCH);
    assert_has(
        &text,
        &[
            "MISMATCH  bad-reason\n          About bad-reason.\n          rule      §5 Stage 2, \
             stage2.decision.reason.vocabulary: reason is one of the ten producer strings\n",
            "- expected, + this candidate\n            bundle_integrity: \"pass\"\n          \
             - verdict: \"invalid\"\n          + verdict: \"valid\"\n",
            "+ claims.upstream_delivery.status: \"incomplete\"",
            "repeat    mcp-evidence run --only bad-reason -- ",
            "Rules that this candidate seems to lack:\n  stage 1\n",
            "accepts a decision whose reason is outside the closed set (§5 Stage 2, `stage2.decision.reason.vocabulary`)\n    seen at bad-reason\n",
        ],
    );
    let Diagnosis { lacks, too_strict, otherwise } = &result.diagnosis;
    let stages: Vec<_> = lacks.iter().map(|diagnosed| diagnosed.rule.stage).collect();
    assert_eq!(stages, [Some(1), Some(2)], "by stage, not in the order of the corpus");
    assert!(too_strict.is_empty() && otherwise.is_empty());
    let twice = Diagnosis::merge([result.diagnosis.clone(), result.diagnosis.clone()]);
    assert_eq!(twice.lacks.len(), 2);
    assert_eq!(twice.lacks[0].vectors, ["bad-digest", "bad-digest"]);
    let (_, text) = told("always-valid", Style { colour: true, ..Style::default() });
    assert_has(&text, &["\u{1b}[31m+ verdict: \"valid\"\u{1b}[0m"]);
}

fn one_claim() {
    let (_, text) = told("another-class", Style::default());
    assert_has(
        &text,
        &[
            "claims.policy_decision_recorded: expected confirmed (producer_reported), this candidate \
             says confirmed (issuer_attested)\n          says      nothing about it\n",
            "- claims.caller_visible_denial.status: \"confirmed\"\n",
        ],
    );
}

fn long() {
    let vectors: Vec<_> = (0..41).map(|n| vector(&format!("v-{n:02}"), Outcome::Invalid)).collect();
    let mut vectors = vectors;
    vectors[7].0.expected = Outcome::IntegrityFail.into();
    let corpus = in_memory(&vectors);
    let candidate = fake("always-invalid", &Marker::new());
    let told = |style| {
        let mut text = Vec::new();
        let mut pretty = Pretty::new(&mut text, style);
        let result = run(&corpus, &candidate, &options(Held::Supervised), &mut |event| {
            pretty.event(&event).expect("a vector takes everything");
            ControlFlow::Continue(())
        });
        result.expect("a run that starts");
        String::from_utf8(text).expect("text")
    };
    let text = told(Style::default());
    assert!(!text.contains("match     v-"), "{text}");
    assert_has(&text, &["counted, not listed (-v lists them)", "MISMATCH  v-07\n"]);
    assert!(text.ends_with("\n40 of 41 matched, 1 mismatched\n"), "{text}");
    for style in
        [Style { verbose: true, ..Style::default() }, Style { reasons: true, ..Style::default() }]
    {
        assert_has(&told(style), &["match     v-00\n", "match     v-40\n"]);
    }
}

fn constant() {
    let (result, text) = told("always-invalid", Style::default());
    assert_eq!(result.summary.constant_answer.as_deref(), Some("pass / invalid"));
    assert_has(
        &text,
        &[
            "This candidate gave one answer to every case: pass / invalid",
            "Rules that it enforces too strictly:\n  stage 4\n  - rejects what is allowed: deny \
             without a marker",
            "Rules that it answers in another way:\n  stage 1\n  - rejects, but not for this:",
        ],
    );
}

fn hostile() {
    let (result, text) = told("talks-terminal", Style::default());
    assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
    assert_has(&text, &["says      red \\u{1b}[31m\\u{202e}\n", "says      third | r.1\n"]);
    let case = &result.cases[2];
    assert_eq!(case.reasons.concat(), ["red \u{1b}[31m\u{202e}", "second", "third", "r.1"]);
    assert!(!case.warnings.contains(&Warning::RejectReasonMissing));
    let mut text = Vec::new();
    json::write_value(&result, &mut text).expect("a vector takes everything");
    let text = String::from_utf8(text).expect("text");
    assert!(!text.contains(['\u{1b}', '\u{202e}']) && text.contains("\\u202e"));
}

fn repeated_error() {
    let missing = Candidate::new(vec!["/no/such/program".into()]).expect("a program");
    let (result, text) = told_by(&missing, Style::default());
    assert_eq!(result.summary.candidate_errors, 4);
    assert_eq!(result.summary.exit_code, exit::ERROR);
    assert_eq!(text.matches("cannot start /no/such/program").count(), 1, "{text}");
    assert_has(&text, &["0 of 4 matched, 4 ended in a candidate error"]);
}

fn same_json() {
    let corpus = in_memory(&four());
    let candidate = fake("talks-terminal", &Marker("the-same-marker".to_owned()));
    let once = || {
        let mut result = run_with(&corpus, &candidate, &options(Held::Supervised));
        assert_eq!(result.measured.cases_ms.len(), 4);
        result.measured = Default::default();
        let mut text = Vec::new();
        json::write_value(&result, &mut text).expect("a vector takes everything");
        (result, text)
    };
    let (result, text) = once();
    assert_eq!(text, once().1);
    assert_eq!(serde_json::from_slice::<RunResult>(&text).expect("reads back"), result);
    let value: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
    assert_eq!(value["schema"], "mcp-evidence.result.v1");
    for case in value["cases"].as_array().expect("cases") {
        assert!(case["status"].is_string() && case["expected"].is_object(), "{case}");
    }
}
