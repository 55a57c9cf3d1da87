//! Every position of one queen against one on a small board of Amazons, to thermographs.
//!
//! A move takes a queen to another cell and burns a third. Which cells are left and where the two queens
//! stand is all there is to a position, and a move always leaves one cell less: so the table goes through
//! all sets of cells, the small ones first, and has every option at hand.
//!
//! Where the arrow may fly depends on where the queen is now, not on where it came from. So the best arrow
//! for a queen on `to` is found once, and the best move for a queen on `from` is the best of those over all
//! `to` that it reaches: two short loops in place of a long one. Sets that are mirror images of each other
//! share their walls, and since exchanging the queens exchanges the players, one wall is stored where there
//! would be two.

use rules::Duel;
use rules::bitboard::Turning;
use values::{Budget, Dyadic, Error, Player, Reach, Thermographs, WallId};

/// A set of cells, row by row from the lowest bit.
type Cells = u32;

/// The thermographs of all positions of a queen each on the cells of a board, as far as they were asked for.
pub struct DuelTable {
    board: Rectangle,
    /// For each set of cells which shape it is, and after which turn, one higher; 0 while that is unknown.
    known: Vec<u32>,
    /// Where the walls of each shape begin.
    starts: Vec<usize>,
    /// Right's walls: for each shape and each cell with Left's queen, those with Right's on the other cells.
    walls: Vec<WallId>,
}

/// What is left after an arrow, seen from the cells it had before.
struct Rest<'a> {
    walls: &'a [WallId],
    /// How many cells come before each, once turned to the shape.
    ranks: [u8; DuelTable::MAX_CELLS],
    others: usize,
}

impl Rest<'_> {
    /// Right's wall with the queens of Left and Right on these cells.
    fn wall(&self, left: usize, right: usize) -> WallId {
        let [left, right] = [left, right].map(|cell| usize::from(self.ranks[cell]));
        self.walls[place(left, right, self.others)]
    }
}

/// Where the wall of two queens is: `left` and `right` count the cells before theirs.
fn place(left: usize, right: usize, others: usize) -> usize {
    left * others + right - usize::from(right > left)
}

impl DuelTable {
    /// The maximum number of cells of a board.
    pub const MAX_CELLS: usize = 25;

    /// An empty table for a board of this size, if it is not too large.
    #[must_use]
    pub fn new(width: u8, height: u8) -> Option<Self> {
        let cells = usize::from(width) * usize::from(height);
        (1..=Self::MAX_CELLS).contains(&cells).then(|| Self {
            board: Rectangle::new(width, height),
            known: vec![0; 1 << cells],
            starts: Vec::new(),
            walls: Vec::new(),
        })
    }

    /// The columns and rows of the board.
    #[must_use]
    pub fn size(&self) -> (u8, u8) {
        (self.board.width, self.board.height)
    }

    /// Bytes that an empty table for a board of this size uses.
    #[must_use]
    pub fn empty_bytes(width: u8, height: u8) -> usize {
        size_of::<u32>() << (usize::from(width) * usize::from(height)).min(Self::MAX_CELLS)
    }

    /// The number of positions that were worked out.
    #[must_use]
    pub fn len(&self) -> usize {
        self.walls.len()
    }

    /// Is nothing worked out yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.walls.is_empty()
    }

    /// Bytes that the table uses.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.known[..]) + size_of_val(&self.starts[..]) + size_of_val(&self.walls[..])
    }

    /// The walls of Left and Right, if all that can follow was worked out before.
    #[must_use]
    pub fn get(&self, duel: &Duel) -> Option<[WallId; 2]> {
        let Duel { cells, queens: [left, right], .. } = self.board.fit(duel)?;
        let rest = self.rest(cells)?;
        let [left, right] = [usize::from(left), usize::from(right)];
        Some([rest.wall(right, left).negated(), rest.wall(left, right)])
    }

    /// Works out all positions on the cells of this one, and on any part of them, if it fits the board.
    pub fn work_out(&mut self, graphs: &Thermographs, duel: &Duel, budget: &Budget) -> Result<(), Error> {
        let Some(Duel { cells: all, .. }) = self.board.fit(duel) else { return Ok(()) };
        // Counting through the subsets: those of a set come before it.
        let mut cells: Cells = 0;
        while cells != all {
            cells = (cells | !all).wrapping_add(1) & all;
            if cells.count_ones() >= 2 && self.known[cells as usize] == 0 {
                let (shape, turn) = self.board.shape(cells);
                if self.known[shape as usize] == 0 {
                    // A shape takes far longer than a look at the clock.
                    budget.check_now()?;
                    let walls = self.walls_of(graphs, cells, turn)?;
                    self.starts.push(self.walls.len());
                    self.walls.extend(walls);
                    self.known[shape as usize] = (self.starts.len() as u32 - 1) << 3 | 1;
                }
                let index = (self.known[shape as usize] - 1) >> 3;
                self.known[cells as usize] = (index << 3 | turn as u32) + 1;
            }
        }
        Ok(())
    }

    fn rest(&self, cells: Cells) -> Option<Rest<'_>> {
        let found = self.known[cells as usize].checked_sub(1)?;
        let (index, turn) = ((found >> 3) as usize, (found & 7) as usize);
        let others = cells.count_ones() as usize - 1;
        let start = self.starts[index];
        let walls = &self.walls[start..start + (others + 1) * others];
        Some(Rest { walls, ranks: self.board.ranks(cells, turn), others })
    }

    /// Right's walls on this set of cells, from those on all sets with one cell less, in the order of the
    /// shape that it is after a turn.
    fn walls_of(&self, graphs: &Thermographs, cells: Cells, turn: usize) -> Result<Vec<WallId>, Error> {
        const SIDE: usize = DuelTable::MAX_CELLS;
        let count = cells.count_ones() as usize;
        let lines = |from: usize, free: Cells| self.board.lines(from, free);
        let without = |cell: usize| cells & !(1 << cell);
        let burn = |burnt: usize| (cells >> burnt & 1 == 1).then(|| self.rest(without(burnt))).flatten();
        let rests: [Option<Rest<'_>>; SIDE] = std::array::from_fn(burn);
        let best = |walls: &mut dyn Iterator<Item = WallId>| graphs.best(Player::Left, walls);
        // The best arrow for Left with the queens here; what matters is Right's wall, for it is Right's turn
        // then.
        let mut arrows: [[Reach; SIDE]; SIDE] = [[None; SIDE]; SIDE];
        for to in bits(cells) {
            let open = lines(to, without(to));
            for other in bits(without(to)) {
                let open = if open >> other & 1 == 1 { lines(to, without(to) & !(1 << other)) } else { open };
                let after = |burnt: usize| rests[burnt].as_ref().map(|rest| rest.wall(to, other));
                arrows[other][to] = best(&mut bits(open).filter_map(after))?;
            }
        }
        let reach = |from: usize, other: usize| {
            let open = lines(from, without(from) & !(1 << other));
            best(&mut bits(open).filter_map(|to| arrows[other][to]))
        };
        let mut walls = vec![graphs.walls(graphs.of_number(Dyadic::ZERO)?)[0]; count * (count - 1)];
        let ranks = self.board.ranks(cells, turn);
        for a in bits(cells) {
            for b in bits(cells & ((1 << a) - 1)) {
                // What Right reaches is what Left would reach with the queens exchanged.
                let right = reach(b, a)?.map(WallId::negated);
                let [left, right] = graphs.walls(graphs.of_reach([reach(a, b)?, right])?);
                let [i, j] = [a, b].map(|cell| usize::from(ranks[cell]));
                walls[place(i, j, count - 1)] = right;
                walls[place(j, i, count - 1)] = left.negated();
            }
        }
        Ok(walls)
    }
}

/// The numbers of the cells in a set.
fn bits(cells: Cells) -> impl Iterator<Item = usize> {
    rules::row::bits(cells).map(usize::from)
}

/// The geometry of a rectangular board.
struct Rectangle {
    width: u8,
    height: u8,
    /// For each cell the cells in each of the eight directions; in the first four they have higher numbers.
    rays: Vec<[Cells; 8]>,
    turns: Vec<Turning>,
}

impl Rectangle {
    fn new(width: u8, height: u8) -> Self {
        let cells = || (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)));
        let number = move |x: u8, y: u8| y * width + x;
        let ray = |(mut x, mut y): (u8, u8), (dx, dy): (i8, i8)| {
            let mut ray = 0;
            loop {
                let Some(next) = x.checked_add_signed(dx).zip(y.checked_add_signed(dy)) else { return ray };
                (x, y) = next;
                if x >= width || y >= height {
                    return ray;
                }
                ray |= 1 << number(x, y);
            }
        };
        let directions = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
        Self {
            width,
            height,
            rays: cells().map(|cell| directions.map(|direction| ray(cell, direction))).collect(),
            turns: Turning::all(width, height),
        }
    }

    /// The same position on this board, if it fits.
    fn fit(&self, duel: &Duel) -> Option<Duel> {
        let Duel { width, height, .. } = *duel;
        let fits = |width, height| width <= self.width && height <= self.height;
        let transposed = !fits(width, height);
        if transposed && !fits(height, width) {
            return None;
        }
        let goes = |cell: u8| {
            let (x, y) = (cell % width, cell / width);
            if transposed { x * self.width + y } else { y * self.width + x }
        };
        Some(Duel {
            width: self.width,
            height: self.height,
            cells: bits(duel.cells).fold(0, |cells, cell| cells | 1 << goes(cell as u8)),
            queens: duel.queens.map(goes),
        })
    }

    /// The first of all sets that are like this one, and the turn that leads there.
    fn shape(&self, cells: Cells) -> (Cells, usize) {
        let turned = self.turns.iter().enumerate().map(|(turn, turning)| (turning.apply(cells), turn));
        turned.min().unwrap_or((cells, 0))
    }

    /// For each cell of a set how many come before it after a turn.
    fn ranks(&self, cells: Cells, turn: usize) -> [u8; DuelTable::MAX_CELLS] {
        let turn = &self.turns[turn];
        let turned = turn.apply(cells);
        let mut ranks = [0; DuelTable::MAX_CELLS];
        for cell in bits(cells) {
            ranks[cell] = (turned & ((1 << turn.cells[cell]) - 1)).count_ones() as u8;
        }
        ranks
    }

    /// All cells on straight lines from a cell over free ones.
    fn lines(&self, from: usize, free: Cells) -> Cells {
        let [up @ .., a, b, c, d] = self.rays[from];
        // Up to the first cell in the way, the lowest one or the highest.
        let up = up.iter().fold(0, |open, ray| {
            let wall = ray & !free;
            open | ray & (wall & wall.wrapping_neg()).wrapping_sub(1)
        });
        [a, b, c, d].iter().fold(up, |open, ray| {
            let wall = ray & !free;
            open | ray & u32::MAX.checked_shl(32 - wall.leading_zeros()).unwrap_or(0)
        })
    }
}
