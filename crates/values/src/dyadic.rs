//! Dyadic rationals `m/2^n`: the numbers that short games can be equal to, and the only numbers that means
//! and temperatures can be. Arithmetic is exact; a result that does not fit is an [`Error::Overflow`], never
//! a wrapped value.

use crate::Error;
use derive_more::Debug;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Bound, Neg};
use std::str::FromStr;

/// A dyadic rational `numerator / 2^exponent` in lowest terms.
///
/// ```
/// use values::Dyadic;
/// let x: Dyadic = "7/2".parse()?;
/// assert_eq!(x.plus(Dyadic::ONE)?.to_string(), "9/2");
/// assert!(Dyadic::integer(i64::MAX)?.plus(Dyadic::ONE).is_err());
/// # Ok::<(), values::Error>(())
/// ```
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[debug("{self}")]
#[cfg_attr(feature = "serde", derive(serde_with::SerializeDisplay, serde_with::DeserializeFromStr))]
pub struct Dyadic {
    /// Odd, unless the exponent is 0. Never `i64::MIN`, so that negation cannot fail.
    numerator: i64,
    exponent: u8,
}

impl Dyadic {
    /// Zero.
    pub const ZERO: Self = Self::small(0);
    /// One.
    pub const ONE: Self = Self::small(1);
    /// Minus one: the temperature of an integer, where every thermograph begins.
    pub const MINUS_ONE: Self = Self::small(-1);
    /// The finest denominator is `2^MAX_EXPONENT`.
    pub const MAX_EXPONENT: u8 = 62;

    const fn small(numerator: i32) -> Self {
        Self { numerator: numerator as i64, exponent: 0 }
    }

    /// The integer `n`; `i64::MIN` is the only one that does not fit.
    pub fn integer(n: i64) -> Result<Self, Error> {
        Self::new(i128::from(n), 0)
    }

    /// `numerator / 2^exponent`, brought to lowest terms.
    pub fn new(numerator: i128, exponent: u32) -> Result<Self, Error> {
        let shift = if numerator == 0 { exponent } else { numerator.trailing_zeros().min(exponent) };
        let numerator = if shift >= 127 { 0 } else { numerator >> shift };
        let exponent = exponent - shift;
        match i64::try_from(numerator) {
            Ok(numerator) if numerator != i64::MIN && exponent <= u32::from(Self::MAX_EXPONENT) => {
                Ok(Self { numerator, exponent: exponent as u8 })
            }
            _ => Err(Error::Overflow),
        }
    }

    /// The numerator in lowest terms.
    #[must_use]
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// The exponent `n` of the denominator `2^n` in lowest terms.
    #[must_use]
    pub fn exponent(self) -> u32 {
        u32::from(self.exponent)
    }

    /// Is this an integer?
    #[must_use]
    pub fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// The number as an integer. `None` means it is a fraction.
    #[must_use]
    pub fn to_integer(self) -> Option<i64> {
        self.is_integer().then_some(self.numerator)
    }

    /// The nearest float; for plots only.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / (1u64 << self.exponent) as f64
    }

    /// The largest integer that is not above this number.
    #[must_use]
    pub fn floor(self) -> i64 {
        self.numerator >> self.exponent
    }

    /// The absolute value.
    pub fn abs(self) -> Self {
        Self { numerator: self.numerator.abs(), ..self }
    }

    /// The sum.
    #[inline]
    pub fn plus(self, other: Self) -> Result<Self, Error> {
        if self.exponent | other.exponent == 0 {
            if let Some(sum) = self.numerator.checked_add(other.numerator)
                && sum != i64::MIN
            {
                return Ok(Self { numerator: sum, exponent: 0 });
            }
            return Err(Error::Overflow);
        }
        let exponent = self.exponent.max(other.exponent);
        Self::new(self.scaled(exponent) + other.scaled(exponent), u32::from(exponent))
    }

    /// The difference.
    #[inline]
    pub fn minus(self, other: Self) -> Result<Self, Error> {
        self.plus(-other)
    }

    /// The half.
    pub fn half(self) -> Result<Self, Error> {
        Self::new(i128::from(self.numerator), self.exponent() + 1)
    }

    /// `n` times this number.
    pub fn times(self, n: i64) -> Result<Self, Error> {
        Self::new(i128::from(self.numerator) * i128::from(n), self.exponent())
    }

    /// The numerator over the denominator `2^exponent`. It has at most 63 + 62 bits, so nothing is lost.
    #[inline]
    fn scaled(self, exponent: u8) -> i128 {
        i128::from(self.numerator) << (exponent - self.exponent)
    }

    /// The number in fixed point, with [`Self::MAX_EXPONENT`] binary places.
    pub(crate) fn to_fixed(self) -> i128 {
        self.scaled(Self::MAX_EXPONENT)
    }

    /// The number with this fixed-point representation, which must come from [`Self::to_fixed`].
    pub(crate) fn from_fixed(fixed: i128) -> Self {
        Self::new(fixed, u32::from(Self::MAX_EXPONENT))
            .expect("the representation is that of a number that fits")
    }

    /// One unit in the last place, `1/2^n`: how far the canonical options of the number `m/2^n` lie from it.
    pub fn unit(self) -> Self {
        Self { numerator: 1, exponent: self.exponent }
    }

    /// The Left option of the number in canonical form. `None` means Left has no move.
    pub fn left_option(self) -> Option<Self> {
        (self.numerator > 0 || !self.is_integer()).then(|| self.step(-1))
    }

    /// The Right option of the number in canonical form. `None` means Right has no move.
    pub fn right_option(self) -> Option<Self> {
        (self.numerator < 0 || !self.is_integer()).then(|| self.step(1))
    }

    /// One unit down or up. The number must be an integer that the step brings nearer to zero, or a fraction:
    /// its numerator is odd, so the neighbour has a smaller exponent.
    fn step(self, by: i128) -> Self {
        Self::new(i128::from(self.numerator) + by, self.exponent())
            .expect("the neighbour is simpler, so it fits")
    }

    /// The birthday: the number of moves that count the number down to zero.
    #[must_use]
    pub fn birthday(self) -> u64 {
        // Beyond its integer part, each binary place is one more day; the first also rounds up.
        let whole = self.numerator.unsigned_abs() >> self.exponent;
        whole + u64::from(self.exponent) + u64::from(self.exponent > 0)
    }

    /// The simplest number (the one born first) in an interval, by Conway's simplicity theorem. `None` means
    /// the interval is empty.
    pub fn simplest_between(lower: Bound<Self>, upper: Bound<Self>) -> Result<Option<Self>, Error> {
        let above_lower = |x: Self| match lower {
            Bound::Unbounded => true,
            Bound::Included(a) => a <= x,
            Bound::Excluded(a) => a < x,
        };
        let below_upper = |x: Self| match upper {
            Bound::Unbounded => true,
            Bound::Included(b) => x <= b,
            Bound::Excluded(b) => x < b,
        };
        match (above_lower(Self::ZERO), below_upper(Self::ZERO)) {
            (true, true) => return Ok(Some(Self::ZERO)),
            (false, false) => return Ok(None),
            (true, false) => {
                let mirrored = Self::simplest_between(upper.map(Neg::neg), lower.map(Neg::neg))?;
                return Ok(mirrored.map(Neg::neg));
            }
            (false, true) => {}
        }
        // All numbers in the interval are positive. The first multiple of 1, then of 1/2, 1/4, … in it is
        // simplest.
        let (Bound::Included(start) | Bound::Excluded(start)) = lower else {
            unreachable!("zero is above the lower end of an interval without one");
        };
        if let Bound::Included(end) | Bound::Excluded(end) = upper
            && (end < start || (end == start && !(above_lower(start) && below_upper(start))))
        {
            return Ok(None);
        }
        for exponent in 0..=Self::MAX_EXPONENT {
            let places = i128::from(start.numerator) << exponent;
            let mut candidate = Self::new(places >> start.exponent, u32::from(exponent))?;
            if !above_lower(candidate) {
                candidate = Self::new((places >> start.exponent) + 1, u32::from(exponent))?;
            }
            if below_upper(candidate) {
                return Ok(Some(candidate));
            }
        }
        Err(Error::Overflow)
    }
}

impl Neg for Dyadic {
    type Output = Self;
    fn neg(self) -> Self {
        Self { numerator: -self.numerator, ..self }
    }
}

impl Ord for Dyadic {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        if self.exponent == other.exponent {
            return self.numerator.cmp(&other.numerator);
        }
        let exponent = self.exponent.max(other.exponent);
        self.scaled(exponent).cmp(&other.scaled(exponent))
    }
}

impl PartialOrd for Dyadic {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i32> for Dyadic {
    fn from(n: i32) -> Self {
        Self::small(n)
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.numerator),
            n => write!(f, "{}/{}", self.numerator, 1u64 << n),
        }
    }
}

impl FromStr for Dyadic {
    type Err = Error;

    /// Reads `7`, `-7/2`; the denominator must be a power of two.
    fn from_str(text: &str) -> Result<Self, Error> {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let digits = numerator.strip_prefix('-').unwrap_or(numerator);
        if [digits, denominator].iter().any(|s| s.is_empty() || !s.bytes().all(|b| b.is_ascii_digit())) {
            return Err(Error::NotANumber);
        }
        let numerator: i128 = numerator.parse().map_err(|_| Error::Overflow)?;
        let denominator: u128 = denominator.parse().map_err(|_| Error::Overflow)?;
        if !denominator.is_power_of_two() {
            return Err(Error::NotDyadic);
        }
        Self::new(numerator, denominator.trailing_zeros())
    }
}
