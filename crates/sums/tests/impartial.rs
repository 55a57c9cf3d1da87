//! The solver of impartial sums against nim values that are computed without it.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::judge::{Exact, after};
use fastrand::Rng;
use rules::{Compiled, Position, RULESETS, Search};
use std::collections::HashSet;
use sums::{Part, Solver, Sum};
use values::{Budget, Error, Player};

fn nim_value(exact: &Exact, part: &Part) -> u32 {
    let value = exact.values.to_closed(exact.part(part)).unwrap();
    assert!(value.ups() == 0 && (value.is_number() || value.star() > 0), "{part} is not a nimber");
    assert_eq!(value.number(), 0.into(), "{part} is not a nimber");
    value.star()
}

fn nim_sum(exact: &Exact, sum: &Sum) -> u32 {
    sum.parts.iter().fold(0, |nim, part| nim ^ nim_value(exact, part))
}

/// A position of an impartial game.
fn random_part(rng: &mut Rng) -> String {
    let cells = |rng: &mut Rng, symbols: &[char], n: usize| -> String {
        (0..n).map(|_| *rng.choice(symbols).unwrap()).collect()
    };
    let heaps = |rng: &mut Rng, most: u32| {
        let heaps: Vec<String> = (0..rng.u32(1..=3)).map(|_| rng.u32(0..=most).to_string()).collect();
        heaps.join(",")
    };
    match rng.u32(0..10) {
        0..=2 => {
            let (width, height) = (rng.usize(1..=5), rng.usize(1..=3));
            let rows: Vec<String> = (0..height).map(|_| cells(rng, &['.', '.', '.', '#'], width)).collect();
            format!("cram:{}", rows.join("|"))
        }
        3 => format!("kayles:{}", heaps(rng, 14)),
        4 => format!("dawsons-kayles:{}", heaps(rng, 14)),
        5 => format!("grundy:{}", heaps(rng, 14)),
        6 => format!("nim:{}", heaps(rng, 70)),
        7 => {
            let digits = cells(rng, &['0', '1', '2', '3', '4', '5', '6', '7'], 3);
            format!("octal:{}.{digits}1:{}", rng.choice([0, 4]).unwrap(), heaps(rng, 10))
        }
        8 => {
            let rows: Vec<String> = (1..=rng.usize(1..=3)).map(|n| cells(rng, &['x', 'x', '.'], n)).collect();
            format!("triangular-nim:{}", rows.join("|"))
        }
        _ => match rng.u32(0..3) {
            0 => format!("*{}", rng.u32(1..8)),
            1 => format!("toppling-dominoes:{}", cells(rng, &['e', 'e', 'e', '.'], 6)),
            _ => "hackenbush:g-a:E a-b:E b-c:E a-c:E c-d:E g-e:E".to_owned(),
        },
    }
}

/// The winner is the one of the nim values, and the move that the solver names leads to nim value 0.
#[test]
fn impartial_sums_are_won_by_their_nim_values() {
    let exact = Exact::default();
    let mut rng = Rng::with_seed(18);
    let mut shared = Solver::new(Budget::endless().with_bytes(1 << 28));
    for round in 0..1500 {
        let mut texts: Vec<String> = (0..rng.usize(1..=4)).map(|_| random_part(&mut rng)).collect();
        let nim = nim_sum(&exact, &Sum::read(&texts.join(" + ")).unwrap());
        // Every other sum is lost.
        if round % 2 == 0 && nim > 0 {
            texts.push(format!("*{nim}"));
        }
        let sum = Sum::read(&texts.join(" + ")).unwrap();
        let mut alone = Solver::new(Budget::endless().with_bytes(1 << 24));
        for solver in [&mut shared, &mut alone] {
            let first = *rng.choice(&Player::BOTH).unwrap();
            let answer = solver.solve(&sum, first).unwrap();
            assert_eq!(answer.winner == first, nim_sum(&exact, &sum) != 0, "{sum}");
            assert_eq!(answer.winning_move.is_some(), answer.winner == first, "{sum}");
            if let Some((i, name)) = answer.winning_move {
                assert_eq!(nim_sum(&exact, &after(&sum, i, &name, first)), 0, "{name} in {sum}");
            }
        }
    }
}

/// Impartial and other parts in one sum.
#[test]
fn mixed_sums_are_won_by_their_values() {
    let exact = Exact::default();
    let mut rng = Rng::with_seed(7);
    let mut solver = Solver::new(Budget::endless().with_bytes(1 << 28));
    for _ in 0..200 {
        let other = *rng.choice(&["^", "{1|-1}", "clobber:xoxo|oxo.", "domineering:...|...", "0"]).unwrap();
        let text = [random_part(&mut rng), other.to_owned(), random_part(&mut rng)].join(" + ");
        let sum = Sum::read(&text).unwrap();
        let answer = solver.solve(&sum, Player::Left).unwrap();
        assert_eq!(answer.winner == Player::Left, exact.wins(&sum, Player::Left), "{sum}");
    }
}

/// Nim values on boards that take thousands of steps, with any memory and any number of threads. Without
/// search: a board of even sides is lost by symmetry, one of which just one side is even is won.
#[test]
fn impartial_sums_are_solved_in_any_memory_and_with_threads() {
    let board = |width: usize, height: usize| format!("cram:{}", vec![".".repeat(width); height].join("|"));
    let sums = [
        (board(6, 4), Player::Right),
        (board(7, 4), Player::Left),
        (board(6, 5), Player::Left),
        (format!("{} + {}", board(6, 4), board(4, 4)), Player::Right),
    ];
    for (text, winner) in sums {
        for (bytes, threads) in [(0, 1), (4 << 20, 1), (1 << 28, 1), (1 << 28, 3), (4 << 20, 2)] {
            let mut solver = Solver::new(Budget::endless().with_bytes(bytes).with_threads(threads));
            let sum = Sum::read(&text).unwrap();
            let answer = solver.solve(&sum, Player::Left).unwrap();
            assert_eq!(answer.winner, winner, "{text} in {bytes} bytes with {threads} threads");
            assert_eq!(answer.winning_move.is_some(), winner == Player::Left);
        }
    }
}

#[test]
fn impartial_searches_stop_with_their_budget() {
    let sum = Sum::read("cram:.......|.......|.......|.......|.......|.......|.......").unwrap();
    let mut solver = Solver::new(Budget::after_nodes(500));
    assert!(solver.solve(&sum, Player::Left).is_err_and(Error::is_limit));
}

/// The options of both players.
struct BothOptions;

impl Search for BothOptions {
    const COMPILED: Compiled = Compiled::EveryGame;
    type Output = [HashSet<String>; 2];
    fn run<P: Position>(self, position: &P) -> [HashSet<String>; 2] {
        Player::BOTH.map(|player| position.options(player).iter().map(ToString::to_string).collect())
    }
}

/// Where the rules say that a position is impartial, both players have the same options, and these are
/// impartial too.
#[test]
fn both_players_have_the_same_options_in_impartial_positions() {
    let mut rng = Rng::with_seed(3);
    let mut impartial = 0;
    let examples = RULESETS.positional();
    let examples = examples.map(|ruleset| format!("{}:{}", ruleset.name, ruleset.example));
    let parts: Vec<String> = examples.chain((0..100).map(|_| random_part(&mut rng))).collect();
    for text in parts {
        let mut position = Part::read(&text).unwrap().position.position().clone();
        while position.rules().is_impartial().unwrap() {
            let [left, right] = position.search(BothOptions);
            assert_eq!(left, right, "{text}");
            let options = position.options(Player::Left).unwrap();
            impartial += 1;
            let Some(option) = rng.choice(options) else { break };
            assert!(option.rules().is_impartial().unwrap(), "{option} follows {text}");
            position = option;
        }
    }
    assert!(impartial > 100);
}
