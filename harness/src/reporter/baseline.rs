//! A baseline beside the cases, for people.

use super::pretty::labelled;
use crate::baseline::{BaselineNote, BaselineRecord, BaselineState, Differs};
use crate::escape::{TEXT, escape};
use crate::result::Summary;

/// What the baseline says about one case.
pub(super) fn lines(note: &BaselineNote) -> Vec<String> {
    let BaselineNote { state, reason, listed } = note;
    let reason = match reason.trim() {
        "" => "no reason is given".to_owned(),
        reason => escape(reason, TEXT),
    };
    match state {
        BaselineState::KnownDivergence => vec![labelled("known", &reason)],
        BaselineState::UnexpectedSuccess => vec![labelled(
            "baseline",
            &format!(
                "unexpected success: it lists a divergence here, and there is none any more; remove the entry ({reason})"
            ),
        )],
        BaselineState::OtherDivergence => {
            let listed: Vec<String> = listed.iter().map(member).collect();
            vec![labelled(
                "baseline",
                &format!("lists another divergence here: {} ({reason})", listed.join(", ")),
            )]
        }
    }
}

fn member(differs: &Differs) -> String {
    let Differs { member, observed } = differs;
    let observed = observed.as_ref().map_or("absent".to_owned(), ToString::to_string);
    escape(&format!("{member}: {observed}"), TEXT)
}

/// What there is to say about the baseline as a whole.
pub(super) fn record(record: &BaselineRecord, summary: &Summary) -> Vec<String> {
    let BaselineRecord { entries, without_reason, not_selected, unknown, other_corpus } = record;
    let mut line = format!(
        "baseline: {entries} listed, {} as listed, {} otherwise, {} that match now",
        summary.known_divergences, summary.other_divergences, summary.unexpected_successes
    );
    if *not_selected > 0 {
        line.push_str(&format!(", {not_selected} not selected"));
    }
    if *without_reason > 0 {
        line.push_str(&format!("; {without_reason} without a reason: say why in `reason`"));
    }
    let mut lines = vec![line];
    if let Some(digest) = other_corpus {
        let digest = escape(digest, TEXT);
        lines.push(format!(
            "  it is about another corpus, {digest}, and none of it counts: look at each entry, or write it anew"
        ));
    }
    let unknown = unknown.iter().map(|case| escape(case, TEXT));
    lines.extend(unknown.map(|case| format!("  it lists {case}, which this corpus does not have")));
    lines
}
