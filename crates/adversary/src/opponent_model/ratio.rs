//! Exact fractions, for means over opponents. A fraction that does not fit is an error.

use derive_more::Display;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul};
use values::Error;

/// A fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Display)]
pub struct Ratio(num_rational::Ratio<i128>);

impl Ratio {
    /// The fraction with this numerator and denominator. `None` means that the denominator is not positive.
    #[must_use]
    pub fn new(above: i128, below: i128) -> Option<Self> {
        (below > 0).then(|| Self(num_rational::Ratio::new(above, below)))
    }

    /// The numerator in lowest terms.
    #[must_use]
    pub fn above(self) -> i128 {
        *self.0.numer()
    }

    /// The denominator in lowest terms.
    #[must_use]
    pub fn below(self) -> i128 {
        *self.0.denom()
    }

    /// An approximation, for plots.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.above() as f64 / self.below() as f64
    }

    /// The fraction divided by a positive number, or [`Error::Overflow`] if it does not fit.
    pub fn over(self, whole: i64) -> Result<Self, Error> {
        self.0.checked_div(&i128::from(whole).into()).map(Self).ok_or(Error::Overflow)
    }

    /// The whole number next to it on the side of 0.
    #[must_use]
    pub fn truncated(self) -> i64 {
        // Scores and their means have fewer than 64 bits.
        self.0.to_integer() as i64
    }

    /// The weighted mean of values, or [`Error::Overflow`] if it does not fit. At least one weight must be
    /// above 0.
    pub fn mean(parts: &[(u64, Self)]) -> Result<Self, Error> {
        if let [(_, only)] = parts {
            return Ok(*only);
        }
        let weighted = |(weight, Self(value)): &(u64, Self)| value.checked_mul(&i128::from(*weight).into());
        let mut all = parts.iter();
        let sum = all.try_fold(Self::from(0).0, |sum, part| sum.checked_add(&weighted(part)?));
        let weights: i128 = parts.iter().map(|(weight, _)| i128::from(*weight)).sum();
        let mean = sum.and_then(|sum| sum.checked_div(&weights.into()));
        mean.map(Self).ok_or(Error::Overflow)
    }
}

impl From<i64> for Ratio {
    fn from(whole: i64) -> Self {
        Self(i128::from(whole).into())
    }
}
