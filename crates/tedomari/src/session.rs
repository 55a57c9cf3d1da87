//! A game in progress that a program plays: the player to move, the legal moves, the choice of a player, and
//! the advice of another one.

use crate::answers::{ChosenMove, SCHEMA};
use crate::{Engine, EngineError};
use fastrand::Rng;
use matches::players::{NameError, NoMove, Player as Mind, PlayerName};
use matches::{Ending, Move, PlayError, Referee, State};
use positions::Knowledge;
use rules::attempt;
use std::time::Instant;
use sums::Sum;
use values::{Budget, Dyadic, Player};

/// The memory of the regions of a referee in bytes. Later moves rarely need them again.
const REFEREE: usize = 4 << 20;

impl Engine {
    /// The move that a player of this kind chooses in a sum, such as `informed` or `hotstrat:tds+`.
    pub fn choose(
        &self,
        sum: &Sum,
        to_move: Player,
        player: &str,
        budget: &Budget,
    ) -> Result<Option<ChosenMove>, EngineError> {
        let mut session = self.session(sum.clone(), to_move, player)?;
        session.choose(budget)
    }

    /// A game from this sum on, with a player of this kind to ask for moves. The sum ends in its
    /// [usual way](Ending::of).
    pub fn session(&self, sum: Sum, first: Player, player: &str) -> Result<Session, EngineError> {
        self.session_of(State::new(sum, first), player, 0)
    }

    /// The same with this ending.
    pub fn session_ending_by(
        &self,
        sum: Sum,
        first: Player,
        ending: Ending,
        player: &str,
    ) -> Result<Session, EngineError> {
        self.session_of(State::new(sum, first).with_ending(ending), player, 0)
    }

    /// A game with chance, with a player of this kind to ask for moves. It starts from a state in the notation
    /// of the game, or with an opening if that is `None`. The seed decides all chance events.
    pub fn contest_session(
        &self,
        game: &str,
        state: Option<&str>,
        player: &str,
        seed: u64,
    ) -> Result<Session, EngineError> {
        let ruleset = self.rulesets().contest(game)?;
        let mut random = Rng::with_seed(seed);
        let mut below = |most: u32| random.u32(..most.max(1));
        let state = match state {
            Some(text) => ruleset.deal(text, &mut below)?,
            None => ruleset.opening(&mut below)?,
        };
        self.session_of(State::contest(game, state, random), player, seed)
    }

    fn session_of(&self, state: State, player: &str, seed: u64) -> Result<Session, EngineError> {
        let player = Asked::new(player, &state, seed)?;
        let knowledge = self.knowledge().afresh();
        let referee = Referee::knowing(knowledge.afresh()).forgetting_after(REFEREE);
        Ok(Session { state, player, adviser: None, knowledge, referee })
    }
}

/// A player who is asked for moves.
struct Asked {
    name: PlayerName,
    /// The seed of the player.
    seed: u64,
    /// The player, who begins the game when it is asked for the first time. `None` means that it was not.
    mind: Option<Box<dyn Mind>>,
}

impl Asked {
    fn new(name: &str, state: &State, seed: u64) -> Result<Self, EngineError> {
        let wrong = |error: NameError| EngineError::Other(error.to_string());
        let name: PlayerName = name.parse().map_err(wrong)?;
        name.suits(state).map_err(wrong)?;
        Ok(Self { name, seed, mind: None })
    }

    fn choose(
        &mut self,
        state: &State,
        knowledge: &Knowledge,
        budget: &Budget,
    ) -> Result<Option<ChosenMove>, EngineError> {
        let started = Instant::now();
        let mind = match &mut self.mind {
            Some(mind) => mind,
            none => {
                let mut start = state.clone();
                let mind = self.name.player_within(start.kind(), knowledge, budget.bytes());
                let mut mind = mind.map_err(|error| EngineError::Other(error.to_string()))?;
                while start.undo().is_some() {}
                mind.begin(&start, state.to_move(), self.seed);
                none.insert(mind)
            }
        };
        let choice = match attempt(|| mind.choose(state, budget))? {
            Ok(choice) => choice,
            Err(NoMove::None) => return Ok(None),
            Err(NoMove::Failed(why)) => return Err(EngineError::Other(why)),
        };
        let chosen = choice.action;
        Ok(Some(ChosenMove {
            chosen,
            part: chosen.part + 1,
            action: state.name(chosen)?.expect("players choose moves that there are"),
            depth: choice.depth,
            reason: choice.reason,
            seconds: started.elapsed().as_secs_f64(),
            schema: SCHEMA,
        }))
    }
}

/// A game in progress.
///
/// ```
/// use tedomari::prelude::*;
///
/// let engine = Engine::new();
/// let mut game = engine.session(engine.sum("clobber:xoxo + ^*")?, Player::Left, "informed")?;
/// while let Some(chosen) = game.choose(&Budget::seconds(1.0))? {
///     game.play(chosen.chosen)?;
/// }
/// assert!(game.moves()?.is_empty());
/// # Ok::<(), EngineError>(())
/// ```
pub struct Session {
    state: State,
    player: Asked,
    /// The player who gives hints. `None` means the player itself.
    adviser: Option<Asked>,
    knowledge: Knowledge,
    referee: Referee,
}

impl Session {
    /// The current board, the player to move, and the moves so far.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The moves of the player to move: the part, counted from 1, and the name.
    pub fn moves(&self) -> Result<Vec<(usize, String)>, EngineError> {
        let mut moves = Vec::new();
        for part in 0..self.state.parts() {
            moves.extend(self.state.moves_in(part)?.into_iter().map(|name| (part + 1, name)));
        }
        Ok(moves)
    }

    /// The name of a move of the player to move. `None` means that there is no such move.
    pub fn name(&self, action: Move) -> Result<Option<String>, EngineError> {
        Ok(self.state.name(action)?)
    }

    /// The move that the player chooses. `None` means that there is no move. The memory of the first budget
    /// is that of the player, who keeps what it has found out from move to move.
    pub fn choose(&mut self, budget: &Budget) -> Result<Option<ChosenMove>, EngineError> {
        self.player.choose(&self.state, &self.knowledge, budget)
    }

    /// The same game with another player to ask for [hints](Self::advise).
    pub fn with_adviser(self, player: &str) -> Result<Self, EngineError> {
        let adviser = Asked::new(player, &self.state, self.player.seed)?;
        Ok(Self { adviser: Some(adviser), ..self })
    }

    /// The move that the adviser would choose, or the player where there is no adviser. `None` means that
    /// there is no move.
    pub fn advise(&mut self, budget: &Budget) -> Result<Option<ChosenMove>, EngineError> {
        let adviser = self.adviser.as_mut().unwrap_or(&mut self.player);
        adviser.choose(&self.state, &self.knowledge, budget)
    }

    /// Makes a move. In a game with chance the seed decides what follows.
    pub fn play(&mut self, action: Move) -> Result<(), EngineError> {
        self.state.play(action).map_err(|error| match error {
            PlayError::Rules(error) => error.into(),
            PlayError::Illegal(error) => EngineError::Other(error.to_string()),
        })
    }

    /// Makes the move with this name in a part, counted from 1.
    pub fn play_named(&mut self, part: usize, name: &str) -> Result<(), EngineError> {
        let found = part.checked_sub(1).map(|part| self.state.find(part, name)).transpose()?.flatten();
        let missing = || EngineError::Other(format!("there is no move '{name}' in part {part}"));
        self.play(found.ok_or_else(missing)?)
    }

    /// Takes the last move back. `None` means that there is none.
    pub fn undo(&mut self) -> Option<Move> {
        self.state.undo()
    }

    /// The score. `None` means that the game is not over: in a sum, that some part is not a number yet. Where
    /// the last move decides, the score is 1 if Left has won and −1 if Right has.
    pub fn score(&mut self) -> Result<Option<Dyadic>, EngineError> {
        Ok(attempt(|| self.referee.score(&self.state))??)
    }
}
