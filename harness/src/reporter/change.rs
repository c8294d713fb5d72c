//! What became of a suite's vectors from one result to another.

use super::comparison::{Column, Comparison, Section};
use super::told;
use crate::result::{Case, Status};
use serde::Serialize;

/// Vectors of one kind that are named in words.
const NAMED: usize = 8;

/// The vectors of one corpus in two results, the first taken as before and the
/// second as after.
#[derive(Debug, Serialize)]
pub(super) struct Change<'a> {
    /// The letter of the result before.
    from: &'a str,
    /// The letter of the result after.
    to: &'a str,
    /// Matches that were none before; of probes, that are as pinned now.
    fixed: Vec<&'a str>,
    /// Matches that are none any more.
    broken: Vec<&'a str>,
    /// No match before nor after, with another answer or error.
    otherwise: Vec<&'a str>,
    /// Vectors that ended alike.
    alike: usize,
    /// Vectors that one of the two did not select.
    in_one: usize,
}

impl<'a> Change<'a> {
    /// What a section tells, if two results and no more are about its corpus.
    pub(super) fn of(comparison: &'a Comparison<'a>, section: &'a Section<'a>) -> Option<Self> {
        let ran: Vec<(usize, &Column<'_>)> = comparison
            .candidates
            .iter()
            .enumerate()
            .filter(|(number, _)| section.results[*number].is_some())
            .collect();
        let &[(one, before), (other, after)] = ran.as_slice() else { return None };
        let mut change = Change {
            from: &before.letter,
            to: &after.letter,
            fixed: Vec::new(),
            broken: Vec::new(),
            otherwise: Vec::new(),
            alike: 0,
            in_one: 0,
        };
        for row in &section.rows {
            let (Some(before), Some(after)) = (row.cases[one], row.cases[other]) else {
                change.in_one += 1;
                continue;
            };
            match (before.status == Status::Match, after.status == Status::Match) {
                (false, true) => change.fixed.push(row.id),
                (true, false) => change.broken.push(row.id),
                (false, false) if !is_alike(before, after) => change.otherwise.push(row.id),
                (true, true) | (false, false) => change.alike += 1,
            }
        }
        Some(change)
    }

    /// `from A to B: 3 fixed, 1 broken, 521 alike`.
    pub(super) fn line(&self, scored: bool) -> String {
        let (fixed, broken) =
            if scored { ("fixed", "broken") } else { ("as pinned now", "not as pinned any more") };
        let mut line = format!(
            "from {} to {}: {} {fixed}, {} {broken}, {} alike",
            self.from,
            self.to,
            self.fixed.len(),
            self.broken.len(),
            self.alike
        );
        for (count, what) in
            [(self.otherwise.len(), "wrong in another way"), (self.in_one, "in one of them alone")]
        {
            if count > 0 {
                line.push_str(&format!(", {count} {what}"));
            }
        }
        line
    }

    /// The vectors behind the numbers, as far as they are named: a word, the
    /// printable ids, and how many more there are.
    pub(super) fn named(&self) -> Vec<(&'static str, Vec<String>, usize)> {
        [("fixed", &self.fixed), ("broken", &self.broken), ("otherwise", &self.otherwise)]
            .into_iter()
            .filter(|(_, ids)| !ids.is_empty())
            .map(|(word, ids)| {
                let named = ids.iter().take(NAMED).map(|id| told::text(id)).collect();
                (word, named, ids.len().saturating_sub(NAMED))
            })
            .collect()
    }
}

/// Whether two cases that are no match are so in the same way.
fn is_alike(before: &Case, after: &Case) -> bool {
    let kind = |case: &Case| case.error.as_ref().map(|error| error.kind.clone());
    before.status == after.status
        && before.observed == after.observed
        && before.leaks == after.leaks
        && kind(before) == kind(after)
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;
    use serde_json::json;

    #[test]
    fn two_results_of_a_suite_say_what_became_of_its_vectors() {
        let (before, mut after) = (testing::result("./a"), testing::result("./a"));
        after.cases[0].status = Status::Mismatch;
        after.cases[1].status = Status::Match;
        after.cases[2].observed = Some(json!({"bundle_integrity": "fail"}));
        after.cases.remove(4);
        let results = [before.clone(), after.clone()];
        let comparison = Comparison::new(&results);
        let change = Change::of(&comparison, &comparison.suites[0]).expect("two results");
        assert_eq!(
            change.line(true),
            "from A to B: 1 fixed, 1 broken, 1 alike, 1 wrong in another way, 1 in one of them alone"
        );
        let named: Vec<_> = change.named().into_iter().map(|(word, ids, _)| (word, ids)).collect();
        let one = |id: &str| vec![id.to_owned()];
        assert_eq!(
            named,
            [
                ("fixed", one("lacking")),
                ("broken", one("matching")),
                ("otherwise", one("one cell"))
            ]
        );
        for results in [vec![before.clone()], vec![before.clone(), after, before]] {
            let comparison = Comparison::new(&results);
            assert!(Change::of(&comparison, &comparison.suites[0]).is_none());
        }
    }
}
