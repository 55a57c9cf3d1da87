//! What does a search forget when there is no more room? What is cheapest to find again. The sums that took
//! most work are kept, with the positions and values in them, and then the values of positions that took most
//! work. All others are forgotten, and the search starts again with what is left.

use super::{Core, Piece, Pieces};
use crate::arena::Arena;
use positions::SignedId;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use values::{Budget, Error, ValueId, Values};

/// What is kept may use one part in this many of the room.
const SHARE: usize = 3;

impl Core {
    /// Forgets about two thirds of everything.
    pub(super) fn forget(&mut self) -> Result<(), Error> {
        let fresh = self.afresh();
        let old = std::mem::replace(self, fresh);
        let budget = self.values.budget().clone();
        let mut kept =
            Kept { old: (&old.values, &old.arena), new: self, values: FxHashMap::default(), budget };
        let most = old.known.capacity() / SHARE;
        for (pieces, known) in old.known.into_best(most) {
            if let Some(pieces) = kept.sum(&pieces)? {
                kept.new.known.put(pieces, known);
            }
        }
        let mut valued: Vec<(u32, SignedId)> = old.arena.valued().collect();
        valued.sort_by_key(|(work, _)| Reverse(*work));
        for (_, item) in valued {
            if kept.item(item)?.is_none() {
                break;
            }
        }
        Ok(())
    }
}

/// Positions and values on their way from an old arena and store to new ones.
struct Kept<'a> {
    old: (&'a Values, &'a Arena),
    new: &'a Core,
    values: FxHashMap<ValueId, ValueId>,
    budget: Budget,
}

impl Kept<'_> {
    /// A sum of kept pieces. `None` means that there is no room for all of them, or that the search will not
    /// meet the sum again in this form.
    fn sum(&mut self, pieces: &Pieces) -> Result<Option<Pieces>, Error> {
        let (values, arena) = self.old;
        let mut kept = Pieces::new();
        for piece in pieces {
            let piece = match piece.piece() {
                Piece::Value(g) => self.value(g)?.map(Piece::Value),
                Piece::Item(item) if arena.known_value(values, item)?.is_some() => None,
                Piece::Item(item) => self.item(item)?.map(Piece::Item),
            };
            let Some(piece) = piece else { return Ok(None) };
            kept.push(piece.into());
        }
        kept.sort_unstable();
        Ok(Some(kept))
    }

    fn value(&mut self, g: ValueId) -> Result<Option<ValueId>, Error> {
        if let Some(&known) = self.values.get(&g) {
            return Ok(Some(known));
        }
        let new = &self.new.values;
        if new.load() >= self.new.limits.values as usize / SHARE {
            return Ok(None);
        }
        match new.copy_from(self.old.0, g, &self.budget) {
            Err(Error::TooManyValues(_)) => Ok(None),
            copied => {
                let copied = copied?;
                self.values.insert(g, copied);
                Ok(Some(copied))
            }
        }
    }

    /// The position, with its value if that is known.
    fn item(&mut self, item: SignedId) -> Result<Option<SignedId>, Error> {
        let value = match self.old.1.value_of_form(item) {
            None => None,
            Some(value) => match self.value(value)? {
                None => return Ok(None),
                value => value,
            },
        };
        let new = &self.new.arena;
        if new.bytes() >= new.limit() / SHARE {
            return Ok(None);
        }
        Ok(Some(new.take_over(self.old.1, item, value)))
    }
}
