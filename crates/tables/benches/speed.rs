//! How fast are endgame tables built and probed? How fast is Triangular Nim solved, and how far is that from
//! the bandwidth of memory? `cargo bench -p tables`, or `cargo bench -p tables -- NAME` for one of them.
//! Bytes moved are those of blocks written and of blocks read for updates, once each. A plain copy of a table
//! of the same size reads and writes each byte once.

#![allow(missing_docs, clippy::unwrap_used)]

use rules::Tabled;
use rules::games::triangular_nim::Convention;
use std::time::Instant;
use tables::endgame::{Build, Kind, Rectangle, Subject, layout};
use tables::retrograde::{Layout, Solved};
use values::Budget;
use yardstick::{Benchmark, Measured, measure};

const BENCHMARKS: [Benchmark; 5] = [
    Benchmark {
        name: "probe",
        about: "a million warm probes of the 4×4 table of Amazons",
        elsewhere: "not measured",
        run: probe,
    },
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

/// Probes boards from all over the table.
fn probe() -> Measured {
    let rectangle =
        Rectangle { width: 4, height: 4, layout: layout("amazons").unwrap(), queens: [1, 1].into() };
    let subject = Subject { game: "amazons", rectangle, kind: Kind::Thermograph };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(subject.file_name());
    let budget = Budget::endless();
    let table = Build { subject, path: &path, memory: 1 << 30, budget, progress: &|_| {} }.run().unwrap();
    let entries = (0..table.entries()).step_by(24);
    let boards: Vec<Tabled> =
        entries.map(|entry| Tabled { game: "amazons", board: table.board(entry) }).collect();
    let ask = |board: &&Tabled| table.probe(board).unwrap().is_some();
    let known = boards.iter().filter(ask).count();
    let (measured, found) = measure(|| boards.iter().cycle().take(1_000_000).filter(ask).count());
    measured.with(format!("{found} found, {known} of {} boards", boards.len()))
}

fn solve(layers: u8, symmetry: bool) -> Measured {
    let layout = Layout::best(layers, symmetry).unwrap();
    let (counts, block) = (layout.counts(), layout.block_bytes());
    let moved = ((counts.blocks + counts.updates) * block) as f64;
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let start = Instant::now();
    let (measured, solved) = measure(|| {
        Solved::in_memory(layout, Convention::Misere, threads, &Budget::endless(), &|_, _| ()).unwrap()
    });
    let speed = moved / start.elapsed().as_secs_f64() / 1e9;
    let lost = solved.lost();
    drop(solved);
    // Copies of larger tables are not faster.
    let copy = copy((counts.blocks * block).min(1 << 28) as usize, threads) / 1e9;
    measured.with(format!("{lost} P-positions; {speed:.1} GB/s moved, a plain copy {copy:.1} GB/s"))
}

/// Bytes that a plain copy on all cores reads and writes in a second.
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
