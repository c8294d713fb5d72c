//! The pages under docs/ that are made from the code's own tables, so that they
//! cannot go stale.

use crate::commands::adequacy;
use crate::failure::Failure;
use mcp_evidence_contract::{Kind, Rule, System, Values, catalogue};
use mcp_evidence_generator::{self as generator, File};

/// Every generated page.
pub(crate) fn all() -> Result<Vec<File>, Failure> {
    let privileged = generator::interpretations_markdown(System::PrivilegedMcpAction);
    let mut pages = vec![
        page("docs/interpretations.md", privileged.into_bytes()),
        page("docs/rules.md", rules().into_bytes()),
        page("docs/adequacy-published.md", adequacy::page(&generator::published())?),
        page("docs/adequacy-rules.md", adequacy::page(&generator::rules())?),
        page("docs/adequacy-v1.md", adequacy::page(&generator::rules_v1())?),
        page("docs/adequacy-v1-published.md", adequacy::page(&generator::published_v1())?),
        page("docs/adequacy-tool-decision.md", adequacy::page(&generator::tool_decisions())?),
        page(
            "docs/adequacy-tool-decision-check.md",
            adequacy::page(&generator::tool_decision_records())?,
        ),
        page("docs/adequacy-receipts.md", adequacy::page(&generator::receipts())?),
        page("docs/adequacy-annotations.md", adequacy::page(&generator::annotations())?),
    ];
    for (system, name) in [
        (System::ToolDecisionSurface, "tool-decision"),
        (System::RequestDecisionReceipts, "receipts"),
        (System::TrustAnnotations, "annotations"),
    ] {
        if catalogue::of(system).next().is_some() {
            let points = generator::interpretations_markdown(system);
            pages.push(page(&format!("docs/interpretations-{name}.md"), points.into_bytes()));
            pages.push(page(&format!("docs/rules-{name}.md"), rules_of(system).into_bytes()));
        }
    }
    Ok(pages)
}

fn page(path: &str, bytes: Vec<u8>) -> File {
    File { path: path.to_owned(), bytes }
}

const INTRODUCTION: &str = "\
# The rule catalogue

<!-- Generated from contract/src/catalogue; `mcp-evidence generate` writes it. -->

Every clause of `privileged-mcp-action` that a bundle can break, and every freedom that a verifier must
grant, has an id. Sections are those of v0. What v1 changes has rules of its own, with `v1` in their ids,
which take the place of v0's about the observation's schema and the marker's code; a section followed by
(v1) is that section as v1 changes it.

Findings of the built-in verifier, vectors of the rule corpora and the diagnosis of a run name rules by
these ids; `mcp-evidence explain ID` prints one with its vectors.

A *requirement* is broken by a bundle that must be rejected. A *permission* is used by a bundle that
must not be rejected for that. A *reading* is what this kit pins where the text leaves room: it is
probed, never scored (see [interpretations](interpretations.md)). An *excluded* rule cannot be told
apart by any bundle, because another always fires with it.
";

fn rules() -> String {
    let mut text = String::from(INTRODUCTION);
    for (number, title) in [
        (1, "Stage 1: bundle integrity"),
        (2, "Stage 2: well-formed records"),
        (3, "Stage 3: binding"),
        (4, "Stage 4: claims"),
    ] {
        text.push_str(&format!(
            "\n## {title}\n\n| rule | section | kind | what it asks or grants |"
        ));
        text.push_str(" part of the published rule |\n|---|---|---|---|---|\n");
        for rule in catalogue::of(System::PrivilegedMcpAction)
            .filter(|rule| rule.stage.number() == Some(number))
        {
            let published = rule.refines.map_or("", |published| published.text());
            text.push_str(&format!(
                "| `{}` | {} | {} | {} | {published} |\n",
                rule.id,
                rule.section,
                kind(rule),
                asks(rule),
            ));
        }
    }
    text.push_str("\n## Other readings\n\n| id | a verifier that |\n|---|---|\n");
    for alternative in catalogue::alternatives_of(System::PrivilegedMcpAction) {
        text.push_str(&format!("| `{}` | {} |\n", alternative.id, alternative.text));
    }
    text
}

/// The rules of a system without stages, operation by operation.
fn rules_of(system: System) -> String {
    let mut text = format!(
        "# The rules of `{}`\n\n<!-- Generated from contract/src/catalogue; `mcp-evidence generate` \
         writes it. -->\n\nSections are cited by the headings of the text, and where it has none by its paragraphs; \
         `mcp-evidence explain ID` prints a rule with its vectors. A *reading*\nis what this kit pins where the text leaves room: \
         it is probed, never scored.\n",
        system.title()
    );
    let mut operation = "";
    for rule in catalogue::of(system) {
        if rule.stage.label() != operation {
            operation = rule.stage.label();
            text.push_str(&format!(
                "\n## {operation}\n\n| rule | section | kind | what it asks or grants |\n\
                 |---|---|---|---|\n"
            ));
        }
        let (id, section, kind) = (rule.id, rule.section, kind(rule));
        let asks = asks(rule);
        text.push_str(&format!("| `{id}` | {section} | {kind} | {asks} |\n"));
    }
    if catalogue::alternatives_of(system).next().is_some() {
        text.push_str("\n## Other readings\n\n| id | a program that |\n|---|---|\n");
    }
    for alternative in catalogue::alternatives_of(system) {
        text.push_str(&format!("| `{}` | {} |\n", alternative.id, alternative.text));
    }
    text
}

/// What a rule asks, with its strings, in a cell of a table.
fn asks(rule: &Rule) -> String {
    let code = |values: &[&str]| {
        let values: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
        format!(": {}", values.join(", "))
    };
    let values = match rule.values {
        Values::InText => String::new(),
        Values::Exactly(value) => code(&[value]),
        Values::OneOf(values) => code(values),
    };
    format!("{}{values}", rule.text).replace('|', "\\|")
}

fn kind(rule: &Rule) -> String {
    match (rule.interpretation, rule.exclusion, rule.kind) {
        (Some(point), _, _) => format!("reading of {point}"),
        (None, Some(_), _) => "excluded".to_owned(),
        (None, None, Kind::Requirement) => "requirement".to_owned(),
        (None, None, Kind::Permission) => "permission".to_owned(),
    }
}
