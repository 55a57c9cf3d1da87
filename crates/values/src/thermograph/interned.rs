//! Thermographs by the million: walls and thermographs are stored once each, and every operation on them is
//! remembered under the ids of its arguments.

use super::fixed::{Fixed, PLACES};
use super::packed::Packed;
use super::{Thermograph, Wall};
use crate::intern::{Interner, PairCache, hash_of};
use crate::{ByPlayer, Dyadic, Error, Player};
use std::convert::Infallible;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The id of a thermograph in a [`Thermographs`] store. Equal ids, equal thermographs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ThermographId(u32);

impl ThermographId {
    /// The id as a plain number: ids count up from 0.
    #[must_use]
    pub fn index(self) -> u32 {
        self.0
    }

    /// The id with that number.
    #[must_use]
    pub fn from_index(index: u32) -> Self {
        Self(index)
    }
}

/// The id of a wall in a [`Thermographs`] store. Equal ids, equal walls.
///
/// A wall and its mirror image are stored together, so their ids differ in the lowest bit only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct WallId(u32);

impl WallId {
    /// The wall that is zero at every temperature: the only one that is its own mirror image.
    const ZERO: Self = Self(0);

    /// The mirror image, see [`Wall::negated`].
    #[must_use]
    #[inline]
    pub fn negated(self) -> Self {
        Self(self.0 ^ u32::from(self != Self::ZERO))
    }
}

/// The best wall that a player can move to. `None` means the player has no move.
pub type Reach = Option<WallId>;

/// Thermographs and walls stored once each, with every operation on them remembered. Millions of positions
/// share a few thousand walls, so computing a thermograph from options is mostly three look-ups.
pub struct Thermographs {
    walls: Interner<Mirrored>,
    pairs: Interner<Pair>,
    max: PairCache,
    joined: PairCache,
    /// The bytes of all thermographs that were looked at.
    looked_at: AtomicUsize,
}

/// A wall and its mirror image. The wall is positive where it leaves zero first.
struct Mirrored {
    wall: Packed,
    /// Bounds on the scores of the wall, in units of [`EXTENT`] and rounded outwards.
    extent: [i32; 2],
}

/// The number of binary places of extents.
const EXTENT: u32 = 8;

/// A number in units of extents, rounded down.
fn rounded_down(x: Dyadic) -> i32 {
    let scaled = (i128::from(x.numerator()) << EXTENT) >> x.exponent();
    scaled.clamp(-i128::from(i32::MAX), i128::from(i32::MAX)) as i32
}

/// The walls of a thermograph, and the thermograph once it is looked at.
struct Pair {
    walls: ByPlayer<WallId>,
    thermograph: OnceLock<Box<Thermograph>>,
}

impl Default for Thermographs {
    fn default() -> Self {
        Self::with_cache_bits(20)
    }
}

impl Thermographs {
    /// An empty store whose two caches have `2^bits` slots of 8 bytes each.
    pub(crate) fn with_cache_bits(bits: u32) -> Self {
        let cache = || PairCache::new(bits.min(20));
        let (walls, pairs) = (Interner::new(), Interner::new());
        let new = Self { walls, pairs, max: cache(), joined: cache(), looked_at: AtomicUsize::new(0) };
        let zero = new.intern_wall(&Wall::vertical(Dyadic::ZERO));
        debug_assert_eq!(zero, WallId::ZERO);
        new
    }

    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives back the memory of the caches.
    pub(crate) fn drop_caches(&mut self) {
        [self.max, self.joined] = [PairCache::new(0), PairCache::new(0)];
    }

    /// The number of distinct thermographs stored.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// About the bytes that walls and thermographs use, without the caches.
    #[must_use]
    pub fn bytes(&self) -> usize {
        // A place in an index takes about 16 bytes.
        self.walls.len() * (size_of::<Mirrored>() + 16)
            + self.pairs.len() * (size_of::<Pair>() + 16)
            + self.looked_at.load(Relaxed)
    }

    /// Is nothing stored yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The thermograph behind an id.
    #[must_use]
    pub fn get(&self, id: ThermographId) -> &Thermograph {
        let Pair { walls, thermograph } = self.pairs.get(id.0);
        thermograph.get_or_init(|| {
            self.looked_at.fetch_add(size_of::<Thermograph>() + size_of::<usize>(), Relaxed);
            let ByPlayer { left, right } = walls.map(|wall| self.wall(wall));
            Box::new(Thermograph { left, right })
        })
    }

    /// The walls of Left and Right.
    #[must_use]
    #[inline]
    pub fn walls(&self, id: ThermographId) -> [WallId; 2] {
        self.pairs.get(id.0).walls.into_array()
    }

    /// The wall behind an id.
    pub fn wall(&self, WallId(id): WallId) -> Wall {
        let wall = self.walls.get(id >> 1).wall.wall();
        if id & 1 == 0 { wall } else { wall.negated() }
    }

    /// Stores a wall.
    pub fn intern_wall(&self, wall: &Wall) -> WallId {
        let mut values = wall.corners().iter().map(|corner| corner.value);
        let mirrored = values.find(|value| *value != Dyadic::ZERO).is_some_and(|value| value < Dyadic::ZERO);
        let wall = if mirrored { &wall.negated() } else { wall };
        self.intern_packed(Packed::new(wall), mirrored, || {
            let scores = || wall.corners().iter().map(|corner| corner.value);
            [scores().map(rounded_down).min(), scores().map(|x| -rounded_down(-x)).max()]
        })
    }

    /// Stores a wall in fixed point.
    fn intern_fixed(&self, wall: Fixed) -> WallId {
        let mirrored = wall.sign() < 0;
        let wall = if mirrored { wall.negated() } else { wall };
        self.intern_packed(wall.packed(), mirrored, || {
            let scores = || wall.0.iter().map(|corner| corner.0);
            let down = |x: i64| (x >> (PLACES - EXTENT)).clamp(-i64::from(i32::MAX), i32::MAX.into()) as i32;
            [scores().map(down).min(), scores().map(|x| -down(-x)).max()]
        })
    }

    /// Stores a wall with this extent, or returns the id of the mirror image of the stored wall.
    fn intern_packed(
        &self,
        packed: Packed,
        mirrored: bool,
        extent: impl FnOnce() -> [Option<i32>; 2],
    ) -> WallId {
        let hash = hash_of(&packed);
        let made: Result<u32, Infallible> = self.walls.intern_key(
            packed,
            hash,
            |wall, known| known.wall == *wall,
            |wall| Ok(Mirrored { wall, extent: extent().map(|bound| bound.expect("a wall has a corner")) }),
        );
        let Ok(id) = made;
        WallId(id << 1 | u32::from(mirrored))
    }

    /// The wall behind an id in fixed point. `None` means that it does not fit.
    fn fixed(&self, WallId(id): WallId) -> Option<Fixed> {
        let wall = self.walls.get(id >> 1).wall.fixed()?;
        Some(if id & 1 == 0 { wall } else { wall.negated() })
    }

    /// Stores a thermograph.
    pub fn intern(&self, thermograph: &Thermograph) -> ThermographId {
        self.of_walls(Player::BOTH.map(|player| self.intern_wall(thermograph.wall(player))))
    }

    /// The thermograph with these walls of Left and Right.
    pub fn of_walls(&self, walls: [WallId; 2]) -> ThermographId {
        let walls = ByPlayer::from(walls);
        let made: Result<u32, Infallible> = self.pairs.intern_with(
            hash_of(&walls),
            |pair| pair.walls == walls,
            || Ok(Pair { walls, thermograph: OnceLock::new() }),
        );
        let Ok(id) = made;
        ThermographId(id)
    }

    /// The mirror image.
    pub fn negative(&self, id: ThermographId) -> ThermographId {
        let [left, right] = self.walls(id);
        self.of_walls([right.negated(), left.negated()])
    }

    /// The thermograph of a number.
    pub fn of_number(&self, x: Dyadic) -> Result<ThermographId, Error> {
        Ok(self.intern(&Thermograph::of_number(x)?))
    }

    /// The thermograph of the game with these options, see [`Thermograph::of_options`].
    pub fn of_options(
        &self,
        left: impl IntoIterator<Item = ThermographId>,
        right: impl IntoIterator<Item = ThermographId>,
    ) -> Result<ThermographId, Error> {
        let left = left.into_iter().map(|option| self.pairs.get(option.0).walls.right);
        let right = right.into_iter().map(|option| self.pairs.get(option.0).walls.left);
        self.of_reach([self.best(Player::Left, left)?, self.best(Player::Right, right)?])
    }

    /// The best of some walls for a player to move to: the highest for Left, the lowest for Right.
    #[inline]
    pub fn best(&self, player: Player, walls: impl IntoIterator<Item = WallId>) -> Result<Reach, Error> {
        // The lowest wall is the mirror image of the highest mirror image.
        let turned = |wall: WallId| if player == Player::Left { wall } else { wall.negated() };
        let mut walls = walls.into_iter().map(turned);
        let Some(first) = walls.next() else { return Ok(None) };
        walls.try_fold(first, |best, wall| self.max(best, wall)).map(|best| Some(turned(best)))
    }

    /// Bounds on the scores of a wall.
    #[inline]
    fn extent(&self, WallId(id): WallId) -> [i32; 2] {
        let [low, high] = self.walls.get(id >> 1).extent;
        if id & 1 == 0 { [low, high] } else { [-high, -low] }
    }

    /// The higher of two walls, at every temperature.
    #[inline]
    fn max(&self, a: WallId, b: WallId) -> Result<WallId, Error> {
        if a == b {
            return Ok(a);
        }
        // Most walls are far apart.
        let ([low, high], [lowest, highest]) = (self.extent(a), self.extent(b));
        if high <= lowest && high < i32::MAX && lowest > -i32::MAX {
            return Ok(b);
        }
        if highest <= low && highest < i32::MAX && low > -i32::MAX {
            return Ok(a);
        }
        self.max_of_near(a.min(b), a.max(b))
    }

    /// The higher of two walls that may cross.
    fn max_of_near(&self, a: WallId, b: WallId) -> Result<WallId, Error> {
        if let Some(known) = self.max.get(a.0, b.0) {
            return Ok(WallId(known));
        }
        let max = match (self.fixed(a), self.fixed(b)) {
            (Some(a), Some(b)) => self.intern_fixed(a.max(&b)),
            _ => self.intern_wall(&self.wall(a).max(&self.wall(b))?),
        };
        self.max.put(a.0, b.0, max.0);
        Ok(max)
    }

    /// The thermograph, from the best walls that Left and Right can move to, see [`Thermograph::of_reach`].
    pub fn of_reach(&self, reach: [Reach; 2]) -> Result<ThermographId, Error> {
        // 0 stands for a player without a move.
        let [left, right] = reach.map(|wall| wall.map_or(0, |WallId(id)| id + 1));
        if let Some(id) = self.joined.get(left, right) {
            return Ok(ThermographId(id));
        }
        let id = match self.joined_fast(reach) {
            Some(id) => id,
            None => {
                let [a, b] = reach.map(|wall| wall.map(|wall| self.wall(wall)));
                self.intern(&Thermograph::of_reach(a.as_ref(), b.as_ref())?)
            }
        };
        self.joined.put(left, right, id.0);
        Ok(id)
    }

    /// The same in fixed point. `None` means that the thermograph is a number, or that it does not fit.
    fn joined_fast(&self, [left, right]: [Reach; 2]) -> Option<ThermographId> {
        let walls = Fixed::joined(&self.fixed(left?)?, &self.fixed(right?)?)?;
        Some(self.of_walls(walls.map(|wall| self.intern_fixed(wall))))
    }
}
