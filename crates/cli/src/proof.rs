//! `tedomari proof`: proofs that `tedomari solve --proof` has written, shown and checked.

use crate::report::Report;
use crate::{Ending, files, lines, output, proving, seconds, solve};
use anyhow::{Context, ensure};
use clap::{Args, Subcommand};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tedomari::adversary::proof_number::{Flaw, Proof, check};
use tedomari::prelude::{Budget, Player};
use tedomari::sums::Sum;

const EXAMPLES: &str = "\
Examples:
  tedomari solve domineering:'....|....|....' --first left --method pn --proof win.proof
  tedomari proof check win.proof
  tedomari proof show win.proof --depth 3

Checking plays through the whole proof by the rules of the games alone. Exit status: 0 if the proof is right, 2 if it is
damaged or wrong, 3 if there was no time to check all of it.";

/// Show and check proofs that `tedomari solve --proof` has written
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play through a proof and say whether it is right
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
        /// So many moves deep
        #[arg(long, value_name = "MOVES", default_value_t = 4)]
        depth: usize,
        /// So many lines at most
        #[arg(long, value_name = "N", default_value_t = 100)]
        lines: usize,
    },
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Ending> {
    match &arguments.command {
        Command::Check { file, time, json } => checked(file, *time, *json),
        Command::Show { file, depth, lines } => {
            let Claim { sum, first, proof } = Claim::read(file, &Budget::endless())?;
            print!("{}", proof.show(&proving::root(&sum, first), &proving::name, *depth, *lines));
            Ok(Ending::Complete)
        }
    }
}

/// A proof and what it is about.
struct Claim {
    sum: Sum,
    first: Player,
    proof: Proof,
}

impl Claim {
    fn read(path: &Path, budget: &Budget) -> anyhow::Result<Self> {
        let text = files::read_record(path)?;
        let (subject, proof) = Proof::read(&text).with_context(|| path.display().to_string())?;
        let (first, sum) = subject
            .split_once(" first: ")
            .and_then(|(first, sum)| {
                Some((Player::BOTH.into_iter().find(|p| solve::name(*p) == first)?, sum))
            })
            .with_context(|| {
                format!("{}: line 2 should be 'left first: SUM' or 'right first: SUM'", path.display())
            })?;
        let sum = Sum::read_within(sum, budget).with_context(|| path.display().to_string())?;
        ensure!(proof.threshold == 1, "{}: a proof about a sum is about a score of 1", path.display());
        Ok(Self { sum, first, proof })
    }
}

fn checked(path: &Path, time: f64, json: bool) -> anyhow::Result<Ending> {
    let budget = Budget::after(Duration::from_secs_f64(time));
    let Claim { sum, first, proof } = Claim::read(path, &budget)?;
    match check(&proving::root(&sum, first), &proof, &budget) {
        Ok(()) => {}
        Err(Flaw::Stopped(error)) => {
            let mut report = Report::of_sum(&sum.to_string());
            report.say("first", json!(solve::name(first)));
            report.fail(Ending::LimitReached, &format!("{error}; --time sets the limit"));
            lines::write_report(&mut output::stdout(), &report, json)?;
            return Ok(report.ending);
        }
        Err(flaw) => anyhow::bail!("{}: {flaw}", path.display()),
    }
    let (first, winner) = (solve::name(first), solve::name(proof.winner()));
    if json {
        let states = proof.states.len();
        println!("{}", json!({ "sum": sum.to_string(), "first": first, "winner": winner, "states": states }));
    } else {
        println!("right: {winner} wins if {first} moves first in {sum} ({} states)", proof.states.len());
    }
    Ok(Ending::Complete)
}
