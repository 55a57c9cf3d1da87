//! Games in the terminal: boards with coordinates, lists of moves, and input that is not text.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{complaint, tedomari};

/// The output of a game in the terminal.
fn said(arguments: &[&str], input: &[u8]) -> String {
    let output = tedomari(&[&["play"], arguments].concat(), input);
    assert!(output.status.success(), "{arguments:?}: {}", complaint(&output));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn boards_have_the_coordinates_of_moves() {
    let boards = [
        ("konane:xox.|o.ox|xo.o", "  3  X O X .\n  2  O . O X\n  1  X O . O\n     A B C D\n", "A1-C1"),
        ("toads-and-frogs:tt.ff|t.ff", "  1  t t . f f\n  2  t . f f\n     1 2 3 4 5\n", "1:2-3"),
        ("toads-and-frogs:tt.ff", "    t t . f f\n    1 2 3 4 5\n", "2-3"),
        ("triangular-nim:x|xx|xxx", "  A  x\n  B  x x\n  C  x x x\n     1 2 3\n", "A1-C3"),
        (
            "go:#XXX##|#X..O#|#XXXX#",
            "  3  # X X X # #\n  2  # X . . O #\n  1  # X X X X #\n     A B C D E F\n",
            "C2 D2",
        ),
    ];
    for (part, board, action) in boards {
        let text = said(&[part], b"moves\n");
        assert!(text.contains(board) && text.contains(action), "{part}: {text}");
    }
    // Names of two letters are written vertically.
    let text = said(&[&format!("clobber:{}", "xo".repeat(14))], b"");
    assert!(text.contains("Y Z A A\n") && text.contains(" A B\n"), "{text}");
    // A value is not drawn as a board.
    assert!(said(&["5|-3"], b"").contains("part 1\n  {5|-3}\n"));
}

#[test]
fn lists_of_moves_break_between_moves() {
    let text = said(&["domineering:......|......|......|......|......|......"], b"moves\n");
    let lines: Vec<&str> = text.lines().skip_while(|line| !line.contains('-')).collect();
    let listed: Vec<&str> = lines.iter().take_while(|line| line.contains('-')).copied().collect();
    assert!(listed.len() > 1 && listed.iter().all(|line| line.chars().count() <= 80), "{text}");
    let names: Vec<&str> = listed.iter().flat_map(|line| line.split_whitespace()).collect();
    assert_eq!(names.len(), 30);
    assert!(names.iter().all(|name| name.len() == 5), "{names:?}");
    // Names of several words are separated.
    let options: Vec<String> = (1..=40).map(|n| n.to_string()).collect();
    let text = said(&[&format!("tree:{{{}|0}}", options.join(","))], b"moves\n");
    assert!(text.contains("option 1, option 2,") && text.contains("option 40\n"), "{text}");
    assert!(!text.contains("option\n"), "{text}");
}

#[test]
fn what_is_no_text_is_asked_for_again() {
    for arguments in [&["5|-3", "1|-1"][..], &["ewn", "--seed", "7"]] {
        let text = said(arguments, b"mo\xffves\nboard\nquit\n");
        assert!(text.contains("> the line is not valid UTF-8 text; type it again\n> "), "{text}");
    }
    // The input does not control the terminal.
    let text = said(&["5|-3"], b"\x1b[31mred\n");
    assert!(text.contains("there is no move") && !text.contains('\x1b'), "{text}");
}
