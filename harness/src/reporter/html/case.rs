//! One vector with all that is to say about it.

use super::super::comparison::{Column, Comparison, Row};
use super::super::{diff, told};
use super::{prose, status};
use crate::result::{Case, RuleRecord, Status};
use maud::{Markup, html};
use serde_json::Value;

/// A vector that not every candidate matches; open where there is room.
pub(super) fn vector(
    comparison: &Comparison<'_>,
    row: &Row<'_>,
    anchor: &str,
    open: bool,
) -> Markup {
    let several = comparison.candidates.len() > 1;
    html! {
        details.vector open[open] {
            summary {
                span.mono { (told::text(row.id)) }
                @for (column, case) in comparison.candidates.iter().zip(&row.cases) {
                    @if let Some(case) = case {
                        @let (sign, word, class) = status(case);
                        span.status.(class) {
                            @if several { (column.letter) " " }
                            span.sign aria-hidden="true" { (sign) } " " (word)
                        }
                    }
                }
            }
            div.inside id=(anchor) {
                p { (prose(row.description)) }
                @if let Some(record) = row.rule { (rule(record)) }
                @for (column, case) in comparison.candidates.iter().zip(&row.cases) {
                    @if let Some(case) = case.filter(|case| case.status != Status::Match || case.fails()) {
                        (answer(column, case, several))
                    }
                }
            }
        }
    }
}

fn rule(rule: &RuleRecord) -> Markup {
    let label = if rule.permission { "Allowed" } else { "Rule" };
    html! {
        div.ruleline {
            @if let Some(text) = &rule.text { p { (prose(text)) } }
            p.cite {
                (label) " "
                @if let Some(section) = &rule.section { (told::text(section)) ", " }
                code { (told::text(&rule.id)) }
            }
        }
    }
}

fn answer(column: &Column<'_>, case: &Case, several: bool) -> Markup {
    let (sign, word, class) = status(case);
    html! {
        div.answer {
            @if several {
                div.who {
                    span.letter { (column.letter) }
                    span.status.(class) { span.sign aria-hidden="true" { (sign) } " " (word) }
                    span.mono { (column.name()) }
                }
            }
            @if case.status == Status::Mismatch { (difference(case)) (says(case)) }
            @for leak in told::leaks(case) { div.says { p { (leak) } } }
            @if let Some(note) = &case.baseline {
                div.says { p.label { "The baseline lists it" } p { (told::text(&note.reason)) } }
            }
            @if case.retries > 0 { p.label { "Started again, alone: " (case.retries) } }
            @if let Some(error) = &case.error {
                div.says {
                    p.label { "Error" }
                    pre { (told::text(&error.message)) }
                }
            }
            @for (name, stream) in [("stdout", &case.stdout), ("stderr", &case.stderr)] {
                @if let Some(excerpt) = stream.as_ref().filter(|_| case.error.is_some()) {
                    div.says { p.label { (name) } pre { (told::stream(excerpt)) } }
                }
            }
            div.says { p.label { "Repeat this case" } pre { (told::repeat(case)) } }
        }
    }
}

/// Expected beside actual, a member a line.
fn difference(case: &Case) -> Markup {
    let observed = case.observed.as_ref().unwrap_or(&Value::Null);
    let side = |value: &Option<String>| {
        html! { @match value { Some(value) => (value), None => span.none { "absent" } } }
    };
    html! {
        div.diff {
            table {
                thead { tr {
                    th scope="col" { "member" } th scope="col" { "expected" }
                    th scope="col" { "this candidate" }
                } }
                tbody {
                    @for pair in diff::pairs(&case.expected, observed) {
                        tr.differs[pair.differs()] {
                            th scope="row" {
                                @if pair.differs() { span.sign title="differs" { "≠" } " " }
                                (pair.path)
                            }
                            td.want data-label="expected" { (side(&pair.expected)) }
                            td.got data-label="got" { (side(&pair.observed)) }
                        }
                    }
                }
            }
        }
    }
}

fn says(case: &Case) -> Markup {
    let reasons = told::reasons(case);
    html! {
        div.says {
            p.label {
                "The candidate says"
                @if reasons.is_empty() { " " (told::SILENT) }
            }
            @if !reasons.is_empty() {
                ul { @for reason in reasons { li { (reason) } } }
            }
        }
    }
}
