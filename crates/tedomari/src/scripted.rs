//! Is a scripted ruleset right? What its hooks say is compared with plain recursion.

use crate::answers::{HooksAnswer, SCHEMA};
use crate::{Engine, EngineError};
use scripts::{Checked, Wrong, check};
use values::Budget;

impl Engine {
    /// Compares the hooks of a script with plain recursion over its options, on a position and all that can
    /// follow, as many as the budget allows.
    pub fn check_hooks(&self, game: &str, text: &str, budget: &Budget) -> Result<HooksAnswer, EngineError> {
        let position = self.rulesets().open(game, text)?;
        let (right, positions, error) = match check(&position, budget) {
            Ok(Checked { positions, ended }) => (true, Some(positions), ended.map(|error| error.to_string())),
            Err(wrong @ Wrong::Hook { .. }) => (false, None, Some(wrong.to_string())),
            Err(Wrong::Rules(error)) => return Err(error.into()),
            Err(wrong @ Wrong::NoScript) => return Err(EngineError::Other(wrong.to_string())),
        };
        let (game, position) = (game.to_owned(), text.to_owned());
        Ok(HooksAnswer { game, position, right, positions, error, schema: SCHEMA })
    }
}
