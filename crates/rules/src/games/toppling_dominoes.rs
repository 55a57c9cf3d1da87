//! Toppling Dominoes: a player tips over a domino, to the left or to the right, and
//! all dominoes behind it on that side fall too. Left tips `l` and `e`, Right `r` and `e`.
//!
//! ```
//! use rules::{Notation, Position, games::toppling_dominoes::TopplingDominoes};
//! use values::Player;
//!
//! let position = TopplingDominoes::read("ler").unwrap();
//! let moves = position.moves(Player::Right);
//! let text: Vec<String> = moves.iter().map(|action| action.to_string()).collect();
//! assert_eq!(text, ["2<", "2>", "3<", "3>"]);
//! assert_eq!(position.play(Player::Right, moves[0]).to_string(), "..r");
//! ```

use crate::row::{Place, Row, RowSymbols, Rows, bits, runs};
use crate::{BoardError, Coordinates, Notation, Position, Regions};
use derive_more::Display;
use std::fmt;
use values::Player;

/// Dominoes `l`, `r` and `e` (either player's). No domino falls across a gap `.`, and rows, joined by `|`,
/// are a sum.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TopplingDominoes(pub(super) Rows);

const SYMBOLS: RowSymbols =
    RowSymbols(&[('l', [true, false]), ('r', [false, true]), ('e', [true; 2]), ('.', [false; 2])]);

/// Tipping a domino over, written `3<` or `3>`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Display)]
#[display("{place}{}", if *rightwards { '>' } else { '<' })]
pub struct Topple {
    place: Place,
    rightwards: bool,
}

/// The first of a row and its mirror image, which have the same value: dominoes fall in both directions.
fn either_side(row: &Row) -> Row {
    (*row).min(row.mirrored())
}

impl Position for TopplingDominoes {
    fn cells(&self) -> Option<Coordinates> {
        Some(Coordinates::Rows)
    }

    type Move = Topple;

    fn moves(&self, player: Player) -> Vec<Topple> {
        let rows = (0..).zip(&self.0.0);
        let places = rows.flat_map(|(y, row)| bits(row.of(player)).map(move |x| self.0.place(y, x)));
        let both_ways = |place| [false, true].map(|rightwards| Topple { place, rightwards });
        places.flat_map(both_ways).collect()
    }

    fn play(&self, _: Player, action: Topple) -> Self {
        let Place { row: number, cell, .. } = action.place;
        let mut row = self.0.0[usize::from(number)];
        let before = (1 << cell) - 1;
        let fallen = runs(row.taken() & if action.rightwards { !before } else { before | 1 << cell })
            .find(|run| run.contains(&cell));
        for x in fallen.into_iter().flatten() {
            row.cells = row.cells.map(|cells| cells & !(1 << x));
        }
        Self(self.0.with(number, row))
    }

    fn regions(&self) -> Regions<Self> {
        let unbroken = self.0.0.iter().flat_map(|row| runs(row.taken()).map(|range| row.cut(range)));
        unbroken.map(|row| Self(row.into())).collect()
    }

    fn normal_form(&self) -> (Self, bool) {
        let (rows, negative) = self.0.normal_form(either_side, |row| either_side(&row.exchanged()));
        (Self(rows), negative)
    }
}

impl Notation for TopplingDominoes {
    fn read(text: &str) -> Result<Self, BoardError> {
        Rows::read(text, &SYMBOLS).map(Self)
    }
}

impl fmt::Display for TopplingDominoes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f, &SYMBOLS)
    }
}
