//! Snort: players colour the cells of a board or the vertices of a graph, each in
//! their own colour. No two neighbours may have different colours.
//!
//! ```
//! use rules::{Notation, Position, games::snort::{Snort, SnortGraph}};
//! use values::Player;
//!
//! let position = Snort::<u64>::read("x..|..#").unwrap();
//! let text: Vec<String> = position.moves(Player::Right).iter().map(|action| action.to_string()).collect();
//! assert_eq!(text, ["C2", "B1"]);
//!
//! // Neighbours that are left to one player alone do not matter to each other.
//! let position = SnortGraph::read("a-b b-c c-a a=X").unwrap();
//! let regions: Vec<String> = position.regions().iter().map(|region| region.to_string()).collect();
//! assert_eq!(regions, ["b=l", "c=l"]);
//! ```

use super::colouring::{Colouring, GraphColouring, Rule};
use values::Player;

/// A colour closes its neighbours to the other player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SnortRule;

impl Rule for SnortRule {
    fn kept_away(player: Player) -> Player {
        player.opponent()
    }
}

/// Snort on a board.
pub type Snort<P> = Colouring<P, SnortRule>;

/// Snort on a graph.
pub type SnortGraph = GraphColouring<SnortRule>;
