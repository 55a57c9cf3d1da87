//! Values, their laws and their facts. One program has all tests: each program would be compiled and linked apart.
//! `cargo test -p tedomari-values budget::` runs the tests of one file.

mod budget;
mod coupons;
mod facts;
mod graph;
mod ko;
mod laws;
mod papers;
mod threads;
mod value;
