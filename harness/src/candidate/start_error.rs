//! A candidate that could not be started.

use super::start_hint;
use crate::escape::{TEXT, escape};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// Why a program did not start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartError {
    /// The program: absolute where it was given as a path, else the bare name.
    pub program: OsString,
    /// The system's error number.
    pub errno: Option<i32>,
    /// The system's words for it.
    pub cause: String,
    /// What that probably means for this program, and what to do.
    pub hint: Option<String>,
}

impl StartError {
    pub(super) fn new(program: &OsStr, errno: Option<i32>, cause: &str) -> StartError {
        StartError {
            program: program.to_owned(),
            errno,
            cause: match errno {
                Some(number) => words(number),
                None => cause.to_owned(),
            },
            hint: errno
                .and_then(|number| start_hint::hint(program, Errno::from_raw_os_error(number))),
        }
    }
}

/// The system's words without the number that the standard library adds.
fn words(errno: i32) -> String {
    let text = io::Error::from_raw_os_error(errno).to_string();
    match text.split_once(" (os error") {
        Some((words, _)) => words.to_owned(),
        None => text,
    }
}

/// How long a program that is still being written is tried again: another
/// thread's child may hold it open until it starts its own program.
const BUSY: Duration = Duration::from_millis(500);

/// Starts `command`; a busy program is tried again for a moment.
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    let started = Instant::now();
    loop {
        match command.spawn() {
            Err(error)
                if error.kind() == io::ErrorKind::ExecutableFileBusy
                    && started.elapsed() < BUSY =>
            {
                std::thread::sleep(Duration::from_millis(5));
            }
            result => return result,
        }
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let program = escape(&self.program.to_string_lossy(), TEXT);
        write!(f, "cannot start {program}: {}", escape(&self.cause, TEXT))?;
        if let Some(errno) = self.errno {
            write!(f, " (errno {errno})")?;
        }
        if let Some(hint) = &self.hint {
            write!(f, "; {hint}")?;
        }
        Ok(())
    }
}

impl std::error::Error for StartError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_number_path_and_what_it_means() {
        let missing = StartError::new(OsStr::new("/no-such-program"), Some(2), "");
        assert_eq!(
            missing.to_string(),
            "cannot start /no-such-program: No such file or directory (errno 2); there is no such file"
        );
        let bare = StartError::new(OsStr::new("no-such-program"), Some(2), "");
        assert!(bare.to_string().contains("no program of that name is in PATH"), "{bare}");
        let folder = StartError::new(OsStr::new("/"), Some(13), "");
        assert!(folder.to_string().contains("it is a folder"), "{folder}");
    }
}
