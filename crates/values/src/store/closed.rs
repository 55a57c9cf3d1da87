//! The closed forms: a number plus a multiple of ↑ plus a nimber. Most values that occur in play are of this
//! kind, and everything about them (sum, order, options, birthday) is a line of arithmetic instead of a
//! recursion.

use super::stops::Stops;
use crate::{Dyadic, Error};
use std::cmp::Ordering;
use std::ops::Neg;

/// The value `number + ups·↑ + *star`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NumberUpStar {
    number: Dyadic,
    infinitesimal: UpStar,
}

impl NumberUpStar {
    /// The largest nimber. Its options are listed, so there are as many of them.
    pub const MAX_STAR: u32 = 1023;
    /// The largest multiple of ↑. Play in it can last one move more.
    pub const MAX_UPS: i32 = 32767;

    /// The nimber that `☆`, the remote star, is read as: a power of two beyond all nimbers that come up in
    /// practice, so that play in games with smaller nimbers never reaches it.
    pub const REMOTE: u32 = 512;

    /// Zero.
    pub const ZERO: Self = Self { number: Dyadic::ZERO, infinitesimal: UpStar::ZERO };
    /// `↑ = {0|*}`.
    pub const UP: Self = Self { number: Dyadic::ZERO, infinitesimal: UpStar { ups: 1, star: 0 } };

    /// `* = {0|0}`.
    pub(crate) const STAR: Self = Self { number: Dyadic::ZERO, infinitesimal: UpStar { ups: 0, star: 1 } };

    /// `number + ups·↑ + *star`. An error names the part that is out of range.
    pub fn new(number: Dyadic, ups: i32, star: u32) -> Result<Self, Error> {
        if star > Self::MAX_STAR {
            Err(Error::NimberTooLarge)
        } else if ups.unsigned_abs() > Self::MAX_UPS.unsigned_abs() {
            Err(Error::TooManyUps)
        } else {
            Ok(Self { number, infinitesimal: UpStar { ups, star } })
        }
    }

    /// The nimber `*star`, which may be one past the largest that values have, for comparisons with a remote
    /// star.
    pub(super) fn remote_star(star: u32) -> Self {
        debug_assert!(star <= Self::MAX_STAR + 1);
        Self { infinitesimal: UpStar { ups: 0, star }, ..Self::ZERO }
    }

    /// The number that the value is infinitesimally close to.
    pub fn number(self) -> Dyadic {
        self.number
    }

    /// The multiple of ↑; negative for ↓.
    #[must_use]
    pub fn ups(self) -> i32 {
        self.infinitesimal.ups
    }

    /// The nimber.
    #[must_use]
    pub fn star(self) -> u32 {
        self.infinitesimal.star
    }

    /// Is it a number alone?
    #[must_use]
    pub fn is_number(self) -> bool {
        self.infinitesimal == UpStar::ZERO
    }

    /// The sum.
    pub fn plus(self, other: Self) -> Result<Self, Error> {
        Self::new(self.number.plus(other.number)?, self.ups() + other.ups(), self.star() ^ other.star())
    }

    /// Is this at most the other?
    #[must_use]
    pub fn le(self, other: Self) -> bool {
        match self.number.cmp(&other.number) {
            Ordering::Equal => self.infinitesimal.le(other.infinitesimal),
            unequal => unequal == Ordering::Less,
        }
    }

    /// The value without its number.
    pub(super) fn infinitesimal(self) -> UpStar {
        self.infinitesimal
    }

    /// The adorned stops: the number, with the order of the infinitesimal part and zero.
    pub(super) fn stops(self) -> Stops {
        let part = self.infinitesimal;
        Stops::near(self.number, part.le(UpStar::ZERO), UpStar::ZERO.le(part))
    }

    /// The maximum number of moves in the infinitesimal part.
    #[must_use]
    pub(crate) fn height(self) -> u32 {
        let ups = self.ups().unsigned_abs();
        match (ups, self.star()) {
            (0, star) => star,
            (_, 0 | 1) => ups + 1,
            // Every move but one in ↑ + ↑ + … + *n swaps *n with its neighbour.
            (_, star) => ups + (star ^ (ups & 1)),
        }
    }

    /// The birthday.
    #[must_use]
    pub fn birthday(self) -> u64 {
        self.number.birthday() + u64::from(self.height())
    }

    /// Left's and Right's options in canonical form. A number has at most one for each player. In all other
    /// closed forms the players move in the infinitesimal part only.
    #[must_use]
    pub fn options(self) -> (Vec<Self>, Vec<Self>) {
        if self.is_number() {
            let option = |x: Option<Dyadic>| x.map(Self::from).into_iter().collect();
            return (option(self.number.left_option()), option(self.number.right_option()));
        }
        if self.ups() < 0 {
            let (right, left) = (-self).options();
            let negate = |options: Vec<Self>| options.into_iter().map(Neg::neg).collect();
            return (negate(left), negate(right));
        }
        let with = |ups, star| Self { infinitesimal: UpStar { ups, star }, ..self };
        match (self.ups(), self.star()) {
            (0, star) => {
                let nimbers: Vec<Self> = (0..star).map(|star| with(0, star)).collect();
                (nimbers.clone(), nimbers)
            }
            (1, 1) => (vec![with(0, 0), with(0, 1)], vec![with(0, 0)]),
            (ups, star) => (vec![with(0, 0)], vec![with(ups - 1, star ^ 1)]),
        }
    }

    /// The closed form that has exactly these options, in any order, as its canonical ones. `None` means
    /// there is none that is not a number.
    #[must_use]
    pub(crate) fn of_options(left: &[Self], right: &[Self]) -> Option<Self> {
        let number = left.first()?.number;
        if right.is_empty() || left.iter().chain(right).any(|option| option.number != number) {
            return None;
        }
        let (ups, star) = match (left, right) {
            ([a], [b]) if a.is_number() && b.is_number() => (0, 1),
            ([a], [b]) if a.is_number() && b.ups() >= 0 => (b.ups() + 1, b.star() ^ 1),
            ([a], [b]) if b.is_number() && a.ups() <= 0 => (a.ups() - 1, a.star() ^ 1),
            ([_, _], [b]) if b.is_number() => (1, 1),
            ([a], [_, _]) if a.is_number() => (-1, 1),
            _ if left.len() == right.len() => (0, left.len() as u32),
            _ => return None,
        };
        let candidate = Self::new(number, ups, star).ok()?;
        let (wanted_left, wanted_right) = candidate.options();
        let same = |a: &[Self], b: &[Self]| a.len() == b.len() && a.iter().all(|x| b.contains(x));
        (same(&wanted_left, left) && same(&wanted_right, right)).then_some(candidate)
    }
}

impl From<Dyadic> for NumberUpStar {
    fn from(number: Dyadic) -> Self {
        Self { number, ..Self::ZERO }
    }
}

impl Neg for NumberUpStar {
    type Output = Self;
    fn neg(self) -> Self {
        let UpStar { ups, star } = self.infinitesimal;
        Self { number: -self.number, infinitesimal: UpStar { ups: -ups, star } }
    }
}

/// The infinitesimal `ups·↑ + *star`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct UpStar {
    ups: i32,
    star: u32,
}

impl UpStar {
    pub(super) const ZERO: Self = Self { ups: 0, star: 0 };

    pub(super) fn plus_number(self, number: Dyadic) -> NumberUpStar {
        NumberUpStar { number, infinitesimal: self }
    }

    pub(super) fn le(self, other: Self) -> bool {
        match (other.ups - self.ups, self.star ^ other.star) {
            (0, star) => star == 0,
            // ↑ exceeds every nimber except *.
            (1, star) => star != 1,
            (ups, _) => ups > 1,
        }
    }
}
