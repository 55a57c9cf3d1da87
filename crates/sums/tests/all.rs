//! The solver of sums. One program has all tests: each program would be compiled and linked apart.
//! `cargo test -p tedomari-sums all_small::` runs the tests of one file.

mod all_small;
mod impartial;
mod judge;
mod notes;
mod proof_number;
mod solve;
mod spelling;
mod xt;
