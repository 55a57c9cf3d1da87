//! The symmetries of boards (rotations, reflections, exchange of colours) and the normal form under them.

use super::Board;
use crate::bitboard::{Bitboard, Symmetry};
use values::ByPlayer;

/// The symmetries of a game, as sets of the elements of [`Symmetry::ALL`]: a bit for each, from the lowest.
#[derive(Clone, Copy, Debug)]
pub struct Symmetries {
    /// Those that keep the value.
    pub keeping: u8,
    /// Those that, with the colours exchanged, make the value its negative.
    pub negating: u8,
}

impl Symmetries {
    /// The rules know neither directions nor colours.
    pub const ALL: Self = Self { keeping: 0xff, negating: 0xff };

    /// The rules know no directions, and both players have the same moves.
    pub const IMPARTIAL: Self = Self { keeping: 0xff, negating: 0 };

    /// A quarter turn exchanges the players.
    pub const QUARTER_TURN_NEGATES: Self = Self { keeping: 0x0f, negating: 0xf0 };

    /// The first of all boards that are like this one. `true` means that its value is the negative of this
    /// one's.
    // Inlined, so that the symmetries of a game are constants in its code, which shows in
    // `cargo bench -p tedomari-exact -- amazons-thermograph`.
    #[inline(always)]
    pub fn normal_form<B: Bitboard>(&self, board: &Board<B>) -> (Board<B>, bool) {
        let fittings = board.fittings();
        let mut empty = board.empty.all_turned();
        for (empty, fitting) in empty.iter_mut().zip(fittings) {
            *empty = empty.moved(fitting.x, fitting.y);
        }
        let has = |set: u8, i: usize| set >> i & 1 == 1;
        let known = || (0..B::SYMMETRIES).filter(|&i| has(self.keeping | self.negating, i));
        // The empty cells alone decide most of the time.
        let Some(first) = known().map(|i| empty[i]).min() else { return (*board, false) };
        let mut best: Option<(ByPlayer<B>, bool, usize)> = None;
        for i in known().filter(|&i| empty[i] == first) {
            let stones = board.stones.map(|stones| fittings[i].place(stones));
            let alike = [
                has(self.keeping, i).then_some((stones, false, i)),
                has(self.negating, i).then_some((stones.swapped(), true, i)),
            ];
            for alike in alike.into_iter().flatten() {
                best = Some(best.map_or(alike, |best| best.min(alike)));
            }
        }
        let (stones, negative, i) = best.expect("the first board is among them");
        let Fitting { width, height, .. } = fittings[i];
        (Board { width, height, empty: first, stones }, negative)
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
        let mut fittings =
            Symmetry::ALL.map(|symmetry| Fitting { symmetry, x: 0, y: 0, width: 0, height: 0 });
        // A loop, because the compiler does not always inline a long closure of `map`.
        for fitting in &mut fittings {
            let Symmetry { transpose, mirror, flip } = fitting.symmetry;
            let (across, down) = if transpose { (rows, columns) } else { (columns, rows) };
            let ((x, right), (y, bottom)) = (across[usize::from(mirror)], down[usize::from(flip)]);
            *fitting = Fitting { x, y, width: right - x, height: bottom - y, ..*fitting };
        }
        fittings
    }

    /// The board moved into the corner.
    pub(crate) fn fitted(&self, fitting: Fitting) -> Self {
        let Fitting { width, height, .. } = fitting;
        let place = |cells| fitting.place(cells);
        Self { width, height, empty: place(self.empty), stones: self.stones.map(place) }
    }
}
