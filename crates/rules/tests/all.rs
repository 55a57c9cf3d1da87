//! Rules of games, and texts of positions. One program has all tests: each program would be compiled and linked apart.
//! `cargo test -p tedomari-rules any_text::` runs the tests of one file.

mod any_text;
mod contests;
mod reading;
