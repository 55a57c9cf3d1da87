//! Players, matches and records. One program has all tests: each program would be compiled and linked apart.
//! `cargo test -p tedomari-matches contests::` runs the tests of one file.

mod contests;
mod matches;
mod memory;
mod modelling;
mod players;
mod theory;
