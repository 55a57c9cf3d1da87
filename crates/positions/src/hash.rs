//! The hash of all tables of positions.

use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// A hash whose low and whose high bits depend on all bits of the key.
pub(crate) fn hash<K: Hash>(key: &K) -> u64 {
    let hash = FxBuildHasher.hash_one(key);
    // Only the low bits are good: they are spread over the high half.
    hash ^ hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) & (u64::MAX << 32)
}
