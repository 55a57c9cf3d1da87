//! How fast is Triangular Nim solved, and how far is that from what memory allows? `cargo bench -p tables`, or
//! `cargo bench -p tables -- NAME` for one of them. Bytes moved are those of blocks written and of blocks read for
//! updates, once each; a plain copy of a table of the same size reads and writes each byte once.

#![allow(missing_docs, clippy::unwrap_used)]

use rules::games::triangular_nim::Convention;
use std::time::Instant;
use tables::retrograde::{Layout, Solved};
use values::Stop;
use yardstick::{Benchmark, Measured, measure};

const BENCHMARKS: [Benchmark; 4] = [
    Benchmark {
        name: "7",
        about: "all 2^28 positions of 7 layers, misère, all cores",
        elsewhere: "not measured",
        run: || solve(7, false),
    },
    Benchmark {
        name: "7-symmetry",
        about: "the same, isomorphic blocks once",
        elsewhere: "not measured",
        run: || solve(7, true),
    },
    Benchmark {
        name: "8-symmetry",
        about: "all 2^36 positions of 8 layers, misère, isomorphic blocks once, all cores",
        elsewhere: "3,705 s summed over cores, Shan 2013",
        run: || solve(8, true),
    },
    Benchmark {
        name: "8",
        about: "all 2^36 positions of 8 layers, misère, all cores",
        elsewhere: "8,472 s summed over cores, Shan 2013",
        run: || solve(8, false),
    },
];

fn main() {
    yardstick::main(&BENCHMARKS);
}

fn solve(layers: u8, symmetry: bool) -> Measured {
    let layout = Layout::best(layers, symmetry).unwrap();
    let (counts, block) = (layout.counts(), layout.block_bytes());
    let moved = ((counts.blocks + counts.updates) * block) as f64;
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let start = Instant::now();
    let (measured, solved) = measure(|| {
        Solved::in_memory(layout, Convention::Misere, threads, &Stop::never(), &|_, _| ()).unwrap()
    });
    let speed = moved / start.elapsed().as_secs_f64() / 1e9;
    let lost = solved.lost();
    drop(solved);
    // Larger tables than this are copied no faster.
    let copy = copy((counts.blocks * block).min(1 << 28) as usize, threads) / 1e9;
    measured.with(format!("{lost} P-positions; {speed:.1} GB/s moved, a plain copy {copy:.1} GB/s"))
}

/// Bytes read and written in a second by a plain copy on all cores.
fn copy(bytes: usize, threads: usize) -> f64 {
    let (from, mut to) = (vec![1u8; bytes], vec![2u8; bytes]);
    let part = bytes.div_ceil(threads);
    let start = Instant::now();
    std::thread::scope(|scope| {
        for (from, to) in from.chunks(part).zip(to.chunks_mut(part)) {
            scope.spawn(|| to.copy_from_slice(from));
        }
    });
    2.0 * bytes as f64 / start.elapsed().as_secs_f64()
}
