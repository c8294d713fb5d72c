//! Which case runs when: several at once, told in the order of the corpus, a
//! time-out once more alone, and none after the run is stopped.

use super::bench::{Bench, Ended};
use crate::interrupt::Cause;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock, mpsc};
use std::thread;

impl Bench<'_> {
    /// Runs the vectors on `jobs` threads and hands over the cases in order.
    /// What `done` says after a case decides whether the rest runs; every case
    /// is handed over, if need be as one that did not.
    pub(super) fn each(
        &self,
        vectors: &[usize],
        jobs: usize,
        done: &mut dyn FnMut(Ended) -> Option<Cause>,
    ) {
        let next = AtomicUsize::new(0);
        // Held for reading by whoever runs beside others, for writing by whoever
        // runs alone.
        let turn = RwLock::new(());
        let (next, turn) = (&next, &turn);
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..jobs {
                let sender = sender.clone();
                scope.spawn(move || {
                    while self.interrupt.cause().is_none() {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(index) = vectors.get(place) else { break };
                        let beside = turn.read().unwrap_or_else(PoisonError::into_inner);
                        let ended = self.case(*index);
                        drop(beside);
                        if sender.send((place, ended)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut retries = Retries { left: if jobs > 1 { self.options.retries } else { 0 } };
            let mut waiting = BTreeMap::new();
            let mut due = 0;
            // A cause of our own, after which no answer counts: what runs beside
            // a case must not decide what the result holds.
            let mut over = None;
            let mut hand_over = |place: usize, ended: Option<Ended>| {
                let index = vectors[place];
                let ended = match (over, ended) {
                    (None, Some(ended)) => retries.settle(self, index, ended, turn),
                    (None, None) => self.stopped(index, self.cause()),
                    (Some(cause), _) => self.stopped(index, cause),
                };
                if let (None, Some(cause)) = (over, done(ended)) {
                    over = Some(cause);
                    self.interrupt.stop(cause);
                }
            };
            for (place, ended) in receiver {
                waiting.insert(place, ended);
                while let Some(ended) = waiting.remove(&due) {
                    hand_over(due, Some(ended));
                    due += 1;
                }
            }
            for place in due..vectors.len() {
                hand_over(place, waiting.remove(&place));
            }
        });
    }

    /// Why the run is over; asked only when it is.
    fn cause(&self) -> Cause {
        self.interrupt.cause().unwrap_or(Cause::Reader)
    }
}

/// How often a time-out may be tried again.
struct Retries {
    left: u32,
}

impl Retries {
    /// The case as it stays: one that timed out beside others is run again with
    /// no other beside it. One that times out alone as well says that it is not
    /// the others' fault, and nothing is retried after it.
    fn settle(
        &mut self,
        bench: &Bench<'_>,
        index: usize,
        mut ended: Ended,
        turn: &RwLock<()>,
    ) -> Ended {
        let most = self.left;
        while ended.case.is_timed_out() && ended.case.retries < most {
            if bench.interrupt.cause().is_some() {
                return ended;
            }
            let retries = ended.case.retries + 1;
            let alone = turn.write().unwrap_or_else(PoisonError::into_inner);
            ended = bench.case(index);
            drop(alone);
            ended.case.retries = retries;
        }
        if most > 0 && ended.case.is_timed_out() {
            self.left = 0;
        }
        ended
    }
}
