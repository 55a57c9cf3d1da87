//! The positions that a search has met. Positions with the same normal form share an id, and their moves are
//! generated once.

use super::coupons::{Score, score};
use positions::SignedId;
use rules::Position;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::ops::Range;
use values::{ByPlayer, Dyadic, Error, Player};

/// The longest play, in moves, that counts as bounded.
const LONGEST: u32 = 1 << 20;

/// What the rules know about a position.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    /// The value. `None` means that the rules do not know it as a number.
    pub(super) number: Option<Score>,
    /// An upper bound on the number of moves of play. `None` means that there is none, or a very large one.
    pub(super) longest: Option<u32>,
}

struct Node<P> {
    position: P,
    facts: Facts,
    /// The move-ordering score for Left; higher is searched first.
    ordering: i32,
    /// For each player, the range of the options in the store. `None` means that they are not listed yet.
    options: ByPlayer<Option<(u32, u32)>>,
    /// For each player, the move that was best in the last search: 0 for the coupon, i + 1 for option i.
    best: ByPlayer<u32>,
}

/// The positions, their options and what is known about them.
pub(super) struct Store<P> {
    /// The seat of every position met, whether in normal form or not.
    seats: FxHashMap<P, SignedId>,
    nodes: Vec<Node<P>>,
    options: Vec<SignedId>,
    /// The maximum number of bytes of the store.
    limit: usize,
}

/// The share of the store, in bytes, for each state that the table may hold.
const BYTES_PER_STATE: usize = 37;

impl<P: Position> Store<P> {
    /// An empty store beside a table of at most `limit` states.
    pub(super) fn new(limit: usize) -> Self {
        let limit = limit.saturating_mul(BYTES_PER_STATE);
        Self { seats: FxHashMap::default(), nodes: Vec::new(), options: Vec::new(), limit }
    }

    /// The seat of a position, which is added if it is new.
    pub(super) fn seat(&mut self, position: &P) -> Result<SignedId, Error> {
        if let Some(&seat) = self.seats.get(position) {
            return Ok(seat);
        }
        let regions = position.regions();
        let (normal, exchanged) = match &regions[..] {
            [region] => region.normal_form(),
            _ => position.normal_form(),
        };
        let number = if regions.is_empty() { Some(Dyadic::ZERO) } else { normal.number() };
        let seat = match self.seats.get(&normal) {
            Some(seat) => seat.times(exchanged),
            None => {
                let seat = SignedId::of(self.nodes.len());
                self.room()?;
                let longest = normal.longest_play().filter(|&n| n <= LONGEST);
                let number = if longest == Some(0) { Some(Dyadic::ZERO) } else { number };
                let facts = Facts { number: number.map(score).transpose()?, longest };
                let ordering = normal.ordering();
                self.nodes.push(Node {
                    position: normal.clone(),
                    facts,
                    ordering,
                    options: ByPlayer::default(),
                    best: ByPlayer::default(),
                });
                self.seats.insert(normal, seat);
                seat.times(exchanged)
            }
        };
        self.seats.entry(position.clone()).or_insert(seat);
        Ok(seat)
    }

    /// The id of a position. `None` means that it was not met before.
    pub(super) fn known(&self, position: &P) -> Option<u32> {
        self.seats.get(position).map(|seat| seat.node() as u32)
    }

    /// An error if the store is full.
    fn room(&self) -> Result<(), Error> {
        // A vector that grows is there twice for a moment, the second time with twice the capacity.
        let bytes = self.seats.len() * size_of::<(P, SignedId)>()
            + self.nodes.len() * size_of::<Node<P>>()
            + self.options.len() * size_of::<SignedId>();
        let full = 3 * bytes >= self.limit || self.options.len() >= u32::MAX as usize / 2;
        if full { Err(Error::OutOfRoom) } else { Ok(()) }
    }

    /// What the rules know about the position with this id.
    pub(super) fn facts(&self, id: u32) -> Facts {
        self.nodes[id as usize].facts
    }

    /// The move-ordering score of an option for a player; higher is searched first.
    pub(super) fn ordering(&self, seat: SignedId, player: Player) -> i32 {
        let ordering = self.nodes[seat.node()].ordering;
        seat.owner(player).sees(ordering)
    }

    /// The options of a player in move order, as indices for [`Self::option`].
    pub(super) fn options(&mut self, id: u32, player: Player) -> Result<Range<u32>, Error> {
        if let Some((start, end)) = self.nodes[id as usize].options[player] {
            return Ok(start..end);
        }
        self.room()?;
        let positions = self.nodes[id as usize].position.options(player);
        let mut seats = positions.iter().map(|option| self.seat(option)).collect::<Result<Vec<_>, _>>()?;
        seats.sort_by_key(|&seat| (Reverse(self.ordering(seat, player)), seat));
        seats.dedup();
        let start = self.options.len() as u32;
        self.options.extend(seats);
        let end = self.options.len() as u32;
        self.nodes[id as usize].options[player] = Some((start, end));
        Ok(start..end)
    }

    /// The option with this index.
    pub(super) fn option(&self, index: u32) -> SignedId {
        self.options[index as usize]
    }

    /// The move that was best in the last search: 0 for the coupon, i + 1 for option i.
    pub(super) fn best(&mut self, id: u32, player: Player) -> &mut u32 {
        &mut self.nodes[id as usize].best[player]
    }
}
