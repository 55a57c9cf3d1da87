//! Endgame tables and tables of taking games. One program has all tests: each program would be compiled and linked apart.
//! `cargo test -p tedomari-tables cram::` runs the tests of one file.

mod cram;
mod dark_chess;
mod endgame;
mod retrograde;
