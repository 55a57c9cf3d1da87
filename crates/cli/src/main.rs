//! The `tedomari` command: arguments in, answers out. Bad input exits with 2, a limit that was reached with
//! 3, an answer that cannot be written with 4.

#[macro_use]
mod output;

mod analyze;
mod census;
mod demo;
mod experiment;
mod facts;
mod files;
mod games;
mod lines;
mod matches;
mod play;
mod player;
mod progress;
mod proof;
mod report;
mod show;
mod solve;
mod table;
mod taking;
mod temperature;
mod terminal;
mod thermograph;
mod value;

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tedomari::prelude::{Budget, Engine, Player};
use tedomari::values::{Error, Limits};

const ENDINGS: &str = "\
Exit status: 0 if all went well, 2 for bad input, 3 if a limit was reached, 4 if the answer could not be written.";

/// Exact combinatorial game theory: who is ahead, how urgent is a move, what is it worth?
///
/// Without a command it analyses an example.
#[derive(Parser)]
#[command(name = "tedomari", version, max_term_width = 100, after_help = ENDINGS)]
struct Cli {
    /// Use the endgame tables in this folder [default: tedomari/tables in the folder for data of your system]
    #[arg(long, global = true, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Analyze(analyze::Arguments),
    Value(value::Arguments),
    Thermograph(thermograph::Arguments),
    Games(games::Arguments),
    Match(matches::Arguments),
    Play(play::Arguments),
    Player(player::Arguments),
    #[command(subcommand)]
    Proof(proof::Command),
    #[command(subcommand)]
    Experiment(experiment::Command),
    /// Print the JSON Schema of all answers that --json gives
    Schema,
    Show(show::Arguments),
    Solve(solve::Arguments),
    Temperature(temperature::Arguments),
    #[command(subcommand)]
    Table(table::Command),
    Taking(taking::Arguments),
    TriangularNim(taking::triangular_nim::Arguments),
}

impl Command {
    /// Does the command use endgame tables? Experiments measure searches without them.
    fn may_look_up(&self) -> bool {
        matches!(
            self,
            Self::Analyze(_)
                | Self::Match(_)
                | Self::Play(_)
                | Self::Player(_)
                | Self::Solve(_)
                | Self::Temperature(_)
        )
    }
}

/// The limits of a computation.
#[derive(Args, Clone, Copy)]
struct Reach {
    /// Time limit for each expression in seconds [default: 10, or no limit with --nodes]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,
    /// Maximum number of stored canonical forms; each takes about 200 bytes
    #[arg(long, value_name = "N", default_value_t = 5_000_000, value_parser = clap::value_parser!(u32).range(100..=200_000_000))]
    max_games: u32,
    /// Node limit; the search stops at the same place on every machine
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
}

impl Reach {
    /// The options that set these limits.
    const OPTIONS: &str = "--time, --max-games and --nodes";

    /// The budget for one expression, from now.
    fn budget(self) -> Budget {
        budget(self.time, self.nodes).with_bytes(self.max_games as usize * Limits::BYTES_PER_VALUE)
    }
}

/// What a player may use to think about a move.
#[derive(Args, Clone, Copy)]
struct Thought {
    /// Number of threads of mcts, each with a tree of its own; other players think in one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Memory limit of the player in MiB, beside up to 32 MiB of the program itself; a search that has used it up ends
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    memory: u32,
}

impl Thought {
    /// The budget with these limits.
    fn limit(self, budget: Budget) -> Budget {
        budget.with_threads(self.threads.into()).with_bytes((self.memory as usize) << 20)
    }
}

/// Prints the JSON Schema of all answers.
fn schema() -> anyhow::Result<Ending> {
    use std::io::Write;
    writeln!(output::stdout(), "{:#}", tedomari::answers::schema())?;
    Ok(Ending::Complete)
}

/// A budget of time, by default ten seconds, or of nodes, or of both.
fn budget(time: Option<f64>, nodes: Option<u64>) -> Budget {
    match (time, nodes) {
        (None, None) => Budget::default(),
        (Some(time), None) => Budget::seconds(time),
        (None, Some(nodes)) => Budget::after_nodes(nodes),
        (Some(time), Some(nodes)) => Budget::seconds(time).with_nodes(nodes),
    }
}

/// A time in seconds: `60`, `60s`, `100ms`, `5m` or `2h`.
fn seconds(text: &str) -> Result<f64, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];
    let (number, unit) = units
        .iter()
        .find_map(|(name, unit)| text.strip_suffix(name).map(|number| (number, *unit)))
        .unwrap_or((text, 1.0));
    match number.trim().parse::<f64>().map(|number| number * unit) {
        Ok(seconds) if (0.0..=1e9).contains(&seconds) => Ok(seconds),
        _ => Err("expected a time such as 10, 2.5s, 100ms or 5m, at most 1000000000 seconds".to_owned()),
    }
}

/// A player, as an argument.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
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

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ending {
    Complete,
    LimitReached,
    BadInput,
}

impl From<Error> for Ending {
    /// An error that more time cannot cure, such as a number that does not fit, counts as bad input.
    fn from(error: Error) -> Self {
        if error.is_limit() { Self::LimitReached } else { Self::BadInput }
    }
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        Self::from(match ending {
            Ending::Complete => 0,
            Ending::BadInput => 2,
            Ending::LimitReached => 3,
        })
    }
}

/// An argument as text.
fn utf8(argument: OsString) -> anyhow::Result<String> {
    argument.into_string().map_err(|_| anyhow::anyhow!("the expression is not valid UTF-8 text"))
}

/// A position given as text, or as `@FILE`.
fn position(argument: OsString) -> anyhow::Result<String> {
    let text = argument.into_string().map_err(|_| anyhow::anyhow!("the position is not valid UTF-8 text"))?;
    match text.strip_prefix('@') {
        None => Ok(text),
        Some(path) => files::read_text(Path::new(path)),
    }
}

/// Reads the arguments. Help and usage errors are printed here and end the command.
fn arguments() -> Result<Cli, ExitCode> {
    Cli::try_parse().map_err(|error| {
        let quoted =
            std::env::args_os().any(|argument| argument.to_string_lossy().contains(char::is_control));
        if error.use_stderr() && quoted {
            // Without colours: their escape sequences could not be told from those in the arguments.
            eprintln!("{}", error.render().to_string().trim_end());
        } else if let Err(failure) = error.print()
            && !error.use_stderr()
        {
            output::end(&failure);
        }
        if error.use_stderr() { Ending::BadInput.into() } else { ExitCode::SUCCESS }
    })
}

fn main() -> ExitCode {
    let ending = arguments().map(|arguments| match run(arguments) {
        Ok(ending) => ending.into(),
        Err(error) => {
            eprintln!("error: {error:#}");
            Ending::BadInput.into()
        }
    });
    output::finish();
    ending.unwrap_or_else(|ending| ending)
}

fn run(Cli { tables, command }: Cli) -> anyhow::Result<Ending> {
    let engine = match command.as_ref().is_some_and(Command::may_look_up) {
        true => table::engine(tables.as_deref())?,
        false => Engine::new(),
    };
    match command {
        None => demo::run(&engine),
        Some(Command::Analyze(arguments)) => analyze::run(&arguments, &engine),
        Some(Command::Experiment(command)) => experiment::run(command),
        Some(Command::Games(arguments)) => games::run(&arguments, &engine),
        Some(Command::Match(arguments)) => matches::run(arguments, &engine),
        Some(Command::Play(arguments)) => play::run(arguments, &engine),
        Some(Command::Player(arguments)) => player::run(&arguments, &engine),
        Some(Command::Proof(command)) => proof::run(&command, &engine),
        Some(Command::Schema) => schema(),
        Some(Command::Show(arguments)) => show::run(arguments, &engine),
        Some(Command::Solve(arguments)) => solve::run(&arguments, &engine),
        Some(Command::Temperature(arguments)) => temperature::run(&arguments, &engine),
        Some(Command::Table(command)) => table::run(command, tables.as_deref(), &engine),
        Some(Command::Taking(arguments)) => taking::run(&arguments),
        Some(Command::TriangularNim(arguments)) => taking::triangular_nim::run(&arguments),
        Some(Command::Value(arguments)) => value::run(arguments, &engine),
        Some(Command::Thermograph(arguments)) => thermograph::run(arguments, &engine),
    }
}
