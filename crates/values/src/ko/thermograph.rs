//! The thermograph of a position with kos, for one distribution of ko threats, and what the thermographs of
//! both komasters say about the ko.

use super::{KoPoint, KoWall};
use crate::{Error, Player, Rational};
use derive_more::Display;

/// Who has the ko threats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Display)]
#[cfg_attr(feature = "serde", derive(serde_with::SerializeDisplay))]
pub enum Komaster {
    /// Left has enough threats to retake every ko, but has to end it soon, or they would be used up.
    #[display("left")]
    Left,
    /// Right has.
    #[display("right")]
    Right,
    /// Neither player has a threat: the one who takes a ko first can end it.
    #[display("none")]
    Nobody,
    /// Both have the same threats (a neutral threat environment). A capture is worth the mean of two courses:
    /// the taker ends the ko, or the other player retakes and ends it.
    #[display("nte")]
    Equal,
    /// Left's threats never run out: Left can retake every ko and leave it open.
    #[display("left komonster")]
    LeftMonster,
    /// Right's threats never run out.
    #[display("right komonster")]
    RightMonster,
}

impl Komaster {
    /// The komaster who is this player.
    #[must_use]
    pub fn of(player: Player) -> Self {
        match player {
            Player::Left => Self::Left,
            Player::Right => Self::Right,
        }
    }

    /// Both komasters, Left first.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];
    /// Both players as komonsters, Left first.
    pub const MONSTERS: [Self; 2] = [Self::LeftMonster, Self::RightMonster];
}

/// Both walls and the mast under one komaster. The walls begin at the floor.
#[must_use]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct KoThermograph {
    pub(super) left: KoWall,
    pub(super) right: KoWall,
}

impl KoThermograph {
    /// The wall of a player: the score when that player moves first.
    pub fn wall(&self, player: Player) -> &KoWall {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// The mean: the score where the mast stands. `None` means that the mast slants, or that there is none.
    #[must_use]
    pub fn mean(&self) -> Option<Rational> {
        let mast = self.left.last().value;
        let vertical = [&self.left, &self.right].into_iter().all(|wall| wall.slope() == Rational::ZERO);
        (vertical && mast == self.right.last().value).then_some(mast)
    }

    /// The lowest temperature above which both walls are one vertical line. `None` means that there is none.
    #[must_use]
    pub fn temperature(&self) -> Option<Rational> {
        let top = self.left.last().temperature.max(self.right.last().temperature);
        self.mean().map(|_| top)
    }

    /// The corners of a wall from the floor up to the foot of the mast, the foot included.
    #[must_use]
    pub fn outline(&self, player: Player) -> Vec<KoPoint> {
        let mut points = self.wall(player).corners().to_vec();
        if let (Some(value), Some(temperature)) = (self.mean(), self.temperature())
            && points.last().is_none_or(|last| last.temperature < temperature)
        {
            points.push(KoPoint { value, temperature });
        }
        points
    }

    /// The temperature at which the walls begin.
    pub fn floor(&self) -> Rational {
        self.left.floor()
    }

    /// The picture moved: all scores by `x`, all temperatures by `t`.
    pub fn moved(&self, x: Rational, t: Rational) -> Result<Self, Error> {
        let moved = |wall: &KoWall| wall.shifted(x)?.raised(t);
        Ok(Self { left: moved(&self.left)?, right: moved(&self.right)? })
    }

    /// The part from this temperature upwards.
    pub fn cut(&self, floor: Rational) -> Result<Self, Error> {
        Ok(Self { left: self.left.cut(floor)?, right: self.right.cut(floor)? })
    }
}

/// What depends on the komaster.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Display)]
#[cfg_attr(feature = "serde", derive(serde_with::SerializeDisplay))]
pub enum KoKind {
    /// The mean: threats are worth points.
    #[display("hyperactive")]
    Hyperactive,
    /// The temperature only.
    #[display("active")]
    Active,
    /// Neither mean nor temperature.
    #[display("placid")]
    Placid,
}

impl KoKind {
    /// The kind of a ko with these thermographs of both komasters.
    #[must_use]
    pub fn of(left: &KoThermograph, right: &KoThermograph) -> Self {
        if left.mean() != right.mean() {
            Self::Hyperactive
        } else if left.temperature() != right.temperature() {
            Self::Active
        } else {
            Self::Placid
        }
    }
}
