//! Mean and temperature from values beside coupon stacks: Zhang's Algorithm 1, repeated with finer gaps (E1)
//! and for positions inside the search (E4).

use super::Reading;
use super::alphabeta::{ENDLESS, INFINITY, Left, Mast, Search, State};
use super::coupons::{CouponStack, ONE, Score};
use super::possible;
use crate::insert;
use positions::SignedId;
use rules::Position;
use values::{Error, Player};

/// The ambient temperature of the first stack of a position inside a search.
const WARM: Score = 2 * ONE;

/// Searches for masts inside (E4) take at most one of this number of states.
const SHARE: u64 = 5;

/// The progress of a search.
pub(super) struct Reached {
    /// The mast found by the last finished search. `None` means that no search has finished.
    pub(super) last: Option<Mast>,
    /// The stack of the present search.
    pub(super) stack: CouponStack,
}

impl<P: Position> Search<'_, P> {
    /// The mean and the temperature of a position inside a search (E4), found once for each gap and horizon.
    /// `None` means that they are being searched already, or that they are not worth their price yet.
    pub(super) fn mast_inside(&mut self, id: u32, places: u32, left: Left) -> Result<Option<Mast>, Error> {
        let places = self.facts(id).scope().places.map_or(places, |n| n.min(places));
        if let Some(&mast) = self.masts.get(&(id, left, places as u16)) {
            return Ok(Some(mast));
        }
        if self.open.contains(&id) {
            return Ok(None);
        }
        // Inside a search for a mast there are no others: those that are worth it come from outside.
        if self.until < u64::MAX || self.inside * SHARE > self.nodes {
            return Ok(None);
        }
        let Some(price) = self.facts(id).saving.spend() else { return Ok(None) };
        let before = self.nodes;
        let mut reached = Reached { last: None, stack: self.first_stack(id, places) };
        // Most positions are far colder than they can be. A stack that is too low is raised.
        let hottest = self.facts(id).scope().hottest;
        let first = hottest.is_none_or(|t| t > WARM).then(|| CouponStack::above(WARM, 0));
        let (depth, open) = (self.depth, self.open.len());
        self.until = self.nodes + price;
        let pursued = self.pursue(id, left, places, first, &mut reached);
        let is_too_short = pursued == Err(Error::OutOfNodes) && self.nodes >= self.until;
        self.until = u64::MAX;
        self.inside += self.nodes - before;
        match pursued {
            Ok(()) => Ok(reached.last),
            Err(error) => {
                // The line of the inner search does not continue the line of the outer one.
                self.line.clear();
                if !is_too_short {
                    return Err(error);
                }
                self.depth = depth;
                self.open.truncate(open);
                self.facts(id).saving.raise(price);
                Ok(None)
            }
        }
    }

    /// Finds mean and temperature with the gap `2^-places`; with E1, after searches with wider gaps that are
    /// not done yet.
    pub(super) fn pursue(
        &mut self,
        id: u32,
        left: Left,
        places: u32,
        first: Option<CouponStack>,
        reached: &mut Reached,
    ) -> Result<(), Error> {
        self.open.push(id);
        let start = match (reached.last, first) {
            (Some(_), _) => reached.stack.places + 1,
            (None, Some(stack)) => stack.places,
            (None, None) if self.with.e1 => 0,
            (None, None) => places,
        };
        if reached.last.is_none() {
            reached.stack = match first {
                Some(stack) if self.with.e2 && stack.temperature() < 0 => CouponStack::above(0, start),
                Some(stack) => stack,
                None => self.first_stack(id, start),
            };
        }
        for places in start..=places {
            if let Some(mast) = reached.last {
                let steps = if self.one_delta { 2 } else { 4 };
                let hottest = mast.temperature + steps * (ONE >> places);
                // With E2 the top of a stack must not lie between the possible temperatures below 0.
                let hottest = if self.with.e2 { hottest.max(0) } else { hottest };
                reached.stack = CouponStack::above(hottest, places);
            }
            reached.last = Some(match self.masts.get(&(id, left, places as u16)) {
                Some(&mast) => mast,
                None => self.discover_below(id, left, &mut reached.stack)?,
            });
        }
        self.open.pop();
        Ok(())
    }

    /// A stack above all temperatures that the position can have; where they are not bounded, a low one to
    /// start with.
    pub(super) fn first_stack(&self, id: u32, places: u32) -> CouponStack {
        let bound = self.facts(id).scope().hottest.unwrap_or(ONE);
        let gap = ONE >> places;
        CouponStack { height: ((bound + ONE) / gap).max(0) + 1, places }
    }

    /// Algorithm 1, with higher and higher stacks until one is hotter than the position.
    fn discover_below(&mut self, id: u32, left: Left, stack: &mut CouponStack) -> Result<Mast, Error> {
        loop {
            if let Some(mast) = self.discover(id, left, *stack)? {
                if self.with.e4 {
                    insert(&mut self.masts, self.limit, (id, left, stack.places as u16), mast);
                }
                return Ok(mast);
            }
            stack.height += (1 << stack.places).max(2);
        }
    }

    /// Algorithm 1: the mean from the value beside this stack, the temperature as the lowest one down to
    /// which both players can take coupons without loss. `None` means that the position is hotter than the
    /// stack.
    ///
    /// As printed, the algorithm asks only the player whose turn it is, and the temperature is the last coupon
    /// that can be taken without loss. It is read so for the position of the question, not for those inside the
    /// search, on which values depend.
    fn discover(&mut self, id: u32, left: Left, stack: CouponStack) -> Result<Option<Mast>, Error> {
        if !self.with.e3 {
            self.table.clear();
        }
        let as_printed = self.reading == Reading::Printed && self.open.len() == 1;
        let start = State::new(SignedId::of(id as usize), Player::Left, stack, left);
        let mean = self.value(start, -INFINITY, INFINITY)? - stack.gain();
        let mut lowest = None;
        let mut lower = stack;
        while lower.height > 0 {
            let coupon = lower.coupon();
            lower = lower.rest();
            if self.with.e2 && !as_printed {
                let (below, is_most) = possible::temperature_below(lower, self.scope(id, left));
                if below < lower.temperature() {
                    // Between these temperatures the players take only coupons.
                    lower = CouponStack::above(below, lower.places);
                    if is_most {
                        lowest = Some(Mast { mean, temperature: below });
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
            if as_printed {
                lowest = Some(Mast { mean, temperature: coupon });
                continue;
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
            stack = stack.at(possible::around(stack, self.facts(id).scope()).below, stack.places);
        }
        self.open.push(id);
        let left =
            self.value(State::new(seat, Player::Left, stack, ENDLESS), -INFINITY, INFINITY)? - stack.gain();
        let right = stack.gain() - left;
        Ok(!self.is_worth(State::new(seat, Player::Right, stack, ENDLESS), right)?)
    }
}
