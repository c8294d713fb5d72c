//! SIGHUP, SIGINT, SIGQUIT and SIGTERM: the first stops what runs in an orderly
//! way; one that comes a good while later ends this program at once. Neither
//! leaves a private folder or half a file behind.

use crate::notice::notice;
use mcp_evidence_harness::interrupt::Cause;
use mcp_evidence_harness::{Interrupt, exit, litter};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{OnceLock, mpsc};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

const SIGNALS: [i32; 4] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];

/// What comes so soon after the first signal is the same wish once more: a
/// terminal that closes and a service that is stopped send several.
const TOGETHER: Duration = Duration::from_secs(1);

/// What has not ended so long after the first signal never will: a candidate is
/// given up after 20 seconds.
const STUCK: Duration = Duration::from_secs(25);

static SWITCH: OnceLock<Interrupt> = OnceLock::new();
static FIRST: OnceLock<Instant> = OnceLock::new();

/// Whether somebody looks at the switch.
static USED: AtomicBool = AtomicBool::new(false);

/// The switch that the signals throw from now on. Whoever asks for it must look
/// at it: nothing else ends this program at the first signal any more.
///
/// When this program ends at once, the supervisors still end the candidates, as
/// they do whenever the harness goes.
pub(crate) fn interrupt() -> io::Result<Interrupt> {
    let switch = watch()?;
    USED.store(true, Ordering::SeqCst);
    Ok(switch)
}

/// From now on a signal does not end this program without a sweep. It still ends
/// it at once, until something runs that [`interrupt`] stops.
///
/// A signal that was ignored when this program was started stays ignored.
pub(crate) fn watch() -> io::Result<Interrupt> {
    if let Some(switch) = SWITCH.get() {
        return Ok(switch.clone());
    }
    let switch = Interrupt::new()?;
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = ignored(&status);
    let mut signals = Signals::new(SIGNALS.into_iter().filter(|signal| !has(ignored, *signal)))?;
    let thrown = switch.clone();
    thread::Builder::new().spawn(move || {
        for signal in signals.forever() {
            take(signal, &thrown);
        }
    })?;
    Ok(SWITCH.get_or_init(|| switch).clone())
}

fn take(signal: i32, switch: &Interrupt) {
    match FIRST.get() {
        None if USED.load(Ordering::SeqCst) => {
            let _ = FIRST.set(Instant::now());
            switch.stop(Cause::Signal(signal));
            // Without this thread it takes a second signal.
            let _ = thread::Builder::new().spawn(move || {
                thread::sleep(STUCK);
                end(signal, Some("25 seconds have passed since the signal"));
            });
        }
        Some(first) if first.elapsed() < TOGETHER => {}
        None => end(signal, None),
        Some(_) => end(signal, Some("another signal has come")),
    }
}

/// `given_up` is why something that is stuck is waited for no longer.
fn end(signal: i32, given_up: Option<&'static str>) -> ! {
    litter::sweep();
    if let Some(why) = given_up {
        let cause = Cause::Signal(signal);
        tell(format!(
            "mcp-evidence: stopped by {cause}; what did not come back, such as an output that \
             nobody reads, was given up, as {why}: what is not written by now is not written"
        ));
    }
    low_level::exit(i32::from(exit::SIGNAL) + signal)
}

/// Standard error may be what is stuck, and is not waited for long.
fn tell(message: String) {
    let (told, hears) = mpsc::channel();
    let telling = thread::Builder::new().spawn(move || {
        notice(message);
        let _ = told.send(());
    });
    if telling.is_ok() {
        let _ = hears.recv_timeout(TOGETHER);
    }
}

/// What has stopped this program's work.
pub(crate) fn stopped() -> Option<Cause> {
    SWITCH.get().and_then(Interrupt::cause)
}

/// How long ago the first signal came.
pub(crate) fn since_first() -> Option<Duration> {
    FIRST.get().map(Instant::elapsed)
}

/// The set of ignored signals, of the system's lines about this process; nobody
/// says elsewhere than on Linux, and there it is empty.
fn ignored(status: &str) -> u64 {
    let set = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    set.and_then(|set| u64::from_str_radix(set.trim(), 16).ok()).unwrap_or_default()
}

fn has(set: u64, signal: i32) -> bool {
    set >> (signal - 1) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_read_from_the_set() {
        let set = ignored("SigBlk:\t0000000000000000\nSigIgn:\t0000000000001006\n");
        let found: Vec<i32> = (1..=64).filter(|signal| has(set, *signal)).collect();
        assert_eq!(found, [SIGINT, SIGQUIT, 13]);
        assert_eq!(ignored(""), 0);
    }
}
