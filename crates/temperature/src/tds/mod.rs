//! Temperature discovery search: the mean and the temperature of a position without its thermograph, by
//! playing it beside a stack of coupons (Müller, Enzenberger and Schaeffer 2004; Zhang 2015). As long as
//! coupons are worth more than the temperature both players take them. The coupon at which they stop is the
//! temperature, and what the board adds to the score of the coupons is the mean.
//!
//! Guarantee: with a gap that is fine enough (`scope`) mean and temperature are exact, and reported as exact.
//! They are multiples of 2δ then, and beside an even stack whose top is `t` (see [`CouponStack`]) the value is
//! the wall of the thermograph at `t` plus the value of the stack. With wider gaps, and when time is up
//! (`anytime`), they are approximations.
//!
//! Deviations from the algorithms as printed in the thesis, whose own program cannot have followed them to the
//! letter:
//!
//! - Algorithm 1's test whether one more coupon costs anything asks only the player to move. Where that
//!   player's wall is vertical, as in `{{3|1}|0}`, the answer is right or δ too cold, depending on the player
//!   who started; here both players are asked. [`Reading::Printed`] follows the letter.
//! - Beside coupons that are worth less than a move in a fraction, play in the fraction goes on: its wall is
//!   used.
//! - E2 skips coupons that are not possible temperatures of the current position. Two coupons belong to each
//!   temperature: if only one of them is left, one player never gets to move, and even `{1|-1}` has a mean of
//!   ±2. With both, a reply that has to wait for a possible temperature is still cheaper than it should be:
//!   `{{3|{2|-2}}|1/8}` would be 9/8 at 1, not 17/16 at 15/16. But walls are straight between possible
//!   temperatures, so the search looks at the next one below and, where that leaves a doubt, above.
//! - E4 as printed searches the mean and the temperature of every position that it meets. Most positions are met
//!   a few times only, with a narrow window, which is far cheaper: with E4 for all positions fewer boards are
//!   solved in a second than without it. Here a position gets such a search once other searches of it have
//!   visited as many states, and all these searches together are a fifth of the work at most (`Saving`).
//! - E5 recognises play that ended with two coupons of −1. A state counts the coupons of −1 before it, so there is
//!   nothing to look up; the second one is tried before moves on the board are listed.
//! - `V(C, p) = ⌈n/2⌉·δ` does not hold for δ = 1.

mod alphabeta;
mod anytime;
mod coupons;
mod discovery;
mod enhancements;
mod line;
mod possible;
mod pursuit;
mod scope;
mod store;
mod table;
mod variation;

pub use coupons::CouponStack;
pub use discovery::{Discovery, Guess};
pub use enhancements::Enhancements;
pub use line::{Step, Variation};

use crate::Verdict;
use alphabeta::{ENDLESS, Pending, Search};
use anytime::Question;
use coupons::{FARTHEST, FINEST, ONE, Score, number};
use rules::Position;
use rustc_hash::FxHashMap;
use scope::Scope;
use store::Positions;
use table::{Table, most_of_a_power};
use thiserror::Error;
use values::{Budget, Dyadic, Error, Player};

/// Why a search cannot run.
#[derive(Error, Clone, Debug, PartialEq, Eq)]
pub enum TdsError {
    /// Gaps between coupons are 1, 1/2, 1/4, and so on.
    #[error("coupons cannot be {0} apart: gaps are 1, 1/2, 1/4, … down to 1/2^{FINEST}")]
    Gap(Dyadic),
    /// A top coupon below −1, or one that is not a multiple of the gap.
    #[error("a stack of coupons {1} apart cannot start with {0}: a multiple of {1} is needed, -1 at least")]
    Top(Dyadic, Dyadic),
    /// An enhancement that does not exist.
    #[error(
        "there is no enhancement '{0}'; they are 1, 2, 3, 4 and 5, written like 1,3,5, or tds for none and tds+ for all"
    )]
    UnknownEnhancement(String),
    /// An enhancement without one that it needs.
    #[error("enhancement {number} needs enhancement {needs}")]
    Needs {
        /// The enhancement that was asked for.
        number: u8,
        /// The enhancement that is missing.
        needs: u8,
    },
    /// A number that does not fit.
    #[error(transparent)]
    Value(#[from] Error),
}

/// How Algorithm 1 of the thesis is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Reading {
    /// The temperature is the lowest one down to which both players can take coupons without loss.
    #[default]
    Both,
    /// As printed: the last coupon that the player whose turn it is, after Left has started, can take without
    /// loss. The result may be δ too cold and is never called exact.
    Printed,
}

/// Temperature discovery search and its settings.
///
/// ```
/// use rules::{Notation, games::tree::Tree};
/// let found = temperature::Tds::default().search(&Tree::read("{2|-1/2,{1|-1}}")?)?;
/// assert_eq!(found.mean.to_string(), "3/4");
/// assert_eq!(found.temperature.to_string(), "5/4");
/// assert!(found.exact);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tds {
    /// The enhancements in use.
    pub enhancements: Enhancements,
    /// The gap between coupons. `None` means one that is fine enough to be exact, or 1/16 where none is known
    /// to be.
    pub delta: Option<Dyadic>,
    /// The first top coupon to try. `None` means one above all temperatures that the position can have.
    pub t_max: Option<Dyadic>,
    /// Start the next of E1's searches only δ above the temperature found, not 2δ.
    pub one_delta: bool,
    /// How Algorithm 1 is read.
    pub reading: Reading,
    /// Search with horizons as well, so that there is an estimate at any time.
    pub horizons: bool,
    /// The estimate of the temperature when time is up before any search has finished.
    pub guess: Guess,
    /// The maximum number of states in the table, of about 50 bytes each; memory for positions is in
    /// proportion. A full table is emptied; a full store of positions ends the search.
    pub limit: usize,
    /// The budget of each search.
    pub budget: Budget,
}

impl Default for Tds {
    fn default() -> Self {
        Self {
            enhancements: Enhancements::ALL,
            delta: None,
            t_max: None,
            one_delta: false,
            reading: Reading::default(),
            horizons: true,
            guess: Guess::default(),
            limit: 3_500_000,
            budget: Budget::endless(),
        }
    }
}

/// The number of moves that are looked at before a search, to find out how fine a gap must be.
const LOOK: usize = 20_000;

/// The part of the budget for that look.
const LOOK_SHARE: f64 = 1.0 / 16.0;

/// The gap where none is known to be fine enough is `2^-UNBOUNDED_PLACES`.
const UNBOUNDED_PLACES: u32 = 4;

/// The share of the store of positions, in bytes, for each state that the table may hold.
const BYTES_PER_STATE: usize = 37;

impl Tds {
    /// Finds the mean and the temperature of a position. If a limit ends the search, estimates are returned
    /// with the limit in [`Discovery::ended_by`].
    pub fn search<P: Position>(&self, position: &P) -> Result<Discovery, TdsError> {
        self.with_memory(|search| self.discover(search, position))
    }

    fn discover<P: Position>(&self, search: &mut Search<'_, P>, position: &P) -> Result<Discovery, TdsError> {
        let seat = search.seat(position)?;
        let id = seat.node() as u32;
        search.budget = self.budget.part(LOOK_SHARE);
        let is_small = search.look_around(id, LOOK)?;
        let fine = search.facts(id).scope().places;
        let places = self.places(fine)?;
        let first = self.t_max.map(|t_max| CouponStack::new(t_max, number(ONE >> places)?)).transpose()?;
        let question = Question { position, id, places, first };
        let progress = self.pursue(search, &question, self.horizons && !is_small)?;
        let (ended_by, nodes) = (progress.ended_by, search.nodes);
        let Some(found) = progress.found else {
            let stack = progress.stack;
            return Ok(Discovery {
                mean: Dyadic::new(position.evaluation().into(), 3)?,
                temperature: self.guess(&search.line, stack)?,
                exact: false,
                ended_by,
                horizon: Some(0),
                delta: stack.delta()?,
                t_max: stack.top()?,
                variation: search.pending(position),
                nodes,
            });
        };
        let is_fine = fine.is_some_and(|n| n <= places) && self.reading == Reading::Both;
        Ok(Discovery {
            mean: number(seat.owner(Player::Left).sees(found.mast.mean))?,
            temperature: number(found.mast.temperature)?,
            exact: ended_by.is_none() && is_fine,
            ended_by,
            horizon: (found.left < ENDLESS).then_some(found.left.into()),
            delta: found.stack.delta()?,
            t_max: found.stack.top()?,
            variation: found.variation,
            nodes,
        })
    }

    /// Is the temperature of a position above `t`? The two walls at `t` answer this without a full search.
    /// The answer is certain where [`search`](Self::search) would be exact; with wider gaps it may be wrong
    /// either way.
    pub fn is_hotter<P: Position>(&self, position: &P, t: Dyadic) -> Result<Verdict, TdsError> {
        if t < Dyadic::MINUS_ONE {
            return Ok(Verdict::certain(true));
        }
        self.with_memory(|search| self.compare(search, position, t))
    }

    fn compare<P: Position>(
        &self,
        search: &mut Search<'_, P>,
        position: &P,
        t: Dyadic,
    ) -> Result<Verdict, TdsError> {
        let seat = match search.seat(position) {
            Err(error) if error.is_limit() => return Ok(Verdict::unknown(error, 0)),
            seat => seat?,
        };
        search.budget = self.budget.part(LOOK_SHARE);
        search.look_around(seat.node() as u32, LOOK)?;
        search.budget = self.budget.clone();
        let Scope { places: fine, hottest, .. } = search.facts(seat.node() as u32).scope();
        if hottest.map(number).transpose()?.is_some_and(|hottest| hottest <= t) {
            return Ok(Verdict::certain(false));
        }
        let places = self.places(fine)?;
        let exact = fine.is_some_and(|n| n <= places);
        // A position hotter than `FARTHEST` cannot be searched, because its scores would not fit.
        let beyond = t > Dyadic::from(FARTHEST);
        let t = t.min(Dyadic::from(FARTHEST));
        // Temperatures are multiples of 2δ, so `t` can be rounded down to one.
        let pair = 2 << (coupons::FINEST + 1 - places);
        let t = Score::try_from((i128::from(t.numerator()) << 32) >> t.exponent())
            .map_err(|_| Error::Overflow)?;
        let stack = CouponStack::above(t - (t + ONE).rem_euclid(pair), places);
        let hotter = search.is_hotter(seat, stack);
        let nodes = search.nodes;
        match hotter {
            Ok(true) if beyond => Err(Error::Overflow.into()),
            Ok(hotter) => Ok(Verdict { hotter: Some(hotter), exact, ended_by: None, nodes }),
            Err(error) if error.is_limit() => Ok(Verdict::unknown(error, nodes)),
            Err(error) => Err(error.into()),
        }
    }

    /// Works with a search whose memory is empty, and frees it.
    fn with_memory<P: Position, T>(&self, work: impl FnOnce(&mut Search<'_, P>) -> T) -> T {
        let store = Positions::new(self.limit.saturating_mul(BYTES_PER_STATE));
        let mut search = self.start(&store);
        let found = work(&mut search);
        let Search { table, masts, .. } = search;
        self.budget.free((store, table, masts));
        found
    }

    /// A search whose memory is empty.
    fn start<'a, P: Position>(&self, store: &'a Positions<P>) -> Search<'a, P> {
        Search {
            with: self.enhancements,
            one_delta: self.one_delta,
            reading: self.reading,
            budget: self.budget.clone(),
            store,
            table: Table::default(),
            limit: most_of_a_power(self.limit),
            masts: FxHashMap::default(),
            open: Vec::new(),
            nodes: 0,
            until: u64::MAX,
            inside: 0,
            depth: 0,
            line: Vec::new(),
        }
    }

    /// The number of places of the gap: the one that was set, or one that makes the result exact if there is
    /// one.
    fn places(&self, fine: Option<u32>) -> Result<u32, TdsError> {
        match self.delta {
            Some(delta) => Ok(CouponStack::new(Dyadic::MINUS_ONE, delta)?.places),
            None => Ok(fine.map_or(UNBOUNDED_PLACES, |n| n.min(FINEST))),
        }
    }

    /// The estimate of the temperature when no search has finished: the last coupon before a move on the
    /// board of the line being searched. If the line has no such move, the rule in [`Tds::guess`] applies.
    fn guess(&self, line: &[Pending], stack: CouponStack) -> Result<Dyadic, Error> {
        let mut lowest = stack.coupon();
        for pending in line.iter().rev() {
            match *pending {
                Pending::Coupon { value, .. } => lowest = value,
                Pending::Board(_) => return number(lowest),
            }
        }
        self.guess.temperature(number(lowest)?, stack.delta()?)
    }
}
