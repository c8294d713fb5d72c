//! Results side by side: suites with their vectors, candidates as columns.

use super::told;
use crate::result::{CandidateRecord, Case, RuleRecord, RunResult, Status, SuiteRecord};
use serde::Serialize;

/// `schema` of a comparison as data.
pub(super) const COMPARISON: &str = "mcp-evidence.comparison.v1";

/// Which vectors each candidate matched.
#[derive(Debug, Serialize)]
pub struct Table {
    schema: &'static str,
    candidates: Vec<Candidate>,
    suites: Vec<Suite>,
}

#[derive(Debug, Serialize)]
struct Candidate {
    letter: String,
    #[serde(flatten)]
    record: CandidateRecord,
}

/// One corpus; what is null did not run over it, or was not selected.
#[derive(Debug, Serialize)]
struct Suite {
    id: String,
    corpus_digest: String,
    scored: bool,
    /// One for each candidate.
    matches: Vec<Option<usize>>,
    vectors: Vec<Statuses>,
}

#[derive(Debug, Serialize)]
struct Statuses {
    id: String,
    /// One for each candidate.
    statuses: Vec<Option<Status>>,
}

/// Any number of results, ordered by suite and candidate.
pub struct Comparison<'a> {
    /// Each candidate once, or more often where it ran over one suite more than
    /// once.
    pub(super) candidates: Vec<Column<'a>>,
    pub(super) suites: Vec<Section<'a>>,
}

pub(super) struct Column<'a> {
    /// `A`, `B` and so on, which stand for the candidate in tables.
    pub(super) letter: String,
    pub(super) record: &'a CandidateRecord,
}

impl Column<'_> {
    pub(super) fn name(&self) -> String {
        told::candidate(self.record)
    }
}

/// One corpus: the same id with another digest is another.
pub(super) struct Section<'a> {
    pub(super) suite: &'a SuiteRecord,
    /// For each candidate its run over this corpus.
    pub(super) results: Vec<Option<&'a RunResult>>,
    pub(super) rows: Vec<Row<'a>>,
}

/// One vector.
pub(super) struct Row<'a> {
    pub(super) id: &'a str,
    pub(super) description: &'a str,
    pub(super) rule: Option<&'a RuleRecord>,
    /// For each candidate how it ended; none where it was not selected.
    pub(super) cases: Vec<Option<&'a Case>>,
}

impl Row<'_> {
    /// Whether some candidate's answer is not the expected one.
    pub(super) fn tells(&self) -> bool {
        self.cases.iter().flatten().any(|case| case.status != Status::Match || case.fails())
    }
}

impl<'a> Comparison<'a> {
    /// Orders results: those of one candidate stand in one column, as long as
    /// they are over different corpora.
    pub fn new(results: &'a [RunResult]) -> Comparison<'a> {
        let mut comparison = Comparison { candidates: Vec::new(), suites: Vec::new() };
        // For each result, which suite and which candidate it is of.
        let mut places: Vec<(usize, usize)> = Vec::new();
        for result in results {
            let suite = comparison.suite(&result.setting.suite);
            let column = comparison.column(suite, &result.setting.candidate, &places);
            places.push((suite, column));
        }
        for section in &mut comparison.suites {
            section.results = vec![None; comparison.candidates.len()];
        }
        for (result, (suite, column)) in results.iter().zip(places) {
            comparison.suites[suite].results[column] = Some(result);
        }
        for section in &mut comparison.suites {
            section.rows = rows(&section.results);
        }
        comparison
    }

    /// The comparison as data: which vectors each candidate matched.
    pub fn table(&self) -> Table {
        let candidates = self.candidates.iter().map(|column| Candidate {
            letter: column.letter.clone(),
            record: column.record.clone(),
        });
        let suites = self.suites.iter().map(|section| Suite {
            id: section.suite.id.clone(),
            corpus_digest: section.suite.corpus_digest.clone(),
            scored: section.suite.scored,
            matches: section
                .results
                .iter()
                .map(|result| result.map(|result| result.summary.matches))
                .collect(),
            vectors: section
                .rows
                .iter()
                .map(|row| Statuses {
                    id: row.id.to_owned(),
                    statuses: row.cases.iter().map(|case| case.map(|case| case.status)).collect(),
                })
                .collect(),
        });
        Table { schema: COMPARISON, candidates: candidates.collect(), suites: suites.collect() }
    }

    fn suite(&mut self, suite: &'a SuiteRecord) -> usize {
        let same = |section: &Section| {
            section.suite.id == suite.id && section.suite.corpus_digest == suite.corpus_digest
        };
        self.suites.iter().position(same).unwrap_or_else(|| {
            self.suites.push(Section { suite, results: Vec::new(), rows: Vec::new() });
            self.suites.len() - 1
        })
    }

    fn column(
        &mut self,
        suite: usize,
        record: &'a CandidateRecord,
        places: &[(usize, usize)],
    ) -> usize {
        let free = |column: usize| !places.contains(&(suite, column));
        let known = self
            .candidates
            .iter()
            .enumerate()
            .position(|(column, known)| known.record == record && free(column));
        known.unwrap_or_else(|| {
            let letter = letter(self.candidates.len());
            self.candidates.push(Column { letter, record });
            self.candidates.len() - 1
        })
    }
}

/// `A` to `Z`, then `AA` and so on.
fn letter(mut number: usize) -> String {
    let mut letters = String::new();
    loop {
        let digit = u8::try_from(number % 26).unwrap_or(0);
        letters.insert(0, char::from(b'A' + digit));
        match number / 26 {
            0 => return letters,
            rest => number = rest - 1,
        }
    }
}

/// The vectors of all results, in the order in which they come first.
fn rows<'a>(results: &[Option<&'a RunResult>]) -> Vec<Row<'a>> {
    let mut rows: Vec<Row> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for (column, result) in results.iter().enumerate() {
        for case in result.iter().flat_map(|result| &result.cases) {
            let place = *places.entry(case.id.as_str()).or_insert_with(|| {
                rows.push(Row {
                    id: &case.id,
                    description: &case.description,
                    rule: case.rule.as_ref(),
                    cases: vec![None; results.len()],
                });
                rows.len() - 1
            });
            rows[place].cases[column] = Some(case);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;

    #[test]
    fn results_find_their_suite_and_their_candidate() {
        let results = [
            testing::result("./a"),
            testing::probes("./a"),
            testing::result("./b"),
            testing::result("./a"),
        ];
        let comparison = Comparison::new(&results);
        let letters: Vec<&str> =
            comparison.candidates.iter().map(|column| column.letter.as_str()).collect();
        assert_eq!(letters, ["A", "B", "C"], "a second run over one suite is a column of its own");
        let ran = |section: &Section<'_>| section.results.iter().map(Option::is_some).collect();
        let ran: Vec<Vec<bool>> = comparison.suites.iter().map(ran).collect();
        assert_eq!(ran, [[true, true, true], [true, false, false]]);
        assert_eq!(comparison.suites[0].rows.len(), 5);
        assert_eq!(comparison.suites[0].rows.iter().filter(|row| row.tells()).count(), 4);
    }

    #[test]
    fn one_id_with_two_digests_is_two_corpora_and_a_missing_vector_is_no_match() {
        let mut other = testing::result("./b");
        other.cases.remove(0);
        let results = [testing::result("./a"), other.clone()];
        let table = serde_json::to_value(Comparison::new(&results).table()).expect("serializes");
        assert_eq!(
            table["suites"][0]["vectors"][0]["statuses"],
            serde_json::json!(["match", null])
        );
        other.setting.suite.corpus_digest = "sha256:other".to_owned();
        let results = [testing::result("./a"), other];
        assert_eq!(Comparison::new(&results).suites.len(), 2);
    }

    #[test]
    fn letters_go_on_beyond_the_alphabet() {
        assert_eq!([0, 25, 26, 701, 702].map(letter), ["A", "Z", "AA", "ZZ", "AAA"]);
    }
}
