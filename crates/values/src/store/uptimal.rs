//! Uptimals: a number plus a nimber plus multiples of the powers of ↑, each of which is infinitely smaller
//! than the one before. Written `0.a₁a₂a₃…` in base ↑.

use super::{ValueId, Values};
use crate::notation::print_star;
use crate::{Dyadic, Error};
use rustc_hash::FxHashMap;
use std::fmt;

/// `number + *star + digits[0]·↑ + digits[1]·↑² + …`, without zeros at the end.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Uptimal {
    /// The number part.
    pub number: Dyadic,
    /// The nimber.
    pub star: u32,
    /// The multiples of ↑, ↑², ↑³ …
    pub digits: Vec<i64>,
}

impl fmt::Display for Uptimal {
    /// As in `*.12` or `0.02-` (a digit followed by `-` is negative).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let star = print_star(self.star);
        match self.number {
            Dyadic::ZERO if self.star != 0 => write!(f, "{star}.")?,
            number => write!(f, "{number}{star}.")?,
        }
        if self.digits.is_empty() {
            f.write_str("0")?;
        }
        for &digit in &self.digits {
            let sign = if digit < 0 { "-" } else { "" };
            match digit.unsigned_abs() {
                size @ 0..10 => write!(f, "{size}{sign}")?,
                size => write!(f, "({size}){sign}")?,
            }
        }
        Ok(())
    }
}

impl Values {
    /// The expansion in powers of ↑. `None` means the game is not an uptimal.
    pub fn uptimal(&self, g: ValueId) -> Result<Option<Uptimal>, Error> {
        let Some(number) = self.number_part(g) else { return Ok(None) };
        let up = self.ups(1)?;
        let mut rest = self.plus_number(g, -number)?;
        if !self.has_integer_weights(rest)? {
            return Ok(None);
        }
        let longest = self.node(rest).height;
        let mut digits = Vec::new();
        while !self.is_nimber(rest) {
            if digits.len() > longest as usize {
                return Ok(None);
            }
            let power = self.pow(up, self.integer(digits.len() as i64 + 1)?)?;
            let (digit, remainder) = self.divide(rest, power, longest)?;
            digits.push(digit);
            rest = remainder;
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Ok(self.to_closed(rest).map(|closed| Uptimal { number, star: closed.star(), digits }))
    }

    /// Has every follower an integer atomic weight? All followers of an uptimal are uptimals, so this
    /// excludes most other games before any division is tried.
    fn has_integer_weights(&self, g: ValueId) -> Result<bool, Error> {
        let leaf = |g: ValueId| match self.to_closed(g) {
            Some(closed) => Ok(Some(closed.number() == Dyadic::ZERO)),
            None => Ok(match self.atomic_weight(g)? {
                Some(weight) if self.is_integer(weight) => None,
                _ => Some(false),
            }),
        };
        self.fold(g, &mut FxHashMap::default(), &leaf, &mut |_, left, right| {
            Ok(left.iter().chain(right).all(|&integer| integer))
        })
    }

    /// The multiple of `power` nearest to `g`, and the remainder. If `g` is an uptimal whose largest term is
    /// a multiple of `power`, the remainder is less than half of `power`.
    fn divide(&self, g: ValueId, power: ValueId, most: u32) -> Result<(i64, ValueId), Error> {
        let minus_power = self.negative(power)?;
        let (mut times, mut rest) = (0, g);
        while times < i64::from(most) && times > -i64::from(most) {
            // Doubling also removes the nimber.
            let double = self.sum(rest, rest)?;
            if self.le(power, double)? {
                times += 1;
                rest = self.sum(rest, minus_power)?;
            } else if self.le(double, minus_power)? {
                times -= 1;
                rest = self.sum(rest, power)?;
            } else {
                break;
            }
        }
        Ok((times, rest))
    }
}
