//! A baseline beside the cases, for people.

use super::pretty::labelled;
use crate::baseline::{BaselineNote, BaselineRecord, BaselineState, Differs};
use crate::escape::{TEXT, and_more, escape};
use crate::result::{RunResult, Summary};

/// Entries for no case that are named in one place.
const NAMED: usize = 20;

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
            let more = and_more(listed.len().saturating_sub(MEMBERS));
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
pub(super) fn record(record: &BaselineRecord, result: &RunResult) -> Vec<String> {
    let summary: &Summary = &result.summary;
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
        let ours = escape(&result.setting.suite.corpus_digest, TEXT);
        lines.push(format!(
            "  it is about another corpus, {digest}, and this one is {ours}: none of it counts; look \
             at each entry, or write it anew"
        ));
    }
    let unknown = unknown.iter().map(|case| escape(case, TEXT));
    lines.extend(unknown.map(|case| format!("  it lists {case}, which this corpus does not have")));
    lines
}

/// What is wrong with the baseline itself, where a run fails for that: beside
/// every case, since it is about none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    /// In one line.
    pub(super) message: String,
    /// The entries that are about nothing, and what to do.
    pub(super) details: Vec<String>,
}

/// What stands where other tests have the id of their case.
pub(super) const FAULT: &str = "the baseline";

impl Fault {
    /// That of a run, if its baseline has one.
    pub(super) fn of(result: &RunResult) -> Option<Fault> {
        let record = result.baseline.as_ref().filter(|record| record.unusable() > 0)?;
        let entries = record.entries;
        if let Some(digest) = &record.other_corpus {
            let [other, ours] =
                [digest, &result.setting.suite.corpus_digest].map(|digest| escape(digest, TEXT));
            return Some(Fault {
                message: format!(
                    "the baseline is of another corpus, {other}, and this one is {ours}"
                ),
                details: vec![format!(
                    "none of its entries counts ({entries}): look at each, or write it anew"
                )],
            });
        }
        let mut named: Vec<String> =
            record.unknown.iter().take(NAMED).map(|case| escape(case, TEXT)).collect();
        if record.unknown.len() > NAMED {
            named.push(format!("and {} more", record.unknown.len() - NAMED));
        }
        let what = if record.unknown.len() == 1 { "a case" } else { "cases" };
        Some(Fault {
            message: format!("the baseline lists {what} that this corpus does not have"),
            details: named.into_iter().chain(["remove what is about nothing".to_owned()]).collect(),
        })
    }

    /// Everything there is to say, a line each.
    pub(super) fn lines(self) -> Vec<String> {
        [self.message].into_iter().chain(self.details).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{github, html, junit, markdown, tap, testing};
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

    /// A run in which every case matches, beside this baseline.
    fn beside(record: BaselineRecord) -> [RunResult; 1] {
        let mut result = testing::result("./verifier");
        result.cases.truncate(1);
        result.summary = Summary { selected: 1, matches: 1, ..Summary::default() };
        result.summary.unusable_entries = record.unusable();
        result.baseline = Some(record);
        [result]
    }

    #[test]
    fn a_baseline_that_fails_the_run_fails_in_every_form() {
        let unknown = vec!["gone <b>\n::error::x".to_owned()];
        let unknown = BaselineRecord { entries: 1, unknown, ..BaselineRecord::default() };
        let digest = format!("sha256:{}", "1".repeat(64));
        let other_corpus = Some(digest.clone());
        let other = BaselineRecord { entries: 3, other_corpus, ..BaselineRecord::default() };
        let ours = format!("and this one is sha256:{}", "0".repeat(64));
        for (record, parts) in [
            (unknown, ["lists a case that this corpus does not have", "gone "]),
            (other, [digest.as_str(), ours.as_str()]),
        ] {
            let results = beside(record);
            let texts = [
                junit::document(&results),
                tap::document(&results),
                github::annotations(&results),
                markdown::document(&results),
                html::document(&results),
            ];
            for text in &texts {
                assert!(parts.iter().all(|part| text.contains(part)), "{parts:?}: {text}");
            }
            let [junit, tap, github, _, html] = &texts;
            assert!(!junit.contains("<b>") && !html.contains("<b>\\n"), "{junit}{html}");
            assert!(
                junit.contains("tests=\"2\" skipped=\"0\" failures=\"1\" errors=\"0\""),
                "{junit}"
            );
            assert!(tap.starts_with("TAP version 14\n1..2\n"), "{tap}");
            assert!(tap.contains("\nok 1 - matching\nnot ok 2 - the baseline\n  ---\n"), "{tap}");
            assert_eq!(github.matches("::error title=the baseline::").count(), 1, "{github}");
            assert_eq!(github.lines().count(), 2, "{github}");
        }
        // Of an empty baseline of another corpus nothing is lost.
        let empty = BaselineRecord { other_corpus: Some(digest), ..BaselineRecord::default() };
        assert!(!junit::document(&beside(empty)).contains("the baseline"));
    }
}
