//! The parts into which a player divides its memory fit into it.

#[allow(dead_code, unreachable_pub)]
#[path = "../src/memory.rs"]
mod divided;

use divided::Memory;
use values::{Budget, Limits};

#[test]
fn all_parts_fit() {
    for bytes in [0, 1 << 20, 16 << 20, 64 << 20, 256 << 20, 4 << 30] {
        let memory = Memory::of(bytes);
        let caches = 5 * (size_of::<u64>() << memory.cache_bits);
        let [search, plain] = [memory.with_search(), memory.without_values()];
        assert!(memory.table + caches + memory.full <= bytes + Budget::SPARE_BYTES, "{bytes}");
        assert!(search.search + search.full <= bytes + Budget::SPARE_BYTES, "{bytes}");
        assert!(plain.table.max(plain.tree) + plain.full <= bytes + Budget::SPARE_BYTES, "{bytes}");
        // Values and thermographs leave room for regions.
        let values = memory.values as usize * Limits::BYTES_PER_VALUE + memory.graphs + memory.grown;
        assert!(values < search.full);
    }
}

#[test]
fn much_memory_is_divided_as_in_matches() {
    let parts = |memory: Memory| {
        let Memory { table, regions, values, cache_bits, grown, search, states, .. } = memory;
        (table, regions, values, cache_bits, grown, search, states)
    };
    assert_eq!(parts(Memory::of(4 << 30)), parts(Memory::default()));
}
