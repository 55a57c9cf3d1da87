//! What is played in a match? Random sums, or openings of a game with chance. A start follows from the seed of
//! its game, and so do the seeds of the players and all chance events after it.

use crate::players::Kind;
use crate::{Deal, MatchError, State};
use derive_more::{Display, From};
use fastrand::Rng;
use rules::Ruleset;
use values::{ByPlayer, Player};

/// A way to start games.
#[derive(Clone, Debug, Display, From)]
pub enum Starts {
    /// Random sums.
    Sums(Deal),
    /// Openings of a game with chance.
    #[display("{}", _0.name)]
    Contest(Ruleset),
}

impl Starts {
    /// What is played?
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Sums(_) => Kind::Sum,
            Self::Contest(_) => Kind::Contest,
        }
    }

    /// The name of the game.
    #[must_use]
    pub fn game(&self) -> &str {
        match self {
            Self::Sums(deal) => &deal.game,
            Self::Contest(ruleset) => &ruleset.name,
        }
    }

    /// The start for a seed, and a seed for each player.
    pub(crate) fn start(&self, seed: u64) -> Result<(State, ByPlayer<u64>), MatchError> {
        match self {
            Self::Sums(deal) => {
                let sum = deal.sum(seed)?;
                // Other random numbers than those that made the sum.
                let mut random = Rng::with_seed(!seed);
                Ok((State::new(sum, Player::Left), ByPlayer::from_fn(|_| random.u64(..))))
            }
            Self::Contest(ruleset) => {
                let mut random = Rng::with_seed(seed);
                let opening = ruleset.opening(&mut |most| random.u32(..most.max(1)))?;
                let seeds = ByPlayer::from_fn(|_| random.u64(..));
                Ok((State::contest(&ruleset.name, opening, random), seeds))
            }
        }
    }
}
