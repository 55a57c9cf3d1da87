//! A text that is not a position gets an error with the reason.

#![allow(missing_docs, clippy::unwrap_used)]

use rules::{AnyPosition, LISTED, Layout, Listed, ListedVisitor, OpenError, RULESETS, Tabled, listed};
use values::Player;

fn open(game: &str, text: &str) -> Result<AnyPosition, OpenError> {
    RULESETS.open(game, text)
}

fn message(game: &str, text: &str) -> String {
    open(game, text).unwrap_err().to_string()
}

#[test]
fn games_are_in_alphabetical_order() {
    assert!(RULESETS.iter().is_sorted_by_key(|game| &game.name));
}

/// The layout of a game in code.
struct Compiled;

impl ListedVisitor for Compiled {
    type Output = Layout;

    fn visit<P: Listed>(self) -> Layout {
        P::LAYOUT
    }
}

#[test]
fn games_with_tables_have_a_layout() {
    assert_eq!(*LISTED, ["amazons", "clobber", "domineering", "nogo"]);
    for game in RULESETS.iter() {
        assert_eq!(game.layout(), listed(&game.name, Compiled), "{}", game.name);
        if game.layout().is_some() {
            let position = game.read(&game.example).unwrap();
            assert_eq!(Tabled::of(position.as_any()).unwrap().game, game.name);
        }
    }
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
    for game in ["clobber", "col", "cram", "fission", "konane", "nogo", "snort"] {
        assert_eq!(message(game, "...|.."), "row 2 has 2 cells, but the first row has 3");
        assert_eq!(message(game, " "), "the board is empty");
        let two_rows = vec![".".repeat(20); 2].join("|");
        assert_eq!(message(game, &two_rows), "a board of 20 by 2 is too large: at most 19 by 19");
        assert!(open(game, &vec![".".repeat(19); 19].join("|")).is_ok());
    }
    for game in ["col", "cram", "fission", "konane", "snort"] {
        assert_eq!(message(game, &".".repeat(20)), "a board of 20 by 1 is too large: at most 19 by 19");
    }
    for game in ["toads-and-frogs", "toppling-dominoes"] {
        assert_eq!(message(game, ""), "the board is empty");
        assert_eq!(message(game, ".||."), "row 2 is empty");
        assert_eq!(message(game, &".".repeat(65)), "a board of 65 by 1 is too large: at most 64 by 64");
        assert!(open(game, &".".repeat(64)).is_ok());
    }
    assert!(open("toads-and-frogs", &"ttf.f.tf".repeat(8)).is_ok());
    assert!(open("toppling-dominoes", &"lrelrlee".repeat(8)).is_ok());
}

#[test]
fn long_rows_of_clobber_and_nogo() {
    // The texts of the position and of Left's last move.
    let written = |game, text: &str| {
        let position = open(game, text).unwrap();
        let moves = position.moves(Player::Left).unwrap();
        (position.to_string(), moves.last().map(ToString::to_string))
    };
    for (length, name) in [(17, "Q1"), (26, "Z1"), (27, "AA1"), (52, "AZ1"), (53, "BA1"), (64, "BL1")] {
        let row = ".".repeat(length);
        assert_eq!(written("nogo", &row), (row, Some(name.to_owned())));
    }
    let text = "XO".repeat(32);
    assert_eq!(written("clobber", &text), (text, Some("BK1-BJ1".to_owned())));
    for game in ["clobber", "nogo"] {
        let row = |length: usize| ".".repeat(length);
        assert_eq!(message(game, &row(65)), "a board of 65 by 1 is too large: at most 64 by 1");
        let column = vec!["."; 20].join("|");
        assert_eq!(message(game, &column), "a board of 1 by 20 is too large: at most 19 by 19");
        let unknown = message(game, &(row(20) + "q"));
        assert!(unknown.starts_with("row 1, column 21: 'q' is not one of X, O, . and #"), "{unknown}");
    }
    assert_eq!(message("nogo", &(".".repeat(28) + "oxo.")), "the block at AD1 has no liberty");
}

#[test]
fn amazons_records_are_read_and_written() {
    let record = |game: &str, text: &str| {
        let ruleset = RULESETS.get(game).unwrap();
        let position = ruleset.read(text).unwrap();
        (position.to_string(), ruleset.record(&position))
    };
    let start = record("amazons", "(;GM[18])").0;
    assert!(start.starts_with("...O..O...|") && start.ends_with("|...X..X..."), "{start}");
    let (text, written) = record("amazons", "(;FF[4]GM[18]SZ[4:3]AB[aa]AW[dc]AA[ba];B[aaabaa];W[dccccb])");
    assert_eq!(text, "##..|X.#.|..O.");
    assert_eq!(record("amazons", &written.unwrap()).0, text);
    for (record, expected) in [
        ("(;GM[1]SZ[9])", "SGF: this is no Amazons record, GM[18]"),
        ("(;GM[18]SZ[3]AB[zz])", "SGF: 'zz' is not on the board"),
        ("(;GM[18]SZ[3]AB[aa];W[aababb])", "SGF: 'aababb' is no move of Right in X..|...|..."),
        ("(;GM[18]SZ[40])", "a board of 40 by 40 is too large: at most 19 by 19"),
    ] {
        assert_eq!(message("amazons", record), expected);
    }
    assert!(message("amazons", "(;GM[18").starts_with("SGF: "));
    assert_eq!(record("nogo", "...").1, None);
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
    assert!(open("snort", &path(64)).is_ok());
    assert_eq!(message("snort", &path(65)), "a graph with 65 vertices is too large: at most 64");
}
