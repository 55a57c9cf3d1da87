//! Bounds in ups: all-small positions beside other games, against canonical forms.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::judge::Exact;
use fastrand::Rng;
use rules::{AnyPosition, RULESETS};
use sums::{Solver, Sum};
use values::{Budget, Player};

fn clobber(rng: &mut Rng) -> String {
    let &(width, height) = rng.choice(&[(3, 2), (4, 2), (3, 3), (8, 1), (11, 1)]).unwrap();
    let mut row = || (0..width).map(|_| *rng.choice(&['x', 'o', 'x', 'o', '.']).unwrap()).collect::<String>();
    let rows: Vec<String> = (0..height).map(|_| row()).collect();
    rows.join("|")
}

/// A position with at most `n` moves left has an atomic weight of at most `n − 1`, and so has its negative.
#[test]
fn atomic_weights_are_bounded_by_the_length_of_play() {
    let exact = Exact::default();
    let values = &exact.values;
    let mut rng = Rng::with_seed(5);
    let mut reached = 0;
    for _ in 0..1500 {
        // Every region of its own: then few stones make the bound narrow.
        for region in RULESETS.open("clobber", &clobber(&mut rng)).unwrap().regions().unwrap() {
            let longest = region.rules().longest_play().unwrap().unwrap();
            let most = i64::from(longest.saturating_sub(1));
            let weight = values.atomic_weight(region.search(&exact)).unwrap().unwrap();
            assert!(values.le(weight, values.integer(most).unwrap()).unwrap(), "{region}");
            assert!(values.le(values.integer(-most).unwrap(), weight).unwrap(), "{region}");
            reached += usize::from(most > 0 && weight == values.integer(most).unwrap());
        }
    }
    // The bound is the best possible: xxo is worth ↑ after at most two moves.
    assert!(reached > 0);
}

/// Sums of Clobber with numbers, ups and hot values.
#[test]
fn all_small_sums_are_won_by_their_values() {
    let exact = Exact::default();
    let mut rng = Rng::with_seed(6);
    let others = ["0", "1/4", "-1", "^^^", "vvv*", "^^^^^^", "vvvvvvvvv", "*2", "{1|-1}", "{2|*}", "Tiny(1)"];
    for _ in 0..400 {
        let mut texts: Vec<String> =
            (0..rng.usize(1..=2)).map(|_| format!("clobber:{}", clobber(&mut rng))).collect();
        texts.extend((0..rng.usize(1..=2)).map(|_| rng.choice(&others).unwrap().to_string()));
        let sum = Sum::read(&texts.join(" + ")).unwrap();
        // A new solver knows no values yet, so that it needs bounds.
        for first in Player::BOTH {
            let mut solver = Solver::new(Budget::endless().with_bytes(1 << 24));
            let winner = solver.solve(&sum, first).unwrap().winner;
            assert_eq!(winner == first, exact.wins(&sum, first), "{first:?} first in {sum}");
        }
    }
}

/// A large board decides nothing beside a number or a hot game that is ahead.
#[test]
fn infinitesimal_parts_are_not_searched_beside_numbers() {
    let board = "clobber:xoxoxo|oxoxox|xoxoxo|oxoxox|xoxoxo|oxoxox";
    for (other, first, winner) in [
        ("1/1024", Player::Right, Player::Left),
        ("-1", Player::Left, Player::Right),
        ("{1|-1}", Player::Left, Player::Left),
        ("{1|-1}", Player::Right, Player::Right),
    ] {
        let sum = Sum::read(&format!("{board} + {other}")).unwrap();
        let mut solver = Solver::new(Budget::endless().with_bytes(1 << 28));
        assert_eq!(solver.solve(&sum, first).unwrap().winner, winner, "{sum}");
        assert!(solver.nodes() < 100, "{sum}: {} sums", solver.nodes());
    }
}

/// Where the rules say that a position is all-small, both players can move or neither, and what follows is
/// all-small too.
#[test]
fn both_players_can_move_or_neither_in_all_small_positions() {
    let mut rng = Rng::with_seed(4);
    let mut all_small = 0;
    let examples = RULESETS.positional().map(|ruleset| ruleset.read(&ruleset.example).unwrap());
    let boards: Vec<AnyPosition> =
        (0..100).map(|_| RULESETS.open("clobber", &clobber(&mut rng)).unwrap()).collect();
    for start in examples.chain(boards) {
        let mut position = start.clone();
        while position.rules().is_all_small().unwrap() {
            let [left, right] = Player::BOTH.map(|player| position.options(player).unwrap());
            assert_eq!(left.is_empty(), right.is_empty(), "{position} follows {start}");
            all_small += 1;
            let Some(option) = rng.choice(left.into_iter().chain(right).collect::<Vec<_>>()) else { break };
            assert!(option.rules().is_all_small().unwrap(), "{option} follows {start}");
            position = option;
        }
    }
    assert!(all_small > 100);
}
