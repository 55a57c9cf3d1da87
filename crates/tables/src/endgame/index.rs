//! The number of a position in a table, without storing any position.
//!
//! First the set of cells that matters: of all sets that are the same when moved or turned with the rectangle, one stands
//! for them, a *shape*. Then what is on these cells: which of them hold queens, and what has which colour; if
//! colours can be exchanged, the lowest coloured cell is Left's. Both are counted, so entries have no gaps,
//! and entries of the same level, those that are equally far from the end of play, lie side by side.

use super::shapes::{Cells, MAX_CELLS, Shapes, bits, choose, rank, sets, unrank};
use rayon::prelude::*;
use rules::bitboard::{Bitboard, Small, Symmetry};
use rules::{Board, Layout};
use std::ops::Range;
use std::sync::OnceLock;

/// Words of shapes that one thread looks for at a time.
const WORDS: usize = 256;

/// Which positions a table holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rectangle {
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// How positions of the game are told apart.
    pub layout: Layout,
    /// Queens of Left and of Right, where there are queens.
    pub queens: [u8; 2],
}

/// A way to lay the rectangle on itself.
struct Turning {
    /// Where sets of the first eight cells go, those of the next eight, and so on.
    bytes: Box<[[Cells; 256]; 4]>,
    /// Does it exchange the players?
    negates: bool,
}

impl Turning {
    fn apply(&self, cells: Cells) -> Cells {
        let parts = self.bytes.iter().zip(cells.to_le_bytes());
        parts.fold(0, |all, (byte, part)| all | byte[usize::from(part)])
    }
}

/// The numbers of all positions on a rectangle. The shapes of a level are looked for when they are first needed.
pub struct Index {
    rectangle: Rectangle,
    turns: Vec<Turning>,
    levels: Vec<Range<u64>>,
    shapes: Vec<OnceLock<Shapes>>,
}

/// What is on the cells of a shape.
#[derive(Clone, Copy)]
pub(super) struct Contents {
    shape: Cells,
    /// What is Left's and Right's.
    colours: [Cells; 2],
    /// Is it the negative?
    negative: bool,
}

/// Which of the cells of `all`, in their order, are in `some`.
fn gather(some: Cells, all: Cells) -> Cells {
    bits(all).enumerate().fold(0, |gathered, (i, cell)| gathered | (some >> cell & 1) << i)
}

/// The other way round.
fn scatter(gathered: Cells, all: Cells) -> Cells {
    bits(all).enumerate().fold(0, |some, (i, cell)| some | (gathered >> i & 1) << cell)
}

impl Rectangle {
    /// The most cells.
    pub const MAX_CELLS: u32 = MAX_CELLS as u32;

    /// Is there a table for it? Not if it is too large or empty, or has too few cells for its queens.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        let fits = [self.width, self.height].iter().all(|side| (1..=8).contains(side));
        let queens: u32 = self.queens.iter().copied().map(u32::from).sum();
        let enough = self.layout != Layout::Queens || (1..=self.cells()).contains(&queens);
        fits && self.cells() <= Self::MAX_CELLS && enough
    }

    fn cells(&self) -> u32 {
        u32::from(self.width) * u32::from(self.height)
    }

    /// Can positions be moved about?
    fn moves(&self) -> bool {
        self.layout != Layout::Placed
    }

    /// Is a position with colours exchanged another position of the same table?
    fn exchanges(&self) -> bool {
        match self.layout {
            Layout::Cells => false,
            Layout::Stones | Layout::Placed => true,
            Layout::Queens => self.queens[0] == self.queens[1],
        }
    }

    /// How many ways there are to colour so many cells.
    fn colourings(&self, coloured: u32) -> u64 {
        let all = match self.layout {
            Layout::Cells => 1,
            Layout::Stones | Layout::Placed => 1 << coloured,
            Layout::Queens => choose(coloured, self.queens[0].into()),
        };
        if self.exchanges() && coloured > 0 { all / 2 } else { all }
    }

    /// How many cells of so many have a colour.
    fn coloured(&self, cells: u32) -> u32 {
        match self.layout {
            Layout::Cells => 0,
            Layout::Stones | Layout::Placed => cells,
            Layout::Queens => self.queens.iter().copied().map(u32::from).sum(),
        }
    }

    /// How many positions a shape of so many cells has.
    fn positions(&self, cells: u32) -> u64 {
        let coloured = self.coloured(cells);
        choose(cells, coloured) * self.colourings(coloured)
    }

    /// How many positions there are before symmetry, illegal ones included, if it is [possible](Self::is_possible).
    #[must_use]
    pub fn all_positions(&self) -> u128 {
        let exchanged = |cells| if self.exchanges() && self.coloured(cells) > 0 { 2 } else { 1 };
        let sets = |cells| u128::from(choose(self.cells(), cells));
        (0..=self.cells())
            .map(|cells| sets(cells) * u128::from(self.positions(cells) * exchanged(cells)))
            .sum()
    }

    /// About how many bytes an index takes.
    #[must_use]
    pub fn index_bytes(&self) -> u64 {
        // A bit for each set of cells, and half as much to count them.
        (3 << self.cells()) / 16
    }

    /// The ways to lay the rectangle on itself.
    fn turns(&self) -> impl Iterator<Item = Symmetry> {
        let square = self.width == self.height;
        Symmetry::ALL.into_iter().filter(move |turn| !turn.transpose || square)
    }

    fn turnings(&self) -> Vec<Turning> {
        let turning = |turn: Symmetry| {
            let cells: Vec<u8> = (0..self.width * self.height)
                .map(|cell| turned(cell, turn, [self.width, self.height]))
                .collect();
            let byte = |i: usize| {
                std::array::from_fn(|set| {
                    let goes = bits(set as Cells).filter_map(|bit| cells.get(8 * i + bit));
                    goes.fold(0, |all, cell| all | 1 << cell)
                })
            };
            let bytes = Box::new(std::array::from_fn(byte));
            Turning { bytes, negates: turn.transpose && self.layout == Layout::Cells }
        };
        self.turns().map(turning).collect()
    }

    /// How many shapes have so many cells, without looking for them: by Burnside's lemma they are as many as there are sets
    /// that a turn leaves as they are, on average over all turns. A set that can be moved counts by the smallest box around it.
    fn shape_counts(&self) -> Vec<u64> {
        let all = self.cells() as usize;
        let boxes: Vec<[u8; 2]> = match self.moves() {
            true => (1..=self.width).flat_map(|w| (1..=self.height).map(move |h| [w, h])).collect(),
            false => vec![[self.width, self.height]],
        };
        let mut fixed = vec![0; all + 1];
        for turn in self.turns() {
            // No box is around the empty set.
            fixed[0] += i64::from(self.moves());
            for size in boxes.iter().filter(|[w, h]| !turn.transpose || w == h) {
                for (total, ways) in fixed.iter_mut().zip(sets_that_stay(turn, *size, self.moves())) {
                    *total += ways;
                }
            }
        }
        let turns = self.turns().count() as i64;
        let count = |(cells, fixed): (usize, i64)| match self.positions(cells as u32) {
            0 => 0,
            _ => (fixed / turns) as u64,
        };
        fixed.into_iter().enumerate().map(count).collect()
    }

    /// The entries of each level.
    fn levels(&self) -> Vec<Range<u64>> {
        let counts = self.shape_counts();
        let mut end = 0;
        let level = |level| {
            let (start, cells) = (end, self.cells_of(level));
            end += counts[cells as usize] * self.positions(cells);
            start..end
        };
        (0..=self.cells()).map(level).collect()
    }

    /// How many entries a table has.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.levels().last().map_or(0, |level| level.end)
    }

    /// By how many cells a set can move towards the first corner.
    fn shift(&self, cells: Cells) -> u32 {
        if !self.moves() || cells == 0 || cells & 1 != 0 {
            return 0;
        }
        let width = u32::from(self.width);
        let rows = cells.trailing_zeros() / width;
        let row =
            (0..u32::from(self.height)).fold(0, |row, y| row | cells >> (y * width)) & ((1 << width) - 1);
        rows * width + row.trailing_zeros()
    }

    /// How many columns and rows a set that is not empty lies in.
    fn size(&self, cells: Cells) -> [u32; 2] {
        let width = u32::from(self.width);
        let rows = (0..u32::from(self.height)).map(|y| cells >> (y * width) & ((1 << width) - 1));
        let (columns, lines) = rows
            .enumerate()
            .fold((0, 0u32), |(all, lines), (y, row)| (all | row, lines | u32::from(row != 0) << y));
        let length = |bits: u32| 32 - bits.leading_zeros() - bits.trailing_zeros();
        [length(columns), length(lines)]
    }

    /// How far from the end of play positions with so many cells can be.
    fn level(&self, cells: u32) -> usize {
        (if self.layout == Layout::Placed { self.cells() - cells } else { cells }) as usize
    }

    /// How many cells the shapes of a level have.
    fn cells_of(&self, level: u32) -> u32 {
        if self.layout == Layout::Placed { self.cells() - level } else { level }
    }
}

/// Where a cell of a rectangle goes; only those of squares can be transposed.
fn turned(cell: u8, turn: Symmetry, [width, height]: [u8; 2]) -> u8 {
    let (x, y) = (cell % width, cell / width);
    let (x, y) = if turn.transpose { (y, x) } else { (x, y) };
    let (x, y) = (if turn.mirror { width - 1 - x } else { x }, if turn.flip { height - 1 - y } else { y });
    y * width + x
}

/// How many sets of so many cells of a box a turn leaves as they are; if `touching`, only those that touch all its sides.
fn sets_that_stay(turn: Symmetry, [width, height]: [u8; 2], touching: bool) -> [i64; MAX_CELLS + 1] {
    let sides = |cell: u8| {
        let (x, y) = (cell % width, cell / width);
        [x == 0, x == width - 1, y == 0, y == height - 1]
            .iter()
            .enumerate()
            .fold(0u8, |sides, (i, at)| sides | u8::from(*at) << i)
    };
    // Cells that go to each other are in such a set together: how many they are, and the sides that they touch.
    let (mut cycles, mut seen) = (Vec::new(), 0 as Cells);
    for first in 0..width * height {
        let (mut cell, mut length, mut touched) = (first, 0, 0);
        while seen >> cell & 1 == 0 {
            seen |= 1 << cell;
            (length, touched) = (length + 1, touched | sides(cell));
            cell = turned(cell, turn, [width, height]);
        }
        if length > 0 {
            cycles.push((length, touched));
        }
    }
    // Sets that keep away from some sides are taken off, those that keep away from two were taken off twice, and so on.
    let mut total = [0; MAX_CELLS + 1];
    for avoided in 0..if touching { 16u8 } else { 1 } {
        let mut ways = [0; MAX_CELLS + 1];
        ways[0] = 1;
        for (length, _) in cycles.iter().filter(|(_, touched)| touched & avoided == 0) {
            for cells in (*length..=MAX_CELLS).rev() {
                ways[cells] += ways[cells - length];
            }
        }
        let sign = if avoided.count_ones() % 2 == 0 { 1 } else { -1 };
        total.iter_mut().zip(ways).for_each(|(total, ways)| *total += sign * ways);
    }
    total
}

impl Index {
    /// Numbers the positions; `None` if that is not [possible](Rectangle::is_possible).
    #[must_use]
    pub fn new(rectangle: Rectangle) -> Option<Self> {
        rectangle.is_possible().then(|| Self::of(rectangle))
    }

    /// Numbers the positions of a possible rectangle.
    pub(super) fn of(rectangle: Rectangle) -> Self {
        let levels = rectangle.levels();
        let shapes = levels.iter().map(|_| OnceLock::new()).collect();
        Self { rectangle, turns: rectangle.turnings(), levels, shapes }
    }

    /// The shapes of a level.
    pub(super) fn shapes(&self, level: usize) -> &Shapes {
        let known = &self.shapes[level];
        if known.get().is_none() {
            // Found outside the lock: the search runs on all threads, and one that waits for it may be given work that
            // asks for the same shapes.
            self.set_shapes(level, self.find_shapes(level));
        }
        known.get().expect("they were just set")
    }

    /// Does it have the shapes of a level, so that it need not look for them?
    pub(super) fn has_shapes(&self, level: usize) -> bool {
        self.shapes[level].get().is_some()
    }

    /// The shapes of a level, which are known from elsewhere.
    pub(super) fn set_shapes(&self, level: usize, shapes: Shapes) {
        // Another thread may have been faster, with the same.
        let _ = self.shapes[level].set(shapes);
    }

    /// How many shapes a level has.
    pub(super) fn shape_count(&self, level: usize) -> u64 {
        let range = &self.levels[level];
        (range.end - range.start) / self.rectangle.positions(self.rectangle.cells_of(level as u32)).max(1)
    }

    /// How many words the bits of a level's shapes take.
    pub(super) fn shape_words(&self, level: usize) -> usize {
        match self.shape_count(level) {
            0 => 0,
            _ => self.sets(level).div_ceil(64) as usize,
        }
    }

    /// How many sets of cells a level has.
    fn sets(&self, level: usize) -> u64 {
        choose(self.rectangle.cells(), self.rectangle.cells_of(level as u32))
    }

    /// Looks at all sets of a level.
    pub(super) fn find_shapes(&self, level: usize) -> Shapes {
        let mut words = vec![0u64; self.shape_words(level)];
        let (count, all) = (self.rectangle.cells_of(level as u32), self.sets(level));
        words.par_chunks_mut(WORDS).enumerate().for_each(|(i, words)| {
            let first = (i * WORDS * 64) as u64;
            for (set, cells) in (first..all).zip(sets(first, count)).take(words.len() * 64) {
                let place = (set - first) as usize;
                words[place / 64] |= u64::from(self.is_shape(cells)) << (place % 64);
            }
        });
        Shapes::new(words)
    }

    /// Is it the first of all sets that are the same when moved or turned?
    fn is_shape(&self, cells: Cells) -> bool {
        self.rectangle.shift(cells) == 0
            && self.turns.iter().all(|turn| {
                let turned = turn.apply(cells);
                turned >> self.rectangle.shift(turned) >= cells
            })
    }

    /// The shape of a set, and how to lay it there: which turn, and by how much the cells move after it.
    fn shape(&self, cells: Cells) -> (Cells, usize, u32) {
        let mut first = (Cells::MAX, 0, 0);
        for (i, turn) in self.turns.iter().enumerate() {
            let turned = turn.apply(cells);
            let shift = self.rectangle.shift(turned);
            if turned >> shift < first.0 {
                first = (turned >> shift, i, shift);
            }
        }
        first
    }

    /// Which positions are numbered.
    #[must_use]
    pub fn rectangle(&self) -> &Rectangle {
        &self.rectangle
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.levels.last().map_or(0, |level| level.end)
    }

    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entries of each level. A move leads to a lower level.
    #[must_use]
    pub fn levels(&self) -> &[Range<u64>] {
        &self.levels
    }

    /// The entry of a position, and whether it is the negative; `None` if the position is not in the table.
    #[must_use]
    pub fn locate(&self, board: &Board<Small>) -> Option<(u64, bool)> {
        self.entry(&self.contents(board)?)
    }

    /// The entry of a position, and whether it is the negative.
    pub(super) fn entry(&self, contents: &Contents) -> Option<(u64, bool)> {
        let (entry, exchanged) = self.number(contents.shape, contents.colours)?;
        Some((entry, exchanged != contents.negative))
    }

    /// The level of a position.
    pub(super) fn level_of(&self, contents: &Contents) -> usize {
        self.rectangle.level(contents.shape.count_ones())
    }

    /// Lays a position onto its shape; `None` if it does not fit into the rectangle.
    pub(super) fn contents(&self, board: &Board<Small>) -> Option<Contents> {
        let Rectangle { width, height, layout, queens } = self.rectangle;
        let [mut left, mut right] = board.stones;
        let mut set = match layout {
            Layout::Cells => board.empty,
            Layout::Stones | Layout::Placed => left | right,
            Layout::Queens => board.inside(),
        };
        let mut negative = false;
        if layout == Layout::Queens {
            let found = [left, right].map(|queens| queens.count() as u8);
            negative = found != queens;
            if negative && [found[1], found[0]] != queens {
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
        let (shape, turn, shift) = self.shape(set);
        let turn = &self.turns[turn];
        let mut colours = [left, right].map(|cells| turn.apply(cells) >> shift);
        if layout == Layout::Queens && negative {
            colours.reverse();
        }
        Some(Contents { shape, colours, negative: negative != turn.negates })
    }

    /// The rows of a plane one after the other.
    fn packed(&self, bitboard: Small) -> Cells {
        let Rectangle { width, height, .. } = self.rectangle;
        let row = |y: u8| (bitboard >> (8 * y)) as Cells & ((1 << width) - 1);
        (0..height).fold(0, |cells, y| cells | row(y) << (y * width))
    }

    /// The entry of a shape with these colours, and whether they had to be exchanged.
    fn number(&self, shape: Cells, [left, right]: [Cells; 2]) -> Option<(u64, bool)> {
        let coloured = left | right;
        let exchanged = self.rectangle.exchanges() && right & coloured & coloured.wrapping_neg() != 0;
        let owner = gather(if exchanged { right } else { left }, coloured);
        let free = self.rectangle.layout != Layout::Queens;
        // The lowest is Left's.
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

    /// The shape that an entry belongs to, and the number of its position among those of the shape.
    fn shape_of(&self, entry: u64) -> (Cells, u64) {
        let level = self.levels.partition_point(|level| level.end <= entry);
        let cells = self.rectangle.cells_of(level as u32);
        let (place, positions) = (entry - self.levels[level].start, self.rectangle.positions(cells));
        (unrank(self.shapes(level).set(place / positions), cells), place % positions)
    }

    /// What a position has on its shape.
    fn colours(&self, shape: Cells, position: u64) -> [Cells; 2] {
        let coloured = self.rectangle.coloured(shape.count_ones());
        let colourings = self.rectangle.colourings(coloured);
        let (places, colouring) = (position / colourings, position % colourings);
        let exchanges = self.rectangle.exchanges() && coloured > 0;
        let (places, owner) = match self.rectangle.layout {
            Layout::Cells => return [0; 2],
            Layout::Stones | Layout::Placed => (shape, colouring as Cells),
            Layout::Queens => {
                let count = u32::from(self.rectangle.queens[0]) - u32::from(exchanges);
                (scatter(unrank(places, coloured), shape), unrank(colouring, count))
            }
        };
        let left = scatter(if exchanges { owner << 1 | 1 } else { owner }, places);
        [left, places & !left]
    }

    /// The board of an entry; on it a position may still be illegal.
    #[must_use]
    pub fn board(&self, entry: u64) -> Board<Small> {
        let (shape, position) = self.shape_of(entry);
        let [left, right] = self.colours(shape, position);
        let Rectangle { width, height, layout, .. } = self.rectangle;
        let bitboard = |cells: Cells| {
            let row = |y: u8| Small::from(cells >> (y * width)) & ((1 << width) - 1);
            (0..height).fold(0, |bitboard, y| bitboard | row(y) << (8 * y))
        };
        let inside = match layout {
            Layout::Placed => (1 << self.rectangle.cells()) - 1,
            _ => shape,
        };
        Board {
            width,
            height,
            empty: bitboard(inside & !(left | right)),
            stones: [bitboard(left), bitboard(right)],
        }
    }

    /// A board on which the position is the negative of that on this one, if there are such in the table.
    #[must_use]
    pub fn negated(&self, board: &Board<Small>) -> Option<Board<Small>> {
        match self.rectangle.layout {
            Layout::Cells => {
                let turn = Symmetry { transpose: true, mirror: false, flip: false };
                let Board { width, height, empty, stones } = *board;
                Some(Board { width: height, height: width, empty: empty.turned(turn), stones })
            }
            _ => self.rectangle.exchanges().then(|| board.exchanged()),
        }
    }

    /// How many positions before symmetry an entry stands for.
    #[must_use]
    pub fn weight(&self, entry: u64) -> u64 {
        let (shape, _) = self.shape_of(entry);
        let coloured = self.rectangle.coloured(shape.count_ones());
        let exchanged = self.rectangle.exchanges() && coloured > 0;
        self.alike(shape) << u32::from(exchanged)
    }

    /// How many sets of cells a shape stands for, wherever they are on the rectangle.
    fn alike(&self, shape: Cells) -> u64 {
        let mut images: Vec<Cells> = self
            .turns
            .iter()
            .map(|turn| turn.apply(shape))
            .map(|turned| turned >> self.rectangle.shift(turned))
            .collect();
        images.sort_unstable();
        images.dedup();
        let places = |cells: Cells| {
            let [width, height] = self.rectangle.size(cells);
            u64::from((self.rectangle.width as u32 - width + 1) * (self.rectangle.height as u32 - height + 1))
        };
        match self.rectangle.moves() && shape != 0 {
            true => images.into_iter().map(places).sum(),
            false => images.len() as u64,
        }
    }

    /// Is it the first of all entries that are the same by symmetry? Only shapes that are symmetric have several.
    #[must_use]
    pub fn is_first(&self, entry: u64) -> bool {
        let (shape, position) = self.shape_of(entry);
        let colours = self.colours(shape, position);
        self.turns.iter().all(|turn| {
            let turned = turn.apply(shape);
            let shift = self.rectangle.shift(turned);
            if turned >> shift != shape {
                return true;
            }
            let number = self.number(shape, colours.map(|cells| turn.apply(cells) >> shift));
            number.is_none_or(|(number, _)| number >= entry)
        })
    }
}
