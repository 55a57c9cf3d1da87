//! Have we met this position before? Each position is stored once, in normal form, with what a search knows
//! about it and, where the search asks for them, its options. A position and its negative share an entry:
//! their ids differ in the sign. A store counts its bytes, and it can forget. Many threads may use it at
//! once.

use crate::hash::hash;
use smallvec::SmallVec;
use std::convert::Infallible;
use std::hash::Hash;
use std::ops::Neg;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use values::{ByPlayer, Error, Interner, Player};

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
    #[inline]
    pub fn owner(self, player: Player) -> Player {
        if self.is_negative() { player.opponent() } else { player }
    }

    /// A number that belongs to this position, from that of the stored form.
    #[must_use]
    #[inline]
    pub fn sees<T: Neg<Output = T>>(self, x: T) -> T {
        if self.is_negative() { -x } else { x }
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

/// The regions of a position.
pub type Parts = SmallVec<[SignedId; 4]>;

/// The regions in order.
pub fn sorted(parts: impl Iterator<Item = SignedId>) -> Parts {
    let mut parts: Parts = parts.collect();
    parts.sort_unstable();
    parts
}

/// The regions, or their negatives if `negative`, in order.
#[must_use]
pub fn negated(parts: &[SignedId], negative: bool) -> Parts {
    sorted(parts.iter().map(|part| part.times(negative)))
}

/// The options of both players, each of type `T`. They are listed when they are first asked for.
pub type Options<T> = ByPlayer<OnceLock<Box<[T]>>>;

/// The number of positions from which on the room is used up: a number, a sign and one more bit fit into 32,
/// also for those that are added before the room is checked again.
const MOST: usize = (1 << 30) - (1 << 20);

/// Forgotten positions that are not dropped yet, with their data.
struct Forgotten<T> {
    things: Box<dyn ExactSizeIterator<Item = T> + Send + Sync>,
    /// The bytes that all of them took.
    bytes: usize,
}

/// Positions in normal form, each with data `D` and perhaps its [`Options`]. Numbers count up from 0.
pub struct Store<P, D, O = ()> {
    nodes: Interner<(P, D, O)>,
    forgotten: Vec<Forgotten<(P, D, O)>>,
    bytes: AtomicUsize,
    limit: usize,
}

impl<P, D, O> Default for Store<P, D, O> {
    fn default() -> Self {
        Self::new(usize::MAX)
    }
}

impl<P, D, O> Store<P, D, O> {
    /// The bytes of a position, with its place in the index.
    pub const BYTES: usize = size_of::<(P, D, O)>() + 16;

    /// An empty store that may take this many bytes.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self { nodes: Interner::new(), forgotten: Vec::new(), bytes: AtomicUsize::new(0), limit }
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

    /// The same, to change it.
    #[inline]
    pub fn data_mut(&mut self, number: usize) -> &mut D {
        self.entry(number).1
    }

    /// The position with this number, and its data to change it.
    #[inline]
    pub fn entry(&mut self, number: usize) -> (&P, &mut D) {
        let (position, data, _) = self.nodes.get_mut(number as u32);
        (position, data)
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

    /// The bytes in use: positions and options, and what was [counted](Self::count) besides.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    /// The bytes of positions that are forgotten but not dropped yet.
    #[must_use]
    pub fn forgotten_bytes(&self) -> usize {
        self.forgotten.iter().map(|forgotten| forgotten.bytes).sum()
    }

    /// The maximum number of bytes.
    #[must_use]
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Counts bytes that belong to the positions.
    pub fn count(&self, bytes: usize) {
        self.bytes.fetch_add(bytes, Relaxed);
    }

    /// An error means that the room is used up.
    pub fn check_room(&self) -> Result<(), Error> {
        let is_full = self.bytes() > self.limit || self.len() > MOST;
        if is_full { Err(Error::OutOfRoom) } else { Ok(()) }
    }
}

impl<P: Hash + Eq, D, O: Default> Store<P, D, O> {
    /// The number of a position. `None` means that it is not stored.
    pub fn find(&self, form: &P) -> Option<usize> {
        self.nodes.find(hash(form), |(known, ..)| known == form).map(|number| number as usize)
    }

    /// The data of a position. `None` means that it is not stored.
    pub fn get(&self, form: &P) -> Option<&D> {
        self.find(form).map(|number| self.data(number))
    }

    /// The data of many positions. The index is read for all of them before the first position is, so that
    /// the processor waits for many cache misses at once.
    pub fn get_all(&mut self, forms: &[(P, bool)]) -> Vec<Option<D>>
    where
        D: Copy,
    {
        let candidates: Vec<_> = forms.iter().map(|(form, _)| self.nodes.candidate(hash(form))).collect();
        let get = |((form, _), candidate): (&(P, bool), Option<u32>)| match self.nodes.get(candidate?) {
            (known, data, _) if known == form => Some(*data),
            _ => self.get(form).copied(),
        };
        forms.iter().zip(candidates).map(get).collect()
    }

    /// The number of a position, which is stored with this data if it is new.
    pub fn intern(&self, form: P, data: impl FnOnce(&P) -> D) -> usize {
        let hashed = hash(&form);
        let made: Result<u32, Infallible> = self.nodes.intern_key(
            form,
            hashed,
            |form, (known, ..)| form == known,
            |form| {
                self.count(Self::BYTES);
                let data = data(&form);
                Ok((form, data, O::default()))
            },
        );
        let Ok(number) = made;
        number as usize
    }

    /// Keeps the positions for whose numbers `keep` holds, without their options, and returns the new numbers.
    /// Bytes that were [counted](Self::count) besides are not counted any more.
    pub fn retain(&mut self, keep: &[bool]) -> Vec<Option<usize>> {
        let old = std::mem::take(&mut self.nodes).into_things();
        self.bytes = AtomicUsize::new(0);
        old.zip(keep).map(|((form, data, _), &keep)| keep.then(|| self.intern(form, |_| data))).collect()
    }
}

impl<P, D, T> Store<P, D, Options<T>> {
    /// The options of a player in the position with this number. `None` means that they are not listed yet.
    #[inline]
    pub fn listed(&self, number: usize, player: Player) -> Option<&[T]> {
        self.nodes.get(number as u32).2[player].get().map(|options| &options[..])
    }

    /// Stores the options of a player, unless another thread did so before.
    pub fn list(&self, number: usize, player: Player, options: Vec<T>) -> &[T] {
        self.nodes.get(number as u32).2[player].get_or_init(|| {
            self.count(options.len() * size_of::<T>());
            options.into_boxed_slice()
        })
    }
}

impl<P: Send + Sync + 'static, D: Send + Sync + 'static, O: Send + Sync + 'static> Store<P, D, O> {
    /// Forgets all positions. [`drop_forgotten`](Self::drop_forgotten) drops them, because that takes long.
    pub fn forget(&mut self) {
        let limit = self.limit;
        let old = std::mem::replace(self, Self::new(limit));
        self.forgotten = old.forgotten;
        let bytes = old.bytes.into_inner();
        self.forgotten.push(Forgotten { things: Box::new(old.nodes.into_things()), bytes });
    }

    /// Drops a part of the positions that were forgotten, at least this many.
    pub fn drop_forgotten(&mut self, least: usize) {
        let left: usize = self.forgotten.iter().map(|forgotten| forgotten.things.len()).sum();
        let now = least.max(left / 32);
        if let Some(Forgotten { things, .. }) = self.forgotten.last_mut()
            && things.by_ref().take(now).count() < now
        {
            drop(self.forgotten.pop());
        }
    }
}
