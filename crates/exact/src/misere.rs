//! The outcome of misère play, where the player who makes the last move loses. Values do not determine it:
//! the misère outcomes of parts do not determine that of their sum. So the position is searched as a whole,
//! and only symmetries reduce the search.

use positions::TranspositionTable;
use rules::Position;
use values::{Budget, Error, Outcome, Player, deep};

/// The outcome of misère play. The memory of the budget bounds what the search remembers.
pub fn misere_outcome<P: Position>(position: &P, budget: &Budget) -> Result<Outcome, Error> {
    let mut search = Search { known: TranspositionTable::with_bytes(budget.bytes()), nodes: 0, budget };
    let [left, right] = [search.winner(position, Player::Left)?, search.winner(position, Player::Right)?];
    Ok(Outcome::of_winners(left, right))
}

struct Search<'a, P> {
    /// The winner by position and first player.
    known: TranspositionTable<(P, Player), Player>,
    nodes: u64,
    budget: &'a Budget,
}

impl<P: Position> Search<'_, P> {
    fn winner(&mut self, position: &P, first: Player) -> Result<Player, Error> {
        let (normal, negative) = position.normal_form();
        let role = |player: Player| if negative { player.opponent() } else { player };
        let key = (normal, role(first));
        let winner = match self.known.get(&key) {
            Some(winner) => winner,
            None => {
                let before = self.nodes;
                let winner = self.winner_of_normal(&key.0, key.1)?;
                self.known.put(key, winner, self.nodes - before);
                winner
            }
        };
        Ok(role(winner))
    }

    fn winner_of_normal(&mut self, position: &P, first: Player) -> Result<Player, Error> {
        self.budget.check()?;
        self.nodes += 1;
        let options = position.options(first);
        for option in &options {
            if deep(|| self.winner(option, first.opponent()))? == first {
                return Ok(first);
            }
        }
        // In misère play a player who cannot move wins.
        Ok(if options.is_empty() { first } else { first.opponent() })
    }
}
