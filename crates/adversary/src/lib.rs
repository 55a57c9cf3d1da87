//! Search against an opponent, and against chance: αβ with Star, proof numbers, histories, Monte Carlo search,
//! sparse sampling and models of opponents, with one transposition table.

pub mod alphabeta;
pub mod history;
pub mod mcts;
pub mod opponent_model;
pub mod proof_number;
pub mod sparse_sampling;
mod transposition;

pub use alphabeta::star;
pub use transposition::{Priority, TranspositionTable};
