//! Products, powers and ordinal sums: games whose options are made from the moves of two games.

use super::{ValueId, Values, deep};
use crate::{Dyadic, Error};
use rustc_hash::FxHashMap;

impl Values {
    /// The ordinal sum `G:H`: a move in `G` (in canonical form) destroys `H`.
    pub fn ordinal_sum(&self, g: ValueId, h: ValueId) -> Result<ValueId, Error> {
        self.stack_on(g, h, &|h| (h == ValueId::ZERO).then_some(g))
    }

    /// Rebuilds `h` with the options of `g` added to every follower for which `leaf` gives no result.
    fn stack_on(
        &self,
        g: ValueId,
        h: ValueId,
        leaf: &dyn Fn(ValueId) -> Option<ValueId>,
    ) -> Result<ValueId, Error> {
        self.check_moves(h)?;
        let (base_left, base_right) = self.options(g)?;
        self.fold(h, &mut FxHashMap::default(), &|h| Ok(leaf(h)), &mut |_, left, right| {
            self.from_options(&[base_left, left].concat(), &[base_right, right].concat())
        })
    }

    /// An error if the game lasts too long for a recursion over all its moves, including those in numbers.
    pub(crate) fn check_moves(&self, g: ValueId) -> Result<(), Error> {
        if self.birthday(g) > u64::from(Self::MAX_HEIGHT) { Err(Error::TooDeep) } else { Ok(()) }
    }

    /// Conway's product. Nimbers multiply as in nim, and numbers as numbers. For other games it depends on
    /// the form, which is the canonical one here.
    pub fn conway_product(&self, g: ValueId, h: ValueId) -> Result<ValueId, Error> {
        self.multiply(g, h, &mut FxHashMap::default())
    }

    fn multiply(
        &self,
        g: ValueId,
        h: ValueId,
        known: &mut FxHashMap<(ValueId, ValueId), ValueId>,
    ) -> Result<ValueId, Error> {
        if let (Some(a), Some(b)) = (self.to_nimber(g), self.to_nimber(h)) {
            return self.nimber(nim_product(a, b));
        }
        for (x, other) in [(g, h), (h, g)] {
            if let Some(n) = self.to_number(x).and_then(Dyadic::to_integer) {
                return self.multiple(n, other);
            }
        }
        if let Some(&product) = known.get(&(g, h)) {
            return Ok(product);
        }
        let (gl, gr) = self.options(g)?;
        let (hl, hr) = self.options(h)?;
        // x·H + G·y − x·y, for a move to x in G and one to y in H.
        let mut move_in_both = |x: ValueId, y: ValueId| {
            let with_g = deep(|| self.multiply(x, h, known))?;
            let with_h = deep(|| self.multiply(g, y, known))?;
            let both = deep(|| self.multiply(x, y, known))?;
            self.difference(self.sum(with_g, with_h)?, both)
        };
        let mut moves = |pairs: [(&[ValueId], &[ValueId]); 2]| {
            let mut options = Vec::new();
            for (xs, ys) in pairs {
                for &x in xs {
                    for &y in ys {
                        options.push(move_in_both(x, y)?);
                    }
                }
            }
            Ok::<_, Error>(options)
        };
        let left = moves([(gl, hl), (gr, hr)])?;
        let right = moves([(gl, hr), (gr, hl)])?;
        let product = self.from_options(&left, &right)?;
        known.insert((g, h), product);
        Ok(product)
    }

    /// `^[x]` for `g = ^`: the sum `g + g^2 + … + g^x` of powers. For integers `x ≥ 1` it is `g:(x−1)`.
    pub fn pow_to(&self, g: ValueId, x: ValueId) -> Result<ValueId, Error> {
        if self.to_number(x).is_none_or(|x| x < Dyadic::ZERO) {
            return Err(Error::NoPowers);
        }
        let one = self.integer(1)?;
        self.stack_on(g, x, &|x| if x == one { Some(g) } else { (x == ValueId::ZERO).then_some(x) })
    }

    /// `^<x>` for `g = ^`: the power `g^x` of a game `g = {0|H}`, infinitely smaller than every lower power,
    /// `{0 | H − ^[x−1]}`.
    pub fn pow(&self, g: ValueId, x: ValueId) -> Result<ValueId, Error> {
        let (left, right) = self.options(g)?;
        let (&[ValueId::ZERO], &[threat]) = (left, right) else {
            return Err(Error::NoPowers);
        };
        let lower = self.pow_to(g, self.plus_number(x, Dyadic::MINUS_ONE)?)?;
        self.from_options(&[ValueId::ZERO], &[self.difference(threat, lower)?])
    }
}

/// The product of nimbers: distributive over bits, and for powers of two by Conway's rule that a Fermat power
/// 2^(2^n) times anything smaller is the ordinary product, and times itself 3/2 of itself.
fn nim_product(a: u32, b: u32) -> u32 {
    if a < 2 || b < 2 {
        return a * b;
    }
    // Split both at the largest Fermat power that either reaches.
    let level = a.max(b).ilog2().ilog2();
    let half = 1u32 << level;
    let (a1, a0) = (a >> half, a & ((1 << half) - 1));
    let (b1, b0) = (b >> half, b & ((1 << half) - 1));
    let (high, low) = (nim_product(a1, b1), nim_product(a0, b0));
    let middle = nim_product(a1, b0) ^ nim_product(a0, b1);
    (high ^ middle) << half ^ low ^ nim_product(high, 1 << (half - 1))
}

/// Recognising the powers of ↑ by their options.
impl Values {
    /// The `n ≥ 2` for which the game is `^[n] = {^[n−1]|*}`. `None` means there is none.
    pub(crate) fn as_pow_to_of_up(&self, g: ValueId) -> Result<Option<u64>, Error> {
        let (star, up) = (self.nimber(1)?, self.ups(1)?);
        let (mut n, mut game) = (1, g);
        while game != up {
            match self.options(game)? {
                (&[left], &[right]) if right == star => game = left,
                _ => return Ok(None),
            }
            n += 1;
        }
        Ok((n > 1).then_some(n))
    }

    /// The `n ≥ 2` for which the game is `^<n> = {0|v[n−1]*}`. `None` means there is none.
    pub(crate) fn as_pow_of_up(&self, g: ValueId) -> Result<Option<u64>, Error> {
        let (&[ValueId::ZERO], &[right]) = self.options(g)? else { return Ok(None) };
        let lower = self.difference(self.nimber(1)?, right)?;
        Ok(if lower == self.ups(1)? { Some(2) } else { self.as_pow_to_of_up(lower)?.map(|n| n + 1) })
    }
}
