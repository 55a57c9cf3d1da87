//! Answers about taking games such as Triangular Nim: tables of all positions, and positions looked up in them.

use super::Fact;
use schemars::JsonSchema;
use serde::Serialize;
use serde_with::skip_serializing_none;
use std::collections::BTreeMap;
use values::Outcome;

/// The blocks of a table.
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq, Eq)]
pub struct NimBlocks {
    /// The pieces that name a block.
    pub bid: Vec<u8>,
    /// Are isomorphic blocks stored once?
    pub symmetry: bool,
    /// The number of blocks, isomorphic ones included.
    pub all_blocks: u32,
    /// The number of blocks that are stored.
    pub blocks: u64,
    /// The size of a block in bytes.
    pub block_bytes: u64,
    /// The number of updates of one block from another.
    pub updates: u64,
    /// The size of all stored blocks in bytes.
    pub bytes: u64,
    /// The maximum number of blocks that are alive at a time, if each is dropped after its last use.
    pub blocks_alive: u64,
}

/// The estimated cost of a table on this machine, in seconds and hours of one core.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct NimCost {
    /// Computing a block without others.
    pub seconds_of_a_block: f64,
    /// Updating a block from another one.
    pub seconds_of_an_update: f64,
    /// Turning a block into another orientation.
    pub seconds_to_turn_a_block: f64,
    /// Compressing a block.
    pub seconds_to_compress_a_block: f64,
    /// Decompressing a block.
    pub seconds_to_expand_a_block: f64,
    /// The compressed size of all blocks, as a part of their size: an estimate from small tables with a part of the pieces.
    pub compressed_to: f64,
    /// The size of the table in files.
    pub bytes_in_files: u64,
    /// The memory for the blocks that are alive at a time, packed.
    pub bytes_alive_packed: u64,
    /// The maximum number of bytes to read, if no block is kept in memory.
    pub bytes_to_read_at_most: u64,
    /// The work if all blocks are in memory.
    pub cpu_hours_in_memory: f64,
    /// The work if all blocks are in files.
    pub cpu_hours_in_files: f64,
}

/// The answer about all positions of a taking game.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct NimSolution {
    /// The game, such as `triangular-nim:8` or `cram:6x6`.
    pub game: String,
    /// The number of layers of the triangle, in Triangular Nim.
    pub layers: Option<u8>,
    /// The convention of play: normal or misere.
    pub play: &'static str,
    /// The blocks of the table.
    #[serde(flatten)]
    pub blocks: NimBlocks,
    /// The estimated cost, for a large table in files.
    #[serde(flatten)]
    pub cost: Option<NimCost>,
    /// The number of blocks that are not there yet, for a table in files.
    pub missing_blocks: Option<u64>,
    /// The outcome of the start, with all pieces.
    pub outcome: Option<Outcome>,
    /// The winning moves at the start.
    pub winning_moves: Option<Vec<String>>,
    /// The number of positions.
    pub positions: Option<u64>,
    /// The number of positions that the player to move loses.
    pub lost: Option<u64>,
    /// The share of lost positions.
    pub share: Option<f64>,
    /// The device that solved it, if it is not the processor.
    pub device: Option<String>,
    /// The number of blocks that the processor computed too, with the same results.
    pub blocks_checked: Option<u64>,
    /// The maximum size of the packed blocks on the device.
    pub device_bytes: Option<u64>,
    /// The packed size of all blocks together, as a part of their size, on the device.
    pub packed_to: Option<f64>,
    /// Why it ended early.
    pub error: Option<String>,
    /// How long it took.
    pub seconds: f64,
    /// The version of this answer.
    pub schema: u32,
}

/// The answer about a position, or about a sum of positions.
#[skip_serializing_none]
#[derive(Serialize, JsonSchema, Clone, Debug, Default, PartialEq)]
pub struct NimAnswer {
    /// The positions.
    pub positions: Vec<String>,
    /// The position as a number, if there is one position.
    pub number: Option<u64>,
    /// Who wins.
    pub outcome: Option<Outcome>,
    /// The winning moves. In a sum they name their parts, counted from 1.
    pub winning_moves: Option<Vec<String>>,
    /// The nim values of the positions of a sum.
    pub nim_values: Option<Vec<u8>>,
    /// The nim value in normal play; null if a part of the position has too many layers.
    #[serde(skip_serializing_if = "Fact::is_missing")]
    pub nim_value: Fact<u8>,
    /// Why it ended early.
    pub error: Option<String>,
    /// The version of this answer.
    pub schema: u32,
}

/// The answer about the work for a table, which is counted without doing it.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct NimStats {
    /// The game, such as `triangular-nim:8` or `cram:6x6`.
    pub game: String,
    /// The number of layers of the triangle, in Triangular Nim.
    pub layers: Option<u8>,
    /// The blocks of the table.
    #[serde(flatten)]
    pub blocks: NimBlocks,
    /// The number of groups of isomorphic blocks, by their size.
    pub groups: BTreeMap<u64, u64>,
    /// All blocks divided by those that are stored.
    pub space_factor: f64,
    /// The estimated cost.
    #[serde(flatten)]
    pub cost: NimCost,
    /// The free bytes on the disk of the folder, if one was named.
    pub bytes_free: Option<u64>,
    /// The version of this answer.
    pub schema: u32,
}

/// A line of Tables 1 to 4 of the paper (Shan 2013), counted again.
#[derive(Serialize, JsonSchema, Clone, Debug, PartialEq)]
pub struct NimRepresentation {
    /// The number of the table and the line in it.
    pub table: &'static str,
    /// The number of layers of the triangle.
    pub layers: u8,
    /// Are isomorphic blocks stored once?
    pub symmetry: bool,
    /// The number of updates of one block from another.
    pub updates: u64,
    /// The number of blocks that are stored.
    pub blocks: u64,
    /// The size of a block in bytes.
    pub block_bytes: u64,
    /// All blocks divided by those that are stored.
    pub factor: f64,
    /// The pieces that name a block.
    pub bid: &'static [u8],
    /// The version of this answer.
    pub schema: u32,
}
