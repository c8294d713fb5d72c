//! Results as one page for people: a single file that asks no network for
//! anything, reads without scripts, on a phone and on paper, and takes nothing
//! that a candidate says for markup.

mod case;
mod suite;

use super::comparison::{Column, Comparison};
use super::told;
use crate::result::{RunResult, Status, Summary};
use base64ct::{Base64, Encoding as _};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest as _, Sha256};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("filter.js");

/// Candidates whose counts stand in the window's title.
const TITLED: usize = 4;

/// The page of these results, side by side where there are several candidates.
pub fn document(results: &[RunResult]) -> String {
    page(&Comparison::new(results))
}

/// The page of a comparison.
pub fn page(comparison: &Comparison<'_>) -> String {
    let title = title(comparison);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { (headline(comparison)) " · " (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                div.page {
                    (masthead(comparison, &title))
                    main {
                        (totals(comparison))
                        (scope(comparison))
                        @for number in 0..comparison.suites.len() {
                            (suite::section(comparison, number))
                        }
                    }
                    footer { "Written by " (written_by(comparison)) " from the results of its runs." }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

/// Nothing is fetched, and of scripts and styles only these two run.
fn policy() -> String {
    let hash = |text: &str| Base64::encode_string(&Sha256::digest(text));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; \
         form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    )
}

fn title(comparison: &Comparison<'_>) -> String {
    match comparison.candidates.len() {
        0 | 1 => "Conformance report".to_owned(),
        many => format!("{many} {} side by side", comparison.noun()),
    }
}

/// All scored results in a few words; it stands in the window's title. What one
/// candidate matched is never added to what another did.
fn headline(comparison: &Comparison<'_>) -> String {
    let several = comparison.candidates.len() > 1;
    let mut parts = Vec::new();
    for (number, column) in comparison.candidates.iter().enumerate() {
        let (matches, selected) = (
            sum(comparison, number, |summary| summary.matches),
            sum(comparison, number, |summary| summary.selected),
        );
        if selected > 0 {
            let letter = if several { format!("{} ", column.letter) } else { String::new() };
            parts.push(format!("{letter}{matches} of {selected}"));
        }
    }
    match parts.len() {
        0 => "readings of open points".to_owned(),
        1..=TITLED => format!("{} matched", parts.join(", ")),
        many => format!("{} and {} more matched", parts[..TITLED].join(", "), many - TITLED),
    }
}

fn sum(comparison: &Comparison<'_>, column: usize, count: fn(&Summary) -> usize) -> usize {
    comparison.scored(column).map(|result| count(&result.summary)).sum()
}

fn written_by(comparison: &Comparison<'_>) -> String {
    let mut tools: Vec<String> = Vec::new();
    let results = comparison.suites.iter().flat_map(|section| &section.results);
    for RunResult { tool, .. } in results.flatten() {
        let tool = told::text(&format!("{} {}", tool.name, tool.version));
        if !tools.contains(&tool) {
            tools.push(tool);
        }
    }
    tools.join(", ")
}

fn masthead(comparison: &Comparison<'_>, title: &str) -> Markup {
    html! {
        header {
            p.kicker { "mcp-evidence" }
            h1 { (title) }
            p.lede { (lede(comparison)) }
            nav aria-label="Sections" {
                ul {
                    li { a href="#scope" { "What this establishes" } }
                    @for (number, section) in comparison.suites.iter().enumerate() {
                        li { a href={ "#s" (number + 1) } { (told::text(&section.suite.id)) } }
                    }
                }
            }
        }
    }
}

/// What came out, in a sentence.
fn lede(comparison: &Comparison<'_>) -> String {
    type Count = fn(&Summary) -> usize;
    let headline = headline(comparison);
    let columns = comparison.candidates.len();
    if (0..columns).all(|column| comparison.scored(column).next().is_none()) {
        return format!("These are {headline}.");
    }
    let mut parts = Vec::new();
    let counts: [(Count, &str, &str); 3] = [
        (|summary| summary.mismatches, "mismatch", "mismatches"),
        (|summary| summary.candidate_errors, "candidate error", "candidate errors"),
        (|summary| summary.not_run, "case that did not run", "cases that did not run"),
    ];
    for (count, one, many) in counts {
        let all: usize = (0..columns).map(|column| sum(comparison, column, count)).sum();
        if all > 0 {
            parts.push(format!("{all} {}", if all == 1 { one } else { many }));
        }
    }
    match (parts.as_slice(), columns) {
        ([], _) => format!("{headline}: every answer is the expected one."),
        (_, 2..) => format!("{headline}."),
        (parts, _) => format!("{headline}; {}.", parts.join(", ")),
    }
}

fn who(column: &Column<'_>, several: bool) -> Markup {
    html! {
        div.who {
            @if several { span.letter { (column.letter) } }
            span.mono { (column.name()) }
        }
    }
}

fn totals(comparison: &Comparison<'_>) -> Markup {
    let several = comparison.candidates.len() > 1;
    html! {
        section aria-label="Totals" {
            div.cards {
                @for (number, column) in comparison.candidates.iter().enumerate() {
                    div.card {
                        (who(column, several))
                        @if let Some(folder) = &column.record.folder {
                            p.note { "in " code { (told::text(folder)) } }
                        }
                        @for section in &comparison.suites {
                            div.score {
                                p.name {
                                    (told::text(&section.suite.id))
                                    @if !section.suite.scored { " · never scored" }
                                }
                                @match section.results[number] {
                                    Some(result) => (score(&result.summary)),
                                    None => p.rest.idle { "– not run over this suite" },
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn score(summary: &Summary) -> Markup {
    let (word, otherwise) = if summary.unscored {
        ("answered as pinned", ("other", "≠", "answered otherwise"))
    } else {
        ("matched", ("mismatch", "✗", "mismatched"))
    };
    let rest = [
        (summary.mismatches, otherwise),
        (summary.candidate_errors, ("error", "!", "ended in a candidate error")),
        (summary.not_run, ("idle", "–", "did not run")),
    ];
    let mut from = summary.matches;
    let spans = rest.map(|(count, (class, ..))| {
        let span = (from, count, class);
        from += count;
        span
    });
    html! {
        p.big { (summary.matches) small { " of " (summary.selected) " " (word) } }
        svg.bar viewBox={ "0 0 " (summary.selected.max(1)) " 1" } preserveAspectRatio="none" aria-hidden="true" {
            rect.match x="0" y="0" width=(summary.matches) height="1" {}
            @for (from, count, class) in spans {
                rect.(class) x=(from) y="0" width=(count) height="1" {}
            }
        }
        @for (count, (class, sign, what)) in rest {
            @if count > 0 {
                p.rest.(class) { span.sign aria-hidden="true" { (sign) } " " (count) " " (what) }
            }
        }
    }
}

fn scope(comparison: &Comparison<'_>) -> Markup {
    html! {
        section.scope #scope {
            h2 { "What this establishes" }
            p { (told::SCOPE) }
            dl.facts {
                @for section in &comparison.suites {
                    dt { (told::text(&section.suite.id)) }
                    dd { code { (told::text(&section.suite.corpus_digest)) } }
                }
            }
        }
    }
}

/// A sentence in which what stands between backticks is code.
fn prose(text: &str) -> Markup {
    let shown = told::text(text);
    let parts: Vec<&str> = shown.split('`').collect();
    html! {
        @if parts.len().is_multiple_of(2) { (shown) }
        @else {
            @for (number, part) in parts.into_iter().enumerate() {
                @if !number.is_multiple_of(2) { code { (part) } } @else { (part) }
            }
        }
    }
}

/// Symbol, words and class of a status: never colour alone.
fn status(case: &crate::result::Case) -> (&'static str, &'static str, &'static str) {
    let probe = told::is_probe(case);
    let (sign, class) = match case.status {
        Status::Match if case.fails() => ("✗", "mismatch"),
        Status::Match => ("✓", "match"),
        Status::Mismatch if probe => ("≠", "other"),
        Status::Mismatch if !case.fails() => ("≈", "other"),
        Status::Mismatch => ("✗", "mismatch"),
        Status::CandidateError => ("!", "error"),
        Status::NotRun => ("–", "idle"),
    };
    (sign, told::word(case), class)
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;

    #[test]
    fn hostile_text_is_text() {
        let page = document(&[testing::result("./<b>"), testing::probes("./\"x' onclick=y")]);
        assert_eq!(page.matches("<script").count(), 1, "our own");
        assert_eq!(page.matches("</details>").count(), page.matches("<details").count());
        for raw in ["<img", "<b>", "\u{202e}", "\u{2066}", "\u{1b}", "\u{0}", "\u{9b}"] {
            assert!(!page.contains(raw), "{raw:?}");
        }
        assert!(page.contains("&lt;script&gt;document.title='broken'&lt;/script&gt;"));
        assert!(page.contains(r"\u{202e}backwards"));
        assert!(!page.contains(&"w".repeat(1000)), "bounded");
    }

    #[test]
    fn nothing_is_fetched_and_only_our_style_and_script_run() {
        let page = document(&[testing::result("./verifier")]);
        let hash = |text: &str| Base64::encode_string(&Sha256::digest(text));
        assert!(
            page.contains(&format!("style-src &#39;sha256-{}", hash(STYLE)))
                || page.contains(&format!("style-src 'sha256-{}", hash(STYLE))),
            "the hash of what stands in the page"
        );
        assert!(page.contains(&format!("<style>{STYLE}</style>")));
        assert!(page.contains(&format!("<script>{SCRIPT}</script>")));
        for fetch in ["http://", "https://", "url(", "@import", " style=", "<link", "<iframe"] {
            assert!(!page.contains(fetch), "{fetch}");
        }
    }

    #[test]
    fn colours_have_contrast_in_every_scheme() {
        let schemes: Vec<&str> = STYLE.split(":root {").skip(1).collect();
        assert_eq!(schemes.len(), 3, "light, dark, print");
        let colour = |scheme: &str, name: &str| -> Option<[u32; 3]> {
            let at = scheme.split('}').next()?.split_once(&format!("{name}: #"))?.1;
            let hex: String = at.chars().take_while(char::is_ascii_hexdigit).collect();
            let wide =
                if hex.len() == 3 { hex.chars().flat_map(|c| [c, c]).collect() } else { hex };
            let part = |from: usize| u32::from_str_radix(&wide[from..from + 2], 16).ok();
            Some([part(0)?, part(2)?, part(4)?])
        };
        // Relative luminance and contrast as WCAG 2 defines them.
        let luminance = |rgb: [u32; 3]| -> f64 {
            let [r, g, b] = rgb.map(|part| {
                let part = f64::from(part) / 255.0;
                if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            });
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        for scheme in schemes {
            for ground in ["--paper", "--sheet", "--faint", "--mismatch-tint", "--error-tint"] {
                for ink in ["--ink", "--muted", "--link", "--match", "--mismatch", "--error"] {
                    let [back, front] = [ground, ink]
                        .map(|name| luminance(colour(scheme, name).expect("a colour")));
                    let ratio = (back.max(front) + 0.05) / (back.min(front) + 0.05);
                    assert!(ratio >= 4.5, "{ink} on {ground}: {ratio:.2}");
                }
            }
        }
    }

    #[test]
    fn a_page_is_a_function_of_its_results() {
        let results = [testing::result("./a"), testing::result("./b")];
        assert_eq!(document(&results), document(&results));
        let page = document(&results);
        assert!(page.contains("<h1>2 candidates side by side</h1>"));
        assert!(page.contains("<title>A 1 of 5, B 1 of 5 matched · 2 candidates"), "no sum");
        assert!(page.contains("from A to B: 0 fixed, 0 broken, 5 alike"));
        assert!(document(&[]).contains("<h1>Conformance report</h1>"));
    }
}
