//! Triangular Nim: the engine against plain backward induction.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::ValueTable;
use rules::games::heaps::{OctalRule, nim_sequence};
use rules::games::triangular_nim::{Convention, TriangularNim};
use rules::{BoardError, Notation, Position};
use std::collections::HashMap;
use tables::retrograde::plain::Solution;
use values::{Outcome, Player, Values};

/// Without regions and normal forms.
fn nim_value(known: &mut HashMap<TriangularNim, u32>, position: TriangularNim) -> u32 {
    if let Some(&value) = known.get(&position) {
        return value;
    }
    let options = position.options(Player::Left);
    let values: Vec<u32> = options.into_iter().map(|option| nim_value(known, option)).collect();
    let value = (0..).find(|value| !values.contains(value)).unwrap();
    known.insert(position, value);
    value
}

fn is_won_misere(known: &mut HashMap<TriangularNim, bool>, position: TriangularNim) -> bool {
    if let Some(&won) = known.get(&position) {
        return won;
    }
    let options = position.options(Player::Left);
    let won = options.is_empty() || options.into_iter().any(|option| !is_won_misere(known, option));
    known.insert(position, won);
    won
}

#[test]
fn every_position_of_four_layers() {
    let (values, table) = (Values::new(), ValueTable::default());
    let normal = Solution::retrograde(4, Convention::Normal).unwrap();
    let misere = Solution::retrograde(4, Convention::Misere).unwrap();
    let (mut nims, mut won) = (HashMap::new(), HashMap::new());
    let full = TriangularNim::full(4).unwrap();
    nim_value(&mut nims, full);
    assert_eq!(nims.len(), 1 << 10);
    for (position, &nim) in &nims {
        assert_eq!(table.value(&values, position), values.nimber(nim), "{position}");
        let outcome = |won| Some(if won { Outcome::Next } else { Outcome::Previous });
        assert_eq!(normal.outcome(position), outcome(nim != 0), "{position}");
        assert_eq!(misere.outcome(position), outcome(is_won_misere(&mut won, *position)), "{position}");
        assert_eq!(TriangularNim::read(&position.to_string()).as_ref(), Ok(position));
    }
    assert_eq!(normal.lost(), nims.values().filter(|&&nim| nim == 0).count() as u64);
}

/// A move takes pieces of a row and may leave two rows: the octal game 0.777….
#[test]
fn rows_are_an_octal_game() {
    let (values, table) = (Values::new(), ValueTable::default());
    let sequence = nim_sequence(&OctalRule::read("0.7777777777").unwrap(), 10);
    for (layers, nim) in sequence.into_iter().enumerate().skip(1) {
        let rows: Vec<String> =
            (1..=layers).map(|row| if row == layers { "x" } else { "." }.repeat(row)).collect();
        let position = TriangularNim::read(&rows.join("|")).unwrap();
        assert_eq!(table.value(&values, &position), values.nimber(nim), "{layers} in a row");
    }
}

#[test]
fn normal_forms() {
    let normal = |text| TriangularNim::read(text).unwrap().normal_form().0;
    assert_eq!(normal("x|x.|x.."), normal(".|..|xxx"));
    assert_eq!(normal(".|..|.x.|.xx."), normal("x|xx"));
    assert_ne!(normal("x|xx"), normal("x|x.|x.."));
}

#[test]
fn bad_triangles() {
    let error = |text| TriangularNim::read(text).unwrap_err().to_string();
    assert_eq!(error("x|x"), "row 2 of a triangle has 2 places, not 1");
    assert_eq!(error("x|xo"), "row 2, column 2: 'o' is not one of x and .");
    assert_eq!(error(&["x"; 11].join("|")), "a triangle of 11 layers is too large: at most 10");
    assert_eq!(TriangularNim::read("|"), Err(BoardError::Empty));
    assert!(Solution::retrograde(8, Convention::Normal).is_err());
}
