//! A candidate as a process: started, watched, stopped.
//!
//! With a supervisor ([`Host::supervisor`]) each case runs under a process of
//! its own that adopts and ends every descendant, however often it detaches.
//! Without one, and on systems other than Linux, the candidate gets a process
//! group and that group is killed: a descendant that leaves the group lives on.
//!
//! These are operational bounds, not a sandbox: a candidate runs with the
//! caller's rights and could end its supervisor.

#[cfg(target_os = "linux")]
mod descendants;
mod executable;
#[cfg(target_os = "linux")]
mod frame;
mod group;
mod near_name;
mod start_error;
mod start_hint;
mod start_word;
#[cfg(target_os = "linux")]
mod supervised;
#[cfg(target_os = "linux")]
mod supervisor;
mod watch;

pub use start_error::StartError;
#[cfg(target_os = "linux")]
pub use supervisor::supervise;

use crate::interrupt::Interrupt;
use crate::quote;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Elsewhere than on Linux nobody is started under a supervisor.
#[cfg(not(target_os = "linux"))]
pub fn supervise(_: impl IntoIterator<Item = OsString>) -> std::process::ExitCode {
    std::process::ExitCode::from(2)
}

/// A command that is given one path and answers with one JSON object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Program and arguments as they were given.
    given: Vec<OsString>,
    /// The program, absolute where it was given as a path.
    program: OsString,
    folder: Option<PathBuf>,
    built_in: bool,
}

/// A candidate that cannot even be tried: the caller's mistake.
#[derive(Debug, thiserror::Error)]
pub enum CandidateUsage {
    /// No program, or an empty one.
    #[error("no candidate program is given")]
    NoProgram,
    /// The caller's folder is not known.
    #[error("cannot tell the current folder, against which the candidate's path is resolved")]
    CurrentFolder(#[source] io::Error),
    /// The working folder is not there or is no folder.
    #[error("the working folder {} is not a folder", crate::escape::escape(&.0.to_string_lossy(), crate::escape::TEXT))]
    Folder(PathBuf),
}

impl Candidate {
    /// A program and its arguments. A relative path with a slash is taken from
    /// the current folder of this process; a bare name is looked up in `PATH`.
    ///
    /// # Errors
    /// There is no program.
    pub fn new(argv: Vec<OsString>) -> Result<Candidate, CandidateUsage> {
        let program = argv.first().filter(|program| !program.is_empty());
        let program = program.ok_or(CandidateUsage::NoProgram)?;
        let program = if program.as_bytes().contains(&b'/') {
            std::path::absolute(program).map_err(CandidateUsage::CurrentFolder)?.into_os_string()
        } else {
            program.clone()
        };
        Ok(Candidate { given: argv, program, folder: None, built_in: false })
    }

    /// The same candidate, started in `folder` instead of the caller's.
    ///
    /// # Errors
    /// `folder` is no folder.
    pub fn in_folder(mut self, folder: &Path) -> Result<Candidate, CandidateUsage> {
        let absolute = std::path::absolute(folder).map_err(CandidateUsage::CurrentFolder)?;
        if !absolute.is_dir() {
            return Err(CandidateUsage::Folder(folder.to_owned()));
        }
        self.folder = Some(absolute);
        Ok(self)
    }

    /// The same candidate as the one that the host program brings along: the
    /// command that repeats a case says `--builtin` instead of spelling it out.
    #[must_use]
    pub fn built_in(self) -> Candidate {
        Candidate { built_in: true, ..self }
    }

    /// Whether the host program brought it along.
    pub fn is_built_in(&self) -> bool {
        self.built_in
    }

    /// Program and arguments as they were given.
    pub fn argv(&self) -> &[OsString] {
        &self.given
    }

    /// The folder it is started in, where that is not the caller's.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The command as a shell would take it.
    pub fn command_line(&self) -> String {
        quote::command_line(&self.given)
    }

    /// Where its file shows why something that it starts itself was not found
    /// (exit status 126 or 127): what to do.
    pub fn inner_hint(&self) -> Option<String> {
        start_hint::inner(&self.program)
    }

    fn program(&self) -> &OsStr {
        &self.program
    }

    fn arguments(&self) -> &[OsString] {
        &self.given[1..]
    }
}

/// Bounds on one start of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// From start to exit.
    pub time: Duration,
    /// Bytes on stdout; more is a candidate error.
    pub stdout: usize,
    /// Bytes of stderr that are kept; the rest is read and dropped.
    pub stderr: usize,
}

impl Default for Limits {
    /// Ten seconds, 1 MiB and 1 MiB: a report is a few hundred bytes.
    fn default() -> Limits {
        Limits { time: Duration::from_secs(10), stdout: 1 << 20, stderr: 1 << 20 }
    }
}

/// How the candidate's processes are held.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Host {
    /// Program and arguments that end in [`supervise`], as
    /// `[current_exe, "supervise"]`. None: the process group only. Not used
    /// elsewhere than on Linux.
    pub supervisor: Option<Vec<OsString>>,
    /// What stops everything that is started here; none: nothing does.
    pub interrupt: Option<Interrupt>,
}

/// What one start of a candidate came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Execution {
    /// How it ended.
    pub end: End,
    /// From start to exit, or to the point where it was stopped.
    pub elapsed: Duration,
    /// What it printed.
    pub stdout: Captured,
    /// What else it said.
    pub stderr: Captured,
    /// How many processes it had left behind when it exited, which were ended
    /// then; none where nobody counts: without a supervisor, or when it was
    /// stopped.
    pub left: Option<usize>,
}

/// How a candidate ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// It never ran.
    NotStarted(StartError),
    /// It exited by itself, with this status.
    Exited(i32),
    /// A signal ended it.
    Signalled(i32),
    /// It was stopped at the time limit.
    TimedOut,
    /// It was stopped when it printed more than the limit.
    StdoutOverLimit,
}

/// What was kept of a stream.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Captured {
    /// The first bytes, up to the limit.
    pub bytes: Vec<u8>,
    /// How many bytes came.
    pub total: u64,
}

impl Captured {
    /// Whether more came than was kept.
    pub fn is_cut(&self) -> bool {
        self.total > self.bytes.len() as u64
    }

    fn take(&mut self, bytes: &[u8], limit: usize) {
        self.total += bytes.len() as u64;
        let room = limit.saturating_sub(self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }
}

/// Our own failure around a candidate, which says nothing about it.
#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    /// The supervisor did not start.
    #[error("cannot start the supervisor {program}: {source}")]
    Supervisor {
        /// The supervisor's program.
        program: String,
        /// Why.
        source: io::Error,
    },
    /// The supervisor ended without a word, or was stopped from outside.
    #[error("the supervisor ended without a result ({0})")]
    Silent(String),
    /// The supervisor says that it could not do its work.
    #[error("the supervisor reports: {0}")]
    Reported(String),
    /// The supervisor did not come back in time and was killed.
    #[error("the supervisor did not come back and was killed")]
    Stuck,
    /// Everything was to stop: the candidate was not started, or was ended.
    #[error("stopped before the candidate had ended")]
    Interrupted,
    /// Descendants of the candidate could not be ended.
    #[error("processes of the candidate are left that could not be ended")]
    Survivors,
    /// A pipe or the process itself could not be watched.
    #[error("cannot watch the candidate: {0}")]
    Watch(#[source] io::Error),
}

/// Starts `candidate` on one case, `case` being absolute, and holds it to
/// `limits`.
///
/// # Errors
/// Something on our side failed; the candidate's failures are in the
/// [`Execution`].
pub fn execute(
    candidate: &Candidate,
    case: &Path,
    limits: &Limits,
    host: &Host,
) -> Result<Execution, ProcessError> {
    let interrupt = host.interrupt.as_ref();
    if interrupt.is_some_and(|interrupt| interrupt.cause().is_some()) {
        return Err(ProcessError::Interrupted);
    }
    #[cfg(target_os = "linux")]
    if let Some(supervisor) = host.supervisor.as_deref().filter(|prefix| !prefix.is_empty()) {
        return supervised::execute(candidate, case, limits, supervisor, interrupt);
    }
    group::execute(candidate, case, limits, interrupt)
}
