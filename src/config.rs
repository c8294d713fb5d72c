//! `mcp-evidence.toml`: what `run` and `doctor` do where the command line does
//! not say it.
//!
//! The file is looked for in the current folder and its parents, up to the
//! first that holds `.git`: a repository's settings are its own. Relative paths
//! in it are taken from its folder, which is also the working folder of its
//! commands unless `cwd` names another. A candidate on the command line, or the
//! built-in verifier that it asks for, is the caller's: commands, `cwd` and
//! `baseline` of the file do not reach it.

mod document;

use crate::cli::ConfigArguments;
use crate::failure::Failure;
use crate::notice::{notice, shown};
use crate::suites;
use document::Document;
use mcp_evidence_harness::Candidate;
use std::fs::File;
use std::io::{self, Read as _};
use std::num::NonZeroUsize;
use std::os::unix::fs::FileTypeExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The file's name.
pub(crate) const NAME: &str = "mcp-evidence.toml";

/// Bytes that the file may have.
const LIMIT: u64 = 64 * 1024;

/// Characters of its path that are shown.
const SHOWN: usize = 1000;

/// What `--suite` takes for every suite that the file has a command for.
pub(crate) const ALL: &str = "all";

/// Why a file of settings cannot be used: its author's mistake.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConfigError {
    /// It is not there, or is no file of text.
    #[error("cannot read the settings in {}: {source}; --no-config does without them", shown(path))]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// It is a link, and what it leads to cannot be reached.
    #[error(
        "{} is a link that leads to no file ({source}): mend or remove it; --no-config does without settings",
        shown(path)
    )]
    Link {
        /// The link.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// It is something else than a regular file.
    #[error(
        "{} is {kind}, and settings are a regular file: move it away; --no-config does without settings",
        shown(path)
    )]
    Kind {
        /// What has the name.
        path: PathBuf,
        /// What it is, in words.
        kind: &'static str,
    },
    /// It is larger than any settings.
    #[error("{} has more than {LIMIT} bytes, and is taken for no settings; --no-config does without them", shown(.0))]
    Size(PathBuf),
    /// It does not say what it must.
    #[error("{}: {}{}", shown(path), source.to_string().trim_end(), document::hint(source))]
    Parse {
        /// The file.
        path: PathBuf,
        /// Where and why, with line and column.
        source: toml::de::Error,
    },
    /// It names a suite that is none.
    #[error("{}: {source}", shown(path))]
    Suite {
        /// The file.
        path: PathBuf,
        /// Which, beside those that there are.
        source: Box<Failure>,
    },
    /// It has no command for a suite that is to be run.
    #[error(
        "{} has no command for {suite}: add command = [\"PROGRAM\", \"ARGUMENT\"], or give the candidate behind --; run --builtin drives the kit's own verifier",
        shown(path)
    )]
    NoCommand {
        /// The file.
        path: PathBuf,
        /// The suite.
        suite: String,
    },
}

/// The settings of one file.
#[derive(Debug)]
pub(crate) struct Config {
    /// The file, absolute.
    pub(crate) path: PathBuf,
    folder: PathBuf,
    document: Document,
}

impl Config {
    /// The settings that count, and a line on standard error about where they
    /// come from; none where there is no file.
    ///
    /// # Errors
    /// The file is there and cannot be used, or is named and not there.
    pub(crate) fn of(arguments: &ConfigArguments) -> Result<Option<Config>, Failure> {
        let path = match &arguments.config {
            _ if arguments.no_config => None,
            Some(path) => Some(path.clone()),
            None => match std::env::current_dir() {
                Ok(here) => find(&here)?,
                // Removed while this program stands in it: it holds nothing.
                Err(_) => None,
            },
        };
        let config = path.map(|path| Config::read(&path)).transpose()?;
        if let Some(config) = &config {
            let path = config.path.to_string_lossy();
            let shown = mcp_evidence_harness::escape::escape(&path, SHOWN);
            notice(format_args!("settings from {shown}"));
        }
        Ok(config)
    }

    fn read(path: &Path) -> Result<Config, ConfigError> {
        let unreadable = |source| ConfigError::Read { path: path.to_owned(), source };
        let path = std::path::absolute(path).map_err(unreadable)?;
        is_regular(&path)?;
        let mut text = String::new();
        File::open(&path)
            .and_then(|file| file.take(LIMIT + 1).read_to_string(&mut text))
            .map_err(unreadable)?;
        if text.len() as u64 > LIMIT {
            return Err(ConfigError::Size(path));
        }
        let mut document: Document = toml::from_str(&text)
            .map_err(|source| ConfigError::Parse { path: path.clone(), source })?;
        document.name_suites().map_err(|failure| ConfigError::Suite {
            path: path.clone(),
            source: Box::new(failure),
        })?;
        let folder = path.parent().map(Path::to_owned).unwrap_or_default();
        Ok(Config { path, folder, document })
    }

    /// Suites of a run that names none; empty where that is the default one.
    pub(crate) fn suites(&self) -> &[String] {
        &self.document.suites
    }

    /// Every suite that the file has a command for: those of `suites`, or else
    /// the default one, and those with a command of their own.
    pub(crate) fn all(&self) -> Vec<String> {
        let listed = match self.document.suites.as_slice() {
            [] => vec![suites::DEFAULT.to_owned()],
            listed => listed.to_vec(),
        };
        let own = self.document.suite.keys().filter(|id| !listed.contains(id)).cloned();
        let mut all: Vec<String> = listed.iter().cloned().chain(own).collect();
        all.retain(|id| self.command(Some(id)).is_some());
        all
    }

    pub(crate) fn timeout(&self) -> Option<Duration> {
        self.document.timeout
    }

    pub(crate) fn jobs(&self) -> Option<NonZeroUsize> {
        self.document.jobs
    }

    /// The file of known divergences.
    pub(crate) fn baseline(&self) -> Option<PathBuf> {
        self.document.baseline.as_ref().map(|path| self.folder.join(path))
    }

    fn command(&self, suite: Option<&str>) -> Option<&[String]> {
        let own = suite.and_then(|suite| self.document.suite.get(suite)?.command.as_ref());
        own.or(self.document.command.as_ref()).map(Vec::as_slice)
    }

    /// The candidate for a suite, or for a corpus of somebody else's, in `cwd`
    /// or in the folder that the file says.
    ///
    /// # Errors
    /// The file has no such command, or no such folder.
    pub(crate) fn candidate(
        &self,
        suite: Option<&str>,
        cwd: Option<&Path>,
    ) -> Result<Candidate, Failure> {
        let words = self.command(suite).ok_or_else(|| ConfigError::NoCommand {
            path: self.path.clone(),
            suite: suite.unwrap_or("this corpus").to_owned(),
        })?;
        let here = std::env::current_dir().ok();
        let mut argv: Vec<_> = words.iter().map(Into::into).collect();
        // Seen from its own folder, a program is as it was written.
        if words[0].contains('/') && here.as_ref() != Some(&self.folder) {
            argv[0] = self.folder.join(&words[0]).into_os_string();
        }
        let own = match &self.document.cwd {
            Some(folder) => self.folder.join(folder),
            None => self.folder.clone(),
        };
        let candidate = Candidate::new(argv)?;
        Ok(match cwd {
            Some(folder) => candidate.in_folder(folder)?,
            None if here.as_ref() == Some(&own) => candidate,
            None => candidate.in_folder(&own)?,
        })
    }
}

/// What has the file's name in `here` or in the nearest parent, no further than
/// the root of a repository. Whatever it is, it is not passed over: a run
/// without its settings would be another run.
fn find(here: &Path) -> Result<Option<PathBuf>, ConfigError> {
    for folder in here.ancestors() {
        let path = folder.join(NAME);
        match path.symlink_metadata() {
            Ok(_) => return Ok(Some(path)),
            Err(source) if source.kind() == io::ErrorKind::NotFound => {}
            Err(source) => return Err(ConfigError::Read { path, source }),
        }
        if folder.join(".git").exists() {
            return Ok(None);
        }
    }
    Ok(None)
}

/// Asked before it is opened: opening a named pipe waits, and opening a device
/// may do anything.
fn is_regular(path: &Path) -> Result<(), ConfigError> {
    let found = path.metadata().map_err(|source| {
        let path = path.to_owned();
        if path.is_symlink() {
            ConfigError::Link { path, source }
        } else {
            ConfigError::Read { path, source }
        }
    })?;
    let kind = found.file_type();
    let kind = if kind.is_file() {
        return Ok(());
    } else if kind.is_dir() {
        "a folder"
    } else if kind.is_fifo() {
        "a named pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    };
    Err(ConfigError::Kind { path: path.to_owned(), kind })
}

/// Whether `text` would be taken, for files that documentation shows.
#[cfg(test)]
pub(crate) fn check(text: &str) -> Result<(), toml::de::Error> {
    toml::from_str(text).map(|_: Document| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn read(text: &str) -> Result<Config, ConfigError> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(NAME);
        fs::write(&path, text).expect("writes");
        Config::read(&path)
    }

    #[test]
    fn everything_that_can_be_set_is_read() {
        let config = read(
            "command = ['./verify', '--json']\nsuites = ['privileged-mcp-action-v0']\n\
             timeout = 2.5\njobs = 3\ncwd = 'bin'\nbaseline = 'known.json'\n\
             [suite.privileged-mcp-action-v0-rules]\ncommand = ['./rules']\n\
             [suite.privileged-mcp-action-v0-probes]\n",
        )
        .expect("settings");
        assert_eq!(config.suites(), ["privileged-mcp-action-v0"]);
        assert_eq!(config.timeout(), Some(Duration::from_millis(2500)));
        assert_eq!(config.jobs().map(NonZeroUsize::get), Some(3));
        assert_eq!(config.baseline(), Some(config.folder.join("known.json")));
        let command = |suite| config.command(suite).map(|words| words[0].as_str());
        assert_eq!(command(Some("privileged-mcp-action-v0-rules")), Some("./rules"));
        assert_eq!(command(Some("privileged-mcp-action-v0-probes")), Some("./verify"));
        assert_eq!(command(None), Some("./verify"));
        assert_eq!(
            read("timeout = 10").expect("a whole number").timeout().map(|t| t.as_secs()),
            Some(10)
        );
    }

    #[test]
    fn all_is_what_has_a_command() {
        let all = |text: &str| read(text).expect("settings").all();
        assert_eq!(all(""), [""; 0]);
        assert_eq!(all("command = ['v']"), ["privileged-mcp-action-v0"]);
        let rules = "[suite.privileged-mcp-action-v0-rules]\ncommand = ['v']";
        assert_eq!(all(rules), ["privileged-mcp-action-v0-rules"]);
        assert_eq!(
            all(&format!("command = ['v']\nsuites = ['privileged-mcp-action-v0-probes']\n{rules}")),
            ["privileged-mcp-action-v0-probes", "privileged-mcp-action-v0-rules"]
        );
        // By the names that manifests give them.
        let named = "suites = ['privileged-mcp-action-v0-conformance']\n\
                     [suite.privileged-mcp-action-v1-conformance]\ncommand = ['v']";
        assert_eq!(all(named), ["privileged-mcp-action-v1"]);
        assert_eq!(
            all(&format!("command = ['v']\n{named}")),
            ["privileged-mcp-action-v0", "privileged-mcp-action-v1"]
        );
    }

    #[test]
    fn a_mistake_is_told_with_file_line_and_column() {
        for (text, parts) in [
            ("\ncomand = ['v']", &["line 2, column 1", "unknown field `comand`"][..]),
            ("comands = ['v']", &["did you mean `command`?"]),
            ("timeuot = 3", &["did you mean `timeout`?"]),
            ("timeouts = 3", &["did you mean `timeout`?"]),
            ("[suite.privileged-mcp-action-v0]\ncommands = ['v']", &["did you mean `command`?"]),
            ("command = 'v'", &["line 1, column 11", "array of words", "command = [\"v\"]"]),
            ("command = 'python3 v.py'", &["as in command = [\"python3\", \"v.py\"]"]),
            ("[suite.privileged-mcp-action-v0]\ncommand = 'v -x'", &["line 2", "[\"v\", \"-x\"]"]),
            ("command = ['v', 3]", &["line 1", "expected a string"]),
            ("command = ['v', \"a\\u0000b\"]", &["line 1, column 11", "of `command` holds a NUL"]),
            ("suites = []", &["line 1, column 10", "leave it out for the default"]),
            ("suites = 'x'", &["line 1, column 10", "as in suites = [\"x\"]"]),
            ("suite = 'x'", &["line 1, column 9", "did you mean `suites`, as in suites = [\"x\"]"]),
            ("suite = ['x']", &["line 1, column 9", "did you mean `suites`"]),
            ("suite = 3", &["line 1, column 9", "expected tables as [suite.ID]"]),
            ("command = []", &["line 1, column 11", "a command has a program"]),
            ("command = ['']", &["line 1", "a command has a program"]),
            ("timeout = 0", &["line 1, column 11", "between 0.001 and 86400"]),
            ("timeout = '10'", &["line 1, column 11", "a number of seconds, as in timeout = 10"]),
            ("timeout = 9999999999", &["line 1, column 11", "between 0.001 and 86400"]),
            ("jobs = 0", &["line 1, column 8", "`0`, expected a whole number of 1 or more"]),
            ("jobs = 1.5", &["line 1, column 8", "expected a whole number of 1 or more"]),
            ("[suites.x]\ncommand = ['v']", &["line 1", "did you mean [suite.ID]"]),
            ("[command.x]", &["line 1", "as in command = [\"./verify\"]"]),
            ("suites = ['x']", &["there is no suite \"x\""]),
            ("[suite.x]", &["there is no suite \"x\""]),
            (
                "[suite.privileged-mcp-action-v0]\n[suite.privileged-mcp-action-v0-conformance]",
                &["[suite.privileged-mcp-action-v0] stands there twice"],
            ),
            ("[suite.privileged-mcp-action-v0]\ncwd = 'x'", &["line 2, column 1", "`cwd`"]),
            ("command", &["line 1"]),
        ] {
            let error = read(text).expect_err(text).to_string();
            for part in parts.iter().copied().chain([NAME]) {
                assert!(error.contains(part), "{text}: {error}");
            }
        }
        for far in ["directory = 'x'", "cmd = ['v']"] {
            let error = read(far).expect_err(far).to_string();
            assert!(!error.contains("did you mean"), "{error}");
        }
        let long = "#".repeat(70_000);
        assert!(matches!(read(&long), Err(ConfigError::Size(_))));
    }

    #[test]
    fn the_nearest_file_counts_and_a_repository_ends_the_search() {
        let root = tempfile::tempdir().expect("a folder");
        let root = root.path();
        let deep = root.join("repository/src/deep");
        fs::create_dir_all(&deep).expect("folders");
        fs::write(root.join(NAME), "").expect("writes");
        let find = |here: &Path| find(here).expect("reads the folders");
        assert_eq!(find(&deep), Some(root.join(NAME)));
        fs::write(root.join("repository/.git"), "gitdir: elsewhere").expect("writes");
        assert_eq!(find(&deep), None);
        fs::write(root.join("repository").join(NAME), "").expect("writes");
        assert_eq!(find(&deep), Some(root.join("repository").join(NAME)));
    }
}
