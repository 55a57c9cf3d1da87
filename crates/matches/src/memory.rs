//! How does a player divide its memory? A transposition table, regions with their options, values and
//! thermographs, sources that grow, and the search of a thermometer or a tree each get a part, so that all
//! together stay within it.

use temperature::BYTES_PER_STATE;
use values::{Budget, Limits};

/// The part of the memory of a thermometer for the caches of a search, whose size is fixed.
const CACHES: usize = 8 << 20;

/// The memory of each part of a player, in bytes unless it says otherwise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// All of it, with the spare part.
    room: usize,
    /// A player of games with chance, which has one part.
    pub(crate) whole: usize,
    /// The transposition table of αβ search.
    pub(crate) table: usize,
    /// Regions and their options before a move. If they take more, they are forgotten.
    pub(crate) regions: usize,
    /// Regions, values, thermographs and sources during a move. If they take more, the search ends.
    pub(crate) full: usize,
    /// The number of canonical forms for sums of regions.
    pub(crate) values: u32,
    /// As in [`Limits::cache_bits`].
    pub(crate) cache_bits: u32,
    /// Thermographs.
    pub(crate) graphs: usize,
    /// Sources that grow.
    pub(crate) grown: usize,
    /// A search of a thermometer.
    pub(crate) search: usize,
    /// The number of states of temperature discovery search.
    pub(crate) states: usize,
    /// The tree of Monte Carlo tree search. The budget of a move may allow less.
    pub(crate) tree: usize,
}

/// The memory of players in matches. It is enough for games of a usual length, whose searches it never ends.
impl Default for Memory {
    fn default() -> Self {
        Self {
            room: usize::MAX,
            whole: usize::MAX,
            table: 32 << 20,
            regions: 300 << 20,
            full: usize::MAX,
            values: 400_000,
            cache_bits: 20,
            graphs: usize::MAX,
            grown: 256 << 20,
            search: 100_000_000,
            states: 1_000_000,
            tree: usize::MAX,
        }
    }
}

impl Memory {
    /// A player that takes about this many bytes: with a transposition table, values and thermographs.
    pub(crate) fn of(bytes: usize) -> Self {
        let most = Self::default();
        let room = bytes.saturating_add(Budget::SPARE_BYTES);
        let eighth = room / 8;
        let values = u32::try_from(eighth / Limits::BYTES_PER_VALUE).unwrap_or(u32::MAX);
        let memory = Self {
            room,
            whole: bytes,
            table: most.table.min(eighth),
            values: most.values.min(values),
            cache_bits: most.cache_bits.min(Limits::cache_bits_for(room)),
            graphs: eighth,
            grown: most.grown.min(eighth / 2),
            search: most.search.min((4 * eighth).saturating_sub(CACHES).max(CACHES / 8)),
            states: most.states.min(3 * eighth / BYTES_PER_STATE),
            tree: eighth,
            ..most
        };
        memory.with_eighths(5)
    }

    /// The same for a player without values and thermographs, and so without their caches.
    pub(crate) fn without_values(self) -> Self {
        self.with_eighths(6)
    }

    /// The same for a player that searches regions by another method, and has no transposition table.
    pub(crate) fn with_search(self) -> Self {
        self.with_eighths(3)
    }

    /// The same with regions for each of several threads.
    pub(crate) fn shared(self, threads: usize) -> Self {
        Self { regions: self.regions / threads, full: self.full / threads, ..self }
    }

    /// The same with this part of the memory for regions, values and thermographs. Regions take at most half
    /// of it at the start of a move.
    fn with_eighths(self, eighths: usize) -> Self {
        if !self.is_scarce() {
            return self;
        }
        let full = eighths * (self.room / 8);
        Self { full, regions: Self::default().regions.min(full / 2), ..self }
    }

    /// Is memory more important than time? Then all that is forgotten is dropped at once.
    pub(crate) fn is_scarce(&self) -> bool {
        self.room < usize::MAX
    }
}
