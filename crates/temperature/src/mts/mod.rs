//! Mean and temperature search (Kao 2000): the mean and the temperature of a position from a part of its
//! tree. Lines of play in which the players alternate are searched first, unvisited nodes have a lower and an
//! upper bound, and nodes that cannot matter are cut.
//!
//! Kao allows one option for each player; here there may be many. Each node has a [`Thermograph`] as its
//! lower bound and one as its upper bound. Walls depend monotonically on the walls of the options, so four
//! thermographs bound a node. All options at their lower bounds, and all at their upper bounds, bound the
//! mean. Left's at their upper and Right's at their lower bounds, and the other way round, bound the
//! temperature. For single options they are the thermographs of Kao's trees `G_L`, `G_U`, `G_H` and `G_C`.
//!
//! # What matters, and why the cuts are valid
//!
//! The mean and the temperature of the root depend on Left's options only by their right walls, and only
//! between the bounds of the root's temperature: a *window*. Say that the right wall of a node `X` matters
//! from `σ` to `τ` (left walls are the mirror image). It is the scaffold `s(t) = t + min LW(X^R)(t)` up to
//! the temperature of `X`, and the mast above. So
//!
//! - Right's options matter up to the lower of `τ` and `X`'s temperature. Left's options, the second move in
//!   a row, matter only by where they put the foot of the mast.
//! - *T-cut*: if `X` is at least as hot as `τ`, there is no mast in the window. Left's options are cut.
//! - *M-cut*: if `s` is vertical from some `φ` to `τ` and `X` is at least as hot as `φ`, then the mast has
//!   the value of `s` in any case. Left's options are cut. `s` is vertical there if all of Right's options
//!   are hotter than `τ` and each of Left's answers is at most as hot as `φ` or has a vertical scaffold
//!   itself. The M-cut as printed does not ask that `X` be as hot as `φ`, and is unsound without it. In
//!   `{{{10|8}|{{20|0}|-1000}}|-100}` it gives the mean −45 and the temperature 55, also in Kao's order of
//!   search; they are −191/4 and 209/4.
//!
//! All of this holds for many options as well. Two more cuts come with windows, see [`Mts::window_cut`].
//!
//! # Temperatures below zero
//!
//! Kao's temperatures end at 0, the temperature of all his terminal positions; in this library integers have
//! temperature −1. The leaves of [`Mts::search`] are positions known as numbers, and it is exact down to −1.
//! The leaves of [`Mts::search_hot`] are all positions that are not hot, and it reports temperatures below 0
//! as 0, as Kao does.
//!
//! The tree is searched as a tree: a position that is met twice is searched twice, and a position that splits
//! into regions is played as a whole.
//!
//! `tree` chooses the order of the search, `bounds` narrows the bounds, `cuts` finds what does not matter.

mod bounds;
mod cuts;
mod stable;
mod tree;

pub use stable::stable_theorem;

use crate::{Between, limit};
use rules::Position;
use tree::{Node, Search};
use values::{Budget, Dyadic, Error, Thermograph};

/// A mean and a temperature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeanTemperature {
    /// The mean: by how much Left is ahead.
    pub mean: Dyadic,
    /// The temperature: how urgent a move is.
    pub temperature: Dyadic,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The mean.
    pub mean: Between,
    /// The temperature.
    pub temperature: Between,
    /// The number of visited positions, with the leaves and without the root.
    pub nodes: u64,
    /// The number of visited leaves.
    pub leaves: u64,
    /// The limit that ended the search early, or that left a leaf unknown. `None` means that the search is
    /// complete.
    pub ended_by: Option<Error>,
}

impl Found {
    /// The mean and the temperature. `None` means that a limit was reached before both were known.
    #[must_use]
    pub fn exact(&self) -> Option<MeanTemperature> {
        Some(MeanTemperature { mean: self.mean.exact()?, temperature: self.temperature.exact()? })
    }
}

/// Mean and temperature search, with a switch for each cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mts {
    /// Cut options that cannot move the mast of their parent.
    pub m_cut: bool,
    /// Cut options that only matter above the temperatures that matter.
    pub t_cut: bool,
    /// Cut positions whose wall is already known at all temperatures that matter, and options that are
    /// nowhere better there than another one. Not in the paper.
    pub window_cut: bool,
    /// Bound unvisited positions by [`Hints::bounds`](rules::Hints::bounds) rather than by infinity.
    pub bounds: bool,
    /// The maximum number of bytes of the tree.
    pub bytes: usize,
}

impl Default for Mts {
    fn default() -> Self {
        Self { window_cut: true, ..Self::KAO }
    }
}

impl Mts {
    /// No cuts: visits all positions until the answer is known.
    pub const NO_CUT: Self =
        Self { m_cut: false, t_cut: false, window_cut: false, bounds: false, bytes: usize::MAX };
    /// The cuts of the paper.
    pub const KAO: Self = Self { m_cut: true, t_cut: true, ..Self::NO_CUT };

    /// Searches down to the positions that [`Hints::number`](rules::Hints::number) knows. The result is exact
    /// for every position, whether its followers are hot or not, unless a limit ends the search.
    ///
    /// ```
    /// use rules::{Notation, games::tree::Tree};
    /// use temperature::mts::Mts;
    /// let tree = Tree::read("{11|{8|0}}")?;
    /// let found = Mts::default().search(&tree, &values::Budget::endless())?.exact();
    /// assert_eq!(found.map(|it| (it.mean, it.temperature)), Some((8.into(), 3.into())));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search<P: Position>(&self, position: &P, budget: &Budget) -> Result<Found, Error> {
        self.run(position, Ground::Integers, &mut |position| Ok(position.number()), budget)
    }

    /// Searches down to the positions that are not hot. `not_hot` gives the mean of a position whose
    /// temperature is 0 or less, and `None` for all others.
    ///
    /// Such a position may differ from its mean by an infinitesimal, or have a temperature below 0. But its
    /// walls are vertical from 0 upwards, and only this matters to the hot positions above it: their means
    /// and temperatures stay exact. If the position itself is not hot, its temperature is reported as 0.
    ///
    /// If `not_hot` fails with a limit, the position stays unknown, and the search goes on with others while
    /// time is left.
    ///
    /// Since all other positions are hot the bounds are tighter: a position is at most what Left can move to
    /// and at least what Right can move to. If `not_hot` returns `None` for a position that is not hot, the
    /// result may be wrong. Passing [`Hints::number`](rules::Hints::number) gives the search of the paper.
    pub fn search_hot<P: Position>(
        &self,
        position: &P,
        mut not_hot: impl FnMut(&P) -> Result<Option<Dyadic>, Error>,
        budget: &Budget,
    ) -> Result<Found, Error> {
        self.run(position, Ground::Hot, &mut not_hot, budget)
    }

    fn run<P: Position>(
        &self,
        position: &P,
        ground: Ground,
        leaf: Recogniser<'_, P>,
        budget: &Budget,
    ) -> Result<Found, Error> {
        // The bounds of an unvisited position are farther out than any leaf.
        let infinity = Dyadic::integer(1 << 32)?;
        let unknown = [Thermograph::of_number(-infinity)?, Thermograph::of_number(infinity)?];
        let (mts, tree) = (*self, Vec::new());
        let (leaves, nodes, unknown_by) = (0, 0, None);
        let mut search = Search { mts, ground, leaf, budget, unknown, tree, leaves, nodes, unknown_by };
        search.add(position.clone())?;
        let ended_by = limit(search.search())?.or(search.unknown_by);
        let between = |low: Dyadic, high: Dyadic| {
            let finite = |x: Dyadic| (x.abs() <= Dyadic::from(FARTHEST_LEAF)).then_some(x);
            Between { low: finite(low), high: finite(high) }
        };
        let Node { bounds: [low, high], coldest, hottest, .. } = &search.tree[0];
        Ok(Found {
            mean: between(low.mean(), high.mean()),
            temperature: between(*coldest, *hottest),
            nodes: search.nodes,
            leaves: search.leaves,
            // A leaf that was left unknown need not matter in the end.
            ended_by: ended_by.filter(|_| !search.settled()),
        })
    }
}

/// Recognises leaves: returns their means, and `None` for other positions.
type Recogniser<'a, P> = &'a mut dyn FnMut(&P) -> Result<Option<Dyadic>, Error>;

/// The largest absolute mean of a leaf; bounds beyond it come from unvisited positions and stand for
/// infinity.
const FARTHEST_LEAF: i32 = 1 << 24;

/// The lowest temperature of positions that are not leaves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ground {
    /// −1: some may be integers.
    Integers,
    /// 0: all are hot.
    Hot,
}

impl Ground {
    /// The lowest temperature that is reported.
    fn temperature(self) -> Dyadic {
        match self {
            Self::Integers => Dyadic::MINUS_ONE,
            Self::Hot => Dyadic::ZERO,
        }
    }
}
