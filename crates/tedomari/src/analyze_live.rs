//! The same analysis for a page: certified bounds are told as they narrow, beside the search for the exact value.

use crate::analyze::Details;
use crate::answers::Analysis;
use crate::{Engine, EngineError};
use rules::{AnyPosition, attempt};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;
use temperature::{Bounds, best_outlook};
use values::Budget;

/// Bounds are searched for only if the exact value takes longer than this.
const PATIENCE: Duration = Duration::from_millis(20);

impl Engine {
    /// Analyses a position with all details of its moves, and tells the certified bounds so far from another
    /// thread. Both searches have half of the memory.
    pub fn analyze_live(
        &self,
        position: &AnyPosition,
        budget: &Budget,
        tell: &(dyn Fn(&Bounds) + Sync),
    ) -> Result<Analysis, EngineError> {
        let half = budget.part(1.0).with_bytes(budget.bytes() / 2);
        // The watching search ends as soon as the value is known.
        let watching = half.part(1.0);
        thread::scope(|scope| {
            let (at_work, wait) = channel::<()>();
            let watcher = scope.spawn(|| {
                let wait = wait;
                match wait.recv_timeout(PATIENCE) {
                    Err(RecvTimeoutError::Disconnected) => None,
                    _ => Some(attempt(|| {
                        best_outlook(self.knowledge(), position, &watching, &mut |bounds| tell(bounds))
                    })),
                }
            });
            let mut watcher = Some(watcher);
            let outlook = || {
                let seen = watcher.take().and_then(|watcher| watcher.join().unwrap_or(None));
                Ok(seen.ok_or_else(|| EngineError::other("the search for bounds failed"))??)
            };
            let analysis = self.examine(position, Details::All, &half, outlook);
            watching.cancel();
            drop(at_work);
            analysis
        })
    }
}
