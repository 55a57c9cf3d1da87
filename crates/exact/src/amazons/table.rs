//! Every position of one queen against one on a set of cells of Amazons, to thermographs.
//!
//! A move takes a queen to another cell and burns a third. Which cells are left and where the two queens
//! stand is all there is to a position, and a move always leaves one cell less: so a set of cells is worked
//! out after all sets with one cell less, and has every option at hand. If an arrow cuts the set, the queens
//! are either on the same part, which is a smaller set, or on different parts, where each counts its own
//! moves. So only connected sets are worked out; they are few.
//!
//! Where the arrow may fly depends on where the queen is now, not on where it came from. So the best arrow
//! for a queen on `to` is found once, and the best move for a queen on `from` is the best of those over all
//! `to` that it reaches: two short loops in place of a long one. Sets that are alike after a turn or a shift
//! share their walls, and since exchanging the queens exchanges the players, one wall is stored where there
//! would be two.

use super::geometry::{Shape, bits, hidden, rank};
use rules::Duel;
use rules::bitboard::{Bitboard, Small};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use values::{Budget, Dyadic, Error, Player, Reach, Thermographs, WallId};

/// The maximum number of cells of a set.
const MOST: usize = DuelTable::MAX_CELLS;

/// The thermographs of all positions of a queen each on sets of cells, as far as they were asked for. They
/// belong to one store of [`Thermographs`].
#[derive(Default)]
pub struct DuelTable {
    /// For each shape where its entries begin.
    shapes: FxHashMap<Small, Entries>,
    /// Right's walls: for each shape and each cell with Left's queen, those with Right's on the other cells.
    walls: Vec<WallId>,
    /// For each shape and each cell the maximum number of moves of a queen there that is alone.
    alone: Vec<u8>,
    /// The walls of the integers from [`-MOST`](MOST) to [`MOST`].
    integers: Vec<WallId>,
}

/// Where the entries of a shape begin.
#[derive(Clone, Copy)]
struct Entries {
    walls: usize,
    alone: usize,
}

/// What an arrow leaves of a set of cells. All arrays are by the rank of a cell in the set before the arrow.
struct Rest {
    /// The part to which each cell belongs.
    part: [u8; MOST],
    /// The rank of each cell in the shape of its part.
    rank: [u8; MOST],
    /// The maximum number of moves of a queen that is alone.
    alone: [u8; MOST],
    /// For each part where its walls begin, and the number of its cells less one.
    parts: SmallVec<[(usize, usize); 2]>,
}

/// Where the wall of two queens is: `left` and `right` count the cells before theirs.
fn place(left: usize, right: usize, others: usize) -> usize {
    left * others + right - usize::from(right > left)
}

/// The connected parts of a set.
fn parts(cells: Small) -> impl Iterator<Item = Small> {
    cells.parts(Bitboard::around)
}

impl DuelTable {
    /// The maximum number of cells of a duel.
    pub const MAX_CELLS: usize = 32;

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
        self.shapes.capacity() * (size_of::<(Small, Entries)>() + 1)
            + self.walls.capacity() * size_of::<WallId>()
            + self.alone.capacity()
            + self.integers.capacity() * size_of::<WallId>()
    }

    /// The walls of Left and Right. `None` means that not all that can follow was worked out before.
    #[must_use]
    pub fn get(&self, duel: &Duel) -> Option<[WallId; 2]> {
        if duel.cells.count_ones() as usize > MOST || self.integers.is_empty() {
            return None;
        }
        let rest = self.rest(duel.cells, duel.cells)?;
        let [left, right] = duel.queens.map(|queen| rank(duel.cells, queen.into()));
        Some([self.wall(&rest, right, left).negated(), self.wall(&rest, left, right)])
    }

    /// Works out all positions on the cells of this one, and on any part of them. Duels of more than
    /// [`Self::MAX_CELLS`] cells are left alone.
    pub fn work_out(&mut self, graphs: &Thermographs, duel: &Duel, budget: &Budget) -> Result<(), Error> {
        if duel.cells.count_ones() as usize > MOST {
            return Ok(());
        }
        if self.integers.is_empty() {
            let wall = |x| Ok(graphs.walls(graphs.of_number(Dyadic::from(x))?)[0]);
            let most = MOST as i32;
            self.integers = (-most..=most).map(wall).collect::<Result<_, Error>>()?;
        }
        parts(duel.cells).try_for_each(|part| self.work_out_set(graphs, part, budget))
    }

    /// The same for a connected set.
    fn work_out_set(&mut self, graphs: &Thermographs, set: Small, budget: &Budget) -> Result<(), Error> {
        let shape = Shape::of(set).cells;
        if shape.count_ones() < 2 || self.shapes.contains_key(&shape) {
            return Ok(());
        }
        for burnt in bits(shape) {
            parts(shape & !(1 << burnt)).try_for_each(|part| self.work_out_set(graphs, part, budget))?;
        }
        // A shape takes far longer than a look at the clock.
        budget.check_now()?;
        let burn = |burnt: usize| self.rest(shape, shape & !(1 << burnt));
        let rests: Option<Vec<Rest>> = bits(shape).map(burn).collect();
        let rests = rests.expect("all parts of smaller sets were worked out");
        let (walls, alone) = (self.walls_of(graphs, shape, &rests)?, moves_alone(shape, &rests));
        self.shapes.insert(shape, Entries { walls: self.walls.len(), alone: self.alone.len() });
        self.walls.extend(walls);
        self.alone.extend(alone);
        Ok(())
    }

    /// What is left of a set after an arrow. `None` means that a part of it was not worked out.
    fn rest(&self, set: Small, left: Small) -> Option<Rest> {
        let mut rest =
            Rest { part: [0; MOST], rank: [0; MOST], alone: [0; MOST], parts: SmallVec::default() };
        for (i, part) in parts(left).enumerate() {
            let shape = Shape::of(part);
            let others = part.count_ones() as usize - 1;
            let none = Entries { walls: 0, alone: 0 };
            let entries = if others == 0 { none } else { *self.shapes.get(&shape.cells)? };
            for cell in bits(part) {
                let (index, rank) = (rank(set, cell), shape.rank(cell));
                (rest.part[index], rest.rank[index]) = (i as u8, rank as u8);
                rest.alone[index] = if others == 0 { 0 } else { self.alone[entries.alone + rank] };
            }
            rest.parts.push((entries.walls, others));
        }
        Some(rest)
    }

    /// Right's wall with the queens of Left and Right on the cells with these ranks.
    #[inline]
    fn wall(&self, rest: &Rest, left: usize, right: usize) -> WallId {
        if rest.part[left] != rest.part[right] {
            let [left, right] = [left, right].map(|cell| usize::from(rest.alone[cell]));
            return self.integers[MOST + left - right];
        }
        let (start, others) = rest.parts[usize::from(rest.part[left])];
        self.walls[start + place(rest.rank[left].into(), rest.rank[right].into(), others)]
    }

    /// Right's walls on a set of cells, from those on what each arrow leaves.
    fn walls_of(&self, graphs: &Thermographs, set: Small, rests: &[Rest]) -> Result<Vec<WallId>, Error> {
        let count = rests.len();
        let cells: SmallVec<[usize; MOST]> = bits(set).collect();
        let ranks = ranks(set);
        let lines: SmallVec<[Small; MOST]> = cells.iter().map(|&cell| lines(set, cell)).collect();
        // The cells that a queen sees past another.
        let open = |from: usize, other: usize| {
            bits(lines[from] & !hidden(cells[from], cells[other])).map(|cell| usize::from(ranks[cell]))
        };
        // The best arrow for Left with the queens here; what matters is Right's wall, for it is Right's turn
        // then.
        let mut arrows: [[Reach; MOST]; MOST] = [[None; MOST]; MOST];
        for (other, arrows) in arrows.iter_mut().enumerate().take(count) {
            for (to, best) in arrows.iter_mut().enumerate().take(count).filter(|(to, _)| *to != other) {
                let after = |burnt: usize| self.wall(&rests[burnt], to, other);
                *best = graphs.best(Player::Left, open(to, other).map(after))?;
            }
        }
        let reach = |from: usize, other: usize| {
            graphs.best(Player::Left, open(from, other).filter_map(|to| arrows[other][to]))
        };
        let mut walls = vec![self.integers[MOST]; count * (count - 1)];
        for a in 0..count {
            for b in 0..a {
                // What Right reaches is what Left would reach with the queens exchanged.
                let right = reach(b, a)?.map(WallId::negated);
                let [left, right] = graphs.walls(graphs.of_reach([reach(a, b)?, right])?);
                walls[place(a, b, count - 1)] = right;
                walls[place(b, a, count - 1)] = left.negated();
            }
        }
        Ok(walls)
    }
}

/// For each cell of a set the maximum number of moves of a queen that is alone.
fn moves_alone(set: Small, rests: &[Rest]) -> Vec<u8> {
    let ranks = ranks(set);
    let open = |cell| bits(lines(set, cell)).map(|cell| usize::from(ranks[cell]));
    let cells = || bits(set).enumerate();
    let after = |(to, cell)| open(cell).map(|burnt| 1 + rests[burnt].alone[to]).max().unwrap_or(0);
    let best: SmallVec<[u8; MOST]> = cells().map(after).collect();
    cells().map(|(_, cell)| open(cell).map(|to| best[to]).max().unwrap_or(0)).collect()
}

/// The cells on the lines of a queen on a cell of a set.
fn lines(set: Small, cell: usize) -> Small {
    Bitboard::lines(1 << cell, set & !(1 << cell))
}

/// For each cell of a set the number of cells before it.
fn ranks(set: Small) -> [u8; 64] {
    let mut ranks = [0; 64];
    for (rank, cell) in bits(set).enumerate() {
        ranks[cell] = rank as u8;
    }
    ranks
}
