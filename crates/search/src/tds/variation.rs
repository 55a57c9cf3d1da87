//! The moves behind the values: best play, or what was being looked at when time was up.

use super::Step;
use super::alphabeta::{INFINITY, Pending, Search, State};
use super::coupons::{CouponStack, Score, number};
use super::possible;
use rules::Position;
use std::cmp::Reverse;
use values::{Error, Player};

impl<P: Position> Search<'_, P> {
    /// Best play from a position beside a stack. It is cut short where time is up.
    pub(super) fn variation(&mut self, position: &P, stack: CouponStack) -> Result<Vec<Step>, Error> {
        let mut steps = Vec::new();
        match self.follow(position, stack, &mut steps) {
            Err(error) if !error.is_limit() => Err(error),
            _ => Ok(steps),
        }
    }

    fn follow(&mut self, position: &P, stack: CouponStack, steps: &mut Vec<Step>) -> Result<(), Error> {
        let mut position = position.clone();
        let mut player = Player::Left;
        let seat = self.store.seat(&position)?;
        let mut state = State::new(seat, player, stack);
        self.open.push(seat.id);
        while self.store.facts(state.id).number.is_none() && state.passes < 2 {
            let value = self.value(state, -INFINITY, INFINITY)?;
            let coupon = state.stack.coupon();
            let taken = self.skips(state) && self.is_worth(state.coupon(), coupon - value)?;
            let action = if taken { None } else { self.best_move(&position, player, state, value)? };
            player = player.opponent();
            match action {
                Some((action, after)) => {
                    steps.push(Step::Board(action.to_string()));
                    // The position as it is, not its normal form, says who the player is there.
                    let seat = self.store.seat(&after)?;
                    state = State { player: seat.player(player), ..state.board(seat) };
                    position = after;
                }
                None => {
                    steps.push(Step::Coupon(number(coupon)?));
                    state = state.coupon();
                }
            }
        }
        Ok(())
    }

    /// A move on the board that keeps the value of a state.
    fn best_move(
        &mut self,
        position: &P,
        player: Player,
        state: State,
        value: Score,
    ) -> Result<Option<(P::Move, P)>, Error> {
        let mut options = Vec::new();
        for action in position.moves(player) {
            let after = position.play(player, action);
            options.push((self.store.seat(&after)?, action, after));
        }
        options.sort_by_key(|(seat, ..)| Reverse(self.store.estimate(*seat, player)));
        for (seat, action, after) in options {
            let state = State { player: seat.player(player.opponent()), ..state.board(seat) };
            if self.is_worth(state, -value)? {
                return Ok(Some((action, after)));
            }
        }
        Ok(None)
    }

    /// Does the search not look at moves on the board here?
    fn skips(&self, state: State) -> bool {
        let t = state.stack.temperature();
        let facts = self.store.facts(state.id);
        let places = facts.longest.map_or(state.stack.places, |n| n.min(state.stack.places));
        let above_mast = self.masts.get(&(state.id, places)).is_some_and(|mast| t > mast.temperature);
        above_mast || self.with.e2 && possible::around(state.stack, facts.longest).below < t
    }

    /// The line that was being searched when time was up, without coupons that were taken in one step.
    pub(super) fn pending(&mut self, position: &P) -> Result<Vec<Step>, Error> {
        let mut position = position.clone();
        let mut steps = Vec::new();
        for pending in std::mem::take(&mut self.line).into_iter().rev() {
            match pending {
                Pending::Coupon(coupon) => steps.push(Step::Coupon(number(coupon)?)),
                Pending::Board(id) => {
                    let moves = Player::BOTH.into_iter().flat_map(|player| {
                        let play = |action| (position.play(player, action), action);
                        position.moves(player).into_iter().map(play).collect::<Vec<_>>()
                    });
                    let leads = |(after, _): &(P, P::Move)| self.store.known(after) == Some(id);
                    let Some((after, action)) = moves.into_iter().find(leads) else { break };
                    steps.push(Step::Board(action.to_string()));
                    position = after;
                }
            }
        }
        Ok(steps)
    }
}
