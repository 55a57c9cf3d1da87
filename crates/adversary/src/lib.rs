//! Search against an opponent and against chance: αβ search with Star, proof-number search, repetition and
//! its history, Monte Carlo tree search, sparse sampling and opponent models, with one transposition table.

pub mod alphabeta;
pub mod history;
pub mod mcts;
pub mod opponent_model;
pub mod proof_number;
pub mod sparse_sampling;

pub use alphabeta::star;
