//! `tedomari play`: a person plays a sum, or a game with chance, against any player in the terminal.

use crate::report::explained;
use crate::thermograph::drawn;
use crate::{Ending, Side, output, play_contest, seconds, terminal, utf8};
use anyhow::Context;
use clap::Args;
use std::cmp::Ordering;
use std::ffi::OsString;
use std::io::{BufRead, Write};
use std::time::Duration;
use tedomari::answers::ChosenMove;
use tedomari::matches::{Move, State};
use tedomari::prelude::{Budget, Dyadic, Engine, Player, Session, Thermograph};
use tedomari::rules::rows_and_points;

const EXAMPLES: &str = "\
Examples:
  tedomari play amazons:'x...|....|....|...o' amazons:'..x|...|o..'
  tedomari play '10|8||2' '5|-3' '5|1||-1|-8' --side right --against sentestrat:exact
  tedomari play ewn --seed 7
  tedomari play dark-chess '....|.KC.|..p.|.g.c|....|R...|.c..|.... left' --against star2 --time 2s

Type a part and a move, such as 1 A4-C4xC2, or the move alone where that is clear. Other words:
  moves, hint, thermograph, undo, board, help, quit";

const HELP: &str = "\
  1 A4-C4xC2       make that move in part 1; the move alone is enough where only one part has it
  moves            all moves, or those of one part: moves 2
  hint             what the opponent would play in your place, and why
  thermograph      of every part, or of one: thermograph 2
  undo             take your last move back, and the answer to it
  board            show the parts again
  quit             leave";

/// Play a sum or a game with chance against any player, in the terminal
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The parts of the sum: positions, GAME:POSITION, or values; or a game with chance, and perhaps a
    /// position of it
    #[arg(required = true, allow_negative_numbers = true)]
    parts: Vec<OsString>,
    /// Your opponent; `tedomari match --help` lists the players [default: informed, or star2]
    #[arg(long, value_name = "PLAYER")]
    against: Option<String>,
    /// Your side
    #[arg(long, value_enum, default_value_t = Side::Left)]
    side: Side,
    /// The player who moves first in a sum [default: left]
    #[arg(long, value_enum)]
    first: Option<Side>,
    /// Time for each of the opponent's moves
    #[arg(long, default_value = "1s", value_parser = seconds)]
    time: f64,
    /// The seed of dice and flips [default: another one each time]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

/// A command of the person.
#[derive(Clone, Copy)]
enum Order {
    Play(Move),
    Moves(Option<usize>),
    Thermograph(Option<usize>),
    Hint,
    Undo,
    Board,
    Help,
    Quit,
}

/// A game at the terminal.
struct Evening<'a> {
    engine: &'a Engine,
    session: Session,
    person: Player,
    time: Duration,
}

pub(crate) fn run(arguments: Arguments, engine: &Engine) -> anyhow::Result<Ending> {
    let parts = arguments.parts.into_iter().map(utf8).collect::<anyhow::Result<Vec<_>>>()?;
    if let [game, rest @ ..] = &parts[..]
        && let Ok(ruleset) = engine.rulesets().contest(game)
    {
        anyhow::ensure!(rest.len() <= 1, "{game} is played at one board: write its position in quotes");
        anyhow::ensure!(
            arguments.first.is_none(),
            "--first is for sums: a position of {game} says who moves"
        );
        let table = play_contest::Table {
            text: rest.first().cloned(),
            against: arguments.against.as_deref().unwrap_or("star2").parse()?,
            person: arguments.side.into(),
            time: Duration::from_secs_f64(arguments.time),
            seed: arguments.seed.unwrap_or_else(|| fastrand::u64(..)),
        };
        return table.play(ruleset, engine.knowledge());
    }
    anyhow::ensure!(arguments.seed.is_none(), "--seed is for games with chance");
    let against = arguments.against.as_deref().unwrap_or("informed");
    let sum = engine.sum(&parts.join(" + ")).map_err(|error| anyhow::anyhow!(explained(&error)))?;
    let mut evening = Evening {
        engine,
        session: engine.session(sum, arguments.first.unwrap_or(Side::Left).into(), against)?,
        person: arguments.side.into(),
        time: Duration::from_secs_f64(arguments.time),
    };
    let mut out = output::stdout();
    writeln!(out, "You are {:?} ({}). Type help for help.", evening.person, mark(evening.person))?;
    evening.show(&mut out)?;
    evening.play(&mut std::io::stdin().lock(), &mut out)
}

fn mark(player: Player) -> &'static str {
    match player {
        Player::Left => "X, upright, black",
        Player::Right => "O, flat, white",
    }
}

impl Evening<'_> {
    fn play(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<Ending> {
        loop {
            if let Some(score) = self.session.score()? {
                let won = match score.cmp(&Dyadic::ZERO) {
                    Ordering::Greater => "Left has won",
                    Ordering::Less => "Right has won",
                    Ordering::Equal => "neither is ahead",
                };
                writeln!(out, "The game is over. The score is {score}: {won}.")?;
                return Ok(Ending::Complete);
            }
            if self.state().to_move() != self.person {
                self.answer(out)?;
                continue;
            }
            let Some(line) = terminal::ask(input, out)? else { return Ok(Ending::Complete) };
            match self.order(line.trim()) {
                Err(message) => writeln!(out, "{message}")?,
                Ok(Order::Quit) => return Ok(Ending::Complete),
                Ok(order) => self.obey(order, out)?,
            }
        }
    }

    fn obey(&mut self, order: Order, out: &mut impl Write) -> std::io::Result<()> {
        match order {
            Order::Play(action) => {
                // Only legal moves are read.
                if self.session.play(action).is_ok() && self.state().to_move() == self.person {
                    self.show(out)?;
                }
                Ok(())
            }
            Order::Moves(which) => self.parts(which, out, |i, out| {
                terminal::list(out, &self.state().sum().parts[i].position.moves(self.person))
            }),
            Order::Thermograph(which) => self.parts(which, out, |i, out| match self.thermograph(i) {
                Some(thermograph) => write!(out, "{}", drawn(&thermograph)),
                None => writeln!(out, "  it is too large to draw in {} seconds", DRAWING.as_secs()),
            }),
            Order::Hint => match self.session.choose(&Budget::after(self.time)) {
                Ok(Some(chosen)) => writeln!(out, "{}: {}", self.name(&chosen), chosen.reason),
                Ok(None) => writeln!(out, "there is no move"),
                Err(error) => writeln!(out, "{error}"),
            },
            Order::Undo => {
                let mine = |state: &State, person| state.to_move() == person;
                if self.state().past().len() < 1 + usize::from(mine(self.state(), self.person)) {
                    return writeln!(out, "there is nothing to take back");
                }
                self.session.undo();
                while !mine(self.state(), self.person) && self.session.undo().is_some() {}
                self.show(out)
            }
            Order::Board => self.show(out),
            Order::Help => writeln!(out, "{HELP}"),
            Order::Quit => Ok(()),
        }
    }

    /// Makes the opponent's move.
    fn answer(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let player = self.state().to_move();
        let chosen = self.session.choose(&Budget::after(self.time))?;
        let chosen = chosen.with_context(|| format!("{player:?} finds no move"))?;
        writeln!(out, "{player:?} plays {}: {}", self.name(&chosen), chosen.reason)?;
        self.session.play(chosen.chosen)?;
        self.show(out)?;
        Ok(())
    }

    fn state(&self) -> &State {
        self.session.state()
    }

    /// A move, with its part where there are several.
    fn name(&self, chosen: &ChosenMove) -> String {
        match self.state().sum().parts.len() {
            1 => chosen.action.clone(),
            _ => format!("{} in part {}", chosen.action, chosen.part),
        }
    }

    /// Writes about one part, or about all, each under its number.
    fn parts<W: Write>(
        &self,
        which: Option<usize>,
        out: &mut W,
        show: impl Fn(usize, &mut W) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        for i in 0..self.state().sum().parts.len() {
            if which.is_none_or(|which| which == i) {
                writeln!(out, "part {}", i + 1)?;
                show(i, out)?;
            }
        }
        Ok(())
    }

    fn show(&self, out: &mut impl Write) -> std::io::Result<()> {
        self.parts(None, out, |i, out| {
            let part = &self.state().sum().parts[i];
            let text = part.position.to_string();
            // A value is a tree.
            let names = part.position.position().cells().filter(|_| !part.game.is_empty());
            let Some(names) = names else { return writeln!(out, "  {text}") };
            let (rows, points) = rows_and_points(&text);
            terminal::draw(out, rows, names)?;
            points.map_or(Ok(()), |points| writeln!(out, "  and {points} points for Left"))
        })
    }

    /// The thermograph of a part. `None` means that it takes too long to draw.
    fn thermograph(&self, part: usize) -> Option<Thermograph> {
        let position = self.state().sum().parts[part].position.position();
        self.engine.thermograph(position, &Budget::after(DRAWING)).ok()
    }

    fn order(&self, line: &str) -> Result<Order, String> {
        let parts = &self.state().sum().parts;
        let (first, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(a, b)| (a, b.trim()));
        let part = |text: &str| match text.parse::<usize>() {
            _ if text.is_empty() => Ok(None),
            Ok(n) if (1..=parts.len()).contains(&n) => Ok(Some(n - 1)),
            _ => Err(format!("there are parts from 1 to {}, not '{text}'", parts.len())),
        };
        match first.to_lowercase().as_str() {
            "" | "help" | "?" => return Ok(Order::Help),
            "quit" | "exit" => return Ok(Order::Quit),
            "moves" => return Ok(Order::Moves(part(rest)?)),
            "thermograph" => return Ok(Order::Thermograph(part(rest)?)),
            "hint" => return Ok(Order::Hint),
            "undo" => return Ok(Order::Undo),
            "board" => return Ok(Order::Board),
            _ => {}
        }
        let named = |i: usize, name: &str| {
            let moves = parts[i].position.moves(self.person);
            moves
                .iter()
                .position(|known| known.eq_ignore_ascii_case(name))
                .map(|index| Move { part: i, index })
        };
        if let Ok(Some(i)) = part(first)
            && !rest.is_empty()
        {
            return named(i, rest)
                .map(Order::Play)
                .ok_or_else(|| format!("there is no move '{rest}' in part {}; type moves {}", i + 1, i + 1));
        }
        let found: Vec<Move> = (0..parts.len()).filter_map(|i| named(i, line)).collect();
        match found[..] {
            [action] => Ok(Order::Play(action)),
            [] => Err(format!("there is no move '{line}'; type moves, or help")),
            _ => Err(format!(
                "'{line}' is a move in several parts: say which, such as {} {line}",
                found[0].part + 1
            )),
        }
    }
}

/// The time limit for a drawing.
const DRAWING: Duration = Duration::from_secs(5);
