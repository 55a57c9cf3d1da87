//! The player `xt` knows the value of every group of squares within 3×3 in XT Domineering, and so the winner
//! of any sum of them in normal play (Shan 2013, §3.4). Other sums are left to `solve`.

use super::{Solve, Theory, Verdict};
use crate::{Ending, Move, State};
use rules::bitboard::Small;
use rules::games::xt_domineering::XtDomineering;
use sums::xt::Combination;
use sums::{Component, Sum};
use values::{Budget, Outcome, Player};

/// The theory.
pub(in crate::players) struct Xt {
    solve: Solve,
}

impl Xt {
    pub(in crate::players) fn new(solve: Solve) -> Self {
        Self { solve }
    }
}

/// The value of a position. `None` means that it is not in the table.
fn value(component: &Component) -> Option<Combination> {
    Combination::of(component.downcast::<XtDomineering<Small>>()?)
}

/// Who wins a sum with this player to move?
fn winner(outcome: Outcome, first: Player) -> Player {
    match outcome {
        Outcome::Left => Player::Left,
        Outcome::Right => Player::Right,
        Outcome::Next => first,
        Outcome::Previous => first.opponent(),
    }
}

/// What the table says. `None` means that it lacks a part.
fn look_up(sum: &Sum, player: Player) -> Option<Verdict> {
    let values = sum.parts.iter().map(|part| value(&part.position)).collect::<Option<Vec<_>>>()?;
    let total = values.iter().fold(Combination::default(), |total, value| total.plus(*value));
    if winner(total.outcome(), player) != player {
        return Some(Verdict::Lost("the values of the boards add up to a loss".to_owned()));
    }
    for (part, (position, old)) in sum.parts.iter().map(|part| &part.position).zip(values).enumerate() {
        for (index, after) in position.plays(player).iter().enumerate() {
            let left = total.plus(old.negative()).plus(value(after)?);
            if winner(left.outcome(), player.opponent()) == player {
                let reason = "wins, by the values of the boards".to_owned();
                return Some(Verdict::Best(Move { part, index }, reason));
            }
        }
    }
    None
}

impl Theory for Xt {
    fn begin(&mut self, start: &State) {
        self.solve.begin(start);
    }

    fn judge(&mut self, state: &State, budget: &Budget) -> Verdict {
        let known = (state.ending() == Ending::Normal).then(|| look_up(state.sum(), state.to_move()));
        known.flatten().unwrap_or_else(|| self.solve.judge(state, budget))
    }

    fn bytes(&self) -> usize {
        self.solve.bytes()
    }
}
