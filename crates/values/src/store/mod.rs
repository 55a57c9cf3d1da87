//! Games in canonical form, each stored once: a [`ValueId`] is an id, equal ids are
//! equal values, and whatever is worked out about a game is remembered. The
//! store ([`Values`]) can be shared by many threads; every operation is a method
//! of it and gives an [`Error`] rather than exceed its [`Limits`].

mod atomic;
mod canonical;
mod closed;
mod counts;
mod enumerate;
mod order;
mod products;
mod reduced;
mod stops;
mod sum;
mod thermal;
mod uptimal;

pub use closed::NumberUpStar;
use closed::UpStar;
pub use counts::{Kind, Temper};
pub use uptimal::Uptimal;

use crate::intern::{Interner, MAX_ID, PairCache, TruthCache, hash_of};
use crate::{Budget, Dyadic, Error, Player, Thermograph, ThermographId, Thermographs};
use smallvec::SmallVec;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use stops::Stops;

/// A value: the id of a canonical form in the [`Values`] it came from, and
/// meaningless in any other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ValueId(u32);

impl ValueId {
    /// The game without moves, which is the same id in every store.
    pub const ZERO: Self = Self(0);
}

/// How far a store of games may go.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most canonical forms that may be stored; about 200 bytes each.
    pub values: u32,
    /// Each of the two caches (of comparisons and of sums) has `2^cache_bits` slots of 8 bytes.
    pub cache_bits: u32,
    /// When to stop.
    pub budget: Budget,
}

impl Default for Limits {
    fn default() -> Self {
        Self { values: 20_000_000, cache_bits: 21, budget: Budget::endless() }
    }
}

impl Limits {
    /// What a canonical form takes, with its options and its entries in tables.
    pub const BYTES_PER_VALUE: usize = 200;

    /// Limits of a store that takes about the memory of a budget, its caches included.
    #[must_use]
    pub fn within(budget: &Budget) -> Self {
        // What caches of any size have: comparisons of simple games, and two caches of thermographs.
        const CACHES: usize = 32 << 20;
        let cache_bits = if budget.bytes() < 512 << 20 { 20 } else { Self::default().cache_bits };
        let caches = CACHES + 2 * (size_of::<u64>() << cache_bits);
        let room = budget.bytes().saturating_sub(caches) / Self::BYTES_PER_VALUE;
        let values = u32::try_from(room).unwrap_or(u32::MAX).clamp(1_000, 200_000_000);
        Self { values, cache_bits, budget: budget.clone() }
    }
}

/// A store of games.
pub struct Values {
    nodes: Interner<Node>,
    order: TruthCache,
    sums: PairCache,
    thermographs: Thermographs,
    limits: Limits,
    /// Memory beyond the canonical forms, in words: options of closed forms, tables of positions.
    listed: AtomicUsize,
}

/// What is stored about one canonical form.
struct Node {
    stops: Stops,
    shape: Shape,
    /// Given for general games, worked out when first needed for closed forms.
    options: OnceLock<Options>,
    birthday: u64,
    /// How many moves the game can last before it is a number: bounds every recursion.
    height: u32,
    /// Ids, one higher; 0 while unknown.
    negative: AtomicU32,
    thermograph: AtomicU32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Shape {
    /// A number (the stops) plus these infinitesimals.
    Closed(UpStar),
    General,
}

/// Left's options, then Right's, each sorted by id.
struct Options {
    all: Box<[ValueId]>,
    left: usize,
}

impl Options {
    fn new(left: &[ValueId], right: &[ValueId]) -> Self {
        Self { all: [left, right].concat().into(), left: left.len() }
    }

    fn sides(&self) -> (&[ValueId], &[ValueId]) {
        self.all.split_at(self.left)
    }
}

impl Node {
    fn closed(&self) -> Option<NumberUpStar> {
        match self.shape {
            Shape::Closed(infinitesimal) => Some(infinitesimal.plus_number(self.stops.left())),
            Shape::General => None,
        }
    }

    fn is_number(&self) -> bool {
        self.shape == Shape::Closed(UpStar::ZERO)
    }

    /// The hash of what tells this node from all others.
    fn hash(&self) -> u64 {
        match (self.closed(), self.options.get()) {
            (Some(closed), _) => hash_of(&closed),
            (None, Some(options)) => hash_of(&options.sides()),
            (None, None) => 0,
        }
    }
}

impl Default for Values {
    fn default() -> Self {
        Self::with_limits(Limits::default())
    }
}

impl Values {
    /// No stored game lasts longer than this before it is a number.
    pub const MAX_HEIGHT: u32 = 40_000;

    /// A store with the default limits.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A store with these limits.
    #[must_use]
    pub fn with_limits(limits: Limits) -> Self {
        let values = Self {
            nodes: Interner::new(),
            order: TruthCache::new(limits.cache_bits),
            sums: PairCache::new(limits.cache_bits),
            thermographs: Thermographs::new(),
            limits,
            listed: AtomicUsize::new(0),
        };
        let zero = values.insert_closed(NumberUpStar::ZERO);
        debug_assert_eq!(zero, Ok(ValueId::ZERO));
        values
    }

    /// When this store has to stop.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.limits.budget
    }

    /// Replaces the request to stop, for the next question asked of the same store.
    pub fn set_budget(&mut self, budget: Budget) {
        self.limits.budget = budget;
    }

    /// How many canonical forms are stored.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: zero is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Counts memory that somebody else keeps about the games in this store against its limit.
    pub fn count_bytes(&self, bytes: usize) {
        self.listed.fetch_add(bytes / size_of::<ValueId>(), Ordering::Relaxed);
    }

    /// How much of the room that the limits give is used up, counted in games.
    #[must_use]
    pub fn load(&self) -> usize {
        self.len() + self.listed.load(Ordering::Relaxed) / 32
    }

    /// A number as a game.
    pub fn number(&self, x: Dyadic) -> Result<ValueId, Error> {
        self.closed(x.into())
    }

    /// The integer `n` as a game.
    pub fn integer(&self, n: i64) -> Result<ValueId, Error> {
        self.number(Dyadic::integer(n)?)
    }

    /// The nimber `*n`.
    pub fn nimber(&self, n: u32) -> Result<ValueId, Error> {
        self.closed(NumberUpStar::new(Dyadic::ZERO, 0, n)?)
    }

    /// `n` copies of ↑, or of ↓ if `n` is negative.
    pub fn ups(&self, n: i32) -> Result<ValueId, Error> {
        self.closed(NumberUpStar::new(Dyadic::ZERO, n, 0)?)
    }

    /// A number plus ups plus a nimber.
    pub fn closed(&self, value: NumberUpStar) -> Result<ValueId, Error> {
        self.insert_closed(value)
    }

    /// The switch `±x = {x|-x}`.
    pub fn switch(&self, x: ValueId) -> Result<ValueId, Error> {
        self.from_options(&[x], &[self.negative(x)?])
    }

    /// `Tiny(x) = {0||0|-x}`: positive, but smaller than ↑ as soon as `x` is a threat.
    pub fn tiny(&self, x: ValueId) -> Result<ValueId, Error> {
        let threat = self.from_options(&[ValueId::ZERO], &[self.negative(x)?])?;
        self.from_options(&[ValueId::ZERO], &[threat])
    }

    /// `Miny(x) = -Tiny(x) = {x|0||0}`.
    pub fn miny(&self, x: ValueId) -> Result<ValueId, Error> {
        self.negative(self.tiny(x)?)
    }

    /// The value as number plus ups plus nimber, if it is one.
    #[must_use]
    pub fn to_closed(&self, g: ValueId) -> Option<NumberUpStar> {
        self.node(g).closed()
    }

    /// The number that the game is equal to, if it is one.
    #[must_use]
    pub fn to_number(&self, g: ValueId) -> Option<Dyadic> {
        let node = self.node(g);
        node.is_number().then(|| node.stops.left())
    }

    /// The canonical options of both players, Left's first.
    pub fn options(&self, g: ValueId) -> Result<(&[ValueId], &[ValueId]), Error> {
        self.sides(self.node(g))
    }

    #[inline]
    fn sides<'a>(&self, node: &'a Node) -> Result<(&'a [ValueId], &'a [ValueId]), Error> {
        match node.options.get() {
            Some(options) => Ok(options.sides()),
            None => self.closed_sides(node),
        }
    }

    #[cold]
    fn closed_sides<'a>(&self, node: &'a Node) -> Result<(&'a [ValueId], &'a [ValueId]), Error> {
        let (left, right) = node.closed().map(NumberUpStar::options).unwrap_or_default();
        let (left, right) =
            (each(&left, |value| self.closed(value))?, each(&right, |value| self.closed(value))?);
        self.listed.fetch_add(left.len() + right.len(), Ordering::Relaxed);
        Ok(node.options.get_or_init(|| Options::new(&left, &right)).sides())
    }

    /// The canonical options of one player.
    pub fn options_of(&self, g: ValueId, player: Player) -> Result<&[ValueId], Error> {
        let (left, right) = self.options(g)?;
        Ok(match player {
            Player::Left => left,
            Player::Right => right,
        })
    }

    /// The number reached when `player` starts and both play until it is a number.
    #[must_use]
    pub fn stop(&self, g: ValueId, player: Player) -> Dyadic {
        match player {
            Player::Left => self.node(g).stops.left(),
            Player::Right => self.node(g).stops.right(),
        }
    }

    /// The thermograph.
    pub fn thermograph(&self, g: ValueId) -> Result<&Thermograph, Error> {
        Ok(self.thermographs.get(self.thermograph_id(g)?))
    }

    /// The thermograph as an id in [`Self::thermographs`].
    pub fn thermograph_id(&self, g: ValueId) -> Result<ThermographId, Error> {
        let node = self.node(g);
        match node.thermograph.load(Ordering::Acquire) {
            0 => {}
            known => return Ok(ThermographId::from_index(known - 1)),
        }
        self.check()?;
        let id = match self.to_closed(g) {
            Some(closed) if closed.is_number() => self.thermographs.of_number(closed.number())?,
            // All nimbers but 0 have the thermograph of *.
            Some(closed) if closed.ups() == 0 && closed.star() > 1 => {
                self.thermograph_id(self.closed(NumberUpStar::new(closed.number(), 0, 1)?)?)?
            }
            _ => deep(|| {
                let (left, right) = self.options(g)?;
                let ids = |options| each(options, |option| self.thermograph_id(option));
                self.thermographs.of_options(ids(left)?, ids(right)?)
            })?,
        };
        node.thermograph.store(id.index() + 1, Ordering::Release);
        Ok(id)
    }

    /// All thermographs of games in this store.
    #[must_use]
    pub fn thermographs(&self) -> &Thermographs {
        &self.thermographs
    }

    /// Who is ahead, and by how much, on average over many copies.
    pub fn mean(&self, g: ValueId) -> Result<Dyadic, Error> {
        Ok(self.thermograph(g)?.mean())
    }

    /// How urgent a move is.
    pub fn temperature(&self, g: ValueId) -> Result<Dyadic, Error> {
        Ok(self.thermograph(g)?.temperature())
    }

    /// The options of `player` that are best when every move is taxed by `t`:
    /// those that reach the scaffold there.
    pub fn orthodox_options(&self, g: ValueId, player: Player, t: Dyadic) -> Result<Vec<ValueId>, Error> {
        let mut best: Option<Dyadic> = None;
        let mut orthodox = Vec::new();
        for &option in self.options_of(g, player)? {
            let reached = self.thermograph(option)?.wall(player.opponent()).at(t)?;
            let toward = player.sees(reached);
            if best.is_none_or(|best| toward > best) {
                best = Some(toward);
                orthodox.clear();
            }
            if best == Some(toward) {
                orthodox.push(option);
            }
        }
        Ok(orthodox)
    }

    /// An error once it is time to stop: for whoever works long with this store.
    pub fn check(&self) -> Result<(), Error> {
        self.limits.budget.check()
    }

    #[inline]
    fn node(&self, g: ValueId) -> &Node {
        self.nodes.get(g.0)
    }

    fn insert_closed(&self, value: NumberUpStar) -> Result<ValueId, Error> {
        let id = self.nodes.intern_with(
            hash_of(&value),
            |node| node.closed() == Some(value),
            Node::hash,
            || {
                self.check_room()?;
                Ok(Node {
                    stops: value.stops(),
                    shape: Shape::Closed(value.infinitesimal()),
                    options: OnceLock::new(),
                    birthday: value.birthday(),
                    height: value.height(),
                    negative: AtomicU32::new(0),
                    thermograph: AtomicU32::new(0),
                })
            },
        )?;
        Ok(ValueId(id))
    }

    /// Stores options that are known to be canonical and to be no number.
    fn insert_canonical(&self, left: &[ValueId], right: &[ValueId], stops: Stops) -> Result<ValueId, Error> {
        if let Some(closed) = self.recognise(left, right) {
            return self.insert_closed(closed);
        }
        let (mut left, mut right) = (List::from_slice(left), List::from_slice(right));
        left.sort_unstable();
        right.sort_unstable();
        let sides = (&left[..], &right[..]);
        // The new node's fields are worked out before its shard is locked.
        let over =
            |of: fn(&Node) -> u64| left.iter().chain(&right).map(|&option| of(self.node(option))).max();
        let height = over(|node| u64::from(node.height)).map_or(0, |height| height as u32 + 1);
        let birthday = over(|node| node.birthday).map_or(0, |birthday| birthday + 1);
        let found = self.nodes.intern_with(
            hash_of(&sides),
            |node| {
                node.options.get().is_some_and(|known| node.shape == Shape::General && known.sides() == sides)
            },
            Node::hash,
            || {
                self.check_room()?;
                if height > Self::MAX_HEIGHT {
                    return Err(Error::TooDeep);
                }
                Ok(Node {
                    stops,
                    shape: Shape::General,
                    options: OnceLock::from(Options::new(sides.0, sides.1)),
                    birthday,
                    height,
                    negative: AtomicU32::new(0),
                    thermograph: AtomicU32::new(0),
                })
            },
        )?;
        Ok(ValueId(found))
    }

    fn recognise(&self, left: &[ValueId], right: &[ValueId]) -> Option<NumberUpStar> {
        let closed = |options: &[ValueId]| {
            options.iter().map(|&option| self.to_closed(option)).collect::<Option<List<_>>>()
        };
        NumberUpStar::of_options(&closed(left)?, &closed(right)?)
    }

    /// An error once the room that the limits give is used up.
    pub fn check_room(&self) -> Result<(), Error> {
        let limit = self.limits.values.min(MAX_ID);
        if self.load() < limit as usize { Ok(()) } else { Err(Error::TooManyValues(limit)) }
    }
}

/// A short list: most games have few options.
pub(crate) type List<T> = SmallVec<[T; 12]>;

/// The results for each of some things, or the first error.
pub(crate) fn each<T: Copy, R>(
    things: &[T],
    work: impl FnMut(T) -> Result<R, Error>,
) -> Result<List<R>, Error> {
    things.iter().copied().map(work).collect()
}

/// Runs one level of a recursion over games or positions, on more stack if little is left.
#[inline]
pub fn deep<R>(level: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(64 * 1024, 4 * 1024 * 1024, level)
}
