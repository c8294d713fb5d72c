//! What runs over what: a corpus, a candidate and a selection for each suite.

use crate::cli::{RETRIES, RunArguments};
use crate::config::Config;
use crate::failure::Failure;
use crate::notice::notice;
use crate::{place, suites};
use mcp_evidence_contract::{Profile, profile};
use mcp_evidence_harness::candidate::Limits;
use mcp_evidence_harness::result::NextStep;
use mcp_evidence_harness::select::{Hints, Names, SelectError};
use mcp_evidence_harness::{Baseline, Candidate, Corpus, Options, Selection};
use std::ffi::OsString;
use std::time::Duration;

/// One suite of a command.
pub(super) struct Part {
    /// The suite's id, where it is one of ours and was named.
    pub(super) suite: Option<&'static str>,
    pub(super) corpus: Corpus,
    pub(super) candidate: Candidate,
    pub(super) selection: Selection,
    /// Time limit of a case.
    pub(super) timeout: Duration,
    /// Whether the candidate sees the vectors' own names.
    pub(super) named: bool,
}

impl Part {
    /// The suite's id, as its manifest gives it.
    pub(super) fn suite_id(&self) -> &str {
        &self.corpus.manifest().suite
    }

    /// How this part is run.
    pub(super) fn options(
        &self,
        arguments: &RunArguments,
        baseline: Option<&Baseline>,
    ) -> Result<Options, Failure> {
        let suite = &self.corpus.manifest().suite;
        Ok(Options {
            selection: self.selection.clone(),
            jobs: arguments.jobs,
            named: self.named,
            limits: Limits { time: self.timeout, ..Limits::default() },
            retries: arguments.retries,
            fail_fast: arguments.fail_fast,
            baseline: baseline.and_then(|baseline| baseline.suite(suite)).cloned(),
            host: place::host()?,
            repeat: self.repeat(arguments),
            inspect: self.inspect(),
            doctor: self.command("doctor", self.suite, arguments),
            rewrite: self.rewrite(arguments),
            onward: self.onward(arguments),
        })
    }

    /// The command that repeats this part, but for `--only` and the candidate.
    fn repeat(&self, arguments: &RunArguments) -> Vec<OsString> {
        let mut command = self.command("run", self.suite, arguments);
        if self.named {
            command.push("--named".into());
        }
        command
    }

    /// The command that shows a bundle of this part. Vectors of two suites may have
    /// one id, and a file does not tell its version.
    fn inspect(&self) -> Vec<OsString> {
        let mut command: Vec<OsString> = vec!["mcp-evidence".into(), "inspect".into()];
        let profile = Profile::of_id(&self.corpus.manifest().profile);
        let profile = profile.filter(|it| **it != profile::V0 && self.corpus.path().is_some());
        if let Some(profile) = profile {
            command.extend(["--profile".into(), profile.name.into()]);
        }
        if let Some(suite) = self.suite.filter(|id| *id != suites::DEFAULT) {
            command.extend(["--suite".into(), suite.into()]);
        }
        command
    }

    /// Writing the baseline of this run anew, over the same selection; the settings
    /// give the candidate where they gave it before. None where it is written
    /// already.
    fn rewrite(&self, arguments: &RunArguments) -> Option<NextStep> {
        let file = arguments.baseline.as_ref().filter(|_| arguments.write_baseline.is_none())?;
        let mut command = self.command("run", self.suite, arguments);
        let mut option = |name: &str, value: OsString| command.extend([name.into(), value]);
        let globs = [("--only", &arguments.only), ("--skip", &arguments.skip)];
        for (name, globs) in globs.into_iter().chain([("--rule", &arguments.rule)]) {
            globs.iter().for_each(|glob| option(name, glob.into()));
        }
        arguments.stage.iter().for_each(|stage| option("--stage", stage.to_string().into()));
        arguments.rerun.iter().for_each(|path| option("--rerun", path.into()));
        arguments.jobs.iter().for_each(|jobs| option("--jobs", jobs.to_string().into()));
        if arguments.retries != RETRIES {
            option("--retries", arguments.retries.to_string().into());
        }
        option("--write-baseline", file.into());
        if self.named {
            command.push("--named".into());
        }
        if arguments.builtin {
            command.push("--builtin".into());
        } else if !arguments.candidate.is_empty() {
            command.push("--".into());
            command.extend(arguments.candidate.iter().cloned());
        }
        Some(NextStep::new("write the baseline anew, as entries of it hold no more", &command))
    }

    /// The suite that goes further, unless this command runs it too or nothing but
    /// the kit's own verifier is driven.
    fn onward(&self, arguments: &RunArguments) -> Option<NextStep> {
        let ours =
            self.suite.or_else(|| arguments.manifest.is_none().then_some(suites::DEFAULT))?;
        let further = suites::find(ours).ok()?.onward()?;
        if self.candidate.is_built_in() || arguments.suite.iter().any(|id| id == further.id) {
            return None;
        }
        let mut command = self.command("run", Some(further.id), arguments);
        command.push("--".into());
        command.extend(self.candidate.argv().iter().cloned());
        Some(NextStep::new(further.about, &command))
    }

    /// A subcommand over a corpus, this part's or that of a suite beside it, within
    /// the same bounds.
    fn command(
        &self,
        name: &str,
        suite: Option<&'static str>,
        arguments: &RunArguments,
    ) -> Vec<OsString> {
        let mut command: Vec<OsString> = vec!["mcp-evidence".into(), name.into()];
        let mut option = |name: &str, value: OsString| command.extend([name.into(), value]);
        if let Some(manifest) = &arguments.manifest {
            option("--manifest", manifest.into());
        }
        if let Some(suite) = suite {
            option("--suite", suite.into());
        }
        if self.timeout != Limits::default().time {
            option("--timeout", self.timeout.as_secs_f64().to_string().into());
        }
        if let Some(folder) = arguments.cwd.as_deref().or(self.candidate.folder()) {
            option("--cwd", folder.into());
        }
        if let Some(config) = &arguments.config.config {
            option("--config", config.into());
        }
        if arguments.config.no_config {
            command.push("--no-config".into());
        }
        command
    }
}

/// The parts that the arguments name; nothing has run yet when there is none.
pub(super) fn of(arguments: &RunArguments, config: Option<&Config>) -> Result<Vec<Part>, Failure> {
    named(arguments, config)?;
    let selection = selection(arguments)?;
    let mut parts = Vec::new();
    let mut passed_over = Vec::new();
    for (suite, corpus) in corpora(arguments)? {
        if !selection.selects_any(&corpus) {
            notice(format_args!("no vector of {} is selected", corpus.manifest().suite));
            passed_over.push((suite, corpus));
            continue;
        }
        let candidate = candidate(arguments, config, suite, &corpus.manifest().profile)?;
        parts.push(Part {
            suite,
            corpus,
            candidate,
            selection: selection.clone(),
            timeout: arguments.timeout.unwrap_or(Limits::default().time),
            named: arguments.named,
        });
    }
    if parts.is_empty() { Err(nothing(&selection, &passed_over)?) } else { Ok(parts) }
}

/// That nothing is selected, with what may have been meant: the names of these
/// corpora, and those of all other suites.
fn nothing(
    selection: &Selection,
    corpora: &[(Option<&'static str>, Corpus)],
) -> Result<Failure, Failure> {
    let mut here = Vec::new();
    for (suite, corpus) in corpora {
        // Only the default suite and a manifest have no id that was typed.
        here.push(Names::new(suite.unwrap_or(&corpus.manifest().suite), corpus));
    }
    let mut elsewhere = Vec::new();
    for suite in suites::all() {
        let corpus = place::load(&suite.corpus())?;
        let digest = &corpus.manifest().corpus_digest;
        if corpora.iter().all(|(_, known)| known.manifest().corpus_digest != *digest) {
            elsewhere.push(Names::new(suite.id, &corpus));
        }
    }
    Ok(SelectError::Nothing(Hints::new(selection, &here, &elsewhere)).into())
}

/// That there is something to drive: nobody who lost their settings shall see the
/// kit's own verifier pass.
fn named(arguments: &RunArguments, config: Option<&Config>) -> Result<(), Failure> {
    if arguments.builtin || config.is_some() || !arguments.candidate.is_empty() {
        return Ok(());
    }
    Err(Failure::Usage(
        "run needs a candidate: give it behind --, as in mcp-evidence run -- ./verify, or name it \
         in mcp-evidence.toml; --builtin drives the kit's own verifier"
            .to_owned(),
    ))
}

/// The candidate for one suite: our own under the corpus's profile where that is
/// asked for, the typed one, or the file's.
fn candidate(
    arguments: &RunArguments,
    config: Option<&Config>,
    suite: Option<&str>,
    profile: &str,
) -> Result<Candidate, Failure> {
    let candidate = match config {
        _ if arguments.builtin => place::built_in(profile)?,
        Some(config) if arguments.candidate.is_empty() => {
            return config.candidate(suite, arguments.cwd.as_deref());
        }
        Some(_) | None => Candidate::new(arguments.candidate.clone())?,
    };
    Ok(match &arguments.cwd {
        Some(folder) => candidate.in_folder(folder)?,
        None => candidate,
    })
}

/// What the arguments select of any corpus.
pub(super) fn selection(arguments: &RunArguments) -> Result<Selection, Failure> {
    let selection = Selection::new(&arguments.only, &arguments.skip)?;
    Ok(selection.by_rule(&arguments.rule)?.by_stage(&arguments.stage))
}

/// The corpora, each with the suite's id where it is one of ours.
fn corpora(arguments: &RunArguments) -> Result<Vec<(Option<&'static str>, Corpus)>, Failure> {
    if let Some(manifest) = &arguments.manifest {
        return Ok(vec![(None, Corpus::load(manifest)?)]);
    }
    if arguments.suite.is_empty() {
        return Ok(vec![(None, place::load(&suites::find(suites::DEFAULT)?.corpus())?)]);
    }
    let mut corpora: Vec<(Option<&str>, Corpus)> = Vec::new();
    for id in &arguments.suite {
        let suite = suites::find(id)?;
        if corpora.iter().all(|(known, _)| *known != Some(suite.id)) {
            corpora.push((Some(suite.id), place::load(&suite.corpus())?));
        }
    }
    Ok(corpora)
}
