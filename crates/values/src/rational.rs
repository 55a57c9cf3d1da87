//! Fractions with any denominator: the numbers of ko thermographs, where thirds and fifths occur. Arithmetic is
//! exact; a result that does not fit is an [`Error::Overflow`].

use crate::{Dyadic, Error};
use derive_more::{Debug, Display};
use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, Signed, ToPrimitive};
use std::ops::Neg;
use std::str::FromStr;

/// A fraction in lowest terms.
///
/// ```
/// use values::Rational;
/// let third: Rational = "1/3".parse()?;
/// assert_eq!(third.plus(third)?.to_string(), "2/3");
/// assert!(Rational::from(i64::MAX).plus(third).is_err());
/// # Ok::<(), values::Error>(())
/// ```
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Display)]
#[debug("{self}")]
#[cfg_attr(feature = "serde", derive(serde_with::SerializeDisplay))]
pub struct Rational(Ratio<i64>);

impl Rational {
    /// Zero.
    pub const ZERO: Self = Self(Ratio::new_raw(0, 1));
    /// One.
    pub const ONE: Self = Self(Ratio::new_raw(1, 1));

    /// The fraction `numerator / denominator`. `i64::MIN` does not fit, so that negation cannot fail.
    pub fn new(numerator: i64, denominator: i64) -> Result<Self, Error> {
        match denominator > 0 && numerator != i64::MIN {
            true => Ok(Self(Ratio::new(numerator, denominator))),
            false => Err(Error::Overflow),
        }
    }

    /// The sum.
    pub fn plus(self, other: Self) -> Result<Self, Error> {
        checked(self.0.checked_add(&other.0))
    }

    /// The difference.
    pub fn minus(self, other: Self) -> Result<Self, Error> {
        checked(self.0.checked_sub(&other.0))
    }

    /// The product.
    pub fn times(self, other: Self) -> Result<Self, Error> {
        checked(self.0.checked_mul(&other.0))
    }

    /// The quotient. A divisor of zero is an overflow.
    pub fn over(self, other: Self) -> Result<Self, Error> {
        match other == Self::ZERO {
            true => Err(Error::Overflow),
            false => checked(self.0.checked_div(&other.0)),
        }
    }

    /// The absolute value.
    pub fn abs(self) -> Self {
        Self(self.0.abs())
    }

    /// The nearest float; for plots only.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.0.to_f64().unwrap_or(f64::NAN)
    }

    /// The same number as a dyadic one. `None` means that the denominator is not a power of two.
    #[must_use]
    pub fn to_dyadic(self) -> Option<Dyadic> {
        let denominator = self.0.denom().unsigned_abs();
        let exponent = denominator.is_power_of_two().then(|| denominator.trailing_zeros())?;
        Dyadic::new(i128::from(*self.0.numer()), exponent).ok()
    }
}

fn checked(result: Option<Ratio<i64>>) -> Result<Rational, Error> {
    result.filter(|ratio| *ratio.numer() != i64::MIN).map(Rational).ok_or(Error::Overflow)
}

impl Neg for Rational {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl From<i64> for Rational {
    /// The integer; `i64::MIN` becomes its neighbour, so that negation cannot fail.
    fn from(n: i64) -> Self {
        Self(n.max(-i64::MAX).into())
    }
}

impl TryFrom<Dyadic> for Rational {
    type Error = Error;

    fn try_from(x: Dyadic) -> Result<Self, Error> {
        // The finest denominator is 2^62.
        Self::new(x.numerator(), 1 << x.exponent())
    }
}

impl FromStr for Rational {
    type Err = Error;

    /// Reads `7`, `-7/3`.
    fn from_str(text: &str) -> Result<Self, Error> {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let digits = numerator.strip_prefix('-').unwrap_or(numerator);
        if [digits, denominator].iter().any(|s| s.is_empty() || !s.bytes().all(|b| b.is_ascii_digit())) {
            return Err(Error::NotANumber);
        }
        let part = |text: &str| text.parse::<i64>().map_err(|_| Error::Overflow);
        Self::new(part(numerator)?, part(denominator)?).map_err(|error| match denominator {
            zero if zero.bytes().all(|b| b == b'0') => Error::NotANumber,
            _ => error,
        })
    }
}
