//! Have we met this position before? Each position is stored once, in normal form, with what a search knows
//! about it. A position and its negative share an entry: their ids differ in the sign. Many threads may use a
//! store at once.

use crate::hash::hash;
use std::convert::Infallible;
use std::hash::Hash;
use values::{Interner, Player};

/// A stored position or its negative: the number of its normal form, and a sign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SignedId(u32);

impl SignedId {
    /// The stored form with this number, or its negative.
    #[must_use]
    #[inline]
    pub fn new(number: usize, negative: bool) -> Self {
        Self((number as u32) << 1 | u32::from(negative))
    }

    /// The stored form with this number.
    #[must_use]
    #[inline]
    pub fn of(number: usize) -> Self {
        Self::new(number, false)
    }

    /// The number of the stored form.
    #[must_use]
    #[inline]
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Is it the negative of the stored form?
    #[must_use]
    #[inline]
    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// The same position, or its negative.
    #[must_use]
    #[inline]
    pub fn times(self, negative: bool) -> Self {
        Self(self.0 ^ u32::from(negative))
    }

    /// The player who moves in the stored form when `player` moves here.
    #[must_use]
    #[inline]
    pub fn owner(self, player: Player) -> Player {
        if self.is_negative() { player.opponent() } else { player }
    }

    /// The id as 32 bits.
    #[must_use]
    pub fn to_bits(self) -> u32 {
        self.0
    }

    /// The id with these bits.
    #[must_use]
    pub fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

/// Positions in normal form, each with data `D`. Numbers count up from 0.
pub struct Store<P, D> {
    nodes: Interner<(P, D)>,
}

impl<P, D> Default for Store<P, D> {
    fn default() -> Self {
        Self { nodes: Interner::new() }
    }
}

impl<P: Hash + Eq, D> Store<P, D> {
    /// The number of a position. `None` means that it is not stored.
    pub fn find(&self, form: &P) -> Option<usize> {
        self.nodes.find(hash(form), |(known, _)| known == form).map(|number| number as usize)
    }

    /// The data of a position. `None` means that it is not stored.
    pub fn get(&self, form: &P) -> Option<&D> {
        self.find(form).map(|number| self.data(number))
    }

    /// The number of a position, which is stored with this data if it is new.
    pub fn intern(&self, form: P, data: impl FnOnce(&P) -> D) -> usize {
        let hashed = hash(&form);
        let made: Result<u32, Infallible> = self.nodes.intern_key(
            form,
            hashed,
            |form, (known, _)| form == known,
            |(known, _)| hash(known),
            |form| {
                let data = data(&form);
                Ok((form, data))
            },
        );
        let Ok(number) = made;
        number as usize
    }

    /// The position with this number.
    #[must_use]
    pub fn position(&self, number: usize) -> &P {
        &self.nodes.get(number as u32).0
    }

    /// The data of the position with this number.
    #[must_use]
    #[inline]
    pub fn data(&self, number: usize) -> &D {
        &self.nodes.get(number as u32).1
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Is nothing stored?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}
