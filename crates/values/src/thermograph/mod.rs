//! How much a position is worth, and how urgent a move in it is, at every temperature. A [`Thermograph`] is
//! the wall of each player and the mast where the walls meet. It is computed from the options' thermographs
//! alone: the form need not be canonical.

mod compound;
mod fixed;
mod interned;
mod packed;
mod wall;

pub use compound::thermostrat;
pub use interned::{Reach, ThermographId, Thermographs, WallId};
pub use wall::{Point, Wall};

use crate::{Dyadic, Error, Player};
use std::cmp::Ordering;
use std::fmt;
use wall::{Outline, temperatures};

/// Both walls and the mast. At −1 Left's wall is at least as high as Right's. The walls meet at the foot of
/// the mast: its place is the mean, its height the temperature.
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
        // Halving the interval around x visits the followers of x that are not integers.
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

    /// The thermograph, from the best wall each player can move to: the highest right wall among Left's
    /// options and the lowest left wall among Right's. `None` means the player has no move.
    pub fn of_reach(left: Option<&Wall>, right: Option<&Wall>) -> Result<Self, Error> {
        // A move costs t: the scaffolds are the walls moved to, less the tax. At t = −1 all scores are
        // integers, and scaffolds that do not overlap there leave room for one.
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

    /// The thermograph with these walls of Left and Right. `None` means their masts differ.
    #[must_use]
    pub fn of_walls(left: Wall, right: Wall) -> Option<Self> {
        (left.mast() == right.mast()).then_some(Self { left, right })
    }

    /// The wall of a player: the score when that player moves first.
    pub fn wall(&self, player: Player) -> &Wall {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// The mean: the score where the mast stands.
    pub fn mean(&self) -> Dyadic {
        self.left.mast()
    }

    /// The temperature: where the mast begins. Above it a move costs more than it gains.
    pub fn temperature(&self) -> Dyadic {
        // The walls end in the mast, so just below its foot at least one of them is not vertical.
        self.left.top().max(self.right.top())
    }

    /// The foot of the mast.
    #[must_use]
    pub fn foot(&self) -> Point {
        Point { value: self.mean(), temperature: self.temperature() }
    }

    /// The temperature above which a player's wall is part of the mast: there the player gains nothing by
    /// moving first.
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

    /// The thermograph moved by a number. If the number is an integer, this is the thermograph of the sum.
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

    /// Compares both walls at every temperature. `None` means neither thermograph is above the other.
    ///
    /// `G ≤ H` implies that the thermograph of `G` is nowhere above that of `H`. The converse fails:
    /// thermographs do not see infinitesimals.
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

/// The best of some walls. `None` means there is none.
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

/// The first point, upwards from −1, where the scaffolds `left − t` and `right + t` meet. They must overlap
/// at −1.
fn meeting(left: &Wall, right: &Wall) -> Result<Point, Error> {
    let mut previous: Option<(Dyadic, Dyadic)> = None;
    let overlap = |t: Dyadic| left.at(t)?.minus(right.at(t)?)?.minus(t)?.minus(t);
    for t in temperatures(left, right) {
        let gap = overlap(t)?;
        if gap <= Dyadic::ZERO {
            let (t0, gap0) = previous.expect("the scaffolds overlap at -1, where the first corners are");
            return meeting_above(left, t0, gap0, gap0.minus(gap)? == t.minus(t0)?);
        }
        previous = Some((t, gap));
    }
    // Both walls are vertical from here on: the gap closes by 2 for each unit of tax.
    let (t, gap) = previous.expect("every wall has a corner at -1");
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
    /// As CGSuite writes it: for each wall the mast, the critical temperatures from high to low, and the
    /// slopes between them from the mast down.
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
