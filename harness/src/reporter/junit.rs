//! Results as JUnit XML, for what a CI server shows of a test run.

use super::baseline::{FAULT, Fault};
use super::told;
use crate::baseline::BaselineState;
use crate::result::{Case, RunResult, Status};
use quick_junit::{NonSuccessKind, Property, Report, TestCase, TestCaseStatus, TestSuite};
use std::time::Duration;

/// One document: a test suite for each result, a test case for each vector.
///
/// A mismatch is a failure. A candidate error is an error, and so is a case
/// that did not run: a skipped test would pass. Over probes no answer fails; one
/// that is not as pinned is a skipped test that says so. A baseline that fails its
/// run is a failure beside the cases.
pub fn document(results: &[RunResult]) -> String {
    let mut report = Report::new("mcp-evidence");
    report.add_test_suites(results.iter().map(suite));
    // What is written is text, into memory: there is nothing to fail.
    let mut text = report.to_string().unwrap_or_default();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

fn suite(result: &RunResult) -> TestSuite {
    let setting = &result.setting;
    let mut suite = TestSuite::new(told::text(&setting.suite.id));
    suite.add_property(Property::new("candidate", told::candidate(&setting.candidate)));
    suite.add_property(Property::new("corpus_digest", told::text(&setting.suite.corpus_digest)));
    suite.add_property(Property::new("profile", told::text(&setting.suite.profile)));
    if let Some(stopped) = told::stopped(result) {
        suite.add_property(Property::new("partial", stopped));
    }
    suite.add_property(Property::new("scored", if result.summary.unscored { "no" } else { "yes" }));
    suite.add_test_cases(result.cases.iter().map(|case| test_case(result, case)));
    suite.add_test_cases(Fault::of(result).map(|fault| of_baseline(result, fault)));
    suite
}

fn test_case(result: &RunResult, case: &Case) -> TestCase {
    let mut test = TestCase::new(told::text(&case.id), status(result, case));
    test.set_classname(told::text(&result.setting.suite.id));
    if let Some(milliseconds) = result.measured.cases_ms.get(&case.id) {
        let seconds = Duration::try_from_secs_f64(milliseconds / 1e3);
        test.set_time(seconds.unwrap_or(Duration::ZERO));
    }
    let rule = case.rule.iter().map(|rule| Property::new("rule", told::text(&rule.id)));
    let point = case.point.iter().map(|point| Property::new("point", told::text(point)));
    test.properties.extend(rule.chain(point));
    test
}

fn of_baseline(result: &RunResult, fault: Fault) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_message(fault.message.clone());
    status.set_type("unusable_baseline");
    status.set_description(fault.lines().join("\n"));
    let mut test = TestCase::new(FAULT, status);
    test.set_classname(told::text(&result.setting.suite.id));
    test
}

fn status(result: &RunResult, case: &Case) -> TestCaseStatus {
    let mut status = match case.status {
        Status::Match if !case.fails() => return TestCaseStatus::success(),
        Status::Mismatch if case.baseline_state() == Some(BaselineState::KnownDivergence) => {
            let mut skipped = TestCaseStatus::skipped();
            let reason = case.baseline.as_ref().map_or("", |note| &note.reason);
            skipped.set_message(format!("known divergence: {}", told::text(reason)));
            skipped
        }
        Status::Mismatch if result.summary.unscored => {
            let mut skipped = TestCaseStatus::skipped();
            skipped.set_message(format!("not scored: {}", told::why(result, case)));
            skipped
        }
        Status::Match | Status::Mismatch => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Status::CandidateError | Status::NotRun => {
            TestCaseStatus::non_success(NonSuccessKind::Error)
        }
    };
    if let TestCaseStatus::NonSuccess { .. } = status {
        status.set_message(told::why(result, case));
        let kind = match (&case.error, case.status) {
            (Some(error), Status::CandidateError) => told::text(&error.kind),
            (_, Status::NotRun) => Status::NotRun.name().to_owned(),
            (_, Status::Match) => "unexpected_success".to_owned(),
            (_, Status::Mismatch | Status::CandidateError) => Status::Mismatch.name().to_owned(),
        };
        status.set_type(kind);
        status.set_description(told::details(case).join("\n"));
    }
    status
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;

    #[test]
    fn each_status_has_its_element_and_hostile_text_stays_text() {
        let text = document(&[testing::result("./verifier"), testing::probes("./verifier")]);
        let read = Report::deserialize_from_str(&text).expect("well-formed JUnit XML");
        assert_eq!((read.tests, read.failures, read.errors), (7, 2, 2), "{text}");
        let [suite, probes] = read.test_suites.as_slice() else { panic!("two suites") };
        let kinds: Vec<String> = suite
            .test_cases
            .iter()
            .map(|test| match &test.status {
                TestCaseStatus::Success { .. } => "success".to_owned(),
                TestCaseStatus::NonSuccess { kind, ty, .. } => {
                    format!("{kind:?} {}", ty.as_deref().unwrap_or_default())
                }
                TestCaseStatus::Skipped { .. } => "skipped".to_owned(),
            })
            .collect();
        assert_eq!(
            kinds,
            ["success", "Failure mismatch", "Failure mismatch", "Error not_json", "Error not_run"]
        );
        let TestCaseStatus::NonSuccess { message, description, .. } = &suite.test_cases[2].status
        else {
            panic!("a failure")
        };
        assert!(description.as_deref().is_some_and(|text| text.contains("repeat: mcp-evidence")));
        let message = message.as_deref().expect("a message");
        assert!(message.contains("claims.upstream_delivery"), "{message}");
        assert!(matches!(probes.test_cases[1].status, TestCaseStatus::Skipped { .. }));
        assert_eq!(suite.test_cases[0].time, Some(Duration::from_millis(1500)));
        assert!(!text.contains("<script") && !text.contains('\u{202e}'), "{text}");
        assert!(text.contains(r"\u{202e}backwards"));
    }
}
