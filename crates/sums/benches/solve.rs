//! How fast are sums solved? `cargo bench -p tedomari-sums`, or `cargo bench -p tedomari-sums -- NAME` for one of them.

#![allow(missing_docs, clippy::unwrap_used)]

use sums::{Solver, Sum};
use values::{Budget, Player};
use yardstick::{Benchmark, Measured, measure, setting};

/// Solves a sum with Left to move. `elsewhere` is the measured time of MCGS 1.7 without its database.
macro_rules! sums {
    ($($name:literal, $text:expr, $elsewhere:literal;)*) => {
        const BENCHMARKS: &[Benchmark] =
            &[$(Benchmark { name: $name, about: $text, elsewhere: $elsewhere, run: || left_first($text) }),*];
    };
}

sums! {
    "values-3", "10|8||2 + 5|-3 + 5|1||-1|-8", "not measured";
    "values-6", "+-5 + +-{4|2} + {3|{1|-8}} + ^^* + {2|*} + Tiny(2)", "not measured";
    "values-10", "{7|-3} + {6|-2} + {5|{4|-9}} + {{9|3}|-4} + +-1 + +-2 + +-3 + {0|{0|-4}} + *2 + -3", "not measured";
    "col-4x4", "col:....|....|....|....", "not measured";
    "snort-4x4", "snort:....|....|....|....", "not measured";
    "toads-3", "toads-and-frogs:ttt...fff + toads-and-frogs:tt..ff + toads-and-frogs:ttt..fff", "not measured";
    "clobber-3x3-4", "clobber:xox|oxo|xox + clobber:xxo|oxo|xoo + clobber:oxx|oxo|oox + clobber:xoo|oxx|xoo", "over 150 s";
    "clobber-3x3-8", "clobber:xox|oxo|xox + clobber:xxo|oxo|xoo + clobber:oxx|oxo|oox + clobber:xoo|oxx|xoo + clobber:oxo|xox|oxx + clobber:xxo|oox|xox + clobber:oox|xxo|oxo + clobber:xox|xox|oxo", "over 150 s";
    "clobber-4x4", "clobber:xoxo|oxox|xoxo|oxox", "not measured";
    "clobber-6x3", "clobber:xoxoxo|oxoxox|xoxoxo", "not measured";
    "clobber-5x4", "clobber:xoxox|oxoxo|xoxox|oxoxo", "not measured";
    "clobber-row-24", "clobber:xoxoxoxoxoxoxoxoxoxoxoxo", "not measured";
    "clobber-row-40", "clobber:xoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxo", "7.2 s";
    "clobber-row-50", "clobber:xoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxo", "not measured";
    "domineering-5x5", "domineering:.....|.....|.....|.....|.....", "not measured";
    "domineering-5x5-4x4", "domineering:.....|.....|.....|.....|..... + domineering:....|....|....|....", "not measured";
    "domineering-8x4", "domineering:........|........|........|........", "not measured";
    "domineering-6x6", "domineering:......|......|......|......|......|......", "2.5 s";
    "domineering-7x6", "domineering:.......|.......|.......|.......|.......|.......", "not measured";
    "nogo-row-16", "nogo:................", "not measured";
    "nogo-4x3-3x3", "nogo:....|....|.... + nogo:...|...|...", "not measured";
    "nogo-5x3", "nogo:.....|.....|.....", "not measured";
    "nogo-4x4", "nogo:....|....|....|....", "6.6 s";
    "nogo-clobber-amazons", "nogo:...|...|... + clobber:xoxo|oxox + amazons:x..|...|..o + {3|-2} + ^^*", "not measured";
    "amazons-3x3-4", "amazons:x..|...|..o + amazons:.x.|...|o.. + amazons:x..|..o|... + amazons:..x|...|o..", "over 150 s";
    "amazons-3x3-8", "amazons:x..|...|..o + amazons:.x.|...|o.. + amazons:x..|..o|... + amazons:..x|...|o.. + amazons:x..|o..|... + amazons:..x|.o.|... + amazons:x.o|...|... + amazons:.x.|o..|...", "over 150 s";
    "amazons-4x3-3", "amazons:x...|....|...o + amazons:.x..|....|..o. + amazons:x...|...o|....", "not measured";
    "amazons-4x4", "amazons:X...|....|....|...O", "3.0 s";
    "amazons-4x4-3x3", "amazons:x...|....|....|...o + amazons:x..|...|..o", "not measured";
    "amazons-4x4-2", "amazons:x...|....|....|...o + amazons:.x..|....|....|..o.", "not measured";
    "amazons-4x4-queens", "amazons:x..x|....|....|o..o", "not measured";
    "konane-4x5", "konane:xoxo|o.ox|xo.o|oxox|xoxo", "not measured";
    "clobber-6x3-nogo", "clobber:xoxoxo|oxoxox|xoxoxo + nogo:....|....|....", "not measured";
    "clobber-5x4-domineering", "clobber:xoxox|oxoxo|xoxox|oxoxo + domineering:.....|.....|.....|.....", "not measured";
    "clobber-5x4-amazons", "clobber:xoxox|oxoxo|xoxox|oxoxo + amazons:x..|...|..o + amazons:.x.|...|o.. + {2|-1}", "not measured";
    "cram-5x5", "cram:.....|.....|.....|.....|.....", "not measured";
    "cram-6x5", "cram:......|......|......|......|......", "not measured";
    "cram-3", "cram:............ + cram:.......|.......|....... + cram:.....|.....|.....|.....|.....", "not measured";
}

fn left_first(text: &str) -> Measured {
    let sum = Sum::read(text).unwrap();
    let (measured, (answer, nodes)) = measure(|| {
        let budget = Budget::endless().with_bytes(setting("memory").unwrap_or(8 << 10) << 20);
        let mut solver = Solver::new(budget.with_threads(setting("threads").unwrap_or(1)));
        (solver.solve(&sum, Player::Left).unwrap(), solver.nodes())
    });
    measured.with(format!("{:?} wins, {nodes} sums searched", answer.winner))
}

fn main() {
    yardstick::main(BENCHMARKS);
}
