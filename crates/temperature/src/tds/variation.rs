//! The moves behind the values: best play, found by asking which move keeps the value; or the line that was
//! being searched when time was up.

use super::Variation;
use super::alphabeta::{INFINITY, Left, Pending, Search, State};
use super::coupons::{CouponStack, ONE, PLACES, Score};
use super::possible;
use crate::limit;
use rules::Position;
use std::cmp::Reverse;
use values::{Error, Player};

impl<P: Position> Search<'_, P> {
    /// Best play from a position beside a stack, up to a horizon. A limit cuts it short.
    pub(super) fn variation(
        &mut self,
        position: &P,
        left: Left,
        stack: CouponStack,
    ) -> Result<Variation, Error> {
        let mut line = Variation::default();
        limit(self.follow(position, left, stack, &mut line))?;
        Ok(line)
    }

    /// Adds the moves of best play to a line.
    fn follow(
        &mut self,
        position: &P,
        left: Left,
        stack: CouponStack,
        line: &mut Variation,
    ) -> Result<(), Error> {
        let mut position = position.clone();
        let mut player = Player::Left;
        let seat = self.seat(&position)?;
        let mut state = State::new(seat, player, stack, left);
        self.open.push(seat.node() as u32);
        while self.facts(state.id).number.is_none() && state.passes < 2 && state.left > 0 {
            let value = self.value(state, -INFINITY, INFINITY)?;
            let (coupon, gap) = (state.stack.coupon(), state.stack.gap());
            if let Some((count, lower)) = self.taken_at_once(state, value)? {
                line.take(coupon, gap, count);
                if count % 2 == 1 {
                    player = player.opponent();
                }
                state = lower;
                continue;
            }
            match self.best_move(&position, player, state, value)? {
                Some((action, after, next)) => {
                    line.play(position.name(player, action));
                    (position, state) = (after, next);
                }
                None => {
                    line.take(coupon, gap, 1);
                    state = state.coupon();
                }
            }
            player = player.opponent();
        }
        Ok(())
    }

    /// A move on the board that keeps the value of a state, and what it leads to. `None` means that only the
    /// coupon does.
    fn best_move(
        &mut self,
        position: &P,
        player: Player,
        state: State,
        value: Score,
    ) -> Result<Option<(P::Move, P, State)>, Error> {
        let mut options = Vec::new();
        for action in position.moves(player) {
            let after = position.play(player, action);
            options.push((self.seat(&after)?, action, after));
        }
        options.sort_by_key(|(seat, ..)| Reverse(self.ordering(*seat, player)));
        for (seat, action, after) in options {
            // The seat of the position itself, not of its normal form, says which player is to move.
            let next = State { player: seat.owner(player.opponent()), ..state.board(seat) };
            if self.is_worth(next, -value)? {
                return Ok(Some((action, after, next)));
            }
        }
        Ok(None)
    }

    /// The number of coupons that are taken before the search tries moves on the board again, and the state
    /// after them. `None` means that it tries them here.
    fn taken_at_once(&mut self, state: State, value: Score) -> Result<Option<(i64, State)>, Error> {
        let Some(t) = self.skips_down_to(state) else { return Ok(None) };
        let all = state.stack.height - ((t + ONE) >> (PLACES - state.stack.places));
        for count in [all.max(1), 1] {
            let (lower, gained) = state.coupons(count);
            let rest = if count % 2 == 1 { gained - value } else { value - gained };
            if self.is_worth(lower, rest)? {
                return Ok(Some((count, lower)));
            }
        }
        Ok(None)
    }

    /// The highest temperature below the ambient one at which the search tries moves on the board. `None`
    /// means that it tries them here.
    fn skips_down_to(&self, state: State) -> Option<Score> {
        let t = state.stack.temperature();
        let left = self.horizon(state.id, state.left);
        let scope = self.scope(state.id, left);
        let places = scope.places.map_or(state.stack.places, |n| n.min(state.stack.places));
        let mast = self.masts.get(&(state.id, left, places as u16)).map(|mast| mast.temperature);
        let possible = self.with.e2.then(|| possible::around(state.stack, scope).below);
        [mast, possible].into_iter().flatten().filter(|&below| below < t).min()
    }

    /// The line that was being searched when time was up, without runs of coupons that were taken in one
    /// step.
    pub(super) fn pending(&mut self, position: &P) -> Variation {
        let mut position = position.clone();
        let mut line = Variation::default();
        for pending in std::mem::take(&mut self.line).into_iter().rev() {
            match pending {
                Pending::Coupon { value, gap } => line.take(value, gap, 1),
                Pending::Board(id) => {
                    let found = Player::BOTH.into_iter().find_map(|player| {
                        let moves = position.moves(player).into_iter();
                        let leads = |after: &P| self.seat(after).is_ok_and(|seat| seat.node() as u32 == id);
                        let mut played = moves.map(|action| (action, position.play(player, action)));
                        let (action, after) = played.find(|(_, after)| leads(after))?;
                        Some((position.name(player, action), after))
                    });
                    let Some((name, after)) = found else { break };
                    line.play(name);
                    position = after;
                }
            }
        }
        line
    }
}
