//! How fast are positions valued? `cargo bench -p search`, or `cargo bench -p search -- NAME` for one of them.

#![allow(missing_docs, clippy::unwrap_used)]

use rules::games::{amazons::Amazons, domineering::Domineering};
use rules::{Position, plane::Small};
use search::{ThermographTable, ValueTable};
use values::Games;
use yardstick::{Benchmark, Measured, measure};

const BENCHMARKS: [Benchmark; 5] = [
    Benchmark {
        name: "domineering-4x4",
        about: "all 65,536 4×4 Domineering boards to canonical form and thermograph",
        elsewhere: "0.22 s, cgt 0.11",
        run: all_domineering,
    },
    Benchmark {
        name: "domineering-5x5",
        about: "the empty 5×5 Domineering board",
        elsewhere: "3.2 s, cgt 0.11",
        run: || value::<Domineering<Small>>(".....|.....|.....|.....|....."),
    },
    Benchmark {
        name: "domineering-6x5",
        about: "the empty 6×5 Domineering board",
        elsewhere: "67 s, CGSuite 2.2",
        run: || value::<Domineering<Small>>(".....|.....|.....|.....|.....|....."),
    },
    Benchmark {
        name: "amazons",
        about: "Amazons x...|.#..|....|...o to canonical form",
        elsewhere: "198 s and 0.9 GB",
        run: || value::<Amazons<Small>>("x...|.#..|....|...o"),
    },
    Benchmark {
        name: "amazons-thermograph",
        about: "Amazons x...|.#..|....|...o to its thermograph",
        elsewhere: "not measured",
        run: || thermograph::<Amazons<Small>>("x...|.#..|....|...o"),
    },
];

fn main() {
    yardstick::main(&BENCHMARKS);
}

fn value<P: Position>(text: &str) -> Measured {
    let (games, table, position) = (Games::new(), ValueTable::default(), P::read(text).unwrap());
    let (measured, g) = measure(|| table.value(&games, &position).unwrap());
    let (mean, temperature) = (games.mean(g).unwrap(), games.temperature(g).unwrap());
    measured.with(format!("mean {mean}, temperature {temperature}; {} positions", table.len()))
}

fn thermograph<P: Position>(text: &str) -> Measured {
    let (games, table, position) = (Games::new(), ThermographTable::default(), P::read(text).unwrap());
    let (measured, id) = measure(|| table.thermograph(&games, &position).unwrap());
    let graph = games.thermographs().get(id);
    measured.with(format!(
        "mean {}, temperature {}; {} positions",
        graph.mean(),
        graph.temperature(),
        table.len()
    ))
}

fn all_domineering() -> Measured {
    let board = |bits: u32| {
        let row =
            |y: u32| (0..4).map(|x| if bits >> (4 * y + x) & 1 == 1 { '.' } else { '#' }).collect::<String>();
        Domineering::<Small>::read(&(0..4).map(row).collect::<Vec<_>>().join("|")).unwrap()
    };
    let boards: Vec<_> = (0..1 << 16).map(board).collect();
    let (games, table) = (Games::new(), ValueTable::default());
    let (measured, ()) = measure(|| {
        for board in &boards {
            games.thermograph_id(table.value(&games, board).unwrap()).unwrap();
        }
    });
    measured.with(format!("{} values, {} thermographs", games.len(), games.thermographs().len()))
}
