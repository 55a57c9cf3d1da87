//! Which moves are best, and who has to go on after them.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::{Initiative, RankedMove, Tables, rank};
use rules::bitboard::Small;
use rules::games::{domineering::Domineering, heaps::Nim, tree::Tree};
use rules::{AnyPosition, Notation, Position};
use values::Values;

fn ranking<P: Notation + Position>(text: &str) -> [Vec<RankedMove>; 2] {
    let position = AnyPosition::new(P::read(text).unwrap());
    rank(&Values::new(), &Tables::default(), &position).unwrap().into_array()
}

fn labels(moves: &[RankedMove]) -> Vec<(String, bool, Initiative)> {
    moves.iter().map(|ranked| (ranked.action.to_string(), ranked.orthodox, ranked.initiative)).collect()
}

#[test]
fn left_threatens_and_right_prevents_it() {
    // Left moves to {20|4}, which is hotter than the position: Right must answer to 4.
    let [left, right] = ranking::<Tree>("{{20|4}|2}");
    assert_eq!(labels(&left), [("option 1".to_owned(), true, Initiative::Sente)]);
    assert_eq!(labels(&right), [("option 1".to_owned(), true, Initiative::ReverseSente)]);
}

#[test]
fn a_switch_is_gote_for_both() {
    for moves in ranking::<Tree>("{5|-3}") {
        assert_eq!(labels(&moves), [("option 1".to_owned(), true, Initiative::Gote)]);
    }
}

#[test]
fn a_move_elsewhere_is_not_reverse_sente() {
    let [_, right] = ranking::<Domineering<Small>>(".##.|....|....|####|..##");
    let elsewhere = right.iter().find(|ranked| ranked.action.to_string() == "A1-B1").unwrap();
    assert!(!elsewhere.orthodox);
    assert_eq!(elsewhere.initiative, Initiative::Gote);
}

#[test]
fn among_equals_the_winning_move_comes_first() {
    for moves in ranking::<Nim>("3,5") {
        assert_eq!(moves[0].action.to_string(), "5>3");
        assert_eq!(moves.iter().filter(|ranked| ranked.wins).count(), 1);
    }
}
