//! How much is a ko worth? Thermographs of positions that can come back, computed under a komaster
//! (Berlekamp, *The economist's view of combinatorial games*; Spight, *Extended thermography for multiple
//! kos*).
//!
//! The rule, with tax `t`, for a position `x`, in words of Left as komaster:
//!
//! - An ordinary move `x → y` of Left has the scaffold `RW(y) − t`. So has a capture by Right, turned round:
//!   `LW(y) + t`, because Left may retake at once.
//! - When Left takes the ko, `x → y`, Right may not retake, and Left has to end the ko with the next move:
//!   *two moves in a row, to and from the critical position*. Its scaffold is `K(y) − t`, where `K(y)` is the
//!   lower of two scaffolds in `y`: that of Left's best move there, and that of Right's best move other than
//!   the retake. A ko that Left cannot end is not taken.
//! - The walls over the scaffolds are swept upwards from the floor (`sweep`).
//!
//! Other distributions of threats change only what a capture is worth, see [`Komaster`].
//!
//! # Cycles, second kos and unknown parts
//!
//! Each position has two thermographs, a lower and an upper bound ([`KoSolver`]). They begin at bounds that no
//! line of play leaves, and every rule above is monotone, so applying it again and again to whatever bounds
//! are known narrows them and keeps them valid, whatever a player would get for going round in a cycle. Where
//! they meet, no cycle matters. Where they do not, the position has no value by this rule, and it gets none.
//! The same bounds serve for positions that were not looked at yet, and for captures after which the opponent
//! can take a second ko while the first is banned (double ko, triple ko), about which the rule says nothing.

mod bans;
mod graph;
mod solver;
mod sweep;
mod thermograph;
mod wall;
mod walls;

pub use bans::KoBans;
pub use graph::{KoGraph, KoMove};
pub use solver::KoSolver;
pub use thermograph::{KoKind, KoThermograph, Komaster};
pub use wall::{KoPoint, KoWall, KoWindow};
