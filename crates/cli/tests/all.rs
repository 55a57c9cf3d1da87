//! The command, run as users run it. One program has all tests: each program would be compiled and linked apart.
//! `cargo test -p tedomari-cli checkpoint::` runs the tests of one file.

mod checkpoint;
mod cluster;
mod commands;
mod documents;
mod every_ruleset;
mod examples;
mod exec;
mod hostile;
#[path = "../../sums/tests/judge/mod.rs"]
mod judge;
mod language;
mod last_move;
mod limits;
mod manners;
mod matches;
mod play;
mod results;
mod scripts;
mod serve;
mod support;
mod tables;
