//! Play that may repeat an earlier state. The value of a state then depends on the path to it, and a table
//! that ignores the path gives wrong answers (the graph history interaction problem; Campbell 1985, Hsu
//! 2022). The remedy follows Kishimoto and Müller 2004: results that hold on every path are stored as such,
//! the others beside them as *twins* that name their path. Depth-first proof-number search and the domain of αβ
//! search share this module.
//!
//! # What is true
//!
//! A path ends as soon as it comes to a state for the second time, with a score that the rule of
//! [`Repetition`] gives. The value of a state `s` after a path with the states `P` is found by trying all
//! continuations; it depends only on the set `P`. A search asks for the value of the root after the empty
//! path.
//!
//! # What may be reused
//!
//! Let a claim be "Left gets at least `v`" or "Left gets less than `v`" in a state after `P`, and let a tree
//! of moves prove it. Some moves of the tree run into states `U ⊆ P`, and are good for the claim; the claim
//! *relies* on `U`. (Repetition inside of the tree is the same on all paths.) After another path `Q ⊇ U`
//! those moves are as good as before. But moves that led to a new state before may now run into `Q`.
//!
//! 1. *The score of a repetition does not depend on the player who repeats* ([`Draw`](Repetition::Draw),
//!    [`LossFor`](Repetition::LossFor)). If that score fits the claim, running into `Q` does no harm: the
//!    claim holds after every `Q ⊇ U`. If it does not fit, then `U` is empty and the claim needs no
//!    repetition at all: it can be forced from `s` in a number of moves that gets smaller with every move.
//!    After `Q` that may fail, when the line goes through `Q`. But where it fails the state in `Q` had the
//!    same value, and so no answer at the root changes if the claim is taken to mean "this can be forced
//!    after the empty path". The path of the root is empty.
//! 2. *It depends on the player who repeats* ([`MoverLoses`](Repetition::MoverLoses),
//!    [`MoverWins`](Repetition::MoverWins)). Repetitions by one player do no harm, those by the other would:
//!    let `T` be the states that this other player moves to in the tree. The claim holds after every `Q ⊇ U`
//!    without a state of `T`.
//! 3. *The rule of the game decides* ([`OfGame`](Repetition::OfGame)), by all states between two occurrences.
//!    Here `T` are all states that anybody moves to in the tree. The claim holds after every `Q` without a
//!    state of `T` if `U` is empty, and otherwise after the same path only.
//!
//! # Counters
//!
//! A game may count moves, and end as a draw when none is left on the counter ([`rules::Contest::moves_left`]:
//! the quiet moves of dark chess). Then a *position* can come back, with less on the counter; a path is a list
//! of positions, while claims are about states. Case 1 takes for granted that the claim holds in the state of
//! `Q` too, which has more on its counter. For a claim to win that is so: what can be forced in a number of
//! moves can be forced if there are more of them. For a claim to hold out against loss by repetition it is
//! not, so a player who has to avoid repetitions ([`LossFor`](Repetition::LossFor)) is treated as in case 2.
//!
//! Moves that reset the counter, such as captures, must not be undone by later ones: no position after them may
//! be one before them. Where repetition is a draw as well, the counter alone is enough ([`Repetition::with_counter`]): play ends
//! anyway, no player who can force a win needs a repetition, and none who cannot gets one by it. Then no path
//! is kept, and what is known of a position at one count holds at others ([`Counts`]).
//!
//! So a claim carries `U` and, in the second case, `T` ([`Debt`]). Of `U` the places on the path are kept,
//! and a twin may be used where the path agrees up to the last one of them. Of `T` one of 64 bits is kept for
//! each state: disjoint sets may look as if they met, but never the other way round. A twin may always be
//! used on exactly its own path. Every path has a number of its own ([`Path`]), so no two paths are ever
//! confused.

mod alphabeta;
mod counts;
mod path;

pub use alphabeta::AlphaBeta;
pub use counts::Counts;
pub use path::{Debt, Path, Twin};

use rules::Contest;
use values::Player;

/// The rule for play that comes to the same state again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// The rules of the game exclude it. The search of a game where it happens does not end.
    Never,
    /// The score is 0.
    Draw,
    /// This player loses the maximal score; "the first player loses" if it is the first player.
    LossFor(Player),
    /// The player who moves to the earlier state loses the maximal score.
    MoverLoses,
    /// The player who moves to the earlier state wins the maximal score.
    MoverWins,
    /// The game says what happens ([`rules::Contest::repetition`]).
    OfGame,
}

impl Repetition {
    /// The same rule for play from this state, or [`Never`](Self::Never) where the counter of the game makes
    /// it needless.
    #[must_use]
    pub fn with_counter(self, root: &impl Contest) -> Self {
        if self == Self::Draw && root.moves_left().is_some() { Self::Never } else { self }
    }

    /// The states to search for the value of a state. Where no path matters but moves are counted, they are the
    /// same position with few moves left and then with more and more: a win or a loss with few is one with
    /// all, and found sooner.
    #[must_use]
    pub fn stages<S: Contest>(self, root: &S) -> Vec<S> {
        match root.moves_left() {
            Some(left) if self == Self::Never => {
                let fewer = (0..).map(|stage| 1 << stage).take_while(|&fewer| fewer < left);
                fewer.chain([left]).map(|left| root.with_moves_left(left)).collect()
            }
            _ => vec![root.clone()],
        }
    }

    /// The score for Left when this player moves to an earlier state, if `most` is the maximal score. By the
    /// rule of the game it depends on more than that.
    #[must_use]
    pub fn score(self, mover: Player, most: i32) -> i32 {
        let loser = match self {
            Self::Never | Self::Draw | Self::OfGame => return 0,
            Self::LossFor(loser) => loser,
            Self::MoverLoses => mover,
            Self::MoverWins => mover.opponent(),
        };
        if loser == Player::Left { -most } else { most }
    }

    /// Would a repetition by the mover harm a claim in favour of a player, in a way that the claim has to
    /// avoid (cases 2 and 3 above)? In some games moves are counted.
    fn harms(self, mover: Player, favoured: Player, counted: bool) -> bool {
        match self {
            Self::Never | Self::Draw => false,
            Self::OfGame => true,
            Self::LossFor(loser) => counted && favoured == loser,
            Self::MoverLoses => mover == favoured,
            Self::MoverWins => mover != favoured,
        }
    }
}
