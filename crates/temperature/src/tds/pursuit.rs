//! Mean and temperature from values beside coupon stacks: Zhang's Algorithm 1, repeated with finer gaps (E1)
//! and for positions inside the search (E4).

use super::alphabeta::{INFINITY, Mast, Search, State};
use super::coupons::{CouponStack, ONE, Score};
use super::possible;
use crate::insert;
use positions::SignedId;
use rules::Position;
use values::{Error, Player};

/// The progress of a search.
pub(super) struct Reached {
    /// The mast found by the last finished search. `None` means that no search has finished.
    pub(super) last: Option<Mast>,
    /// The stack of the present search.
    pub(super) stack: CouponStack,
}

impl<P: Position> Search<'_, P> {
    /// The mean and the temperature of a position inside a search (E4), found once for each gap. `None` means
    /// that they are being searched already.
    pub(super) fn mast_inside(&mut self, id: u32, places: u32) -> Result<Option<Mast>, Error> {
        let places = self.facts(id).longest.map_or(places, |n| n.min(places));
        if let Some(&mast) = self.masts.get(&(id, places)) {
            return Ok(Some(mast));
        }
        if self.open.contains(&id) {
            return Ok(None);
        }
        let mut reached = Reached { last: None, stack: self.first_stack(id, places) };
        // The line of the inner search does not continue the line of the outer one.
        self.pursue(id, places, None, &mut reached).inspect_err(|_| self.line.clear())?;
        Ok(reached.last)
    }

    /// Finds mean and temperature with the gap `2^-places`; with E1, after searches with wider gaps.
    pub(super) fn pursue(
        &mut self,
        id: u32,
        places: u32,
        first: Option<CouponStack>,
        reached: &mut Reached,
    ) -> Result<(), Error> {
        self.open.push(id);
        let start = if self.with.e1 && first.is_none() { 0 } else { places };
        reached.stack = match first {
            Some(stack) if self.with.e2 && stack.temperature() < 0 => CouponStack::above(0, places),
            Some(stack) => stack,
            None => self.first_stack(id, start),
        };
        for places in start..=places {
            if let Some(mast) = reached.last {
                let steps = if self.one_delta { 2 } else { 4 };
                let hottest = mast.temperature + steps * (ONE >> places);
                // With E2 the top of a stack must not lie between the possible temperatures below 0.
                let hottest = if self.with.e2 { hottest.max(0) } else { hottest };
                reached.stack = CouponStack::above(hottest, places);
            }
            reached.last = Some(match self.masts.get(&(id, places)) {
                Some(&mast) => mast,
                None => self.discover_below(id, &mut reached.stack)?,
            });
        }
        self.open.pop();
        Ok(())
    }

    /// A stack above all temperatures that the position can have; where they are not bounded, a low one to
    /// start with.
    pub(super) fn first_stack(&self, id: u32, places: u32) -> CouponStack {
        let bound = self.facts(id).longest.map_or(ONE, |n| Score::from(n) * ONE - ONE);
        let gap = ONE >> places;
        CouponStack { height: ((bound + ONE) / gap).max(0) + 1, places }
    }

    /// Algorithm 1, with higher and higher stacks until one is hotter than the position.
    fn discover_below(&mut self, id: u32, stack: &mut CouponStack) -> Result<Mast, Error> {
        loop {
            if let Some(mast) = self.discover(id, *stack)? {
                if self.with.e4 {
                    insert(&mut self.masts, self.limit, (id, stack.places), mast);
                }
                return Ok(mast);
            }
            stack.height += (1 << stack.places).max(2);
        }
    }

    /// Algorithm 1: the mean from the value beside this stack, the temperature as the lowest one down to
    /// which both players can take coupons without loss. `None` means that the position is hotter than the
    /// stack.
    fn discover(&mut self, id: u32, stack: CouponStack) -> Result<Option<Mast>, Error> {
        if !self.with.e3 {
            self.table.clear();
        }
        let start = State::new(SignedId::of(id as usize), Player::Left, stack);
        let mean = self.value(start, -INFINITY, INFINITY)? - stack.gain();
        let mut lowest = None;
        let mut lower = stack;
        while lower.height > 0 {
            lower = lower.rest();
            if self.with.e2 {
                let near = possible::around(lower, self.facts(id).longest);
                if near.below < lower.temperature() {
                    // Between these temperatures the players take only coupons.
                    lower = CouponStack::above(near.below, lower.places);
                    if near.is_most {
                        lowest = Some(Mast { mean, temperature: near.below });
                    }
                }
            }
            let moves_left = (stack.height - lower.height) % 2 == 0;
            let player = if moves_left { Player::Left } else { Player::Right };
            let value = player.sees(mean) + lower.gain();
            let gained = player.sees(stack.gain()) - lower.gain();
            let state = State { player, stack: lower, gained, ..start };
            if !self.is_worth(state, value)? {
                break;
            }
            // Two coupons belong to each temperature, and all coupons of −1 to the lowest.
            if lower.is_odd() || lower.height == 0 {
                lowest = Some(Mast { mean, temperature: lower.temperature() });
            }
        }
        Ok(lowest)
    }

    /// Is a position hotter than the ambient temperature of a stack?
    pub(super) fn is_hotter(&mut self, seat: SignedId, mut stack: CouponStack) -> Result<bool, Error> {
        let id = seat.node() as u32;
        if self.with.e2 {
            stack = stack.at(possible::around(stack, self.facts(id).longest).below, stack.places);
        }
        self.open.push(id);
        let left = self.value(State::new(seat, Player::Left, stack), -INFINITY, INFINITY)? - stack.gain();
        let right = stack.gain() - left;
        Ok(!self.is_worth(State::new(seat, Player::Right, stack), right)?)
    }
}
