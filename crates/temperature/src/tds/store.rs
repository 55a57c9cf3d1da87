//! The positions that a search has met. Positions with the same normal form share an id, and their moves are
//! generated once.

use super::alphabeta::Search;
use super::coupons::{ONE, Score, score};
use super::scope::Scope;
use positions::{Options, SignedId, Store};
use rules::Position;
use std::cmp::Reverse;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use values::{ByPlayer, Dyadic, Error, Player};

/// The longest play, in moves, that counts as bounded.
const LONGEST: u32 = 1 << 20;

/// A unit of [`Hints::evaluation`](rules::Hints::evaluation).
const EIGHTH: Score = ONE / 8;

/// The number of states below a position that pay for the first search for its mast.
const FIRST_PRICE: u32 = 64;

/// What is known about a position.
pub(super) struct Facts {
    /// The value. `None` means that the rules do not know it as a number.
    pub(super) number: Option<Score>,
    /// An upper bound on the number of moves of play. `None` means that there is none, or a very large one.
    pub(super) longest: Option<u32>,
    /// What all positions that can follow say about mean and temperature. Empty until they were looked at.
    pub(super) seen: OnceLock<Scope>,
    /// The static evaluation for Left, found when it is first needed.
    evaluation: OnceLock<Score>,
    /// The move-ordering score for Left; higher is searched first.
    ordering: i32,
    /// The work that pays for a search for the mast of the position (E4).
    pub(super) saving: Saving,
    /// For each player, the move that was best in the last search: 0 for the coupon, i + 1 for option i.
    pub(super) best: ByPlayer<AtomicU32>,
}

/// When is a search for the mast of a position worth its price? A mast saves the searches of the position beside
/// other stacks, but most positions are met too seldom for that. So a search for it may take as many states as
/// have been visited below the position since the last one. If that is too few, the next one may take twice as
/// many. A position that is met again and again has its mast soon.
pub(super) struct Saving {
    /// The number of states visited below the position since the last search for its mast.
    saved: AtomicU32,
    /// The number that the next search needs.
    price: AtomicU32,
}

impl Default for Saving {
    fn default() -> Self {
        Self { saved: AtomicU32::new(0), price: AtomicU32::new(FIRST_PRICE) }
    }
}

impl Saving {
    /// Adds states that were visited below the position.
    pub(super) fn add(&self, states: u64) {
        let saved = u64::from(self.saved.load(Relaxed)).saturating_add(states);
        self.saved.store(saved.try_into().unwrap_or(u32::MAX), Relaxed);
    }

    /// Spends all that was saved on a search for the mast. `None` means that it is too little.
    pub(super) fn spend(&self) -> Option<u64> {
        let saved = self.saved.load(Relaxed);
        let enough = saved >= self.price.load(Relaxed);
        enough.then(|| u64::from(self.saved.swap(0, Relaxed)))
    }

    /// A search for this number of states was too short.
    pub(super) fn raise(&self, states: u64) {
        self.price.store((2 * states).try_into().unwrap_or(u32::MAX), Relaxed);
    }
}

impl Facts {
    /// How fine and how hot the position can be.
    pub(super) fn scope(&self) -> Scope {
        self.seen.get().copied().unwrap_or_else(|| Scope::of_length(self.longest))
    }
}

/// The positions of a search. An option is a whole position, not its regions.
pub(super) type Positions<P> = Store<P, Facts, Options<SignedId>>;

impl<'a, P: Position> Search<'a, P> {
    /// The seat of a position, which is added if it is new.
    pub(super) fn seat(&self, position: &P) -> Result<SignedId, Error> {
        let regions = position.regions();
        let (form, negative) = match &regions[..] {
            [region] => region.normal_form(),
            _ => position.normal_form(),
        };
        if let Some(node) = self.store.find(&form) {
            return Ok(SignedId::new(node, negative));
        }
        self.store.check_room()?;
        let longest = form.longest_play().filter(|&n| n <= LONGEST);
        let is_over = regions.is_empty() || longest == Some(0);
        let number = if is_over { Some(Dyadic::ZERO) } else { form.number() };
        let number = number.map(score).transpose()?;
        self.store.count(form.heap_bytes());
        let facts = Facts {
            number,
            longest,
            seen: OnceLock::new(),
            evaluation: OnceLock::new(),
            ordering: form.ordering(),
            saving: Saving::default(),
            best: ByPlayer::default(),
        };
        Ok(SignedId::new(self.store.intern(form, |_| facts), negative))
    }

    /// What is known about the position with this id.
    pub(super) fn facts(&self, id: u32) -> &'a Facts {
        self.store.data(id as usize)
    }

    /// The static evaluation of the position with this id, for Left.
    pub(super) fn evaluation(&self, id: u32) -> Score {
        let evaluate = || Score::from(self.store.position(id as usize).evaluation()) * EIGHTH;
        *self.facts(id).evaluation.get_or_init(evaluate)
    }

    /// The move-ordering score of an option for a player; higher is searched first.
    pub(super) fn ordering(&self, seat: SignedId, player: Player) -> i32 {
        seat.owner(player).sees(self.store.data(seat.node()).ordering)
    }

    /// The options of a player in move order.
    pub(super) fn options(&self, id: u32, player: Player) -> Result<&'a [SignedId], Error> {
        if let Some(listed) = self.store.listed(id as usize, player) {
            return Ok(listed);
        }
        self.store.check_room()?;
        let positions = self.store.position(id as usize).options(player);
        let mut seats = positions.iter().map(|option| self.seat(option)).collect::<Result<Vec<_>, _>>()?;
        seats.sort_by_key(|&seat| (Reverse(self.ordering(seat, player)), seat));
        seats.dedup();
        Ok(self.store.list(id as usize, player, seats))
    }
}
