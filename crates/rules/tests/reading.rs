//! Texts become positions or errors that say what is wrong; what is written reads back.

#![allow(missing_docs, clippy::unwrap_used)]

use proptest::prelude::*;
use rules::{GAMES, Position, Visitor, open};
use values::Player;

/// Plays every move, asks everything a game is asked, and writes the position.
struct Exercise;

impl Visitor for Exercise {
    type Output = String;

    fn visit<P: Position>(self, position: P) -> String {
        for player in Player::BOTH {
            let moves = position.moves(player);
            assert_eq!(moves.len(), position.options(player).len());
            for action in moves {
                assert!(!action.to_string().is_empty());
                position.play(player, action).normal_form();
            }
        }
        let _ = (position.regions(), position.normal_form(), position.longest_play(), position.bounds());
        position.to_string()
    }
}

fn message(game: &str, text: &str) -> String {
    open(game, text, Exercise).unwrap_err().to_string()
}

#[test]
fn examples_read_back() {
    for game in GAMES {
        let written = open(game.name, game.example, Exercise).unwrap();
        assert_eq!(written.to_lowercase(), game.example.to_lowercase(), "{}", game.name);
    }
}

#[test]
fn games_are_in_alphabetical_order() {
    assert!(GAMES.is_sorted_by_key(|game| game.name));
}

#[test]
fn unknown_letters_are_named() {
    let expected = "row 2, column 1: 'q' is not one of X, O, . and #";
    assert_eq!(message("clobber", "xo|q."), expected);
    assert_eq!(message("konane", "xo|q."), expected);
    assert_eq!(message("cram", "..q"), "row 1, column 3: 'q' is not one of . and #");
    assert_eq!(message("fission", "o"), "row 1, column 1: 'o' is not one of x, . and #");
    assert_eq!(message("col", "?"), "row 1, column 1: '?' is not one of X, O, ., l, r and #");
    assert_eq!(message("toads-and-frogs", "tf|tq"), "row 2, column 2: 'q' is not one of t, f and .");
    assert_eq!(message("toppling-dominoes", "x"), "row 1, column 1: 'x' is not one of l, r, e and .");
}

#[test]
fn ragged_empty_and_large_boards_are_refused() {
    for game in ["clobber", "col", "cram", "fission", "konane", "snort"] {
        assert_eq!(message(game, "...|.."), "row 2 has 2 cells, but the first row has 3");
        assert_eq!(message(game, " "), "the board is empty");
        assert_eq!(message(game, &".".repeat(17)), "a board of 17 by 1 is too large: at most 16 by 16");
        assert!(open(game, &vec![".".repeat(16); 16].join("|"), Exercise).is_ok());
    }
    for game in ["toads-and-frogs", "toppling-dominoes"] {
        assert_eq!(message(game, ""), "the board is empty");
        assert_eq!(message(game, ".||."), "row 2 is empty");
        assert_eq!(message(game, &".".repeat(65)), "a board of 65 by 1 is too large: at most 64 by 64");
        assert!(open(game, &".".repeat(64), Exercise).is_ok());
    }
    assert!(open("toads-and-frogs", &"ttf.f.tf".repeat(8), Exercise).is_ok());
    assert!(open("toppling-dominoes", &"lrelrlee".repeat(8), Exercise).is_ok());
}

#[test]
fn graphs_say_what_is_wrong() {
    for (text, expected) in [
        ("a-a", "vertex a is joined to itself"),
        ("a-", "'' is no name of a vertex: it needs 1 to 8 letters or digits"),
        ("a-b a=X a=O", "vertex a is marked twice"),
        ("a=q", "vertex a is marked 'q', which is not one of X, O, l, r and ."),
        ("a-b=X", "'a-b=X' should be the name of a vertex, '=' and a letter"),
        ("a=XO", "'a=XO' should be the name of a vertex, '=' and a letter"),
    ] {
        assert_eq!(message("col", text), expected);
        assert_eq!(message("snort", text), expected);
    }
    let path = |n: usize| (0..n).map(|vertex| vertex.to_string()).collect::<Vec<_>>().join("-");
    assert!(open("snort", &path(64), Exercise).is_ok());
    assert_eq!(message("snort", &path(65)), "a graph with 65 vertices is too large: at most 64");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_a_game_panic(text in "[xolretf.#|abAB=\\- İß]{0,20}|[xolretf.#|]{0,300}|\\PC{0,20}") {
        for game in GAMES {
            if let Ok(written) = open(game.name, &text, Exercise) {
                prop_assert_eq!(open(game.name, &written, Exercise), Ok(written), "{}", game.name);
            }
        }
    }
}
