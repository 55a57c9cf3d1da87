//! A game in progress that a program plays: the player to move, the legal moves, and the choice of a player.

use crate::answers::{ChosenMove, SCHEMA};
use crate::{Engine, EngineError};
use matches::players::{Kind, NoMove, Player as Mind, PlayerName};
use matches::{Game, Move, Referee, State};
use rules::attempt;
use std::time::Instant;
use sums::Sum;
use values::{Budget, Dyadic, Player};

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

    /// A game from this sum on, with a player of this kind to ask for moves.
    pub fn session(&self, sum: Sum, first: Player, player: &str) -> Result<Session, EngineError> {
        let name: PlayerName = player.parse().map_err(|error| EngineError::Other(format!("{error}")))?;
        let mind = name.player(Kind::Sum, self.knowledge());
        Ok(Session {
            state: State::new(sum, first),
            mind: mind.map_err(|error| EngineError::Other(error.to_string()))?,
            has_begun: false,
            referee: Referee::knowing(self.knowledge().clone()),
        })
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
    mind: Box<dyn Mind>,
    /// Has the player begun the game? It does so when it is asked for its first move.
    has_begun: bool,
    referee: Referee,
}

impl Session {
    /// The current sum, the player to move, and the moves so far.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The moves of the player to move: the part, counted from 1, and the name.
    pub fn moves(&self) -> Result<Vec<(usize, String)>, EngineError> {
        let (sum, player) = (self.state.sum(), self.state.to_move());
        Ok(attempt(|| {
            let parts = sum.parts.iter().enumerate();
            let named = |(i, part): (usize, &sums::Part)| {
                part.position.moves(player).into_iter().map(move |name| (i + 1, name)).collect::<Vec<_>>()
            };
            parts.flat_map(named).collect()
        })?)
    }

    /// The name of a move of the player to move. `None` means that there is no such move.
    pub fn name(&self, action: Move) -> Result<Option<String>, EngineError> {
        let Some(part) = self.state.sum().parts.get(action.part) else { return Ok(None) };
        let moves = attempt(|| part.position.moves(self.state.to_move()))?;
        Ok(moves.into_iter().nth(action.index))
    }

    /// The move that the player chooses. `None` means that there is no move.
    pub fn choose(&mut self, budget: &Budget) -> Result<Option<ChosenMove>, EngineError> {
        let started = Instant::now();
        let game = Game::Sum(self.state.clone());
        if !std::mem::replace(&mut self.has_begun, true) {
            let mut start = game.clone();
            while start.undo().is_some() {}
            self.mind.begin(&start, game.to_move(), 0);
        }
        let choice = match attempt(|| self.mind.choose(&game, budget))? {
            Ok(choice) => choice,
            Err(NoMove::None) => return Ok(None),
            Err(NoMove::Failed(why)) => return Err(EngineError::Other(why)),
        };
        let name = self.name(choice.action)?.expect("players choose moves that there are");
        let (chosen, reason) = (choice.action, choice.reason);
        Ok(Some(ChosenMove {
            chosen,
            part: chosen.part + 1,
            action: name,
            reason,
            seconds: started.elapsed().as_secs_f64(),
            schema: SCHEMA,
        }))
    }

    /// Makes a move.
    pub fn play(&mut self, action: Move) -> Result<(), EngineError> {
        attempt(|| self.state.play(action))?.map_err(|error| EngineError::Other(error.to_string()))
    }

    /// Makes the move with this name in a part, counted from 1.
    pub fn play_named(&mut self, part: usize, name: &str) -> Result<(), EngineError> {
        let missing = || EngineError::Other(format!("there is no move '{name}' in part {part}"));
        let parts = &self.state.sum().parts;
        let position = part.checked_sub(1).and_then(|i| parts.get(i)).ok_or_else(missing)?;
        let moves = attempt(|| position.position.moves(self.state.to_move()))?;
        let index = moves.iter().position(|known| known.eq_ignore_ascii_case(name)).ok_or_else(missing)?;
        self.play(Move { part: part - 1, index })
    }

    /// Takes the last move back. `None` means that there is none.
    pub fn undo(&mut self) -> Option<Move> {
        self.state.undo()
    }

    /// The score. `None` means that some part is not a number yet.
    pub fn score(&mut self) -> Result<Option<Dyadic>, EngineError> {
        Ok(attempt(|| self.referee.score(&self.state))??)
    }
}
