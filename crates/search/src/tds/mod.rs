//! Temperature discovery search: the mean and the temperature of a position without its thermograph, by
//! playing it beside a stack of coupons (Müller, Enzenberger and Schaeffer 2004; Zhang 2015). As long
//! as coupons are worth more than the temperature both players take them; where they stop, the
//! temperature is found, and what the board has added to the score of the coupons is the mean.
//!
//! What is promised: with a gap δ ≤ 2⁻ⁿ, where no play lasts longer than `n` moves, mean and temperature are
//! exact, and said to be. They are multiples of 2δ then, and beside an even stack whose top is `t` (see
//! [`CouponStack`]) the value is the wall of the thermograph at `t` plus the value of the stack. With wider
//! gaps they are approximations.
//!
//! Where the thesis is not followed to the letter:
//!
//! - Its test whether taking one more coupon costs anything (Algorithm 1) asks only the player whose turn
//!   it is. Where that player's wall is vertical, as in `{{3|1}|0}`, the answer is one coupon too
//!   cold or right, depending on who started; here both players are asked.
//! - A fraction is no end of play beside coupons that are worth less than a move in it: its wall is used.
//! - E2 skips coupons that are no possible temperature of the current position. Two coupons stand for
//!   each temperature; skipping one of them leaves the other player no chance to ever move. Even so a
//!   reply that has to wait for a possible temperature is cheaper than it should be: `{{3|{2|-2}}|1/8}`, of
//!   temperature 15/16, would come out wrong. But walls are straight between possible temperatures,
//!   so here the search looks at the next one below and, where that leaves a doubt, at the next one above.
//! - `V(C, p) = ⌈n/2⌉·δ` does not hold for δ = 1.

mod alphabeta;
mod coupons;
mod enhancements;
mod possible;
mod store;
mod table;

pub use coupons::CouponStack;
pub use enhancements::Enhancements;

use alphabeta::{INFINITY, Mast, Pending, Search, State, for_player};
use coupons::{FINEST, ONE, Score, number};
use rules::Position;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::fmt;
use store::{Seat, Store};
use table::Table;
use thiserror::Error;
use values::{Dyadic, Error, Player, Stop};

/// Why there is no search.
#[derive(Error, Clone, Debug, PartialEq, Eq)]
pub enum TdsError {
    /// Gaps between coupons are 1, 1/2, 1/4, and so on.
    #[error("coupons cannot be {0} apart: gaps are 1, 1/2, 1/4, … down to 1/2^{FINEST}")]
    Gap(Dyadic),
    /// A top coupon below −1, or one that is not on the scale.
    #[error("a stack of coupons {1} apart cannot start with {0}: a multiple of {1} is needed, -1 at least")]
    Top(Dyadic, Dyadic),
    /// No such enhancement.
    #[error(
        "there is no enhancement '{0}'; they are 1, 2, 3, 4 and 5, written like 1,3,5, or tds for none and tds+ for all"
    )]
    UnknownEnhancement(String),
    /// An enhancement without the one it is built on.
    #[error("enhancement {number} needs enhancement {needs}")]
    Needs {
        /// What was asked for.
        number: u8,
        /// What is missing.
        needs: u8,
    },
    /// A number that does not fit.
    #[error(transparent)]
    Value(#[from] Error),
}

/// What to take for the temperature when time is up, no search is finished, and only coupons were taken
/// on the line being searched, the lowest of them worth `t_min` (Zhang 2015, Table 4.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Guess {
    /// `t_min`.
    Lowest,
    /// `t_min − δ`.
    Next,
    /// 0.
    Zero,
    /// −1, as in the original search.
    MinusOne,
    /// `t_min/2`, which did best.
    #[default]
    HalfLowest,
    /// `(t_min − δ)/2`.
    HalfNext,
    /// `(t_min + 1)/2`.
    HalfLowestPlusOne,
    /// `(t_min − δ + 1)/2`.
    HalfNextPlusOne,
}

impl Guess {
    /// All eight.
    pub const ALL: [Self; 8] = [
        Self::Lowest,
        Self::Next,
        Self::Zero,
        Self::MinusOne,
        Self::HalfLowest,
        Self::HalfNext,
        Self::HalfLowestPlusOne,
        Self::HalfNextPlusOne,
    ];

    /// The temperature, from the lowest coupon and the gap.
    pub fn temperature(self, lowest: Dyadic, delta: Dyadic) -> Result<Dyadic, Error> {
        let next = lowest.minus(delta)?;
        match self {
            Self::Lowest => Ok(lowest),
            Self::Next => Ok(next),
            Self::Zero => Ok(Dyadic::ZERO),
            Self::MinusOne => Ok(Dyadic::MINUS_ONE),
            Self::HalfLowest => lowest.half(),
            Self::HalfNext => next.half(),
            Self::HalfLowestPlusOne => lowest.plus(Dyadic::ONE)?.half(),
            Self::HalfNextPlusOne => next.plus(Dyadic::ONE)?.half(),
        }
    }
}

/// One move of a principal variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// The coupon with this value is taken.
    Coupon(Dyadic),
    /// A move on the board.
    Board(String),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coupon(value) => write!(f, "C({value})"),
            Self::Board(action) => f.write_str(action),
        }
    }
}

/// What a search has found out.
#[derive(Clone, Debug)]
pub struct Discovery {
    /// The mean; if the search did not finish, the best guess.
    pub mean: Dyadic,
    /// The temperature; if the search did not finish, the best guess.
    pub temperature: Dyadic,
    /// Are both certain? So it is if the search finished and its gap was fine enough.
    pub exact: bool,
    /// Did the search finish?
    pub finished: bool,
    /// The gap of the search that found this, or that was stopped.
    pub delta: Dyadic,
    /// The top coupon of that search.
    pub t_max: Dyadic,
    /// Best play of board and coupons, Left first, until the board is settled or time is up; of coupons and
    /// moves that are as good, the move. If the search did not finish, the line it was at.
    pub variation: Vec<Step>,
    /// How many states were visited.
    pub nodes: u64,
}

impl Discovery {
    /// The variation as it is printed: `1. C(5/2) 2. C(2) 3. A1-A2xB1`.
    #[must_use]
    pub fn line(&self) -> String {
        let steps = self.variation.iter().zip(1..).map(|(step, i)| format!("{i}. {step}"));
        steps.collect::<Vec<_>>().join(" ")
    }
}

/// How to search.
///
/// ```
/// use rules::{Position, games::tree::Tree};
/// let found = search::Tds::default().search(&Tree::read("{2|{-1/2,{1|-1}}}")?)?;
/// assert_eq!(found.mean.to_string(), "3/4");
/// assert_eq!(found.temperature.to_string(), "5/4");
/// assert!(found.exact);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tds {
    /// What is switched on.
    pub enhancements: Enhancements,
    /// The gap between coupons; if not given, one that is fine enough to be exact, or 1/16 where no bound is known.
    pub delta: Option<Dyadic>,
    /// The first top coupon to try; if not given, one above all temperatures that the position can have.
    pub t_max: Option<Dyadic>,
    /// Start the next of E1's searches only δ above the temperature found, not 2δ.
    pub one_delta: bool,
    /// What to say when time is up.
    pub guess: Guess,
    /// How many states, and how many positions, may be remembered.
    pub limit: usize,
    /// When to stop.
    pub stop: Stop,
}

impl Default for Tds {
    fn default() -> Self {
        Self {
            enhancements: Enhancements::ALL,
            delta: None,
            t_max: None,
            one_delta: false,
            guess: Guess::default(),
            limit: 1 << 23,
            stop: Stop::never(),
        }
    }
}

/// The gap where nothing is known about how long play lasts: `2^-4`.
const UNBOUNDED_PLACES: u32 = 4;

impl Tds {
    /// Looks for the mean and the temperature of a position. A stop, or a full memory, is no error: what
    /// is known by then is returned as a guess.
    pub fn search<P: Position>(&self, position: &P) -> Result<Discovery, TdsError> {
        let mut search = self.start::<P>();
        let seat = search.store.seat(position)?;
        let places = self.places(position.longest_play())?;
        let first = self.t_max.map(|t_max| CouponStack::new(t_max, number(ONE >> places)?)).transpose()?;
        let mut reached = Reached { last: None, stack: search.first_stack(seat.id, places) };
        let ended = search.pursue(seat.id, places, first, &mut reached);
        let finished = match ended {
            Ok(()) => true,
            Err(error) if error.is_limit() => false,
            Err(error) => return Err(error.into()),
        };
        let stack = reached.stack;
        let (mean, temperature, variation) = match reached.last {
            Some(mast) => {
                let variation =
                    if finished { search.variation(position, stack)? } else { search.pending(position)? };
                let mean = for_player(mast.mean, seat.player(Player::Left));
                (number(mean)?, number(mast.temperature)?, variation)
            }
            None => (position.estimate().into(), self.guess(&search.line, stack)?, search.pending(position)?),
        };
        Ok(Discovery {
            mean,
            temperature,
            exact: finished && position.longest_play().is_some_and(|n| n <= places),
            finished,
            delta: stack.delta()?,
            t_max: stack.top()?,
            variation,
            nodes: search.nodes,
        })
    }

    /// Is the temperature of a position above `t`? Answers only that, by comparing the two walls at `t`; the
    /// answer is certain where [`search`](Self::search) would be exact.
    pub fn is_hotter<P: Position>(&self, position: &P, t: Dyadic) -> Result<bool, TdsError> {
        if t < Dyadic::MINUS_ONE {
            return Ok(true);
        }
        let mut search = self.start::<P>();
        let seat = search.store.seat(position)?;
        let places = self.places(position.longest_play())?;
        // Temperatures are multiples of 2δ: the next one below `t` will do.
        let pair = 2 << (coupons::FINEST + 1 - places);
        let t = Score::try_from((i128::from(t.numerator()) << 32) >> t.exponent())
            .map_err(|_| Error::Overflow)?;
        let mut stack = CouponStack::above(t - (t + ONE).rem_euclid(pair), places);
        if self.enhancements.e2 {
            stack = stack.at(possible::around(stack, position.longest_play()).below, stack.places);
        }
        search.open.push(seat.id);
        let left = search.value(State::new(seat, Player::Left, stack), -INFINITY, INFINITY)? - stack.gain();
        let right = stack.gain() - left;
        Ok(search.value(State::new(seat, Player::Right, stack), right - 1, right + 1)? != right)
    }

    fn start<P: Position>(&self) -> Search<'_, P> {
        Search {
            with: self.enhancements,
            one_delta: self.one_delta,
            stop: &self.stop,
            store: Store::new(self.limit),
            table: Table::new(self.limit),
            masts: FxHashMap::default(),
            open: Vec::new(),
            nodes: 0,
            line: Vec::new(),
        }
    }

    fn places(&self, longest: Option<u32>) -> Result<u32, TdsError> {
        match self.delta {
            Some(delta) => Ok(CouponStack::new(Dyadic::MINUS_ONE, delta)?.places),
            None => Ok(longest.map_or(UNBOUNDED_PLACES, |n| n.min(FINEST))),
        }
    }

    /// The temperature to report when no search has finished: the last coupon before a move on the board was
    /// looked at, or else the rule asked for.
    fn guess(&self, line: &[Pending], stack: CouponStack) -> Result<Dyadic, Error> {
        let mut lowest = stack.coupon();
        for pending in line.iter().rev() {
            match *pending {
                Pending::Coupon(coupon) => lowest = coupon,
                Pending::Board(_) => return number(lowest),
            }
        }
        self.guess.temperature(number(lowest)?, stack.delta()?)
    }
}

/// How far a search has come.
struct Reached {
    last: Option<Mast>,
    stack: CouponStack,
}

impl<P: Position> Search<'_, P> {
    /// The mean and the temperature of a position inside a search (E4), once for each gap; not of one
    /// that is being looked for.
    fn mast_inside(&mut self, id: u32, places: u32) -> Result<Option<Mast>, Error> {
        let places = self.store.facts(id).longest.map_or(places, |n| n.min(places));
        if let Some(&mast) = self.masts.get(&(id, places)) {
            return Ok(Some(mast));
        }
        if self.open.contains(&id) {
            return Ok(None);
        }
        let mut reached = Reached { last: None, stack: self.first_stack(id, places) };
        // What is looked at in here is no part of the line outside.
        self.pursue(id, places, None, &mut reached).inspect_err(|_| self.line.clear())?;
        Ok(reached.last)
    }

    /// Finds mean and temperature with the gap `2^-places`; with E1 by way of wider gaps.
    fn pursue(
        &mut self,
        id: u32,
        places: u32,
        first: Option<CouponStack>,
        reached: &mut Reached,
    ) -> Result<(), Error> {
        self.open.push(id);
        let start = if self.with.e1 && first.is_none() { 0 } else { places };
        reached.stack = first.unwrap_or_else(|| self.first_stack(id, start));
        for places in start..=places {
            if let Some(mast) = reached.last {
                let steps = if self.one_delta { 2 } else { 4 };
                reached.stack = CouponStack::above(mast.temperature + steps * (ONE >> places), places);
            }
            reached.last = Some(match self.masts.get(&(id, places)) {
                Some(&mast) => mast,
                None => self.discover_below(id, &mut reached.stack)?,
            });
        }
        self.open.pop();
        Ok(())
    }

    /// A stack that is hotter than anything the position can be; where that is unknown, a low one to start with.
    fn first_stack(&self, id: u32, places: u32) -> CouponStack {
        let bound = self.store.facts(id).longest.map_or(ONE, |n| Score::from(n) * ONE - ONE);
        let gap = ONE >> places;
        CouponStack { height: ((bound + ONE) / gap).max(0) + 1, places }
    }

    /// Algorithm 1, with a higher stack as long as this one is too low.
    fn discover_below(&mut self, id: u32, stack: &mut CouponStack) -> Result<Mast, Error> {
        loop {
            if let Some(mast) = self.discover(id, *stack)? {
                if self.with.e4 {
                    if self.masts.len() >= self.table.limit() {
                        self.masts.clear();
                    }
                    self.masts.insert((id, stack.places), mast);
                }
                return Ok(mast);
            }
            stack.height += (1 << stack.places).max(2);
        }
    }

    /// Algorithm 1: the mean from the value beside this stack, the temperature as the lowest one down to which
    /// both players can take coupons at no loss. `None` if the position is hotter than the stack.
    fn discover(&mut self, id: u32, stack: CouponStack) -> Result<Option<Mast>, Error> {
        if !self.with.e3 {
            self.table.clear();
        }
        let start = State::new(Seat::plain(id), Player::Left, stack);
        let mean = self.value(start, -INFINITY, INFINITY)? - stack.gain();
        let mut lowest = None;
        let mut lower = stack;
        while lower.height > 0 {
            lower = lower.rest();
            if self.with.e2 {
                let near = possible::around(lower, self.store.facts(id).longest);
                if near.below < lower.temperature() {
                    // Only coupons were taken from here to there.
                    lower = CouponStack::above(near.below, lower.places);
                    lowest = lowest.or(Some(Mast { mean, temperature: near.below }));
                }
            }
            let moves_left = (stack.height - lower.height) % 2 == 0;
            let player = if moves_left { Player::Left } else { Player::Right };
            let value = for_player(mean, player) + lower.gain();
            let gained = for_player(stack.gain(), player) - lower.gain();
            let state = State { player, stack: lower, gained, ..start };
            if !self.is_worth(state, value)? {
                break;
            }
            // Two coupons stand for each temperature; the last ones are all alike.
            if lower.is_odd() || lower.height == 0 {
                lowest = Some(Mast { mean, temperature: lower.temperature() });
            }
        }
        Ok(lowest)
    }

    /// Best play from a position beside a stack. It is cut short where time is up.
    fn variation(&mut self, position: &P, stack: CouponStack) -> Result<Vec<Step>, Error> {
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

    fn is_worth(&mut self, state: State, value: Score) -> Result<bool, Error> {
        Ok(self.value(state, value - 1, value + 1)? == value)
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
    fn pending(&mut self, position: &P) -> Result<Vec<Step>, Error> {
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
