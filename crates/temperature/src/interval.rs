//! Interval thermography: mean and temperature with certified bounds at any time, from few positions.
//!
//! Every position carries two thermographs, one that its own is nowhere below and one that
//! it is nowhere above. A position that was not looked into has those of two numbers
//! that the rules know; otherwise they follow from those of its options, since walls
//! only rise when walls of options rise. The search asks one question after the other,
//! *is this wall at this temperature at least x?*, looks into positions only until the
//! bounds answer it, and keeps all that it learned for the next question.
//!
//! # How a question leads to the next
//!
//! Let `l(t)` be the best right wall among Left's options less `t`, and `r(t)` the best left wall among Right's
//! plus `t`. With `t`, `l` never rises and `r` never falls; they meet at the temperature, in the mean `m`. So
//! Left's wall is `max(l(t), m)`, Right's is `min(r(t), m)`, and `m ≥ x` if and only if `l(τ) ≥ x` and
//! `r(τ) ≥ x` at some temperature `τ`. Each of these is answered by one good option of Left, or by all
//! options of Right: the same alternation as in an αβ search with a window of width zero, and most
//! options are never looked into.
//!
//! Below −1 nothing is cooled. A position whose `l` and `r` do not overlap at −1 is the integer between them
//! nearest to zero, so that its mean may reach an `x ≤ 0` though `l` does not.
//!
//! # Where a table is faster
//!
//! A duel of two queens on few cells has so few positions that working out all of them at once, see [`DuelTable`], costs
//! little more than looking into some of them one by one. The search keeps such a table and lets
//! it grow by the duels that it meets, as long as the table took no more work than the search.
//!
//! # Why not best-first
//!
//! A search that always expands the position which narrows the root most has to bring every change up to the
//! root, through all the ways that lead there. One question at a time needs no such bookkeeping: bounds of
//! positions off the line are worked out when they are met again. What it costs is a
//! second look; on small boards most positions that are reached at all are reached in many ways.

use exact::DuelTable;
use rules::Position;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ops::Bound;
use values::{Budget, Dyadic, Error, Player, Reach, Thermograph, Thermographs, WallId, deep};

/// What is known about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The mean is at least and at most this.
    pub mean: (Dyadic, Dyadic),
    /// The temperature is at least and at most this.
    pub temperature: (Dyadic, Dyadic),
}

impl Bounds {
    /// Are mean and temperature known?
    #[must_use]
    pub fn are_exact(&self) -> bool {
        self.mean.0 == self.mean.1 && self.temperature.0 == self.temperature.1
    }
}

/// What is to be found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Mean and temperature, exactly.
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

/// A position or its negative: the number of a node, and a bit for the sign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Link(u32);

impl Link {
    fn new(node: u32, negative: bool) -> Self {
        Self(node << 1 | u32::from(negative))
    }

    fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    fn times(self, negative: bool) -> Self {
        Self(self.0 ^ u32::from(negative))
    }
}

/// What a node stands for.
#[derive(Clone)]
enum Kind<P> {
    Number(Dyadic),
    /// A single region in normal form.
    Region(P),
    /// Several regions, sorted.
    Sum(SmallVec<[Link; 4]>),
}

struct Node<P> {
    kind: Kind<P>,
    /// Numbers that the value lies between, as the rules know them.
    numbers: [Dyadic; 2],
    /// What Left and Right can reach, by the lower and by the upper bounds of their options.
    reach: [[Reach; 2]; 2],
    /// The options of Left and Right, the most promising first; empty until somebody looks.
    options: Option<[Box<[Link]>; 2]>,
    /// Were the numbers of the options taken into account?
    peeked: bool,
}

/// Which of the two bounds.
const LOWER: usize = 0;
const UPPER: usize = 1;

/// How many duels of queens go into a table in the time that it takes to look into a position.
const DUELS_PER_POSITION: u64 = 512;

/// What is asked about a position.
#[derive(Clone, Copy)]
enum Score {
    /// The wall of a player at some temperature.
    Wall(Player, Dyadic),
    Mean,
}

/// Bounds close in from both sides in turn, first a little, then more: the farther a question is from the truth the
/// sooner it is answered, and whoever stops the search early has bounds by then.
struct Pace {
    strides: [i32; 2],
    side: usize,
}

/// A search through positions of one game, which keeps what it learned.
pub struct IntervalSearch<P> {
    graphs: Thermographs,
    nodes: Vec<Node<P>>,
    /// For each node the walls of Left and Right that its own are nowhere below, and those that they are nowhere
    /// above. They are looked at far more often than the rest.
    bounds: Vec<[[WallId; 2]; 2]>,
    /// For each node a guess of who is ahead.
    estimates: Vec<i32>,
    /// Duels of queens that were worked out.
    duels: Option<DuelTable>,
    regions: FxHashMap<P, Link>,
    sums: FxHashMap<SmallVec<[Link; 4]>, Link>,
    numbers: FxHashMap<Dyadic, Link>,
    walls: FxHashMap<Dyadic, [WallId; 2]>,
    expanded: u64,
    bytes: usize,
    limit: usize,
    budget: Budget,
}

impl<P: Position> IntervalSearch<P> {
    /// A search with this budget.
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        Self {
            graphs: Thermographs::new(),
            nodes: Vec::new(),
            bounds: Vec::new(),
            estimates: Vec::new(),
            duels: None,
            regions: FxHashMap::default(),
            sums: FxHashMap::default(),
            numbers: FxHashMap::default(),
            walls: FxHashMap::default(),
            expanded: 0,
            bytes: 0,
            limit: budget.bytes(),
            budget,
        }
    }

    /// Sets when to stop, from now on.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// How many positions were looked into.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Narrows the bounds of a position until the aim is reached, and tells them whenever they are narrower.
    /// When the search has to stop before, what is known then comes back as well.
    pub fn search(
        &mut self,
        position: &P,
        aim: Aim,
        mut tell: impl FnMut(&Bounds),
    ) -> (Option<Bounds>, Result<(), Error>) {
        let mut last = None;
        let ended = self.narrow_down(position, aim, |bounds| {
            if last.as_ref() != Some(bounds) {
                tell(bounds);
                last = Some(bounds.clone());
            }
        });
        (last, ended)
    }

    fn narrow_down(&mut self, position: &P, aim: Aim, mut tell: impl FnMut(&Bounds)) -> Result<(), Error> {
        let root = self.link(position)?;
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

    /// The thermograph, if it is known completely.
    pub fn thermograph(&mut self, position: &P) -> Result<Option<Thermograph>, Error> {
        let root = self.link(position)?;
        let [lower, upper] =
            [LOWER, UPPER].map(|bound| Player::BOTH.map(|player| self.wall(root, player, bound)));
        Ok((lower == upper).then(|| self.graphs.get(self.graphs.of_walls(lower)).clone()))
    }

    /// Asks the next question about the position.
    fn ask(&mut self, root: Link, aim: Aim, bounds: &Bounds, pace: &mut Pace) -> Result<(), Error> {
        let (low, high) = bounds.mean;
        let (cold, hot) = bounds.temperature;
        if low < high {
            // To ask whether the mean is at most x, ask whether that of the negative is at least −x.
            if aim == Aim::WhoIsAhead {
                self.decide(root.times(low >= Dyadic::ZERO), Score::Mean, Dyadic::ZERO)?;
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
            let true_so = self.decide(link, Score::Mean, x)?;
            strides[*side] = if true_so { strides[*side].saturating_mul(2) } else { 1 };
            *side = 1 - *side;
            return Ok(());
        }
        // The temperature is at most t if both walls are at the mean there. Left's wall is Right's of the negative.
        let t = match aim {
            Aim::HotterThan(t) => t,
            _ if hot.minus(cold)? > Dyadic::ONE => split(cold, hot)?,
            _ => cold,
        };
        let wall = Score::Wall(Player::Right, t);
        if self.decide(root, wall, low)? {
            self.decide(root.times(true), wall, -low)?;
        }
        Ok(())
    }

    /// Mean and temperature, as far as they are known.
    fn bounds(&mut self, link: Link) -> Result<Bounds, Error> {
        self.update(link, &Player::BOTH)?;
        let wall = |player, bound| self.graphs.wall(self.wall(link, player, bound));
        let mean = (wall(Player::Left, LOWER).mast(), wall(Player::Left, UPPER).mast());
        let temperature = if mean.0 == mean.1 {
            // Below the temperature one of the walls is off the mast, from there on neither is.
            let [left, right] =
                Player::BOTH.map(|player| [LOWER, UPPER].map(|bound| wall(player, bound).top()));
            (left[LOWER].max(right[UPPER]), left[UPPER].max(right[LOWER]))
        } else if self.nodes[link.node()].options.is_some() {
            // The walls meet the higher the wider they are apart.
            let [left, right] = self.nodes[link.node()].reach;
            let meeting =
                |left, right| Ok(self.graphs.get(self.graphs.of_reach([left, right])?).temperature());
            (meeting(left[LOWER], right[UPPER])?, meeting(left[UPPER], right[LOWER])?)
        } else {
            // A first look may tell more.
            if !self.look_up(link.node())? {
                self.expand(link.node())?;
            }
            return self.bounds(link);
        };
        Ok(Bounds { mean, temperature })
    }

    /// Is the score at least `x`? Looks into positions until the bounds know.
    fn decide(&mut self, link: Link, score: Score, x: Dyadic) -> Result<bool, Error> {
        if let Some(known) = self.answer(link, score, x)? {
            return Ok(known);
        }
        self.budget.check()?;
        if self.nodes[link.node()].options.is_none() {
            if self.look_up(link.node())?
                && let Some(known) = self.answer(link, score, x)?
            {
                return Ok(known);
            }
            if self.peek(link.node())?
                && let Some(known) = self.answer(link, score, x)?
            {
                return Ok(known);
            }
            self.expand(link.node())?;
        } else if let Score::Wall(player, _) = score {
            // The options may be known better than they were the last time.
            self.update(link, &[player])?;
        }
        if let Some(known) = self.answer(link, score, x)? {
            return Ok(known);
        }
        match score {
            Score::Wall(Player::Left, t) if self.reaches(link, Player::Left, t, x)? => return Ok(true),
            Score::Wall(Player::Right, t) if !self.reaches(link, Player::Right, t, x)? => return Ok(false),
            _ => {}
        }
        // All depends on the mean now: l and r have to reach x at the same temperature.
        self.update(link, &Player::BOTH)?;
        loop {
            if let Some(known) = self.answer(link, score, x)? {
                return Ok(known);
            }
            // By the upper bounds of the options both do where they meet, and below that as far as r does.
            let upper = self.upper_of_options(link)?;
            let foot = upper.temperature();
            let range = (Bound::Included(lowest(upper, x)?), Bound::Included(foot));
            let t = Dyadic::simplest_between(range.0, range.1)?.unwrap_or(foot);
            if foot == Dyadic::MINUS_ONE {
                self.reaches(link, Player::Right, t, x)?;
                self.reaches(link, Player::Left, t, x)?;
            } else if self.reaches(link, Player::Left, t, x)? {
                self.reaches(link, Player::Right, t, x)?;
            }
        }
    }

    /// Does `l`, for Left, or `r`, for Right, reach `x` at this temperature? One option is enough for Left,
    /// for Right it takes all.
    fn reaches(&mut self, link: Link, player: Player, t: Dyadic, x: Dyadic) -> Result<bool, Error> {
        let (x, enough) = match player {
            Player::Left => (x.plus(t)?, true),
            Player::Right => (x.minus(t)?, false),
        };
        let mut tried = 0;
        let mut reached = Ok(!enough);
        while reached == Ok(!enough) && tried < self.side(link, player).len() {
            let option = self.option(link, player, tried);
            reached = deep(|| self.decide(option, Score::Wall(player.opponent(), t), x));
            tried += 1;
        }
        // Even if the search has to stop, what was learned is worth knowing.
        self.learn(link, player, if reached == Ok(!enough) { None } else { tried.checked_sub(1) })?;
        reached
    }

    /// Takes in what was learned about the options of a player: about a good one, or about all.
    fn learn(&mut self, link: Link, player: Player, good: Option<usize>) -> Result<(), Error> {
        let negative = link.is_negative();
        let positive = link.times(negative);
        let player = if negative { player.opponent() } else { player };
        // A good option raises what Left can surely reach, bad ones lower what Left can at most; as for Right, the other way round.
        let bound = if good.is_some() == (player == Player::Left) { LOWER } else { UPPER };
        let reach = match good {
            Some(i) => {
                let option = self.wall(self.option(positive, player, i), player.opponent(), bound);
                let reach = self.nodes[link.node()].reach[player as usize][bound];
                self.graphs.best(player, reach.into_iter().chain([option]))?
            }
            None => self.reach(positive, player, bound)?,
        };
        self.nodes[link.node()].reach[player as usize][bound] = reach;
        self.narrow(link.node(), bound, self.nodes[link.node()].reach)
    }

    /// What the bounds say.
    fn answer(&self, link: Link, score: Score, x: Dyadic) -> Result<Option<bool>, Error> {
        if self.score(link, score, LOWER)? >= x {
            return Ok(Some(true));
        }
        Ok((self.score(link, score, UPPER)? < x).then_some(false))
    }

    fn score(&self, link: Link, score: Score, bound: usize) -> Result<Dyadic, Error> {
        match score {
            Score::Mean => Ok(self.graphs.wall(self.wall(link, Player::Left, bound)).mast()),
            Score::Wall(player, t) => self.graphs.wall(self.wall(link, player, bound)).at(t),
        }
    }

    fn options(&self, link: Link, player: Player) -> impl Iterator<Item = Link> + '_ {
        self.side(link, player).iter().map(move |option| option.times(link.is_negative()))
    }

    fn option(&self, link: Link, player: Player, i: usize) -> Link {
        self.side(link, player)[i].times(link.is_negative())
    }

    /// The options of a player, as they are stored: without the sign of the position.
    fn side(&self, link: Link, player: Player) -> &[Link] {
        let player = if link.is_negative() { player.opponent() } else { player };
        let options = self.nodes[link.node()].options.as_ref();
        options.map_or(&[], |options| &options[player as usize])
    }

    /// A wall that the one of this player is nowhere below, or nowhere above.
    fn wall(&self, link: Link, player: Player, bound: usize) -> WallId {
        let bounds = &self.bounds[link.node()];
        match link.is_negative() {
            true => bounds[1 - bound][player.opponent() as usize].negated(),
            false => bounds[bound][player as usize],
        }
    }

    /// The upper thermograph that follows from the options alone.
    fn upper_of_options(&self, link: Link) -> Result<&Thermograph, Error> {
        let bound = if link.is_negative() { LOWER } else { UPPER };
        let graph = self.graphs.of_reach(self.nodes[link.node()].reach.map(|reach| reach[bound]))?;
        Ok(self.graphs.get(if link.is_negative() { self.graphs.negative(graph) } else { graph }))
    }

    /// The best that a player can reach, by one of the bounds of all options.
    fn reach(&self, link: Link, player: Player, bound: usize) -> Result<Reach, Error> {
        // Many options have the same wall.
        let mut walls: SmallVec<[WallId; 64]> =
            self.options(link, player).map(|option| self.wall(option, player.opponent(), bound)).collect();
        walls.sort_unstable();
        walls.dedup();
        self.graphs.best(player, walls)
    }

    /// Works out the bounds of a position again after something was learned about the options of these players.
    fn update(&mut self, link: Link, players: &[Player]) -> Result<(), Error> {
        let [lower, upper] = self.bounds[link.node()];
        if lower == upper || self.nodes[link.node()].options.is_none() {
            return Ok(());
        }
        let positive = link.times(link.is_negative());
        for bound in [LOWER, UPPER] {
            for &player in players {
                let player = if link.is_negative() { player.opponent() } else { player };
                self.nodes[link.node()].reach[player as usize][bound] =
                    self.reach(positive, player, bound)?;
            }
            self.narrow(link.node(), bound, self.nodes[link.node()].reach)?;
        }
        Ok(())
    }

    /// Takes what the players can reach into a bound. What was known before stays known.
    fn narrow(&mut self, node: usize, bound: usize, reach: [[Reach; 2]; 2]) -> Result<(), Error> {
        let walls = self.graphs.walls(self.graphs.of_reach(reach.map(|reach| reach[bound]))?);
        let narrower = if bound == LOWER { Player::Left } else { Player::Right };
        for (known, wall) in self.bounds[node][bound].iter_mut().zip(walls) {
            *known = self.graphs.best(narrower, [*known, wall])?.unwrap_or(*known);
        }
        Ok(())
    }

    /// Takes the walls of a region from the table of duels. That table grows by the cells of this region if it then
    /// took no more work than the search itself. `false` if it is not there.
    fn look_up(&mut self, node: usize) -> Result<bool, Error> {
        let Kind::Region(position) = &self.nodes[node].kind else { return Ok(false) };
        let Some(duel) = position.duel() else { return Ok(false) };
        let Some(table) = DuelTable::for_duel(&mut self.duels, &duel) else { return Ok(false) };
        if table.get(&duel).is_none() {
            let work = table.len() as u64 + duel.positions();
            if work > self.expanded * DUELS_PER_POSITION || self.bytes + table.bytes() > self.limit {
                return Ok(false);
            }
            table.work_out(&self.graphs, &duel, &self.budget)?;
        }
        match table.get(&duel) {
            Some(walls) => self.bounds[node] = [walls; 2],
            None => return Ok(false),
        }
        Ok(true)
    }

    /// Bounds a region by the numbers that the rules know about its options, without making nodes of them. Most
    /// positions need no more. `false` if that was done before.
    fn peek(&mut self, node: usize) -> Result<bool, Error> {
        let Node { kind: Kind::Region(position), peeked: false, .. } = &self.nodes[node] else {
            return Ok(false);
        };
        let better = |player, a: Dyadic, b: Dyadic| if player == Player::Left { a.max(b) } else { a.min(b) };
        let mut best = [None; 2];
        for player in Player::BOTH {
            for option in position.options(player) {
                let (low, high) = option.bounds().ok_or(Error::NoBounds)?;
                let (a, b) = best[player as usize].unwrap_or((low, high));
                best[player as usize] = Some((better(player, a, low), better(player, b, high)));
            }
        }
        let mut reach = [[None; 2]; 2];
        for player in Player::BOTH {
            if let Some((low, high)) = best[player as usize] {
                let walls = [self.walls_of(low)?, self.walls_of(high)?];
                reach[player as usize] = walls.map(|walls| Some(walls[player.opponent() as usize]));
            }
        }
        for bound in [LOWER, UPPER] {
            self.narrow(node, bound, reach)?;
        }
        self.nodes[node].reach = reach;
        self.nodes[node].peeked = true;
        Ok(true)
    }

    /// The walls of a number.
    fn walls_of(&mut self, x: Dyadic) -> Result<[WallId; 2], Error> {
        if let Some(&known) = self.walls.get(&x) {
            return Ok(known);
        }
        let walls = self.graphs.walls(self.graphs.of_number(x)?);
        self.walls.insert(x, walls);
        Ok(walls)
    }

    /// Finds the options of a node, and what they say about it.
    fn expand(&mut self, node: usize) -> Result<(), Error> {
        self.expanded += 1;
        let options = match self.nodes[node].kind.clone() {
            Kind::Number(x) => {
                let [left, right] = [x.left_option(), x.right_option()]
                    .map(|option| option.map(|x| self.number(x)).into_iter().collect::<Result<Vec<_>, _>>());
                [left?, right?]
            }
            Kind::Region(position) => {
                let [left, right] = Player::BOTH.map(|player| self.region_options(&position, player));
                [left?, right?]
            }
            Kind::Sum(parts) => {
                let [left, right] = Player::BOTH.map(|player| self.sum_options(&parts, player));
                [left?, right?]
            }
        };
        self.bytes += options.iter().map(|options| options.len() * size_of::<Link>()).sum::<usize>();
        self.nodes[node].options = Some(options.map(Vec::into_boxed_slice));
        let updated = self.update(Link::new(node as u32, false), &Player::BOTH);
        if updated.is_err() {
            // Half of what they say would be wrong.
            self.nodes[node].options = None;
        }
        updated
    }

    fn region_options(&mut self, position: &P, player: Player) -> Result<Vec<Link>, Error> {
        let mut links = Vec::new();
        let mut forms = Vec::new();
        for option in position.options(player) {
            match &option.regions()[..] {
                [region] => forms.push(region.normal_form()),
                regions => links.push(self.sum_of(regions)?),
            }
        }
        // Looking all of them up in one go lets the machine wait for several at a time.
        let known: Vec<Option<Link>> =
            forms.iter().map(|(form, _)| self.regions.get(form).copied()).collect();
        for ((form, negative), known) in forms.into_iter().zip(known) {
            let link = match known {
                Some(link) => link,
                None => self.form(form)?,
            };
            links.push(link.times(negative));
        }
        // The best for the player who moves come first: large guesses for Left, small ones for Right.
        let guess = |link: &Link| {
            let estimate = self.estimates[link.node()];
            (if link.is_negative() == (player == Player::Right) { -estimate } else { estimate }, *link)
        };
        links.sort_by_cached_key(guess);
        links.dedup();
        Ok(links)
    }

    /// The options of a sum: an option of one part, and the others.
    fn sum_options(&mut self, parts: &[Link], player: Player) -> Result<Vec<Link>, Error> {
        let mut found = Vec::new();
        for (i, &part) in parts.iter().enumerate() {
            if self.nodes[part.node()].options.is_none() {
                self.expand(part.node())?;
            }
            let options: Vec<Link> = self.options(part, player).collect();
            for option in options {
                let mut sum = parts.to_vec();
                sum.remove(i);
                sum.push(option);
                found.push(self.sum(&sum)?);
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// The node of a position.
    fn link(&mut self, position: &P) -> Result<Link, Error> {
        // What a table knows need not be split.
        if rules::known(position, &self.graphs).is_some() {
            return self.region(position);
        }
        match &position.regions()[..] {
            [region] => self.region(region),
            regions => self.sum_of(regions),
        }
    }

    fn sum_of(&mut self, regions: &[P]) -> Result<Link, Error> {
        let parts = regions.iter().map(|region| self.region(region)).collect::<Result<Vec<_>, _>>()?;
        self.sum(&parts)
    }

    /// The node of a single region; it is made if it is new.
    fn region(&mut self, region: &P) -> Result<Link, Error> {
        let (form, negative) = region.normal_form();
        Ok(self.form(form)?.times(negative))
    }

    /// The node of a region in normal form.
    fn form(&mut self, form: P) -> Result<Link, Error> {
        if let Some(&link) = self.regions.get(&form) {
            return Ok(link);
        }
        let link = match form.number() {
            Some(x) => self.number(x)?,
            None => {
                let numbers = form.bounds().ok_or(Error::NoBounds)?.into();
                let link = self.node(Kind::Region(form.clone()), numbers, form.ordering())?;
                if let Some(id) = rules::known(&form, &self.graphs) {
                    self.bounds[link.node()] = [self.graphs.walls(id); 2];
                }
                link
            }
        };
        self.bytes += 2 * size_of::<(P, Link)>();
        self.regions.insert(form, link);
        Ok(link)
    }

    fn number(&mut self, x: Dyadic) -> Result<Link, Error> {
        if let Some(&link) = self.numbers.get(&x) {
            return Ok(link);
        }
        let link = self.node(Kind::Number(x), [x; 2], x.floor().clamp(-1 << 20, 1 << 20) as i32)?;
        self.numbers.insert(x, link);
        Ok(link)
    }

    /// The node of a sum: sums within sums are opened, opposites cancel, and numbers are added up.
    fn sum(&mut self, parts: &[Link]) -> Result<Link, Error> {
        if let [part] = *parts {
            return Ok(part);
        }
        let opened = parts.iter().flat_map(|part| match &self.nodes[part.node()].kind {
            Kind::Sum(inner) => inner.iter().map(|inner| inner.times(part.is_negative())).collect(),
            _ => SmallVec::<[Link; 4]>::from_slice(&[*part]),
        });
        let mut number = Dyadic::ZERO;
        let mut kept: SmallVec<[Link; 4]> = SmallVec::new();
        for part in opened {
            let opposite = kept.iter().position(|other| *other == part.times(true));
            match (&self.nodes[part.node()].kind, opposite) {
                (Kind::Number(x), _) => {
                    number = if part.is_negative() { number.minus(*x) } else { number.plus(*x) }?;
                }
                (_, Some(opposite)) => drop(kept.swap_remove(opposite)),
                (_, None) => kept.push(part),
            }
        }
        if number != Dyadic::ZERO || kept.is_empty() {
            kept.push(self.number(number)?);
        }
        kept.sort_unstable();
        if let [part] = kept[..] {
            return Ok(part);
        }
        // A sum and its negative are one node.
        let mut mirrored: SmallVec<[Link; 4]> = kept.iter().map(|part| part.times(true)).collect();
        mirrored.sort_unstable();
        let negative = mirrored < kept;
        let parts = if negative { mirrored } else { kept };
        if let Some(&link) = self.sums.get(&parts) {
            return Ok(link.times(negative));
        }
        let (mut numbers, mut estimate) = ([Dyadic::ZERO; 2], 0i32);
        for part in &parts {
            let node = &self.nodes[part.node()];
            let [low, high] = node.numbers;
            let [low, high] = if part.is_negative() { [-high, -low] } else { [low, high] };
            numbers = [numbers[LOWER].plus(low)?, numbers[UPPER].plus(high)?];
            let guess = self.estimates[part.node()];
            estimate = estimate.saturating_add(if part.is_negative() { -guess } else { guess });
        }
        let link = self.node(Kind::Sum(parts.clone()), numbers, estimate)?;
        self.sums.insert(parts, link);
        Ok(link.times(negative))
    }

    /// A new node, for something that lies between two numbers.
    fn node(&mut self, kind: Kind<P>, numbers: [Dyadic; 2], estimate: i32) -> Result<Link, Error> {
        self.bytes += 2 * size_of::<Node<P>>() + size_of::<[[WallId; 2]; 2]>();
        if self.bytes > self.limit {
            return Err(Error::OutOfRoom);
        }
        let [low, high] = numbers.map(|x| self.walls_of(x));
        self.bounds.push([low?, high?]);
        self.estimates.push(estimate);
        self.nodes.push(Node { kind, numbers, reach: Default::default(), options: None, peeked: false });
        Ok(Link::new(self.nodes.len() as u32 - 1, false))
    }
}

/// Where to split the numbers above `low` and up to `high`: about halfway, and simple.
fn split(low: Dyadic, high: Dyadic) -> Result<Dyadic, Error> {
    let middle = Dyadic::integer(low.plus(high)?.half()?.floor())?;
    if low < middle {
        return Ok(middle);
    }
    Ok(Dyadic::simplest_between(Bound::Excluded(low), Bound::Included(high))?.unwrap_or(high))
}

/// The lowest temperature at which Right's wall reaches `x`, which it does at the mast.
fn lowest(graph: &Thermograph, x: Dyadic) -> Result<Dyadic, Error> {
    let corners = graph.wall(Player::Right).corners();
    match corners.partition_point(|corner| corner.value < x).checked_sub(1) {
        None => Ok(Dyadic::MINUS_ONE),
        Some(below) => corners[below].temperature.plus(x.minus(corners[below].value)?),
    }
}
