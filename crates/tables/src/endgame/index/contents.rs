//! How does a board become a number, and a number a board? A position is laid onto its shape by a symmetry
//! and a translation. Then its coloured cells, and their colours, are ranked among all that the shape can
//! have.

use super::shapes::{Cells, bits, rank, unrank};
use super::{Index, Rectangle};
use rules::bitboard::{Bitboard, Small, Symmetry};
use rules::{Board, Layout};
use values::ByPlayer;

/// A position on its shape.
#[derive(Clone, Copy)]
pub(crate) struct Contents {
    pub(super) shape: Cells,
    /// The cells of Left and of Right.
    pub(super) colours: ByPlayer<Cells>,
    /// Is it the negative of the position that was asked for?
    pub(super) negative: bool,
}

/// The subset `some` of `all`, with the cells of `all` renumbered from 0.
fn gather(some: Cells, all: Cells) -> Cells {
    bits(all).enumerate().fold(0, |gathered, (i, cell)| gathered | (some >> cell & 1) << i)
}

/// The inverse of [`gather`].
fn scatter(gathered: Cells, all: Cells) -> Cells {
    bits(all).enumerate().fold(0, |some, (i, cell)| some | (gathered >> i & 1) << cell)
}

impl Index {
    /// Lays a position onto its shape. `None` means that it does not fit into the rectangle.
    pub(crate) fn contents(&self, board: &Board<Small>) -> Option<Contents> {
        let Rectangle { width, height, layout, queens } = self.rectangle;
        let ByPlayer { mut left, mut right } = board.stones;
        let mut set = match layout {
            Layout::Cells => board.empty,
            Layout::Stones | Layout::Placed => left | right,
            Layout::Queens => board.inside(),
        };
        let mut negative = false;
        if layout == Layout::Queens {
            let found = board.stones.map(|queens| queens.count() as u8);
            negative = found != queens;
            if negative && found.swapped() != queens {
                return None;
            }
        }
        // The part of the board that has to fit.
        let part = if layout == Layout::Placed { board.inside() } else { set };
        let ((x, end), (y, bottom)) = (part.columns(), part.rows());
        let size = [end - x, bottom - y];
        if layout == Layout::Placed && part.count() != self.rectangle.cells() {
            return None;
        }
        let mut bitboards = [&mut set, &mut left, &mut right];
        for bitboard in &mut bitboards {
            **bitboard = bitboard.moved(x, y);
        }
        let fits = |[w, h]: [u8; 2]| w <= width && h <= height;
        if !fits(size) {
            if !fits([size[1], size[0]]) {
                return None;
            }
            for bitboard in &mut bitboards {
                **bitboard = bitboard.turned(Symmetry { transpose: true, mirror: false, flip: false });
            }
            negative ^= layout == Layout::Cells;
        }
        let [set, left, right] = bitboards.map(|bitboard| self.packed(*bitboard));
        let (shape, action, shift) = self.shape(set);
        let action = &self.actions[action];
        let mut colours = ByPlayer::new(left, right).map(|cells| action.apply(cells) >> shift);
        if layout == Layout::Queens && negative {
            colours = colours.swapped();
        }
        negative ^= layout == Layout::Cells && action.symmetry.transpose;
        Some(Contents { shape, colours, negative })
    }

    /// The rows of a bitboard one after the other.
    fn packed(&self, bitboard: Small) -> Cells {
        let Rectangle { width, height, .. } = self.rectangle;
        let row = |y: u8| (bitboard >> (8 * y)) as Cells & ((1 << width) - 1);
        (0..height).fold(0, |cells, y| cells | row(y) << (y * width))
    }

    /// The entry of a shape with these colours, and whether it is the one with colours exchanged. `None`
    /// means that the shape cannot have these colours, or that it is not the representative of its class.
    pub(super) fn number(&self, shape: Cells, colours: ByPlayer<Cells>) -> Option<(u64, bool)> {
        let ByPlayer { left, right } = colours;
        let coloured = left | right;
        let exchanged = self.rectangle.exchanges() && right & coloured & coloured.wrapping_neg() != 0;
        let owner = gather(if exchanged { right } else { left }, coloured);
        let free = self.rectangle.layout != Layout::Queens;
        // Where colours can be exchanged, the lowest coloured cell is Left's and needs no bit.
        let owner = if self.rectangle.exchanges() { owner >> 1 } else { owner };
        let colouring = if free { u64::from(owner) } else { rank(owner) };
        let places = if free { 0 } else { rank(gather(coloured, shape)) };
        let position = places * self.rectangle.colourings(coloured.count_ones()) + colouring;
        let cells = shape.count_ones();
        let (level, positions) = (self.rectangle.level(cells), self.rectangle.positions(cells));
        if position >= positions {
            return None;
        }
        let number = self.shapes(level).number(rank(shape))?;
        Some((self.levels[level].start + number * positions + position, exchanged))
    }

    /// The cells of Left and of Right in the position of a shape with this number.
    pub(super) fn colours(&self, shape: Cells, position: u64) -> ByPlayer<Cells> {
        let coloured = self.rectangle.coloured(shape.count_ones());
        let colourings = self.rectangle.colourings(coloured);
        let (places, colouring) = (position / colourings, position % colourings);
        let exchanges = self.rectangle.exchanges() && coloured > 0;
        let (places, owner) = match self.rectangle.layout {
            Layout::Cells => return ByPlayer::both(0),
            Layout::Stones | Layout::Placed => (shape, colouring as Cells),
            Layout::Queens => {
                let count = u32::from(self.rectangle.queens.left) - u32::from(exchanges);
                (scatter(unrank(places, coloured), shape), unrank(colouring, count))
            }
        };
        let left = scatter(if exchanges { owner << 1 | 1 } else { owner }, places);
        ByPlayer::new(left, places & !left)
    }

    /// The board of an entry. The position on it may be illegal.
    pub fn board(&self, entry: u64) -> Board<Small> {
        let (shape, position) = self.shape_of(entry);
        let colours = self.colours(shape, position);
        let Rectangle { width, height, layout, .. } = self.rectangle;
        let bitboard = |cells: Cells| {
            let row = |y: u8| Small::from(cells >> (y * width)) & ((1 << width) - 1);
            (0..height).fold(0, |bitboard, y| bitboard | row(y) << (8 * y))
        };
        let inside = match layout {
            Layout::Placed => (1 << self.rectangle.cells()) - 1,
            _ => shape,
        };
        let empty = bitboard(inside & !(colours.left | colours.right));
        Board { width, height, empty, stones: colours.map(bitboard) }
    }

    /// A board with the negative of the position on this board. `None` means that the table has no negatives.
    #[must_use]
    pub fn negated(&self, board: &Board<Small>) -> Option<Board<Small>> {
        match self.rectangle.layout {
            Layout::Cells => {
                let transpose = Symmetry { transpose: true, mirror: false, flip: false };
                let Board { width, height, empty, stones } = *board;
                Some(Board { width: height, height: width, empty: empty.turned(transpose), stones })
            }
            _ => self.rectangle.exchanges().then(|| board.exchanged()),
        }
    }
}
