//! `tedomari play` for games with chance: a person against any player, with dice and flips by a seed.

use crate::{Ending, output, terminal};
use anyhow::Context;
use fastrand::Rng;
use std::cmp::Ordering;
use std::io::{BufRead, Write};
use std::time::Duration;
use tedomari::matches::contests::{AnyPlayer, PlayerName, chance};
use tedomari::prelude::{Budget, Player, Ruleset};
use tedomari::rules::{AnyContest, AnyMove, Coordinates};

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
    state: AnyContest,
    random: Rng,
    /// The states before each move.
    past: Vec<(AnyContest, Rng)>,
    person: Player,
    opponent: AnyPlayer,
    time: Duration,
}

impl Table {
    pub(crate) fn play(self, ruleset: &Ruleset) -> anyhow::Result<Ending> {
        let mut random = Rng::with_seed(self.seed);
        let mut below = |most: u32| random.u32(..most.max(1));
        let state = match &self.text {
            Some(text) => ruleset.deal(text, &mut below)?,
            None => ruleset.opening(&mut below)?,
        };
        let mut opponent = AnyPlayer::new(self.against);
        opponent.begin(&state, self.seed);
        let mut out = output::stdout();
        writeln!(out, "You are {:?}. The seed is {}. Type help for help.", self.person, self.seed)?;
        let Self { person, time, .. } = self;
        let mut evening = Evening { state, random, past: Vec::new(), person, opponent, time };
        evening.show(&mut out)?;
        evening.play(&mut std::io::stdin().lock(), &mut out)
    }
}

impl Evening {
    fn play(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<Ending> {
        loop {
            if let Some(score) = self.state.score()? {
                let won = match score.cmp(&0) {
                    Ordering::Greater => "Left has won",
                    Ordering::Less => "Right has won",
                    Ordering::Equal => "it is a draw",
                };
                writeln!(out, "The game is over: {won}.")?;
                return Ok(Ending::Complete);
            }
            if self.state.to_move() != self.person {
                self.answer(out)?;
                continue;
            }
            let Some(line) = terminal::ask(input, out)? else { return Ok(Ending::Complete) };
            match line.trim().to_lowercase().as_str() {
                "quit" | "exit" => return Ok(Ending::Complete),
                "" | "help" | "?" => writeln!(out, "{HELP}")?,
                "moves" => terminal::list(out, &self.moves()?)?,
                "hint" => self.hint(out)?,
                "undo" => self.undo(out)?,
                "board" => self.show(out)?,
                name => self.obey(name, out)?,
            }
        }
    }

    /// The names of all moves.
    fn moves(&self) -> anyhow::Result<Vec<String>> {
        Ok(self.state.moves()?.iter().map(ToString::to_string).collect())
    }

    /// Makes the move with this name.
    fn obey(&mut self, name: &str, out: &mut impl Write) -> anyhow::Result<()> {
        let moves = self.state.moves()?;
        match moves.iter().find(|known| known.to_string().eq_ignore_ascii_case(name)) {
            Some(action) => self.make(action, out),
            None => Ok(writeln!(out, "there is no move '{name}'; type moves, or help")?),
        }
    }

    fn make(&mut self, action: &AnyMove, out: &mut impl Write) -> anyhow::Result<()> {
        let before = (self.state.clone(), self.random.clone());
        let next = chance(self.state.outcomes(action)?, &mut self.random);
        self.state = next.with_context(|| format!("nothing follows {action}"))?;
        self.past.push(before);
        self.show(out)
    }

    /// Makes the opponent's move.
    fn answer(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let choice = self.opponent.choose(&self.state, &Budget::after(self.time))?;
        let choice = choice.with_context(|| format!("{:?} finds no move", self.state.to_move()))?;
        writeln!(out, "{:?} plays {}: {}", self.state.to_move(), choice.action, choice.reason)?;
        self.make(&choice.action, out)
    }

    fn hint(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        match self.opponent.choose(&self.state, &Budget::after(self.time))? {
            Some(choice) => writeln!(out, "{}: {}", choice.action, choice.reason)?,
            None => writeln!(out, "there is no move")?,
        }
        Ok(())
    }

    /// Goes back to the state before the person's last move.
    fn undo(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let Some(place) = self.past.iter().rposition(|(state, _)| state.to_move() == self.person) else {
            return Ok(writeln!(out, "there is nothing to take back")?);
        };
        (self.state, self.random) = self.past.swap_remove(place);
        self.past.truncate(place);
        self.show(out)
    }

    /// The board with the names of its rows and columns, and the remark on the state.
    fn show(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let text = self.state.to_string();
        terminal::draw(out, text.split(' ').next().unwrap_or_default(), Coordinates::Board)?;
        if self.state.score()?.is_none() {
            let remark = self.state.remark()?;
            let colon = if remark.is_empty() { "" } else { ": " };
            writeln!(out, "  {:?} to move{colon}{remark}", self.state.to_move())?;
        }
        Ok(())
    }
}
