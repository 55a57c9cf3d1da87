//! Searches against an opponent and chance. One program has all tests: each program would be compiled and linked apart.
//! `cargo test -p tedomari-adversary alphabeta::` runs the tests of one file.

mod alphabeta;
mod chance;
mod chance_models;
mod dfpn;
mod history;
mod mcts;
mod opponent_model;
mod proof_number;
mod threads;
