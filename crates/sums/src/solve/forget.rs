//! What does a search forget when its room is used up? What is cheapest to find again. First it keeps what
//! it needs to go on where it was: the sums on its way, and their options that were decided. Then it keeps what
//! took most work: sums, with the positions in them, and values of positions. All else is forgotten; values
//! are forgotten only where they take more than their part of the room. The search starts again, and finds
//! its way back by what was kept.

use super::paged::Paged;
use super::{Core, Packed, Piece, Pieces};
use crate::arena::Listed;
use positions::{Entry, SignedId, TranspositionTable};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::hash_map;
use std::sync::PoisonError;
use values::{Error, Limits, Player, ValueId, Values};

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

    /// Forgets about two thirds of everything. An error means that the budget ended before, and nothing is
    /// forgotten.
    pub(super) fn forget(&mut self) -> Result<(), Error> {
        let way = std::mem::take(self.interrupted.get_mut().unwrap_or_else(PoisonError::into_inner));
        let mut known = std::mem::replace(&mut self.known, TranspositionTable::with_entries(0));
        // Values have half the room that positions have.
        let with_values = 2 * self.bytes_of_values() > self.arena.store.bytes();
        if with_values {
            self.values.drop_caches();
            self.looks = Paged::new(self.limits.values as usize);
        }
        let mut kept = Kept::of(self, with_values);
        way.iter().for_each(|step| kept.step(step));
        let most = known.capacity() / SHARE;
        let sums = known.best(0, usize::MAX);
        let least = sums.get(most).map_or(0, |known| known.work);
        kept.most_work(&sums[..most.min(sums.len())]);
        let Kept { positions, values, .. } = kept;
        if let Err(error) = self.values.budget().check_now() {
            self.known = known;
            return Err(error);
        }
        let new_value = |g| values.as_ref().map_or(Some(g), |copies| copies.ids.get(&g).copied());
        if values.is_some() {
            self.arena.forget_graphs(if self.is_crowded() { 4 } else { 1 }, new_value);
        }
        let positions = self.arena.retain(&positions);
        let tried: FxHashSet<&Pieces> = way.iter().flat_map(|step| &step.tried).collect();
        // Work counts half each time: what was found long ago is rarely needed again.
        self.known = known.rewritten(|Entry { key: pieces, data, work }| {
            if work < least && !tried.contains(&pieces) {
                return None;
            }
            let new = |piece: &Packed| match piece.piece() {
                Piece::Value(g) => new_value(g).map(Piece::Value),
                Piece::Item(item) => {
                    let new = SignedId::new(positions[item.node()]?, item.is_negative());
                    self.arena.value_of_form(new).is_none().then_some(Piece::Item(new))
                }
            };
            let mut key: Pieces =
                pieces.iter().map(|piece| new(piece).map(Packed::from)).collect::<Option<_>>()?;
            key.sort_unstable();
            Some(Entry { key, data, work: work / 2 })
        });
        if let Some(copies) = values {
            self.values = copies.new;
        }
        Ok(())
    }
}

/// New ids of values in a new store.
struct Copies {
    new: Values,
    ids: FxHashMap<ValueId, ValueId>,
}

/// The positions and values that are kept.
struct Kept<'a> {
    core: &'a Core,
    /// `None` means that all values stay.
    values: Option<Copies>,
    /// Is the position with this number kept?
    positions: Vec<bool>,
    /// The bytes of these positions.
    bytes: usize,
}

impl<'a> Kept<'a> {
    /// Nothing is kept yet. All values stay unless they are to be forgotten too.
    fn of(core: &'a Core, with_values: bool) -> Self {
        let limits = Limits { budget: core.values.budget().clone(), ..core.limits.clone() };
        let values =
            with_values.then(|| Copies { new: Values::with_limits(limits), ids: FxHashMap::default() });
        let bytes = if with_values { 0 } else { core.arena.bytes_of_sources() };
        Self { core, values, positions: vec![false; core.arena.store.len()], bytes }
    }

    /// Keeps what a search needs to go on after the options of a sum that were decided: these, and the values
    /// of all options.
    fn step(&mut self, Interrupted { sum, tried }: &Interrupted) {
        let arena = &self.core.arena;
        for piece in sum {
            if let Piece::Item(item) = piece.piece() {
                self.item(item);
                let options = arena.listed_before(item, item.owner(Player::Left)).into_iter();
                let parts = options.flat_map(Listed::iter).flatten();
                let valued = parts.filter(|part| arena.value_of_form(*part).is_some());
                valued.for_each(|part| _ = self.item(part));
            }
        }
        tried.iter().for_each(|option| _ = self.sum(option));
    }

    /// Keeps what took most work: these sums, each after its work, and the values of positions.
    fn most_work(&mut self, sums: &[&Entry<Pieces, bool>]) {
        let mut sums = sums.iter().peekable();
        let mut valued: Vec<(u32, SignedId)> = self.core.arena.valued().collect();
        valued.sort_unstable_by_key(|(work, _)| Reverse(*work));
        for (work, item) in valued {
            while let Some(known) = sums.next_if(|known| known.work > work) {
                _ = self.sum(&known.key);
            }
            _ = self.item(item);
        }
        sums.for_each(|known| _ = self.sum(&known.key));
    }

    /// Keeps the pieces of a sum. `None` means that not all of them fit, or that the search will
    /// not meet the sum again in this form.
    fn sum(&mut self, pieces: &Pieces) -> Option<()> {
        pieces.iter().try_for_each(|piece| match piece.piece() {
            Piece::Value(g) => self.value(g),
            Piece::Item(item) if self.core.arena.value_of_form(item).is_some() => None,
            Piece::Item(item) => self.item(item),
        })
    }

    /// Keeps a value. `None` means that it does not fit, or that the time is over.
    fn value(&mut self, g: ValueId) -> Option<()> {
        let Some(Copies { new, ids }) = &mut self.values else { return Some(()) };
        if let hash_map::Entry::Vacant(id) = ids.entry(g) {
            let old = &self.core.values;
            if new.load() >= old.load() / SHARE {
                return None;
            }
            id.insert(new.copy_from(old, g, new.budget()).ok()?);
        }
        Some(())
    }

    /// Keeps a position, with its value if that is known. `None` means that it does not fit.
    fn item(&mut self, item: SignedId) -> Option<()> {
        if !self.positions[item.node()] {
            let arena = &self.core.arena;
            arena.value_of_form(item).map_or(Some(()), |value| self.value(value))?;
            if self.bytes >= arena.store.bytes() / SHARE {
                return None;
            }
            self.positions[item.node()] = true;
            self.bytes += arena.bytes_of(item.node());
        }
        Some(())
    }
}
