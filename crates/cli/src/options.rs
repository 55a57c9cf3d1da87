//! Options that several commands share, each with one name, one unit and one default.

use clap::{Args, ValueEnum};
use std::path::PathBuf;
use tedomari::prelude::{Budget, Player};
use tedomari::values;

/// The limits of a question.
#[derive(Args, Clone, Copy)]
pub(crate) struct Limits {
    /// Time limit for each question, such as 60, 60s, 100ms, 5m or 2h [default: 10s, or none with --nodes]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = seconds)]
    time: Option<f64>,
    #[command(flatten)]
    memory: Memory,
    /// Limit of steps: nodes of the search, and moves and positions that it looks at on the way. The search stops at the
    /// same place on every machine, and runs in one thread
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    nodes: Option<u64>,
}

impl Limits {
    /// The options that set these limits.
    pub(crate) const OPTIONS: &str = "--time, --memory and --nodes";

    /// A limit of time alone.
    pub(crate) fn of_time(seconds: f64) -> Self {
        Self { time: Some(seconds), memory: Memory { memory: MEMORY }, nodes: None }
    }

    /// The budget for one question, from now.
    pub(crate) fn budget(self) -> Budget {
        let budget = match (self.time, self.nodes) {
            (None, None) => Budget::default(),
            (Some(time), None) => Budget::seconds(time),
            (None, Some(nodes)) => Budget::after_nodes(nodes),
            (Some(time), Some(nodes)) => Budget::seconds(time).with_nodes(nodes),
        };
        budget.with_bytes(self.memory.bytes())
    }
}

/// The default of `--memory` for everything but tables, in MiB.
const MEMORY: u64 = 1024;

/// The memory of a search.
#[derive(Args, Clone, Copy)]
pub(crate) struct Memory {
    /// Memory limit in MiB for what searches remember; the program itself takes up to 32 MiB more
    #[arg(long, value_name = "MIB", default_value_t = MEMORY, value_parser = mebibytes())]
    memory: u64,
}

impl Memory {
    pub(crate) fn bytes(self) -> usize {
        usize::try_from(self.memory << 20).unwrap_or(usize::MAX)
    }
}

/// The sizes of memory that `--memory` takes.
pub(crate) fn mebibytes() -> clap::builder::RangedU64ValueParser<u64> {
    clap::value_parser!(u64).range(1..=100_000_000)
}

/// The limits of a question about a value, with the option of earlier versions.
#[derive(Args, Clone, Copy)]
pub(crate) struct ValueLimits {
    #[command(flatten)]
    limits: Limits,
    /// Maximum number of stored canonical forms, in place of --memory
    #[arg(long, value_name = "N", hide = true, conflicts_with = "memory", value_parser = clap::value_parser!(u32).range(100..=200_000_000))]
    max_games: Option<u32>,
}

impl ValueLimits {
    /// A limit of time alone.
    pub(crate) fn of_time(seconds: f64) -> Self {
        Self { limits: Limits::of_time(seconds), max_games: None }
    }

    /// The options that set these limits.
    pub(crate) fn options(self) -> &'static str {
        match self.max_games {
            Some(_) => "--time, --max-games and --nodes",
            None => Limits::OPTIONS,
        }
    }

    /// The budget for one question, from now.
    pub(crate) fn budget(self) -> Budget {
        let budget = self.limits.budget();
        // The caches of the store of values take a part of the memory.
        let values = self.max_games.unwrap_or_else(|| values::Limits::within(&budget).values);
        budget.with_bytes(values as usize * values::Limits::BYTES_PER_VALUE)
    }
}

/// The time of work that is done once, such as a table.
#[derive(Args, Clone, Copy)]
pub(crate) struct LongTime {
    /// Time limit, such as 60, 60s, 100ms, 5m or 2h [default: none]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = seconds)]
    time: Option<f64>,
}

impl LongTime {
    /// The budget from now.
    pub(crate) fn budget(self) -> Budget {
        self.time.map_or_else(Budget::endless, Budget::seconds)
    }
}

/// The time of a player.
#[derive(Args, Clone, Copy)]
pub(crate) struct MoveTime {
    /// Time for each move of a player, such as 2, 2s, 100ms or 5m
    #[arg(long, value_name = "TIME", default_value = "100ms", allow_hyphen_values = true, value_parser = seconds)]
    pub(crate) time: f64,
}

/// The memory and the threads of a player.
#[derive(Args, Clone, Copy)]
pub(crate) struct Thought {
    /// Number of threads of mcts, each with a tree of its own; other players think in one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[command(flatten)]
    memory: Memory,
}

impl Thought {
    /// The budget with these limits.
    pub(crate) fn limit(self, budget: Budget) -> Budget {
        budget.with_threads(self.threads.into()).with_bytes(self.memory.bytes())
    }
}

/// The seed of random choices.
#[derive(Args, Clone, Copy)]
pub(crate) struct Seed {
    /// The seed of all random choices [default: 1]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}

impl Seed {
    pub(crate) fn get(self) -> u64 {
        self.seed.unwrap_or(1)
    }
}

/// The folder of endgame tables.
#[derive(Args, Clone)]
pub(crate) struct Tables {
    /// The folder of endgame tables [default: tedomari/tables in the folder for data of your system]
    #[arg(long, value_name = "FOLDER", env = "TEDOMARI_TABLES")]
    pub(crate) tables: Option<PathBuf>,
}

/// A time in seconds: `60`, `60s`, `100ms`, `5m` or `2h`.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];
    let (number, unit) = units
        .iter()
        .find_map(|(name, unit)| text.strip_suffix(name).map(|number| (number, *unit)))
        .unwrap_or((text, 1.0));
    match number.trim().parse::<f64>().map(|number| number * unit) {
        Ok(seconds) if (0.0..=1e9).contains(&seconds) => Ok(seconds),
        _ => Err("expected a time such as 10, 2.5s, 100ms, 5m or 2h, at most 1000000000 seconds".to_owned()),
    }
}

/// A player, as an argument.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    Left,
    Right,
}

impl From<Side> for Player {
    fn from(side: Side) -> Self {
        match side {
            Side::Left => Self::Left,
            Side::Right => Self::Right,
        }
    }
}
