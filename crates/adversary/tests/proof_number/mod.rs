//! Proof-number search against plain minimax: explicit trees, games, scores, and proofs.

#![allow(missing_docs, clippy::unwrap_used)]

mod games;
mod proofs;
mod scores;
mod tree;
