//! Results side by side: suites with their vectors, candidates as columns.

use super::change::Change;
use super::told;
use crate::result::{CandidateRecord, Case, RuleRecord, RunResult, Status, SuiteRecord};
use serde::Serialize;
use std::ffi::OsStr;
use std::path::Path;

/// `schema` of a comparison as data.
pub(super) const COMPARISON: &str = "mcp-evidence.comparison.v1";

/// Which vectors each candidate matched.
#[derive(Debug, Serialize)]
pub struct Table<'a> {
    schema: &'static str,
    candidates: Vec<Candidate>,
    suites: Vec<Suite<'a>>,
}

#[derive(Debug, Serialize)]
struct Candidate {
    letter: String,
    /// What tells two results of one candidate apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(flatten)]
    record: CandidateRecord,
}

/// One corpus; what is null did not run over it, or was not selected.
#[derive(Debug, Serialize)]
struct Suite<'a> {
    id: String,
    corpus_digest: String,
    scored: bool,
    /// One for each candidate.
    matches: Vec<Option<usize>>,
    /// Where two results are about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<Change<'a>>,
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
    /// What tells it from other columns of the same candidate: the file of the
    /// result, or a number; printable, none where there is no other.
    pub(super) label: Option<String>,
    /// The file that its results are from.
    file: Option<&'a str>,
}

impl Column<'_> {
    pub(super) fn name(&self) -> String {
        let candidate = told::candidate(self.record);
        match &self.label {
            Some(label) => format!("{candidate} ({label})"),
            None => candidate,
        }
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
        Comparison::ordered(results.iter().map(|result| (result, None)).collect())
    }

    /// The same of stored results, each with the path of its file: where one
    /// candidate ran over one corpus more than once, its columns are those of
    /// the files, and carry their names.
    pub fn stored(results: &'a [(RunResult, String)]) -> Comparison<'a> {
        let results = results.iter().map(|(result, file)| (result, Some(file.as_str())));
        Comparison::ordered(results.collect())
    }

    fn ordered(results: Vec<(&'a RunResult, Option<&'a str>)>) -> Comparison<'a> {
        let mut comparison = Comparison { candidates: Vec::new(), suites: Vec::new() };
        // For each result, which suite and which candidate it is of.
        let mut places: Vec<(usize, usize)> = Vec::new();
        let mut repeated: Vec<&CandidateRecord> = Vec::new();
        for (number, (result, _)) in results.iter().enumerate() {
            let again = |(other, _): &(&RunResult, _)| is_over_the_same(result, other);
            if results[..number].iter().any(again) {
                repeated.push(&result.setting.candidate);
            }
        }
        for (result, file) in &results {
            let candidate = &result.setting.candidate;
            let suite = comparison.suite(&result.setting.suite);
            let file = file.filter(|_| repeated.contains(&candidate));
            let column = comparison.column(suite, candidate, file, &places);
            places.push((suite, column));
        }
        comparison.label();
        for section in &mut comparison.suites {
            section.results = vec![None; comparison.candidates.len()];
        }
        for ((result, _), (suite, column)) in results.iter().zip(places) {
            comparison.suites[suite].results[column] = Some(result);
        }
        for section in &mut comparison.suites {
            section.rows = rows(&section.results);
        }
        comparison
    }

    /// The comparison as data: which vectors each candidate matched.
    pub fn table(&self) -> Table<'_> {
        let candidates = self.candidates.iter().map(|column| Candidate {
            letter: column.letter.clone(),
            result: column.label.clone(),
            record: column.record.clone(),
        });
        let suites = self.suites.iter().map(|section| Suite {
            id: section.suite.id.clone(),
            corpus_digest: section.suite.corpus_digest.clone(),
            scored: section.suite.scored,
            change: Change::of(self, section),
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
        file: Option<&'a str>,
        places: &[(usize, usize)],
    ) -> usize {
        let free = |column: usize| !places.contains(&(suite, column));
        let known = self.candidates.iter().enumerate().position(|(column, known)| {
            known.record == record && known.file == file && free(column)
        });
        known.unwrap_or_else(|| {
            let letter = letter(self.candidates.len());
            self.candidates.push(Column { letter, record, label: None, file });
            self.candidates.len() - 1
        })
    }

    /// Tells columns of one candidate apart: by the name of the file, by its path
    /// where two have one name, and by a number where that does not tell.
    fn label(&mut self) {
        let name = |file: &str| {
            let name = Path::new(file).file_name().unwrap_or(OsStr::new(file));
            name.to_string_lossy().into_owned()
        };
        let mut labels = Vec::new();
        for (number, column) in self.candidates.iter().enumerate() {
            let same: Vec<(usize, &Column<'_>)> = self
                .candidates
                .iter()
                .enumerate()
                .filter(|(_, other)| other.record == column.record)
                .collect();
            let nth = same.iter().position(|(other, _)| *other == number).unwrap_or(0) + 1;
            let files = || same.iter().filter_map(|(_, other)| other.file);
            labels.push(match column.file {
                _ if same.len() < 2 => None,
                Some(file) if files().filter(|other| name(other) == name(file)).count() < 2 => {
                    Some(told::text(&name(file)))
                }
                Some(file) if files().filter(|other| *other == file).count() < 2 => {
                    Some(told::text(file))
                }
                Some(file) => Some(format!("{}, {nth}", told::text(&name(file)))),
                None => Some(format!("run {nth}")),
            });
        }
        for (column, label) in self.candidates.iter_mut().zip(labels) {
            column.label = label;
        }
    }

    /// What the columns are: candidates, or runs of one.
    pub(super) fn noun(&self) -> &'static str {
        let mut records = self.candidates.iter().map(|column| column.record);
        let first = records.next();
        if first.is_some() && records.clone().count() > 0 && records.all(|it| Some(it) == first) {
            "runs"
        } else {
            "candidates"
        }
    }

    /// For each column the scored results in it.
    pub(super) fn scored(&self, column: usize) -> impl Iterator<Item = &'a RunResult> + '_ {
        let results = self.suites.iter().filter_map(move |section| section.results[column]);
        results.filter(|result| !result.summary.unscored)
    }
}

/// Whether two results are of one candidate over one corpus.
fn is_over_the_same(one: &RunResult, other: &RunResult) -> bool {
    one.setting.candidate == other.setting.candidate
        && one.setting.suite.id == other.setting.suite.id
        && one.setting.suite.corpus_digest == other.setting.suite.corpus_digest
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
    fn runs_of_one_candidate_are_told_apart_by_their_files() {
        let suite = |id: &str| {
            let mut result = testing::result("./a");
            result.setting.suite.id = id.to_owned();
            result
        };
        let names = |files: &[(&str, &str)]| -> Vec<String> {
            let results: Vec<(RunResult, String)> =
                files.iter().map(|(id, file)| (suite(id), (*file).to_owned())).collect();
            let comparison = Comparison::stored(&results);
            comparison.candidates.iter().map(Column::name).collect()
        };
        assert_eq!(names(&[("s", "one.json"), ("t", "two.json")]), ["./a"], "two suites");
        assert_eq!(
            names(&[("s", "x/one.json"), ("s", "x/two\u{1b}.json")]),
            ["./a (one.json)", r"./a (two\u{1b}.json)"]
        );
        assert_eq!(
            names(&[("s", "x/r.json"), ("s", "y/r.json")]),
            ["./a (x/r.json)", "./a (y/r.json)"]
        );
        assert_eq!(
            names(&[("s", "r.json"), ("s", "r.json")]),
            ["./a (r.json, 1)", "./a (r.json, 2)"]
        );
        // Whatever the order within a file, its results stay together.
        let results: Vec<(RunResult, String)> = [("s", "1.json"), ("t", "2.json"), ("s", "2.json")]
            .map(|(id, file)| (suite(id), file.to_owned()))
            .into();
        let comparison = Comparison::stored(&results);
        assert!(comparison.suites[1].results[0].is_none());
        assert!(comparison.suites.iter().all(|section| section.results[1].is_some()));
        assert_eq!(comparison.noun(), "runs");
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
