//! Interval thermography: mean and temperature with certified bounds at any time, from few positions.
//!
//! Every position has two thermographs: a lower bound that its own is nowhere below, and an upper bound that
//! its own is nowhere above. The bounds of a position that was not expanded are two numbers from the rules.
//! The bounds of an expanded position follow from those of its options, since a wall only rises if a wall of
//! an option rises. The search asks one question after the other, *is this wall at this temperature at least
//! x?*. It expands positions only until the bounds answer the question, and keeps what it learned for the
//! next one.
//!
//! # How a question leads to the next
//!
//! Let `l(t)` be the best right wall among Left's options less `t`, and `r(t)` the best left wall among
//! Right's plus `t`. With `t`, `l` never rises and `r` never falls; they meet at the temperature, in the mean
//! `m`. So Left's wall is `max(l(t), m)`, Right's is `min(r(t), m)`, and `m ≥ x` if and only if `l(τ) ≥ x`
//! and `r(τ) ≥ x` at some temperature `τ`. Each of these is answered by one good option of Left, or by all
//! options of Right: the same alternation as in an αβ search with a null window. Most options are never
//! expanded.
//!
//! Below −1 nothing is cooled. A position whose `l` and `r` do not overlap at −1 is the integer between them
//! nearest to zero, so that its mean may reach an `x ≤ 0` though `l` does not.
//!
//! # Where a table is faster
//!
//! Some kinds of positions, such as duels of two queens on few cells, are so few that a table of all of them
//! costs little more than a search of some. The sources of [`Knowledge`] that grow work them out, as long as
//! that takes no more work than the search itself.
//!
//! # Why not best-first
//!
//! A best-first search expands the position that narrows the root most, and has to bring every change up to
//! the root on all paths. A search with one question at a time needs no such bookkeeping: it updates the
//! bounds of other positions when it meets them again. The price is a second look at some positions; on small
//! boards most positions that are reached at all are reached on many paths.
//!
//! `store` keeps the positions, `bounds` narrows their bounds, `question` answers one question; the
//! driver here chooses the questions.

mod bounds;
mod estimate;
mod question;
mod store;

use crate::{LOWER, UPPER};
use positions::{Growth, Knowledge, SignedId};
use question::Quantity;
use rules::Position;
use std::ops::Bound;
use store::{Form, Store};
use values::{Budget, Dyadic, Error, Player, Thermograph, WallId};

/// The number of positions that a growing source works out in the time that it takes to expand a position.
const GROWTH: u64 = 512;

/// The same at the beginning. A short search needs the positions that it meets rather than all that a table has.
const FIRST_GROWTH: u64 = 32;

/// The number of expanded positions for which one more is worked out with each.
const RAMP: u64 = 8;

/// Certified bounds on the mean and the temperature of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The lower and the upper bound on the mean.
    pub mean: (Dyadic, Dyadic),
    /// The lower and the upper bound on the temperature.
    pub temperature: (Dyadic, Dyadic),
}

impl Bounds {
    /// Are mean and temperature known?
    #[must_use]
    pub fn are_exact(&self) -> bool {
        self.mean.0 == self.mean.1 && self.temperature.0 == self.temperature.1
    }
}

/// The question that a search answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The exact mean and temperature.
    MeanAndTemperature,
    /// Is the temperature above this?
    HotterThan(Dyadic),
    /// Is the mean above zero, zero, or below?
    WhoIsAhead,
}

impl Aim {
    fn is_reached(self, bounds: &Bounds) -> bool {
        match self {
            Self::MeanAndTemperature => bounds.are_exact(),
            Self::HotterThan(t) => bounds.temperature.0 > t || bounds.temperature.1 <= t,
            Self::WhoIsAhead => {
                let (low, high) = bounds.mean;
                low > Dyadic::ZERO || high < Dyadic::ZERO || low == high
            }
        }
    }
}

/// How far from the bounds the next question about the mean is. The two bounds take turns. The stride of a
/// bound doubles after every answer that moved the bound: a question far from the mean is answered sooner, so
/// a search that ends early already has bounds.
struct Pace {
    strides: [i32; 2],
    side: usize,
}

/// A search through positions of one ruleset, which keeps what it learned.
#[must_use]
pub struct IntervalSearch<P> {
    store: Store<P>,
    budget: Budget,
    /// The guesses of the last estimate, by node.
    guesses: Vec<Option<[WallId; 2]>>,
}

impl<P: Position> IntervalSearch<P> {
    /// A search with this budget.
    pub fn new(budget: Budget) -> Self {
        Self { store: Store::new(budget.bytes()), budget, guesses: Vec::new() }
    }

    /// The same search, which asks sources before it searches.
    pub fn knowing(mut self, knowledge: Knowledge) -> Self {
        self.store.knowledge = knowledge;
        self
    }

    /// Replaces the budget; the memory limit stays that of [`IntervalSearch::new`].
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// About the bytes of all that the search knows.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.store.forms.bytes() + self.store.graphs.bytes() + size_of_val(&self.guesses[..])
    }

    /// The number of expanded positions.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.store.expanded
    }

    /// Narrows the bounds of a position until the aim is reached, and tells them whenever they are narrower.
    /// A search that ends early returns the error together with the bounds at that time.
    pub fn search(
        &mut self,
        position: &P,
        aim: Aim,
        tell: &mut dyn FnMut(&Bounds),
    ) -> (Option<Bounds>, Result<(), Error>) {
        let mut last = None;
        let ended = self.narrow_down(position, aim, &mut |bounds| {
            if last.as_ref() != Some(bounds) {
                tell(bounds);
                last = Some(bounds.clone());
            }
        });
        (last, ended)
    }

    fn narrow_down(&mut self, position: &P, aim: Aim, tell: &mut dyn FnMut(&Bounds)) -> Result<(), Error> {
        let root = self.store.link(position)?;
        let mut pace = Pace { strides: [1, 1], side: LOWER };
        loop {
            let bounds = self.bounds(root)?;
            tell(&bounds);
            if aim.is_reached(&bounds) {
                return Ok(());
            }
            if let Err(error) = self.ask(root, aim, &bounds, &mut pace) {
                tell(&self.bounds(root)?);
                return Err(error);
            }
        }
    }

    /// The thermograph. `None` means that it is not completely known.
    pub fn thermograph(&mut self, position: &P) -> Result<Option<Thermograph>, Error> {
        let root = self.store.link(position)?;
        let [lower, upper] =
            [LOWER, UPPER].map(|bound| Player::BOTH.map(|player| self.store.wall(root, player, bound)));
        let graphs = &self.store.graphs;
        Ok((lower == upper).then(|| graphs.get(graphs.of_walls(lower)).clone()))
    }

    /// Asks the next question about the position.
    fn ask(&mut self, root: SignedId, aim: Aim, bounds: &Bounds, pace: &mut Pace) -> Result<(), Error> {
        let (low, high) = bounds.mean;
        let (cold, hot) = bounds.temperature;
        if low < high {
            // To ask whether the mean is at most x, ask whether that of the negative is at least −x.
            if aim == Aim::WhoIsAhead {
                self.decide(root.times(low >= Dyadic::ZERO), Quantity::Mean, Dyadic::ZERO)?;
                return Ok(());
            }
            let Pace { strides, side } = pace;
            let middle = split(low, high)?;
            let stride = Dyadic::from(strides[*side]);
            let (link, x) = match *side {
                LOWER if low.plus(stride)? < middle => (root, low.plus(stride)?),
                UPPER if high.minus(stride)? > middle => (root.times(true), stride.minus(high)?),
                _ => (root, middle),
            };
            let true_so = self.decide(link, Quantity::Mean, x)?;
            strides[*side] = if true_so { strides[*side].saturating_mul(2) } else { 1 };
            *side = 1 - *side;
            return Ok(());
        }
        // The temperature is at most t if both walls are at the mean there. Left's wall is Right's of the
        // negative.
        let t = match aim {
            Aim::HotterThan(t) => t,
            _ if hot.minus(cold)? > Dyadic::ONE => split(cold, hot)?,
            _ => cold,
        };
        let wall = Quantity::Wall(Player::Right, t);
        if self.decide(root, wall, low)? {
            self.decide(root.times(true), wall, -low)?;
        }
        Ok(())
    }

    /// Takes the walls of a region from a source that grows, if all its work is no more than that of the
    /// search itself. `false` means that no source has the region.
    fn look_up(&mut self, node: usize) -> Result<bool, Error> {
        let Store { forms, nodes, bounds, graphs, knowledge, expanded, .. } = &mut self.store;
        let Form::Region(position) = forms.position(nodes[node].form) else { return Ok(false) };
        let bytes = forms.limit().saturating_sub(forms.bytes());
        let growth = GROWTH.min(FIRST_GROWTH + *expanded / RAMP);
        let growth = Growth { positions: *expanded * growth, bytes, budget: &self.budget };
        let found = knowledge.work_out(position.concrete(), graphs, &growth)?;
        if let Some(id) = found {
            bounds[node] = [graphs.walls(id); 2];
        }
        Ok(found.is_some())
    }

    /// The bounds on mean and temperature.
    fn bounds(&mut self, link: SignedId) -> Result<Bounds, Error> {
        loop {
            self.store.update(link, &Player::BOTH)?;
            if let Some(bounds) = self.store.mean_and_temperature(link)? {
                return Ok(bounds);
            }
            if !self.look_up(link.node())? {
                self.store.expand(link.node())?;
            }
        }
    }
}

/// Where to split the numbers above `low` and up to `high`, for `low < high`: about halfway, and simple.
fn split(low: Dyadic, high: Dyadic) -> Result<Dyadic, Error> {
    let middle = Dyadic::integer(low.plus(high)?.half()?.floor())?;
    if low < middle {
        return Ok(middle);
    }
    let simplest = Dyadic::simplest_between(Bound::Excluded(low), Bound::Included(high))?;
    Ok(simplest.expect("`high` itself is above `low`"))
}
