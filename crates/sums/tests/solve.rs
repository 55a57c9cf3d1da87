//! The solver of sums against canonical forms.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::judge::{Exact, after};
use proptest::prelude::*;
use std::sync::LazyLock;
use sums::{Part, Solver, Sum};
use values::{Budget, Error, Player};

static EXACT: LazyLock<Exact> = LazyLock::new(Exact::default);

/// Compares the solver with canonical forms.
fn check(text: &str) {
    let sum = Sum::read(text).unwrap();
    assert_eq!(Sum::read(&sum.to_string()).unwrap(), sum);
    let mut solver = Solver::new(Budget::endless().with_bytes(1 << 30));
    for first in Player::BOTH {
        let answer = solver.solve(&sum, first).unwrap();
        assert_eq!(answer.winner == first, EXACT.wins(&sum, first), "{first:?} first in {sum}");
        assert_eq!(answer.winning_move.is_some(), answer.winner == first);
        assert_eq!(solver.score(&sum, first).unwrap(), EXACT.values.stop(EXACT.value(&sum), first), "{sum}");
        if let Some((i, name)) = answer.winning_move {
            assert!(!EXACT.wins(&after(&sum, i, &name, first), first.opponent()), "{name} in {sum}");
        }
    }
}

/// A tree of some depth, as a text.
fn tree(depth: u32) -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (-6..=6i32).prop_map(|n| n.to_string()),
        prop::sample::select(vec!["1/2", "-3/4", "*", "^", "v*", "*2", "^^*"]).prop_map(str::to_owned),
    ];
    leaf.prop_recursive(depth, 12, 2, |inner| {
        let side = || prop::collection::vec(inner.clone(), 1..=2).prop_map(|options| options.join(","));
        (side(), side()).prop_map(|(left, right)| format!("{{{left}|{right}}}"))
    })
}

fn board(
    game: &'static str,
    cells: &'static [char],
    shapes: &'static [(usize, usize)],
) -> impl Strategy<Value = String> {
    prop::sample::select(shapes).prop_flat_map(move |(width, height)| {
        let row = move || {
            prop::collection::vec(prop::sample::select(cells), width)
                .prop_map(|row| row.into_iter().collect::<String>())
        };
        prop::collection::vec(row(), height).prop_map(move |rows| format!("{game}:{}", rows.join("|")))
    })
}

/// Small positions of several games, and values.
fn part() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => tree(3),
        1 => board("clobber", &['x', 'o', '.'], &[(3, 2), (5, 1), (2, 2)]),
        1 => board("domineering", &['.', '.', '#'], &[(3, 3), (4, 2), (2, 3)]),
        1 => board("amazons", &['x', 'o', '.', '.', '#'], &[(2, 2), (3, 2), (4, 1)]),
        1 => board("xt-domineering", &['.', '.', '#'], &[(3, 3), (4, 2)]),
        1 => board("col", &['.', 'x', 'o', '.'], &[(3, 2), (4, 1)]),
        1 => board("toads-and-frogs", &['t', 'f', '.'], &[(5, 1), (6, 1)]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 300 } else { 5000 }))]

    /// The winner of a sum is the winner of its canonical form, and the move that the solver names wins.
    #[test]
    fn sums_are_won_by_whoever_wins_their_value(parts in prop::collection::vec(part(), 1..=5)) {
        check(&parts.join(" + "));
    }

    /// Trees that are nearly negatives of each other, so that only the last move counts.
    #[test]
    fn close_sums_are_won_by_whoever_wins_their_value(parts in prop::collection::vec(tree(2), 1..=3), number in -2..=2i32) {
        let mut texts = parts.clone();
        for part in &parts {
            let tree = EXACT.part(&Part::read(part).unwrap());
            texts.push(EXACT.values.print(EXACT.values.negative(tree).unwrap()).unwrap());
        }
        texts.pop();
        texts.push(number.to_string());
        check(&texts.join(" + "));
    }
}

#[test]
fn games_that_others_solve() {
    let winners = [
        ("nogo:...|...|...", Player::Left, Player::Left),
        ("domineering:.....|.....|.....|.....", Player::Left, Player::Left),
        ("domineering:.......|.......|.......|.......|.......|.......|.......", Player::Right, Player::Right),
        ("amazons:X...|....|....|...O", Player::Left, Player::Left),
        ("clobber:xoxoxoxoxoxo", Player::Left, Player::Left),
    ];
    for (text, first, winner) in winners {
        let answer = Solver::new(Budget::endless().with_bytes(1 << 30))
            .solve(&Sum::read(text).unwrap(), first)
            .unwrap();
        assert_eq!(answer.winner, winner, "{text}");
    }
}

#[test]
fn stops_are_exact_in_fine_and_in_large_numbers() {
    for text in [
        "{1/1048576|-5} + {3|-1/4096} + {7/2||1/2|-9}",
        "{1000000000|-3/8} + {5|-1000000000001} + {1/64|-2}",
        "{1/1125899906842624|0} + {1|-1}",
    ] {
        check(text);
    }
}

#[test]
fn large_numbers_are_not_counted_down() {
    for text in [
        "1000000 + -1000000",
        "268435456 + *",
        "-268435456 + * + 4611686018427387904",
        "domineering:... + 9000000",
    ] {
        let sum = Sum::read(text).unwrap();
        let mut solver = Solver::new(Budget::endless().with_bytes(1 << 24));
        for first in Player::BOTH {
            let winner = solver.solve(&sum, first).unwrap().winner;
            assert_eq!(winner == first, EXACT.wins(&sum, first), "{text}");
        }
        assert!(solver.nodes() < 100, "{text}: {} sums", solver.nodes());
    }
}

/// Sums that take thousands of steps, with the winner if Left moves first.
const LARGE: [(&str, Player); 3] = [
    ("clobber:xoxox|oxoxo|xoxox|oxoxo", Player::Left),
    ("nogo:....|....|....|....", Player::Right),
    ("amazons:x...|....|...o + amazons:.x..|....|..o. + amazons:x...|...o|....", Player::Left),
];

#[test]
fn sums_are_solved_in_any_memory() {
    for (text, winner) in LARGE {
        for bytes in [0, 4 << 20, 16 << 20] {
            let mut solver = Solver::new(Budget::endless().with_bytes(bytes));
            let answer = solver.solve(&Sum::read(text).unwrap(), Player::Left).unwrap();
            assert_eq!(answer.winner, winner, "{text} in {bytes} bytes");
        }
    }
}

#[test]
fn the_winner_does_not_depend_on_threads() {
    for (text, winner) in LARGE {
        for (threads, bytes) in [(2, 1 << 30), (3, 16 << 20), (4, 1 << 30)] {
            let mut solver = Solver::new(Budget::endless().with_bytes(bytes).with_threads(threads));
            let answer = solver.solve(&Sum::read(text).unwrap(), Player::Left).unwrap();
            assert_eq!(answer.winner, winner, "{text} with {threads} threads");
            assert_eq!(answer.winning_move.is_some(), winner == Player::Left);
        }
    }
}

#[test]
fn threads_stop_with_their_budget() {
    let sum = Sum::read("nogo:.....|.....|.....|.....").unwrap();
    let mut solver = Solver::new(Budget::seconds(0.2).with_threads(3));
    assert!(solver.solve(&sum, Player::Left).is_err_and(Error::is_limit));
    let mut solver = Solver::new(Budget::after_nodes(500).with_threads(3));
    assert!(solver.solve(&sum, Player::Left).is_err_and(Error::is_limit));
}
