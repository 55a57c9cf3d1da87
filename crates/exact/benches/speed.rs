//! How fast are positions valued? `cargo bench -p tedomari-exact`, or `cargo bench -p tedomari-exact -- NAME` for one of them.

#![allow(missing_docs, clippy::unwrap_used)]

#[path = "../tests/placement/mod.rs"]
mod placement;

use exact::{KoOrder, ThermographTable, ValueTable, ko_answer};
use placement::PlacementCensus;
use rayon::prelude::*;
use rules::bitboard::{Bitboard, Cell, Small};
use rules::games::{amazons::Amazons, domineering::Domineering, nogo};
use rules::{Board, Notation, Position, RULESETS};
use values::{Budget, ByPlayer, Komaster, Values};
use yardstick::{Benchmark, Measured, measure};

/// The thermographs of a Go region under both komasters, for the table of sizes in docs/go.md.
macro_rules! go {
    ($name:literal, $points:literal, $kind:literal, $board:literal) => {
        Benchmark {
            name: $name,
            about: concat!($kind, " of ", $points, " open points, both komasters"),
            elsewhere: "see docs/go.md",
            run: || go_region($board, $points),
        }
    };
}

const BENCHMARKS: [Benchmark; 12] = [
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
    Benchmark {
        name: "amazons-4x4",
        about: "all 3,932,160 4×4 Amazons positions with a queen each to thermographs, on all cores",
        elsewhere: "not measured",
        run: all_amazons,
    },
    Benchmark {
        name: "nogo-4x4",
        about: "all 24,318,165 legal 4×4 NoGo positions to thermographs, on all cores",
        elsewhere: "not measured",
        run: all_nogo,
    },
    go!("go-6", 6, "a corner with a ko", "..X#|..O#|..X#|OX##|####"),
    go!("go-9", 9, "a corner", "...X#|...O#|...X#|OXO##|#####"),
    go!("go-12", 12, "a corner", "....X#|....O#|....X#|OXOX##|######"),
    go!("go-15", 15, "a corridor", "#XXXXXXXXXXXXXXXX##|#X...............O#|#XXXXXXXXXXXXXXXX##"),
    go!(
        "go-20",
        20,
        "a bent corridor",
        "##########|#XXXXXXXX#|#O......X#|#XXXXXX.X#|#X......X#|#X.XXXXXX#|#X......X#|#XXXXXXXX#|##########"
    ),
];

fn main() {
    yardstick::main(&BENCHMARKS);
}

fn value<P: Notation + Position>(text: &str) -> Measured {
    let (values, table, position) = (Values::new(), ValueTable::default(), P::read(text).unwrap());
    let (measured, g) = measure(|| table.value(&values, &position).unwrap());
    let (mean, temperature) = (values.mean(g).unwrap(), values.temperature(g).unwrap());
    measured.with(format!("mean {mean}, temperature {temperature}; {} positions", table.len()))
}

fn go_region(board: &str, points: u32) -> Measured {
    let position = RULESETS.read(&format!("go-territory:{board}")).unwrap();
    let budget = Budget::seconds(60.0);
    let (measured, found) =
        measure(|| ko_answer(&position, &Komaster::BOTH, KoOrder::BestFirst, &budget).unwrap().unwrap());
    assert_eq!(found.open_points, points);
    let known = found.findings.iter().map(|finding| match finding.thermograph() {
        Some(graph) => format!("{:?} at {:?}", graph.mean(), graph.temperature()),
        None => format!("mean in {:?}, temperature in {:?}", finding.mean(), finding.temperature()),
    });
    measured.with(format!("{}; {} positions", known.collect::<Vec<_>>().join(", "), found.nodes))
}

fn thermograph<P: Notation + Position>(text: &str) -> Measured {
    let (values, table, position) = (Values::new(), ThermographTable::default(), P::read(text).unwrap());
    let (measured, id) = measure(|| table.thermograph(&values, &position).unwrap());
    let graph = values.thermographs().get(id);
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
    let (values, table) = (Values::new(), ValueTable::default());
    let (measured, ()) = measure(|| {
        for board in &boards {
            values.thermograph_id(table.value(&values, board).unwrap()).unwrap();
        }
    });
    measured.with(format!("{} values, {} thermographs", values.len(), values.thermographs().len()))
}

/// All positions of 4×4 Amazons with one queen each, those with few empty squares first.
fn all_amazons() -> Measured {
    let bitboard =
        |bits: u32| (0..16u8).filter(|i| bits >> i & 1 == 1).fold(0, |bitboard, i| bitboard | cell(i));
    let mut empties: Vec<u32> = (0..1 << 16).filter(|bits: &u32| bits.count_ones() <= 14).collect();
    empties.sort_by_key(|bits| bits.count_ones());
    let (values, table) = (Values::new(), ThermographTable::default());
    let (measured, positions) = measure(|| {
        let of_empty = |&bits: &u32| {
            let empty = bitboard(bits);
            let free = |i: &u8| bits >> i & 1 == 0;
            let queens = (0..16).filter(free).flat_map(|x| (0..16).filter(free).map(move |o| (x, o)));
            let boards = queens.filter(|(x, o)| x != o).map(|(x, o)| Board {
                empty,
                stones: ByPlayer::new(cell(x), cell(o)),
                ..Board::<Small>::blank(4, 4)
            });
            boards.filter(|&board| table.thermograph(&values, &Amazons::new(board)).is_ok()).count()
        };
        // Small steps, so that what a position needs is mostly known when it comes.
        empties.chunks(512).map(|chunk| chunk.par_iter().map(of_empty).sum::<usize>()).sum::<usize>()
    });
    measured.with(format!("{positions} positions, {} thermographs", values.thermographs().len()))
}

/// All legal positions of 4×4 NoGo.
fn all_nogo() -> Measured {
    let values = Values::new();
    let bitboards: Vec<Small> =
        (0..1u32 << 16).map(|bits| (0..16).filter(|i| bits >> i & 1 == 1).map(cell).sum()).collect();
    let legal = |black: u32, white: u32| {
        let [black, white] = [black, white].map(|bits| bitboards[bits as usize]);
        let board = Board::<Small> {
            width: 4,
            height: 4,
            empty: bitboards[0xffff] & !(black | white),
            stones: ByPlayer::new(black, white),
        };
        nogo::is_legal(&board)
    };
    let (measured, census) = measure(|| PlacementCensus::new(values.thermographs(), 16, legal).unwrap());
    let temperatures =
        census.thermographs().into_iter().map(|(id, _)| values.thermographs().get(id).temperature());
    let hottest = temperatures.max().unwrap();
    let (positions, graphs) = (census.legal_positions(), census.thermographs().len());
    measured.with(format!("{positions} positions, {graphs} thermographs, hottest {hottest}"))
}

fn cell(i: u8) -> Small {
    Small::cell(Cell { x: i % 4, y: i / 4 })
}
