//! The value of `G + C` for a board position `G` and a coupon stack `C`, by αβ search.
//!
//! A variant of [`crate::alphabeta`]: what a state is worth follows from what it is worth beside other stacks, and the table knows
//! bounds for all of them.
//!
//! All values here are those of the coupons still to be taken and of the board, for the player to move.

use super::coupons::{CouponStack, ONE, Score};
use super::store::{Seat, Store};
use super::table::{Bounds, Key, Table};
use super::{Enhancements, possible};
use rules::Position;
use rustc_hash::FxHashMap;
use values::{Budget, Error, Player, deep};

/// Wider than any score.
pub(super) const INFINITY: Score = Score::MAX / 2;

/// A move of the line being searched takes as much memory as so many states in the table.
const STATES_PER_MOVE: usize = 32;

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

    /// The state after both players took coupons in turn, and what the player to move now gains by that. No
    /// more coupons are taken than there are above −1.
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

    pub(super) fn board(self, seat: Seat) -> Self {
        let player = seat.player(self.player.opponent());
        Self { id: seat.id, player, passes: 0, gained: -self.gained, ..self }
    }

    /// The state after both players took coupons down to some temperature, beside a stack with another
    /// gap that is as good from there on.
    fn down_to(self, t: Score, places: u32) -> (Self, Side) {
        let same = t == self.stack.temperature();
        if same || !self.stack.is_odd() {
            let lower = self.beside(self.stack.at(t, places));
            return (lower, Side { offset: lower.gained - self.gained, opposite: false });
        }
        let stack = CouponStack::above(t, places);
        let offset = self.stack.gain() + stack.gain();
        let lower = Self { player: self.player.opponent(), stack, gained: -(self.gained + offset), ..self };
        (lower, Side { offset, opposite: true })
    }

    /// The same beside another stack, of which the player to move would get as much in the end.
    fn beside(self, stack: CouponStack) -> Self {
        Self { stack, gained: self.gained + self.stack.gain() - stack.gain(), ..self }
    }
}

/// How the value of one state follows from that of another, where only coupons lie between.
pub(super) struct Side {
    /// What is added.
    offset: Score,
    /// Is it the other player's turn there?
    opposite: bool,
}

impl Side {
    fn value(
        self,
        alpha: Score,
        beta: Score,
        inner: impl FnOnce(Score, Score) -> Result<Score, Error>,
    ) -> Result<Score, Error> {
        if self.opposite {
            Ok(self.offset - inner(self.offset - beta, self.offset - alpha)?)
        } else {
            Ok(self.offset + inner(alpha - self.offset, beta - self.offset)?)
        }
    }
}

/// Mean and temperature, as far as coupons with some gap can tell.
#[derive(Clone, Copy)]
pub(super) struct Mast {
    /// For Left.
    pub(super) mean: Score,
    pub(super) temperature: Score,
}

/// A move that a search was looking at when it was stopped.
#[derive(Clone, Copy)]
pub(super) enum Pending {
    Coupon {
        value: Score,
        gap: Score,
    },
    /// A move to the position with this number.
    Board(u32),
}

/// Everything a search remembers.
pub(super) struct Search<'a, P> {
    pub(super) with: Enhancements,
    pub(super) one_delta: bool,
    pub(super) budget: &'a Budget,
    pub(super) store: Store<P>,
    pub(super) table: Table,
    /// The masts of positions by the number of places of the gap (E4's board table).
    pub(super) masts: FxHashMap<(u32, u32), Mast>,
    /// Positions whose masts are being looked for.
    pub(super) open: Vec<u32>,
    pub(super) nodes: u64,
    /// How many moves deep the search is now. Fine coupons make long lines, which take memory too.
    pub(super) depth: usize,
    /// When a search is stopped, the moves that it was looking at, the last one first.
    pub(super) line: Vec<Pending>,
}

impl<P: Position> Search<'_, P> {
    /// The value, if it lies between `alpha` and `beta`; else a bound of it on that side.
    pub(super) fn value(&mut self, state: State, alpha: Score, beta: Score) -> Result<Score, Error> {
        self.budget.check()?;
        if self.depth > self.table.limit() / STATES_PER_MOVE {
            return Err(Error::OutOfRoom);
        }
        let State { id, player, stack, .. } = state;
        if state.passes == 2 {
            // Neither would rather move on the board than lose a point: by the simplicity rule it is worth 0.
            self.nodes += u64::from(!self.with.e5);
            return Ok(stack.gain());
        }
        self.nodes += 1;
        let facts = self.store.facts(id);
        if let Some(number) = facts.number {
            return Ok(wall(player.sees(number), stack.temperature()) + stack.gain());
        }
        if self.with.e4
            && state.passes == 0
            && let Some(mast) = self.mast_inside(id, stack.places)?
        {
            let exact = facts.longest.is_some_and(|n| n <= stack.places);
            if exact && stack.temperature() >= mast.temperature {
                // What taking all those coupons comes to is known.
                return Ok(player.sees(mast.mean) + stack.gain());
            }
            if stack.temperature() > mast.temperature {
                let (lower, side) = state.down_to(mast.temperature, stack.places);
                return side.value(alpha, beta, |alpha, beta| self.value_here(lower, alpha, beta));
            }
        }
        self.value_here(state, alpha, beta)
    }

    /// Is this the value?
    pub(super) fn is_worth(&mut self, state: State, value: Score) -> Result<bool, Error> {
        Ok(self.value(state, value - 1, value + 1)? == value)
    }

    /// The value, where the position may be hot enough to move on the board.
    fn value_here(&mut self, state: State, alpha: Score, beta: Score) -> Result<Score, Error> {
        if !self.with.e2 {
            return self.alphabeta(state, alpha, beta);
        }
        let stack = state.stack;
        let near = possible::around(stack, self.store.facts(state.id).longest);
        let Some(above) = near.above else {
            let (lower, side) = state.down_to(near.below, near.places);
            return side.value(alpha, beta, |alpha, beta| self.alphabeta(lower, alpha, beta));
        };
        let inner = stack.at(near.below, near.places);
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

/// The wall of the number `x` on the side of the player to move, for whom it is worth `x`. A fraction
/// is no end of play beside coupons that are worth less than a move in it.
fn wall(x: Score, t: Score) -> Score {
    let unit = x & -x;
    if x % ONE == 0 || t >= -unit { x } else { -wall(unit - x, t) - t }
}
