//! The bodies of requests. A key that is not here is an error, and texts have their limits.

use crate::error::ApiError;
use schemars::JsonSchema;
use serde::Deserialize;
use tedomari::Game;
use tedomari::matches::players::{Kind, PlayerName};
use tedomari::values::{Dyadic, Player};

/// The maximum length of a position in bytes.
pub(crate) const MOST_POSITION: usize = 4096;
/// The maximum number of moves of a game.
const MOST_MOVES: usize = 2000;

/// A text that is not too long.
pub(crate) fn short<'a>(text: &'a str, field: &'static str) -> Result<&'a str, ApiError> {
    if text.len() > MOST_POSITION {
        let message = format!("{} bytes are too many: at most {MOST_POSITION}", text.len());
        return Err(ApiError::bad("too_long", message).about(field));
    }
    Ok(text)
}

fn yes() -> bool {
    true
}

fn one() -> u64 {
    1
}

fn left() -> Player {
    Player::Left
}

/// A text to be drawn.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionRequest {
    /// A position, a value, a sum, or a state of a game with chance.
    pub(crate) position: String,
    /// Are moves and regions wanted?
    #[serde(default = "yes")]
    pub(crate) details: bool,
    /// The seed of chance events before the first move.
    #[serde(default = "one")]
    pub(crate) seed: u64,
}

/// A game and what is asked about it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayRequest {
    /// The sum, or a state of a game with chance.
    pub(crate) start: String,
    /// The player who moves first in a sum.
    #[serde(default = "left")]
    #[schemars(extend("default" = "left"))]
    pub(crate) first: Player,
    /// The moves so far: the part, counted from 1, and the name.
    #[serde(default)]
    pub(crate) moves: Vec<(usize, String)>,
    /// The seed of all chance events.
    #[serde(default = "one")]
    pub(crate) seed: u64,
    /// The player that is to choose a move.
    #[serde(default)]
    pub(crate) player: Option<String>,
    /// The time in seconds.
    #[serde(default)]
    pub(crate) time: Option<f64>,
}

impl PlayRequest {
    /// The game.
    pub(crate) fn game(&self) -> Result<Game, ApiError> {
        short(&self.start, "start")?;
        let many = self.moves.len();
        if many > MOST_MOVES {
            let message = format!("{many} moves are too many: at most {MOST_MOVES}");
            return Err(ApiError::bad("too_long", message).about("moves"));
        }
        let Self { start, first, moves, seed, .. } = self;
        Ok(Game { start: start.clone(), first: *first, moves: moves.clone(), seed: *seed })
    }

    /// The name of the player, who is not another program.
    pub(crate) fn player(&self, kind: Kind) -> Result<String, ApiError> {
        let name = self.player.as_deref().unwrap_or(match kind {
            Kind::Sum => "informed",
            Kind::Contest => "star2",
        });
        match name.parse::<PlayerName>() {
            Ok(player) if !matches!(player, PlayerName::Exec(_)) && player.plays(kind) => Ok(name.to_owned()),
            _ => {
                let known = PlayerName::ALL.iter().filter(|(_, player, _)| player.plays(kind));
                let known = known.map(|(name, ..)| *name).collect::<Vec<_>>().join(", ");
                let message = format!("there is no player '{name}' of {kind} here; the players are {known}");
                Err(ApiError::bad("bad_player", message).about("player"))
            }
        }
    }
}

/// A picture that is wanted.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PictureRequest {
    /// A position, a value or a sum.
    pub(crate) position: String,
    /// What is drawn.
    pub(crate) of: Subject,
    /// The format.
    pub(crate) format: Format,
}

/// What a picture shows.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Subject {
    /// The board of a position.
    Board,
    /// The thermograph.
    Thermograph,
}

/// The format of a picture.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    /// For pages.
    Svg,
    /// For programs without SVG.
    Png,
    /// For papers.
    Tikz,
}

/// What is to be analysed.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalysisRequest {
    /// A position, a value or a sum.
    pub(crate) position: String,
    /// Is all wanted that is known of moves and values, and bounds while they narrow?
    #[serde(default = "yes")]
    pub(crate) details: bool,
    /// The time in seconds.
    #[serde(default)]
    pub(crate) time: Option<f64>,
}

/// What is to be drawn as a thermograph.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThermographRequest {
    /// A position, a value or a sum.
    pub(crate) position: String,
    /// The time in seconds.
    #[serde(default)]
    pub(crate) time: Option<f64>,
}

/// A question about mean and temperature.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TemperatureRequest {
    /// A position, a value or a sum.
    pub(crate) position: String,
    /// The method.
    #[serde(default)]
    pub(crate) method: MethodName,
    /// Is the temperature above this?
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub(crate) threshold: Option<Dyadic>,
    /// The time in seconds.
    #[serde(default)]
    pub(crate) time: Option<f64>,
}

/// How mean and temperature are searched.
#[derive(Deserialize, JsonSchema, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MethodName {
    /// Bounds, and estimates where they do not meet.
    #[default]
    Best,
    /// Thermographs of all followers.
    Exact,
    /// Bounds alone.
    Interval,
    /// Temperature discovery search.
    Tds,
    /// The same with all enhancements.
    #[serde(rename = "tds+")]
    TdsPlus,
    /// Mean and temperature search.
    Mts,
}

/// A question about the winner of a sum.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveRequest {
    /// The sum.
    pub(crate) sum: String,
    /// The player who moves first. Both are asked about where it is missing.
    #[serde(default)]
    pub(crate) first: Option<Player>,
    /// Are the stops wanted?
    #[serde(default)]
    pub(crate) score: bool,
    /// The time in seconds.
    #[serde(default)]
    pub(crate) time: Option<f64>,
}

/// An experiment to be run.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExperimentRequest {
    /// Its name.
    pub(crate) name: String,
    /// The seed of all random choices.
    #[serde(default = "one")]
    pub(crate) seed: u64,
}

/// A table to be counted.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CensusRequest {
    /// The name of a table in the list of tables, or a game and a size, `nogo 3x3`: all boards of that size.
    pub(crate) table: String,
    /// The time in seconds.
    #[serde(default)]
    pub(crate) time: Option<f64>,
}

/// Boards of a table that are looked for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardsRequest {
    /// The name of a table in the list of tables, or a game and a size, `nogo 3x3`: all boards of that size.
    pub(crate) table: String,
    /// The mean.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub(crate) mean: Option<Dyadic>,
    /// The temperature.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub(crate) temperature: Option<Dyadic>,
    /// The number of boards to pass over.
    #[serde(default)]
    pub(crate) offset: u64,
    /// The maximum number of boards in the answer, at most 500.
    #[serde(default)]
    pub(crate) limit: Option<usize>,
    /// The time in seconds.
    #[serde(default)]
    pub(crate) time: Option<f64>,
}
