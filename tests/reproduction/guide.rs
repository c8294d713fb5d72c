//! "Reproduce issue #1840 in an hour": its commands, run as they stand there.

use crate::reports::docs;
use crate::support::{Folder, ignores_python, our_pack, published_folder, python, trial};
use libtest_mimic::{Failed, Trial};
use std::path::Path;
use std::process::Command;

const PACK: &str = "privileged-mcp-action-v0-clean-room.tar.gz";
/// The candidate of the page.
const PYTHON: &str = "python3 examples/candidates/python/verify.py";
/// What stands in for it where there is no Python.
const BUILT_IN: &str = "mcp-evidence verify --format json --";

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("guide::with_the_built_in_verifier", || follow(Some(BUILT_IN))),
        trial("guide::as_it_stands", || {
            python().ok_or("there is no python3")?;
            follow(None)
        })
        .with_ignored_flag(ignores_python()),
        trial("guide::names_only_what_there_is", names),
    ]
}

/// One block of the page.
enum Block {
    /// Commands, each with lines that its output must hold.
    Commands(Vec<(String, Vec<String>)>),
    /// The text of `identity.toml`.
    Identity(String),
}

fn page() -> Result<String, Failed> {
    Ok(std::fs::read_to_string(docs("reproduce-1840.md"))?)
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    // Every second part stands between fences.
    for fenced in page.split("```").skip(1).step_by(2) {
        let (language, text) = fenced.split_once('\n').expect("a fence ends its line");
        match language {
            "toml" => blocks.push(Block::Identity(text.to_owned())),
            "console" => {
                let mut commands: Vec<(String, Vec<String>)> = Vec::new();
                for line in text.lines() {
                    match (line.strip_prefix("$ "), commands.last_mut()) {
                        (Some(command), _) => commands.push((command.to_owned(), Vec::new())),
                        (None, Some((_, shown))) => shown.push(line.to_owned()),
                        (None, None) => panic!("{line}: a block begins with a command"),
                    }
                }
                blocks.push(Block::Commands(commands));
            }
            other => panic!("no test for a block of {other:?}"),
        }
    }
    blocks
}

fn follow(candidate: Option<&str>) -> Result<(), Failed> {
    let folder = Folder::new();
    match published_folder() {
        Some(published) => folder.write(PACK, std::fs::read(published.join("pack").join(PACK))?),
        None => folder.write(PACK, our_pack()),
    }
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    std::os::unix::fs::symlink(examples, folder.path().join("examples"))?;
    let program = Path::new(env!("CARGO_BIN_EXE_mcp-evidence"));
    let mut path = vec![program.parent().ok_or("the program is in a folder")?.to_owned()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let path = std::env::join_paths(path)?;
    let mut followed = 0;
    for block in blocks(&page()?) {
        let commands = match block {
            Block::Identity(text) => {
                folder.write("identity.toml", text);
                continue;
            }
            Block::Commands(commands) => commands,
        };
        for (command, shown) in commands {
            let command = match candidate {
                Some(candidate) => command.replace(PYTHON, candidate),
                None => command,
            };
            let mut shell = Command::new("sh");
            shell.arg("-c").arg(&command).env("PATH", &path).current_dir(folder.path());
            let output = shell.output()?;
            let stdout = String::from_utf8(output.stdout)?;
            let stderr = String::from_utf8(output.stderr)?;
            if !output.status.success() {
                return Err(format!("{command}: {}\n{stdout}{stderr}", output.status).into());
            }
            for line in shown {
                assert!(
                    stdout.lines().any(|out| out == line),
                    "{command}: no {line:?} in {stdout}"
                );
            }
            followed += 1;
        }
    }
    assert_eq!(followed, 10, "every command of the page");
    let report = String::from_utf8(folder.read("report.md"))?;
    for part in [
        "# Implementation report: my-verifier",
        "14 of 14",
        "language | Python 3",
        "21 were seen here",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    Ok(())
}

/// Fixed numbers and names of the page are those of the program.
fn names() -> Result<(), Failed> {
    let page = page()?;
    for name in mcp_evidence_reproduction::pack::TEXTS {
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
    for mode in mcp_evidence_reproduction::identity::Mode::ALL {
        assert!(page.contains(&format!("`{}`", mode.name())), "{}", mode.name());
    }
    Ok(())
}
