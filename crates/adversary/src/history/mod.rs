//! Play that may come back to an earlier state: what a state is worth then depends on the way to it, and a
//! table that forgets the way gives wrong answers (the graph history interaction problem; Campbell 1985, Hsu 2022).
//! The remedy follows Kishimoto and Müller 2004: what holds on every path is stored as such, anything else beside
//! it as a *twin* that names its path; both proof-number search and αβ take it from here.
//!
//! # What is true
//!
//! A path ends as soon as it comes to a state for the second time, with a score that the rule of [`Repetition`]
//! gives. The value of a state `s` after a path with the states `P` is found by trying all continuations; it depends
//! on the set `P` only. A search asks for the value of the root after nothing.
//!
//! # What may be reused
//!
//! Let a claim be "Left gets at least `v`" or "Left gets less than `v`" in a state after `P`, and let a tree of
//! moves prove it. Some moves of the tree run into states `U ⊆ P`, and are good for the claim; the claim *relies* on `U`.
//! (Repetition inside of the tree is the same on all paths.) After another path `Q ⊇ U` those moves are as good
//! as before. But moves that led to a new state before may now run into `Q`.
//!
//! 1. *The score of a repetition is the same whoever repeats* ([`Draw`](Repetition::Draw),
//!    [`LossFor`](Repetition::LossFor)). If that score fits the claim, running into `Q` does no harm: the claim holds
//!    after every `Q ⊇ U`. If it does not fit, then `U` is empty and the claim needs no repetition at all: it can
//!    be forced from `s` in a number of moves that gets smaller with every move. After `Q` that may fail, when the way goes through `Q`.
//!    But where it fails the state in `Q` was worth as much, and so no answer at the root changes
//!    if the claim is taken to mean "this can be forced where nothing was played before". The root is such a state.
//! 2. *It depends on who repeats* ([`MoverLoses`](Repetition::MoverLoses), [`MoverWins`](Repetition::MoverWins)).
//!    One player's repetitions do no harm, those of the other would: let `T` be the states that this
//!    other player moves to in the tree. The claim holds after every `Q ⊇ U` without a state of `T`.
//!
//! So a claim carries `U` and, in the second case, `T` ([`Debt`]). Of `U` the places on the path are kept, and
//! a twin may be used where the path agrees up to the last one of them. Of `T` only a few bits are kept for each
//! state, so that disjoint sets may look as if they met, but never the other way round; a twin may always be used on
//! exactly its own path. Paths have numbers that mean one path only ([`Path`]), so nothing is ever mistaken.

mod alphabeta;
mod path;

pub use alphabeta::AlphaBeta;
pub use path::{Debt, Path, Twin};

use values::Player;

/// What becomes of play that comes to the same state again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// The rules of the game do not let it happen. A game where it happens is searched forever.
    Never,
    /// Nobody wins anything.
    Draw,
    /// This player loses as much as can be lost; "the first player loses" if it is the one who begins.
    LossFor(Player),
    /// Who moves to the earlier state loses as much as can be lost.
    MoverLoses,
    /// Who moves to the earlier state wins as much as can be won.
    MoverWins,
}

impl Repetition {
    /// What Left has won when this player moves to an earlier state and at most `most` can be won.
    #[must_use]
    pub fn score(self, mover: Player, most: i32) -> i32 {
        let loser = match self {
            Self::Never | Self::Draw => return 0,
            Self::LossFor(loser) => loser,
            Self::MoverLoses => mover,
            Self::MoverWins => mover.opponent(),
        };
        if loser == Player::Left { -most } else { most }
    }

    /// Does a claim in favour of a player suffer if one of the mover's moves were a repetition, and does it matter
    /// (see case 2 above)?
    fn harms(self, mover: Player, favoured: Player) -> bool {
        match self {
            Self::Never | Self::Draw | Self::LossFor(_) => false,
            Self::MoverLoses => mover == favoured,
            Self::MoverWins => mover != favoured,
        }
    }
}
