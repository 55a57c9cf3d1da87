//! The other side of the protocol: a player of this program answers requests.

use super::{Answer, Made, Request, VERSION};
use crate::State;
use crate::players::{NoMove, Player as Mind, PlayerName};
use positions::Knowledge;
use rules::{Rulesets, attempt};
use std::io::{BufRead, ErrorKind, Write};
use values::Budget;

/// Answers requests, each a line of `input`, until `bye` or the end of the input. The memory and the threads of
/// the budget are those of the player; requests say the time and the nodes.
///
/// ```
/// use matches::serve;
///
/// let requests = r#"{"request":"hello","protocol":1}
/// {"request":"begin","start":"{5|-3} + {1|-1}","first":"left","side":"right","seed":"17"}
/// {"request":"choose","moves":[{"part":1,"move":"option 1"}],"nodes":100}
/// {"request":"bye"}
/// "#;
/// let (knowledge, budget, mut answers) = (exact::knowledge(), values::Budget::endless(), Vec::new());
/// serve(&"hotstrat".parse()?, &knowledge, &rules::RULESETS, &budget, requests.as_bytes(), &mut answers)?;
/// let answers = String::from_utf8(answers)?;
/// assert_eq!(answers.lines().nth(1), Some(r#"{"answer":"ready"}"#));
/// assert!(answers.ends_with("t = 1, orthodox move\"}\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn serve(
    player: &PlayerName,
    knowledge: &Knowledge,
    rulesets: &Rulesets,
    budget: &Budget,
    mut input: impl BufRead,
    mut output: impl Write,
) -> std::io::Result<()> {
    let mut server = Server { player, knowledge, rulesets, budget, playing: None };
    let mut line = String::new();
    loop {
        line.clear();
        let answer = match input.read_line(&mut line) {
            Ok(0) => return Ok(()),
            Ok(_) => match serde_json::from_str(&line) {
                Ok(request) => match server.answer(request).transpose() {
                    Some(answer) => answer,
                    None => return Ok(()),
                },
                Err(error) => Err(format!("not a request: {error}")),
            },
            Err(error) if error.kind() == ErrorKind::InvalidData => Err(error.to_string()),
            Err(error) => return Err(error),
        };
        let answer = answer.unwrap_or_else(|message| Answer::Error { message });
        writeln!(output, "{}", serde_json::to_string(&answer)?)?;
        output.flush()?;
    }
}

struct Server<'a> {
    player: &'a PlayerName,
    knowledge: &'a Knowledge,
    rulesets: &'a Rulesets,
    budget: &'a Budget,
    playing: Option<Playing>,
}

/// The current game.
struct Playing {
    game: State,
    /// The moves of the game, as they were told.
    told: Vec<Made>,
    mind: Box<dyn Mind>,
}

impl Server<'_> {
    /// The answer to a request. `None` means that none is expected any more.
    fn answer(&mut self, request: Request) -> Result<Option<Answer>, String> {
        Ok(Some(match request {
            Request::Hello { .. } => Answer::Hello { protocol: VERSION, name: self.player.to_string() },
            Request::Begin { start, first, side, seed, play } => {
                let seed = seed.parse().map_err(|_| format!("'{seed}' is not a seed"))?;
                let game = State::read(self.rulesets, &start, first, 0);
                let game = game.map_err(|error| error.to_string())?.with_ending(play.unwrap_or_default());
                self.player.suits(&game).map_err(|error| error.to_string())?;
                let mind = self.player.player_within(game.kind(), self.knowledge, self.budget.bytes());
                let mut mind = mind.map_err(|error| error.to_string())?;
                mind.begin(&game, side, seed);
                self.playing = Some(Playing { game, told: Vec::new(), mind });
                Answer::Ready
            }
            Request::Choose { moves, time_ms, nodes } => {
                let playing = self.playing.as_mut().ok_or("no game has begun")?;
                playing.choose(moves, &limited(self.budget, time_ms, nodes))?
            }
            Request::Bye => return Ok(None),
        }))
    }
}

impl Playing {
    fn choose(&mut self, moves: Vec<Made>, budget: &Budget) -> Result<Answer, String> {
        self.catch_up(moves)?;
        let choice = attempt(|| self.mind.choose(&self.game, budget)).map_err(|error| error.to_string())?;
        let choice = match choice {
            Ok(choice) => choice,
            Err(NoMove::None) => return Ok(Answer::None),
            Err(NoMove::Failed(message)) => return Err(message),
        };
        let action = self.game.name(choice.action).map_err(|error| error.to_string())?;
        Ok(Answer::Move {
            part: choice.action.part + 1,
            action: action.expect("players choose legal moves"),
            depth: choice.depth,
            reason: choice.reason,
        })
    }

    /// Takes moves back that were not made after all, and makes those that are new.
    fn catch_up(&mut self, moves: Vec<Made>) -> Result<(), String> {
        let same = self.told.iter().zip(&moves).take_while(|(told, made)| told == made).count();
        while self.told.len() > same {
            self.told.pop();
            self.game.undo();
        }
        for made in moves.into_iter().skip(same) {
            let Made { part, action: name, state } = &made;
            let found = part.checked_sub(1).map(|part| self.game.find(part, name)).transpose();
            let found = found.map_err(|error| error.to_string())?.flatten();
            let found = found.ok_or_else(|| format!("there is no move '{name}' in part {part}"))?;
            let followed = self.game.follow(found, state.as_deref());
            followed.map_err(|error| format!("'{name}' in part {part} cannot have been played: {error}"))?;
            self.told.push(made);
        }
        Ok(())
    }
}

/// The budget of a move with these limits.
fn limited(budget: &Budget, time_ms: Option<f64>, nodes: Option<u64>) -> Budget {
    let limited = time_ms.map_or_else(Budget::endless, |ms| Budget::seconds(ms / 1000.0));
    let limited = limited.with_bytes(budget.bytes()).with_threads(budget.threads());
    match nodes {
        Some(nodes) => limited.with_nodes(nodes),
        None => limited,
    }
}
