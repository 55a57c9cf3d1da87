//! Answers about players.

use matches::players::{Kind, PlayerName, Source};
use schemars::JsonSchema;
use serde::Serialize;

/// A player that can be chosen by its name.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq, Eq)]
pub struct PlayerAnswer {
    /// The name.
    pub name: &'static str,
    /// How it plays.
    pub about: &'static str,
    /// Does it play sums?
    pub sums: bool,
    /// Does it play games with chance?
    pub contests: bool,
    /// May its name be followed by a colon and one of the [sources](PlayersAnswer::sources) of temperatures?
    pub sources: bool,
}

/// All players.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq, Eq)]
pub struct PlayersAnswer {
    /// The players.
    pub players: Vec<PlayerAnswer>,
    /// The sources of temperatures.
    pub sources: Vec<&'static str>,
    /// The version of this answer.
    pub schema: u32,
}

impl PlayersAnswer {
    /// All players but other programs.
    #[must_use]
    pub fn all() -> Self {
        let answer = |(name, player, about): &(&'static str, PlayerName, &'static str)| PlayerAnswer {
            name,
            about,
            sums: player.plays(Kind::Sum),
            contests: player.plays(Kind::Contest),
            sources: matches!(player, PlayerName::Local(..)),
        };
        Self {
            players: PlayerName::ALL.iter().map(answer).collect(),
            sources: Source::ALL.iter().map(|source| source.name()).collect(),
            schema: super::SCHEMA,
        }
    }
}
