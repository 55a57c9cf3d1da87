//! The moves behind the values: best play, found by asking which move keeps the value; or the line that was
//! being searched when time was up.

use super::Variation;
use super::alphabeta::{INFINITY, Pending, Search, State};
use super::coupons::{CouponStack, ONE, PLACES, Score};
use super::possible;
use rules::Position;
use std::cmp::Reverse;
use values::{Error, Player};

impl<P: Position> Search<'_, P> {
    /// Best play from a position beside a stack. A limit cuts it short.
    pub(super) fn variation(&mut self, position: &P, stack: CouponStack) -> Result<Variation, Error> {
        let mut line = Variation::default();
        match self.follow(position, stack, &mut line) {
            Err(error) if !error.is_limit() => Err(error),
            _ => Ok(line),
        }
    }

    /// Adds the moves of best play to a line.
    fn follow(&mut self, position: &P, stack: CouponStack, line: &mut Variation) -> Result<(), Error> {
        let mut position = position.clone();
        let mut player = Player::Left;
        let seat = self.store.seat(&position)?;
        let mut state = State::new(seat, player, stack);
        self.open.push(seat.node() as u32);
        while self.store.facts(state.id).number.is_none() && state.passes < 2 {
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
            let action = self.best_move(&position, player, state, value)?;
            player = player.opponent();
            match action {
                Some((action, after)) => {
                    line.play(position.name(player.opponent(), action));
                    // The seat of the position itself, not of its normal form, says which player is to move.
                    let seat = self.store.seat(&after)?;
                    state = State { player: seat.owner(player), ..state.board(seat) };
                    position = after;
                }
                None => {
                    line.take(coupon, gap, 1);
                    state = state.coupon();
                }
            }
        }
        Ok(())
    }

    /// A move on the board that keeps the value of a state. `None` means that only the coupon does.
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
        options.sort_by_key(|(seat, ..)| Reverse(self.store.ordering(*seat, player)));
        for (seat, action, after) in options {
            let state = State { player: seat.owner(player.opponent()), ..state.board(seat) };
            if self.is_worth(state, -value)? {
                return Ok(Some((action, after)));
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
        let facts = self.store.facts(state.id);
        let places = facts.longest.map_or(state.stack.places, |n| n.min(state.stack.places));
        let mast = self.masts.get(&(state.id, places)).map(|mast| mast.temperature);
        let possible = self.with.e2.then(|| possible::around(state.stack, facts.longest).below);
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
                    let moves = Player::BOTH.into_iter().flat_map(|player| {
                        let play = |action| (position.play(player, action), (player, action));
                        position.moves(player).into_iter().map(play).collect::<Vec<_>>()
                    });
                    let leads = |(after, _): &(P, (Player, P::Move))| self.store.known(after) == Some(id);
                    let Some((after, (player, action))) = moves.into_iter().find(leads) else { break };
                    line.play(position.name(player, action));
                    position = after;
                }
            }
        }
        line
    }
}
