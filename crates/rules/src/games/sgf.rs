//! Game records in SGF, as several games read them: the first game of a record that is not too long.

use crate::BoardError;
use sgf_parse::GameTree;

/// The maximum number of nodes of a record, enough for a game with comments and variations.
const MAX_NODES: usize = 2000;

/// The first game of a record. `None` means that there is none.
pub(super) fn first_game(text: &str) -> Result<Option<GameTree>, BoardError> {
    // A record is a chain of nodes, and the parser recurses into each.
    if text.matches(';').count() > MAX_NODES {
        refuse!("SGF: the record has more than {MAX_NODES} nodes");
    }
    match sgf_parse::parse(text) {
        Ok(games) => Ok(games.into_iter().next()),
        Err(problem) => refuse!("SGF: {problem}"),
    }
}
