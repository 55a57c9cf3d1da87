//! `tedomari proof`: proofs that `tedomari solve --proof` has written, shown and checked.

use crate::ending::{CheckFailed, Ending};
use crate::options::LongTime;
use crate::report::Report;
use crate::{files, lines, output};
use anyhow::Context;
use clap::Subcommand;
use std::path::{Path, PathBuf};
use tedomari::prelude::{Budget, Engine};

const EXAMPLES: &str = "\
Examples:
  tedomari solve domineering:'....|....|....' --first left --method pn --proof win.proof
  tedomari proof check win.proof
  tedomari proof show win.proof --depth 3

Checking plays through the whole proof by the rules of the games alone. A proof that is damaged or wrong
is a check that failed.";

/// Show and check proofs that `tedomari solve --proof` has written
#[derive(Subcommand)]
#[command(after_help = EXAMPLES)]
pub(crate) enum Command {
    /// Play through a proof and say whether it is correct
    #[command(after_help = "Example:\n  tedomari proof check win.proof")]
    Check {
        /// The proof
        file: PathBuf,
        #[command(flatten)]
        time: LongTime,
        /// Write one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Show the moves of a proof
    #[command(after_help = "Example:\n  tedomari proof show win.proof --depth 3")]
    Show {
        /// The proof
        file: PathBuf,
        /// Depth in moves
        #[arg(long, value_name = "MOVES", default_value_t = 4, value_parser = depth)]
        depth: usize,
        /// Maximum number of lines
        #[arg(long, value_name = "N", default_value_t = 100)]
        lines: usize,
    },
}

fn depth(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|depth| *depth > 0).ok_or_else(|| "expected a number of moves from 1".to_owned())
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

fn checked(engine: &Engine, path: &Path, time: LongTime, json: bool) -> anyhow::Result<Ending> {
    let answer = engine.check_proof(&files::read_record(path)?, &time.budget());
    let answer = answer.with_context(|| path.display().to_string()).map_err(CheckFailed)?;
    if let (Some(winner), Some(states), false) = (answer.winner, answer.states, json) {
        let (winner, first, sum) = (winner, answer.first, &answer.sum);
        println!("The proof is correct: {winner:?} wins if {first:?} moves first in {sum} ({states} states)");
        return Ok(Ending::Complete);
    }
    let mut report = Report::of(&answer, None, "").hiding(&["seconds"]);
    if let Some(ended) = &answer.error {
        report.fail(Ending::LimitReached, &format!("{ended}; --time sets the limit"));
    }
    lines::write_report(&mut output::stdout(), &report, json)
}
