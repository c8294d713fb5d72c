//! The readings of a probe run, for people.

use super::pretty::labelled;
use crate::escape::{TEXT, escape};
use crate::readings::PointReading;
use crate::result::RunResult;

/// Every point with the reading taken, then a count that is no score.
pub(super) fn lines(result: &RunResult) -> Vec<String> {
    let mut lines = Vec::new();
    for reading in &result.readings {
        lines.push(String::new());
        lines.extend(point(reading));
    }
    let pinned = result.readings.iter().filter(|reading| reading.as_pinned).count();
    let total = result.readings.len();
    lines.push(String::new());
    lines.push(format!("corpus {}", escape(&result.setting.suite.corpus_digest, TEXT)));
    let not_told = result.readings.iter().filter(|reading| reading.unanswered > 0).count();
    let not_told = match not_told {
        0 => String::new(),
        some => format!(", {some} not told"),
    };
    lines.push(format!(
        "Points where the text leaves room: {total} probed, {pinned} read as this kit reads them\
         {not_told}. This is no score: other readings can be defended."
    ));
    if let Some(answer) = &result.summary.constant_answer {
        lines.push(format!("This candidate gave one answer to every probe: {answer}"));
    }
    let errors = result.summary.candidate_errors;
    if errors > 0 {
        lines.push(format!(
            "{errors} of {} probes ended in a candidate error",
            result.summary.selected
        ));
    }
    lines
}

fn point(reading: &PointReading) -> Vec<String> {
    let PointReading { point, section, question, .. } = reading;
    let mut lines = vec![format!("{point} ({section})  {question}")];
    let taken = |label: &str| {
        reading
            .takes
            .iter()
            .map(|one| labelled(label, &format!("reading {}: {}", one.letter, one.text)))
            .collect::<Vec<_>>()
    };
    let mut details = if let Some(why) = reading.not_told() {
        vec![why]
    } else if reading.as_pinned {
        taken("as here")
    } else if reading.takes.is_empty() {
        vec![labelled("takes", "a reading that is not listed")]
    } else {
        taken("takes")
    };
    if !reading.as_pinned {
        details.extend(reading.answers.iter().map(|answer| {
            let said = answer.answer.as_deref().unwrap_or("no answer");
            labelled("", &format!("{}: {said}", answer.probe))
        }));
        details.push(labelled("pinned", &format!("reading A: {}", reading.pinned.text)));
        details.push(labelled("because", &reading.reason));
    }
    lines.extend(details.into_iter().map(|line| format!("     {line}")));
    lines
}
