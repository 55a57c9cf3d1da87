//! One part of a sum: a position of any game. Parts of different games behave alike: they
//! have moves with names, options that fall apart into regions, and bounds.

use crate::facing::Facing;
use rules::games::tree::Tree;
use rules::{Duel, OpenError, Position, Prospects, Visitor};
use std::any::Any;
use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use temperature::{Discovery, Finding, Method, Tds, TdsError};
use values::{Budget, Dyadic, Player, ThermographId, Thermographs};

/// A position of any game.
#[derive(Clone)]
pub struct Component(Arc<dyn AnyPosition>);

/// A component or its negative.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signed {
    /// The component.
    pub component: Component,
    /// Is its negative meant?
    pub negative: bool,
}

/// A guess of how far Left is ahead, in eighths of a move, and the regions of which it is a guess.
pub(crate) type Evaluated = (i32, Vec<Signed>);

/// A [`Position`] of which the type is forgotten.
trait AnyPosition: Display + Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Any) -> bool;
    fn hash_into(&self, hasher: &mut dyn Hasher);
    fn bytes(&self) -> usize;
    fn number(&self) -> Option<Dyadic>;
    fn quick_number(&self) -> Option<Dyadic>;
    fn bounds(&self) -> Option<(Dyadic, Dyadic)>;
    fn prospects(&self) -> Option<[Prospects; 2]>;
    fn ordering(&self) -> i32;
    fn known(&self, graphs: &Thermographs) -> Option<ThermographId>;
    fn judged(&self, by: Judge) -> i32;
    fn best_judged(&self, player: Player, by: Judge) -> Option<i32>;
    fn duel(&self) -> Option<Duel>;
    fn regions(&self) -> Vec<Signed>;
    fn options(&self, player: Player) -> Vec<Vec<Signed>>;
    fn undecided(&self, player: Player, rest: &[Prospects; 2]) -> Option<Vec<Evaluated>>;
    fn moves(&self, player: Player) -> Vec<String>;
    fn count_moves(&self, player: Player) -> usize;
    fn play(&self, player: Player, index: usize) -> Option<Component>;
    fn plays(&self, player: Player) -> Vec<Component>;
    fn longest_play(&self) -> Option<u32>;
    fn is_scored(&self) -> bool;
}

/// By what a position is judged at a glance.
#[derive(Clone, Copy, Debug, Default)]
pub enum Judge {
    /// [`Position::estimate`].
    #[default]
    Ordering,
    /// [`Position::forecast`].
    Evaluation,
}

impl Judge {
    /// How far Left seems to be ahead, in eighths of a move.
    fn judge<P: Position>(self, position: &P) -> i32 {
        match self {
            Self::Ordering => position.ordering().saturating_mul(8),
            Self::Evaluation => position.evaluation(),
        }
    }
}

/// On boards where more moves than this may be left, to count them takes long.
const LONG_PLAY: u32 = 9;

/// What a free move is called: it fills a settled point.
const FREE_MOVE: &str = "fill";

/// The regions in normal form. A settled score is the number of its points, which is played like any other.
fn regions<P: Position>(position: &P) -> Vec<Signed> {
    let normal = |region: &P| {
        if P::IS_SCORED
            && let Some(score) = Position::number(region)
        {
            return Signed { component: Component::new(Tree::from(score)), negative: false };
        }
        let (form, negative) = region.normal_form();
        Signed { component: Component(Arc::new(form)), negative }
    };
    position.regions().iter().map(normal).collect()
}

impl<P: Position> AnyPosition for P {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }

    fn bytes(&self) -> usize {
        size_of::<P>()
    }

    fn number(&self) -> Option<Dyadic> {
        Position::number(self)
    }

    fn quick_number(&self) -> Option<Dyadic> {
        let (low, high) = Position::bounds(self).unzip();
        if low.is_some() && low == high {
            return low;
        }
        let long = P::IS_BOARD && Position::longest_play(self).is_some_and(|n| n > LONG_PLAY);
        if long { None } else { Position::number(self) }
    }

    fn bounds(&self) -> Option<(Dyadic, Dyadic)> {
        Position::bounds(self)
    }

    fn prospects(&self) -> Option<[Prospects; 2]> {
        Position::prospects(self)
    }

    fn ordering(&self) -> i32 {
        Position::ordering(self)
    }

    fn known(&self, graphs: &Thermographs) -> Option<ThermographId> {
        rules::known(self, graphs)
    }

    fn judged(&self, by: Judge) -> i32 {
        by.judge(self)
    }

    fn best_judged(&self, player: Player, by: Judge) -> Option<i32> {
        let options = Position::options(self, player);
        let judged = options.iter().map(|option| by.judge(option));
        if player == Player::Left { judged.max() } else { judged.min() }
    }

    fn duel(&self) -> Option<Duel> {
        Position::duel(self)
    }

    fn regions(&self) -> Vec<Signed> {
        regions(self)
    }

    fn options(&self, player: Player) -> Vec<Vec<Signed>> {
        Position::options(self, player).iter().chain(&self.free_move(player)).map(regions).collect()
    }

    fn undecided(&self, player: Player, rest: &[Prospects; 2]) -> Option<Vec<Evaluated>> {
        let mut undecided = Vec::new();
        for option in Position::options(self, player) {
            if let Some(mut prospects) = Position::prospects(&option) {
                prospects.iter_mut().zip(rest).for_each(|(sum, rest)| *sum += *rest);
                if prospects[player as usize].lacking(false) == 0 {
                    return None;
                }
                if prospects[player.opponent() as usize].lacking(true) == 0 {
                    continue;
                }
            }
            undecided.push((option.evaluation(), regions(&option)));
        }
        Some(undecided)
    }

    fn moves(&self, player: Player) -> Vec<String> {
        let names = Position::moves(self, player).into_iter().map(|action| action.to_string());
        names.chain(self.free_move(player).map(|_| FREE_MOVE.to_owned())).collect()
    }

    fn count_moves(&self, player: Player) -> usize {
        Position::moves(self, player).len() + usize::from(self.free_move(player).is_some())
    }

    fn play(&self, player: Player, index: usize) -> Option<Component> {
        let after = match self.nth_move(player, index) {
            Some(action) => Position::play(self, player, action),
            None if P::IS_SCORED && index == Position::moves(self, player).len() => self.free_move(player)?,
            None => return None,
        };
        Some(Component(Arc::new(after)))
    }

    fn plays(&self, player: Player) -> Vec<Component> {
        let moves = Position::moves(self, player).into_iter();
        let played = moves.map(|action| Position::play(self, player, action));
        played.chain(self.free_move(player)).map(|after| Component(Arc::new(after))).collect()
    }

    fn longest_play(&self) -> Option<u32> {
        Position::longest_play(self)
    }

    fn is_scored(&self) -> bool {
        P::IS_SCORED
    }
}

impl Component {
    /// A part made of a position.
    pub fn new<P: Position>(position: P) -> Self {
        Self(Arc::new(position))
    }

    /// Reads a position of the game with this name.
    pub fn read(game: &str, position: &str) -> Result<Self, OpenError> {
        struct Wrap;
        impl Visitor for Wrap {
            type Output = Component;
            fn visit<P: Position>(self, position: P) -> Component {
                Component::new(position)
            }
        }
        rules::open(game, position, Wrap)
    }

    /// The position, if it is of this type.
    #[must_use]
    pub fn downcast<P: Position>(&self) -> Option<&P> {
        self.0.as_any().downcast_ref()
    }

    /// How much memory the position takes, at least.
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// The number that it is worth, where the rules know it at once.
    #[must_use]
    pub fn number(&self) -> Option<Dyadic> {
        self.0.number()
    }

    /// The same, but only where it takes no more than a few microseconds to see; [`Self::number`] may count moves for long.
    #[must_use]
    pub fn quick_number(&self) -> Option<Dyadic> {
        self.0.quick_number()
    }

    /// Numbers between which the value lies, where the rules know some.
    #[must_use]
    pub fn bounds(&self) -> Option<(Dyadic, Dyadic)> {
        self.0.bounds()
    }

    /// What Left and Right can count on.
    #[must_use]
    pub fn prospects(&self) -> Option<[Prospects; 2]> {
        self.0.prospects()
    }

    /// A guess of how far Left is ahead, in moves.
    #[must_use]
    pub fn ordering(&self) -> i32 {
        self.0.ordering()
    }

    /// The position as a duel of two queens, if it is one on few cells.
    #[must_use]
    pub fn duel(&self) -> Option<Duel> {
        self.0.duel()
    }

    /// The independent parts, each in normal form.
    #[must_use]
    pub fn regions(&self) -> Vec<Signed> {
        self.0.regions()
    }

    /// What a player can move to, each option as its independent parts in normal form.
    #[must_use]
    pub fn options(&self, player: Player) -> Vec<Vec<Signed>> {
        self.0.options(player)
    }

    /// The options after which, beside a rest of which this can be counted on, nobody is certain to win; nothing if after
    /// one of them the player is.
    #[must_use]
    pub(crate) fn undecided(&self, player: Player, rest: &[Prospects; 2]) -> Option<Vec<Evaluated>> {
        self.0.undecided(player, rest)
    }

    /// The moves of a player, as players write them. Where play ends with a score, a free move for a settled point is the last.
    #[must_use]
    pub fn moves(&self, player: Player) -> Vec<String> {
        self.0.moves(player)
    }

    /// How many moves a player has.
    #[must_use]
    pub fn count_moves(&self, player: Player) -> usize {
        self.0.count_moves(player)
    }

    /// The position after one of those moves; `None` if there are not so many.
    #[must_use]
    pub fn play(&self, player: Player, index: usize) -> Option<Self> {
        self.0.play(player, index)
    }

    /// The positions after each of those moves.
    #[must_use]
    pub fn plays(&self, player: Player) -> Vec<Self> {
        self.0.plays(player)
    }

    /// The thermograph, if a table has it.
    pub fn known(&self, graphs: &Thermographs) -> Option<ThermographId> {
        self.0.known(graphs)
    }

    /// How far Left seems to be ahead, in eighths of a move.
    pub fn judged(&self, by: Judge) -> i32 {
        self.0.judged(by)
    }

    /// The best of that which a player can move to; `None` for a player without a move.
    pub fn best_judged(&self, player: Player, by: Judge) -> Option<i32> {
        self.0.best_judged(player, by)
    }

    /// No more than so many moves can be played from here, where the rules know it.
    #[must_use]
    pub fn longest_play(&self) -> Option<u32> {
        self.0.longest_play()
    }

    /// Does play end with a score, so that a position without moves may be worth something?
    #[must_use]
    pub fn is_scored(&self) -> bool {
        self.0.is_scored()
    }

    /// Looks for mean and temperature by a method of choice.
    pub fn find(&self, method: &Method, budget: &Budget) -> Result<Finding, TdsError> {
        method.find(&Facing::new(self.clone(), Player::Left), budget, |_| {})
    }

    /// Looks for mean and temperature by temperature discovery search. The variation starts with `first`, and its moves are
    /// written as their [numbers](Self::play).
    pub fn discover(&self, first: Player, tds: &Tds) -> Result<Discovery, TdsError> {
        let found = tds.search(&Facing::new(self.clone(), first))?;
        Ok(if first == Player::Left { found } else { Discovery { mean: -found.mean, ..found } })
    }
}

impl PartialEq for Component {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(other.0.as_any())
    }
}

impl Eq for Component {}

impl Hash for Component {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash_into(state);
    }
}

impl Debug for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
    }
}

impl Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}
