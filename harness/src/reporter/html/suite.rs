//! One suite: what it is, what the mismatches say about rules, the matrix of
//! vectors by candidates, and each vector that not all match.

use super::super::baseline::Fault;
use super::super::change::Change;
use super::super::comparison::{Column, Comparison, Row, Section};
use super::super::told;
use super::{case, prose, status, who};
use crate::diagnosis::{Diagnosed, Diagnosis};
use crate::readings::PointReading;
use crate::result::{RunResult, Summary};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// Rows beyond which a matrix begins with those that tell something.
const LONG: usize = 40;

/// Vectors that are open from the start.
const OPEN: usize = 3;

/// Candidates beside whom a matrix has room for the rules in words.
const WORDY: usize = 4;

/// Vectors that are named beside a rule.
const VECTORS: usize = 8;

pub(super) fn section(comparison: &Comparison<'_>, number: usize) -> Markup {
    let section = &comparison.suites[number];
    let prefix = format!("s{}", number + 1);
    let probes = !section.suite.scored;
    let runs: Vec<(&Column<'_>, &RunResult)> = comparison
        .candidates
        .iter()
        .zip(&section.results)
        .filter_map(|(column, result)| Some((column, (*result)?)))
        .collect();
    let several = comparison.candidates.len() > 1;
    let places: BTreeMap<&str, usize> =
        section.rows.iter().enumerate().map(|(place, row)| (row.id, place)).collect();
    html! {
        section.suite id=(prefix) {
            h2 { (told::text(&section.suite.id)) }
            (facts(section, &runs, several, Change::of(comparison, section).as_ref()))
            (diagnoses(&runs, several, &prefix, &places))
            @if probes { (readings(&runs, several)) }
            (matrix(comparison, section, &prefix))
            @if !probes { (vectors(comparison, section, &prefix)) }
        }
    }
}

fn facts(
    section: &Section<'_>,
    runs: &[(&Column<'_>, &RunResult)],
    several: bool,
    change: Option<&Change<'_>>,
) -> Markup {
    let suite = section.suite;
    html! {
        dl.facts {
            dt { "profile" } dd { code { (told::text(&suite.profile)) } }
            dt { "corpus" } dd { code { (told::text(&suite.corpus_digest)) } }
            dt { "vectors" } dd {
                (suite.vectors)
                @if section.rows.len() != suite.vectors { ", of which " (section.rows.len()) " were run" }
                @if !suite.scored { "; probes, never scored" }
            }
            @if !suite.unlisted_files.is_empty() {
                dt { "beside it" } dd { (suite.unlisted_files.len()) " files that the manifest does not name" }
            }
            @if suite.scored {
                @for (letters, constants) in constants(runs) {
                    dt { "for comparison" @if several { ", " (letters.join(", ")) } }
                    dd { "one answer to everything scores (the best of each kind) " (constants) }
                }
            }
            @if let Some(change) = change {
                dt { "change" }
                dd { (change.line(suite.scored)) }
                @for (word, ids, more) in change.named() {
                    dt { (word) }
                    dd {
                        @for (number, id) in ids.iter().enumerate() {
                            @if number > 0 { ", " }
                            code { (id) }
                        }
                        @if more > 0 { " and " (more) " more" }
                    }
                }
            }
            @for (column, result) in runs {
                @let summary = &result.summary;
                @if let Some(stopped) = told::stopped(result) {
                    dt { "partial" @if several { ", " (column.letter) } }
                    dd.error { "! " (stopped) }
                }
                @if let Some(baseline) = &result.baseline {
                    dt { "baseline" @if several { ", " (column.letter) } }
                    dd { (baseline.entries) " entries: " (told::counts(result)) }
                    @for line in Fault::of(result).map(Fault::lines).unwrap_or_default() {
                        dd.mismatch { "! " (line) }
                    }
                }
                @if let Some(answer) = &summary.constant_answer {
                    dt { "note" @if several { ", " (column.letter) } }
                    dd.mismatch { "! This candidate gave one answer to every case: " (told::text(answer)) }
                }
                @if !summary.warnings.is_empty() {
                    dt { "warnings" @if several { ", " (column.letter) } }
                    dd { (warnings(summary)) ", unscored" }
                }
            }
        }
    }
}

/// What a program scores that gives one answer to everything, with the
/// candidates that were asked the same.
fn constants<'c>(runs: &[(&'c Column<'_>, &RunResult)]) -> Vec<(Vec<&'c str>, String)> {
    let mut told: Vec<(Vec<&str>, String)> = Vec::new();
    for (column, result) in runs {
        let mut seen: Vec<String> = Vec::new();
        for constant in &result.summary.constants {
            let part = format!("{} {}", told::text(&constant.answer), constant.matches);
            if !seen.contains(&part) {
                seen.push(part);
            }
        }
        let text = seen.join(", ");
        match told.iter_mut().find(|(_, known)| *known == text) {
            Some((letters, _)) => letters.push(&column.letter),
            None => told.push((vec![&column.letter], text)),
        }
    }
    told
}

fn warnings(summary: &Summary) -> String {
    let named =
        summary.warnings.iter().map(|(name, count)| format!("{} {count}", told::text(name)));
    named.collect::<Vec<_>>().join(", ")
}

fn diagnoses(
    runs: &[(&Column<'_>, &RunResult)],
    several: bool,
    prefix: &str,
    places: &BTreeMap<&str, usize>,
) -> Markup {
    let told: Vec<_> = runs.iter().filter(|(_, result)| !result.diagnosis.is_empty()).collect();
    html! {
        @if !told.is_empty() {
            div.block {
                h3 { "What the mismatches say about rules" }
                div.columns {
                    @for (column, result) in told {
                        div {
                            @if several { (who(column, true)) }
                            (diagnosis(&result.diagnosis, prefix, places))
                        }
                    }
                }
            }
        }
    }
}

fn diagnosis(diagnosis: &Diagnosis, prefix: &str, places: &BTreeMap<&str, usize>) -> Markup {
    html! {
        @for (title, list) in diagnosis.lists() {
            @if !list.is_empty() {
                h4 { (title) }
                ul.rules { @for one in list { (diagnosed(one, prefix, places)) } }
            }
        }
    }
}

fn diagnosed(diagnosed: &Diagnosed, prefix: &str, places: &BTreeMap<&str, usize>) -> Markup {
    let more = diagnosed.vectors.len().saturating_sub(VECTORS);
    html! {
        li {
            span { (diagnosed.rule.label()) }
            div {
                p { (prose(&diagnosed.to_string())) }
                p.seen {
                    "seen at "
                    @for (number, id) in diagnosed.vectors.iter().take(VECTORS).enumerate() {
                        @if number > 0 { ", " }
                        @match places.get(id.as_str()) {
                            Some(place) => a href={ "#" (prefix) "-v" (place + 1) } { (told::text(id)) },
                            None => (told::text(id)),
                        }
                    }
                    @if more > 0 { " and " (more) " more" }
                }
            }
        }
    }
}

/// Points by candidates, each with the reading taken.
fn readings(runs: &[(&Column<'_>, &RunResult)], several: bool) -> Markup {
    let mut points: Vec<&PointReading> = Vec::new();
    for reading in runs.iter().flat_map(|(_, result)| &result.readings) {
        if points.iter().all(|known| known.point != reading.point) {
            points.push(reading);
        }
    }
    let taken = |point: &PointReading, result: &RunResult| -> Markup {
        let reading = result.readings.iter().find(|reading| reading.point == point.point);
        html! { @match reading { Some(reading) => (takes(reading)), None => span.none { "not probed" } } }
    };
    html! {
        @if !points.is_empty() {
            div.block {
                h3 { "Readings of the points where the text leaves room" }
                p.note { "This is no score: other readings can be defended. Reading A is the one that this kit pins." }
                div.scroll.readings {
                    table {
                        thead { tr {
                            th scope="col" { "point" } th scope="col" { "pinned here" }
                            @for (column, _) in runs {
                                th scope="col" { @if several { (column.letter) } @else { "this candidate" } }
                            }
                        } }
                        tbody { @for point in points { tr {
                            th.q scope="row" {
                                b { (told::text(&point.point)) } " " span.label { (told::text(&point.section)) }
                                p { (prose(&point.question)) }
                            }
                            td data-label="pinned here" { (prose(&point.pinned.text)) }
                            @for (column, result) in runs {
                                td data-label={ @if several { (column.letter) " " } (column.name()) } { (taken(point, result)) }
                            }
                        } } }
                    }
                }
            }
        }
    }
}

fn takes(reading: &PointReading) -> Markup {
    html! {
        @if let Some(why) = reading.not_told() {
            span.status.error { span.sign aria-hidden="true" { "!" } " " (why) }
        } @else if reading.as_pinned {
            span.status.match { span.sign aria-hidden="true" { "✓" } " as pinned" }
        } @else if reading.takes.is_empty() {
            span.status.other { span.sign aria-hidden="true" { "≠" } " none that is listed" }
            @for answer in &reading.answers {
                p.seen { (told::text(&answer.probe)) ": " (told::text(answer.answer.as_deref().unwrap_or("no answer"))) }
            }
        } @else {
            @for taken in &reading.takes {
                span.status.other { span.sign aria-hidden="true" { "≠" } " reading " (taken.letter) }
                p { (prose(&taken.text)) }
            }
        }
    }
}

/// Rows by the stage or operation of their rules, which come first to last;
/// those without come last.
fn groups<'s, 'a>(section: &'s Section<'a>) -> BTreeMap<(u8, String), Vec<(usize, &'s Row<'a>)>> {
    let mut groups: BTreeMap<(u8, String), Vec<(usize, &Row<'a>)>> = BTreeMap::new();
    for (place, row) in section.rows.iter().enumerate() {
        let known = row.rule.filter(|rule| rule.stage.is_some() || rule.operation.is_some());
        let key = match known {
            Some(rule) => (rule.stage.unwrap_or(u8::MAX - 1), told::text(&rule.label())),
            None => (u8::MAX, String::new()),
        };
        groups.entry(key).or_default().push((place, row));
    }
    groups
}

fn matrix(comparison: &Comparison<'_>, section: &Section<'_>, prefix: &str) -> Markup {
    let groups = groups(section);
    let columns = comparison.candidates.len();
    // Beyond some columns there is no room for the rules in words.
    let ruled = columns <= WORDY && section.rows.iter().any(|row| row.rule.is_some());
    html! {
        div.block {
            h3 { "Every vector" }
            (tools(section, prefix))
            div.scroll.matrix.compact[columns > 2] tabindex="0" role="region" aria-label="Vectors by candidates" {
                table {
                    thead { tr {
                        th scope="col" { "vector" }
                        @if ruled { th.rule scope="col" { "rule" } }
                        @for column in &comparison.candidates {
                            th scope="col" title=(column.name()) {
                                @if columns > 1 { (column.letter) } @else { "result" }
                            }
                        }
                    } }
                    @for ((stage, label), rows) in &groups {
                        tbody.all-plain[rows.iter().all(|(_, row)| !row.tells())] {
                            @if groups.len() > 1 { tr.stage {
                                th scope="rowgroup" {
                                    @match *stage {
                                        u8::MAX => "No single rule",
                                        number if number < u8::MAX - 1 => { "Stage " (number) },
                                        _ => (label),
                                    }
                                    " · " (share(rows))
                                }
                                @if ruled { td.rule {} }
                                @for _ in 0..columns { td {} }
                            } }
                            @for (place, row) in rows { (line(row, *place, ruled, prefix)) }
                        }
                    }
                }
            }
        }
    }
}

/// How many rows there are and, where some tell something, how many.
fn share(rows: &[(usize, &Row<'_>)]) -> String {
    match rows.iter().filter(|(_, row)| row.tells()).count() {
        0 => rows.len().to_string(),
        telling => format!("{telling} of {}", rows.len()),
    }
}

fn line(row: &Row<'_>, place: usize, ruled: bool, prefix: &str) -> Markup {
    html! {
        tr.plain[!row.tells()] data-row {
            th.mono scope="row" { (told::text(row.id)) }
            @if ruled { td.rule { @if let Some(text) = row.rule.and_then(|rule| rule.text.as_ref()) { (prose(text)) } } }
            @for case in &row.cases {
                @match case {
                    Some(case) => {
                        @let (sign, word, class) = status(case);
                        td.cell.(class) {
                            span.sign aria-hidden="true" { (sign) } " "
                            @if !row.tells() || told::is_probe(case) || class == "match" { (word) }
                            @else { a href={ "#" (prefix) "-v" (place + 1) } { (word) } }
                        }
                    },
                    None => td.cell.idle { span.sign aria-hidden="true" { "·" } " not selected" },
                }
            }
        }
    }
}

/// What filters the matrix: without a script all rows or those that tell, with
/// one a search too.
fn tools(section: &Section<'_>, prefix: &str) -> Markup {
    let telling = section.rows.iter().filter(|row| row.tells()).count();
    let first = telling > 0 && section.rows.len() > LONG;
    let kind = if section.suite.scored { "Not all matched" } else { "Not all as pinned" };
    html! {
        div.tools {
            @if telling > 0 && telling < section.rows.len() {
                fieldset aria-label="Vectors shown" {
                    label { input.telling-only type="radio" name={ (prefix) "-shown" } checked[first]; (kind) " · " (telling) }
                    label { input type="radio" name={ (prefix) "-shown" } checked[!first]; "All · " (section.rows.len()) }
                }
            }
            @if section.rows.len() > LONG {
                input type="search" placeholder="Search id or rule" aria-label="Search vectors" hidden;
            }
        }
    }
}

fn vectors(comparison: &Comparison<'_>, section: &Section<'_>, prefix: &str) -> Markup {
    let telling = || section.rows.iter().enumerate().filter(|(_, row)| row.tells());
    let count = telling().count();
    html! {
        @if count > 0 {
            div.block {
                h3 { "Each vector that does not match" @if comparison.candidates.len() > 1 { " everywhere" } }
                @if count > OPEN { div.tools { button.open-all type="button" hidden { "Open all" } } }
                @for (number, (place, row)) in telling().enumerate() {
                    (case::vector(comparison, row, &format!("{prefix}-v{}", place + 1), number < OPEN))
                }
            }
        }
    }
}
