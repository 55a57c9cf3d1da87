//! The symmetries of boards (rotations, reflections, exchange of colours) and the normal form under them.

use super::Board;
use crate::bitboard::{Bitboard, Symmetry};

/// The symmetries of a game.
#[derive(Clone, Copy, Debug)]
pub struct Symmetries {
    /// The symmetries that keep the value.
    pub keeping: &'static [Symmetry],
    /// The symmetries that negate the value when the colours are exchanged too.
    pub negating: &'static [Symmetry],
}

impl Symmetries {
    /// Neither directions nor colours matter to the rules.
    pub const ALL: Self = Self { keeping: &Symmetry::ALL, negating: &Symmetry::ALL };

    /// Directions do not matter to the rules, and both players have the same moves.
    pub const IMPARTIAL: Self = Self { keeping: &Symmetry::ALL, negating: &[] };

    /// A rotation by a quarter exchanges the players.
    pub const QUARTER_TURN_NEGATES: Self = {
        let (keeping, negating) = Symmetry::ALL.as_slice().split_at(4);
        Self { keeping, negating }
    };

    /// The normal form: the first of all symmetric boards. `true` means that its value is the negative of
    /// this board's value.
    #[must_use]
    // Inlining makes the symmetries of a game constants in its code. It saves a tenth of the time of
    // thermographs.
    #[inline(always)]
    pub fn normal_form<B: Bitboard>(&self, board: &Board<B>) -> (Board<B>, bool) {
        let fittings = board.fittings();
        let mut empty = board.empty.all_turned();
        for (empty, fitting) in empty.iter_mut().zip(fittings) {
            *empty = empty.moved(fitting.x, fitting.y);
        }
        let ways = [(self.keeping, false), (self.negating, true)];
        let known = |symmetry: &Symmetry| Some(symmetry.index()).filter(|&i| i < B::SYMMETRIES);
        // The empty cells alone decide most of the time.
        let mut first: Option<B> = None;
        for i in ways.iter().flat_map(|(symmetries, _)| symmetries.iter()).filter_map(known) {
            first = Some(first.map_or(empty[i], |first| first.min(empty[i])));
        }
        let mut best: Option<([B; 2], bool, usize)> = None;
        for (symmetries, negative) in ways {
            for i in symmetries.iter().filter_map(known) {
                if Some(empty[i]) == first {
                    let [left, right] = board.stones.map(|stones| fittings[i].place(stones));
                    let alike = (if negative { [right, left] } else { [left, right] }, negative, i);
                    best = Some(best.map_or(alike, |best| best.min(alike)));
                }
            }
        }
        match (first, best) {
            (Some(empty), Some((stones, negative, i))) => {
                let Fitting { width, height, .. } = fittings[i];
                (Board { width, height, empty, stones }, negative)
            }
            // No symmetry is known.
            _ => (*board, false),
        }
    }
}

/// A symmetry and a shift that move a board into the corner. Other sets of cells of a position follow it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fitting {
    pub(super) symmetry: Symmetry,
    pub(super) x: u8,
    pub(super) y: u8,
    pub(super) width: u8,
    pub(super) height: u8,
}

impl Fitting {
    /// The image of these cells.
    pub(crate) fn place<B: Bitboard>(self, cells: B) -> B {
        cells.turned(self.symmetry).moved(self.x, self.y)
    }
}

impl<B: Bitboard> Board<B> {
    /// The fitting of the board after each of [`Symmetry::ALL`], cut to the cells in play. Only the first
    /// [`Bitboard::SYMMETRIES`] of them are valid.
    pub(crate) fn fittings(&self) -> [Fitting; 8] {
        // The range forwards and backwards.
        let ways = |(first, end): (u8, u8), most: u8| {
            [(first, end), if end == 0 { (0, 0) } else { (most - end, most - first) }]
        };
        let inside = self.inside();
        let (columns, rows) = (ways(inside.columns(), B::WIDTH), ways(inside.rows(), B::HEIGHT));
        Symmetry::ALL.map(|symmetry| {
            let (across, down) = if symmetry.transpose { (rows, columns) } else { (columns, rows) };
            let (x, right) = across[usize::from(symmetry.mirror)];
            let (y, bottom) = down[usize::from(symmetry.flip)];
            Fitting { symmetry, x, y, width: right - x, height: bottom - y }
        })
    }

    /// The board moved into the corner.
    pub(crate) fn fitted(&self, fitting: Fitting) -> Self {
        let Fitting { width, height, .. } = fitting;
        let place = |cells| fitting.place(cells);
        Self { width, height, empty: place(self.empty), stones: self.stones.map(place) }
    }
}
