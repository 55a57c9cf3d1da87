//! A game that travels: its start and its moves are all there is, so no state is kept between questions. What is
//! on the board after them, whose turn is it, and what may be played?

use crate::answers::{Drawing, DrawnAnswer, GameAnswer, MoveDrawing, PlayedMove, SCHEMA, Touched, Won};
use crate::draw::{contest_drawing, contest_moves, draw_contest};
use crate::{Engine, EngineError, Session};
use matches::{Board, Move, Record, State};
use values::{Budget, ByPlayer, Dyadic, Player};

/// A game as it travels.
#[derive(Clone, Debug)]
pub struct Game {
    /// The sum, or `GAME:STATE` of a game with chance; `GAME:` alone is its opening.
    pub start: String,
    /// The player who moves first in a sum.
    pub first: Player,
    /// The moves: the part, counted from 1, and the name.
    pub moves: Vec<(usize, String)>,
    /// The seed of all chance events.
    pub seed: u64,
}

impl Engine {
    /// The game after its moves, with a player of this kind to ask for the next one.
    pub fn resume(&self, game: &Game, player: &str, budget: &Budget) -> Result<Session, EngineError> {
        let mut session = match game.start.split_once(':') {
            Some((name, state)) if self.is_contest(&game.start) => {
                let state = Some(state.trim()).filter(|state| !state.is_empty());
                self.contest_session(name.trim(), state, player, game.seed)?
            }
            _ => {
                let text = self.topic(&game.start).to_string();
                self.session(self.sum_within(&text, budget)?, game.first, player)?
            }
        };
        for (i, (part, name)) in game.moves.iter().enumerate() {
            session.play_named(*part, name).map_err(|error| match error {
                EngineError::Other(message) => EngineError::Move { number: i + 1, message },
                error => error,
            })?;
        }
        Ok(session)
    }

    /// The board after the moves of a game, and what may be played there.
    pub fn game(&self, game: &Game, budget: &Budget) -> Result<GameAnswer, EngineError> {
        let mut session = self.resume(game, "random", budget)?;
        let score = session.score()?;
        let state = session.state();
        let mut start = state.clone();
        while start.undo().is_some() {}
        let listed = match score {
            None => self.moves_of(state)?,
            Some(_) => Some(Vec::new()),
        };
        let winner = score.map(|score| match score.cmp(&Dyadic::ZERO) {
            std::cmp::Ordering::Greater => Won::By(Player::Left),
            std::cmp::Ordering::Less => Won::By(Player::Right),
            std::cmp::Ordering::Equal => Won::Draw,
        });
        let record = score.map(|score| Record {
            game: 0,
            sum: start.text(),
            seats: ByPlayer::new(0, 1),
            score,
            late: None,
            moves: game.moves.iter().map(|(part, name)| (part - 1, name.clone())).collect(),
            depths: [(0, 0); 2],
            complaint: None,
        });
        let played = self.played(state)?;
        Ok(GameAnswer {
            sgf: self.record_of(&start, &played),
            start: start.text(),
            text: state.text(),
            to_move: state.to_move(),
            over: score.is_some(),
            score,
            winner,
            position: self.draw_board(state.board(), &state.text())?,
            moves_left_out: listed.is_none(),
            moves: listed.unwrap_or_default(),
            played,
            record,
            schema: SCHEMA,
        })
    }

    /// A game as an SGF record: the setup of its start, and a node for each move, whose cells are letters for columns
    /// and for rows. `None` means that there is no such record.
    fn record_of(&self, start: &State, played: &[PlayedMove]) -> Option<String> {
        let Board::Sum(sum, _) = start.board() else { return None };
        let [part] = &sum.parts[..] else { return None };
        let setup = self.rulesets().get(&part.game).ok()?.record(part.position.position())?;
        let letter = |at: usize| u8::try_from(at).ok().filter(|at| *at < 26).map(|at| char::from(b'a' + at));
        let mut record = setup.trim_end().strip_suffix(')')?.to_owned();
        for made in played {
            let cells = made.at.cells.iter().flatten().map(|&at| letter(at)).collect::<Option<String>>()?;
            let colour = if made.player == Player::Left { 'B' } else { 'W' };
            record += &format!(";{colour}[{cells}]");
        }
        Some(record + ")\n")
    }

    fn draw_board(&self, board: &Board, text: &str) -> Result<DrawnAnswer, EngineError> {
        match board {
            Board::Sum(sum, _) => self.draw_sum(sum, false),
            Board::Contest(state, _) => {
                let name = text.split_once(':').map_or(text, |(name, _)| name);
                draw_contest(self.rulesets().contest(name)?, state, false)
            }
        }
    }

    /// The moves of the player to move. `None` means that they are too many for a list.
    fn moves_of(&self, state: &State) -> Result<Option<Vec<MoveDrawing>>, EngineError> {
        let mut all = Vec::new();
        match state.board() {
            Board::Contest(state, _) => {
                let numbered = |action| MoveDrawing { part: Some(1), ..action };
                all.extend(contest_moves(state)?.into_iter().map(numbered));
            }
            Board::Sum(sum, player) => {
                for (i, part) in sum.parts.iter().enumerate() {
                    let drawing = self.drawing_of(part);
                    let Some(moves) = self.moves_of_part(part, &drawing, *player)? else { return Ok(None) };
                    // What an option of a value leads to says more than its name.
                    let is_value = part.game.is_empty();
                    let numbered = |action: MoveDrawing| MoveDrawing {
                        part: Some(i + 1),
                        position: action.position.filter(|_| is_value),
                        ..action
                    };
                    all.extend(moves.into_iter().map(numbered));
                }
            }
        }
        Ok(Some(all))
    }

    /// The moves so far, each with the board after it.
    fn played(&self, state: &State) -> Result<Vec<PlayedMove>, EngineError> {
        let drawing = |board: &Board, part: usize| match board {
            Board::Sum(sum, _) => self.drawing_of(&sum.parts[part]),
            Board::Contest(state, _) => contest_drawing(state),
        };
        let mut later = state.clone();
        let mut played = Vec::new();
        while let Some(Move { part, index }) = later.last() {
            let after = drawing(later.board(), part);
            let text = later.text();
            later.undo();
            let before: Drawing = drawing(later.board(), part);
            let name = later.name(Move { part, index })?.unwrap_or_default();
            let (at, changed): (Touched, Touched) = (before.mentioned(&name), before.changed(&after));
            let player = later.to_move();
            played.push(PlayedMove { player, part: part + 1, action: name, text, at, changed });
        }
        played.reverse();
        Ok(played)
    }
}
