//! Answers for drawing boards and for playing on them: what is where, and which cells a move touches.

use schemars::JsonSchema;
use serde::Serialize;
use serde_with::skip_serializing_none;
use values::{ByPlayer, Player};

/// A cell: column and row from the top left, both from 0. In a drawing of heaps the row is the number of the heap.
pub type Place = [usize; 2];

/// What a text says, and how it is drawn and played. Nothing is searched for it.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct DrawnAnswer {
    /// What the text is: position, value, sum or contest (a game with chance).
    pub kind: &'static str,
    /// The text as it is written, which reads back.
    pub position: String,
    /// The parts of a sum; one part of anything else.
    pub parts: Vec<PartDrawing>,
    /// How play of it ends: `score` or `normal`, which is by the last move. Missing where it is not played as a sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<&'static str>,
    /// The version of this answer.
    pub schema: u32,
}

/// A part, and how it is drawn and played.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct PartDrawing {
    /// The part as it is written.
    pub part: String,
    /// The game. Missing for a value.
    pub game: Option<String>,
    /// The position without its game.
    pub position: String,
    /// What is where.
    pub drawing: Drawing,
    /// The independent regions.
    pub regions: Option<Vec<RegionDrawing>>,
    /// The moves of both players; of a game with chance those of the player to move.
    pub moves: Option<ByPlayer<Vec<MoveDrawing>>>,
    /// Are there too many moves for a list?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub moves_left_out: bool,
    /// Can positions come back, or are they too many for a value? Then it has a thermograph for each komaster in place
    /// of a value.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ko: bool,
    /// The reason why a Go position is treated as one with kos, if that is another than a ko.
    pub no_value: Option<String>,
    /// The negative of the part, with the players exchanged, where it is known how that is written.
    pub negative: Option<String>,
    /// A warning about a strange position.
    pub warning: Option<&'static str>,
    /// The position as an SGF record, in games that have one.
    pub sgf: Option<String>,
    /// The player to move, in a game with chance.
    pub to_move: Option<Player>,
    /// The score of Left, in a game with chance that is over.
    pub score: Option<i32>,
    /// What players know beyond the board, in a game with chance.
    pub remark: Option<String>,
    /// The point that the player to move may not retake at once, in a game as it is played.
    pub banned: Option<Place>,
}

/// What is where in a position.
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Drawing {
    /// A text that is not drawn.
    #[default]
    Text,
    /// A rectangle of cells.
    Grid(BoardDrawing),
    /// Rows of any length, which are a sum.
    Rows(BoardDrawing),
    /// A triangle: each row is one cell longer than the one above.
    Triangle(BoardDrawing),
    /// A graph.
    Graph(GraphDrawing),
    /// Heaps.
    Heaps(HeapsDrawing),
}

/// Rows of cells with their coordinates.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct BoardDrawing {
    /// A character for each cell, row by row from the top.
    pub rows: Vec<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The names of the rows.
    pub row_labels: Vec<String>,
    /// The points of Left beside the board, in games with points.
    pub points: Option<String>,
}

/// Vertices and edges.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct GraphDrawing {
    /// The vertices.
    pub nodes: Vec<NodeDrawing>,
    /// The edges.
    pub edges: Vec<EdgeDrawing>,
    /// The vertex that is the ground, in Hackenbush.
    pub ground: Option<usize>,
}

/// A vertex.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeDrawing {
    /// Its name.
    pub name: String,
    /// Its colour, if it has one.
    pub mark: Option<String>,
}

/// An edge between two vertices, given by their numbers from 0.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq, Eq)]
pub struct EdgeDrawing {
    /// One end.
    pub from: usize,
    /// The other end.
    pub to: usize,
    /// Its colour, if it has one.
    pub mark: Option<String>,
}

/// Heaps of tokens.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq, Eq)]
pub struct HeapsDrawing {
    /// The number of tokens in each heap.
    pub heaps: Vec<u64>,
    /// The code before the heaps, in games that are played by one.
    pub code: Option<String>,
}

/// Where a move, a change or a region is. Lists that are empty are left out.
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// Cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<Place>,
    /// Vertices of a graph, by their numbers from 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<usize>,
    /// Edges of a graph, by their numbers from 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<usize>,
}

/// A region, and where it is.
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct RegionDrawing {
    /// The region as a position, without its game.
    pub position: String,
    /// Where it is.
    #[serde(flatten)]
    pub at: Touched,
}

/// A move, and where it is.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct MoveDrawing {
    /// The part, counted from 1, in a list of moves of a sum.
    pub part: Option<usize>,
    /// The move.
    #[serde(rename = "move")]
    pub action: String,
    /// What the name of the move mentions, in that order.
    #[serde(flatten)]
    pub at: Touched,
    /// All that looks different after the move, before chance decides.
    pub changed: Touched,
    /// The part after the move. Missing where chance decides.
    pub position: Option<String>,
}

/// A game in progress: its start, its moves, and the board that they have led to.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct GameAnswer {
    /// The start as it is written.
    pub start: String,
    /// The current board, which can be a start of its own.
    pub text: String,
    /// The player to move.
    pub to_move: Player,
    /// Is play over? A sum is over when all parts are numbers.
    pub over: bool,
    /// The score of a game that is over.
    pub score: Option<values::Dyadic>,
    /// The winner of a game that is over.
    pub winner: Option<super::Won>,
    /// The current board, as it is drawn.
    pub position: DrawnAnswer,
    /// The moves of the player to move, unless there are too many for a list.
    pub moves: Vec<MoveDrawing>,
    /// Are there too many moves for a list?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub moves_left_out: bool,
    /// The moves so far.
    pub played: Vec<PlayedMove>,
    /// The record of the game, as journals of matches have it, if it is over.
    #[schemars(with = "Option<serde_json::Value>")]
    pub record: Option<matches::Record>,
    /// The game as an SGF record, if it is a single board of a game that has one.
    pub sgf: Option<String>,
    /// The version of this answer.
    pub schema: u32,
}

/// A move that was made.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct PlayedMove {
    /// The player.
    pub player: Player,
    /// The part, counted from 1.
    pub part: usize,
    /// The move.
    #[serde(rename = "move")]
    pub action: String,
    /// The board after it.
    pub text: String,
    /// What the name of the move mentions.
    #[serde(flatten)]
    pub at: Touched,
    /// All that looks different after it, also by chance.
    pub changed: Touched,
}

/// What the moves of a game lost.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct ReviewAnswer {
    /// How the moves are judged.
    pub judged_by: Measure,
    /// The moves in their order.
    pub moves: Vec<ReviewedMove>,
    /// The version of this answer.
    pub schema: u32,
}

/// How the moves of a game are judged.
#[derive(Serialize, JsonSchema, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// By the score under best play.
    Score,
    /// By who wins under best play: the score is 1 where Left wins and −1 where Right does.
    Winner,
    /// By estimates of the mean score, in games with chance.
    Estimate,
}

/// A move, judged by the scores under best play.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The number of the move, from 1.
    pub number: usize,
    /// The player.
    pub player: Player,
    /// The part, counted from 1.
    pub part: usize,
    /// The move.
    #[serde(rename = "move")]
    pub action: String,
    /// The score before it. Missing where it is out of reach.
    pub before: Option<values::Dyadic>,
    /// The score after it. Missing where it is out of reach.
    pub after: Option<values::Dyadic>,
    /// What the player gave away. Missing where a score is out of reach.
    pub loss: Option<values::Dyadic>,
    /// A move that would have kept the score. Missing where none was looked for or found.
    pub best: Option<BestMove>,
    /// Are both scores known?
    pub exact: bool,
    /// Estimates in place of the scores, in games with chance.
    pub estimate: Option<MoveEstimate>,
}

/// What a move is estimated to have given away, before the luck that followed it.
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct MoveEstimate {
    /// The mean score of Left after the preferred move.
    pub before: f64,
    /// The mean score of Left after the move that was made.
    pub after: f64,
    /// What the player gave away.
    pub loss: f64,
    /// The largest score of the game.
    pub most: i32,
    /// The number of simulations behind the estimates.
    pub simulations: u64,
}

/// A move in a part of a sum.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct BestMove {
    /// The part, counted from 1.
    pub part: usize,
    /// The move.
    #[serde(rename = "move")]
    pub action: String,
}
