//! A baseline beside the cases, for people.

use super::pretty::labelled;
use crate::baseline::{BaselineNote, BaselineRecord, BaselineState, Differs};
use crate::escape::{TEXT, escape};
use crate::result::Summary;

/// Members of an entry that are shown.
const MEMBERS: usize = 3;

/// A known divergence in short: its reason, behind the case's id. Those without
/// one are counted at the end.
pub(super) fn in_short(note: &BaselineNote) -> String {
    match note.state {
        BaselineState::KnownDivergence => in_brackets("  ", &note.reason),
        BaselineState::OtherDivergence | BaselineState::UnexpectedSuccess => String::new(),
    }
}

fn in_brackets(before: &str, reason: &str) -> String {
    match reason.trim() {
        "" => String::new(),
        reason => format!("{before}({})", escape(reason, TEXT)),
    }
}

/// What the baseline says about one case.
pub(super) fn lines(note: &BaselineNote) -> Vec<String> {
    let BaselineNote { state, reason, listed } = note;
    let line = match state {
        BaselineState::KnownDivergence => match reason.trim() {
            "" => labelled("known", "no reason is given"),
            reason => labelled("known", &escape(reason, TEXT)),
        },
        BaselineState::UnexpectedSuccess => labelled(
            "baseline",
            &format!(
                "unexpected success: it matches now, so remove its entry{}",
                in_brackets(" ", reason)
            ),
        ),
        BaselineState::OtherDivergence => {
            let shown: Vec<String> = listed.iter().take(MEMBERS).map(member).collect();
            let more = match listed.len().saturating_sub(MEMBERS) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let listed = shown.join(", ");
            let reason = in_brackets(" ", reason);
            labelled("baseline", &format!("lists another divergence here: {listed}{more}{reason}"))
        }
    };
    vec![line]
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn note(state: BaselineState, reason: &str, members: usize) -> BaselineNote {
        let member = |at| Differs { member: format!("m{at}"), observed: Some(json!(at)) };
        BaselineNote {
            state,
            reason: reason.to_owned(),
            listed: (0..members).map(member).collect(),
        }
    }

    #[test]
    fn a_known_divergence_takes_no_line_of_its_own_and_a_long_entry_is_cut() {
        let known = note(BaselineState::KnownDivergence, "not yet\u{1b}", 0);
        assert_eq!(in_short(&known), "  (not yet\\u{1b})");
        let bare = note(BaselineState::KnownDivergence, " ", 0);
        assert_eq!(in_short(&bare), "");
        assert_eq!(lines(&bare), ["known     no reason is given"]);
        let other = note(BaselineState::OtherDivergence, "", 2);
        assert_eq!(in_short(&other), "");
        assert_eq!(lines(&other), ["baseline  lists another divergence here: m0: 0, m1: 1"]);
        let other = note(BaselineState::OtherDivergence, "why", 5);
        assert_eq!(
            lines(&other),
            ["baseline  lists another divergence here: m0: 0, m1: 1, m2: 2 and 2 more (why)"]
        );
    }
}
