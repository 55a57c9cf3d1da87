//! What is a position worth? Values, thermographs, ranked moves and misère outcomes, found from all that can
//! follow.

mod amazons;
mod ko;
mod misere;
mod ranking;
mod table;
mod tables;

pub use amazons::{DuelTable, Duels};
pub use ko::{KoAnswer, KoFinding, KoMoveFound, KoOrder, ko_answer, no_go_value, open_moves};
pub use misere::misere_outcome;
pub use ranking::{Initiative, RankedMove, Ranking, rank};
pub use table::{SIZES_PER_ENTRY, ThermographTable, ValueTable};
pub use tables::{Tables, thermograph};

use positions::Knowledge;

/// What Tedomari knows without any files.
pub fn knowledge() -> Knowledge {
    Knowledge::none().growing(Box::<Duels>::default())
}
