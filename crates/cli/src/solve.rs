//! `tedomari solve`: the winner of a sum of positions and values, and a winning move.

use crate::ending::Ending;
use crate::given::{Given, Questions, topic_of_line};
use crate::options::{Limits, Side, Tables};
use crate::report::Report;
use crate::{files, lines, mcgs, output, progress};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tedomari::prelude::{Budget, Engine, EngineError, Player, Solution};
use tedomari::values::Progress;
use tedomari::{Claim, Question, RepetitionRule, SolveMethod, TEST_FILE_STARTS};

const EXAMPLES: &str = "\
Examples:
  tedomari solve amazons:'x...|....|....|...o' --first left
  tedomari solve amazons:'x..|...|..o' nogo:'...|...' '^^*' --first right --time 60s
  tedomari solve clobber:xoxoxoxoxoxo
  tedomari solve '{10|8||2} + {5|-3} + {5|1||-1|-8}' --score
  tedomari solve domineering:'....|....|....' --first left --method pn --proof win.proof
  tedomari solve dark-chess:'.p..|....|.GG.|....|....|....|....|.... left' --line
  tedomari solve dark-chess:'G..p|....|....|....|....|....|....|.... left quiet 30' --method dfpn --repetition repeater-loses
  tedomari solve nogo:'.....|.....|.....|.....' --time 8h --checkpoint long
  printf 'clobber:xoxo + *\\n^ + v*\\n' | tedomari solve - --json
  tedomari solve @games.test

Under normal play, a player who cannot move loses.

Test files: a file that begins with {version 1.4}, a comment /* ... */ or a section such as [clobber] is read as a test file of the
program MCGS (Minimax-based Combinatorial Game Solver). Every sum in it is solved, and a result that differs from the expected one counts as a
check that failed.

Dark chess: endgames without pieces face down are solved too; they may be drawn. The default method looks into tables, which it works
out where `tedomari table build dark-chess` has made no files, and searches where there are more than 6 pieces.

Checkpoints: a search with --checkpoint can be stopped at any time, by a limit, by Ctrl-C or by a power cut. The same command goes on with it, also with
another --first, --time, --memory or --threads; the file keeps what took most work and fits. A file that is damaged or belongs to
another sum, method or version is refused and stays as it is. Checksums find damage, not forgery: an answer is as trustworthy as the file it
started from, and `tedomari proof` checks one without it. The search for the stops of --score keeps only the values of the parts.";

/// Find out who wins a sum of positions and values, and with which move
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    given: Given,
    /// The player who moves first [default: both are tried]
    #[arg(long, value_name = "SIDE", value_enum)]
    first: Option<Side>,
    /// The method
    #[arg(long, value_enum, default_value_t = Method::Values)]
    method: Method,
    /// Write a proof to this file, which `tedomari proof` shows and checks; for the methods pn and dfpn, with
    /// --first
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Also print the stops: the score when everything has become a number; for the method values
    #[arg(long)]
    score: bool,
    /// Also print a line of play that the winner plays well; for the methods alphabeta and dfpn with --first, and for dark chess
    #[arg(long)]
    line: bool,
    /// The rule for play that comes back to a position, in dark chess [default: that of the game, a draw]
    #[arg(long, value_enum, value_name = "RULE")]
    repetition: Option<Repeating>,
    #[command(flatten)]
    limits: Limits,
    /// Number of threads, for the methods values, alphabeta and dfpn; the winner does not depend on it, which winning move is named may
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Keep what was found out in this file, about every 30 seconds (with --nodes only at the end) and at the end, and go
    /// on with it the next time; for the methods values and dfpn
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Write one JSON object for each sum
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub(crate) tables: Tables,
}

impl Arguments {
    /// Refuses options that the method does not support, or that many questions cannot share.
    fn check(&self, is_one: bool) -> anyhow::Result<()> {
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
            anyhow::ensure!(is_one, "--proof is for one sum, not for many");
            files::ensure_writable(path)?;
        }
        anyhow::ensure!(
            self.threads == 1 || !matches!(self.method, Method::Pn | Method::PnAll),
            "--threads needs --method values, alphabeta or dfpn: the other searches have one thread"
        );
        if let Some(path) = &self.checkpoint {
            anyhow::ensure!(
                matches!(self.method, Method::Values | Method::Dfpn),
                "--checkpoint needs --method values or --method dfpn: other searches cannot go on later"
            );
            anyhow::ensure!(is_one, "--checkpoint is for one sum, not for many");
            let proof = self.proof.as_deref();
            anyhow::ensure!(
                !proof.is_some_and(|proof| files::is_same_file(path, proof)),
                "--checkpoint and --proof need different files"
            );
            files::ensure_writable(path)?;
        }
        Ok(())
    }

    /// Refuses options that the questions of a test file leave no room for.
    fn refuse_for_tests(&self) -> anyhow::Result<()> {
        anyhow::ensure!(self.first.is_none(), "a test file says who moves first: leave --first out");
        anyhow::ensure!(!self.score, "a test file asks for winners: leave --score out");
        Ok(())
    }
}

pub(crate) fn run(arguments: &Arguments, engine: &Engine) -> anyhow::Result<Ending> {
    match arguments.given.read(engine)? {
        Questions::One(topic) => {
            arguments.check(true)?;
            let report = arguments.report(engine, &topic.to_string(), true);
            lines::write_report(&mut output::stdout(), &report, arguments.json)
        }
        Questions::Lines(mut input) => {
            arguments.check(false)?;
            if input.begins_with(&TEST_FILE_STARTS)? {
                arguments.refuse_for_tests()?;
                let (method, limits, json) = (arguments.method.into(), arguments.limits, arguments.json);
                return mcgs::run(engine, &input.whole()?, method, json, || {
                    limits.budget().with_threads(arguments.threads.into())
                });
            }
            lines::answer(input, arguments.json, |line| {
                arguments.report(engine, &topic_of_line(engine, line).to_string(), false)
            })
        }
    }
}

impl Arguments {
    fn report(&self, engine: &Engine, text: &str, last: bool) -> Report {
        let budget = self.limits.budget().with_threads(self.threads.into());
        if self.checkpoint.is_some() {
            stop_on_interrupt(&budget);
        }
        let answered = match text.trim().strip_prefix("dark-chess:") {
            Some(position) => self.endgame(engine, position, last, &budget),
            None => self.sum(engine, text, last, &budget),
        };
        progress::show("");
        answered.unwrap_or_else(|error| Report::refused(&[("sum", text)], &error))
    }

    fn question(&self, last: bool) -> Question {
        Question {
            first: self.first.map(Player::from),
            method: self.method.into(),
            score: self.score,
            proof: self.proof.is_some(),
            line: self.line,
            repetition: self.repetition.map(RepetitionRule::from).unwrap_or_default(),
            last,
            checkpoint: self.checkpoint.clone(),
        }
    }

    fn sum(&self, engine: &Engine, text: &str, last: bool, budget: &Budget) -> Result<Report, EngineError> {
        let sum = engine.sum_within(text, budget)?;
        if sum.parts.is_empty() {
            return Err(EngineError::Other("there is nothing to solve; 0 is a sum".to_owned()));
        }
        let question = self.question(last);
        let first = question.first;
        let show: Progress = match self.method {
            Method::Values => Arc::new(|nodes| progress::show(&format!("{nodes} sums searched"))),
            _ => Arc::new(|nodes| progress::show(&format!("{nodes} states searched"))),
        };
        let (solution, proof) = engine.solve_sum(&sum, question, budget, &show)?;
        let solution = Solution { sum: text.to_owned(), ..solution };
        let mut report = Report::of(&solution, solution.error.as_ref(), Limits::OPTIONS);
        if let Some(message) = &solution.unsaved {
            report.withdraw("unsaved");
            report.fail(Ending::File, message);
        }
        if let (Some(path), Some(proof), Some(first)) = (&self.proof, proof, first)
            && let Err(error) = files::write_file(path, Claim { sum, first, proof }.write().as_bytes())
        {
            report.withdraw("proof_states");
            report.fail(Ending::from(&error), &format!("{error:#}"));
        }
        Ok(report)
    }

    /// The winner of a dark chess endgame without pieces face down.
    fn endgame(
        &self,
        engine: &Engine,
        position: &str,
        last: bool,
        budget: &Budget,
    ) -> Result<Report, EngineError> {
        let refuse = |message: &str| Err(EngineError::Other(message.to_owned()));
        if self.first.is_some() {
            return refuse("a position of dark chess says who moves: leave --first out");
        }
        if self.proof.is_some() {
            return refuse("--proof is for sums");
        }
        if self.checkpoint.is_some() {
            return refuse("--checkpoint is for sums");
        }
        let show: Progress = Arc::new(|nodes| progress::show(&format!("{nodes} states searched")));
        let solution = engine.solve_dark_chess(position, &self.question(last), budget, &show)?;
        Ok(Report::of(&solution, solution.error.as_ref(), Limits::OPTIONS))
    }
}

/// Lets Ctrl-C, or another signal to end, end the search as a limit would, so that what was found out is
/// written. A second one ends the command at once, and so does the first one where signals cannot be caught.
fn stop_on_interrupt(budget: &Budget) {
    let budget = budget.clone();
    let asked = AtomicBool::new(false);
    _ = ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        budget.cancel();
    });
}

/// The rule for play that comes back to a position.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Repeating {
    /// That of the game
    Game,
    /// A draw
    Draw,
    /// The player who repeats loses
    RepeaterLoses,
    /// The player who repeats wins
    RepeaterWins,
    /// The player to move in the position loses
    FirstLoses,
}

impl From<Repeating> for RepetitionRule {
    fn from(rule: Repeating) -> Self {
        match rule {
            Repeating::Game => Self::OfGame,
            Repeating::Draw => Self::Draw,
            Repeating::RepeaterLoses => Self::RepeaterLoses,
            Repeating::RepeaterWins => Self::RepeaterWins,
            Repeating::FirstLoses => Self::FirstLoses,
        }
    }
}

/// The method that finds the winner.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Method {
    /// Values where they are cheap, bounds, and a search of the rest: for sums, and for most positions
    Values,
    /// Alpha-beta search with a transposition table: for comparison, and for games with good move ordering
    Alphabeta,
    /// Proof-number search with the whole tree in memory: finds narrow wins, and proofs of small positions
    Pn,
    /// Depth-first proof-number search with a transposition table: for large positions with few good moves
    Dfpn,
    /// Proof-number search for all scores in one tree
    PnAll,
}

impl From<Method> for SolveMethod {
    fn from(method: Method) -> Self {
        match method {
            Method::Values => Self::Values,
            Method::Alphabeta => Self::AlphaBeta,
            Method::Pn => Self::Pn,
            Method::Dfpn => Self::DfPn,
            Method::PnAll => Self::PnAll,
        }
    }
}
