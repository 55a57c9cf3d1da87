//! The library through its engine. One program has all tests: each program would be compiled and linked apart.
//! `cargo test -p tedomari checkpoint::` runs the tests of one file.

mod checkpoint;
mod engine;
mod outside;
mod schema;
