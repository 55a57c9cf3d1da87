//! How work that takes long is told to stop: a deadline, a flag that another thread may
//! raise, or both. Whoever works long asks [`Stop::check`] now and then.

use crate::Error;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A request to stop, shared by everyone who works on the same question.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    raised: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl Stop {
    /// Never stops unless [raised](Self::raise).
    #[must_use]
    pub fn never() -> Self {
        Self::default()
    }

    /// Stops after this time, counted from now.
    #[must_use]
    pub fn after(time: Duration) -> Self {
        Self { deadline: Instant::now().checked_add(time), ..Self::default() }
    }

    /// Asks all who share this to stop.
    pub fn raise(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// Is it time to stop? Looks at the clock.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// An error once it is time to stop, for steps that take long enough to look at the clock each time.
    pub fn check_now(&self) -> Result<(), Error> {
        if self.is_over() { Err(Error::Stopped) } else { Ok(()) }
    }

    /// An error once it is time to stop. Cheap enough for inner loops: the clock
    /// is looked at only once in 32 calls.
    #[inline]
    pub fn check(&self) -> Result<(), Error> {
        thread_local!(static CALLS: Cell<u8> = const { Cell::new(0) });
        let calls = CALLS.get().wrapping_add(1) % 32;
        CALLS.set(calls);
        if calls == 0 && self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.raise();
        }
        if self.raised.load(Ordering::Relaxed) { Err(Error::Stopped) } else { Ok(()) }
    }
}
