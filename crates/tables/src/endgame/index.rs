//! The number of a position in a table, without storing any position.
//!
//! First the set of cells that matters: of all sets that are the same when moved or turned with the rectangle, one stands
//! for them, a *shape*. Then what is on these cells: which of them hold queens, and what has which colour; if
//! colours can be exchanged, the lowest coloured cell is Left's. Both are counted, so entries have no gaps,
//! and entries of the same level, those that are equally far from the end of play, lie side by side.

use rules::plane::{Plane, Small, Turn};
use rules::{Board, Layout};
use std::ops::Range;

/// A set of cells of a rectangle, row by row from the lowest bit.
type Cells = u32;

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
    bytes: Vec<[Cells; 256]>,
    /// Does it exchange the players?
    negates: bool,
}

impl Turning {
    fn apply(&self, cells: Cells) -> Cells {
        self.bytes.iter().zip(cells.to_le_bytes()).fold(0, |all, (byte, part)| all | byte[usize::from(part)])
    }
}

/// Which shape a set of cells is, and how to lay it there.
#[derive(Clone, Copy)]
struct Form(u32);

impl Form {
    /// Not asked for: the set can be moved up or left.
    const NONE: Self = Self(u32::MAX);

    fn new(shape: usize, turn: usize, shift: u32) -> Self {
        Self((shape as u32) << 8 | shift << 3 | turn as u32)
    }

    fn shape(self) -> usize {
        (self.0 >> 8) as usize
    }

    fn turn(self) -> usize {
        (self.0 & 7) as usize
    }

    /// By how much the cells move after the turn.
    fn shift(self) -> u32 {
        self.0 >> 3 & 31
    }
}

/// The numbers of all positions on a rectangle.
pub struct Index {
    rectangle: Rectangle,
    turns: Vec<Turning>,
    forms: Vec<Form>,
    /// The cells of each shape.
    shapes: Vec<Cells>,
    /// How many sets of cells each shape stands for, wherever they are on the rectangle.
    alike: Vec<u32>,
    /// Where the entries of each shape begin, and the end of all.
    starts: Vec<u64>,
    levels: Vec<Range<u64>>,
}

/// What is on the cells of a shape.
#[derive(Clone, Copy)]
struct Contents {
    shape: usize,
    /// What is Left's and Right's.
    colours: [Cells; 2],
    /// Is it the negative?
    negative: bool,
}

/// The bits of a set.
fn bits(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = cells.trailing_zeros();
        cells &= cells.wrapping_sub(1);
        (bit < 32).then_some(bit as usize)
    })
}

/// Which of the cells of `all`, in their order, are in `some`.
fn gather(some: Cells, all: Cells) -> Cells {
    bits(all).enumerate().fold(0, |gathered, (i, cell)| gathered | (some >> cell & 1) << i)
}

/// The other way round.
fn scatter(gathered: Cells, all: Cells) -> Cells {
    bits(all).enumerate().fold(0, |some, (i, cell)| some | (gathered >> i & 1) << cell)
}

fn choose(n: u32, k: u32) -> u64 {
    if k > n { 0 } else { (0..u64::from(k)).fold(1, |ways, i| ways * (u64::from(n) - i) / (i + 1)) }
}

/// The number of a set among those with as many bits.
fn rank(cells: Cells) -> u64 {
    bits(cells).enumerate().map(|(i, cell)| choose(cell as u32, i as u32 + 1)).sum()
}

/// The set of `count` bits with this number.
fn unrank(mut rank: u64, count: u32) -> Cells {
    let mut cells = 0;
    for k in (1..=count).rev() {
        let mut cell = k - 1;
        while choose(cell + 1, k) <= rank {
            cell += 1;
        }
        rank -= choose(cell, k);
        cells |= 1 << cell;
    }
    cells
}

impl Rectangle {
    /// The most cells.
    pub const MAX_CELLS: u32 = 25;

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
        8 << self.cells()
    }

    fn turnings(&self) -> Vec<Turning> {
        let (width, height) = (self.width, self.height);
        let turns = Turn::ALL.into_iter().filter(|turn| !turn.transpose || width == height);
        let turning = |turn: Turn| {
            let goes = |cell: u8| {
                let (x, y) = (cell % width, cell / width);
                let (x, y) = if turn.transpose { (y, x) } else { (x, y) };
                let (x, y) =
                    (if turn.mirror { width - 1 - x } else { x }, if turn.flip { height - 1 - y } else { y });
                y * width + x
            };
            let cells: Vec<u8> = (0..width * height).map(goes).collect();
            let byte = |part: &[u8]| {
                std::array::from_fn(|set| {
                    let goes = bits(set as Cells).filter_map(|i| part.get(i));
                    goes.fold(0, |all, cell| all | 1 << cell)
                })
            };
            let bytes = cells.chunks(8).map(byte).collect();
            Turning { bytes, negates: turn.transpose && self.layout == Layout::Cells }
        };
        turns.map(turning).collect()
    }

    /// By how many cells a set can move towards the first corner.
    fn shift(&self, cells: Cells) -> u32 {
        if !self.moves() || cells == 0 {
            return 0;
        }
        let width = u32::from(self.width);
        let rows = cells.trailing_zeros() / width;
        let row =
            (0..u32::from(self.height)).fold(0, |row, y| row | cells >> (y * width)) & ((1 << width) - 1);
        rows * width + row.trailing_zeros()
    }

    /// How far from the end of play positions with so many cells can be.
    fn level(&self, cells: u32) -> u32 {
        if self.layout == Layout::Placed { self.cells() - cells } else { cells }
    }
}

impl Index {
    /// Numbers the positions; `None` if that is not [possible](Rectangle::is_possible).
    #[must_use]
    pub fn new(rectangle: Rectangle) -> Option<Self> {
        rectangle.is_possible().then(|| Self::of(rectangle))
    }

    /// Numbers the positions of a possible rectangle.
    pub(super) fn of(rectangle: Rectangle) -> Self {
        let count = rectangle.cells();
        let turns = rectangle.turnings();
        let mut forms = vec![Form::NONE; 1 << count];
        let first = |cells: Cells| {
            let turned = turns.iter().enumerate().map(|(i, turn)| {
                let turned = turn.apply(cells);
                let shift = rectangle.shift(turned);
                (turned >> shift, i, shift)
            });
            turned.min().unwrap_or((cells, 0, 0))
        };
        let corner = |cells: &Cells| rectangle.shift(*cells) == 0;
        let mut shapes: Vec<Cells> =
            (0..1 << count).filter(corner).filter(|&cells| first(cells).0 == cells).collect();
        shapes.retain(|cells| rectangle.positions(cells.count_ones()) > 0);
        shapes.sort_by_key(|cells| (rectangle.level(cells.count_ones()), *cells));
        for (shape, &cells) in shapes.iter().enumerate() {
            forms[cells as usize] = Form::new(shape, 0, 0);
        }
        let mut alike = vec![0; shapes.len()];
        for cells in 0..1 << count {
            let (shape, turn, shift) = first(cells);
            let known = forms[shape as usize];
            if known.0 == Form::NONE.0 {
                continue;
            }
            alike[known.shape()] += 1;
            if corner(&cells) && cells != shape {
                forms[cells as usize] = Form::new(known.shape(), turn, shift);
            }
        }
        let (mut starts, mut levels): (Vec<u64>, Vec<Range<u64>>) = (vec![0], Vec::new());
        let mut end = 0;
        for cells in &shapes {
            let level = rectangle.level(cells.count_ones()) as usize;
            levels.resize(level + 1, end..end);
            end += rectangle.positions(cells.count_ones());
            levels[level].end = end;
            starts.push(end);
        }
        Self { rectangle, turns, forms, shapes, alike, starts, levels }
    }

    /// Which positions are numbered.
    #[must_use]
    pub fn rectangle(&self) -> &Rectangle {
        &self.rectangle
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.starts.last().copied().unwrap_or(0)
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
        let Contents { shape, colours, negative } = self.contents(board)?;
        let (entry, exchanged) = self.number(shape, colours)?;
        Some((entry, exchanged != negative))
    }

    /// Lays a position onto its shape.
    fn contents(&self, board: &Board<Small>) -> Option<Contents> {
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
        let mut planes = [&mut set, &mut left, &mut right];
        for plane in &mut planes {
            **plane = plane.moved(x, y);
        }
        let fits = |[w, h]: [u8; 2]| w <= width && h <= height;
        if !fits(size) {
            if !fits([size[1], size[0]]) {
                return None;
            }
            for plane in &mut planes {
                **plane = plane.turned(Turn { transpose: true, mirror: false, flip: false });
            }
            negative ^= layout == Layout::Cells;
        }
        let [set, left, right] = planes.map(|plane| self.packed(*plane));
        let form = *self.forms.get(set as usize)?;
        if form.0 == Form::NONE.0 {
            return None;
        }
        let turn = &self.turns[form.turn()];
        let mut colours = [left, right].map(|cells| turn.apply(cells) >> form.shift());
        if layout == Layout::Queens && negative {
            colours.reverse();
        }
        Some(Contents { shape: form.shape(), colours, negative: negative != turn.negates })
    }

    /// The rows of a plane one after the other.
    fn packed(&self, plane: Small) -> Cells {
        let Rectangle { width, height, .. } = self.rectangle;
        let row = |y: u8| (plane >> (8 * y)) as Cells & ((1 << width) - 1);
        (0..height).fold(0, |cells, y| cells | row(y) << (y * width))
    }

    /// The entry of a shape with these colours, and whether they had to be exchanged.
    fn number(&self, shape: usize, [left, right]: [Cells; 2]) -> Option<(u64, bool)> {
        let cells = self.shapes[shape];
        let coloured = left | right;
        let exchanged = self.rectangle.exchanges() && right & coloured & coloured.wrapping_neg() != 0;
        let owner = gather(if exchanged { right } else { left }, coloured);
        let free = self.rectangle.layout != Layout::Queens;
        // The lowest is Left's.
        let owner = if self.rectangle.exchanges() { owner >> 1 } else { owner };
        let colouring = if free { u64::from(owner) } else { rank(owner) };
        let places = if free { 0 } else { rank(gather(coloured, cells)) };
        let entry =
            self.starts[shape] + places * self.rectangle.colourings(coloured.count_ones()) + colouring;
        (entry < self.starts[shape + 1]).then_some((entry, exchanged))
    }

    /// The shape that an entry belongs to.
    fn shape_of(&self, entry: u64) -> usize {
        self.starts.partition_point(|&start| start <= entry) - 1
    }

    /// What an entry has on its shape.
    fn colours(&self, entry: u64, shape: usize) -> [Cells; 2] {
        let cells = self.shapes[shape];
        let coloured = self.rectangle.coloured(cells.count_ones());
        let colourings = self.rectangle.colourings(coloured);
        let number = entry - self.starts[shape];
        let (places, colouring) = (number / colourings, number % colourings);
        let exchanges = self.rectangle.exchanges() && coloured > 0;
        let (places, owner) = match self.rectangle.layout {
            Layout::Cells => return [0; 2],
            Layout::Stones | Layout::Placed => (cells, colouring as Cells),
            Layout::Queens => {
                let count = u32::from(self.rectangle.queens[0]) - u32::from(exchanges);
                (scatter(unrank(places, coloured), cells), unrank(colouring, count))
            }
        };
        let left = scatter(if exchanges { owner << 1 | 1 } else { owner }, places);
        [left, places & !left]
    }

    /// The board of an entry; on it a position may still be illegal.
    #[must_use]
    pub fn board(&self, entry: u64) -> Board<Small> {
        let shape = self.shape_of(entry);
        let [left, right] = self.colours(entry, shape);
        let Rectangle { width, height, layout, .. } = self.rectangle;
        let plane = |cells: Cells| {
            let row = |y: u8| Small::from(cells >> (y * width)) & ((1 << width) - 1);
            (0..height).fold(0, |plane, y| plane | row(y) << (8 * y))
        };
        let inside = match layout {
            Layout::Placed => (1 << self.rectangle.cells()) - 1,
            _ => self.shapes[shape],
        };
        Board { width, height, empty: plane(inside & !(left | right)), stones: [plane(left), plane(right)] }
    }

    /// A board on which the position is the negative of that on this one, if there are such in the table.
    #[must_use]
    pub fn negated(&self, board: &Board<Small>) -> Option<Board<Small>> {
        match self.rectangle.layout {
            Layout::Cells => {
                let turn = Turn { transpose: true, mirror: false, flip: false };
                let Board { width, height, empty, stones } = *board;
                Some(Board { width: height, height: width, empty: empty.turned(turn), stones })
            }
            _ => self.rectangle.exchanges().then(|| board.exchanged()),
        }
    }

    /// How many positions before symmetry an entry stands for.
    #[must_use]
    pub fn weight(&self, entry: u64) -> u64 {
        let shape = self.shape_of(entry);
        let coloured = self.rectangle.coloured(self.shapes[shape].count_ones());
        let exchanged = self.rectangle.exchanges() && coloured > 0;
        u64::from(self.alike[shape]) << u32::from(exchanged)
    }

    /// Is it the first of all entries that are the same by symmetry? Only shapes that are symmetric have several.
    #[must_use]
    pub fn is_first(&self, entry: u64) -> bool {
        let shape = self.shape_of(entry);
        let (cells, colours) = (self.shapes[shape], self.colours(entry, shape));
        self.turns.iter().all(|turn| {
            let turned = turn.apply(cells);
            let shift = self.rectangle.shift(turned);
            if turned >> shift != cells {
                return true;
            }
            let number = self.number(shape, colours.map(|cells| turn.apply(cells) >> shift));
            number.is_none_or(|(number, _)| number >= entry)
        })
    }
}
