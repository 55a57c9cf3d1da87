//! The table of duels against exact thermographs of the same positions.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::{DuelTable, Duels, ThermographTable};
use positions::{Growing, Growth, Knowledge};
use proptest::prelude::*;
use rules::bitboard::Small;
use rules::games::amazons::Amazons;
use rules::{Duel, Notation};
use values::{Budget, Thermographs, Values};

/// Every subset of the cells of the board, with every pair of queens on it, is in the table and is right.
fn all_parts_agree(text: &str) {
    let board = Amazons::<Small>::read(text).unwrap();
    let duel = Duel::of(&board).unwrap();
    let (graphs, values, exact) = (Thermographs::new(), Values::new(), ThermographTable::default());
    let mut table = DuelTable::default();
    table.work_out(&graphs, &duel, &Budget::endless()).unwrap();
    let mut compared = 0;
    let mut cells: u64 = 0;
    while cells != duel.cells {
        // Counts through the subsets.
        cells = (cells | !duel.cells).wrapping_add(1) & duel.cells;
        let on = |queen: &u8| cells >> queen & 1 == 1;
        for left in (0..64).filter(on) {
            for right in (0..64).filter(on).filter(|right| *right != left) {
                let part = Duel { cells, queens: [left, right] };
                let walls = table.get(&part).unwrap();
                let position = read(&part);
                let id = exact.thermograph(&values, &position).unwrap();
                assert_eq!(graphs.get(graphs.of_walls(walls)), values.thermographs().get(id), "{position}");
                compared += 1;
            }
        }
    }
    let count = duel.cells.count_ones();
    assert_eq!(compared, (count * (count - 1)) << (count - 2));
}

fn read(duel: &Duel) -> Amazons<Small> {
    let symbol = |cell: u8| match duel.queens.iter().position(|&queen| queen == cell) {
        Some(player) => ['X', 'O'][player],
        None if duel.cells >> cell & 1 == 1 => '.',
        None => '#',
    };
    let row = |y: u8| (0..8).map(|x| symbol(8 * y + x)).collect::<String>();
    Amazons::read(&(0..8).map(row).collect::<Vec<_>>().join("|")).unwrap()
}

#[test]
fn every_duel_on_a_square_is_right() {
    all_parts_agree("X..|...|..O");
}

#[test]
fn every_duel_on_a_rectangle_is_right() {
    all_parts_agree("X...|...O|....");
}

#[test]
fn every_duel_on_a_crooked_board_is_right() {
    all_parts_agree("X.#.#|..#..|#...O");
    all_parts_agree(".#.|X.#|.#O|...|.#.");
}

#[test]
fn boards_that_are_alike_share_their_walls() {
    let (graphs, mut table) = (Thermographs::new(), DuelTable::default());
    let duel = |text| Duel::of(&Amazons::<Small>::read(text).unwrap()).unwrap();
    let upright = duel("X..|...|..O|...");
    assert_eq!(table.get(&upright), None);
    table.work_out(&graphs, &upright, &Budget::endless()).unwrap();
    assert!(table.get(&upright).is_some());
    for alike in ["X...|....|..O.", "#####|#...#|#O..#|#...#|#..X#"] {
        assert_eq!(table.get(&duel(alike)), table.get(&upright), "{alike}");
    }
    // What has more cells than a table takes is left alone.
    let large = duel("X.......|........|........|.......O|........");
    table.work_out(&graphs, &large, &Budget::endless()).unwrap();
    assert_eq!(table.get(&large), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Boards that are asked for one after the other share what was worked out, and stay right.
    #[test]
    fn boards_share_one_table(boards in prop::collection::vec((0u32..1 << 16, 0u8..16, 0u8..16), 5)) {
        let (graphs, values, exact) = (Thermographs::new(), Values::new(), ThermographTable::default());
        let mut table = DuelTable::default();
        for (cells, left, right) in boards.into_iter().filter(|(_, left, right)| left != right) {
            // Some cells are always burnt, or the exact table would take long.
            let cells = cells & 0b1011_0110_1101_1011 | 1 << left | 1 << right;
            let on = |cell: u8| 2 * (cell & !3) + (cell & 3);
            let spread = |all, cell| all | u64::from(cells >> cell & 1) << on(cell);
            let duel = Duel { cells: (0..16).fold(0, spread), queens: [left, right].map(on) };
            table.work_out(&graphs, &duel, &Budget::endless()).unwrap();
            let id = exact.thermograph(&values, &read(&duel)).unwrap();
            let walls = table.get(&duel).unwrap();
            prop_assert_eq!(graphs.get(graphs.of_walls(walls)), values.thermographs().get(id));
        }
    }
}

/// A source of duels, and what it answers within these limits.
fn ask(duels: &mut Duels, graphs: &Thermographs, text: &str, positions: u64, bytes: usize) -> bool {
    let position = Amazons::<Small>::read(text).unwrap();
    let growth = Growth { positions, bytes, budget: &Budget::endless() };
    duels.thermograph(&position, graphs, &growth).unwrap().is_some()
}

#[test]
fn a_source_grows_within_its_limits() {
    let (graphs, mut duels) = (Thermographs::new(), Duels::default());
    let text = "x...|....|...o";
    assert!(!ask(&mut duels, &graphs, text, 0, usize::MAX));
    assert!(!ask(&mut duels, &graphs, text, u64::MAX, 100));
    assert_eq!((duels.worked_out(), duels.bytes()), (0, 0));
    assert!(ask(&mut duels, &graphs, text, u64::MAX, 1 << 20));
    assert!(duels.bytes() <= 1 << 20, "{}", duels.bytes());
}

#[test]
fn what_a_larger_table_has_is_found_without_work() {
    let (graphs, mut duels) = (Thermographs::new(), Duels::default());
    assert!(ask(&mut duels, &graphs, "x...|....|...o", u64::MAX, usize::MAX));
    let worked_out = duels.worked_out();
    assert!(ask(&mut duels, &graphs, "x..|...|..o", 0, 0));
    assert_eq!(duels.worked_out(), worked_out);
}

#[test]
fn another_search_begins_afresh() {
    let (graphs, mut known) = (Thermographs::new(), exact::knowledge());
    let position = Amazons::<Small>::read("x..|..o").unwrap();
    let budget = Budget::endless();
    let growth = Growth { positions: u64::MAX, bytes: usize::MAX, budget: &budget };
    assert!(known.work_out(&position, &graphs, &growth).unwrap().is_some());
    assert!(known.worked_out() > 0 && known.afresh().worked_out() == 0);
    assert_eq!(Knowledge::none().cost(&position), None);
    assert!(known.cost(&position).is_some());
}
