//! Which positions are the threads of a search in, and which ones has another thread visited in the meantime?
//! An array of counters answers, indexed by a hash of the position. Two positions with the same counter look
//! busier than they are, which costs work and never a wrong answer. Threads never wait.

use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The number of counters: they fit into the cache of a core.
const PLACES: usize = 1 << 14;
/// The number of lower bits of a counter that count the threads inside. The others count the visits.
const INSIDE: u32 = 16;

/// The positions where the threads are. By default there is one thread and nothing is counted.
#[derive(Default)]
pub struct Crowd {
    places: Box<[AtomicU64]>,
}

/// What a counter says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presence {
    /// The number of threads inside.
    pub inside: u32,
    /// The number of visits that have ended.
    pub visits: u32,
}

impl From<u64> for Presence {
    fn from(word: u64) -> Self {
        Self { inside: word as u32 & ((1 << INSIDE) - 1), visits: (word >> INSIDE) as u32 }
    }
}

/// A thread inside of a position, until it is dropped.
#[must_use]
pub struct Inside<'a>(Option<(&'a Crowd, usize)>);

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.0.inspect(|(crowd, place)| _ = crowd.leave(*place));
    }
}

impl Crowd {
    /// For this number of threads.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        let places = if threads > 1 { PLACES } else { 0 };
        Self { places: std::iter::repeat_with(AtomicU64::default).take(places).collect() }
    }

    /// Are there several threads?
    #[must_use]
    pub fn is_shared(&self) -> bool {
        !self.places.is_empty()
    }

    /// The place of a position.
    #[must_use]
    pub fn place(key: &impl Hash) -> usize {
        // Only the low bits of this hash depend on all of the position.
        FxBuildHasher.hash_one(key) as usize % PLACES
    }

    /// What is known about a place of a crowd of several threads.
    #[must_use]
    pub fn at(&self, place: usize) -> Presence {
        self.places[place].load(Relaxed).into()
    }

    /// Counts this thread. Returns what was known before.
    pub fn enter(&self, place: usize) -> Presence {
        self.places[place].fetch_add(1, Relaxed).into()
    }

    /// Ends a visit. Returns what was known before.
    pub fn leave(&self, place: usize) -> Presence {
        self.places[place].fetch_add((1 << INSIDE) - 1, Relaxed).into()
    }

    /// Counts this thread until the guard is dropped.
    pub fn visit(&self, key: &impl Hash) -> Inside<'_> {
        Inside(self.is_shared().then(|| {
            let place = Self::place(key);
            self.enter(place);
            (self, place)
        }))
    }

    /// Does the search of one of these options succeed? Threads search the first option together, and share the
    /// others among them: those where another thread is inside come last.
    pub fn share<T, E>(
        &self,
        options: impl IntoIterator<Item = Result<T, E>>,
        place: impl Fn(&T) -> usize,
        mut search: impl FnMut(T) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let mut later = Vec::new();
        for (i, option) in options.into_iter().enumerate() {
            let option = option?;
            if i > 0 && self.is_shared() && self.at(place(&option)).inside > 0 {
                later.push(option);
            } else if search(option)? {
                return Ok(true);
            }
        }
        for option in later {
            if search(option)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
