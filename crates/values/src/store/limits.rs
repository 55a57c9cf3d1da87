//! How many forms a store may hold, how large its caches are, and when it has to stop. A budget of memory is
//! divided among the caches first; the forms get the rest.

use crate::Budget;

/// The limits of a store.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The maximum number of canonical forms, about 200 bytes each. At least zero is always stored.
    pub values: u32,
    /// Each of the caches, of comparisons, sums and thermographs, has up to `2^cache_bits` slots of 8 bytes.
    pub cache_bits: u32,
    /// The budget of the work with the store.
    pub budget: Budget,
}

impl Default for Limits {
    fn default() -> Self {
        Self { values: 20_000_000, cache_bits: 21, budget: Budget::endless() }
    }
}

impl Limits {
    /// The memory of a canonical form, with its options and its entries in tables.
    pub const BYTES_PER_VALUE: usize = 200;

    /// Limits of a store that takes about the memory of a budget, its caches included.
    #[must_use]
    pub fn within(budget: &Budget) -> Self {
        let cache_bits = Self::cache_bits_for(budget.bytes());
        let caches = 5 * (size_of::<u64>() << cache_bits);
        let room = budget.bytes().saturating_sub(caches) / Self::BYTES_PER_VALUE;
        let values = u32::try_from(room).unwrap_or(u32::MAX).clamp(1_000, 200_000_000);
        Self { values, cache_bits, budget: budget.clone() }
    }

    /// The size of caches that fits this much memory: five of them take a fifth of it, or less.
    #[must_use]
    pub fn cache_bits_for(bytes: usize) -> u32 {
        (bytes / 25 / size_of::<u64>()).max(1).ilog2().clamp(10, Self::default().cache_bits)
    }
}
