//! The positions a search has met: each gets a number and has its moves generated once.

use super::coupons::{Score, score};
use rules::Position;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::ops::Range;
use values::{Dyadic, Error, Player};

/// A position known by number, perhaps with the players exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Seat {
    pub(super) id: u32,
    exchanged: bool,
}

impl Seat {
    pub(super) fn plain(id: u32) -> Self {
        Self { id, exchanged: false }
    }

    /// Who this player is in the position with that number.
    pub(super) fn player(self, player: Player) -> Player {
        if self.exchanged { player.opponent() } else { player }
    }
}

/// Longer play counts as unbounded.
const LONGEST: u32 = 1 << 20;

/// What does not change while a position is searched.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    /// The value, where it is a number that the rules know.
    pub(super) number: Option<Score>,
    /// No play lasts longer.
    pub(super) longest: Option<u32>,
}

struct Node<P> {
    position: P,
    facts: Facts,
    estimate: i32,
    /// Where the options of either player lie.
    options: [Option<(u32, u32)>; 2],
    /// Which move was best when this position was last searched, as an index among the options.
    best: [u32; 2],
}

pub(super) struct Store<P> {
    seats: FxHashMap<P, Seat>,
    nodes: Vec<Node<P>>,
    options: Vec<Seat>,
    /// How many bytes all of this may take.
    limit: usize,
}

/// As many bytes of positions belong to each state that the table may hold.
const BYTES_PER_STATE: usize = 37;

impl<P: Position> Store<P> {
    pub(super) fn new(limit: usize) -> Self {
        let limit = limit.saturating_mul(BYTES_PER_STATE);
        Self { seats: FxHashMap::default(), nodes: Vec::new(), options: Vec::new(), limit }
    }

    /// The number of a position; positions that are alike share one.
    pub(super) fn seat(&mut self, position: &P) -> Result<Seat, Error> {
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
            Some(seat) => Seat { id: seat.id, exchanged: seat.exchanged != exchanged },
            None => {
                let seat = Seat { id: self.nodes.len() as u32, exchanged: false };
                self.room()?;
                let longest = normal.longest_play().filter(|&n| n <= LONGEST);
                let number = if longest == Some(0) { Some(Dyadic::ZERO) } else { number };
                let facts = Facts { number: number.map(score).transpose()?, longest };
                let estimate = normal.ordering();
                self.nodes.push(Node {
                    position: normal.clone(),
                    facts,
                    estimate,
                    options: [None; 2],
                    best: [0; 2],
                });
                self.seats.insert(normal, seat);
                Seat { exchanged, ..seat }
            }
        };
        self.seats.entry(position.clone()).or_insert(seat);
        Ok(seat)
    }

    /// The number of a position that was met before.
    pub(super) fn known(&self, position: &P) -> Option<u32> {
        self.seats.get(position).map(|seat| seat.id)
    }

    fn room(&self) -> Result<(), Error> {
        // What grows is there twice for a moment, the second time with as much room to spare.
        let bytes = self.seats.len() * size_of::<(P, Seat)>()
            + self.nodes.len() * size_of::<Node<P>>()
            + self.options.len() * size_of::<Seat>();
        let full = 3 * bytes >= self.limit || self.options.len() >= u32::MAX as usize / 2;
        if full { Err(Error::OutOfRoom) } else { Ok(()) }
    }

    pub(super) fn facts(&self, id: u32) -> Facts {
        self.nodes[id as usize].facts
    }

    /// How far a player is ahead, as the game guesses.
    pub(super) fn estimate(&self, seat: Seat, player: Player) -> i32 {
        let estimate = self.nodes[seat.id as usize].estimate;
        seat.player(player).sees(estimate)
    }

    /// The options of a player, the most promising first: indices for [`Self::option`].
    pub(super) fn options(&mut self, id: u32, player: Player) -> Result<Range<u32>, Error> {
        if let Some((start, end)) = self.nodes[id as usize].options[player as usize] {
            return Ok(start..end);
        }
        self.room()?;
        let positions = self.nodes[id as usize].position.options(player);
        let mut seats = positions.iter().map(|option| self.seat(option)).collect::<Result<Vec<_>, _>>()?;
        seats.sort_by_key(|&seat| (Reverse(self.estimate(seat, player)), seat.id, seat.exchanged));
        seats.dedup();
        let start = self.options.len() as u32;
        self.options.extend(seats);
        let end = self.options.len() as u32;
        self.nodes[id as usize].options[player as usize] = Some((start, end));
        Ok(start..end)
    }

    pub(super) fn option(&self, index: u32) -> Seat {
        self.options[index as usize]
    }

    pub(super) fn best(&mut self, id: u32, player: Player) -> &mut u32 {
        &mut self.nodes[id as usize].best[player as usize]
    }
}
