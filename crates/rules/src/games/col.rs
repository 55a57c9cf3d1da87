//! Col: players colour the cells of a board or the vertices of a graph, each in
//! their own colour. No two neighbours may have the same colour.
//!
//! ```
//! use rules::{Notation, Position, games::col::{Col, ColGraph}};
//! use values::Player;
//!
//! let position = Col::<u64>::read("x..|..#").unwrap();
//! let text: Vec<String> = position.moves(Player::Left).iter().map(|action| action.to_string()).collect();
//! assert_eq!(text, ["C2", "B1"]);
//!
//! // Of a colour, only what it closes is left.
//! let position = ColGraph::read("a-b-c a=O").unwrap();
//! let regions: Vec<String> = position.regions().iter().map(|region| region.to_string()).collect();
//! assert_eq!(regions, ["b-c b=l"]);
//! ```

use super::colouring::{Colouring, GraphColouring, Rule};
use values::Player;

/// A colour closes its neighbours to its own player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ColRule;

impl Rule for ColRule {
    fn kept_away(player: Player) -> Player {
        player
    }
}

/// Col on a board.
pub type Col<P> = Colouring<P, ColRule>;

/// Col on a graph.
pub type ColGraph = GraphColouring<ColRule>;
