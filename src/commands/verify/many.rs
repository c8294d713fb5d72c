//! Many bundles on all cores, their reports in order.

use crate::failure::Failure;
use indicatif::{ProgressBar, ProgressStyle};
use mcp_evidence_reference::Report;
use std::collections::BTreeMap;
use std::io::IsTerminal as _;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// How far the cores may run ahead of the report that is due: so many reports
/// are held at most.
const AHEAD: usize = 64;

/// Verifies each bundle and hands the reports to `take`, in the order of the
/// bundles.
pub(super) fn verify_each(
    bundles: &[PathBuf],
    verify: impl Fn(&Path) -> Report + Sync,
    mut take: impl FnMut(&Path, &Report) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let workers = thread::available_parallelism().map_or(1, usize::from).min(bundles.len());
    if workers < 2 {
        return bundles.iter().try_for_each(|bundle| take(bundle, &verify(bundle)));
    }
    let (ticket, tickets) = mpsc::channel::<usize>();
    let (done, reports) = mpsc::channel();
    let tickets = Mutex::new(tickets);
    let work = || {
        let next = || tickets.lock().unwrap_or_else(PoisonError::into_inner).recv();
        while let Ok(index) = next() {
            let report = panic::catch_unwind(AssertUnwindSafe(|| verify(&bundles[index])));
            if done.send((index, report)).is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        // The workers end when the tickets do, whichever way this is left.
        let ticket = ticket;
        for _ in 0..workers {
            scope.spawn(work);
        }
        for index in 0..bundles.len().min(AHEAD) {
            let _ = ticket.send(index);
        }
        let mut early = BTreeMap::new();
        let mut progress = Progress::new(bundles.len());
        for (index, bundle) in bundles.iter().enumerate() {
            let report = loop {
                if let Some(report) = early.remove(&index) {
                    break report;
                }
                let (index, report) = reports.recv().expect("the workers wait for tickets");
                early.insert(index, report);
                progress.one_more();
            };
            match report {
                Ok(report) => progress.beside(|| take(bundle, &report))?,
                Err(panic) => panic::resume_unwind(panic),
            }
            if index + AHEAD < bundles.len() {
                let _ = ticket.send(index + AHEAD);
            }
        }
        Ok(())
    })
}

/// How far the work is, on standard error, where that is a terminal and the
/// work takes long.
struct Progress {
    started: Instant,
    bundles: usize,
    done: u64,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Work that is done by then shows no progress.
    const PATIENCE: Duration = Duration::from_secs(1);

    fn new(bundles: usize) -> Progress {
        Progress { started: Instant::now(), bundles, done: 0, bar: None }
    }

    fn one_more(&mut self) {
        self.done += 1;
        if self.bar.is_none() && self.started.elapsed() > Progress::PATIENCE {
            let style = ProgressStyle::with_template("{bar:40} {pos} of {len} bundles, {eta} left")
                .expect("a template of our own");
            // It draws on standard error, and only on a terminal.
            self.bar = Some(ProgressBar::new(self.bundles as u64).with_style(style));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.done);
        }
    }

    /// Writes beside the bar, which must not stand where a report goes.
    fn beside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) if std::io::stdout().is_terminal() => bar.suspend(write),
            Some(_) | None => write(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcp_evidence_contract::{Outcome, profile};

    fn paths(count: usize) -> Vec<PathBuf> {
        (0..count).map(|number| number.to_string().into()).collect()
    }

    fn number(path: &Path) -> u64 {
        path.to_string_lossy().parse().expect("a number")
    }

    #[test]
    fn reports_come_in_order_however_long_each_takes() {
        for count in [0, 1, 2, AHEAD, 3 * AHEAD + 1] {
            let verify = |path: &Path| {
                thread::sleep(Duration::from_micros(number(path) * 7919 % 500));
                Report::new(&profile::V0, Outcome::Invalid, Vec::new())
            };
            let mut taken = Vec::new();
            verify_each(&paths(count), verify, |path, _| {
                taken.push(path.to_owned());
                Ok(())
            })
            .expect("nothing fails");
            assert_eq!(taken, paths(count));
        }
    }

    #[test]
    fn a_failure_ends_the_work() {
        let verify = |_: &Path| Report::new(&profile::V0, Outcome::Invalid, Vec::new());
        let mut taken = 0;
        let result = verify_each(&paths(1000), verify, |_, _| {
            taken += 1;
            if taken == 10 { Err(Failure::Usage("enough".to_owned())) } else { Ok(()) }
        });
        assert!(result.is_err());
        assert_eq!(taken, 10);
    }
}
