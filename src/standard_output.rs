//! Standard output, on which nobody waits for ever.

use crate::signals;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::pipe::PIPE_BUF;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd as _;
use std::time::Duration;

/// How long after a signal a reader may still take what it is told.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often it is looked whether a signal has come.
const LOOK: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

/// Waits for its reader for as long as no signal stops this program, and not much
/// longer, so that a full pipe keeps no result from being written to its file.
pub(crate) struct StandardOutput(File);

impl StandardOutput {
    /// The one of this process.
    ///
    /// # Errors
    /// The system gives no further descriptor.
    pub(crate) fn new() -> io::Result<StandardOutput> {
        Ok(StandardOutput(io::stdout().as_fd().try_clone_to_owned()?.into()))
    }

    /// Until a write of [`PIPE_BUF`] bytes does not block.
    fn wait(&self) -> io::Result<()> {
        loop {
            match poll(&mut [PollFd::new(&self.0, PollFlags::OUT)], Some(&LOOK)) {
                Ok(0) | Err(Errno::INTR) => {}
                Ok(_) => return Ok(()),
                Err(error) => return Err(error.into()),
            }
            if signals::since_first().is_some_and(|elapsed| elapsed > PATIENCE) {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "nobody reads it"));
            }
        }
    }
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.wait()?;
        self.0.write(&bytes[..bytes.len().min(PIPE_BUF)])
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
