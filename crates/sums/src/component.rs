//! A component of a sum: a position of any game. Components of all games have one interface: moves with
//! names, options that split into regions, and bounds.

use delegate::delegate;
use derive_more::{Display, From};
use rules::games::tree::Tree;
use rules::{AnyPosition, Compiled, Hints, OpenError, Position, Prospects, RULESETS, Search, surely};
use std::any::Any;
use temperature::{Discovery, Finding, Method, Tds, TdsError};
use values::{Budget, ByPlayer, Dyadic, Player};

/// A position of any game as a part of a sum. Where play ends with a score, settled points are moves too.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Display, From)]
pub struct Component(AnyPosition);

/// A component or its negative.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signed {
    /// The component.
    pub component: Component,
    /// Is this the negative of the component?
    pub negative: bool,
}

/// The static evaluation of a position, in eighths of a move, and its regions.
pub(crate) type Evaluated = (i32, Vec<Signed>);

/// The hint that judges a position.
#[derive(Clone, Copy, Debug, Default)]
pub enum Judge {
    /// [`Hints::ordering`](rules::Hints::ordering).
    #[default]
    Ordering,
    /// [`Hints::evaluation`](rules::Hints::evaluation).
    Evaluation,
}

impl Judge {
    /// The estimated lead of Left, in eighths of a move.
    fn judge<P: Position>(self, position: &P) -> i32 {
        match self {
            Self::Ordering => position.ordering().saturating_mul(8),
            Self::Evaluation => position.evaluation(),
        }
    }
}

/// The longest play for which counting moves is fast.
const LONG_PLAY: u32 = 9;

/// The name of a free move, which fills a settled point.
const FREE_MOVE: &str = "fill";

/// The regions in normal form. A settled score is the number of its points, which is played like any other.
fn regions<P: Position>(position: &P) -> Vec<Signed> {
    let normal = |region: &P| {
        if region.is_scored()
            && let Some(score) = region.number()
        {
            return Signed { component: Component::new(Tree::from(score)), negative: false };
        }
        let (form, negative) = region.normal_form();
        Signed { component: Component::new(form), negative }
    };
    position.regions().iter().map(normal).collect()
}

/// [`Component::regions`].
struct Split;

impl Search for Split {
    const COMPILED: Compiled = Compiled::EveryGame;

    type Output = Vec<Signed>;

    fn run<P: Position>(self, position: &P) -> Vec<Signed> {
        regions(position)
    }
}

/// [`Component::options`] of a player.
struct Options(Player);

impl Search for Options {
    const COMPILED: Compiled = Compiled::EveryGame;

    type Output = Vec<Vec<Signed>>;

    fn run<P: Position>(self, position: &P) -> Vec<Vec<Signed>> {
        position.options(self.0).iter().chain(&position.free_move(self.0)).map(regions).collect()
    }
}

/// [`Component::plays`] of a player.
struct Plays(Player);

impl Search for Plays {
    const COMPILED: Compiled = Compiled::EveryGame;

    type Output = Vec<Component>;

    fn run<P: Position>(self, position: &P) -> Vec<Component> {
        let moves = position.moves(self.0).into_iter();
        let played = moves.map(|action| position.play(self.0, action));
        played.chain(position.free_move(self.0)).map(Component::new).collect()
    }
}

/// [`Component::best_judged`] for a player.
struct BestJudged(Player, Judge);

impl Search for BestJudged {
    const COMPILED: Compiled = Compiled::EveryGame;

    type Output = Option<i32>;

    fn run<P: Position>(self, position: &P) -> Option<i32> {
        let Self(player, by) = self;
        let options = position.options(player);
        let judged = options.iter().map(|option| by.judge(option));
        if player == Player::Left { judged.max() } else { judged.min() }
    }
}

/// [`Component::undecided`] for a player beside a rest.
struct Undecided<'a>(Player, &'a ByPlayer<Prospects>);

impl Search for Undecided<'_> {
    const COMPILED: Compiled = Compiled::EveryGame;

    type Output = Option<Vec<Evaluated>>;

    fn run<P: Position>(self, position: &P) -> Option<Vec<Evaluated>> {
        let Self(player, rest) = self;
        let mut undecided = Vec::new();
        for option in position.options(player) {
            if let Some(mut prospects) = option.prospects() {
                prospects += *rest;
                if prospects[player].lacking(false) == 0 {
                    return None;
                }
                if prospects[player.opponent()].lacking(true) == 0 {
                    continue;
                }
            }
            undecided.push((option.evaluation(), regions(&option)));
        }
        Some(undecided)
    }
}

impl Component {
    /// The component of a position.
    pub fn new<P: Position>(position: P) -> Self {
        Self(AnyPosition::new(position))
    }

    /// Reads a position of one of Tedomari's own games.
    pub fn read(game: &str, position: &str) -> Result<Self, OpenError> {
        RULESETS.open(game, position).map(Self)
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &AnyPosition {
        &self.0
    }

    /// The position as this type. `None` means that it has another type.
    #[must_use]
    pub fn downcast<P: Position>(&self) -> Option<&P> {
        self.0.downcast()
    }

    delegate! {
        to self.0 {
            /// The position itself, as [`Knowledge`](positions::Knowledge) is asked about it.
            #[must_use]
            pub fn as_any(&self) -> &dyn Any;
            /// A lower bound on the memory of the position in bytes.
            pub fn bytes(&self) -> usize;
            /// Does play end with a score, so that a position without moves may be worth something?
            #[must_use]
            pub fn is_scored(&self) -> bool;
        }

        #[expr(surely($))]
        to self.0.rules() {
            /// The number that it is equal to. `None` means that it is unknown without search.
            #[must_use]
            pub fn number(&self) -> Option<Dyadic>;
            /// Bounds of the value. `None` means that the rules give none.
            #[must_use]
            pub fn bounds(&self) -> Option<(Dyadic, Dyadic)>;
            /// Static bounds on the number of moves that Left and Right are guaranteed. `None` means that they
            /// are unknown.
            #[must_use]
            pub fn prospects(&self) -> Option<ByPlayer<Prospects>>;
            /// Move-ordering score: the estimated lead of Left in moves.
            #[must_use]
            pub fn ordering(&self) -> i32;
            /// An upper bound on the number of moves that can still be played. `None` means that it is
            /// unknown.
            #[must_use]
            pub fn longest_play(&self) -> Option<u32>;
            /// Do both players have the same options, here and later? `false` means that this is not known.
            #[must_use]
            pub(crate) fn is_impartial(&self) -> bool;
            /// Can both players move or neither, here and later? `false` means that this is not known.
            #[must_use]
            pub fn is_all_small(&self) -> bool;
        }
    }

    /// The component after a free move of a player, see [`Position::free_move`]. `None` means that there is
    /// none.
    fn free_move(&self, player: Player) -> Option<Self> {
        surely(self.0.rules().free_move(player)).map(Self)
    }

    /// The same, but only where it takes at most a few microseconds; [`Self::number`] may count moves for
    /// long.
    #[must_use]
    pub fn quick_number(&self) -> Option<Dyadic> {
        let (low, high) = self.bounds().unzip();
        if low.is_some() && low == high {
            return low;
        }
        let long = self.0.cells().is_some() && self.longest_play().is_some_and(|n| n > LONG_PLAY);
        if long { None } else { self.number() }
    }

    /// The independent regions, each in normal form.
    #[must_use]
    pub fn regions(&self) -> Vec<Signed> {
        self.0.search(Split)
    }

    /// The options of a player, each as its independent regions in normal form.
    #[must_use]
    pub fn options(&self, player: Player) -> Vec<Vec<Signed>> {
        self.0.search(Options(player))
    }

    /// The options of a player that the static bounds, beside a rest with these prospects, do not decide,
    /// with their evaluations and regions. `None` means that one of the options wins.
    #[must_use]
    pub(crate) fn undecided(&self, player: Player, rest: &ByPlayer<Prospects>) -> Option<Vec<Evaluated>> {
        self.0.search(Undecided(player, rest))
    }

    /// The moves of a player, as players write them. Where play ends with a score, a free move for a settled
    /// point is the last.
    #[must_use]
    pub fn moves(&self, player: Player) -> Vec<String> {
        let names = surely(self.0.moves(player)).into_iter().map(|action| action.to_string());
        names.chain(self.free_move(player).map(|_| FREE_MOVE.to_owned())).collect()
    }

    /// The number of moves of a player.
    #[must_use]
    pub fn count_moves(&self, player: Player) -> usize {
        surely(self.0.rules().count_moves(player)) + usize::from(self.free_move(player).is_some())
    }

    /// The position after the move with this index. `None` means that there are fewer moves.
    #[must_use]
    pub fn play(&self, player: Player, index: usize) -> Option<Self> {
        if let Some(after) = surely(self.0.rules().play_nth(player, index)) {
            return Some(Self(after));
        }
        let is_next = self.is_scored() && index == surely(self.0.rules().count_moves(player));
        if is_next { self.free_move(player) } else { None }
    }

    /// The positions after each of those moves.
    #[must_use]
    pub fn plays(&self, player: Player) -> Vec<Self> {
        self.0.search(Plays(player))
    }

    /// Is it a value that is a number? Moves there are never searched.
    #[must_use]
    pub fn is_written_number(&self) -> bool {
        self.downcast::<Tree>().is_some_and(|tree| tree.number().is_some())
    }

    /// The estimated lead of Left, in eighths of a move.
    pub fn judged(&self, by: Judge) -> i32 {
        match by {
            Judge::Ordering => self.ordering().saturating_mul(8),
            Judge::Evaluation => surely(self.0.rules().evaluation()),
        }
    }

    /// The best estimate among the options of a player. `None` means that the player has no move.
    pub fn best_judged(&self, player: Player, by: Judge) -> Option<i32> {
        self.0.search(BestJudged(player, by))
    }

    /// An upper bound on the atomic weight of an [all-small](Self::is_all_small) position, and on that of its
    /// negative. `None` means that there is none.
    ///
    /// The bound is `n − 1` if at most `n > 0` moves can be made, and 0 in a position without moves. Proof by
    /// induction: the atomic weight is `{wL − 2 | wR + 2}` with the atomic weights `wL` and `wR` of the
    /// options, or an integer between these sides. By induction `wL − 2 ≤ n − 4` and `wR + 2 ≤ n`. An integer
    /// that is not at least `wR + 2` is at most `n − 1`. The game `{wL − 2 | wR + 2}` is at most `n − 1` too:
    /// Left, moving first in the difference, can only move to `wL − 2 − (n − 1) ≤ −3`. For `n = 1` all
    /// options are 0, and the position is 0 or `*`.
    #[must_use]
    pub(crate) fn most_weight(&self) -> Option<u32> {
        Some(self.longest_play()?.saturating_sub(1))
    }

    /// The nim value of an impartial part that is written as a nimber. `None` means that it is another
    /// position.
    #[must_use]
    pub(crate) fn written_nimber(&self) -> Option<u32> {
        match self.downcast()? {
            Tree::Closed(value) => Some(value.star()),
            Tree::Node(_) => None,
        }
    }

    /// Finds mean and temperature by the given method.
    pub fn find(&self, method: &Method, budget: &Budget) -> Result<Finding, TdsError> {
        method.find_any(&self.0, budget)
    }

    /// Finds mean and temperature by temperature discovery search. The variation starts with `first`, and its
    /// moves are written as their [indices](Self::play).
    pub fn discover(&self, first: Player, tds: &Tds) -> Result<Discovery, TdsError> {
        let found = tds.search_any(&self.0, first)?;
        Ok(if first == Player::Left { found } else { Discovery { mean: -found.mean, ..found } })
    }
}
