//! Which of two players is stronger? A match, with players who use the engine's knowledge, and what is played in it.

use crate::answers::MatchAnswer;
use crate::{Engine, EngineError};
use matches::{Deal, Match, MatchError, Record, Starts, Walk, replay_with};
use rules::{OpenError, RULESETS};
use std::path::Path;
use sums::Part;
use values::Budget;

impl Engine {
    /// Plays all games of a match that the journal, if there is one, does not have yet, until the budget is
    /// spent. The second result is all finished games in their order. `tell` is called with them after each
    /// game.
    pub fn play_match(
        &self,
        play: &Match,
        journal: Option<&Path>,
        budget: &Budget,
        tell: &(dyn Fn(&[Record]) + Sync),
    ) -> Result<(MatchAnswer, Vec<Record>), MatchError> {
        let records = play.play_knowing(self.knowledge(), journal, budget, tell)?;
        Ok((MatchAnswer::of(play, &records), records))
    }

    /// Reads a journal, and checks its games by playing them again.
    pub fn replay(&self, journal: &Path) -> Result<(Match, Vec<Record>), MatchError> {
        replay_with(self.rulesets(), journal)
    }

    /// Random sums of a game, with 4 parts and boards of 4×4 unless it is said otherwise. The parts of
    /// `GAME:POSITION` are positions that random moves from there lead to, and those of a ruleset that is not
    /// Tedomari's own start from its example.
    pub fn deal(
        &self,
        game: &str,
        size: Option<(u8, u8)>,
        components: Option<usize>,
    ) -> Result<Starts, EngineError> {
        let components = components.unwrap_or(4);
        let start = match self.rulesets().get(game) {
            Ok(_) if RULESETS.names(game) => {
                let (width, height) = size.unwrap_or((4, 4));
                return Ok(Deal { game: game.to_owned(), width, height, components }.into());
            }
            Ok(ruleset) if ruleset.example.is_empty() => {
                return Err(EngineError::Other(format!(
                    "{game} gives no example to start from: write {game}:POSITION"
                )));
            }
            Ok(ruleset) => format!("{game}:{}", ruleset.example),
            Err(OpenError::UnknownGame { .. }) if game.contains(':') => game.to_owned(),
            Err(error) => return Err(error.into()),
        };
        if size.is_some() {
            return Err(EngineError::Other(format!(
                "a size is for random boards, not for moves from {start}"
            )));
        }
        let start = Part::read_with(self.rulesets(), &start, &Budget::default())?;
        Ok(Walk { start, components }.into())
    }
}
