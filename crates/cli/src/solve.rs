//! `tedomari solve`: who wins a sum of positions and values, and with which move.

use crate::proving::{self, Best, Found, Method, Terms, discard};
use crate::report::Report;
use crate::{Ending, Side, files, lines, output, progress, seconds, utf8};
use anyhow::Context;
use clap::Args;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tedomari::prelude::{Budget, Outcome, Player};
use tedomari::rules::games::dark_chess::DarkChess;
use tedomari::rules::{Playable, Settled};
use tedomari::sums::{ReadError, Solver, Sum};
use tedomari::values::Error;

const EXAMPLES: &str = "\
Examples:
  tedomari solve amazons:'x...|....|....|...o' --first left
  tedomari solve amazons:'x..|...|..o' nogo:'...|...' '^^*' --first right --time 60s
  tedomari solve clobber:xoxoxoxoxoxo
  tedomari solve '{10|8||2} + {5|-3} + {5|1||-1|-8}' --score
  tedomari solve domineering:'....|....|....' --first left --method pn --proof win.proof
  tedomari solve dark-chess:'.p..|....|.GG.|....|....|....|....|.... left' --method dfpn
  printf 'clobber:xoxo + *\\n^ + v*\\n' | tedomari solve - --json

A part is a position, GAME:POSITION (see `tedomari games`), or a value (see `tedomari value`); several
parts, as arguments or joined by ' + ', make a sum; put -- before one that begins with -. Under normal play, whoever cannot move loses.
Endgames of dark chess without pieces face down are solved too, by any method but values; they may be drawn.
Exit status: 0 if it is solved, 2 for bad input, 3 if a limit was reached.";

/// Find out who wins a sum of positions and values, and with which move
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The parts of the sum; or - to read sums from standard input, one on each line
    #[arg(required = true, allow_negative_numbers = true)]
    parts: Vec<OsString>,
    /// Who moves first [default: both are tried]
    #[arg(long, value_enum)]
    first: Option<Side>,
    /// How to find out
    #[arg(long, value_enum, default_value_t = Method::Values)]
    method: Method,
    /// Write a proof to this file, which `tedomari proof` shows and checks; for the methods pn and dfpn, with --first
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Also say the stops: the score when everything has become a number; for the method values
    #[arg(long)]
    score: bool,
    /// Stop after this time, such as 60, 60s, 100ms or 5m
    #[arg(long, default_value = "10", value_parser = seconds)]
    time: f64,
    /// Use no more than about this many MiB
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(16..=1_000_000))]
    memory: u32,
    /// Write one JSON object for each sum
    #[arg(long)]
    json: bool,
}

impl Arguments {
    fn reads_lines(&self) -> bool {
        self.parts == ["-"]
    }

    /// An option that the method cannot honour is refused.
    fn check(&self) -> anyhow::Result<()> {
        anyhow::ensure!(
            !self.score || self.method == Method::Values,
            "--score needs --method values: other searches find out who wins, and nothing about stops"
        );
        if let Some(path) = &self.proof {
            anyhow::ensure!(
                matches!(self.method, Method::Pn | Method::Dfpn),
                "--proof needs --method pn or --method dfpn: other searches keep no proof"
            );
            anyhow::ensure!(
                self.first.is_some(),
                "--proof needs --first: a proof is about one player who moves first"
            );
            anyhow::ensure!(!self.reads_lines(), "--proof is for one sum, not for those of standard input");
            files::ensure_writable(path)?;
        }
        Ok(())
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Ending> {
    arguments.check()?;
    if arguments.reads_lines() {
        return lines::answer(arguments.json, |line| report(arguments, line));
    }
    let parts = arguments.parts.iter().cloned().map(utf8).collect::<anyhow::Result<Vec<_>>>()?;
    let report = report(arguments, &parts.join(" + "));
    lines::write_report(&mut output::stdout(), &report, arguments.json)?;
    Ok(report.ending)
}

fn report(arguments: &Arguments, text: &str) -> Report {
    let mut report = Report::of_sum(text);
    if let Some(position) = text.trim().strip_prefix("dark-chess:") {
        if let Err(error) = endgame(arguments, position, &mut report) {
            report.fail(Ending::BadInput, &error.to_string());
        }
        progress::show("");
        return report;
    }
    let budget = Budget::after(Duration::from_secs_f64(arguments.time));
    match Sum::read_within(text, &budget) {
        Err(error @ ReadError::Limit { .. }) => report.fail(Ending::LimitReached, &error.to_string()),
        Err(error) => report.fail(Ending::BadInput, &error.to_string()),
        Ok(sum) if sum.parts.is_empty() => {
            report.fail(Ending::BadInput, "there is nothing to solve; 0 is a sum");
        }
        Ok(sum) => {
            if let Err(error) = answer(arguments, &sum, budget, &mut report) {
                report.fail_by(error, LIMITS);
            }
        }
    }
    progress::show("");
    report
}

fn answer(arguments: &Arguments, sum: &Sum, budget: Budget, report: &mut Report) -> Result<(), Error> {
    let started = Instant::now();
    let (bytes, last) = ((arguments.memory as usize) << 20, !arguments.reads_lines());
    let (solved, nodes) = if arguments.method == Method::Values {
        let mut solver = Solver::new(budget.clone().with_bytes(bytes));
        solver.set_progress(|nodes| progress::show(&format!("{nodes} sums searched")));
        let solved = solve(arguments, report, |first, report| winner(sum, &mut solver, first, report))
            .and_then(|()| if arguments.score { score(sum, &mut solver, report) } else { Ok(()) });
        let nodes = solver.nodes();
        discard(solver, last, &budget);
        (solved, nodes)
    } else {
        let terms = Terms { bytes, budget, proof: arguments.proof.is_some(), draws: false, last };
        let mut nodes = 0;
        let solved = solve(arguments, report, |first, report| {
            searched(arguments, sum, first, &terms, &mut nodes, report)
        });
        (solved, nodes)
    };
    report.say("nodes", json!(nodes));
    report.say("seconds", json!(started.elapsed().as_secs_f64()));
    solved
}

/// The options that set the limits.
const LIMITS: &str = "--time and --memory";

/// The winner, the part of a winning move and its name.
type Winner = (Player, Value, Value);

fn solve(
    arguments: &Arguments,
    report: &mut Report,
    mut winner: impl FnMut(Player, &mut Report) -> Result<Winner, Error>,
) -> Result<(), Error> {
    if let Some(side) = arguments.first {
        let (winner, part, winning_move) = winner(side.into(), report)?;
        report.say("winner", json!(name(winner)));
        report.say("part", part);
        report.say("move", winning_move);
        return Ok(());
    }
    let mut winners = Player::BOTH;
    for player in Player::BOTH {
        let (winner, part, winning_move) = winner(player, report)?;
        winners[player as usize] = winner;
        let answer = json!({ "winner": name(winner), "part": part, "move": winning_move });
        report.say(&format!("{}_first", name(player)), answer);
    }
    let [left_first, right_first] = winners;
    report.say("outcome", json!(Outcome::of_winners(left_first, right_first).to_string()));
    Ok(())
}

fn score(sum: &Sum, solver: &mut Solver, report: &mut Report) -> Result<(), Error> {
    for player in Player::BOTH {
        let score = solver.score(sum, player)?;
        report.say(&format!("{}_stop", name(player)), json!(score.to_string()));
    }
    Ok(())
}

/// The winner by a search over whole sums; the numbers of the start if it was stopped, the proof if one is wanted.
fn searched(
    arguments: &Arguments,
    sum: &Sum,
    first: Player,
    terms: &Terms,
    nodes: &mut u64,
    report: &mut Report,
) -> Result<Winner, Error> {
    let root = proving::root(sum, first);
    let found = arguments.method.find_sum(sum, &root, terms);
    *nodes += found.nodes;
    say_numbers(&found, report);
    let Best { winner, action } = found.result?;
    // Nothing is drawn in a sum.
    let winner = winner.unwrap_or(first.opponent());
    if let (Some(path), Some(proof)) = (&arguments.proof, found.proof) {
        match proof {
            Ok(proof) => {
                let text = proof.write(&format!("{} first: {sum}", name(first)));
                match files::write_file(path, text.as_bytes()) {
                    Ok(()) => report.say("proof_states", json!(proof.states.len())),
                    Err(error) => report.fail(Ending::BadInput, &format!("{error:#}")),
                }
            }
            Err(error) => report.fail_by(error, LIMITS),
        }
    }
    let winning_move = action.map(|action| root.position.name(first, action));
    Ok((winner, json!(action.map(|action| action.part() + 1)), json!(winning_move)))
}

/// Says how far a search came that was stopped.
fn say_numbers<M>(found: &Found<M>, report: &mut Report) {
    if let (Err(_), Some(numbers)) = (&found.result, found.numbers) {
        report.say("proof_number", json!(numbers.proof));
        report.say("disproof_number", json!(numbers.disproof));
    }
}

/// Who wins a game of dark chess, once no piece lies face down, if anybody.
fn endgame(arguments: &Arguments, text: &str, report: &mut Report) -> anyhow::Result<()> {
    anyhow::ensure!(arguments.first.is_none(), "a position of dark chess says who moves: leave --first out");
    anyhow::ensure!(arguments.proof.is_none(), "--proof is for sums");
    anyhow::ensure!(
        arguments.method != Method::Values,
        "dark chess has no values: choose --method dfpn, pn, pn-all or alphabeta"
    );
    let state = Settled::new(DarkChess::read(text)?);
    let state = state
        .context("pieces that lie face down are up to chance: only positions without them are solved")?;
    let started = Instant::now();
    let budget = Budget::after(Duration::from_secs_f64(arguments.time));
    let last = !arguments.reads_lines();
    let terms = Terms { bytes: (arguments.memory as usize) << 20, budget, proof: false, draws: true, last };
    let found = arguments.method.find(&state, &terms, terms.bytes);
    say_numbers(&found, report);
    match found.result {
        Ok(Best { winner, action }) => {
            report.say("winner", json!(winner.map_or("draw", name)));
            report.say("move", json!(action.map(|action| action.to_string())));
        }
        Err(error) => report.fail_by(error, LIMITS),
    }
    report.say("nodes", json!(found.nodes));
    report.say("seconds", json!(started.elapsed().as_secs_f64()));
    Ok(())
}

/// The winner, and for a winning move the part it is in, counted from 1, and its name.
fn winner(sum: &Sum, solver: &mut Solver, first: Player, report: &mut Report) -> Result<Winner, Error> {
    let answer = solver.solve(sum, first)?;
    if let Some(error) = answer.ended_by {
        report.fail_by(error, LIMITS);
    }
    let (part, winning_move) = answer.winning_move.map(|(part, name)| (part + 1, name)).unzip();
    Ok((answer.winner, json!(part), json!(winning_move)))
}

pub(crate) fn name(player: Player) -> &'static str {
    match player {
        Player::Left => "left",
        Player::Right => "right",
    }
}
