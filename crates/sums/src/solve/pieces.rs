//! How is a sum written as briefly as possible? As sorted pieces, each a value or a position whose value is
//! not known. Numbers, ups and nimbers add up to one value, and opposites cancel. A sum with Right to move is
//! its negative with Left to move.

use super::{Core, unless_full};
use crate::Component;
use crate::sum::Sum;
use positions::{Parts, SignedId};
use smallvec::SmallVec;
use values::{Dyadic, Error, NumberUpStar, Player, ValueId};

/// A part of a sum: a value, or a position whose value is not known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Piece {
    Value(ValueId),
    Item(SignedId),
}

/// A piece in 32 bits, as it is kept in sums: values come before positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Packed(u32);

impl Packed {
    /// The bit of positions.
    const ITEM: u32 = 1 << 31;

    pub(crate) fn piece(self) -> Piece {
        match self.0 & Self::ITEM {
            0 => Piece::Value(ValueId::from_index(self.0)),
            _ => Piece::Item(SignedId::from_bits(self.0 ^ Self::ITEM)),
        }
    }
}

impl From<Piece> for Packed {
    fn from(piece: Piece) -> Self {
        Self(match piece {
            Piece::Value(g) => g.index(),
            Piece::Item(item) => item.to_bits() | Self::ITEM,
        })
    }
}

/// A sum: its pieces, sorted.
pub(crate) type Pieces = SmallVec<[Packed; 10]>;

impl Core {
    /// The regions of all parts, seen from the player who moves first.
    pub(super) fn pieces(&self, parts: &[Component], first: Player) -> Result<Pieces, Error> {
        let mut pieces = Pieces::new();
        for part in parts {
            let items = self.arena.parts(part).into_iter();
            pieces.extend(items.map(|item| Packed::from(Piece::Item(item.times(first == Player::Right)))));
        }
        self.tidy(pieces)
    }

    /// The values of all parts, however long that takes, seen from the player who moves first.
    pub(crate) fn valued_completely(&self, sum: &Sum, first: Player) -> Result<Pieces, Error> {
        let mut pieces = Pieces::new();
        for part in &sum.parts {
            for item in self.arena.parts(&part.position) {
                let value = self.arena.value_at_any_cost(&self.values, item.times(first == Player::Right))?;
                pieces.push(Piece::Value(value).into());
            }
        }
        self.tidy(pieces)
    }

    /// The piece of a region: its value if it is known, otherwise the position.
    pub(super) fn piece(&self, item: SignedId) -> Result<Packed, Error> {
        Ok(match self.arena.known_value(&self.values, item)? {
            Some(value) => Piece::Value(value),
            None => {
                self.arena.look_up(&self.values, item, 0)?;
                Piece::Item(item)
            }
        }
        .into())
    }

    /// The sum as a search meets it now: positions whose values have been found are replaced by them.
    pub(super) fn with_known_values(&self, pieces: &Pieces) -> Result<Pieces, Error> {
        let known = pieces.iter().map(|&piece| match piece.piece() {
            Piece::Item(item) => self.piece(item),
            Piece::Value(_) => Ok(piece),
        });
        let known = known.collect::<Result<Pieces, Error>>()?;
        if known == *pieces { Ok(known) } else { self.tidy(known) }
    }

    /// Replaces positions by their values. A position gets the more work the more often it was met.
    pub(super) fn valued(&self, pieces: Pieces) -> Result<Pieces, Error> {
        let mut changed = false;
        let mut valued = Pieces::new();
        for piece in pieces {
            valued.push(match piece.piece() {
                Piece::Item(item) => match unless_full(self.arena.value(&self.values, item))?.flatten() {
                    Some(value) => {
                        changed = true;
                        Piece::Value(value).into()
                    }
                    None => {
                        self.arena.look_up(&self.values, item, self.nodes())?;
                        piece
                    }
                },
                Piece::Value(_) => piece,
            });
        }
        if changed { self.tidy(valued) } else { Ok(valued) }
    }

    /// The same sum with as few pieces as possible, sorted.
    fn tidy(&self, pieces: Pieces) -> Result<Pieces, Error> {
        let zero = NumberUpStar::new(Dyadic::ZERO, 0, 0)?;
        let mut simple = zero;
        let mut kept = Pieces::new();
        for piece in pieces {
            if let Piece::Value(g) = piece.piece()
                && let Some(closed) = self.values.to_closed(g)
            {
                simple = simple.plus(closed)?;
                continue;
            }
            let opposite = self.negated(piece)?;
            match kept.iter().position(|other| *other == opposite) {
                Some(other) => drop(kept.swap_remove(other)),
                None => kept.push(piece),
            }
        }
        if simple != zero {
            kept.push(Piece::Value(self.values.closed(simple)?).into());
        }
        kept.sort_unstable();
        Ok(kept)
    }

    /// The negative of a piece.
    fn negated(&self, piece: Packed) -> Result<Packed, Error> {
        Ok(match piece.piece() {
            Piece::Value(g) => Piece::Value(self.values.negative(g)?),
            Piece::Item(item) => Piece::Item(item.times(true)),
        }
        .into())
    }

    /// The sum in which these regions replace the piece with number `i`, seen from Right.
    pub(super) fn moved(&self, pieces: &Pieces, i: usize, items: Parts) -> Result<Pieces, Error> {
        let mut next = pieces.clone();
        next.remove(i);
        for item in items {
            next.push(self.piece(item)?);
        }
        self.turned(next)
    }

    /// The negative of a sum: the sum as the other player sees it.
    pub(crate) fn turned(&self, pieces: Pieces) -> Result<Pieces, Error> {
        let pieces = pieces.into_iter().map(|piece| self.negated(piece)).collect::<Result<_, _>>()?;
        self.tidy(pieces)
    }
}
