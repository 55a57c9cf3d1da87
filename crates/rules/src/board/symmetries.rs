//! Which boards are alike: turned, mirrored, or with the colours exchanged.

use super::Board;
use crate::bitboard::{Bitboard, Symmetry};

/// The symmetries of a game.
#[derive(Clone, Copy, Debug)]
pub struct Symmetries {
    /// Those that keep the value.
    pub keeping: &'static [Symmetry],
    /// Those that, with the colours exchanged, make the value its negative.
    pub negating: &'static [Symmetry],
}

impl Symmetries {
    /// The rules know neither directions nor colours.
    pub const ALL: Self = Self { keeping: &Symmetry::ALL, negating: &Symmetry::ALL };

    /// The rules know no directions, and both players have the same moves.
    pub const IMPARTIAL: Self = Self { keeping: &Symmetry::ALL, negating: &[] };

    /// A quarter turn exchanges the players.
    pub const QUARTER_TURN_NEGATES: Self = {
        let (keeping, negating) = Symmetry::ALL.as_slice().split_at(4);
        Self { keeping, negating }
    };

    /// The first of all boards that are like this one. `true` means that its value is the negative of this
    /// one's.
    #[must_use]
    // Inlined, so that the symmetries of a game are constants in its code: that saves a tenth of the time of
    // thermographs.
    #[inline(always)]
    pub fn normal_form<B: Bitboard>(&self, board: &Board<B>) -> (Board<B>, bool) {
        let fittings = board.fittings();
        let mut empty = board.empty.all_turned();
        for (empty, fitting) in empty.iter_mut().zip(fittings) {
            *empty = empty.moved(fitting.x, fitting.y);
        }
        let keeping = self.keeping.iter().map(|symmetry| (symmetry.index(), false));
        let ways = keeping.chain(self.negating.iter().map(|symmetry| (symmetry.index(), true)));
        let ways = ways.filter(|&(symmetry, _)| symmetry < B::SYMMETRIES);
        // The empty cells alone decide most of the time.
        let Some(first) = ways.clone().map(|(symmetry, _)| empty[symmetry]).min() else {
            return (*board, false);
        };
        let ties = ways.filter(|&(symmetry, _)| empty[symmetry] == first).map(|(symmetry, negative)| {
            let [left, right] = board.stones.map(|stones| fittings[symmetry].place(stones));
            (if negative { [right, left] } else { [left, right] }, negative, symmetry)
        });
        let (stones, negative, symmetry) = ties.min().expect("the first of all boards is among them");
        let Fitting { width, height, .. } = fittings[symmetry];
        (Board { width, height, empty: first, stones }, negative)
    }
}

/// A way to lay a board into the corner; other sets of cells of a position go the same way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fitting {
    pub(super) symmetry: Symmetry,
    pub(super) x: u8,
    pub(super) y: u8,
    pub(super) width: u8,
    pub(super) height: u8,
}

impl Fitting {
    /// Where these cells go.
    pub(crate) fn place<B: Bitboard>(self, cells: B) -> B {
        cells.turned(self.symmetry).moved(self.x, self.y)
    }
}

impl<B: Bitboard> Board<B> {
    /// How the board is laid into the corner after each of [`Symmetry::ALL`], no larger than what is in play.
    /// Only the first [`Bitboard::SYMMETRIES`] of them mean anything.
    pub(crate) fn fittings(&self) -> [Fitting; 8] {
        // Forwards and backwards.
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

    /// The board laid into the corner.
    pub(crate) fn fitted(&self, fitting: Fitting) -> Self {
        let Fitting { width, height, .. } = fitting;
        let place = |cells| fitting.place(cells);
        Self { width, height, empty: place(self.empty), stones: self.stones.map(place) }
    }
}
