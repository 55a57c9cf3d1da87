//! Exact values, thermographs, rankings and misère outcomes of positions. One program has all tests: each program would be compiled and linked apart.
//! `cargo test -p tedomari-exact census::` runs the tests of one file.

mod census;
mod classics;
mod duel;
mod go;
mod go_judge;
mod hackenbush;
mod heaps;
mod known;
mod ko;
mod misere;
mod nogo;
mod playthroughs;
mod positions;
mod prospects;
mod ranking;
mod splitting;
mod triangular_nim;
mod xt_domineering;
