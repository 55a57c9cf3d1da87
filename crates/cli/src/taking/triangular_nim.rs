//! `tedomari triangular-nim`: the same for Triangular Nim, with its positions, sums and the tables of the paper.

use super::query::query;
use super::stats::{paper, stats};
use super::{Counting, Solving, Table, solve, write};
use crate::Ending;
use clap::{Args, Subcommand};
use tedomari::tables::retrograde::TakingGame;

const EXAMPLES: &str = "\
Examples:
  tedomari triangular-nim solve --layers 7 --play misere
  tedomari triangular-nim solve --layers 8 --play normal --symmetry --dir table8
  tedomari triangular-nim query 'x|xx|x.x|xxxx' --play misere
  tedomari triangular-nim query --layers 5 13771 --play normal
  tedomari triangular-nim query 'x|xx|x.x' 'x|xx' --play normal
  tedomari triangular-nim stats
  tedomari triangular-nim stats --layers 9 --symmetry

Pieces are counted from 0 at the top, row by row; a position as a number has a bit for each. Block pieces (--bid) name
the blocks that a table is cut into. A table in a folder (--dir) can be interrupted at any time and goes on where it was.";

/// Solve all positions of Triangular Nim, and look them up
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Solve all positions of a triangle
    #[command(after_help = "Example:\n  tedomari triangular-nim solve --layers 7 --play misere")]
    Solve {
        /// Layers of the triangle
        #[arg(long, value_parser = clap::value_parser!(u8).range(1..=10))]
        layers: u8,
        #[command(flatten)]
        solving: Solving,
    },
    /// Look up the winner and the winning moves of a position. Several positions make a sum
    #[command(after_help = "Example:\n  tedomari triangular-nim query 'x|xx|x.x|xxxx' --play misere")]
    Query {
        /// Positions, drawn or as numbers; several make a sum
        #[arg(required = true)]
        positions: Vec<String>,
        /// Layers of the positions that are numbers. A table (--dir) may have more layers
        #[arg(long, value_parser = clap::value_parser!(u8).range(1..=10))]
        layers: Option<u8>,
        #[command(flatten)]
        table: Table,
    },
    /// Count blocks and updates without solving; without --layers, for Tables 1 to 4 of the paper
    #[command(after_help = "Example:\n  tedomari triangular-nim stats --layers 9 --symmetry")]
    Stats {
        /// Layers of the triangle
        #[arg(long, value_parser = clap::value_parser!(u8).range(1..=10))]
        layers: Option<u8>,
        #[command(flatten)]
        counting: Counting,
    },
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Ending> {
    let triangle = |layers| -> anyhow::Result<TakingGame> { Ok(TakingGame::triangular_nim(layers)?) };
    let (report, json) = match &arguments.command {
        Command::Solve { layers, solving } => {
            (triangle(*layers).and_then(|game| solve(&game, solving)), solving.json)
        }
        Command::Query { positions, layers, table } => (query(positions, *layers, table), table.json),
        Command::Stats { layers: None, counting } => return paper(counting),
        Command::Stats { layers: Some(layers), counting } => {
            (triangle(*layers).and_then(|game| stats(&game, counting)), counting.json)
        }
    };
    write(report, json)
}
