//! The games that have a name of their own: numbers, nimbers, ups and their sums, switches and tinies. Closed
//! forms are stored as they are, the others are built from their options.

use super::{NumberUpStar, ValueId, Values};
use crate::{Dyadic, Error};

impl Values {
    /// A number as a game.
    pub fn number(&self, x: Dyadic) -> Result<ValueId, Error> {
        self.closed(x.into())
    }

    /// The integer `n` as a game.
    pub fn integer(&self, n: i64) -> Result<ValueId, Error> {
        self.number(Dyadic::integer(n)?)
    }

    /// The nimber `*n`.
    pub fn nimber(&self, n: u32) -> Result<ValueId, Error> {
        self.closed(NumberUpStar::new(Dyadic::ZERO, 0, n)?)
    }

    /// `n` copies of ↑, or of ↓ if `n` is negative.
    pub fn ups(&self, n: i32) -> Result<ValueId, Error> {
        self.closed(NumberUpStar::new(Dyadic::ZERO, n, 0)?)
    }

    /// A number plus ups plus a nimber.
    pub fn closed(&self, value: NumberUpStar) -> Result<ValueId, Error> {
        self.insert_closed(value)
    }

    /// The switch `±x = {x|-x}`.
    pub fn switch(&self, x: ValueId) -> Result<ValueId, Error> {
        self.from_options(&[x], &[self.negative(x)?])
    }

    /// `Tiny(x) = {0||0|-x}`: for a number `x > 0` positive, and infinitely smaller than ↑.
    pub fn tiny(&self, x: ValueId) -> Result<ValueId, Error> {
        let threat = self.from_options(&[ValueId::ZERO], &[self.negative(x)?])?;
        self.from_options(&[ValueId::ZERO], &[threat])
    }

    /// `Miny(x) = -Tiny(x) = {x|0||0}`.
    pub fn miny(&self, x: ValueId) -> Result<ValueId, Error> {
        self.negative(self.tiny(x)?)
    }

    /// The value as number plus ups plus nimber. `None` means it is not a closed form.
    #[must_use]
    pub fn to_closed(&self, g: ValueId) -> Option<NumberUpStar> {
        self.node(g).closed()
    }

    /// The number that the game is equal to. `None` means it is not a number.
    #[must_use]
    pub fn to_number(&self, g: ValueId) -> Option<Dyadic> {
        let node = self.node(g);
        node.is_number().then(|| node.stops.left())
    }
}
