//! Who wins a sum of triangles in misère play? A sum of taking games is one taking game, whose pieces are
//! those of all parts. So one table, solved from the end, has all positions that can follow.

use super::Verdict;
use crate::{Move, State};
use rules::Position;
use rules::games::triangular_nim::{Convention, Run, TriangularNim};
use sums::Sum;
use tables::retrograde::{Error, GameError, Layout, LayoutError, Solved, TakingGame};
use values::{Budget, Outcome, Player};

/// The maximum number of pieces: the table takes 2^25 bits.
const MOST_PIECES: u32 = 25;

/// All positions that can follow a sum of triangles.
pub(super) struct Table {
    /// The pieces of each part at the start, and the bit of its first one.
    parts: Vec<(u64, u32)>,
    solved: Solved,
}

/// The triangles of a sum. `None` means that a part is something else.
fn triangles(sum: &Sum) -> Option<Vec<&TriangularNim>> {
    sum.parts.iter().map(|part| part.position.downcast()).collect()
}

/// The pieces of a set as consecutive bits, in their order.
fn dense(set: u64, among: u64) -> u64 {
    let (mut rest, mut bit, mut dense) = (among, 1, 0);
    while rest != 0 {
        let piece = rest & rest.wrapping_neg();
        if set & piece != 0 {
            dense |= bit;
        }
        (rest, bit) = (rest ^ piece, bit << 1);
    }
    dense
}

impl Table {
    /// The table for a sum. `None` means that it is not a sum of triangles, or that there are too many pieces
    /// or none.
    pub(super) fn of(sum: &Sum, budget: &Budget) -> Result<Option<Self>, Error> {
        let Some(triangles) = triangles(sum) else { return Ok(None) };
        let (mut parts, mut moves, mut pieces) = (Vec::new(), Vec::new(), 0);
        for triangle in triangles {
            let all = triangle.number();
            let taken = triangle.moves(Player::Left).into_iter();
            parts.push((all, pieces));
            if pieces + all.count_ones() > MOST_PIECES {
                return Ok(None);
            }
            moves.extend(taken.map(|run: Run| dense(run.pieces(), all) << pieces));
            pieces += all.count_ones();
        }
        if pieces == 0 {
            return Ok(None);
        }
        let game = TakingGame::new("sum of triangles", pieces as usize, moves, &[]);
        let layout = Layout::best(&game.map_err(|error: GameError| LayoutError::from(error))?, false)?;
        let solved = Solved::in_memory(layout, Convention::Misere, budget.threads(), budget, &|_, _| ())?;
        Ok(Some(Self { parts, solved }))
    }

    /// The number of a sum in the table. `None` means that it cannot follow the sum at the start.
    fn number(&self, sum: &Sum) -> Option<u64> {
        let triangles = triangles(sum).filter(|triangles| triangles.len() == self.parts.len())?;
        let number = |(triangle, &(all, first)): (&TriangularNim, &(u64, u32))| {
            let pieces = triangle.number();
            (pieces & !all == 0).then(|| dense(pieces, all) << first)
        };
        triangles.into_iter().zip(&self.parts).map(number).try_fold(0, |sum, part| Some(sum | part?))
    }

    /// Has the table this sum?
    pub(super) fn covers(&self, sum: &Sum) -> bool {
        self.number(sum).is_some()
    }

    /// Who wins, and how?
    pub(super) fn judge(&self, state: &State) -> Result<Verdict, Error> {
        let lost = || Verdict::Lost("by the table of misère play".to_owned());
        let Some(number) = self.number(state.sum()) else { return Ok(lost()) };
        if self.solved.outcome_of(number)? == Outcome::Previous {
            return Ok(lost());
        }
        for (part, (position, (all, first))) in state.sum().parts.iter().zip(&self.parts).enumerate() {
            let Some(triangle) = position.position.downcast::<TriangularNim>() else { continue };
            for (index, run) in triangle.moves(state.to_move()).iter().enumerate() {
                let taken = dense(run.pieces(), *all) << first;
                if self.solved.outcome_of(number ^ taken)? == Outcome::Previous {
                    let reason = "wins, by the table of misère play".to_owned();
                    return Ok(Verdict::Best(Move { part, index }, reason));
                }
            }
        }
        Ok(lost())
    }

    pub(super) fn bytes(&self) -> usize {
        (self.solved.layout().game().full() / 8) as usize
    }
}
