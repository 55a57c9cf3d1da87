//! Exact fractions, for means over opponents. A fraction that does not fit is an error.

use crate::divisor;
use std::cmp::Ordering;
use std::fmt;
use values::Error;

/// A fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ratio {
    above: i128,
    /// Positive.
    below: i128,
}

impl Ratio {
    /// The fraction with this numerator and denominator. `None` means that the denominator is not positive.
    #[must_use]
    pub fn new(above: i128, below: i128) -> Option<Self> {
        (below > 0).then(|| Self::reduced(above, below))
    }

    fn reduced(above: i128, below: i128) -> Self {
        let unit = divisor(above.unsigned_abs(), below.unsigned_abs()) as i128;
        Self { above: above / unit, below: below / unit }
    }

    /// The numerator in lowest terms.
    #[must_use]
    pub fn above(self) -> i128 {
        self.above
    }

    /// The denominator in lowest terms.
    #[must_use]
    pub fn below(self) -> i128 {
        self.below
    }

    /// An approximation, for plots.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.above as f64 / self.below as f64
    }

    /// The weighted mean of values, or [`Error::Overflow`] if it does not fit. At least one weight must be
    /// above 0.
    pub fn mean(parts: &[(u64, Self)]) -> Result<Self, Error> {
        if let [(_, only)] = parts {
            return Ok(*only);
        }
        let weighted = |(weight, value): &(u64, Self)| {
            let unit = divisor(u128::from(*weight), value.below.unsigned_abs()) as i128;
            Some(Self {
                above: value.above.checked_mul(i128::from(*weight) / unit)?,
                below: value.below / unit,
            })
        };
        let sum = parts.iter().try_fold(Self::from(0), |sum, part| sum.plus(weighted(part)?));
        let weights: i128 = parts.iter().map(|(weight, _)| i128::from(*weight)).sum();
        let mean = |sum: Self| {
            let unit = divisor(sum.above.unsigned_abs(), weights.unsigned_abs()) as i128;
            Some(Self { above: sum.above / unit, below: sum.below.checked_mul(weights / unit)? })
        };
        sum.filter(|_| weights > 0).and_then(mean).ok_or(Error::Overflow)
    }

    fn plus(self, other: Self) -> Option<Self> {
        let unit = divisor(self.below.unsigned_abs(), other.below.unsigned_abs()) as i128;
        let below = self.below.checked_mul(other.below / unit)?;
        let [first, second] = [self, other].map(|part| part.above.checked_mul(below / part.below));
        Some(Self::reduced(first?.checked_add(second?)?, below))
    }
}

impl From<i64> for Ratio {
    fn from(whole: i64) -> Self {
        Self { above: i128::from(whole), below: 1 }
    }
}

impl Ord for Ratio {
    /// Compares the integer parts, then the reciprocals of the remainders, so that nothing overflows.
    fn cmp(&self, other: &Self) -> Ordering {
        let [(a, whole_a), (b, whole_b)] = [self, other]
            .map(|ratio| (ratio.above.rem_euclid(ratio.below), ratio.above.div_euclid(ratio.below)));
        match whole_a.cmp(&whole_b) {
            Ordering::Equal if a == 0 || b == 0 => a.cmp(&b),
            Ordering::Equal => {
                let [a, b] = [(self.below, a), (other.below, b)].map(|(above, below)| Self { above, below });
                b.cmp(&a)
            }
            different => different,
        }
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.below == 1 { write!(f, "{}", self.above) } else { write!(f, "{}/{}", self.above, self.below) }
    }
}
