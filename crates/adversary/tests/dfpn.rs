//! Depth-first proof-number search, and what it takes from the rules, on all positions of small boards.
#![allow(missing_docs, clippy::unwrap_used)]

use adversary::history::Repetition;
use adversary::proof_number::{Answers, DfPn, Verdict, good_move};
use rules::bitboard::Small;
use rules::games::{domineering::Domineering, nogo::NoGo};
use rules::{Board, Contest, Deterministic, Hints, Notation, Position, ToMove};
use rustc_hash::FxHashMap;
use std::time::Duration;
use values::{Budget, Error, Player};

/// For each set of free cells, whether Left and whether Right wins Domineering by moving first. By a table of
/// all sets.
fn domineering_by_all_sets(width: usize, height: usize) -> Vec<[bool; 2]> {
    let places = |upright: bool| -> Vec<usize> {
        let cells = (0..width * height)
            .filter(|cell| if upright { cell / width + 1 < height } else { cell % width + 1 < width });
        cells.map(|cell| 1 << cell | 1 << (cell + if upright { width } else { 1 })).collect()
    };
    let places = [places(true), places(false)];
    let mut first_wins = vec![[false; 2]; 1 << (width * height)];
    for free in 0..first_wins.len() {
        for player in [0, 1] {
            let wins = |domino: usize| free & domino == domino && !first_wins[free ^ domino][1 - player];
            first_wins[free][player] = places[player].iter().any(|&domino| wins(domino));
        }
    }
    first_wins
}

/// The position on a set of free cells, counted row by row.
fn domineering(width: usize, height: usize, free: usize) -> Domineering<Small> {
    let row = |y: usize| ((free >> (width * y)) as u64 & ((1 << width) - 1)) << (8 * y);
    let empty = (0..height).map(row).sum();
    Domineering::new(Board { empty, ..Board::blank(width as u8, height as u8) })
}

fn left_wins(first_wins: &[[bool; 2]], free: usize, first: Player) -> bool {
    first_wins[free][first as usize] == (first == Player::Left)
}

#[test]
fn all_of_domineering_4x4() {
    let first_wins = domineering_by_all_sets(4, 4);
    let mut searches = [0, 1 << 20].map(|bytes| DfPn::new(bytes, Repetition::Never, Budget::endless()));
    for free in 0..first_wins.len() {
        let position = domineering(4, 4, free);
        for player in Player::BOTH {
            let verdict = searches[free % 2].solve(&ToMove { position, player }, 1).unwrap();
            let proved = verdict == Verdict::Proved;
            assert_eq!(proved, left_wins(&first_wins, free, player), "{position}, {player:?} first");
        }
    }
}

/// The static bounds and distances of Domineering hold.
fn check_domineering(width: usize, height: usize) {
    let first_wins = domineering_by_all_sets(width, height);
    let (mut known, mut simpler) = (0, 0);
    for free in 0..first_wins.len() {
        let position = domineering(width, height, free);
        for first in Player::BOTH {
            let Some(winner) = position.winner(first) else { continue };
            known += 1;
            let left_wins = left_wins(&first_wins, free, first);
            assert_eq!(winner == Player::Left, left_wins, "{position}, {first:?} first");
        }
        let simple = position.simplified().unwrap();
        if simple != position {
            simpler += 1;
            let cells = simple.to_string().chars().filter(|&c| c != '|').collect::<Vec<_>>();
            let left = cells.iter().rev().fold(0, |free, &c| free << 1 | usize::from(c == '.'));
            assert_eq!(first_wins[left], first_wins[free], "{position} is not like {simple}");
        }
    }
    assert!(known > first_wins.len() && simpler > first_wins.len() / 2, "{known} {simpler}");
}

#[test]
fn domineering_knows_winners_and_simpler_positions() {
    check_domineering(4, 4);
    check_domineering(3, 5);
}

#[test]
#[ignore = "takes ten seconds"]
fn domineering_knows_winners_and_simpler_positions_of_5x4() {
    check_domineering(5, 4);
    check_domineering(4, 5);
}

#[test]
fn winning_moves_win() {
    let mut search = DfPn::new(1 << 20, Repetition::Never, Budget::endless());
    let mut state = ToMove { position: domineering(4, 4, 0xffff), player: Player::Left };
    while state.score().is_none() {
        let is_left = state.player == Player::Left;
        let action = good_move(&mut Answers { search: &mut search, threshold: 1 }, &state, is_left).unwrap();
        assert_eq!(action.is_some(), is_left);
        state = state.play(action.unwrap_or_else(|| state.moves()[0]));
    }
    assert_eq!(state.score(), Some(1));
}

#[test]
fn a_search_that_is_stopped_says_so() {
    let position = Domineering::<Small>::new(Board::blank(8, 8));
    let mut search = DfPn::new(1 << 20, Repetition::Never, Budget::after(Duration::ZERO));
    let root = ToMove { position, player: Player::Left };
    assert!(matches!(search.solve(&root, 1), Err(Error::Stopped)));
    assert!(search.numbers().verdict().is_none());
}

fn left_wins_nogo(state: &ToMove<NoGo<Small>>, known: &mut FxHashMap<ToMove<NoGo<Small>>, bool>) -> bool {
    if let Some(&wins) = known.get(state) {
        return wins;
    }
    let left = state.player == Player::Left;
    let moves = state.position.moves(state.player);
    let good = moves.into_iter().any(|action| left_wins_nogo(&state.play(action), known) == left);
    known.insert(*state, good == left);
    good == left
}

#[test]
fn all_of_nogo_3x3() {
    let mut known = FxHashMap::default();
    let mut search = DfPn::new(1 << 20, Repetition::Never, Budget::endless());
    let mut boards = 0;
    for code in 0..3_usize.pow(9) {
        let rows =
            (0..3).map(|y| (0..3).map(|x| b".xo"[code / 3_usize.pow(3 * y + x) % 3] as char).collect());
        let Ok(position) = NoGo::<Small>::read(&rows.collect::<Vec<String>>().join("|")) else { continue };
        boards += 1;
        for player in Player::BOTH {
            let state = ToMove { position, player };
            let verdict = search.solve(&state, 1).unwrap();
            assert_eq!(
                verdict == Verdict::Proved,
                left_wins_nogo(&state, &mut known),
                "{position}, {player:?}"
            );
        }
    }
    assert_eq!(boards, 12_675);
}
