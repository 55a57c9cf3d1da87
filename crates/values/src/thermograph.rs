//! How much a position is worth, and how urgent a move in it is, at every
//! temperature. A [`Wall`] is the score one player can reach moving first when
//! every move costs a tax `t`; a [`Thermograph`] is both walls and the mast
//! where they meet. Computed straight from the options' thermographs: no
//! canonical form is needed, and the form need not be canonical.

use crate::intern::{Interner, PairCache, hash_of};
use crate::{Dyadic, Error, Player};
use smallvec::{SmallVec, smallvec};
use std::cmp::Ordering;
use std::convert::Infallible;
use std::fmt;

/// A point of a wall: the score `value` at the tax `temperature`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Point {
    /// Where on the (reversed) horizontal axis.
    pub value: Dyadic,
    /// Where on the vertical axis.
    pub temperature: Dyadic,
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({} at {})", self.value, self.temperature)
    }
}

/// One side of a thermograph: a continuous score for every temperature from −1
/// upwards, made of pieces that are vertical or have slope one.
///
/// Stored as its corners, from the one at −1 upwards; above the last corner it
/// is vertical.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Wall {
    corners: SmallVec<[Point; 4]>,
}

impl Wall {
    /// The same score at every temperature.
    #[must_use]
    pub fn vertical(value: Dyadic) -> Self {
        Self { corners: smallvec![Point { value, temperature: Dyadic::MINUS_ONE }] }
    }

    /// The wall with these corners, from temperature −1 upwards, if there is one.
    #[must_use]
    pub fn of_corners(corners: &[Point]) -> Option<Self> {
        if corners.first()?.temperature != Dyadic::MINUS_ONE {
            return None;
        }
        let mut slope = None;
        for piece in corners.windows(2) {
            let rise = piece[1].temperature.minus(piece[0].temperature).ok()?;
            let run = piece[1].value.minus(piece[0].value).ok()?;
            let next = Some(run.cmp(&Dyadic::ZERO));
            if rise <= Dyadic::ZERO || next == slope || !(run == Dyadic::ZERO || run == rise || run == -rise)
            {
                return None;
            }
            slope = next;
        }
        // Above the last corner it is vertical, so below it is not.
        (slope != Some(Ordering::Equal)).then(|| Self { corners: corners.into() })
    }

    /// The corners, from temperature −1 upwards; the wall is vertical above the last.
    #[must_use]
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// The temperature above which the wall is vertical.
    #[must_use]
    pub fn top(&self) -> Dyadic {
        self.last().temperature
    }

    /// The score above the last corner.
    #[must_use]
    pub fn mast(&self) -> Dyadic {
        self.last().value
    }

    fn last(&self) -> Point {
        self.corners[self.corners.len() - 1]
    }

    /// The score at temperature `t`; below −1 counts as −1.
    pub fn at(&self, t: Dyadic) -> Result<Dyadic, Error> {
        let above = self.corners.partition_point(|corner| corner.temperature <= t);
        match (above.checked_sub(1), self.corners.get(above)) {
            (None, _) => Ok(self.corners[0].value),
            (Some(below), None) => Ok(self.corners[below].value),
            (Some(below), Some(above)) => between(self.corners[below], *above, t),
        }
    }

    /// The higher of two walls of the same side, at every temperature.
    pub fn max(&self, other: &Self) -> Result<Self, Error> {
        self.envelope(other, Ordering::Greater)
    }

    /// The lower of two walls of the same side, at every temperature.
    pub fn min(&self, other: &Self) -> Result<Self, Error> {
        self.envelope(other, Ordering::Less)
    }

    fn envelope(&self, other: &Self, wanted: Ordering) -> Result<Self, Error> {
        let mut outline = Outline::default();
        let mut previous: Option<(Dyadic, Dyadic, Dyadic)> = None;
        for t in temperatures(self, other) {
            let (a, b) = (self.at(t)?, other.at(t)?);
            if let Some((t0, a0, b0)) = previous
                && a0.cmp(&b0) == b.cmp(&a)
                && a != b
            {
                // They cross in between. Only walls of one side are compared, so one of
                // them is vertical there and the other gains one for each unit of tax.
                let gap = a0.minus(b0)?.abs();
                let t = t0.plus(gap)?;
                outline.add(Point { value: self.at(t)?, temperature: t });
            }
            let value = if a.cmp(&b) == wanted { a } else { b };
            outline.add(Point { value, temperature: t });
            previous = Some((t, a, b));
        }
        Ok(outline.finish())
    }

    /// Is this wall nowhere above the other?
    pub fn le(&self, other: &Self) -> Result<bool, Error> {
        for t in temperatures(self, other) {
            if self.at(t)? > other.at(t)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The wall moved by a number.
    pub fn shifted(&self, x: Dyadic) -> Result<Self, Error> {
        let shift = |corner: &Point| Ok(Point { value: corner.value.plus(x)?, ..*corner });
        Ok(Self { corners: self.corners.iter().map(shift).collect::<Result<_, Error>>()? })
    }

    /// The mirror image: the other player's wall in the negative game.
    #[must_use]
    pub fn negated(&self) -> Self {
        let mirror = |corner: &Point| Point { value: -corner.value, ..*corner };
        Self { corners: self.corners.iter().map(mirror).collect() }
    }
}

/// The score at `t` on the piece between two corners.
fn between(below: Point, above: Point, t: Dyadic) -> Result<Dyadic, Error> {
    let risen = t.minus(below.temperature)?;
    match above.value.cmp(&below.value) {
        Ordering::Equal => Ok(below.value),
        Ordering::Greater => below.value.plus(risen),
        Ordering::Less => below.value.minus(risen),
    }
}

/// All temperatures at which one of the walls has a corner, upwards, each once.
fn temperatures<'a>(a: &'a Wall, b: &'a Wall) -> impl Iterator<Item = Dyadic> + use<'a> {
    let (mut a, mut b) = (a.corners.iter().peekable(), b.corners.iter().peekable());
    std::iter::from_fn(move || {
        let next = [a.peek(), b.peek()].into_iter().flatten().map(|corner| corner.temperature).min()?;
        a.next_if(|corner| corner.temperature == next);
        b.next_if(|corner| corner.temperature == next);
        Some(next)
    })
}

/// Collects points upwards and keeps those that are corners.
#[derive(Default)]
struct Outline {
    corners: SmallVec<[Point; 4]>,
}

impl Outline {
    fn add(&mut self, point: Point) {
        if let [.., before, last] = self.corners[..]
            && straight(before, last, point)
        {
            self.corners.pop();
        }
        if self.corners.last() != Some(&point) {
            self.corners.push(point);
        }
    }

    /// The wall that is vertical above the last point.
    fn finish(mut self) -> Wall {
        if let [.., before, last] = self.corners[..]
            && before.value == last.value
        {
            self.corners.pop();
        }
        Wall { corners: self.corners }
    }
}

/// Do three points, upwards, lie on one straight piece?
fn straight(a: Point, b: Point, c: Point) -> bool {
    let slope = |p: Point, q: Point| q.value.cmp(&p.value);
    slope(a, b) == slope(b, c) || b == c
}

/// Both walls and the mast. Left's wall starts highest at −1 and falls, Right's
/// rises; they meet at the foot of the mast, whose place is the mean and whose
/// height is the temperature.
///
/// ```
/// use values::{Dyadic, Thermograph};
/// // {3|-1}: the thermographs of 3 and of -1, and nothing else, determine it.
/// let [three, minus_one] = [3, -1].map(|n| Thermograph::of_number(Dyadic::from(n)).unwrap());
/// let switch = Thermograph::of_options([&three], [&minus_one])?;
/// assert_eq!(switch.mean(), Dyadic::from(1));
/// assert_eq!(switch.temperature(), Dyadic::from(2));
/// # Ok::<(), values::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thermograph {
    left: Wall,
    right: Wall,
}

impl Thermograph {
    /// The thermograph of a number.
    pub fn of_number(x: Dyadic) -> Result<Self, Error> {
        let integer = |x: Dyadic| Self { left: Wall::vertical(x), right: Wall::vertical(x) };
        if x.is_integer() {
            return Ok(integer(x));
        }
        // Halving the interval around x leads through all numbers that are its followers.
        let floor = Dyadic::integer(x.floor())?;
        let (mut below, mut above) = (integer(floor), integer(floor.plus(Dyadic::ONE)?));
        loop {
            let middle = Self::of_options([&below], [&above])?;
            match x.cmp(&middle.mean()) {
                Ordering::Equal => return Ok(middle),
                Ordering::Less => above = middle,
                Ordering::Greater => below = middle,
            }
        }
    }

    /// The thermograph of the game with these options, from theirs alone.
    pub fn of_options<'a>(
        left: impl IntoIterator<Item = &'a Self>,
        right: impl IntoIterator<Item = &'a Self>,
    ) -> Result<Self, Error> {
        let left = best(left.into_iter().map(|option| &option.right), Wall::max)?;
        let right = best(right.into_iter().map(|option| &option.left), Wall::min)?;
        Self::of_reach(left.as_ref(), right.as_ref())
    }

    /// The thermograph, from the best wall each player can move to: the highest
    /// right wall among Left's options and the lowest left wall among Right's.
    pub fn of_reach(left: Option<&Wall>, right: Option<&Wall>) -> Result<Self, Error> {
        // A move costs t: the scaffolds are the walls moved to, less the tax. At t = −1
        // everything is an integer, and scaffolds that do not overlap there leave room for one.
        let cold = Dyadic::MINUS_ONE;
        let lower = left.map(|wall| wall.at(cold)?.plus(Dyadic::ONE)).transpose()?;
        let upper = right.map(|wall| wall.at(cold)?.minus(Dyadic::ONE)).transpose()?;
        let (Some(left), Some(right)) = (left, right) else {
            return Self::of_number(nearest_to_zero(lower, upper));
        };
        if lower <= upper {
            return Self::of_number(nearest_to_zero(lower, upper));
        }
        let foot = meeting(left, right)?;
        Ok(Self { left: scaffold(left, foot, Player::Left)?, right: scaffold(right, foot, Player::Right)? })
    }

    /// The thermograph with these walls of Left and Right, if they have a mast in common.
    #[must_use]
    pub fn of_walls(left: Wall, right: Wall) -> Option<Self> {
        (left.mast() == right.mast()).then_some(Self { left, right })
    }

    /// The wall of a player: the score when that player moves first.
    #[must_use]
    pub fn wall(&self, player: Player) -> &Wall {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// Where the mast stands: who is ahead, and by how much.
    #[must_use]
    pub fn mean(&self) -> Dyadic {
        self.left.mast()
    }

    /// Where the mast begins: how urgent a move is.
    #[must_use]
    pub fn temperature(&self) -> Dyadic {
        // The walls end in the mast, so just below its foot at least one of them is not vertical.
        self.left.top().max(self.right.top())
    }

    /// The foot of the mast.
    #[must_use]
    pub fn foot(&self) -> Point {
        Point { value: self.mean(), temperature: self.temperature() }
    }

    /// The temperature above which a player's wall is part of the mast: that
    /// player has nothing to gain there by moving first.
    #[must_use]
    pub fn side_temperature(&self, player: Player) -> Dyadic {
        self.wall(player).top()
    }

    /// The corners of a wall from −1 up to the foot of the mast, the foot included.
    #[must_use]
    pub fn outline(&self, player: Player) -> Vec<Point> {
        let mut points = self.wall(player).corners().to_vec();
        if points.last() != Some(&self.foot()) {
            points.push(self.foot());
        }
        points
    }

    /// The thermograph moved by a number: that of the sum with it, if it is an integer.
    ///
    /// ```
    /// use values::Values;
    /// let values = Values::new();
    /// let [g, h] = ["3||1|-1", "5||3|1"].map(|text| values.parse(text).unwrap());
    /// assert_eq!(values.thermograph(g)?.shifted(2.into())?, *values.thermograph(h)?);
    /// # Ok::<(), values::Error>(())
    /// ```
    pub fn shifted(&self, x: Dyadic) -> Result<Self, Error> {
        Ok(Self { left: self.left.shifted(x)?, right: self.right.shifted(x)? })
    }

    /// The mirror image: the thermograph of the negative.
    #[must_use]
    pub fn negated(&self) -> Self {
        Self { left: self.right.negated(), right: self.left.negated() }
    }

    /// Compares both walls at every temperature; `None` where neither thermograph is above the other.
    ///
    /// `G ≤ H` implies that the thermograph of `G` is not above that of `H`; the
    /// converse fails, since thermographs do not see infinitesimals.
    pub fn compare(&self, other: &Self) -> Result<Option<Ordering>, Error> {
        let le = self.left.le(&other.left)? && self.right.le(&other.right)?;
        let ge = other.left.le(&self.left)? && other.right.le(&self.right)?;
        Ok(match (le, ge) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        })
    }
}

/// The best of some walls, if there are any.
fn best<'a>(
    mut walls: impl Iterator<Item = &'a Wall>,
    better: fn(&Wall, &Wall) -> Result<Wall, Error>,
) -> Result<Option<Wall>, Error> {
    let Some(first) = walls.next() else { return Ok(None) };
    walls.try_fold(first.clone(), |best, wall| better(&best, wall)).map(Some)
}

/// The integer nearest to zero in a closed interval of integers.
fn nearest_to_zero(lower: Option<Dyadic>, upper: Option<Dyadic>) -> Dyadic {
    let above = lower.map_or(Dyadic::ZERO, |lower| lower.max(Dyadic::ZERO));
    upper.map_or(above, |upper| upper.min(above))
}

/// The first point where the scaffolds `left − t` and `right + t` meet, coming from −1.
fn meeting(left: &Wall, right: &Wall) -> Result<Point, Error> {
    let mut previous: Option<(Dyadic, Dyadic)> = None;
    let overlap = |t: Dyadic| left.at(t)?.minus(right.at(t)?)?.minus(t)?.minus(t);
    for t in temperatures(left, right) {
        let gap = overlap(t)?;
        if gap <= Dyadic::ZERO {
            let (t0, gap0) = previous.unwrap_or((t, gap));
            return meeting_above(left, t0, gap0, gap0.minus(gap)? == t.minus(t0)?);
        }
        previous = Some((t, gap));
    }
    // Both walls are vertical from here on: the gap closes by 2 for each unit of tax.
    let (t, gap) = previous.unwrap_or((Dyadic::MINUS_ONE, Dyadic::ZERO));
    meeting_above(left, t, gap, false)
}

/// The scaffolds meet above `t`, where they are `gap` apart and close in by 1 (slowly) or 2.
fn meeting_above(left: &Wall, t: Dyadic, gap: Dyadic, slowly: bool) -> Result<Point, Error> {
    let temperature = t.plus(if slowly { gap } else { gap.half()? })?;
    Ok(Point { value: left.at(temperature)?.minus(temperature)?, temperature })
}

/// The wall that follows `reach ∓ t` up to the foot of the mast.
fn scaffold(reach: &Wall, foot: Point, player: Player) -> Result<Wall, Error> {
    let mut outline = Outline::default();
    for corner in reach.corners().iter().take_while(|corner| corner.temperature < foot.temperature) {
        let tax = match player {
            Player::Left => -corner.temperature,
            Player::Right => corner.temperature,
        };
        outline.add(Point { value: corner.value.plus(tax)?, temperature: corner.temperature });
    }
    outline.add(foot);
    Ok(outline.finish())
}

impl fmt::Display for Thermograph {
    /// As CGSuite writes it: for each wall the mast, the critical temperatures from
    /// high to low, and the slopes between them from the mast down.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Thermograph(")?;
        for player in Player::BOTH {
            let corners = self.wall(player).corners();
            let bends: Vec<String> =
                corners.iter().skip(1).rev().map(|p| p.temperature.to_string()).collect();
            let slopes = corners.windows(2).rev().map(|piece| match piece[1].value.cmp(&piece[0].value) {
                Ordering::Less => ",-1",
                Ordering::Equal => ",0",
                Ordering::Greater => ",1",
            });
            let separator = if player == Player::Left { "" } else { "," };
            let slopes: String = slopes.collect();
            write!(f, "{separator}{},[{}],[0{slopes}]", self.wall(player).mast(), bends.join(","))?;
        }
        f.write_str(")")
    }
}

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

/// The best wall that a player can move to; none for a player without a move.
pub type Reach = Option<WallId>;

/// Thermographs and walls stored once each, with every operation on them
/// remembered. Millions of positions share a few thousand walls, so computing a
/// thermograph from options is mostly three look-ups.
pub struct Thermographs {
    walls: Interner<Mirrored>,
    pairs: Interner<Pair>,
    max: PairCache,
    joined: PairCache,
}

/// A wall and its mirror image. The first is positive where it leaves zero first.
struct Mirrored {
    walls: [Wall; 2],
    /// The lowest and the highest score on the first wall.
    extent: [Dyadic; 2],
}

/// A thermograph, with the ids of its walls.
struct Pair {
    thermograph: Box<Thermograph>,
    walls: [WallId; 2],
}

impl Default for Thermographs {
    fn default() -> Self {
        let cache = || PairCache::new(20);
        let new = Self { walls: Interner::new(), pairs: Interner::new(), max: cache(), joined: cache() };
        let zero = new.intern_wall(&Wall::vertical(Dyadic::ZERO));
        debug_assert_eq!(zero, WallId::ZERO);
        new
    }
}

impl Thermographs {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many distinct thermographs are stored.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Is nothing stored yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The thermograph behind an id.
    #[must_use]
    pub fn get(&self, id: ThermographId) -> &Thermograph {
        &self.pairs.get(id.0).thermograph
    }

    /// The walls of Left and Right.
    #[must_use]
    #[inline]
    pub fn walls(&self, id: ThermographId) -> [WallId; 2] {
        self.pairs.get(id.0).walls
    }

    /// The wall behind an id.
    #[must_use]
    #[inline]
    pub fn wall(&self, WallId(id): WallId) -> &Wall {
        &self.walls.get(id >> 1).walls[(id & 1) as usize]
    }

    /// Stores a wall.
    pub fn intern_wall(&self, wall: &Wall) -> WallId {
        let mut values = wall.corners().iter().map(|corner| corner.value);
        let mirrored = values.find(|value| *value != Dyadic::ZERO).is_some_and(|value| value < Dyadic::ZERO);
        let wall = if mirrored { &wall.negated() } else { wall };
        let made: Result<u32, Infallible> = self.walls.intern_with(
            hash_of(wall),
            |known| known.walls[0] == *wall,
            |known| hash_of(&known.walls[0]),
            || {
                let [foot, mast] = [wall.corners[0].value, wall.mast()];
                Ok(Mirrored {
                    walls: [wall.clone(), wall.negated()],
                    extent: [foot.min(mast), foot.max(mast)],
                })
            },
        );
        let Ok(id) = made;
        WallId(id << 1 | u32::from(mirrored))
    }

    /// Stores a thermograph.
    pub fn intern(&self, thermograph: &Thermograph) -> ThermographId {
        self.of_walls([&thermograph.left, &thermograph.right].map(|wall| self.intern_wall(wall)))
    }

    /// The thermograph with these walls of Left and Right.
    pub fn of_walls(&self, walls: [WallId; 2]) -> ThermographId {
        let made: Result<u32, Infallible> = self.pairs.intern_with(
            hash_of(&walls),
            |pair| pair.walls == walls,
            |pair| hash_of(&pair.walls),
            || {
                let [left, right] = walls.map(|wall| self.wall(wall).clone());
                Ok(Pair { thermograph: Box::new(Thermograph { left, right }), walls })
            },
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
        let left = left.into_iter().map(|option| self.walls(option)[Player::Right as usize]);
        let right = right.into_iter().map(|option| self.walls(option)[Player::Left as usize]);
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

    /// The lowest and the highest score on a wall.
    #[inline]
    fn extent(&self, WallId(id): WallId) -> [Dyadic; 2] {
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
        let [[low, high], [lowest, highest]] = [a, b].map(|wall| self.extent(wall));
        if high <= lowest {
            return Ok(b);
        }
        if highest <= low {
            return Ok(a);
        }
        let (a, b) = (a.min(b), a.max(b));
        if let Some(known) = self.max.get(a.0, b.0) {
            return Ok(WallId(known));
        }
        let max = self.intern_wall(&self.wall(a).max(self.wall(b))?);
        self.max.put(a.0, b.0, max.0);
        Ok(max)
    }

    /// The thermograph, from what Left and Right can reach, see [`Thermograph::of_reach`].
    pub fn of_reach(&self, reach: [Reach; 2]) -> Result<ThermographId, Error> {
        // 0 stands for a player without a move.
        let [left, right] = reach.map(|wall| wall.map_or(0, |WallId(id)| id + 1));
        if let Some(id) = self.joined.get(left, right) {
            return Ok(ThermographId(id));
        }
        let [a, b] = reach.map(|wall| wall.map(|wall| self.wall(wall)));
        let id = self.intern(&Thermograph::of_reach(a, b)?);
        self.joined.put(left, right, id.0);
        Ok(id)
    }
}
