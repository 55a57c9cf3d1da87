//! Misère outcomes against what is known.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::misere_outcome;
use rules::bitboard::Small;
use rules::games::triangular_nim::{Convention, TriangularNim};
use rules::games::{domineering::Domineering, heaps::Nim, tree::Tree};
use rules::{Notation, Position};
use tables::retrograde::plain::Solution;
use values::{Budget, Outcome, Values};

fn outcome<P: Notation + Position>(text: &str) -> Outcome {
    misere_outcome(&P::read(text).unwrap(), &Budget::endless()).unwrap()
}

#[test]
fn misere_nim_is_normal_nim_but_for_heaps_of_one() {
    for heaps in 0u32..6 * 6 * 6 {
        let sizes = [heaps % 6, heaps / 6 % 6, heaps / 36];
        let sum = sizes.iter().fold(0, |sum, size| sum ^ size);
        let second = if sizes.iter().any(|&size| size > 1) { sum == 0 } else { sum == 1 };
        let text = sizes.map(|size| size.to_string()).join(",");
        let expected = if second { Outcome::Previous } else { Outcome::Next };
        assert_eq!(outcome::<Nim>(&text), expected, "{text}");
    }
}

#[test]
fn misere_play_of_canonical_forms() {
    let values = Values::new();
    for text in ["{1|^^||^}", "{3||2*|1*}", "+-(1,{2|1/2})", "^3*2", "{0||0|-3/2}", "*4", "v*"] {
        let g = values.parse(text).unwrap();
        let tree = values.print(g).unwrap();
        if let Ok(tree) = Tree::read(&tree) {
            let found = misere_outcome(&tree, &Budget::endless()).unwrap();
            assert_eq!(found, values.misere_outcome(g).unwrap(), "{text}");
        }
    }
}

#[test]
fn misere_domineering() {
    // Left has two moves in a column of four squares, Right none: whoever starts, Left makes the last move.
    assert_eq!(outcome::<Domineering<Small>>(".|.|.|."), Outcome::Right);
    assert_eq!(outcome::<Domineering<Small>>("..|.."), Outcome::Previous);
}

#[test]
fn misere_triangular_nim() {
    for layers in 1..=4 {
        let full = TriangularNim::full(layers).unwrap();
        let backwards = Solution::retrograde(layers, Convention::Misere).unwrap().outcome(&full).unwrap();
        assert_eq!(misere_outcome(&full, &Budget::endless()).unwrap(), backwards, "{layers} layers");
    }
}
