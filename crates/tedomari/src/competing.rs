//! Which of two players is stronger? A match, with players who use the engine's knowledge.

use crate::Engine;
use crate::answers::MatchAnswer;
use matches::{Match, MatchError, Record};
use std::path::Path;
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
}
