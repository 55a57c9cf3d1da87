//! Who wins a sum of impartial games? The player to move loses `G + *n` exactly if the nim value of `G` is
//! `n`. So the nim values of all regions but one add up to a heap `*n`, and the search asks for the last
//! region only whether its value is `n`: it looks for an option with the nim value `n`, and stops at the
//! first. That needs far fewer positions than the value itself (Lemoine and Viennot, 2012, "Nimbers are
//! inevitable").
//!
//! Why it is right: the nim value of a region `R` is the mex of its options' values, the least number that is
//! none of them. So an option of value `n` refutes `n` for `R`. If there is none, the mex is at most `n`: it
//! is the least `m ≤ n` that no option refutes. The mex is never above the number of options, nor above the
//! number of moves that can still be made: after a move to a nim value `m − 1`, there is one to `m − 2`.

use super::{Core, Piece, Pieces, Solver};
use crate::Component;
use positions::{Crowd, Parts, SignedId};
use smallvec::SmallVec;
use std::sync::atomic::Ordering::Relaxed;
use values::{Dyadic, Error, NumberUpStar, Player, deep, mex};

/// Nim values from here on are not refuted one by one: a region that may have one is worked out completely.
pub(crate) const LARGE: u32 = 48;

impl Solver {
    /// The nim value of an impartial position. `None` means that it may not be impartial.
    ///
    /// ```
    /// use sums::{Component, Solver};
    /// use values::Budget;
    ///
    /// let mut solver = Solver::new(Budget::endless().with_bytes(1 << 24));
    /// assert_eq!(solver.nim_value(&Component::read("kayles", "3,4")?)?, Some(3 ^ 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nim_value(&mut self, component: &Component) -> Result<Option<u32>, Error> {
        self.run(|core| {
            let regions = core.arena.parts(component);
            if !regions.iter().all(|&region| core.arena.is_impartial(region)) {
                return Ok(None);
            }
            let mut values = regions.into_iter().map(|region| core.nim_value(region));
            values.try_fold(0, |sum, value| Ok(sum ^ value?)).map(Some)
        })
    }
}

impl Core {
    /// The regions of an impartial sum, and the nim value of the rest. `None` means that the sum may not be
    /// impartial, or has no regions.
    fn impartial(&self, pieces: &Pieces) -> Option<(Parts, u32)> {
        let (mut regions, mut heap) = (Parts::new(), 0);
        // Positions come after values, so most sums are found to be partizan at the first look.
        for piece in pieces.iter().rev() {
            match piece.piece() {
                Piece::Item(item) if self.arena.is_impartial(item) => regions.push(item),
                Piece::Value(g) if !regions.is_empty() => heap ^= self.nimber(g)?,
                _ => return None,
            }
        }
        (!regions.is_empty()).then_some((regions, heap))
    }

    /// Does the player to move win an impartial sum? `None` means that the sum may not be impartial.
    pub(super) fn wins_impartial(&self, pieces: &Pieces) -> Result<Option<bool>, Error> {
        let Some((regions, heap)) = self.impartial(pieces) else { return Ok(None) };
        Ok(Some(!self.sum_has_nim_value(&regions, heap)?))
    }

    /// Is it known that the player to move loses an impartial sum? `None` means that the sum may not be
    /// impartial.
    pub(super) fn is_lost_impartial(&self, pieces: &Pieces) -> Option<bool> {
        let (regions, heap) = self.impartial(pieces)?;
        let (open, rest) = self.open(&regions, heap);
        Some(open.is_empty() && rest == 0)
    }

    /// The nim value of a value. `None` means that it is not a nimber.
    fn nimber(&self, g: values::ValueId) -> Option<u32> {
        let closed = self.values.to_closed(g)?;
        (closed.number() == Dyadic::ZERO && closed.ups() == 0).then_some(closed.star())
    }

    /// The nim value of a region, if it is known.
    fn known_nim_value(&self, item: SignedId) -> Option<u32> {
        self.arena.nim(item).value().or_else(|| self.nimber(self.arena.value_of_form(item)?))
    }

    /// The regions whose nim values are not known, without pairs of equal ones, and `n` less all known ones.
    /// An impartial game is its own negative.
    fn open(&self, regions: &[SignedId], mut n: u32) -> (Parts, u32) {
        let mut open = Parts::new();
        for &region in regions {
            match self.known_nim_value(region) {
                Some(value) => n ^= value,
                None => match open.iter().position(|other: &SignedId| other.node() == region.node()) {
                    Some(other) => drop(open.swap_remove(other)),
                    None => open.push(region),
                },
            }
        }
        (open, n)
    }

    /// Is the nim value of a sum of regions `n`?
    fn sum_has_nim_value(&self, regions: &[SignedId], n: u32) -> Result<bool, Error> {
        let (mut open, mut n) = self.open(regions, n);
        // The value of the longest region takes most work, so it is never asked for.
        open.sort_by_cached_key(|&region| self.arena.longest_play(region));
        let Some(last) = open.pop() else { return Ok(n == 0) };
        for region in open {
            n ^= self.nim_value(region)?;
        }
        self.has_nim_value(last, n)
    }

    /// The nim value of a region.
    fn nim_value(&self, item: SignedId) -> Result<u32, Error> {
        if self.most(item) < LARGE {
            for n in 0..LARGE {
                if self.has_nim_value(item, n)? {
                    return Ok(n);
                }
            }
        }
        if let Some(known) = self.known_nim_value(item) {
            return Ok(known);
        }
        let before = self.count_node()?;
        let mut values = Vec::new();
        for option in self.arena.listed(item, Player::Left).iter() {
            let mut sum = 0;
            for region in option {
                sum ^= deep(|| self.nim_value(region))?;
            }
            values.push(sum);
        }
        let mex = mex(&mut values);
        self.decide(item, mex, before)?;
        Ok(mex)
    }

    /// An upper bound of the nim value of a region.
    fn most(&self, item: SignedId) -> u32 {
        let options = self.arena.listed(item, Player::Left).len();
        u32::try_from(options).unwrap_or(u32::MAX).min(self.arena.longest_play(item))
    }

    /// Is the nim value of a region `n`?
    fn has_nim_value(&self, item: SignedId, n: u32) -> Result<bool, Error> {
        if let Some(known) = self.known_nim_value(item) {
            return Ok(known == n);
        }
        if self.arena.nim(item).is_refuted(n) {
            return Ok(false);
        }
        let most = self.most(item);
        if n > most {
            return Ok(false);
        }
        if most >= LARGE {
            return Ok(self.nim_value(item)? == n);
        }
        let before = self.count_node()?;
        // First `n` itself, then what is below it.
        for m in std::iter::once(n).chain(0..n) {
            if self.arena.nim(item).is_refuted(m) {
                continue;
            }
            if self.has_option(item, m)? {
                self.arena.refute_nim(item, m);
                self.decided.fetch_add(1, Relaxed);
                if m == n {
                    return Ok(false);
                }
            } else if m != n {
                self.decide(item, m, before)?;
                return Ok(false);
            }
        }
        self.decide(item, n, before)?;
        Ok(true)
    }

    /// Does a region have an option with the nim value `n`?
    fn has_option(&self, item: SignedId, n: u32) -> Result<bool, Error> {
        let mut options: SmallVec<[(usize, Parts); 16]> = SmallVec::new();
        for option in self.arena.listed(item, Player::Left).iter() {
            let (open, rest) = self.open(&option, n);
            match open[..] {
                [] if rest == 0 => return Ok(true),
                [] => {}
                [region] if self.arena.nim(region).is_refuted(rest) => {}
                _ => {
                    let moves = open.iter().map(|&region| self.arena.listed(region, Player::Left).len());
                    options.push((moves.sum(), option));
                }
            }
        }
        // The fewer moves there are, the less there is to refute. On 6×5 Cram that takes a hundredth of the
        // sums of trying short plays first.
        options.sort_by_key(|(moves, _)| *moves);
        let options = options.into_iter().map(|(_, option)| Ok(option));
        self.crowd.share(
            options,
            |option| Crowd::place(&(option, n)),
            |option| {
                let _inside = self.crowd.visit(&(&option, n));
                deep(|| self.sum_has_nim_value(&option, n))
            },
        )
    }

    /// Keeps the nim value of a region, with the number of sums that were searched since `before`.
    fn decide(&self, item: SignedId, nim: u32, before: u64) -> Result<(), Error> {
        let value = self.values.closed(NumberUpStar::new(Dyadic::ZERO, 0, nim)?)?;
        let work = u32::try_from(self.nodes() - before).unwrap_or(u32::MAX);
        self.arena.decide_nim(item, nim, value, work);
        self.decided.fetch_add(1, Relaxed);
        Ok(())
    }
}
