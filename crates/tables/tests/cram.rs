//! Cram against published results: nim values in normal play, and misère Grundy values, of whole boards.

#![allow(missing_docs, clippy::unwrap_used)]

use rules::games::triangular_nim::Convention;
use tables::retrograde::{Layout, Solved, TakingGame};
use values::{Budget, Outcome};

/// A board of Cram beside a heap of Nim: each set of the last `heap` pieces is a move.
fn beside_a_heap(width: usize, height: usize, heap: usize) -> TakingGame {
    let cram = TakingGame::cram(width, height).unwrap();
    let cells = usize::from(cram.pieces());
    let moves = cram.moves().iter().copied().chain((1..1 << heap).map(|taken| taken << cells));
    TakingGame::new("cram and nim", cells + heap, moves, &[]).unwrap()
}

fn outcome(game: &TakingGame, convention: Convention) -> Outcome {
    let layout = Layout::with_room(game, false, 1 << 18).unwrap();
    let solved = Solved::in_memory(layout, convention, 2, &Budget::endless(), &|_, _| ()).unwrap();
    solved.outcome_of(game.full()).unwrap()
}

/// The size of the heap beside which the second player wins: the nim value in normal play, and what Lemoine and Viennot
/// call the misère Grundy value in misère play.
fn value(width: usize, height: usize, convention: Convention) -> usize {
    let is_lost =
        |heap: &usize| outcome(&beside_a_heap(width, height, *heap), convention) == Outcome::Previous;
    (0..8).find(is_lost).unwrap()
}

/// Nim values of all positions of a board by their definition.
fn by_definition(width: usize, height: usize) -> u8 {
    let game = TakingGame::cram(width, height).unwrap();
    let mut values = vec![0u8; 1 << game.pieces()];
    for position in 1..=game.full() {
        let options = game.moves_of(position).map(|taken| values[(position ^ taken) as usize]);
        let reached = options.fold(0u32, |reached, value| reached | 1 << value);
        values[position as usize] = reached.trailing_ones() as u8;
    }
    values[game.full() as usize]
}

#[test]
fn nim_values_by_definition() {
    for (width, height) in [(1, 9), (2, 8), (3, 3), (4, 3), (5, 3), (6, 3), (4, 4)] {
        let known = usize::from(by_definition(width, height));
        assert_eq!(value(width, height, Convention::Normal), known, "{width}x{height}");
    }
}

/// The nim values of Lemoine and Viennot (2010, "Nimbers are inevitable") and of Schneider (2009, "Das Spiel
/// Juvavum"), as Beling gives them with his own (github.com/beling/impartial-games).
#[test]
fn published_nim_values() {
    for (width, height, known) in [(4, 4, 0), (5, 4, 2), (6, 4, 0), (5, 5, 0)] {
        assert_eq!(value(width, height, Convention::Normal), known, "{width}x{height}");
    }
}

#[test]
#[ignore = "takes minutes"]
fn published_nim_values_of_larger_boards() {
    for (width, height, known) in [(7, 4, 3), (6, 5, 2)] {
        assert_eq!(value(width, height, Convention::Normal), known, "{width}x{height}");
    }
}

/// Heaps in misère play: on boards with three rows 0, 0, 1, again and again, as is reported of Lemoine and Viennot. The
/// other boards are our own, recorded so that they do not change silently.
#[test]
fn misere_values() {
    for columns in 1..=8 {
        let known = usize::from(columns % 3 == 0);
        assert_eq!(value(columns, 3, Convention::Misere), known, "{columns}x3");
    }
    for (width, height, known) in [(4, 4, 0), (5, 4, 0), (6, 4, 0), (5, 5, 2)] {
        assert_eq!(value(width, height, Convention::Misere), known, "{width}x{height}");
    }
}

/// The second player wins boards with even sides in normal play, and the first player those with one odd side, by
/// symmetry (Gardner 1974).
#[test]
fn symmetric_strategies() {
    for (width, height) in [(2, 2), (2, 4), (4, 4), (6, 4), (3, 2), (5, 2), (3, 4), (5, 4)] {
        let known = if width * height % 4 == 0 && width % 2 == 0 { Outcome::Previous } else { Outcome::Next };
        let game = TakingGame::cram(width, height).unwrap();
        assert_eq!(outcome(&game, Convention::Normal), known, "{width}x{height}");
    }
}
