//! Rulesets in Lua. One program has all tests: each program would be compiled and linked apart.
//! `cargo test -p tedomari-scripts limits::` runs the tests of one file.

mod check;
mod facts;
mod fuzz;
mod limits;
mod native;
mod states;
mod support;
