//! Answers about matches. The key `left` is the first player of a match, `right` the second; in the games they
//! exchange sides.

use super::{Ended, SCHEMA};
use matches::{Allowance, Ending, Match, Record, Starts, Tally, wilson};
use schemars::JsonSchema;
use serde::Serialize;
use values::Error;

/// The result of a match, for the first player.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct MatchAnswer {
    /// The first player.
    pub left: String,
    /// The second player.
    pub right: String,
    /// The game with chance, or the game that all parts of the sums are positions of, or those of the one sum
    /// that is played.
    pub game: String,
    /// Columns and rows of each board of a sum, such as 4x4.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// The number of boards in a sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub components: Option<usize>,
    /// How sums end: normal, misere or score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<String>,
    /// The number of finished games.
    pub games: usize,
    /// The time limit of a move in seconds; null for a match by nodes.
    pub time: Option<f64>,
    /// The node limit of a move; null for a match by time.
    pub nodes: Option<u64>,
    /// The seed of all random choices.
    pub seed: u64,
    /// The mean score of the games that were not lost by time.
    pub score: f64,
    /// The standard deviation of the score of a game.
    pub deviation: f64,
    /// The number of games that the first player has won.
    pub wins: usize,
    /// The number of draws.
    pub draws: usize,
    /// The number of games that the second player has won.
    pub losses: usize,
    /// The share of wins among all games, but in scored play among those that were not drawn; null if there
    /// are none.
    pub win_share: Option<f64>,
    /// The 95 % confidence interval of that share.
    pub confidence: Option<[f64; 2]>,
    /// The mean depth of the searches of each player that the limit of a move ended; null if there were none.
    pub depth: [Option<f64>; 2],
    /// The mean number of moves of a game.
    pub moves: f64,
    /// The number of games that the first player has lost by time, and the second.
    pub late: [usize; 2],
    /// Why it ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Ended>,
    /// The version of this answer.
    pub schema: u32,
}

impl MatchAnswer {
    /// The result of the finished games of a match.
    #[must_use]
    pub fn of(play: &Match, records: &[Record]) -> Self {
        let Match { players: [left, right], starts, games: wanted, allowance, seed, .. } = play;
        let Tally { games, wins, draws, losses, late, score, deviation, depth, moves } = Tally::of(records);
        let (size, components) = match starts {
            Starts::Sums(deal, _) => (Some(deal.size()), Some(deal.components)),
            Starts::Walks(walk, _) => (None, Some(walk.components)),
            Starts::Given(..) | Starts::Contest(..) => (None, None),
        };
        let play = starts.ending().map(|ending| ending.name().to_owned());
        let counted = if starts.ending() == Some(Ending::Score) { wins + losses } else { games };
        let (time, nodes) = match *allowance {
            Allowance::Time { limit, .. } | Allowance::Processor(limit) => (Some(limit.as_secs_f64()), None),
            Allowance::Nodes(nodes) => (None, Some(nodes)),
        };
        Self {
            left: left.to_string(),
            right: right.to_string(),
            game: starts.game(),
            size,
            components,
            play,
            games,
            time,
            nodes,
            seed: *seed,
            score,
            deviation,
            wins,
            draws,
            losses,
            win_share: (counted > 0).then(|| wins as f64 / counted as f64),
            confidence: wilson(wins, counted).map(|(low, high)| [low, high]),
            depth,
            moves,
            late,
            error: (games < *wanted as usize).then(|| Ended::by(Error::Stopped)),
            schema: SCHEMA,
        }
    }
}

/// The games of a journal that were played again, all of them as they were recorded.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct ReplayAnswer {
    /// The number of games.
    pub games: usize,
    /// The mean score of the games that were not lost by time.
    pub score: f64,
    /// The number of games that the first player has won, and the second.
    pub wins: [usize; 2],
    /// The version of this answer.
    pub schema: u32,
}

impl From<&MatchAnswer> for ReplayAnswer {
    fn from(&MatchAnswer { games, score, wins, losses, schema, .. }: &MatchAnswer) -> Self {
        Self { games, score, wins: [wins, losses], schema }
    }
}
