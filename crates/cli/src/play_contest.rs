//! `tedomari play` for games with chance: a person against any player, with dice and flips by a seed.

use crate::{Ending, output, terminal};
use anyhow::Context;
use fastrand::Rng;
use std::cmp::Ordering;
use std::io::{BufRead, Write};
use std::time::Duration;
use tedomari::matches::players::{Kind, NoMove, Player as Mind, PlayerName};
use tedomari::matches::{Game, Move, Round};
use tedomari::positions::Knowledge;
use tedomari::prelude::{Budget, Player, Ruleset};
use tedomari::rules::{AnyContest, Coordinates, attempt};

const HELP: &str = "\
  A5-B4            make that move
  moves            all moves
  hint             what the opponent would play in your place, and why
  undo             take your last move back, and the answer to it; chance does the same again
  board            show the board again
  quit             leave";

/// The players and the settings of a game.
pub(crate) struct Table {
    /// The position in the arguments. `None` means an opening state.
    pub(crate) text: Option<String>,
    pub(crate) against: PlayerName,
    pub(crate) person: Player,
    pub(crate) time: Duration,
    pub(crate) seed: u64,
}

/// A game at the terminal.
struct Evening {
    game: Game,
    person: Player,
    opponent: Box<dyn Mind>,
    time: Duration,
}

impl Table {
    pub(crate) fn play(self, ruleset: &Ruleset, knowledge: &Knowledge) -> anyhow::Result<Ending> {
        let mut random = Rng::with_seed(self.seed);
        let mut below = |most: u32| random.u32(..most.max(1));
        let state = match &self.text {
            Some(text) => ruleset.deal(text, &mut below)?,
            None => ruleset.opening(&mut below)?,
        };
        let game = Game::Contest(Round::new(&ruleset.name, state, random));
        let mut opponent = self.against.player(Kind::Contest, knowledge)?;
        opponent.begin(&game, self.person.opponent(), self.seed);
        let mut out = output::stdout();
        writeln!(out, "You are {:?}. The seed is {}. Type help for help.", self.person, self.seed)?;
        let Self { person, time, .. } = self;
        let mut evening = Evening { game, person, opponent, time };
        evening.show(&mut out)?;
        evening.play(&mut std::io::stdin().lock(), &mut out)
    }
}

impl Evening {
    fn play(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<Ending> {
        loop {
            if let Some(score) = self.state().score()? {
                let won = match score.cmp(&0) {
                    Ordering::Greater => "Left has won",
                    Ordering::Less => "Right has won",
                    Ordering::Equal => "it is a draw",
                };
                writeln!(out, "The game is over: {won}.")?;
                return Ok(Ending::Complete);
            }
            if self.game.to_move() != self.person {
                self.answer(out)?;
                continue;
            }
            let Some(line) = terminal::ask(input, out)? else { return Ok(Ending::Complete) };
            match line.trim().to_lowercase().as_str() {
                "quit" | "exit" => return Ok(Ending::Complete),
                "" | "help" | "?" => writeln!(out, "{HELP}")?,
                "moves" => terminal::list(out, &self.game.moves_in(0)?)?,
                "hint" => self.hint(out)?,
                "undo" => self.undo(out)?,
                "board" => self.show(out)?,
                name => self.obey(name, out)?,
            }
        }
    }

    fn state(&self) -> &AnyContest {
        match &self.game {
            Game::Contest(round) => round.state(),
            Game::Sum(_) => unreachable!("a game stays of one kind"),
        }
    }

    /// Makes the move with this name.
    fn obey(&mut self, name: &str, out: &mut impl Write) -> anyhow::Result<()> {
        match self.game.find(0, name)? {
            Some(action) => self.make(action, out),
            None => Ok(writeln!(out, "there is no move '{name}'; type moves, or help")?),
        }
    }

    fn make(&mut self, action: Move, out: &mut impl Write) -> anyhow::Result<()> {
        self.game.play(action)?;
        self.show(out)
    }

    /// Makes the opponent's move.
    fn answer(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let player = self.game.to_move();
        let choice = attempt(|| self.opponent.choose(&self.game, &Budget::after(self.time)))?;
        let choice = choice.with_context(|| format!("{player:?} finds no move"))?;
        writeln!(out, "{player:?} plays {}: {}", self.name(choice.action)?, choice.reason)?;
        self.make(choice.action, out)
    }

    fn name(&self, action: Move) -> anyhow::Result<String> {
        self.game.name(action)?.context("there is no such move")
    }

    fn hint(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        match attempt(|| self.opponent.choose(&self.game, &Budget::after(self.time)))? {
            Ok(choice) => writeln!(out, "{}: {}", self.name(choice.action)?, choice.reason)?,
            Err(NoMove::None) => writeln!(out, "there is no move")?,
            Err(NoMove::Failed(why)) => writeln!(out, "{why}")?,
        }
        Ok(())
    }

    /// Goes back to the state before the person's last move.
    fn undo(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let mut earlier = self.game.clone();
        while earlier.undo().is_some() {
            if earlier.to_move() == self.person {
                self.game = earlier;
                return self.show(out);
            }
        }
        Ok(writeln!(out, "there is nothing to take back")?)
    }

    /// The board with the names of its rows and columns, and the remark on the state.
    fn show(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let text = self.state().to_string();
        terminal::draw(out, text.split(' ').next().unwrap_or_default(), Coordinates::Board)?;
        if self.state().score()?.is_none() {
            let remark = self.state().remark()?;
            let colon = if remark.is_empty() { "" } else { ": " };
            writeln!(out, "  {:?} to move{colon}{remark}", self.game.to_move())?;
        }
        Ok(())
    }
}
