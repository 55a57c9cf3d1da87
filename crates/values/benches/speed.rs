//! How fast are the values? `cargo bench -p tedomari-values`, or `cargo bench -p tedomari-values -- NAME` for one of them.

#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::HashSet;
use values::{ValueId, Values};
use yardstick::{Benchmark, Measured, measure};

const BENCHMARKS: [Benchmark; 6] = [
    Benchmark {
        name: "compare",
        about: "all 1474² comparisons <= of the games born by day 3",
        elsewhere: "0.20 s, cgt 0.11",
        run: compare,
    },
    Benchmark {
        name: "temperatures",
        about: "the temperatures of all 1474",
        elsewhere: "0.007 s, cgt 0.11",
        run: temperatures,
    },
    Benchmark {
        name: "sums",
        about: "the 125,250 sums of pairs of 500 different random games born by day 3",
        elsewhere: "12.1 s and 350 MB, cgt 0.11",
        run: sums,
    },
    Benchmark { name: "heat", about: "*14 heated by 1", elsewhere: "7.2 s, CGSuite 2.2", run: heat },
    Benchmark {
        name: "enumerate",
        about: "the games born by day 3, from nothing",
        elsewhere: "not measured",
        run: enumerate,
    },
    Benchmark {
        name: "switches",
        about: "+-1+-2+-4+-…+-512 to canonical form",
        elsewhere: "not measured",
        run: switches,
    },
];

fn main() {
    yardstick::main(&BENCHMARKS);
}

/// The games born by day 3 in a store that has only just read them.
fn day_3() -> (Values, Vec<ValueId>) {
    let texts: Vec<String> = {
        let values = Values::new();
        values.born_by(3).unwrap().into_iter().map(|g| values.print(g).unwrap()).collect()
    };
    let values = Values::new();
    let read = texts.iter().map(|text| values.parse(text).unwrap()).collect();
    (values, read)
}

fn compare() -> Measured {
    let (values, day_3) = day_3();
    let (measured, pairs) = measure(|| {
        day_3
            .iter()
            .flat_map(|&g| day_3.iter().map(move |&h| (g, h)))
            .filter(|&(g, h)| values.le(g, h).unwrap())
            .count()
    });
    measured.with(format!("{pairs} hold"))
}

fn temperatures() -> Measured {
    let (values, day_3) = day_3();
    let (measured, distinct) =
        measure(|| day_3.iter().map(|&g| values.temperature(g).unwrap()).collect::<HashSet<_>>().len());
    measured.with(format!("{distinct} different"))
}

fn sums() -> Measured {
    let (values, mut day_3) = day_3();
    // A fixed shuffle: Knuth's linear congruential generator, from seed 2026.
    let mut state: u64 = 2026;
    for i in (1..day_3.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        day_3.swap(i, (state >> 33) as usize % (i + 1));
    }
    let chosen = &day_3[..500];
    let (measured, distinct) = measure(|| {
        let mut sums = HashSet::new();
        for (i, &g) in chosen.iter().enumerate() {
            for &h in &chosen[i..] {
                sums.insert(values.sum(g, h).unwrap());
            }
        }
        sums.len()
    });
    measured.with(format!("{distinct} different, {} games stored", values.len()))
}

fn heat() -> Measured {
    let values = Values::new();
    let (star, one) = (values.nimber(14).unwrap(), values.integer(1).unwrap());
    let (measured, heated) = measure(|| values.heat(star, one).unwrap());
    let (left, right) = values.options(heated).unwrap();
    measured.with(format!("{} options, {} games stored", left.len() + right.len(), values.len()))
}

fn enumerate() -> Measured {
    let (measured, born) = measure(|| Values::new().born_by(3).unwrap().len());
    measured.with(format!("{born} games"))
}

fn switches() -> Measured {
    let values = Values::new();
    let (measured, _) = measure(|| {
        (0..10)
            .try_fold(ValueId::ZERO, |sum, i| values.sum(sum, values.switch(values.integer(1 << i)?)?))
            .unwrap()
    });
    measured.with(format!("{} games stored", values.len()))
}
