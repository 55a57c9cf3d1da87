//! Who wins an endgame of dark chess without pieces face down, and how fast? All positions of a material are
//! solved from the end of play backwards, with draws: win, loss or draw, and the number of moves until the next
//! capture, since a capture resets the count of quiet moves. So the 40 quiet moves are handled exactly.
//!
//! Repetition needs no care. A player who wins gets closer to the next capture with every move, so nothing is
//! repeated on the way, and ending play as a draw when positions come back can only help the other player. A
//! draw that is held without repetition is held with it. Only a position that was there *twice* before may end
//! play when the winner comes to it; [`Endings`] says nothing then.

mod endings;
mod files;
mod index;
mod material;
mod solve;

pub use endings::{Endings, Progress};
pub use material::{Material, MaterialError};
pub use solve::{Outcome, Solution};
