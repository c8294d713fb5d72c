//! Every console block of README and of the pages under docs/ is run, and what
//! stands there is what comes out.
//!
//! A block is fenced as `console`; lines that start with `$ ` are commands, the
//! lines behind one are its output. `...` alone on a line stands for any lines,
//! `[..]` within a line for any text. For `cargo run --release` the program is
//! run that cargo has built; `cargo test` is what runs this.

mod common;

use common::checkout;
use libtest_mimic::{Arguments, Failed, Trial};
use mcp_evidence_generator as generator;
use std::path::{Path, PathBuf};
use std::process::Command;

const PAGES: [&str; 7] = [
    "README.md",
    "docs/day-by-day.md",
    "docs/request-decision-receipts.md",
    "docs/results.md",
    "docs/rule-corpus.md",
    "docs/tool-decision-surface.md",
    "docs/trust-annotations.md",
];

fn main() {
    let no_python = common::is_missing("python", "python3");
    let mut trials = Vec::new();
    for page in PAGES {
        let text = std::fs::read_to_string(checkout().join(page)).expect("a page of the checkout");
        for block in blocks(&text) {
            let ignored = no_python && block.text.contains("python3");
            let name = format!("{page}:{}", block.line);
            trials.push(Trial::test(name, move || run(&block)).with_ignored_flag(ignored));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

struct Block {
    line: usize,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (index, line) in page.lines().enumerate() {
        match (&mut open, line) {
            (None, "```console") => open = Some(Block { line: index + 1, text: String::new() }),
            (Some(_), "```") => blocks.extend(open.take()),
            (Some(block), line) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, _) => {}
        }
    }
    blocks
}

/// A folder in which the commands of a page work: the program on the path, the
/// corpora and examples of the checkout, and a `./your-verifier` that lacks one rule.
struct Place {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

impl Place {
    fn new() -> Result<Place, Failed> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().to_owned();
        generator::write(&generator::corpora(), &[], &path)?;
        std::os::unix::fs::symlink(checkout().join("examples"), path.join("examples"))?;
        let verifier = path.join("your-verifier");
        std::fs::copy(checkout().join("examples/lacks-one-rule.sh"), verifier)?;
        Ok(Place { _folder: folder, path })
    }

    /// What a command prints, then its exit code where that is not 0.
    fn run(&self, command: &str) -> Result<String, Failed> {
        let program = Path::new(env!("CARGO_BIN_EXE_mcp-evidence"));
        let folder = program.parent().ok_or("the program stands in a folder")?;
        let command = match command.strip_prefix("cargo run --release") {
            Some(rest) => format!("mcp-evidence{}", rest.strip_prefix(" --").unwrap_or(rest)),
            None => command.to_owned(),
        };
        let path = std::env::var("PATH")?;
        let output = Command::new("sh")
            .arg("-c")
            .arg(&command)
            .env("PATH", format!("{}:{path}", folder.display()))
            .current_dir(&self.path)
            .output()?;
        let mut text = String::from_utf8(output.stdout)?;
        text.push_str(&String::from_utf8(output.stderr)?);
        match output.status.code() {
            Some(0) => {}
            Some(code) => text.push_str(&format!("(exit code {code})\n")),
            None => return Err(format!("{command}: {}", output.status).into()),
        }
        Ok(text)
    }
}

fn run(block: &Block) -> Result<(), Failed> {
    let place = Place::new()?;
    let mut command: Option<&str> = None;
    let mut expected = Vec::new();
    for line in block.text.lines().chain(["$ "]) {
        if let Some(next) = line.strip_prefix("$ ") {
            if let Some(command) = command.filter(|command| !command.starts_with("cargo test")) {
                let actual = place.run(command)?;
                let lines: Vec<&str> = actual.lines().map(str::trim_end).collect();
                if !matches(&expected, &lines) {
                    let expected = expected.join("\n");
                    return Err(
                        format!("$ {command}\n--- page\n{expected}\n--- now\n{actual}").into()
                    );
                }
            }
            (command, expected) = (Some(next), Vec::new());
        } else {
            expected.push(line.trim_end());
        }
    }
    Ok(())
}

fn matches(expected: &[&str], actual: &[&str]) -> bool {
    match expected.split_first() {
        None => actual.is_empty(),
        Some((&"...", rest)) => (0..=actual.len()).any(|skipped| matches(rest, &actual[skipped..])),
        Some((line, rest)) => match actual.split_first() {
            Some((found, others)) => line_matches(line, found) && matches(rest, others),
            None => line.is_empty() && rest.is_empty(),
        },
    }
}

fn line_matches(expected: &str, actual: &str) -> bool {
    let mut parts = expected.split("[..]");
    let Some(rest) = actual.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    let mut rest = rest;
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}
