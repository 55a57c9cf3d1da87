//! Mean and temperature search (Kao 2000): the mean and the temperature of a position from a
//! part of its tree. Lines of play in which the players alternate are looked at first, what
//! has not been seen yet is bounded from below and above, and what cannot matter is cut.
//!
//! Kao allows one option for each player; here there may be many. Each node knows a
//! [`Thermograph`] that its own is not below and one that it is not above. Walls depend
//! monotonically on the walls of the options, so four thermographs bound a node: all options
//! at their lower bound, all at their upper bound (these bound the mean), Left's high and
//! Right's low, and the other way round (these bound the temperature). For single options
//! they are the thermographs of Kao's trees `G_L`, `G_U`, `G_H` and `G_C`.
//!
//! # What matters, and why the cuts are valid
//!
//! The mean and the temperature of the root depend on Left's options only by their right
//! walls, and only between the bounds of the root's temperature: a *window*. Say that the
//! right wall of a node `X` matters from `σ` to `τ` (left walls are the mirror image). It is
//! the scaffold `s(t) = t + min LW(X^R)(t)` up to the temperature of `X`, and the mast above. So
//!
//! - Right's options matter up to the lower of `τ` and `X`'s temperature. Left's options, the
//!   second move in a row, matter only by where they put the foot of the mast.
//! - *T-cut*: if `X` is at least as hot as `τ`, there is no mast in the window. Left's options
//!   can be left out.
//! - *M-cut*: if `s` is vertical from some `φ` to `τ` and `X` is at least as hot as `φ`, then
//!   the mast stands where `s` stands anyway. Left's options can be left out. `s` is vertical
//!   there if all of Right's options are hotter than `τ` and Left's answers are not hotter
//!   than `φ`, or lead on in the same way. Kao does not ask that `X` be as hot as `φ`; without
//!   it the cut is wrong, as in `{{1|{{20|0}|-1000}}|-100}`, where it would give the mean −45
//!   instead of −199/4.
//!
//! None of this needs that options be single. Two more cuts come with windows, see
//! [`Mts::window_cut`].
//!
//! # Temperatures below zero
//!
//! Kao's temperatures end at 0 and all his terminal positions have that one; in this library
//! integers have temperature −1. [`Mts::search`] takes positions known as numbers for leaves
//! and is exact down to −1. [`Mts::search_hot`] takes all positions for leaves that are not hot
//! and reports 0 where the temperature is not above it, as Kao does.
//!
//! The tree is searched as a tree: positions that are met twice are searched twice, and
//! positions that fall apart into regions are played as a whole.

mod stable;

pub use stable::stable_theorem;

use crate::Between;
use rules::Position;
use values::{Budget, Dyadic, Error, Player, Thermograph, Wall, deep};

/// How far Left is ahead, and how urgent a move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeanTemperature {
    /// Who is ahead, and by how much.
    pub mean: Dyadic,
    /// How much a move is worth.
    pub temperature: Dyadic,
}

/// What a search has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The mean.
    pub mean: Between,
    /// The temperature.
    pub temperature: Between,
    /// Positions looked at, leaves included, the root not.
    pub nodes: u64,
    /// Leaves looked at.
    pub leaves: u64,
    /// The limit that ended the search early, or that left a leaf unknown.
    pub ended_by: Option<Error>,
}

impl Found {
    /// The mean and the temperature, unless a limit was reached before both were known.
    #[must_use]
    pub fn exact(&self) -> Option<MeanTemperature> {
        Some(MeanTemperature { mean: self.mean.exact()?, temperature: self.temperature.exact()? })
    }
}

/// Mean and temperature search, with a switch for each way to look at less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mts {
    /// Leave out options that cannot move the mast of their parent.
    pub m_cut: bool,
    /// Leave out options that only matter above the temperatures that matter.
    pub t_cut: bool,
    /// Leave out positions whose wall is already known at all temperatures that matter, and
    /// options that are nowhere better there than another one. Not in the paper.
    pub window_cut: bool,
    /// Bound what has not been seen by [`Position::bounds`] rather than by infinity.
    pub bounds: bool,
    /// How many bytes the tree may take.
    pub bytes: usize,
}

impl Default for Mts {
    fn default() -> Self {
        Self { window_cut: true, ..Self::KAO }
    }
}

impl Mts {
    /// Looks at everything until the answer is known.
    pub const NO_CUT: Self =
        Self { m_cut: false, t_cut: false, window_cut: false, bounds: false, bytes: usize::MAX };
    /// The cuts of the paper.
    pub const KAO: Self = Self { m_cut: true, t_cut: true, ..Self::NO_CUT };

    /// Searches down to the positions that [`Position::number`] knows. Exact for every position,
    /// whether its followers are hot or not; what is found is incomplete only when stopped.
    ///
    /// ```
    /// use rules::{Position, games::tree::Tree};
    /// use temperature::mts::Mts;
    /// let tree = Tree::read("{11|{8|0}}")?;
    /// let found = Mts::default().search(&tree, &values::Budget::endless())?.exact();
    /// assert_eq!(found.map(|it| (it.mean, it.temperature)), Some((8.into(), 3.into())));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search<P: Position>(&self, position: &P, budget: &Budget) -> Result<Found, Error> {
        self.run(position, Ground::Integers, &mut |position| Ok(position.number()), budget)
    }

    /// Searches down to the positions that are not hot. `not_hot` gives the mean of a position
    /// whose temperature is 0 or less, and `None` for all others.
    ///
    /// Such a position may differ from its mean by an infinitesimal, or have a temperature
    /// below 0. Its walls are vertical from 0 upwards nevertheless, and no more than that
    /// matters to the hot positions above it: their means and temperatures stay exact. If the
    /// position itself is not hot, 0 is reported as its temperature.
    ///
    /// A limit as the error of `not_hot` leaves the position unknown, and the search goes on with others if time is left.
    ///
    /// Knowing that all others are hot makes the bounds tighter: a position is worth no more
    /// than what Left can move to and no less than what Right can. If `not_hot` overlooks one,
    /// the result may be wrong. Passing [`Position::number`] gives the search of the paper.
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
        let unknown = unknown()?;
        let mut search = Search {
            mts: *self,
            ground,
            leaf,
            budget,
            unknown,
            tree: Vec::new(),
            leaves: 0,
            nodes: 0,
            unknown_by: None,
        };
        let ended_by = match search.search(position) {
            Ok(()) => search.unknown_by,
            Err(error) if error.is_limit() => Some(error),
            Err(error) => return Err(error),
        };
        let between = |low: Dyadic, high: Dyadic| {
            let finite = |x: Dyadic| (x.abs() <= Dyadic::from(FARTHEST_LEAF)).then_some(x);
            Between { low: finite(low), high: finite(high) }
        };
        let temperature = |t: Dyadic| t.max(ground.temperature());
        Ok(match search.tree.first() {
            Some(root) => Found {
                mean: between(root.low.mean(), root.high.mean()),
                temperature: between(temperature(root.coldest), temperature(root.hottest)),
                nodes: search.nodes,
                leaves: search.leaves,
                // What was left unknown need not matter in the end.
                ended_by: ended_by.filter(|_| !search.settled()),
            },
            None => {
                let temperature = Between { low: Some(ground.temperature()), high: None };
                Found { mean: Between::UNKNOWN, temperature, nodes: 0, leaves: 0, ended_by }
            }
        })
    }
}

/// Says which positions are leaves, and what they are worth.
type Recogniser<'a, P> = &'a mut dyn FnMut(&P) -> Result<Option<Dyadic>, Error>;

/// A leaf may be worth so much; bounds beyond it come from what has not been seen.
const FARTHEST_LEAF: i32 = 1 << 24;

/// The bounds of what has not been seen. No tree that can be searched has a leaf so far out.
fn unknown() -> Result<[Thermograph; 2], Error> {
    let infinity = Dyadic::integer(1 << 32)?;
    Ok([Thermograph::of_number(-infinity)?, Thermograph::of_number(infinity)?])
}

/// What is known of positions that are not leaves, and so the lowest temperature that counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ground {
    /// Nothing: some may be numbers.
    Integers,
    /// They are hot.
    Hot,
}

impl Ground {
    fn temperature(self) -> Dyadic {
        match self {
            Self::Integers => Dyadic::MINUS_ONE,
            Self::Hot => Dyadic::ZERO,
        }
    }
}

/// A position in the tree.
struct Node<P> {
    position: P,
    stage: Stage,
    /// The options of Left and of Right, once expanded.
    options: [Vec<usize>; 2],
    /// The thermograph is not below this one.
    low: Thermograph,
    /// The thermograph is not above this one.
    high: Thermograph,
    /// The temperature is not below this.
    coldest: Dyadic,
    /// The temperature is not above this.
    hottest: Dyadic,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Unseen,
    Leaf,
    /// Whether it is a leaf could not be found out: its bounds stay what they were.
    Unknown,
    Expanded,
}

/// A node on the way from the root, and who moved to it.
type Step = (usize, Player);

/// The temperatures at which a wall matters.
#[derive(Clone, Copy)]
struct Window {
    from: Dyadic,
    to: Dyadic,
}

/// What a pass over the tree has left for the next one.
#[derive(Clone, Copy, Default)]
struct Pass {
    /// Something was looked at for the first time.
    progress: bool,
    /// Something that matters has a higher alternating rank.
    deferred: bool,
}

struct Search<'a, P> {
    mts: Mts,
    ground: Ground,
    leaf: Recogniser<'a, P>,
    budget: &'a Budget,
    unknown: [Thermograph; 2],
    tree: Vec<Node<P>>,
    nodes: u64,
    leaves: u64,
    /// The first limit that left a node unknown.
    unknown_by: Option<Error>,
}

impl<P: Position> Search<'_, P> {
    /// Passes over the tree with higher and higher alternating rank: one more than how often a
    /// player may move twice in a row. In each pass the earliest second moves come first.
    fn search(&mut self, position: &P) -> Result<(), Error> {
        self.add(position.clone())?;
        self.look(0)?;
        if self.tree[0].stage != Stage::Expanded {
            return Ok(());
        }
        self.nodes = 0;
        self.update(0)?;
        for rank in 0.. {
            let mut pass = Pass::default();
            for player in Player::BOTH {
                for i in 0..self.tree[0].options[player as usize].len() {
                    let option = self.tree[0].options[player as usize][i];
                    self.descend(&mut vec![(option, player)], rank, &mut pass)?;
                }
            }
            if self.settled() || !(pass.progress || pass.deferred) {
                break;
            }
        }
        Ok(())
    }

    /// Are the mean and the temperature of the root known?
    fn settled(&self) -> bool {
        let root = &self.tree[0];
        root.low.mean() == root.high.mean() && root.coldest == root.hottest
    }

    /// Looks at the node at the end of a path and at what follows, up to a rank in that node.
    fn descend(&mut self, path: &mut Vec<Step>, rank: u32, pass: &mut Pass) -> Result<(), Error> {
        let Some(&(node, mover)) = path.last() else { return Ok(()) };
        if self.settled() || !self.matters(path)? {
            return Ok(());
        }
        if self.tree[node].stage == Stage::Unseen {
            self.look(node)?;
            pass.progress = true;
            if self.tells_something(node) {
                self.update_path(path)?;
            }
        }
        for (player, rank) in [(mover, rank.checked_sub(1)), (mover.opponent(), Some(rank))] {
            for i in 0..self.tree[node].options[player as usize].len() {
                let option = self.tree[node].options[player as usize][i];
                path.push((option, player));
                let done = match rank {
                    Some(rank) => deep(|| self.descend(path, rank, pass)),
                    None => self.matters(path).map(|matters| pass.deferred |= matters),
                };
                path.pop();
                done?;
            }
        }
        Ok(())
    }

    fn add(&mut self, position: P) -> Result<usize, Error> {
        let [mut low, mut high] = self.unknown.clone();
        if self.mts.bounds
            && let Some((least, most)) = position.bounds()
        {
            (low, high) = (Thermograph::of_number(least)?, Thermograph::of_number(most)?);
        }
        let (coldest, hottest) = (self.ground.temperature(), Dyadic::from(i32::MAX));
        let options = [Vec::new(), Vec::new()];
        // A list that grows is there twice for a moment, the second time with as much room to spare.
        if self.tree.len() >= self.mts.bytes / (3 * size_of::<Node<P>>()) {
            return Err(Error::OutOfRoom);
        }
        self.tree.push(Node { position, stage: Stage::Unseen, options, low, high, coldest, hottest });
        Ok(self.tree.len() - 1)
    }

    /// Looks at a node for the first time: it is a leaf, or gets its options.
    fn look(&mut self, node: usize) -> Result<(), Error> {
        self.budget.check()?;
        let position = self.tree[node].position.clone();
        self.nodes += 1;
        let value = match (self.leaf)(&position) {
            Err(error @ (Error::OutOfRoom | Error::TooManyValues(_))) => {
                self.tree[node].stage = Stage::Unknown;
                self.unknown_by.get_or_insert(error);
                return Ok(());
            }
            value => value?,
        };
        if let Some(value) = value {
            if value.abs() > Dyadic::from(FARTHEST_LEAF) {
                return Err(Error::Overflow);
            }
            self.leaves += 1;
            let graph = Thermograph::of_number(value)?;
            let leaf = &mut self.tree[node];
            leaf.stage = Stage::Leaf;
            leaf.coldest = graph.temperature().max(self.ground.temperature());
            leaf.hottest = leaf.coldest;
            (leaf.low, leaf.high) = (graph.clone(), graph);
            return Ok(());
        }
        for player in Player::BOTH {
            for option in position.options(player) {
                let option = self.add(option)?;
                self.tree[node].options[player as usize].push(option);
            }
        }
        self.tree[node].stage = Stage::Expanded;
        Ok(())
    }

    /// Is more known now than before looking at the node? Options that have not been seen tell
    /// nothing, but that there are none does.
    fn tells_something(&self, node: usize) -> bool {
        let Node { stage, options, .. } = &self.tree[node];
        *stage == Stage::Leaf || self.mts.bounds || options.iter().any(Vec::is_empty)
    }

    /// Renews the bounds of all nodes on a path, and of the root, from the end on.
    fn update_path(&mut self, path: &[Step]) -> Result<(), Error> {
        for &(node, _) in path.iter().rev() {
            if self.tree[node].stage == Stage::Expanded && !self.update(node)? {
                return Ok(());
            }
        }
        self.update(0).map(|_| ())
    }

    /// Renews the bounds of a node from those of its options; were they others before?
    fn update(&mut self, node: usize) -> Result<bool, Error> {
        let low: fn(&Node<P>) -> &Thermograph = |node| &node.low;
        let high: fn(&Node<P>) -> &Thermograph = |node| &node.high;
        let [low_left, high_left] =
            [self.reach(node, Player::Left, low)?, self.reach(node, Player::Left, high)?];
        let [low_right, high_right] =
            [self.reach(node, Player::Right, low)?, self.reach(node, Player::Right, high)?];
        let join =
            |left: &Option<Wall>, right: &Option<Wall>, lean| self.join(left.as_ref(), right.as_ref(), lean);
        let low = join(&low_left, &low_right, Player::Right)?;
        let high = join(&high_left, &high_right, Player::Left)?;
        let ground = self.ground.temperature();
        let coldest = join(&low_left, &high_right, Player::Left)?.temperature().max(ground);
        let hottest = join(&high_left, &low_right, Player::Left)?.temperature().max(ground);
        let node = &mut self.tree[node];
        let same = (&low, &high, coldest, hottest) == (&node.low, &node.high, node.coldest, node.hottest);
        (node.low, node.high, node.coldest, node.hottest) = (low, high, coldest, hottest);
        Ok(!same)
    }

    /// The best wall that a player can move to, by a bound of the options.
    fn reach(
        &self,
        node: usize,
        player: Player,
        bound: fn(&Node<P>) -> &Thermograph,
    ) -> Result<Option<Wall>, Error> {
        let better = if player == Player::Left { Wall::max } else { Wall::min };
        let mut best: Option<Wall> = None;
        for &option in &self.tree[node].options[player as usize] {
            let wall = bound(&self.tree[option]).wall(player.opponent());
            best = Some(best.map_or_else(|| Ok(wall.clone()), |best| better(&best, wall))?);
        }
        Ok(best)
    }

    /// The thermograph over two reaches. Bounds of a hot position may look as if it were not:
    /// then it is known to be no more than what Left can move to, and no less than what Right can.
    fn join(&self, left: Option<&Wall>, right: Option<&Wall>, lean: Player) -> Result<Thermograph, Error> {
        if let (Ground::Hot, Some(left), Some(right)) = (self.ground, left, right) {
            let (left, right) = (left.at(Dyadic::ZERO)?, right.at(Dyadic::ZERO)?);
            if left <= right {
                return Thermograph::of_number(if lean == Player::Left { left } else { right });
            }
        }
        Thermograph::of_reach(left, right)
    }

    /// Can the last node of a path still change the mean or the temperature of the root?
    fn matters(&self, path: &[Step]) -> Result<bool, Error> {
        let mut parent: Step = (0, Player::Left);
        let mut window = Window { from: self.tree[0].coldest, to: self.tree[0].hottest };
        for (i, &(node, mover)) in path.iter().enumerate() {
            if i > 0 {
                match self.window_of_options(parent, mover, window)? {
                    Some(of_options) => window = of_options,
                    None => return Ok(false),
                }
            }
            if self.mts.window_cut && !self.is_open((node, mover), parent.0, window)? {
                return Ok(false);
            }
            parent = (node, mover);
        }
        Ok(true)
    }

    /// The temperatures at which a player's options matter to a node whose wall matters in a
    /// window; `None` if they are cut.
    fn window_of_options(
        &self,
        (node, mover): Step,
        player: Player,
        window: Window,
    ) -> Result<Option<Window>, Error> {
        let Node { coldest, hottest, .. } = self.tree[node];
        let to = window.to.min(hottest);
        if player != mover {
            let from = window.from.min(coldest);
            return Ok(Some(if coldest >= window.to { window } else { Window { from, to } }));
        }
        if self.has_mast(node) {
            let t_cut = self.mts.t_cut && coldest >= window.to;
            let m_cut = || {
                self.scaffold_is_vertical_from(node, mover.opponent(), window.to)
                    .is_some_and(|t| t <= coldest)
            };
            if t_cut || (self.mts.m_cut && m_cut()) {
                return Ok(None);
            }
        }
        Ok(Some(Window { from: coldest.min(to), to }))
    }

    /// Is it certain that the scaffolds meet at the foot of a mast, and leave no room for a number?
    fn has_mast(&self, node: usize) -> bool {
        self.ground == Ground::Hot || self.tree[node].coldest > Dyadic::MINUS_ONE
    }

    /// A temperature from which on, up to `to`, a player's wall of a node is certain to be vertical.
    fn is_vertical_from(&self, node: usize, player: Player, to: Dyadic) -> Option<Dyadic> {
        let mast = Some(self.tree[node].hottest).filter(|&t| t <= to);
        let scaffold = self.scaffold_is_vertical_from(node, player, to);
        // Where the scaffold is vertical the wall is too: the mast above it stands in the same place.
        [mast, scaffold].into_iter().flatten().min()
    }

    /// The same for a player's scaffold: all options slope against the tax, that is, they are
    /// hot throughout and the opponent's answers to them are vertical.
    fn scaffold_is_vertical_from(&self, node: usize, player: Player, to: Dyadic) -> Option<Dyadic> {
        let mut from = None;
        for &option in &self.tree[node].options[player as usize] {
            if self.tree[option].coldest < to || !self.has_mast(option) {
                return None;
            }
            for &answer in &self.tree[option].options[player.opponent() as usize] {
                from = from.max(Some(deep(|| self.is_vertical_from(answer, player, to))?));
            }
        }
        from
    }

    /// Is the wall of a node still unknown somewhere in a window, and perhaps better there than
    /// that of another option?
    fn is_open(&self, (node, mover): Step, parent: usize, window: Window) -> Result<bool, Error> {
        let bounds = |node: usize| {
            let Node { low, high, .. } = &self.tree[node];
            (low.wall(mover.opponent()), high.wall(mover.opponent()))
        };
        let (low, high) = bounds(node);
        if is_below(high, low, window)? {
            return Ok(false);
        }
        for &other in &self.tree[parent].options[mover as usize] {
            let (other_low, other_high) = bounds(other);
            let beaten = match mover {
                Player::Left => is_below(high, other_low, window)?,
                Player::Right => is_below(other_high, low, window)?,
            };
            if beaten {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Is a wall nowhere above another one in a window?
fn is_below(a: &Wall, b: &Wall, window: Window) -> Result<bool, Error> {
    let corners = a.corners().iter().chain(b.corners()).map(|corner| corner.temperature);
    let inside = corners.filter(|&t| window.from < t && t < window.to);
    for t in inside.chain([window.from, window.to]) {
        if a.at(t)? > b.at(t)? {
            return Ok(false);
        }
    }
    Ok(true)
}
