//! The results of one command as one document: what `--format json` writes, and
//! what is read back to be shown again.

use crate::diagnosis::Diagnosis;
use crate::escape::{TEXT, escape};
use crate::result::{RunResult, SCHEMA, Status};
use crate::summary;
use crate::surface::of_profile;
use mcp_evidence_strict_json::{Limits, parse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// `schema` of a document with several results.
pub const SEVERAL: &str = "mcp-evidence.results.v1";

/// Bytes of a document that is read.
pub const RESULT_LIMIT: usize = 64 << 20;

/// A run over one suite is its result; one over several holds each.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Results {
    /// One suite.
    One(Box<RunResult>),
    /// Several, in the order in which they ran.
    Several(Several),
}

/// Several results of one candidate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Several {
    /// [`SEVERAL`].
    #[schemars(extend("const" = SEVERAL))]
    pub schema: String,
    /// Each of them.
    pub results: Vec<RunResult>,
    /// Over all scored suites.
    pub diagnosis: Diagnosis,
}

impl Several {
    /// Whether only the last suite has a diagnosis, so that it has been told
    /// just now.
    pub fn last_says_all(&self) -> bool {
        let others = self.results.iter().rev().skip(1);
        others.map(|result| &result.diagnosis).all(Diagnosis::is_empty)
    }
}

/// A file holds no results.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResultsError {
    /// It is too long to be read.
    #[error("it has more than {RESULT_LIMIT} bytes")]
    TooLong,
    /// It is not one JSON value, or says a name twice.
    #[error("it is not strict JSON: {0}")]
    Json(String),
    /// It is JSON of another kind.
    #[error(
        "its schema is {found}, and must be {SCHEMA} or {SEVERAL}: what `run --format json` writes"
    )]
    Schema {
        /// What stands there, bounded and escaped.
        found: String,
    },
    /// It names the schema and does not keep it.
    #[error("it is no result of `run`: {0}")]
    Shape(String),
    /// It is a document of several results, and there is none in it.
    #[error("it holds no result; run the suites anew")]
    Empty,
    /// What it says of itself and what it holds are two things.
    #[error(
        "the result over {suite} {what}; it was changed since it was written: run the suite anew"
    )]
    Inconsistent {
        /// The suite, escaped.
        suite: String,
        /// What disagrees.
        what: String,
    },
}

impl Results {
    /// The document of these results.
    pub fn new(mut results: Vec<RunResult>) -> Results {
        if results.len() == 1 {
            return Results::One(Box::new(results.remove(0)));
        }
        let scored = results.iter().filter(|result| !result.summary.unscored);
        let diagnosis = Diagnosis::merge(scored.map(|result| result.diagnosis.clone()));
        Results::Several(Several { schema: SEVERAL.to_owned(), results, diagnosis })
    }

    /// Reads either form, and counts again what each result counts.
    ///
    /// # Errors
    /// The bytes are no such document, or a result in it does not hold the cases
    /// that it says it does.
    pub fn read(bytes: &[u8]) -> Result<Results, ResultsError> {
        if bytes.len() > RESULT_LIMIT {
            return Err(ResultsError::TooLong);
        }
        // The reports in it may nest as deep as a report may.
        let value = parse(bytes, Limits { depth: Limits::MAX_DEPTH })
            .map_err(|fault| ResultsError::Json(fault.to_string()))?;
        let shape =
            |error: serde_json::Error| ResultsError::Shape(escape(&error.to_string(), TEXT));
        let results = match value.get("schema").and_then(serde_json::Value::as_str) {
            Some(SCHEMA) => serde_json::from_value(value).map(Results::One).map_err(shape),
            Some(SEVERAL) => serde_json::from_value(value).map(Results::Several).map_err(shape),
            other => Err(ResultsError::Schema {
                found: other.map_or("absent".to_owned(), |text| escape(text, 80)),
            }),
        }?;
        if results.runs().is_empty() {
            return Err(ResultsError::Empty);
        }
        let mut suites = BTreeSet::new();
        for run in results.runs() {
            let id = &run.setting.suite.id;
            let once = if suites.insert(id) { Ok(()) } else { Err("is there twice".to_owned()) };
            once.and_then(|()| consistent(run))
                .map_err(|what| ResultsError::Inconsistent { suite: escape(id, TEXT), what })?;
        }
        Ok(results)
    }

    /// Each result.
    pub fn runs(&self) -> &[RunResult] {
        match self {
            Results::One(result) => std::slice::from_ref(result),
            Results::Several(several) => &several.results,
        }
    }

    /// Each result, to keep.
    pub fn into_runs(self) -> Vec<RunResult> {
        match self {
            Results::One(result) => vec![*result],
            Results::Several(several) => several.results,
        }
    }
}

/// Whether a result holds every case that it says it does, each once, and counts
/// them as they are; else what disagrees.
fn consistent(run: &RunResult) -> Result<(), String> {
    let RunResult { summary, cases, .. } = run;
    let options = &run.setting.options;
    let vectors = run.setting.suite.vectors;
    let counted = summary::counts(cases);
    // What nothing narrows is all of the corpus.
    let is_whole = !options.rerun
        && [&options.only, &options.skip, &options.rules].into_iter().all(Vec::is_empty)
        && options.stages.is_empty();
    let selected = if is_whole { vectors } else { options.selected };
    for (said, counted, what) in [
        (selected, cases.len(), "cases in all"),
        (options.selected, cases.len(), "cases that are selected"),
        (summary.selected, counted.selected, "cases that are selected"),
        (summary.matches, counted.matches, "matches"),
        (summary.mismatches, counted.mismatches, "mismatches"),
        (summary.candidate_errors, counted.candidate_errors, "candidate errors"),
        (summary.not_run, counted.not_run, "cases that did not run"),
        (summary.stopped, counted.stopped, "cases that a stop kept from running"),
        (summary.known_divergences, counted.known_divergences, "known divergences"),
        (summary.other_divergences, counted.other_divergences, "divergences other than listed"),
        (summary.unexpected_successes, counted.unexpected_successes, "unexpected successes"),
    ] {
        if said != counted {
            return Err(format!("says that it has {said} {what}, and holds {counted}"));
        }
    }
    if cases.is_empty() {
        return Err("holds no case".to_owned());
    }
    if options.timeout_ms == 0 {
        return Err("says that a case had no time at all".to_owned());
    }
    if cases.len() > vectors {
        return Err(format!("holds {} cases of a corpus of {vectors}", cases.len()));
    }
    if run.partial != (counted.stopped > 0) {
        let is = if run.partial { "is partial" } else { "is not partial" };
        let stopped = counted.stopped;
        return Err(format!(
            "says that it {is}, and a stop kept {stopped} of its cases from running"
        ));
    }
    let surface = of_profile(&run.setting.suite.profile);
    let mut ids = BTreeSet::new();
    for case in cases {
        if !ids.insert(&case.id) {
            return Err(format!("holds case {} twice", escape(&case.id, TEXT)));
        }
        let agrees = |observed| match &surface {
            Some(surface) => surface.agree(&case.expected, observed),
            None => case.expected == *observed,
        };
        if case.status == Status::Match && !case.observed.as_ref().is_some_and(agrees) {
            let id = escape(&case.id, TEXT);
            return Err(format!("has case {id} match without the answer that is expected"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reporter::testing;
    use serde_json::{Value, json};

    #[test]
    fn what_is_no_result_is_told() {
        for (bytes, part) in [
            (&b"{"[..], "strict JSON"),
            (b"[]", "its schema is absent"),
            (b"{\"schema\": \"other\\u202e\"}", "its schema is other\\u{202e}"),
            (b"{\"schema\": \"mcp-evidence.result.v1\"}", "missing field"),
            (b"{\"schema\": \"mcp-evidence.results.v1\"}", "missing field"),
            (b"{\"schema\": 1, \"schema\": 2}", "strict JSON"),
        ] {
            let error = Results::read(bytes).expect_err("no result").to_string();
            assert!(error.contains(part), "{error}");
        }
        assert_eq!(Results::read(&vec![b' '; RESULT_LIMIT + 1]), Err(ResultsError::TooLong));
    }

    #[test]
    fn a_result_holds_what_it_says() {
        let written = serde_json::to_value(testing::result("./verifier")).expect("serializes");
        let read = |value: &Value| Results::read(value.to_string().as_bytes());
        assert!(read(&written).is_ok());
        let with = |changes: &[(&str, Value)]| {
            let mut changed = written.clone();
            for (pointer, value) in changes {
                *changed.pointer_mut(pointer).expect("a member") = value.clone();
            }
            changed
        };
        let matching = written["cases"][0].clone();
        let mut two = written["cases"].as_array().expect("cases").clone();
        two[1] = two[0].clone();
        two[1]["status"] = json!("mismatch");
        for (changes, part) in [
            (
                vec![("/cases", json!([]))],
                "over suite says that it has 5 cases in all, and holds 0",
            ),
            (vec![("/cases", json!([matching]))], "has 5 cases in all, and holds 1"),
            (
                vec![("/options/only", json!(["m*"])), ("/suite/vectors", json!(4))],
                "holds 5 cases of a corpus of 4",
            ),
            (
                vec![("/options/only", json!(["m*"])), ("/options/selected", json!(6))],
                "has 6 cases in all, and holds 5",
            ),
            (vec![("/cases/1/status", json!("match"))], "has 1 matches, and holds 2"),
            (vec![("/summary/selected", json!(4))], "has 4 cases that are selected"),
            (vec![("/summary/not_run", json!(0))], "has 0 cases that did not run, and holds 1"),
            (vec![("/cases/4/error/kind", json!("stopped"))], "has 0 cases that a stop kept"),
            (vec![("/cases", json!(two))], "holds case matching twice"),
            (vec![("/cases/0/expected", json!({}))], "has case matching match without the answer"),
            (
                vec![("/cases/0/observed", json!(null))],
                "has case matching match without the answer",
            ),
            (vec![("/options/timeout_ms", json!(0))], "says that a case had no time at all"),
        ] {
            let error = read(&with(&changes)).expect_err(part).to_string();
            assert!(error.contains(part), "{part:?} is not in {error:?}");
            assert!(error.ends_with("run the suite anew"), "{error}");
        }
        let mut partial = written.clone();
        partial["partial"] = json!(true);
        let error = read(&partial).expect_err("nothing stopped it").to_string();
        assert!(error.contains("says that it is partial"), "{error}");
        let none = json!({"schema": SEVERAL, "results": [], "diagnosis": written["diagnosis"]});
        assert_eq!(read(&none), Err(ResultsError::Empty));
        let mut twice = none;
        twice["results"] = json!([written, written]);
        let error = read(&twice).expect_err("a suite runs once").to_string();
        assert!(error.contains("over suite is there twice"), "{error}");
    }
}
