//! What is the number of a position in a table? It is computed, without storing any position.
//!
//! First comes the set of cells that matters. Sets are alike if a symmetry of the rectangle, or a
//! translation, maps one to the other; the least of all sets that are alike represents them and is a *shape*.
//! Then comes what is on these cells: which of them hold queens, and which colour each has. Where colours can
//! be exchanged, the lowest coloured cell is Left's. Shapes and colourings are ranked, so entries have no
//! gaps. Entries of the same level, that is with the same distance from the end of play, are adjacent.

mod contents;
mod rectangle;
mod shapes;
mod symmetry;

pub(super) use contents::Contents;
pub use rectangle::Rectangle;
pub(super) use shapes::Shapes;

use rules::Board;
use rules::bitboard::{Small, Turning};
use shapes::{Cells, choose, sets, unrank};
use std::convert::Infallible;
use std::ops::Range;
use std::sync::OnceLock;
use values::fill_on_all_cores;

/// The number of words of shapes that a thread fills at a time.
const WORDS: usize = 256;

/// The numbers of all positions on a rectangle. The shapes of a level are looked for when they are first
/// needed.
pub struct Index {
    rectangle: Rectangle,
    /// The symmetries of the rectangle.
    actions: Vec<Turning>,
    levels: Vec<Range<u64>>,
    shapes: Vec<OnceLock<Shapes>>,
}

impl Index {
    /// Numbers the positions. `None` means that the rectangle is not [possible](Rectangle::is_possible).
    #[must_use]
    pub fn new(rectangle: Rectangle) -> Option<Self> {
        rectangle.is_possible().then(|| Self::of(rectangle))
    }

    /// Numbers the positions of a possible rectangle.
    pub(super) fn of(rectangle: Rectangle) -> Self {
        let levels = rectangle.levels();
        let shapes = levels.iter().map(|_| OnceLock::new()).collect();
        Self { rectangle, actions: Turning::all(rectangle.width, rectangle.height), levels, shapes }
    }

    /// The shapes of a level.
    pub(super) fn shapes(&self, level: usize) -> &Shapes {
        let known = &self.shapes[level];
        if known.get().is_none() {
            // Found outside the lock: the search runs on all threads, and rayon may give a thread that waits
            // for it other work that needs the same shapes.
            self.set_shapes(level, self.find_shapes(level));
        }
        known.get().expect("the shapes were just set")
    }

    /// Are the shapes of a level known already?
    pub(super) fn has_shapes(&self, level: usize) -> bool {
        self.shapes[level].get().is_some()
    }

    /// Sets the shapes of a level that were read from a file.
    pub(super) fn set_shapes(&self, level: usize, shapes: Shapes) {
        // Another thread may have set the same shapes before.
        let _ = self.shapes[level].set(shapes);
    }

    /// The number of shapes of a level.
    pub(super) fn shape_count(&self, level: usize) -> u64 {
        let range = &self.levels[level];
        (range.end - range.start) / self.rectangle.positions(self.rectangle.cells_of(level as u32)).max(1)
    }

    /// The number of 64-bit words that the shapes of a level take.
    pub(super) fn shape_words(&self, level: usize) -> usize {
        match self.shape_count(level) {
            0 => 0,
            _ => self.sets(level).div_ceil(64) as usize,
        }
    }

    /// The number of sets of cells of a level.
    fn sets(&self, level: usize) -> u64 {
        choose(self.rectangle.cells(), self.rectangle.cells_of(level as u32))
    }

    /// Finds the shapes of a level among all its sets.
    pub(super) fn find_shapes(&self, level: usize) -> Shapes {
        let mut words = vec![0u64; self.shape_words(level)];
        let (count, all) = (self.rectangle.cells_of(level as u32), self.sets(level));
        let Ok(()) = fill_on_all_cores(&mut words, WORDS, |i, words| -> Result<(), Infallible> {
            let first = (i * WORDS * 64) as u64;
            for (set, cells) in (first..all).zip(sets(first, count)).take(words.len() * 64) {
                let place = (set - first) as usize;
                words[place / 64] |= u64::from(self.is_shape(cells)) << (place % 64);
            }
            Ok(())
        });
        Shapes::new(words)
    }

    /// Is this set the least of all sets that are alike?
    fn is_shape(&self, cells: Cells) -> bool {
        self.rectangle.shift(cells) == 0
            && self.actions.iter().all(|action| {
                let image = action.apply(cells);
                image >> self.rectangle.shift(image) >= cells
            })
    }

    /// The shape of a set, the number of the symmetry that leads to it, and the translation after that.
    fn shape(&self, cells: Cells) -> (Cells, usize, u32) {
        let mut least = (Cells::MAX, 0, 0);
        for (i, action) in self.actions.iter().enumerate() {
            let image = action.apply(cells);
            let shift = self.rectangle.shift(image);
            if image >> shift < least.0 {
                least = (image >> shift, i, shift);
            }
        }
        least
    }

    /// The rectangle whose positions are numbered.
    #[must_use]
    pub fn rectangle(&self) -> &Rectangle {
        &self.rectangle
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.levels.last().expect("there is a level for each number of cells from 0 on").end
    }

    /// Is there no entry?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entries of each level. A move leads to a lower level.
    #[must_use]
    pub fn levels(&self) -> &[Range<u64>] {
        &self.levels
    }

    /// The entry of a position, and whether the entry is its negative. `None` means that the table does not
    /// have it.
    #[must_use]
    pub fn locate(&self, board: &Board<Small>) -> Option<(u64, bool)> {
        self.entry(&self.contents(board)?)
    }

    /// The entry of a position, and whether the entry is its negative.
    pub(super) fn entry(&self, contents: &Contents) -> Option<(u64, bool)> {
        let (entry, exchanged) = self.number(contents.shape, contents.colours)?;
        Some((entry, exchanged != contents.negative))
    }

    /// The level of a position.
    pub(super) fn level_of(&self, contents: &Contents) -> usize {
        self.rectangle.level(contents.shape.count_ones())
    }

    /// The shape of an entry, and the number of its position among those of the shape.
    fn shape_of(&self, entry: u64) -> (Cells, u64) {
        let level = self.levels.partition_point(|level| level.end <= entry);
        let cells = self.rectangle.cells_of(level as u32);
        let (place, positions) = (entry - self.levels[level].start, self.rectangle.positions(cells));
        (unrank(self.shapes(level).set(place / positions), cells), place % positions)
    }

    /// The number of positions before symmetry that an entry represents.
    #[must_use]
    pub fn weight(&self, entry: u64) -> u64 {
        let (shape, _) = self.shape_of(entry);
        let coloured = self.rectangle.coloured(shape.count_ones());
        let exchanged = self.rectangle.exchanges() && coloured > 0;
        self.alike(shape) << u32::from(exchanged)
    }

    /// The number of sets of cells that a shape represents, over all places on the rectangle.
    fn alike(&self, shape: Cells) -> u64 {
        let mut images: Vec<Cells> = self
            .actions
            .iter()
            .map(|action| action.apply(shape))
            .map(|image| image >> self.rectangle.shift(image))
            .collect();
        images.sort_unstable();
        images.dedup();
        let places = |cells: Cells| {
            let [width, height] = self.rectangle.size(cells);
            let [columns, rows] = [self.rectangle.width, self.rectangle.height].map(u32::from);
            u64::from((columns - width + 1) * (rows - height + 1))
        };
        match self.rectangle.translates() && shape != 0 {
            true => images.into_iter().map(places).sum(),
            false => images.len() as u64,
        }
    }

    /// Is this the first of all entries that are equal by symmetry? Only a symmetric shape has several equal
    /// entries.
    #[must_use]
    pub fn is_first(&self, entry: u64) -> bool {
        let (shape, position) = self.shape_of(entry);
        let colours = self.colours(shape, position);
        self.actions.iter().all(|action| {
            let image = action.apply(shape);
            let shift = self.rectangle.shift(image);
            if image >> shift != shape {
                return true;
            }
            let number = self.number(shape, colours.map(|cells| action.apply(cells) >> shift));
            number.expect("a symmetry keeps the shape and the number of cells of each colour").0 >= entry
        })
    }
}
