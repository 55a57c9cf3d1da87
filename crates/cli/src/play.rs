//! `tedomari play`: a person plays a sum, or a game with chance, against any player in the terminal. A sum ends
//! by its score or by the last move.

use crate::ending::Ending as Exit;
use crate::given::Given;
use crate::options::{MoveTime, Side, Tables, Thought};
use crate::output::visible;
use crate::report::refusal;
use crate::thermograph::drawn;
use crate::{output, terminal};
use anyhow::Context;
use clap::Args;
use std::cmp::Ordering;
use std::io::{BufRead, Write};
use std::time::Duration;
use tedomari::answers::ChosenMove;
use tedomari::matches::players::Kind;
use tedomari::matches::{Board, Ending, Move, State};
use tedomari::prelude::{Budget, Dyadic, Engine, EngineError, Player, Session, Thermograph};
use tedomari::rules::{AnyContest, Coordinates, rows_and_points};
use tedomari::sums::Part;

const EXAMPLES: &str = "\
Examples:
  tedomari play amazons:'x...|....|....|...o' amazons:'..x|...|o..'
  tedomari play '10|8||2' '5|-3' '5|1||-1|-8' --side right --against sentestrat:exact
  tedomari play triangular-nim:'x|xx|xxx|xxxx' --play misere --side right
  tedomari play ewn --seed 7
  tedomari play dark-chess '....|.KC.|..p.|.g.c|....|R...|.c..|.... left' --time 2s

Type a part and a move, such as 1 A4-C4xC2, or the move alone where that is clear. Other words:
  moves, hint, thermograph (of sums), undo, board, help, quit

A sum is over when all parts are numbers; the score is their total. Where both players can move in every part or neither \
can, as in Clobber, XT Domineering and Triangular Nim, the player who makes the last move wins. --play chooses another way. A game with chance without a position begins at its start.";

const HELP: &str = "\
  1 A4-C4xC2       make that move in part 1; the move alone is enough where only one part has it
  moves            all moves, or those of one part: moves 2
  hint             what to play, by --hints or by the opponent in your place, and why
  thermograph      of every part, or of one: thermograph 2
  undo             take your last move back, and the answer to it; chance does the same again
  board            show the parts again
  quit             leave";

/// Play a sum or a game with chance against any player, in the terminal
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    given: Given,
    /// Your opponent; `tedomari match --help` lists the players [default: informed; solve where the last move decides;
    /// star2 in games with chance]
    #[arg(long, value_name = "PLAYER")]
    against: Option<String>,
    /// The player who gives you hints [default: the opponent; nim where the last move decides]
    #[arg(long, value_name = "PLAYER")]
    hints: Option<String>,
    /// How a sum ends: normal (the last move wins), misere (the last move loses) or score [default: by the game]
    #[arg(long, value_name = "CONVENTION")]
    play: Option<Ending>,
    /// Your side
    #[arg(long, value_enum, default_value_t = Side::Left)]
    side: Side,
    /// The player who moves first in a sum [default: left]
    #[arg(long, value_name = "SIDE", value_enum)]
    first: Option<Side>,
    #[command(flatten)]
    time: MoveTime,
    #[command(flatten)]
    thought: Thought,
    /// The seed of dice and flips [default: another one each time]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[command(flatten)]
    pub(crate) tables: Tables,
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
    thought: Thought,
}

pub(crate) fn run(arguments: &Arguments, engine: &Engine) -> anyhow::Result<Exit> {
    let against = arguments.against.as_deref();
    let person: Player = arguments.side.into();
    let (session, greeting) = match arguments.given.contest(engine)? {
        Some((game, state)) => {
            anyhow::ensure!(
                arguments.first.is_none(),
                "--first is for sums: a position of {game} says who moves"
            );
            anyhow::ensure!(
                arguments.play.is_none(),
                "--play is for sums: the rules of {game} say how it ends"
            );
            let seed = arguments.seed.unwrap_or_else(|| fastrand::u64(..));
            let against = against.unwrap_or("star2");
            let session = engine.contest_session(&game, state.as_deref(), against, seed)?;
            (hinted(session, arguments.hints.as_deref())?, format!("You are {person:?}. The seed is {seed}."))
        }
        None => {
            let text = arguments.given.one(engine)?.to_string();
            anyhow::ensure!(arguments.seed.is_none(), "--seed is for games with chance");
            let sum = engine.sum(&text).map_err(refusal)?;
            let first = arguments.first.unwrap_or(Side::Left).into();
            let ending = arguments.play.unwrap_or_else(|| Ending::of(&sum));
            let by_last_move = ending.is_by_last_move();
            let against = against.unwrap_or(if by_last_move { "solve" } else { "informed" });
            let session = engine.session_ending_by(sum, first, ending, against)?;
            let hints = arguments.hints.as_deref().or_else(|| by_last_move.then_some("nim"));
            (hinted(session, hints)?, format!("You are {person:?} ({}). {}", mark(person), aim(ending)))
        }
    };
    let time = Duration::from_secs_f64(arguments.time.time);
    let mut evening = Evening { engine, session, person, time, thought: arguments.thought };
    let mut out = output::stdout();
    writeln!(out, "{greeting} Type help for help.")?;
    evening.show(&mut out)?;
    evening.play(&mut std::io::stdin().lock(), &mut out)
}

/// The game with an adviser, if there is one.
fn hinted(session: Session, adviser: Option<&str>) -> Result<Session, EngineError> {
    match adviser {
        Some(adviser) => session.with_adviser(adviser),
        None => Ok(session),
    }
}

/// How the game is won.
fn aim(ending: Ending) -> &'static str {
    match ending {
        Ending::Score => "The score decides.",
        Ending::Normal => "Who makes the last move wins.",
        Ending::Misere => "Who makes the last move loses.",
    }
}

fn mark(player: Player) -> &'static str {
    match player {
        Player::Left => "X, upright, black",
        Player::Right => "O, flat, white",
    }
}

impl Evening<'_> {
    fn play(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<Exit> {
        loop {
            if let Some(score) = self.session.score()? {
                let state = self.state();
                let (note, drawn) = match (state.kind(), state.ending()) {
                    (Kind::Sum, Ending::Score) => (format!(". The score is {score}"), "neither is ahead"),
                    (Kind::Sum, _) => (format!(". {:?} has no move", state.to_move()), "nobody has won"),
                    (Kind::Contest, _) => (String::new(), "it is a draw"),
                };
                let won = match score.cmp(&Dyadic::ZERO) {
                    Ordering::Greater => "Left has won",
                    Ordering::Less => "Right has won",
                    Ordering::Equal => drawn,
                };
                writeln!(out, "The game is over{note}: {won}.")?;
                return Ok(Exit::Complete);
            }
            if self.state().to_move() != self.person {
                self.answer(out)?;
                continue;
            }
            let Some(line) = terminal::ask(input, out)? else { return Ok(Exit::Complete) };
            match self.order(line.trim())? {
                Err(message) => writeln!(out, "{message}")?,
                Ok(Order::Quit) => return Ok(Exit::Complete),
                Ok(order) => self.obey(order, out)?,
            }
        }
    }

    fn obey(&mut self, order: Order, out: &mut impl Write) -> anyhow::Result<()> {
        match order {
            Order::Play(action) => {
                self.session.play(action)?;
                // Chance has changed the board before the opponent answers.
                if self.state().to_move() == self.person || self.state().kind() == Kind::Contest {
                    self.show(out)?;
                }
            }
            Order::Moves(which) => {
                self.parts(which, out, |i, out| Ok(terminal::list(out, &self.state().moves_in(i)?)?))?;
            }
            Order::Thermograph(which) => self.parts(which, out, |i, out| {
                match self.thermograph(i) {
                    Some(thermograph) => write!(out, "{}", drawn(&thermograph))?,
                    None => writeln!(out, "  it is too large to draw in {} seconds", DRAWING.as_secs())?,
                }
                Ok(())
            })?,
            Order::Hint => match self.session.advise(&self.limit()) {
                Ok(Some(chosen)) => writeln!(out, "{}", self.explained(&chosen))?,
                Ok(None) => writeln!(out, "there is no move")?,
                Err(error) => writeln!(out, "{error}")?,
            },
            Order::Undo => {
                let is_mine = |(board, _): &(Board, Move)| board.to_move() == self.person;
                let Some(place) = self.state().past().iter().rposition(is_mine) else {
                    return Ok(writeln!(out, "there is nothing to take back")?);
                };
                while self.state().past().len() > place {
                    self.session.undo();
                }
                self.show(out)?;
            }
            Order::Board => self.show(out)?,
            Order::Help => writeln!(out, "{HELP}")?,
            Order::Quit => {}
        }
        Ok(())
    }

    /// The move that the opponent would make.
    fn choose(&mut self) -> Result<Option<ChosenMove>, EngineError> {
        self.session.choose(&self.limit())
    }

    /// What a player may spend on a move.
    fn limit(&self) -> Budget {
        self.thought.limit(Budget::after(self.time))
    }

    /// Makes the opponent's move.
    fn answer(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let player = self.state().to_move();
        let chosen = self.choose()?;
        let chosen = chosen.with_context(|| format!("{player:?} finds no move"))?;
        writeln!(out, "{player:?} plays {}", self.explained(&chosen))?;
        self.session.play(chosen.chosen)?;
        self.show(out)?;
        Ok(())
    }

    fn state(&self) -> &State {
        self.session.state()
    }

    /// A move, with its part where there are several, and the reason, which may come from another program.
    fn explained(&self, ChosenMove { action, part, reason, .. }: &ChosenMove) -> String {
        match self.state().parts() {
            1 => visible(&format!("{action}: {reason}")),
            _ => visible(&format!("{action} in part {part}: {reason}")),
        }
    }

    /// Writes about one part, or about all, each under its number. A game with chance has no numbers.
    fn parts<W: Write>(
        &self,
        which: Option<usize>,
        out: &mut W,
        show: impl Fn(usize, &mut W) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        for i in 0..self.state().parts() {
            if which.is_none_or(|which| which == i) {
                if self.state().kind() == Kind::Sum {
                    writeln!(out, "part {}", i + 1)?;
                }
                show(i, out)?;
            }
        }
        Ok(())
    }

    fn show(&self, out: &mut impl Write) -> anyhow::Result<()> {
        self.parts(None, out, |i, out| match self.state().board() {
            Board::Sum(sum, _) => Ok(show_part(&sum.parts[i], out)?),
            Board::Contest(state, _) => show_state(state, out),
        })
    }

    /// The thermograph of a part. `None` means that it takes too long to draw.
    fn thermograph(&self, part: usize) -> Option<Thermograph> {
        let position = self.state().sum().parts[part].position.position();
        self.engine.thermograph(position, &self.thought.limit(Budget::after(DRAWING))).ok()
    }

    /// The order in a line. The inner error is a message for the person.
    fn order(&self, line: &str) -> anyhow::Result<Result<Order, String>> {
        let (state, parts) = (self.state(), self.state().parts());
        let (first, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(a, b)| (a, b.trim()));
        let part = |text: &str| match text.parse::<usize>() {
            _ if text.is_empty() => Ok(None),
            Ok(n) if (1..=parts).contains(&n) => Ok(Some(n - 1)),
            _ => Err(format!("there are parts from 1 to {parts}, not '{text}'")),
        };
        match first.to_lowercase().as_str() {
            "" | "help" | "?" => return Ok(Ok(Order::Help)),
            "quit" | "exit" => return Ok(Ok(Order::Quit)),
            "moves" => return Ok(part(rest).map(Order::Moves)),
            "thermograph" if state.kind() == Kind::Sum => return Ok(part(rest).map(Order::Thermograph)),
            "hint" => return Ok(Ok(Order::Hint)),
            "undo" => return Ok(Ok(Order::Undo)),
            "board" => return Ok(Ok(Order::Board)),
            _ => {}
        }
        if let Ok(Some(i)) = part(first)
            && !rest.is_empty()
        {
            let missing = || format!("there is no move '{rest}' in part {}; type moves {}", i + 1, i + 1);
            return Ok(state.find(i, rest)?.map(Order::Play).ok_or_else(missing));
        }
        let mut found = Vec::new();
        for i in 0..parts {
            found.extend(state.find(i, line)?);
        }
        Ok(match found[..] {
            [action] => Ok(Order::Play(action)),
            [] => Err(format!("there is no move '{line}'; type moves, or help")),
            [Move { part, .. }, ..] => {
                Err(format!("'{line}' is a move in several parts: say which, such as {} {line}", part + 1))
            }
        })
    }
}

/// Shows a part of a sum, as a board if it has one. A value is a tree.
fn show_part(part: &Part, out: &mut impl Write) -> std::io::Result<()> {
    let text = part.position.to_string();
    let names = part.position.position().cells().filter(|_| !part.game.is_empty());
    let Some(names) = names else { return writeln!(out, "  {text}") };
    let (rows, points) = rows_and_points(&text);
    terminal::draw(out, rows, names)?;
    points.map_or(Ok(()), |points| writeln!(out, "  and {points} points for Left"))
}

/// Shows the board of a game with chance, and the remark on its state.
fn show_state(state: &AnyContest, out: &mut impl Write) -> anyhow::Result<()> {
    let text = state.to_string();
    terminal::draw(out, text.split(' ').next().unwrap_or_default(), Coordinates::Board)?;
    if state.score()?.is_none() {
        let remark = state.remark()?;
        let colon = if remark.is_empty() { "" } else { ": " };
        writeln!(out, "  {:?} to move{colon}{remark}", state.to_move())?;
    }
    Ok(())
}

/// The time limit for a drawing.
const DRAWING: Duration = Duration::from_secs(5);
