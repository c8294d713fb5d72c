//! Files and command lines that documentation and starters tell people to copy:
//! their syntax holds, and the command line takes each of them.

use super::{Cli, Command};
use clap::Parser as _;
use mcp_evidence_contract::vocabulary;
use mcp_evidence_harness::{Warning, surface};
use saphyr::{LoadableYamlNode as _, Yaml};
use std::fs;
use std::path::Path;

/// The text of a file of the checkout.
fn file(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect(path)
}

/// The blocks of a page that are fenced as `language`.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    let blocks = page.split(&fence).skip(1);
    blocks.map(|rest| rest.split("\n```").next().unwrap_or_default().to_owned()).collect()
}

/// Lines that start the program, as words; quotes group, nothing is expanded.
fn command_lines(script: &str) -> Vec<Vec<String>> {
    let lines = script.lines().map(|line| line.split(" #").next().unwrap_or(line).trim());
    let ours = lines.filter(|line| line.starts_with("mcp-evidence "));
    ours.map(|line| line.split_whitespace().map(|word| word.replace('"', "")).collect()).collect()
}

fn parses(words: &[String]) -> Cli {
    Cli::try_parse_from(words).unwrap_or_else(|error| panic!("{words:?}: {error}"))
}

/// Every string below a node.
fn strings(node: &Yaml<'_>, found: &mut Vec<String>) {
    if let Some(text) = node.as_str() {
        found.push(text.to_owned());
    }
    for item in node.as_sequence().into_iter().flatten() {
        strings(item, found);
    }
    for (_, value) in node.as_mapping().into_iter().flatten() {
        strings(value, found);
    }
}

/// The program's command lines in a file of YAML that is one document.
fn in_yaml(text: &str) -> Vec<Vec<String>> {
    let documents = Yaml::load_from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let [document] = &documents[..] else { panic!("one document: {text}") };
    assert!(document.is_mapping(), "{text}");
    let mut found = Vec::new();
    strings(document, &mut found);
    found.iter().flat_map(|script| command_lines(script)).collect()
}

#[test]
fn the_page_about_ci_can_be_copied() {
    let page = file("docs/ci.md");
    let yaml = blocks(&page, "yaml");
    assert_eq!(yaml.len(), 2);
    for text in &yaml {
        let commands = in_yaml(text);
        assert_eq!(commands.len(), 2, "{commands:?}");
        for words in &commands {
            parses(words);
        }
        assert!(
            text.contains("MCP_EVIDENCE_KIT: https://example.invalid/"),
            "one place to fill in"
        );
    }
    for script in blocks(&page, "sh") {
        let commands = command_lines(&script);
        assert!(!commands.is_empty(), "{script}");
        commands.iter().for_each(|words| drop(parses(words)));
    }
    for text in blocks(&page, "toml") {
        crate::config::check(&text).expect("settings");
    }
}

#[test]
fn what_a_starter_brings_can_be_run() {
    for language in ["python", "node", "go", "shell"] {
        let at = |path: &str| file(&format!("starters/{language}/{path}"));
        let workflow = at(".github/workflows/conformance.yml");
        let pinned = "--git \"$MCP_EVIDENCE_KIT\" --rev \"$MCP_EVIDENCE_REV\" mcp-evidence\n";
        assert!(workflow.contains("cargo install --locked "), "{language}: what is built");
        assert!(workflow.contains(pinned), "{language}: the kit is pinned");
        let commands = in_yaml(&workflow);
        let run = commands.first().map(|words| parses(words));
        assert!(matches!(run.and_then(|cli| cli.command), Some(Command::Run(_))));
        crate::config::check(&at("mcp-evidence.toml")).expect("settings");
        for script in blocks(&at("README.md"), "sh") {
            command_lines(&script).iter().for_each(|words| drop(parses(words)));
        }
    }
}

#[test]
fn the_smallest_reports_have_the_shape_and_the_warnings_their_names() {
    let readme = file("README.md");
    let help = super::help::RUN;
    let [block] = &blocks(&readme, "json")[..] else { panic!("one block of JSON") };
    let in_help = help.split("\n\n").next().and_then(|text| text.split_once('\n'));
    let surface = surface::of_profile(vocabulary::PROFILE).expect("a surface");
    for text in [block, in_help.expect("reports").1] {
        let reports = serde_json::Deserializer::from_str(text).into_iter::<surface::Object>();
        let reports: Vec<_> = reports.collect::<Result<_, _>>().expect("JSON");
        let labels: Vec<String> = reports
            .iter()
            .map(|report| surface.label(&surface.project(report).expect("the shape holds")))
            .collect();
        assert_eq!(labels, ["fail", "pass / invalid", "pass / valid"]);
    }
    for warning in Warning::ALL {
        assert!(readme.contains(warning.name()) && help.contains(warning.name()), "{warning}");
    }
}

#[test]
fn a_line_that_cannot_be_parsed_is_seen() {
    let commands = in_yaml("run: |\n  mcp-evidence run --no-such-option # why\n  echo");
    assert_eq!(commands, [["mcp-evidence", "run", "--no-such-option"]]);
    assert!(Cli::try_parse_from(&commands[0]).is_err());
}
