//! Searches for mean and temperature. One program has all tests: each program would be compiled and linked apart.
//! `cargo test -p tedomari-temperature budgets::` runs the tests of one file.

mod budgets;
mod estimates;
mod interval;
mod mts;
mod regions;
mod tds;
