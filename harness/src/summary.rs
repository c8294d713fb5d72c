//! Counting a run, and holding it against answers that need no bundle.

use crate::baseline::BaselineState;
use crate::exit;
use crate::result::{Case, Constant, Status, Summary};
use crate::surface::Surface;
use crate::warning::Warning;
use serde_json::Value;

/// The summary of `cases`, and the exit code that follows; cases that are not
/// `scored` never count as mismatches.
pub fn of(cases: &[Case], surface: &dyn Surface, scored: bool) -> Summary {
    let warnings = Warning::ALL.into_iter().map(|warning| {
        let count = cases.iter().filter(|case| case.warnings.contains(&warning)).count();
        (warning.name().to_owned(), count)
    });
    let mut summary = Summary {
        warnings: warnings.filter(|(_, count)| *count > 0).collect(),
        constants: constants(cases, surface),
        constant_answer: constant_answer(cases).map(|answer| surface.label(answer)),
        unscored: !scored,
        ..counts(cases)
    };
    summary.exit_code = exit::code(&summary, None);
    summary
}

/// How many cases ended how, and nothing else.
pub(crate) fn counts(cases: &[Case]) -> Summary {
    let count = |status| cases.iter().filter(|case| case.status == status).count();
    let listed = |state| cases.iter().filter(|case| case.baseline_state() == Some(state)).count();
    Summary {
        selected: cases.len(),
        matches: count(Status::Match),
        mismatches: count(Status::Mismatch),
        candidate_errors: count(Status::CandidateError),
        not_run: count(Status::NotRun),
        stopped: cases.iter().filter(|case| case.is_stopped()).count(),
        known_divergences: listed(BaselineState::KnownDivergence),
        other_divergences: listed(BaselineState::OtherDivergence),
        unexpected_successes: listed(BaselineState::UnexpectedSuccess),
        exit_code: exit::ERROR,
        ..Summary::default()
    }
}

/// For each kind of answer the best ones.
fn constants(cases: &[Case], surface: &dyn Surface) -> Vec<Constant> {
    let expected: Vec<&Value> = cases.iter().map(|case| &case.expected).collect();
    let scored: Vec<Constant> = surface
        .constants(&expected)
        .into_iter()
        .map(|answer| Constant {
            answer: surface.label(&answer),
            matches: expected.iter().filter(|expected| surface.agree(expected, &answer)).count(),
            surface: answer,
        })
        .collect();
    let best = |answer: &str| {
        let same = scored.iter().filter(|constant| constant.answer == answer);
        same.map(|constant| constant.matches).max()
    };
    scored
        .iter()
        .filter(|constant| Some(constant.matches) == best(&constant.answer))
        .cloned()
        .collect()
}

/// The answer that was given to every case, although the cases ask for more
/// than one.
fn constant_answer(cases: &[Case]) -> Option<&Value> {
    let first = cases.first()?;
    let answer = first.observed.as_ref()?;
    let all_same = cases.iter().all(|case| case.observed.as_ref() == Some(answer));
    let asked_for_more = cases.iter().any(|case| case.expected != first.expected);
    (all_same && asked_for_more).then_some(answer)
}
