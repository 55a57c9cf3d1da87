//! `tedomari proof`: proofs that `tedomari solve --proof` has written, shown and checked.

use crate::report::Report;
use crate::{Ending, files, lines, output, seconds};
use anyhow::Context;
use clap::Subcommand;
use std::path::{Path, PathBuf};
use tedomari::prelude::{Budget, Engine};

const EXAMPLES: &str = "\
Examples:
  tedomari solve domineering:'....|....|....' --first left --method pn --proof win.proof
  tedomari proof check win.proof
  tedomari proof show win.proof --depth 3

Checking plays through the whole proof by the rules of the games alone. Exit status: 0 if the proof is right, 2 if it is
damaged or wrong, 3 if there was no time to check all of it.";

/// Show and check proofs that `tedomari solve --proof` has written
#[derive(Subcommand)]
#[command(after_help = EXAMPLES)]
pub(crate) enum Command {
    /// Play through a proof and say whether it is correct
    Check {
        /// The proof
        file: PathBuf,
        /// Stop after this time, such as 60, 60s, 100ms or 5m
        #[arg(long, default_value = "60", value_parser = seconds)]
        time: f64,
        /// Write one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Show the moves of a proof
    Show {
        /// The proof
        file: PathBuf,
        /// Depth in moves
        #[arg(long, value_name = "MOVES", default_value_t = 4)]
        depth: usize,
        /// Maximum number of lines
        #[arg(long, value_name = "N", default_value_t = 100)]
        lines: usize,
    },
}

pub(crate) fn run(command: &Command, engine: &Engine) -> anyhow::Result<Ending> {
    match command {
        Command::Check { file, time, json } => checked(engine, file, *time, *json),
        Command::Show { file, depth, lines } => {
            let claim = engine.claim(&files::read_record(file)?, &Budget::endless());
            print!("{}", claim.with_context(|| file.display().to_string())?.show(*depth, *lines)?);
            Ok(Ending::Complete)
        }
    }
}

fn checked(engine: &Engine, path: &Path, time: f64, json: bool) -> anyhow::Result<Ending> {
    let budget = Budget::seconds(time);
    let answer = engine.check_proof(&files::read_record(path)?, &budget);
    let answer = answer.with_context(|| path.display().to_string())?;
    if let (Some(winner), Some(states), false) = (answer.winner, answer.states, json) {
        let (winner, first, sum) = (winner.name(), answer.first.name(), &answer.sum);
        println!("right: {winner} wins if {first} moves first in {sum} ({states} states)");
        return Ok(Ending::Complete);
    }
    let mut report = Report::of(&answer, None, "").hiding(&["seconds"]);
    if let Some(ended) = &answer.error {
        report.fail(Ending::LimitReached, &format!("{ended}; --time sets the limit"));
    }
    lines::write_report(&mut output::stdout(), &report, json)
}
