//! What is played in a match? Random sums, one and the same sum, or openings of a game with chance. A start
//! follows from the seed of its game, and so do the seeds of the players and all chance events after it.

use crate::players::Kind;
use crate::{Deal, Ending, MatchError, State, Walk};
use fastrand::Rng;
use rules::{Ruleset, attempt};
use std::fmt;
use sums::Sum;
use values::{ByPlayer, Player};

/// A way to start games.
#[derive(Clone, Debug)]
pub enum Starts {
    /// Random sums, and how they end.
    Sums(Deal, Ending),
    /// Random sums of positions that play from one position comes to, and how they end.
    Walks(Walk, Ending),
    /// This sum in every game, and how it ends.
    Given(Sum, Ending),
    /// Openings of a game with chance, or this state in every game.
    Contest(Ruleset, Option<String>),
}

impl From<Deal> for Starts {
    /// The sums end in the usual way of the first one. Sums that cannot be made are told when they are played.
    fn from(deal: Deal) -> Self {
        let ending = deal.sum(0).map(|sum| Ending::of(&sum)).unwrap_or_default();
        Self::Sums(deal, ending)
    }
}

impl From<Walk> for Starts {
    /// The same.
    fn from(walk: Walk) -> Self {
        let ending = walk.sum(0).ok().and_then(Result::ok).map(|sum| usual(&sum)).unwrap_or_default();
        Self::Walks(walk, ending)
    }
}

impl From<Sum> for Starts {
    /// The sum ends in its usual way.
    fn from(sum: Sum) -> Self {
        let ending = usual(&sum);
        Self::Given(sum, ending)
    }
}

/// The usual ending of a sum. Rules that fail are told when it is played.
fn usual(sum: &Sum) -> Ending {
    attempt(|| Ending::of(sum)).unwrap_or_default()
}

impl From<Ruleset> for Starts {
    fn from(ruleset: Ruleset) -> Self {
        Self::Contest(ruleset, None)
    }
}

impl fmt::Display for Starts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sums(deal, _) => write!(f, "{deal}")?,
            Self::Walks(walk, _) => write!(f, "{walk}")?,
            Self::Given(sum, _) => write!(f, "{sum}")?,
            Self::Contest(ruleset, None) => f.write_str(&ruleset.name)?,
            Self::Contest(ruleset, Some(start)) => write!(f, "{}:{start}", ruleset.name)?,
        }
        let last_move = self.ending().filter(|ending| ending.is_by_last_move());
        last_move.map_or(Ok(()), |ending| write!(f, " in {ending}"))
    }
}

impl Starts {
    /// What is played?
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Sums(..) | Self::Walks(..) | Self::Given(..) => Kind::Sum,
            Self::Contest(..) => Kind::Contest,
        }
    }

    /// The name of the game, or of the games in the order of a sum; a value has no name.
    #[must_use]
    pub fn game(&self) -> String {
        match self {
            Self::Sums(deal, _) => deal.game.clone(),
            Self::Walks(walk, _) => walk.start.game.clone(),
            Self::Given(sum, _) => {
                let mut games: Vec<&str> = sum.parts.iter().map(|part| &part.game[..]).collect();
                games.dedup();
                games.join(" + ")
            }
            Self::Contest(ruleset, _) => ruleset.name.to_string(),
        }
    }

    /// How sums end. `None` means a game with chance, whose rules say it.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        match self {
            Self::Sums(_, ending) | Self::Walks(_, ending) | Self::Given(_, ending) => Some(*ending),
            Self::Contest(..) => None,
        }
    }

    /// The same sums with this ending. The ending of a game with chance stays.
    #[must_use]
    pub fn ending_by(self, ending: Ending) -> Self {
        match self {
            Self::Sums(deal, _) => Self::Sums(deal, ending),
            Self::Walks(walk, _) => Self::Walks(walk, ending),
            Self::Given(sum, _) => Self::Given(sum, ending),
            contest @ Self::Contest(..) => contest,
        }
    }

    /// The start for a seed, and a seed for each player.
    pub(crate) fn start(&self, seed: u64) -> Result<(State, ByPlayer<u64>), MatchError> {
        let of_sum = |sum, ending| {
            // Other random numbers than those that made the sum.
            let mut random = Rng::with_seed(!seed);
            let seeds = ByPlayer::from_fn(|_| random.u64(..));
            (State::new(sum, Player::Left).with_ending(ending), seeds)
        };
        match self {
            Self::Sums(deal, ending) => Ok(of_sum(deal.sum(seed)?, *ending)),
            Self::Walks(walk, ending) => Ok(of_sum(walk.sum(seed)??, *ending)),
            Self::Given(sum, ending) => Ok(of_sum(sum.clone(), *ending)),
            Self::Contest(ruleset, start) => {
                let mut random = Rng::with_seed(seed);
                let mut below = |most: u32| random.u32(..most.max(1));
                let opening = match start {
                    None => ruleset.opening(&mut below)?,
                    Some(text) => ruleset.deal(text, &mut below)?,
                };
                let seeds = ByPlayer::from_fn(|_| random.u64(..));
                Ok((State::contest(&ruleset.name, opening, random), seeds))
            }
        }
    }
}
