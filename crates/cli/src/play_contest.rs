//! `tedomari play` for games with chance: a person against any player, with dice and flips by a seed.

use crate::{Ending, lines};
use anyhow::Context;
use fastrand::Rng;
use std::cmp::Ordering;
use std::io::BufRead;
use std::time::Duration;
use tedomari::prelude::{Player, Stop};
use tedomari::rules::{ContestVisitor, Playable};
use tedomari::search::contests::{ContestPlayer, PlayerName, chance};

const HELP: &str = "\
  A5-B4            make that move
  moves            all moves
  hint             what the opponent would play in your place, and why
  undo             take your last move back, and the answer to it; chance does the same again
  board            show the board again
  quit             leave";

/// Who plays, and how.
pub(crate) struct Table {
    /// The position as it was given.
    pub(crate) text: Option<String>,
    pub(crate) against: PlayerName,
    pub(crate) person: Player,
    pub(crate) time: Duration,
    pub(crate) seed: u64,
}

/// A game at the terminal.
struct Evening<S: Playable> {
    state: S,
    random: Rng,
    /// What was before each move.
    past: Vec<(S, Rng)>,
    person: Player,
    opponent: Box<dyn ContestPlayer<S>>,
    time: Duration,
}

impl ContestVisitor for Table {
    type Output = anyhow::Result<Ending>;

    fn visit<S: Playable>(self, _: Option<S>) -> Self::Output {
        let mut random = Rng::with_seed(self.seed);
        let mut below = |most: u32| random.u32(..most.max(1));
        let state = match &self.text {
            Some(text) => S::deal(text, &mut below)?,
            None => S::opening(&mut below),
        };
        let mut opponent = self.against.player();
        opponent.begin(self.seed);
        println!("You are {:?}. The seed is {}. Type help for help.", self.person, self.seed);
        let Self { person, time, .. } = self;
        let mut evening = Evening { state, random, past: Vec::new(), person, opponent, time };
        evening.show();
        evening.play(&mut std::io::stdin().lock())
    }
}

impl<S: Playable> Evening<S> {
    fn play(&mut self, input: &mut impl BufRead) -> anyhow::Result<Ending> {
        loop {
            if let Some(score) = self.state.score() {
                let won = match score.cmp(&0) {
                    Ordering::Greater => "Left has won",
                    Ordering::Less => "Right has won",
                    Ordering::Equal => "it is a draw",
                };
                println!("The game is over: {won}.");
                return Ok(Ending::Complete);
            }
            if self.state.to_move() != self.person {
                self.answer()?;
                continue;
            }
            let Some(line) = lines::ask(input)? else { return Ok(Ending::Complete) };
            match line.trim().to_lowercase().as_str() {
                "quit" | "exit" => return Ok(Ending::Complete),
                "" | "help" | "?" => println!("{HELP}"),
                "moves" => println!("  {}", names(&self.state.moves())),
                "hint" => self.hint(),
                "undo" => self.undo(),
                "board" => self.show(),
                name => self.obey(name)?,
            }
        }
    }

    /// Makes the move with this name.
    fn obey(&mut self, name: &str) -> anyhow::Result<()> {
        let known =
            self.state.moves().into_iter().find(|action| action.to_string().eq_ignore_ascii_case(name));
        match known {
            Some(action) => self.make(action),
            None => {
                println!("there is no move '{name}'; type moves, or help");
                Ok(())
            }
        }
    }

    fn make(&mut self, action: S::Move) -> anyhow::Result<()> {
        let before = (self.state.clone(), self.random.clone());
        let next = chance(self.state.outcomes(action), &mut self.random);
        self.state = next.with_context(|| format!("nothing follows {action}"))?;
        self.past.push(before);
        self.show();
        Ok(())
    }

    /// Makes the opponent's move.
    fn answer(&mut self) -> anyhow::Result<()> {
        let choice = self.opponent.choose(&self.state, &Stop::after(self.time));
        let choice = choice.with_context(|| format!("{:?} finds no move", self.state.to_move()))?;
        println!("{:?} plays {}: {}", self.state.to_move(), choice.action, choice.reason);
        self.make(choice.action)
    }

    fn hint(&mut self) {
        match self.opponent.choose(&self.state, &Stop::after(self.time)) {
            Some(choice) => println!("{}: {}", choice.action, choice.reason),
            None => println!("there is no move"),
        }
    }

    /// Goes back to where the person moved last.
    fn undo(&mut self) {
        let Some(place) = self.past.iter().rposition(|(state, _)| state.to_move() == self.person) else {
            println!("there is nothing to take back");
            return;
        };
        (self.state, self.random) = self.past.swap_remove(place);
        self.past.truncate(place);
        self.show();
    }

    /// The board with the names of its rows and columns, and what is to be known besides.
    fn show(&self) {
        let text = self.state.to_string();
        let rows: Vec<&str> = text.split(' ').next().unwrap_or_default().split('|').collect();
        for (i, row) in rows.iter().enumerate() {
            println!("  {}  {}", rows.len() - i, spaced(row.chars()));
        }
        let width = rows.first().map_or(0, |row| row.chars().count());
        println!("     {}", spaced(('A'..).take(width)));
        if self.state.score().is_none() {
            let remark = self.state.remark();
            let colon = if remark.is_empty() { "" } else { ": " };
            println!("  {:?} to move{colon}{remark}", self.state.to_move());
        }
    }
}

fn names<M: std::fmt::Display>(moves: &[M]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn spaced(cells: impl Iterator<Item = char>) -> String {
    cells.map(String::from).collect::<Vec<_>>().join(" ")
}
