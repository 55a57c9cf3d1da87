//! Retrograde analysis of one material. A position is decided once its decided options say so, and the number
//! of the step is its distance: the number of moves until the next capture, or until a player cannot move.
//! A capture resets the count of quiet moves, so what comes after it is looked up in the table of the smaller
//! material; a distance beyond the 40 quiet moves is a draw, and so is all that is never decided.

use super::index::{Cells, cells, entry, len, open};
use super::material::Material;
use rules::games::dark_chess::{DarkChess, QUIET, attacks, beats, steps};
use std::collections::HashMap;
use std::sync::Arc;
use values::{Budget, Error, Player};

/// The result of a position with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Nobody can force a win within the quiet moves.
    Draw,
    /// The player to move wins if at least this number of quiet moves is left.
    Win(u8),
    /// The player to move loses if at least this number of quiet moves is left.
    Loss(u8),
}

/// The bit of a code that stands for a loss; the others are the distance, or 0 for a draw.
const LOST: u8 = 0x80;
/// More options than a player can have: some capture leads to a draw, so the position is never lost.
const SAFE: u8 = u8::MAX;

impl Outcome {
    pub(super) fn of_code(code: u8) -> Self {
        match code {
            0 => Self::Draw,
            LOST.. => Self::Loss(code & !LOST),
            _ => Self::Win(code),
        }
    }

    /// The same with this number of quiet moves left.
    #[must_use]
    pub fn within(self, left: u32) -> Self {
        match self {
            Self::Win(distance) | Self::Loss(distance) if u32::from(distance) > left => Self::Draw,
            _ => self,
        }
    }
}

/// All positions of a material.
#[derive(Debug)]
pub struct Solution {
    /// The material.
    pub material: Material,
    /// The codes of all positions, for each side to move.
    pub(super) codes: [Vec<u8>; 2],
}

/// The memory of the solution of a material, in bytes, and of the work on it besides.
#[must_use]
pub(super) fn memory(pieces: usize) -> (u64, u64) {
    let entries = 2 * len(pieces);
    // The counts of options take as much as the codes, and the positions that were decided last may be many.
    (entries, 3 * entries)
}

/// A capture of a piece: where to look up what comes next.
enum Captured<'a> {
    /// It was the last piece.
    Last,
    /// The solution of the remaining material, the side that is first in it, and the pieces in its order.
    Remaining(&'a Solution, usize, Vec<usize>),
}

/// The work on a material.
struct Work<'a> {
    /// Side and kind of each piece.
    list: Vec<(usize, usize)>,
    captured: Vec<Captured<'a>>,
    codes: [Vec<u8>; 2],
    /// The number of quiet moves that do not lose yet, for each side to move.
    open: [Vec<u8>; 2],
    /// The positions that were decided in the last step.
    recent: Vec<(u32, u8)>,
}

impl Solution {
    /// Solves a material. The solutions of the materials after captures must be among those given.
    pub fn new(
        material: Material,
        smaller: &HashMap<Material, Arc<Self>>,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let list = material.list();
        let captured = list.iter().enumerate().map(|(piece, &(side, kind))| {
            let Some((after, first)) = material.without(side, kind) else { return Captured::Last };
            let mut order: Vec<usize> = (0..list.len()).filter(|&other| other != piece).collect();
            // The pieces of the side that is first now come first.
            order.sort_by_key(|&other| list[other].0 != first);
            let solution = smaller.get(&after).expect("smaller materials are solved first");
            Captured::Remaining(solution, first, order)
        });
        let len = len(list.len()) as usize;
        let mut work = Work {
            captured: captured.collect(),
            list,
            codes: [vec![0; len], vec![0; len]],
            open: [vec![SAFE; len], vec![SAFE; len]],
            recent: Vec::new(),
        };
        work.start(budget)?;
        for distance in 2..=QUIET {
            work.step(distance, budget)?;
        }
        Ok(Self { material, codes: work.codes })
    }

    /// All positions with the first side as Left, for each player to move, and their results with 40 quiet
    /// moves left. Reflections of a position are listed once.
    pub fn positions(&self) -> impl Iterator<Item = (DarkChess, Outcome)> {
        let entries = 0..self.codes[0].len() as u32;
        entries
            .flat_map(move |entry| [false, true].into_iter().filter_map(move |right| self.at(entry, right)))
    }

    /// The position that a number selects, with Right to move or else Left, and its result. `None` means that
    /// the number selects none. All positions are selected by equally many numbers.
    #[must_use]
    pub fn position(&self, number: u32, right: bool) -> Option<(DarkChess, Outcome)> {
        self.at(number % self.codes[0].len() as u32, right)
    }

    fn at(&self, entry: u32, right: bool) -> Option<(DarkChess, Outcome)> {
        let list = self.material.list();
        let open = open(&list, &cells(entry, list.len()))?;
        let player = if right { Player::Right } else { Player::Left };
        Some((DarkChess::of_endgame(open, player), self.outcome(entry, usize::from(right))))
    }

    /// The result of an entry with a side to move.
    pub(super) fn outcome(&self, entry: u32, side: usize) -> Outcome {
        Outcome::of_code(self.codes[side][entry as usize])
    }
}

impl Work<'_> {
    fn occupied(&self, cells: &Cells) -> Option<u32> {
        let cells = &cells[..self.list.len()];
        let occupied = cells.iter().fold(0_u32, |all, cell| all | 1 << cell);
        (occupied.count_ones() as usize == cells.len()).then_some(occupied)
    }

    /// Decides all positions with a distance of 1, and counts the quiet moves of the others.
    fn start(&mut self, budget: &Budget) -> Result<(), Error> {
        for number in 0..self.codes[0].len() as u32 {
            budget.check()?;
            let cells = cells(number, self.list.len());
            let Some(occupied) = self.occupied(&cells) else { continue };
            for side in 0..2 {
                let (code, open) = self.first(&cells, occupied, side);
                (self.codes[side][number as usize], self.open[side][number as usize]) = (code, open);
                if code != 0 {
                    self.recent.push((number, side as u8));
                }
            }
        }
        Ok(())
    }

    /// The code of a position as far as captures decide it, and its quiet moves.
    fn first(&self, cells: &Cells, occupied: u32, side: usize) -> (u8, u8) {
        let (mut quiet, mut is_safe) = (0, false);
        for (piece, &(owner, kind)) in self.list.iter().enumerate() {
            if owner != side {
                continue;
            }
            quiet += steps(cells[piece], occupied).count_ones() as u8;
            let attacked = attacks(kind, cells[piece], occupied);
            for (prey, &(other, prey_kind)) in self.list.iter().enumerate() {
                if other == side || attacked >> cells[prey] & 1 == 0 || !beats(kind, prey_kind) {
                    continue;
                }
                match self.capture(cells, piece, prey) {
                    Outcome::Loss(_) => return (1, SAFE),
                    Outcome::Draw => is_safe = true,
                    Outcome::Win(_) => {}
                }
            }
        }
        match quiet {
            _ if is_safe => (0, SAFE),
            0 => (LOST | 1, 0),
            _ => (0, quiet),
        }
    }

    /// The result for the opponent, who is to move, after a capture.
    fn capture(&self, cells: &Cells, piece: usize, prey: usize) -> Outcome {
        match &self.captured[prey] {
            Captured::Last => Outcome::Loss(0),
            Captured::Remaining(solution, first, order) => {
                let mut moved = *cells;
                moved[piece] = cells[prey];
                let mut after = Cells::default();
                for (cell, &other) in after.iter_mut().zip(order) {
                    *cell = moved[other];
                }
                let to_move = usize::from(self.list[prey].0 != *first);
                solution.outcome(entry(&after[..order.len()]), to_move)
            }
        }
    }

    /// Decides all positions with this distance, from those that were decided last.
    fn step(&mut self, distance: u8, budget: &Budget) -> Result<(), Error> {
        let (pieces, mut decided) = (self.list.len(), Vec::new());
        for (number, side) in std::mem::take(&mut self.recent) {
            budget.check()?;
            let mut cells = cells(number, pieces);
            let occupied = cells[..pieces].iter().fold(0_u32, |all, cell| all | 1 << cell);
            let is_lost = self.codes[usize::from(side)][number as usize] & LOST != 0;
            let mover = 1 - usize::from(side);
            for piece in (0..pieces).filter(|&piece| self.list[piece].0 == mover) {
                // Quiet moves can be taken back by quiet moves.
                let (from, mut before) = (cells[piece], steps(cells[piece], occupied));
                while before != 0 {
                    cells[piece] = before.trailing_zeros() as u8;
                    before &= before - 1;
                    let number = entry(&cells[..pieces]);
                    let (code, open) =
                        (&mut self.codes[mover][number as usize], &mut self.open[mover][number as usize]);
                    if *code != 0 {
                        continue;
                    }
                    if is_lost {
                        *code = distance;
                    } else if *open != SAFE {
                        *open -= 1;
                        if *open > 0 {
                            continue;
                        }
                        *code = LOST | distance;
                    } else {
                        continue;
                    }
                    decided.push((number, mover as u8));
                }
                cells[piece] = from;
            }
        }
        self.recent = decided;
        Ok(())
    }
}
