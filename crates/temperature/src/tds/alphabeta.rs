//! The value of `G + C` for a board position `G` and a coupon stack `C`, by αβ search.
//!
//! It is a variant of the αβ search in `adversary`: the value beside one stack follows from the values beside
//! others, and the table keeps bounds for all of them. A value counts the board and the coupons that are
//! still on the stack, for the player to move.

use super::coupons::{CouponStack, ONE, Score};
use super::scope::Scope;
use super::store::Positions;
use super::table::{Bounds, Key, Table};
use super::{Enhancements, Reading, possible};
use crate::insert;
use positions::SignedId;
use rules::Position;
use rustc_hash::FxHashMap;
use std::sync::atomic::Ordering::Relaxed;
use values::{Budget, Error, Player, deep};

/// A bound outside the range of scores.
pub(super) const INFINITY: Score = Score::MAX / 2;

/// The memory of one move of the line being searched, in states of the table.
const STATES_PER_MOVE: usize = 32;

/// The number of moves on the board after which a static evaluation ends play, or [`ENDLESS`].
pub(super) type Left = u16;

/// There is no horizon.
pub(super) const ENDLESS: Left = Left::MAX;

/// A state of play: a board, a coupon stack, and the player to move.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) id: u32,
    pub(super) player: Player,
    pub(super) stack: CouponStack,
    /// The number of coupons of −1 taken immediately before.
    pub(super) passes: u8,
    /// The number of moves on the board to the horizon.
    pub(super) left: Left,
    /// The score of the player to move so far; only the plain table uses it.
    pub(super) gained: Score,
}

impl State {
    pub(super) fn new(seat: SignedId, player: Player, stack: CouponStack, left: Left) -> Self {
        Self { id: seat.node() as u32, player: seat.owner(player), stack, passes: 0, left, gained: 0 }
    }

    /// The state after the player to move took a coupon.
    pub(super) fn coupon(self) -> Self {
        Self {
            player: self.player.opponent(),
            stack: self.stack.rest(),
            passes: if self.stack.height == 0 { self.passes + 1 } else { 0 },
            gained: -(self.gained + self.stack.coupon()),
            ..self
        }
    }

    /// The state after the players took `count` coupons in turn, and the gain of the player to move here. The
    /// stack must have that many coupons above −1.
    pub(super) fn coupons(self, count: i64) -> (Self, Score) {
        let (first, gap) = (self.stack.coupon(), self.stack.gap());
        let odd = count % 2 == 1;
        let pairs = count / 2 * gap;
        let gained = if odd { pairs + first - (count - 1) * gap } else { pairs };
        let lower = Self {
            player: if odd { self.player.opponent() } else { self.player },
            stack: CouponStack { height: self.stack.height - count, ..self.stack },
            passes: 0,
            gained: if odd { -(self.gained + gained) } else { self.gained + gained },
            ..self
        };
        (lower, gained)
    }

    /// The state after a move on the board.
    pub(super) fn board(self, seat: SignedId) -> Self {
        let player = seat.owner(self.player.opponent());
        let left = if self.left == ENDLESS { ENDLESS } else { self.left.saturating_sub(1) };
        Self { id: seat.node() as u32, player, passes: 0, left, gained: -self.gained, ..self }
    }

    /// The same state beside another stack, with the same score once all coupons are taken.
    fn beside(self, stack: CouponStack) -> Self {
        Self { stack, gained: self.gained + self.stack.gain() - stack.gain(), ..self }
    }
}

/// Mean and temperature, to the precision of a gap between coupons.
#[derive(Clone, Copy)]
pub(super) struct Mast {
    /// The mean for Left.
    pub(super) mean: Score,
    pub(super) temperature: Score,
}

impl Mast {
    /// The mast half-way between two.
    pub(super) fn half_way(self, other: Self) -> Self {
        let middle = |a: Score, b: Score| (a + b) / 2;
        Self { mean: middle(self.mean, other.mean), temperature: middle(self.temperature, other.temperature) }
    }
}

/// A move on the line that was being searched when the search was stopped.
#[derive(Clone, Copy)]
pub(super) enum Pending {
    /// The coupon of this value, from a stack with this gap.
    Coupon { value: Score, gap: Score },
    /// A move to the position with this number.
    Board(u32),
}

/// A search and its memory.
pub(super) struct Search<'a, P> {
    pub(super) with: Enhancements,
    pub(super) one_delta: bool,
    pub(super) reading: Reading,
    pub(super) budget: Budget,
    pub(super) store: &'a Positions<P>,
    pub(super) table: Table,
    /// The maximum number of entries of the table, and of masts.
    pub(super) limit: usize,
    /// The masts of positions, by position, horizon and the number of places of the gap (E4's board table).
    pub(super) masts: FxHashMap<(u32, Left, u16), Mast>,
    /// Positions whose masts are being searched.
    pub(super) open: Vec<u32>,
    /// The number of visited states.
    pub(super) nodes: u64,
    /// The number of visited states at which the present search for a mast inside ends (E4), or the largest
    /// number outside of such a search.
    pub(super) until: u64,
    /// The number of states that were visited for masts inside.
    pub(super) inside: u64,
    /// The length of the line being searched. Fine gaps make long lines, which take memory too.
    pub(super) depth: usize,
    /// The line that was being searched when the search was stopped, the last move first.
    pub(super) line: Vec<Pending>,
}

impl<P: Position> Search<'_, P> {
    /// How fine and how hot a position can be, as seen from a horizon.
    pub(super) fn scope(&self, id: u32, left: Left) -> Scope {
        let scope = self.facts(id).scope();
        // Static evaluations are finer than the ends of play.
        if left == ENDLESS { scope } else { Scope { born: None, ..scope } }
    }

    /// The value if it lies between `alpha` and `beta`, otherwise a bound on it from that side.
    pub(super) fn value(&mut self, mut state: State, alpha: Score, beta: Score) -> Result<Score, Error> {
        if self.nodes >= self.until {
            return Err(Error::OutOfNodes);
        }
        self.budget.check()?;
        if self.depth > self.limit / STATES_PER_MOVE {
            return Err(Error::OutOfRoom);
        }
        let State { id, player, stack, .. } = state;
        self.nodes += 1;
        if state.passes == 2 {
            // Both players rather lose a point than move on the board: by the simplicity rule its value is 0.
            return Ok(stack.gain());
        }
        let facts = self.facts(id);
        if let Some(number) = facts.number {
            return Ok(wall(player.sees(number), stack.temperature()) + stack.gain());
        }
        state.left = self.horizon(id, state.left);
        if state.left == 0 {
            return Ok(player.sees(self.estimate(id, stack.places)) + stack.gain());
        }
        if !self.with.e4 || state.passes != 0 {
            return self.value_here(state, alpha, beta);
        }
        if let Some(mast) = self.mast_inside(id, stack.places, state.left)? {
            let is_fine = facts.scope().places.is_some_and(|n| n <= stack.places);
            if (is_fine || state.left < ENDLESS) && stack.temperature() >= mast.temperature {
                // The players take coupons down to the temperature of the board, and the value is the mast.
                return Ok(player.sees(mast.mean) + stack.gain());
            }
            if stack.temperature() > mast.temperature {
                let (t, places) = (mast.temperature, stack.places);
                return self.value_below(state, t, places, alpha, beta, Self::value_here);
            }
        }
        let before = self.nodes;
        let value = self.value_here(state, alpha, beta)?;
        facts.saving.add(self.nodes - before);
        Ok(value)
    }

    /// The horizon of a position. Where play cannot last so long there is none.
    pub(super) fn horizon(&self, id: u32, left: Left) -> Left {
        let ends = self.facts(id).longest.is_some_and(|n| n <= u32::from(left));
        if ends { ENDLESS } else { left }
    }

    /// An estimate of the mean of a position on the horizon, for Left: the mean found with some gap by a search
    /// without horizon, or the static evaluation.
    fn estimate(&self, id: u32, places: u32) -> Score {
        let found = (0..=places).rev().find_map(|places| self.masts.get(&(id, ENDLESS, places as u16)));
        found.map_or_else(|| self.evaluation(id), |mast| mast.mean)
    }

    /// Is this the value of the state?
    pub(super) fn is_worth(&mut self, state: State, value: Score) -> Result<bool, Error> {
        Ok(self.value(state, value - 1, value + 1)? == value)
    }

    /// The value of a state in which a move on the board may be best.
    fn value_here(&mut self, state: State, alpha: Score, beta: Score) -> Result<Score, Error> {
        if !self.with.e2 {
            return self.alphabeta(state, alpha, beta);
        }
        let stack = state.stack;
        let near = possible::around(stack, self.scope(state.id, state.left));
        let Some(above) = near.above else {
            return self.value_below(state, near.below, near.places, alpha, beta, Self::alphabeta);
        };
        let inner = stack.at(near.below, near.places);
        // Between possible temperatures a wall is straight: it is constant, or it falls as the temperature
        // rises.
        let fall = stack.temperature() - near.below;
        let shift = stack.gain() - inner.gain();
        let low = self.alphabeta(state.beside(inner), alpha - shift, beta - shift + fall)? + shift;
        if low <= alpha {
            return Ok(low);
        }
        if low - fall >= beta {
            return Ok(low - fall);
        }
        let outer = stack.at(above, near.places);
        let same = low - stack.gain() + outer.gain();
        let high = self.alphabeta(state.beside(outer), same - 1, same)?;
        Ok(if high >= same { low } else { low - fall })
    }

    /// The value of a state where the players take coupons in turn down to a temperature, by a search beside
    /// an equivalent stack with another gap.
    #[inline]
    fn value_below(
        &mut self,
        state: State,
        t: Score,
        places: u32,
        alpha: Score,
        beta: Score,
        search: impl FnOnce(&mut Self, State, Score, Score) -> Result<Score, Error>,
    ) -> Result<Score, Error> {
        if t == state.stack.temperature() || !state.stack.is_odd() {
            let lower = state.beside(state.stack.at(t, places));
            let offset = lower.gained - state.gained;
            return Ok(offset + search(self, lower, alpha - offset, beta - offset)?);
        }
        // It is the opponent's turn there.
        let stack = CouponStack::above(t, places);
        let offset = state.stack.gain() + stack.gain();
        let gained = -(state.gained + offset);
        let lower = State { player: state.player.opponent(), stack, gained, ..state };
        Ok(offset - search(self, lower, offset - beta, offset - alpha)?)
    }

    /// The value by a search of all moves, unless the table has it.
    fn alphabeta(&mut self, state: State, mut alpha: Score, mut beta: Score) -> Result<Score, Error> {
        // The plain table tells states apart by their scores, but not by coupons of −1, so it does not keep
        // states after one.
        let key = match (self.with.e3, state.passes) {
            (true, _) => Some(Key::new(state, 0)),
            (false, 0) => Some(Key::new(state, state.gained)),
            (false, _) => None,
        };
        let known = key.and_then(|key| self.table.get(&key)).copied().unwrap_or(Bounds::UNKNOWN);
        if known.low >= beta || known.low == known.high {
            return Ok(known.low);
        }
        if known.high <= alpha {
            return Ok(known.high);
        }
        alpha = alpha.max(known.low);
        beta = beta.min(known.high);
        let (window, mut best) = (alpha, -INFINITY);
        // E5: after a coupon of −1 another one ends play, and its value is known without a visit. It is tried
        // before moves on the board are listed.
        let ends_at_once = self.with.e5 && state.passes == 1;
        if ends_at_once {
            let value = state.stack.coupon() - state.stack.rest().gain();
            if value >= beta {
                return Ok(value);
            }
            (best, alpha) = (value, alpha.max(value));
        }
        let options = self.options(state.id, state.player)?;
        // The order: the move that was best here beside another stack, then the coupon, then moves on the
        // board.
        let remembered = &self.facts(state.id).best[state.player];
        let first = Some(remembered.load(Relaxed) as usize).filter(|i| (1..=options.len()).contains(i));
        let order = first
            .into_iter()
            .chain((usize::from(ends_at_once)..=options.len()).filter(|&i| Some(i) != first));
        for choice in order {
            let (gain, child) = match choice {
                0 => (state.stack.coupon(), state.coupon()),
                i => (0, state.board(options[i - 1])),
            };
            self.depth += 1;
            let found = deep(|| self.value(child, gain - beta, gain - alpha)).inspect_err(|_| {
                self.line.push(match choice {
                    0 => Pending::Coupon { value: gain, gap: state.stack.gap() },
                    _ => Pending::Board(child.id),
                });
            })?;
            self.depth -= 1;
            let value = gain - found;
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if value > window {
                    remembered.store(choice as u32, Relaxed);
                }
            }
            if best >= beta {
                break;
            }
        }
        if let Some(key) = key {
            let low = if best > window { best.max(known.low) } else { known.low };
            let high = if best < beta { best.min(known.high) } else { known.high };
            insert(&mut self.table, self.limit, key, Bounds { low, high });
        }
        Ok(best)
    }
}

/// The wall, at temperature `t`, of a number that is `x` for the player to move. Beside coupons that are
/// worth less than a move in a fraction, play in the fraction goes on.
fn wall(x: Score, t: Score) -> Score {
    let unit = x & -x;
    if x % ONE == 0 || t >= -unit { x } else { -wall(unit - x, t) - t }
}
