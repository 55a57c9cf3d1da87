//! What does a search forget when there is no more room? What is cheapest to find again. First it keeps what
//! it needs to go on where it was: the sums on its way, and their options that were decided. Then it keeps the
//! sums that took most work, with the positions in them, and then the values of positions that took most
//! work. All else is forgotten; values are forgotten only where they take most of the room. The search starts
//! again, and finds its way back by what was kept.

use super::{Core, Known, Packed, Piece, Pieces};
use crate::arena::Arena;
use positions::{Priority, SignedId, TranspositionTable};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::sync::PoisonError;
use values::{Player, ValueId, Values};

/// A sum on the way of a search that was interrupted.
pub(super) struct Interrupted {
    sum: Pieces,
    /// The options that were decided.
    tried: Vec<Pieces>,
}

/// What is kept may use one part in this many of the room that was used.
const SHARE: usize = 3;

impl Core {
    /// Notes that the search of a sum was interrupted after these options.
    pub(super) fn interrupt(&self, sum: &Pieces, tried: Vec<Pieces>) {
        let mut interrupted = self.interrupted.lock().unwrap_or_else(PoisonError::into_inner);
        interrupted.push(Interrupted { sum: sum.clone(), tried });
    }

    /// Forgets about two thirds of everything.
    pub(super) fn forget(&mut self) {
        let way = std::mem::take(self.interrupted.get_mut().unwrap_or_else(PoisonError::into_inner));
        let mut known = std::mem::replace(&mut self.known, TranspositionTable::with_entries(0));
        let (positions, values);
        if self.bytes_of_values() > self.arena.store.bytes() {
            let fresh = self.afresh();
            let old = std::mem::replace(self, fresh);
            (positions, values) = (old.arena, Some(old.values));
        } else {
            let fresh = self.arena.emptied();
            (positions, values) = (std::mem::replace(&mut self.arena, fresh), None);
        }
        let ids = values.as_ref().map(|values| (values, FxHashMap::default()));
        let mut kept = Kept { values: ids, positions: &positions, items: FxHashMap::default(), new: self };
        way.iter().for_each(|step| kept.step(step));
        let most = known.capacity() / SHARE;
        let sums = known.keys();
        let least = sums.get(most).map_or(0, |(work, _)| *work);
        sums.into_iter().take(most).for_each(|(_, sum)| drop(kept.sum(sum)));
        kept.best_values();
        let tried: FxHashSet<&Pieces> = way.iter().flat_map(|step| &step.tried).collect();
        // Work counts half each time: what was found long ago is rarely needed again.
        let known = known.rewritten(|pieces, known| {
            if known.priority() < least && !tried.contains(&pieces) {
                return None;
            }
            Some((kept.sum(&pieces)?, Known { work: known.work / 2, ..known }))
        });
        self.known = known;
    }
}

/// Positions and values on their way from an old arena and store to new ones.
struct Kept<'a> {
    /// The old store, and the new ids of values in it. `None` means that the values stay where they are.
    values: Option<(&'a Values, FxHashMap<ValueId, ValueId>)>,
    positions: &'a Arena,
    /// For each stored form that is kept, its new number.
    items: FxHashMap<usize, usize>,
    new: &'a Core,
}

impl Kept<'_> {
    /// Keeps what a search needs to go on after the options of a sum that were decided: these, and the values
    /// of all options.
    fn step(&mut self, Interrupted { sum, tried }: &Interrupted) {
        for piece in sum {
            if let Piece::Item(item) = piece.piece() {
                self.item(item);
                for part in self.positions.options(item, Player::Left).flatten() {
                    if self.positions.value_of_form(part).is_some() {
                        self.item(part);
                    }
                }
            }
        }
        tried.iter().for_each(|option| drop(self.sum(option)));
    }

    /// Keeps the values that took most work.
    fn best_values(&mut self) {
        let mut valued: Vec<(u32, SignedId)> = self.positions.valued().collect();
        valued.sort_unstable_by_key(|(work, _)| Reverse(*work));
        _ = valued.into_iter().try_for_each(|(_, item)| self.item(item).map(drop));
    }

    /// A sum of kept pieces. `None` means that there is no room for all of them, or that the search will not
    /// meet the sum again in this form.
    fn sum(&mut self, pieces: &Pieces) -> Option<Pieces> {
        let kept = pieces.iter().map(|piece| match piece.piece() {
            Piece::Value(g) => self.value(g).map(Piece::Value),
            Piece::Item(item) if self.positions.value_of_form(item).is_some() => None,
            Piece::Item(item) => self.item(item).map(Piece::Item),
        });
        let mut kept: Pieces = kept.map(|piece| piece.map(Packed::from)).collect::<Option<_>>()?;
        kept.sort_unstable();
        Some(kept)
    }

    /// A value. `None` means that there is no room or no time for it.
    fn value(&mut self, g: ValueId) -> Option<ValueId> {
        let Some((old, ids)) = &mut self.values else { return Some(g) };
        if let Some(&known) = ids.get(&g) {
            return Some(known);
        }
        let new = &self.new.values;
        if new.load() >= old.load() / SHARE {
            return None;
        }
        let copied = new.copy_from(old, g, new.budget()).ok()?;
        ids.insert(g, copied);
        Some(copied)
    }

    /// The position, with its value if that is known. `None` means that there is no room for it.
    fn item(&mut self, item: SignedId) -> Option<SignedId> {
        if let Some(&known) = self.items.get(&item.node()) {
            return Some(SignedId::new(known, item.is_negative()));
        }
        let value = match self.positions.value_of_form(item) {
            Some(value) => Some(self.value(value)?),
            None => None,
        };
        if self.new.arena.store.bytes() >= self.positions.store.bytes() / SHARE {
            return None;
        }
        let new = self.new.arena.take_over(self.positions, item, value);
        self.items.insert(item.node(), new.node());
        Some(new)
    }
}
