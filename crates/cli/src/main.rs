//! The `tedomari` command: arguments in, answers out. [`ending`] has its exit status.

#[macro_use]
mod output;

mod analyze;
mod census;
mod cluster;
mod completions;
mod demo;
mod draw;
mod ending;
mod experiment;
mod facts;
mod files;
mod games;
mod given;
mod lines;
mod matches;
mod mcgs;
mod options;
mod play;
mod player;
mod progress;
mod proof;
mod report;
#[cfg(feature = "server")]
mod serve;
mod show;
mod solve;
mod table;
mod taking;
mod temperature;
mod terminal;
mod thermograph;
mod value;

use clap::{Command as Clap, CommandFactory, FromArgMatches, Parser, Subcommand};
use ending::{EXIT_STATUS, Ending};
use options::seconds;
use std::path::PathBuf;
use std::process::ExitCode;
use tedomari::prelude::Engine;

const EXAMPLES: &str = "\
Examples:
  tedomari analyze amazons:'x.#.|....|.##.|...o'
  tedomari value '{0||0|-2} + ^^*'
  tedomari solve clobber:xoxoxo '{2|-1}' '^^*'

A question is a position GAME:POSITION (`tedomari games` lists the games), a value (`tedomari value --help`
has the notation), or a sum of them; analyze, thermograph, temperature, show, solve and play all take it.";

/// Exact combinatorial game theory: who is ahead, how urgent is a move, what is it worth?
///
/// Without a command it analyses an example.
#[derive(Parser)]
#[command(name = "tedomari", version, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    /// As the option of the commands that use tables, which may also stand here
    #[arg(long, value_name = "FOLDER", hide = true)]
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
    #[command(after_help = "Example:\n  tedomari schema")]
    Schema,
    #[cfg(feature = "server")]
    Serve(serve::Arguments),
    Show(show::Arguments),
    Solve(solve::Arguments),
    Temperature(temperature::Arguments),
    #[command(subcommand)]
    Table(table::Command),
    Taking(taking::Arguments),
    TriangularNim(taking::triangular_nim::Arguments),
    Completions(completions::Completions),
    Man(completions::Man),
}

impl Command {
    /// The folder of tables of a command that uses them. `None` means that the command uses none.
    fn tables(&mut self) -> Option<&mut Option<PathBuf>> {
        Some(match self {
            Self::Analyze(arguments) => &mut arguments.tables.tables,
            Self::Thermograph(arguments) => &mut arguments.tables.tables,
            Self::Match(arguments) => &mut arguments.tables.tables,
            Self::Play(arguments) => &mut arguments.tables.tables,
            Self::Player(arguments) => &mut arguments.tables.tables,
            #[cfg(feature = "server")]
            Self::Serve(arguments) => &mut arguments.tables.tables,
            Self::Solve(arguments) => &mut arguments.tables.tables,
            Self::Temperature(arguments) => &mut arguments.tables.tables,
            Self::Table(command) => return command.tables(),
            _ => return None,
        })
    }

    /// Do searches look up tables? `table` opens them itself, and experiments measure searches without them.
    fn looks_up(&self) -> bool {
        !matches!(self, Self::Table(_))
    }

    /// Do the questions come from others than the person who has started the command?
    #[cfg(feature = "scripts")]
    fn answers_others(&self) -> bool {
        #[cfg(feature = "server")]
        if matches!(self, Self::Serve(_)) {
            return true;
        }
        false
    }
}

/// Prints the JSON Schema of all answers.
fn schema() -> anyhow::Result<Ending> {
    use std::io::Write;
    writeln!(output::stdout(), "{:#}", tedomari::answers::schema())?;
    Ok(Ending::Complete)
}

/// A text whose paragraphs are one line each, so that they are broken for the width of the terminal. Indented
/// lines, such as examples, stay as they are.
fn flowing(text: &str) -> String {
    let is_prose = |line: &str| !line.is_empty() && !line.starts_with(' ') && !line.ends_with(':');
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        match lines.last_mut() {
            Some(last) if is_prose(last) && is_prose(line) => *last += &format!(" {line}"),
            _ => lines.push(line.to_owned()),
        }
    }
    lines.join("\n")
}

/// The command line. Every help ends with the exit status.
fn command_line() -> Clap {
    fn with_status(command: Clap) -> Clap {
        let help = match command.get_after_help() {
            Some(help) => format!("{}\n\n{EXIT_STATUS}", flowing(&help.to_string())),
            None => EXIT_STATUS.to_owned(),
        };
        command.after_help(help).mut_subcommands(with_status)
    }
    with_status(Cli::command())
}

/// Reads the arguments. Help and usage errors are printed here and end the command.
fn arguments() -> Result<Cli, ExitCode> {
    let matches = command_line().try_get_matches();
    matches.and_then(|matches| Cli::from_arg_matches(&matches)).map_err(|error| {
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
            Ending::from(&error).into()
        }
    });
    output::finish();
    ending.unwrap_or_else(|ending| ending)
}

fn run(Cli { tables, mut command }: Cli) -> anyhow::Result<Ending> {
    let place = command.as_mut().and_then(Command::tables);
    let engine = match (place, tables) {
        (None, Some(_)) => anyhow::bail!("this command does not use tables: leave --tables out"),
        (None, None) => Engine::new(),
        (Some(place), before) => {
            *place = before.or(place.take());
            let folder = place.clone();
            match command.as_ref().is_some_and(Command::looks_up) {
                true => table::engine(folder.as_deref())?,
                false => Engine::new(),
            }
        }
    };
    // The questions of `serve` are those of others, which must not name files.
    #[cfg(feature = "scripts")]
    let engine =
        if command.as_ref().is_some_and(Command::answers_others) { engine } else { engine.with_scripts() };
    match command {
        None => demo::run(&engine),
        Some(Command::Analyze(arguments)) => analyze::run(&arguments, &engine),
        Some(Command::Experiment(command)) => experiment::run(command),
        Some(Command::Games(arguments)) => games::run(&arguments, &engine),
        Some(Command::Match(arguments)) => matches::run(arguments, &engine),
        Some(Command::Play(arguments)) => play::run(&arguments, &engine),
        Some(Command::Player(arguments)) => player::run(&arguments, &engine),
        Some(Command::Proof(command)) => proof::run(&command, &engine),
        Some(Command::Schema) => schema(),
        #[cfg(feature = "server")]
        Some(Command::Serve(arguments)) => serve::run(arguments, engine),
        Some(Command::Show(arguments)) => show::run(&arguments, &engine),
        Some(Command::Solve(arguments)) => solve::run(&arguments, &engine),
        Some(Command::Temperature(arguments)) => temperature::run(&arguments, &engine),
        Some(Command::Table(command)) => table::run(command, &engine),
        Some(Command::Taking(arguments)) => taking::run(&arguments),
        Some(Command::TriangularNim(arguments)) => taking::triangular_nim::run(&arguments),
        Some(Command::Completions(arguments)) => completions::run(&arguments),
        Some(Command::Man(arguments)) => completions::write_pages(&arguments),
        Some(Command::Value(arguments)) => value::run(arguments, &engine),
        Some(Command::Thermograph(arguments)) => thermograph::run(&arguments, &engine),
    }
}
