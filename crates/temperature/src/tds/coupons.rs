//! Coupon stacks, and the fixed-point arithmetic of a search beside them: coupons in arithmetic progression
//! make the gain from a whole stack a closed formula.

use super::TdsError;
use std::fmt;
use values::{Dyadic, Error, Player};

/// Scores in fixed point. The balancing coupon is half a point, so gaps go down to `2^-31`.
pub(super) type Score = i64;
pub(super) const PLACES: u32 = 32;
pub(super) const ONE: Score = 1 << PLACES;

/// The finest gap is `2^-FINEST`.
pub(super) const FINEST: u32 = PLACES - 1;

/// The largest absolute value of a number or a coupon; the rest of the range is left for windows and sums.
pub(super) const FARTHEST: i32 = 1 << 28;

/// A number in fixed point.
pub(super) fn score(x: Dyadic) -> Result<Score, Error> {
    let shift = PLACES.checked_sub(x.exponent()).ok_or(Error::Overflow)?;
    if x.abs() <= Dyadic::from(FARTHEST) { Ok(x.numerator() << shift) } else { Err(Error::Overflow) }
}

/// The number of a score.
pub(super) fn number(score: Score) -> Result<Dyadic, Error> {
    Dyadic::new(score.into(), PLACES)
}

/// The coupon stack `C(t_max, δ)`: coupons worth `t_max`, `t_max − δ`, and so on down to −1, an unlimited
/// number more of −1, and a last one of −1/2 that makes up for the duty to move first at the end.
///
/// Coupons count in pairs. With an even number of them above −1 the first player gains exactly half of
/// `t_max`; with an odd number half of `t_max + δ`, as if the stack were one coupon higher. So a move
/// elsewhere costs the [`ambient`](Self::ambient) temperature, which is that of the even stack.
///
/// ```
/// use temperature::CouponStack;
/// use values::Player;
/// let stack = CouponStack::new("17/8".parse()?, "1/8".parse()?)?;
/// assert_eq!(stack.value(Player::Left)?.to_string(), "9/8");
/// assert_eq!(stack.value(Player::Right)?.to_string(), "-9/8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CouponStack {
    /// The number of coupons above −1.
    pub(super) height: i64,
    /// The gap is `2^-places`.
    pub(super) places: u32,
}

impl CouponStack {
    /// The stack with this top coupon and this gap, which must be 1, 1/2, 1/4, … and divide the top.
    pub fn new(t_max: Dyadic, delta: Dyadic) -> Result<Self, TdsError> {
        let places = delta.exponent();
        if delta.numerator() != 1 || places > FINEST {
            return Err(TdsError::Gap(delta));
        }
        if t_max.exponent() > places || t_max < Dyadic::MINUS_ONE {
            return Err(TdsError::Top(t_max, delta));
        }
        Ok(Self { height: (score(t_max)? + ONE) >> (PLACES - places), places })
    }

    /// The lowest stack with this gap whose ambient temperature is at least `t`.
    pub(super) fn above(t: Score, places: u32) -> Self {
        let pair = 2 << (PLACES - places);
        Self { height: 2 * ((t + ONE).max(0) + pair - 1).div_euclid(pair), places }
    }

    /// The gap between the values of two coupons.
    pub fn delta(self) -> Result<Dyadic, Error> {
        number(self.gap())
    }

    /// The value of the top coupon.
    pub fn top(self) -> Result<Dyadic, Error> {
        number(self.coupon())
    }

    /// The ambient temperature: the cost of a move elsewhere beside this stack.
    pub fn ambient(self) -> Result<Dyadic, Error> {
        number(self.temperature())
    }

    /// The stack after its top coupon is taken; coupons of −1 never run out.
    #[must_use]
    pub fn rest(self) -> Self {
        Self { height: (self.height - 1).max(0), ..self }
    }

    /// The score when the players take all coupons in turn, this one first.
    ///
    /// Zhang 2015 (§2.2.5) gives `⌈n/2⌉·δ` for `t_max = n·δ`, which is the same unless δ = 1.
    pub fn value(self, first: Player) -> Result<Dyadic, Error> {
        let value = number(self.gain())?;
        Ok(first.sees(value))
    }

    /// The gap in fixed point.
    pub(super) fn gap(self) -> Score {
        ONE >> self.places
    }

    /// The value of the top coupon in fixed point.
    pub(super) fn coupon(self) -> Score {
        self.height * self.gap() - ONE
    }

    /// Is the stack one coupon short of its ambient temperature?
    pub(super) fn is_odd(self) -> bool {
        self.height % 2 == 1
    }

    /// The ambient temperature in fixed point.
    pub(super) fn temperature(self) -> Score {
        (self.height + self.height % 2) * self.gap() - ONE
    }

    /// The gain of the first player when the players take all coupons in turn.
    pub(super) fn gain(self) -> Score {
        (self.height + 1) / 2 * self.gap() - ONE / 2
    }

    /// The stack with another ambient temperature or gap from which the same player takes the last coupon.
    pub(super) fn at(self, t: Score, places: u32) -> Self {
        let height = (t + ONE) >> (PLACES - places);
        // At −1 all coupons are alike, and a stack is never one coupon short.
        Self { height: height - i64::from(self.is_odd() && height > 0), places }
    }
}

impl fmt::Display for CouponStack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fits = "a stack keeps its coupons far below the largest number";
        write!(f, "C({}, {})", self.top().expect(fits), self.delta().expect(fits))
    }
}
