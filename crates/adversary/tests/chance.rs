//! In games with chance, every search of chance nodes finds the value of expectimax.

#![allow(missing_docs, clippy::unwrap_used)]

use adversary::alphabeta::{AlphaBeta, Chance, Options, POINT, Plain, Probing, Star, expectimax};
use fastrand::Rng;
use rules::games::dark_chess::DarkChess;
use rules::games::ewn::Ewn;
use rules::{Contest, Playable, Stochastic};
use values::Budget;

/// Plays at random, and compares all searches at some of the states.
fn compare<S: Playable>(games: u64, every: u32, depth: u32) {
    let ways = [
        Star::Star0,
        Star::Star1,
        Star::Star2 { factor: 1, probing: Probing::Cyclic },
        Star::Star2 { factor: 2, probing: Probing::Sequential },
        Star::Star2 { factor: 3, probing: Probing::Cyclic },
    ];
    let mut compared = 0;
    for seed in 0..games {
        let mut random = Rng::with_seed(seed);
        let mut state = S::opening(&mut |n| random.u32(..n));
        for turn in 1.. {
            let moves = state.moves();
            let Some(&action) = random.choice(&moves) else { break };
            if turn % every == seed as u32 % every {
                let (score, _) =
                    expectimax(&mut Plain::default(), &state, depth, &Budget::endless()).unwrap();
                for (i, star) in ways.into_iter().enumerate() {
                    let (bytes, scout) = if i % 2 == 0 { (1 << 20, true) } else { (0, false) };
                    let options = Options {
                        bytes,
                        star,
                        scout,
                        killers: true,
                        quiescence: false,
                        ..Options::default()
                    };
                    let mut search = AlphaBeta::new(Plain::default(), options);
                    let found = search.value(&state, depth, search.everything(), &Budget::endless()).unwrap();
                    assert_eq!(found.score, score, "{state} by {options:?}");
                }
                compared += 1;
            }
            state = state.toss(action, random.u64(..));
        }
    }
    assert!(compared >= 20, "only {compared}");
}

#[test]
fn every_star_agrees_with_expectimax_in_ewn() {
    compare::<Ewn>(20, 7, 4);
}

#[test]
fn every_star_agrees_with_expectimax_in_dark_chess() {
    compare::<DarkChess>(6, 29, 4);
}

/// Endings with threats of capture and with repetition.
const ENDINGS: [&str; 4] = [
    "K...|....|....|....|....|....|....|...g left",
    "Kg..|....|....|c..P|....|..R.|....|N..p left",
    "....|.C..|..p.|.G..|...n|....|.m..|...P right",
    "k...|.P..|....|..C.|....|.r..|....|...N left quiet 3",
];

/// With quiescence search, and deep enough for a third repetition, the table does not change the value.
#[test]
fn values_of_dark_chess_hang_on_no_table() {
    for text in ENDINGS {
        let mut state = DarkChess::read(text).unwrap();
        for turn in 0..6 {
            let values = [0, 1 << 12, 1 << 20, 1 << 24].map(|bytes| {
                let mut search = AlphaBeta::new(Plain::default(), Options { bytes, ..Options::default() });
                let depth = if text == ENDINGS[0] { 9 } else { 4 };
                search.value(&state, depth, search.everything(), &Budget::endless()).unwrap().score
            });
            assert!(values.iter().all(|value| *value == values[0]), "{state}: {values:?}");
            let Some(&action) = state.moves().get(turn % 3) else { break };
            state = state.outcomes(action)[0].1;
        }
    }
}

/// The example of the notes: Black (here Left) has an elephant, a king and a cannon, which lie face down on A1
/// and A8, and Red a guard, a cannon and a pawn. The drawing is missing; on this board all that the notes say
/// of theirs is true: the elephant has four moves, one of which takes the pawn on its left; a cannon on A1
/// attacks the guard; the red cannon takes whatever is on A8. So it is very bad to flip A8. Whether A1 is better
/// than a move of the elephant depends on the drawing.
#[test]
fn the_flips_of_the_notes_are_better_and_worse() {
    let text = "?...|....|....|....|....|gpM.|c...|?... left KC";
    let state = DarkChess::read(text).unwrap();
    assert_eq!(state.moves().len(), 6);
    for flips in [None, Some(2), Some(1)] {
        let options = Options { chance: Chance { flips, ..Chance::default() }, ..Options::default() };
        let value = |name: &str| {
            let action = state.moves().into_iter().find(|action| action.to_string() == name).unwrap();
            let mut search = AlphaBeta::new(Plain::default(), options);
            let (mut sum, mut count) = (0, 0);
            for (weight, next) in state.outcomes(action) {
                let found = search.value(&next, 5, search.everything(), &Budget::endless()).unwrap();
                (sum, count) = (sum - i64::from(weight) * found.score, count + i64::from(weight));
            }
            sum / count
        };
        let elephant = ["C3-C4", "C3-C2", "C3-D3", "C3xB3"].map(value).into_iter().max().unwrap();
        let (near, far) = (value("A1"), value("A8"));
        assert!(near.min(elephant) > far + 100 * POINT, "{flips:?}: {near} {elephant} {far}");
    }
}
