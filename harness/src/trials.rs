//! Candidates that are Rust functions, as tests of their own crate.

use crate::corpus::Corpus;
use crate::forbidden;
use crate::judge::{Judgement, Verdict, judge_report};
use crate::reporter::pretty;
use crate::result::RuleRecord;
use crate::run::{PrivateFolder, lay_out};
use libtest_mimic::{Failed, Trial};
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;

/// One test for each vector of `corpus`, named by its id. `candidate` gets the
/// path of a private copy and returns its report; a panic fails the test. The
/// failure says what a run would say.
///
/// Meant for a test with `harness = false`:
///
/// ```no_run
/// # fn verify(_: &std::path::Path) -> serde_json::Value { serde_json::Value::Null }
/// let manifest = std::path::Path::new("vectors/MANIFEST.json");
/// let corpus = mcp_evidence_harness::Corpus::load(manifest).expect("a sound corpus");
/// let trials = mcp_evidence_harness::trials(corpus, verify);
/// libtest_mimic::run(&libtest_mimic::Arguments::from_args(), trials).exit();
/// ```
pub fn trials(
    corpus: Corpus,
    candidate: impl Fn(&Path) -> Value + Send + Sync + 'static,
) -> Vec<Trial> {
    let shared = Arc::new((corpus, candidate));
    let names: Vec<String> = shared.0.ids().map(str::to_owned).collect();
    names
        .into_iter()
        .enumerate()
        .map(|(index, name)| {
            let shared = Arc::clone(&shared);
            Trial::test(name, move || {
                let (corpus, candidate) = &*shared;
                one(corpus, index, candidate)
            })
        })
        .collect()
}

fn one(corpus: &Corpus, index: usize, candidate: &dyn Fn(&Path) -> Value) -> Result<(), Failed> {
    let folder = PrivateFolder::new()
        .map_err(|error| format!("cannot make a private folder for the case: {error}"))?;
    let path = lay_out(folder.path(), corpus, index, false).map_err(|error| error.to_string())?;
    let vector = &corpus.vectors()[index];
    let answer = candidate(&path);
    let Some(report) = answer.as_object() else {
        let shown = crate::escape::escape(&answer.to_string(), crate::escape::EXCERPT);
        return Err(format!("the report is no JSON object: {shown}").into());
    };
    let (leaks, report) = forbidden::in_report(&vector.forbidden, report);
    let Judgement { verdict, observed, reasons, .. } =
        judge_report(corpus.surface(), &vector.expected, report);
    if !leaks.is_empty() {
        let places: Vec<String> = leaks.iter().map(ToString::to_string).collect();
        return Err(crate::escape::escape(&places.join(", "), crate::escape::TEXT).into());
    }
    match (verdict, observed) {
        (Verdict::Match, _) => Ok(()),
        (Verdict::Error(error), _) => Err(error.to_string().into()),
        (Verdict::Mismatch, observed) => {
            let rule = corpus.rule(index).map(RuleRecord::from);
            let text = pretty::mismatch(
                &vector.description,
                rule.as_ref(),
                &vector.expected,
                observed.as_ref().unwrap_or(&Value::Null),
                &reasons,
                pretty::Style::default(),
            );
            Err(text.join("\n").into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::sha256;
    use serde_json::json;

    /// The published id, so that the published rule belongs to it.
    const ID: &str = "bad-107-unknown-decision-value";

    fn corpus() -> Corpus {
        let digest = sha256(b"x");
        let manifest = json!({
            "suite": "s", "profile": "privileged-mcp-action/v0", "spec": "", "generator": "",
            "normative_surface": "", "corpus_digest_method": "",
            "corpus_digest": sha256(format!("{digest}\n").as_bytes()),
            "counts": {"accept": 0, "reject": 1},
            "vectors": [{
                "id": ID, "file": "v/x.bundle.tar.gz", "sha256": digest, "description": "About it.",
                "expected": {"bundle_integrity": "pass", "verdict": "invalid"},
            }],
        });
        Corpus::from_memory(manifest.to_string().as_bytes(), |_| Some(b"x".to_vec()))
            .expect("a sound corpus")
    }

    fn failure(candidate: impl Fn(&Path) -> Value) -> String {
        let failed = one(&corpus(), 0, &candidate).expect_err("a failure");
        failed.message().expect("a text").to_owned()
    }

    #[test]
    fn a_function_is_judged_as_a_program_is() {
        let right = |path: &Path| {
            assert!(path.is_absolute());
            assert_eq!(std::fs::read(path).expect("readable"), b"x");
            json!({"bundle_integrity": "pass", "verdict": "invalid"})
        };
        assert!(one(&corpus(), 0, &right).is_ok());
        let wrong = failure(|_| json!({"bundle_integrity": "fail", "findings": ["odd"]}));
        for part in [
            "About it.\n",
            "stage2.decision.decision.vocabulary: decision is allow or deny\n",
            "- verdict: \"invalid\"\n",
            "says      odd",
        ] {
            assert!(wrong.contains(part), "{part:?} is not in {wrong}");
        }
        assert!(failure(|_| json!({"bundle_integrity": 1})).contains("breaks its shape"));
        assert!(failure(|_| json!([1])).contains("no JSON object"));
    }

    #[test]
    fn there_is_one_test_for_each_vector() {
        let names: Vec<String> =
            trials(corpus(), |_| Value::Null).iter().map(|trial| trial.name().to_owned()).collect();
        assert_eq!(names, [ID]);
    }
}
