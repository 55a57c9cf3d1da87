//! The value of `G + C` for a board position `G` and a coupon stack `C`, by αβ search.
//!
//! All values here are those of the coupons still to be taken and of the board, for the player to move.

use super::coupons::{CouponStack, ONE, Score};
use super::store::{Seat, Store};
use super::table::{Bounds, Key, Table};
use super::{Enhancements, possible};
use rules::Position;
use rustc_hash::FxHashMap;
use values::{Error, Player, Stop, deep};

/// Wider than any score.
pub(super) const INFINITY: Score = Score::MAX / 2;

/// A state of play: whose turn it is on which board, beside which coupons.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) id: u32,
    pub(super) player: Player,
    pub(super) stack: CouponStack,
    /// How many coupons of −1 were taken just before.
    pub(super) passes: u8,
    /// What the player to move has gained already; only the plain table looks at it.
    pub(super) gained: Score,
}

impl State {
    pub(super) fn new(seat: Seat, player: Player, stack: CouponStack) -> Self {
        Self { id: seat.id, player: seat.player(player), stack, passes: 0, gained: 0 }
    }

    pub(super) fn coupon(self) -> Self {
        Self {
            player: self.player.opponent(),
            stack: self.stack.rest(),
            passes: if self.stack.height == 0 { self.passes + 1 } else { 0 },
            gained: -(self.gained + self.stack.coupon()),
            ..self
        }
    }

    pub(super) fn board(self, seat: Seat) -> Self {
        let player = seat.player(self.player.opponent());
        Self { id: seat.id, player, passes: 0, gained: -self.gained, ..self }
    }

    /// The same beside another stack, of which the player to move would get as much in the end.
    pub(super) fn beside(self, stack: CouponStack) -> Self {
        Self { stack, gained: self.gained + self.stack.gain() - stack.gain(), ..self }
    }
}

/// Mean and temperature, as far as coupons with some gap can tell.
#[derive(Clone, Copy)]
pub(super) struct Mast {
    /// For Left.
    pub(super) mean: Score,
    pub(super) temperature: Score,
}

/// Everything a search remembers.
pub(super) struct Search<'a, P> {
    pub(super) with: Enhancements,
    pub(super) one_delta: bool,
    pub(super) stop: &'a Stop,
    pub(super) store: Store<P>,
    pub(super) table: Table,
    /// The masts of positions by the number of places of the gap (E4's board table).
    pub(super) masts: FxHashMap<(u32, u32), Mast>,
    /// Positions whose masts are being looked for.
    pub(super) open: Vec<u32>,
    pub(super) nodes: u64,
    /// When a search is stopped, the moves that it was looking at, the last one first: coupons, or `None` for a move on the board.
    pub(super) line: Vec<Option<Score>>,
}

impl<P: Position> Search<'_, P> {
    /// The value, if it lies between `alpha` and `beta`; else a bound of it on that side.
    pub(super) fn value(&mut self, state: State, alpha: Score, beta: Score) -> Result<Score, Error> {
        self.stop.check()?;
        let State { id, player, stack, .. } = state;
        if state.passes == 2 {
            // Neither would rather move on the board than lose a point: by the simplicity rule it is worth 0.
            self.nodes += u64::from(!self.with.e5);
            return Ok(stack.gain());
        }
        self.nodes += 1;
        let facts = self.store.facts(id);
        if let Some(number) = facts.number {
            return Ok(wall(for_player(number, player), stack.temperature()) + stack.gain());
        }
        if self.with.e4
            && let Some(mast) = self.mast_inside(id, stack.places)?
            && stack.temperature() >= mast.temperature
        {
            return Ok(for_player(mast.mean, player) + stack.gain());
        }
        if self.with.e2 {
            return self.value_at_possible(state, facts.longest, alpha, beta);
        }
        self.alphabeta(state, alpha, beta)
    }

    /// The same, with moves on the board only at temperatures that the position can have (E2).
    fn value_at_possible(
        &mut self,
        state: State,
        longest: Option<u32>,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Error> {
        let stack = state.stack;
        let near = possible::around(stack, longest);
        let inner = stack.at(near.below, near.places);
        let Some(above) = near.above else {
            if inner.temperature() == stack.temperature() || !stack.is_odd() {
                let shift = stack.gain() - inner.gain();
                return Ok(self.alphabeta(state.beside(inner), alpha - shift, beta - shift)? + shift);
            }
            // An odd number of coupons is taken before the board is looked at.
            let inner = CouponStack::above(near.below, near.places);
            let sum = stack.gain() + inner.gain();
            let gained = -(state.gained + stack.gain()) - inner.gain();
            let state = State { player: state.player.opponent(), stack: inner, gained, ..state };
            return Ok(sum - self.alphabeta(state, sum - beta, sum - alpha)?);
        };
        // Between possible temperatures a wall is straight: it stays, or it falls as the temperature rises.
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

    fn alphabeta(&mut self, state: State, mut alpha: Score, mut beta: Score) -> Result<Score, Error> {
        let key = self.key(state);
        let known = key.and_then(|key| self.table.get(key)).unwrap_or(Bounds::UNKNOWN);
        if known.low >= beta || known.low == known.high {
            return Ok(known.low);
        }
        if known.high <= alpha {
            return Ok(known.high);
        }
        alpha = alpha.max(known.low);
        beta = beta.min(known.high);
        let (window, mut best) = (alpha, -INFINITY);
        let options = self.store.options(state.id, state.player)?;
        // First the move that was best here beside another stack, then the coupon, then the board.
        let remembered = *self.store.best(state.id, state.player);
        let count = options.len() as u32;
        let first = (1..=count).contains(&remembered).then_some(remembered);
        let order = first.into_iter().chain((0..=count).filter(move |&i| Some(i) != first));
        for choice in order {
            let (gain, child) = match choice {
                0 => (state.stack.coupon(), state.coupon()),
                i => (0, state.board(self.store.option(options.start + i - 1))),
            };
            let found = deep(|| self.value(child, gain - beta, gain - alpha))
                .inspect_err(|_| self.line.push((choice == 0).then_some(gain)))?;
            let value = gain - found;
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if value > window {
                    *self.store.best(state.id, state.player) = choice;
                }
            }
            if best >= beta {
                break;
            }
        }
        if let Some(key) = key {
            let low = if best > window { best.max(known.low) } else { known.low };
            let high = if best < beta { best.min(known.high) } else { known.high };
            self.table.insert(key, Bounds { low, high });
        }
        Ok(best)
    }

    fn key(&self, state: State) -> Option<Key> {
        let State { id, player, stack, passes, gained } = state;
        // The plain table knows nothing of coupons of −1 taken before, so it keeps out of there.
        let gained = match (self.with.e3, passes) {
            (true, _) => 0,
            (false, 0) => gained,
            (false, _) => return None,
        };
        Some(Key::new(id, player, stack, passes, gained))
    }
}

pub(super) fn for_player(x: Score, player: Player) -> Score {
    if player == Player::Left { x } else { -x }
}

/// The wall of the number `x` on the side of the player to move, for whom it is worth `x`. A fraction
/// is no end of play beside coupons that are worth less than a move in it.
fn wall(x: Score, t: Score) -> Score {
    let unit = x & -x;
    if x % ONE == 0 || t >= -unit { x } else { -wall(unit - x, t) - t }
}
